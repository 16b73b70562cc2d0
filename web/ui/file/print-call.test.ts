import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { printCall, python } from './print-call.ts'
import { LANGUAGES } from './printed-call.ts'

const GET = { method: 'GET', url: 'https://apsis.operator.example/api/v1/status', isStream: false }
/** The environment from which a program reads its token. */
const PROCESS = { env: { TOKEN: 't' } }
const PUT = { ...GET, method: 'PUT', body: { name: "it's", on: true, none: null, list: [] } }

test('printCall in curl quotes the characters that the shell would interpret', () => {
  expect(printCall(GET, 'curl')).toBe(`curl -sS '${GET.url}' \\\n  -H "Authorization: Bearer $TOKEN"`)
  // The shell itself prints the arguments as it has read them.
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
    new Function('fetch', 'process', 'console', `return (async () => {${code}})()`)(fetch, PROCESS, { log: () => {} })
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

test('printCall names the version on which a change is based, in every language', async () => {
  const call = { ...PUT, version: '"3"' }
  const script = `curl() { for part; do printf '%s\\0' "$part"; done; }\n${printCall(call, 'curl')}`
  expect(execFileSync('sh', ['-c', script], { env: { TOKEN: 't' }, encoding: 'utf8' }).split('\0')).toContain(
    'If-Match: "3"',
  )
  const sent: { headers: Record<string, string> }[] = []
  const fetch = async (_: string, init: { headers: Record<string, string> }) => {
    sent.push(init)
    return new Response('{}')
  }
  const code = `return (async () => {${printCall(call, 'TypeScript')}})()`
  await new Function('fetch', 'process', 'console', code)(fetch, PROCESS, { log: () => {} })
  expect(sent[0]?.headers['If-Match']).toBe('"3"')
  expect(printCall(call, 'Python')).toContain(String.raw`"If-Match": "\"3\"", "Content-Type"`)
  for (const language of LANGUAGES) expect(printCall(PUT, language)).not.toContain('If-Match')
})

const FORM = {
  ...GET,
  method: 'POST',
  form: {
    fields: { kind: "it's", 'satellite-id': '7' },
    file: 'conjunctions.zip',
    from: 'https://a/samples/conjunctions.zip',
    name: '0',
  },
}

const RAW = {
  ...GET,
  method: 'POST',
  raw: { file: 'sizes.csv', from: 'https://a/samples/sizes.csv', media: 'text/csv' },
}

test('printCall in curl and TypeScript sends a file as the body, with its media type', async () => {
  const script = `curl() { for part; do printf '%s\\0' "$part"; done; }\n${printCall(RAW, 'curl')}`
  const said = execFileSync('sh', ['-c', script], { env: { TOKEN: 't' }, encoding: 'utf8' }).split('\0')
  expect(said.slice(0, 2)).toEqual(['-sSO', RAW.raw.from])
  expect(said.slice(-5, -1)).toEqual(['-H', 'Content-Type: text/csv', '--data-binary', '@sizes.csv'])
  const sent: unknown[] = []
  const fetch = async (url: string, init: unknown) => {
    sent.push([url, init])
    return new Response('{}')
  }
  const run = new Function('fetch', 'process', 'console', `return (async () => {${printCall(RAW, 'TypeScript')}})()`)
  await run(fetch, PROCESS, { log: () => {} })
  const headers = { Authorization: 'Bearer t', 'Content-Type': 'text/csv' }
  expect(sent.at(-1)).toEqual([RAW.url, { method: 'POST', headers, body: expect.any(Blob) }])
})

test('printCall in curl sends a form, field by field, and the file under the requested name', () => {
  const script = `curl() { for part; do printf '%s\\0' "$part"; done; }\n${printCall(FORM, 'curl')}`
  const said = execFileSync('sh', ['-c', script], { env: { TOKEN: 't' }, encoding: 'utf8' }).split('\0')
  expect(said.slice(0, 2)).toEqual(['-sSO', FORM.form.from])
  const forms = said.filter((_, place) => said[place - 1] === '-F')
  expect(forms).toEqual(["kind=it's", 'satellite-id=7', 'file=@conjunctions.zip;filename=0'])
})

test('printCall in TypeScript sends a form with the bytes of the file that it downloads', async () => {
  const sent: FormData[] = []
  const fetch = async (url: string, init?: { body: FormData }) => {
    if (init === undefined) return new Response(`what is at ${url}`)
    sent.push(init.body)
    return new Response('{}')
  }
  const code = `return (async () => {${printCall(FORM, 'TypeScript')}})()`
  await new Function('fetch', 'process', 'console', code)(fetch, PROCESS, { log: () => {} })
  const [form] = sent
  expect([...(form?.keys() ?? [])]).toEqual(['kind', 'satellite-id', 'file'])
  expect(form?.get('kind')).toBe("it's")
  const file = form?.get('file')
  expect(file instanceof File ? [file.name, await file.text()] : file).toEqual(['0', `what is at ${FORM.form.from}`])
})

const ENCODED = {
  ...GET,
  method: 'POST',
  isOpen: true,
  encoded: { fields: { grant_type: "it's" }, variables: { client_secret: 'SECRET' } },
}

test('printCall in curl sends a form without files, with the value of a variable, and without a token', () => {
  const script = `curl() { for part; do printf '%s\\0' "$part"; done; }\n${printCall(ENCODED, 'curl')}`
  const said = execFileSync('sh', ['-c', script], { env: { SECRET: 'a b&c' }, encoding: 'utf8' }).split('\0')
  expect(said.filter((_, place) => said[place - 1] === '--data-urlencode')).toEqual([
    "grant_type=it's",
    'client_secret=a b&c',
  ])
  expect(said.join(' ')).not.toContain('Authorization')
})

test('printCall in curl sends a form without fields as a body, because the call takes a body', () => {
  const empty = { ...ENCODED, encoded: { fields: {}, variables: {} } }
  const script = `curl() { for part; do printf '%s\\0' "$part"; done; }\n${printCall(empty, 'curl')}`
  const said = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0')
  expect(said.slice(-3)).toEqual(['-d', '', ''])
})

test('printCall in TypeScript sends a form without files, with the value of a variable, and without a token', async () => {
  const sent: unknown[] = []
  const fetch = async (_: string, init: unknown) => {
    sent.push(init)
    return new Response('{}')
  }
  const code = `return (async () => {${printCall(ENCODED, 'TypeScript')}})()`
  await new Function('fetch', 'process', 'console', code)(fetch, { env: { SECRET: 'a b&c' } }, { log: () => {} })
  expect(sent).toEqual([{ method: 'POST', body: new URLSearchParams({ grant_type: "it's", client_secret: 'a b&c' }) }])
})

test('printCall in Python sends a form without files, with the value of a variable, and without a token', () => {
  const program = printCall(ENCODED, 'Python')
  expect(program).toContain('import urllib.parse')
  expect(program).toContain(`fields = {\n    "grant_type": "it's",\n    "client_secret": os.environ["SECRET"],\n}`)
  expect(program).toContain('data = urllib.parse.urlencode(fields).encode()')
  expect(program).toContain('    data=data,')
  expect(program).not.toContain('headers=')
})

test('an answer that is not JSON is read as text in every language', () => {
  const text = { ...GET, isText: true }
  expect(printCall(text, 'TypeScript')).toContain('await response.text()')
  expect(printCall(text, 'Python')).toContain('print(response.read().decode())')
  expect(printCall(text, 'Python')).not.toContain('import json')
  expect(printCall({ ...PUT, isText: true }, 'Python')).toContain('import json')
})

test('python writes values as Python does', () => {
  expect(python({ on: true, off: false, none: null, list: [], text: 'a "b"', n: 1.5 })).toBe(
    '{\n  "on": True,\n  "off": False,\n  "none": None,\n  "list": [],\n  "text": "a \\"b\\"",\n  "n": 1.5\n}',
  )
})

test('printCall in Python contains a method and a body only if there are any', () => {
  expect(printCall(GET, 'Python')).not.toMatch(/method=|data=/)
  expect(printCall(PUT, 'Python')).toContain('    method="PUT",\n')
  expect(printCall(PUT, 'Python')).toContain('data=json.dumps({\n      "name": "it\'s",\n      "on": True,')
})

test.each(LANGUAGES)('no example in %s contains a token', (language) => {
  expect(printCall({ ...PUT, isStream: true }, language)).toMatch(/TOKEN|\$\{token\}/)
})

const STREAM = { ...GET, isStream: true }

test('a stream, and only a stream, is read as it arrives', () => {
  expect(printCall(STREAM, 'curl')).toContain('curl -sSN ')
  expect(printCall(GET, 'curl')).toContain('curl -sS ')
  expect(printCall(STREAM, 'TypeScript')).toContain('for await (const chunk of')
  expect(printCall(GET, 'TypeScript')).toContain('await response.json()')
  expect(printCall(STREAM, 'Python')).toContain('    for line in response:')
  expect(printCall(GET, 'Python')).toContain('print(json.load(response))')
})

test('a form in Python names every field and the file, which keeps its own name if no other is requested', () => {
  const code = printCall(FORM, 'Python')
  expect(code).toContain('import uuid')
  expect(code).toContain('"kind": "it\'s"')
  expect(code).toContain('filename="0"')
  expect(code).toContain('multipart/form-data; boundary=')
  expect(code).toContain('    data=data,')
  const { name: _, ...form } = FORM.form
  expect(printCall({ ...FORM, form }, 'Python')).toContain('filename="conjunctions.zip"')
  expect(printCall({ ...FORM, form }, 'curl')).toContain("-F 'file=@conjunctions.zip'")
  expect(printCall({ ...FORM, form }, 'TypeScript')).toContain("file, 'conjunctions.zip')")
  expect(printCall(GET, 'Python')).not.toMatch(/uuid|boundary/)
  expect(printCall(PUT, 'Python')).toContain('"Content-Type": "application/json"')
  expect(printCall(GET, 'Python')).not.toContain('Content-Type')
})

test('quotes and backslashes stay within the text', () => {
  const odd = { ...GET, url: "https://a/b'c\\d" }
  expect(printCall(odd, 'TypeScript')).toContain("fetch('https://a/b\\'c\\\\d'")
  expect(printCall(odd, 'curl')).toContain("'https://a/b'\\''c\\d'")
})

test.each([
  ['curl', `-H 'Content-Type: application/json'`],
  ['TypeScript', `headers: { 'Content-Type': 'application/json' }`],
  ['Python', `headers={"Content-Type": "application/json"}`],
] as const)('printCall in %s names no token if the call needs no sign-in', (language, type) => {
  const program = printCall({ ...GET, method: 'POST', body: { by: 'kim' }, isOpen: true }, language)
  expect(program).toContain(type)
  expect(program).not.toMatch(/token/i)
  expect(printCall({ ...GET, isOpen: true }, language)).not.toMatch(/token|headers/i)
})
