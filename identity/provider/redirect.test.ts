import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactOrigin, isAllowedRedirect } from './redirect.ts'

const ORIGINS = ['https://apsis.example', 'http://localhost:8080']

test.each([
  'https://apsis.example',
  'https://apsis.example/',
  'https://apsis.example/ca/conjunctions?tab=a,b&x=%20',
  'https://apsis.example?x=1',
  'http://localhost:8080/silent-check-sso.html',
])('isAllowedRedirect accepts %s', (uri) => {
  expect(isAllowedRedirect(uri, ORIGINS)).toBe(true)
})

test.each([
  // Other hosts, and hosts that only look like ours, are refused.
  'https://evil.example/',
  'https://apsis.example.evil.example/',
  'https://evil.example/https://apsis.example/',
  'https://apsis.example@evil.example/',
  'https://apsis.example:pw@evil.example/',
  'https://user@apsis.example/',
  'https://user:pw@apsis.example/',
  'https://evil.example#@apsis.example/',
  'https://evil.example?@apsis.example/',
  'https://evil.example\\@apsis.example/',
  'https://apsis.example\\.evil.example/',
  'https:apsis.example/',
  'https:/apsis.example/',
  'https:///apsis.example/',
  'https:\\\\apsis.example/',
  'https://apsis.example。/',
  'https://apsıs.example/',
  'https://apsis.example./',
  'https://apsis%2eexample/',
  'https://%61psis.example/',
  // Another scheme or port of the same host is refused.
  'http://apsis.example/',
  'https://apsis.example:8443/',
  'http://localhost/',
  'http://localhost:8081/',
  'http://127.0.0.1:8080/',
  'http://[::1]:8080/',
  'http://localhost:08080/',
  'HTTPS://apsis.example/',
  'https://APSIS.example/',
  'https://apsis.example:443/',
  // These are not addresses of pages.
  'javascript:alert(1)//https://apsis.example/',
  'data:text/html,https://apsis.example/',
  'blob:https://apsis.example/1',
  'filesystem:https://apsis.example/x',
  '//apsis.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/relative',
  'null',
  '',
  // White space, control characters and fragments are refused.
  ' https://apsis.example/',
  'https://apsis.example/ ',
  'https://apsis.exam\tple/',
  'https://apsis.example/\r\nLocation: https://evil.example/',
  '\u0000https://apsis.example/',
  'https://apsis.example/#code=1',
  'https://apsis.example/#',
  `https://apsis.example/${'a'.repeat(2048)}`,
])('isAllowedRedirect refuses %j', (uri) => {
  expect(isAllowedRedirect(uri, ORIGINS)).toBe(false)
})

test('isAllowedRedirect refuses values that are not text', () => {
  for (const value of [undefined, null, 1, {}, ['https://apsis.example/']]) {
    expect(isAllowedRedirect(value, ORIGINS)).toBe(false)
  }
})

test('isAllowedRedirect: a browser resolves every accepted text to an allowed origin', () => {
  const signs = ['//', '/', '\\', '@', '#', '?', ':', '8080', 'apsis.example', 'evil', '.', '\t', '%2e']
  const start = fc.constantFrom('https://apsis.example', 'http://localhost:8080', 'https:', 'http:', '')
  const uris = fc.tuple(start, fc.array(fc.constantFrom(...signs), { maxLength: 8 }))
  let taken = 0
  fc.assert(
    fc.property(uris, ([head, tail]) => {
      const uri = head + tail.join('')
      if (!isAllowedRedirect(uri, ORIGINS)) return true
      taken += 1
      return ORIGINS.includes(new URL(uri, 'https://evil.example').origin)
    }),
    { numRuns: 5000 },
  )
  expect(taken).toBeGreaterThan(100)
})

test('exactOrigin names the field and shows the required form', () => {
  expect(exactOrigin('http://localhost:8080', 'allowedOrigins[0]')).toBe('http://localhost:8080')
  for (const value of ['http://localhost:8080/', '*', 'https://a.example/x', 'ftp://a.example', 'a.example'])
    expect(() => exactOrigin(value, 'allowedOrigins[1]')).toThrow(/allowedOrigins\[1\].*is not an origin such as/)
})
