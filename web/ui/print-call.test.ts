import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { LANGUAGES, printCall, python } from './print-call.ts'

const GET = { method: 'GET', url: 'https://apsis.operator.example/api/v1/status', isStream: false }
const PUT = { ...GET, method: 'PUT', body: { name: "it's", on: true, none: null, list: [] } }

test('printCall in curl quotes what the shell would take for its own', () => {
  expect(printCall(GET, 'curl')).toBe(`curl -sS '${GET.url}' \\\n  -H "Authorization: Bearer $TOKEN"`)
  // The shell itself says what it understands.
  const said = execFileSync(
    'sh',
    ['-c', `curl() { for part; do printf '%s\\0' "$part"; done; }\n${printCall(PUT, 'curl')}`],
    {
      env: { TOKEN: 't' },
      encoding: 'utf8',
    },
  ).split('\0')
  expect(said.slice(0, 6)).toEqual(['-sS', '-X', 'PUT', GET.url, '-H', 'Authorization: Bearer t'])
  expect(JSON.parse(said.at(-2) ?? '')).toEqual(PUT.body)
})

test('printCall in TypeScript is a program that sends the call', async () => {
  const sent: unknown[] = []
  const fetch = async (url: string, init: unknown) => {
    sent.push(url, init)
    return new Response('{}')
  }
  const run = (code: string) =>
    new Function('fetch', 'token', 'console', `return (async () => {${code}})()`)(fetch, 't', { log: () => {} })
  await run(printCall(PUT, 'TypeScript'))
  await run(printCall(GET, 'TypeScript'))
  expect(sent).toEqual([
    PUT.url,
    {
      method: 'PUT',
      headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' },
      body: JSON.stringify(PUT.body),
    },
    GET.url,
    { headers: { Authorization: 'Bearer t' } },
  ])
})

test('python writes values as Python does', () => {
  expect(python({ on: true, off: false, none: null, list: [], text: 'a "b"', n: 1.5 })).toBe(
    '{\n  "on": True,\n  "off": False,\n  "none": None,\n  "list": [],\n  "text": "a \\"b\\"",\n  "n": 1.5\n}',
  )
})

test('printCall in Python names method and body only where there are any', () => {
  expect(printCall(GET, 'Python')).not.toMatch(/method=|data=/)
  expect(printCall(PUT, 'Python')).toContain('    method="PUT",\n')
  expect(printCall(PUT, 'Python')).toContain('data=json.dumps({\n      "name": "it\'s",\n      "on": True,')
})

test.each(LANGUAGES)('a token is in no example in %s', (language) => {
  expect(printCall({ ...PUT, isStream: true }, language)).toMatch(/TOKEN|\$\{token\}/)
})
