import { expect, test } from 'vitest'
import { refusalWords } from './receiver-words.ts'

const TARGET = new URL('https://hooks.example/workflows/T0AB12CD/sekret-way?sig=q9-secret&v=1')
const said = (body: string) => refusalWords(body, TARGET)

test('a refusal is shown with the beginning of the receiver’s text, on one line', () => {
  expect(said('Bad payload: \n\u0007"text" is\u2028missing ')).toBe('Bad payload: "text" is missing')
  expect(said('{"error":{"code":"InvalidCard","message":"version 1.9 is unknown"}}')).toBe(
    '{"error":{"code":"InvalidCard","message":"version 1.9 is unknown"}}',
  )
  expect(said('<b onclick="x()">boom</b>')).toBe('<b onclick="x()">boom</b>')
  expect([said(''), said(' \n ')]).toEqual([undefined, undefined])
  // The text has 200 characters, and no character is cut in two.
  expect([...(said('𝒳'.repeat(5_000)) ?? '')]).toHaveLength(200)
})

test('secrets and addresses that the receiver repeats are masked', () => {
  expect(said('no hook T0AB12CD/sekret-way with q9-secret')).toBe('no hook …/… with …')
  expect(said('POST https://hooks.example/workflows/T0AB12CD failed, ask ops@hooks.example')).toBe(
    'POST … failed, ask …',
  )
  expect(said('{"token":"xoxb-1234567890-abcdef"} v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=')).toBe(
    '{"token":"…"} v1,…/H/pI4=',
  )
  expect(said('the channel configuration_is_archived')).toBe('the channel configuration_is_archived')
})

test('the time for a long answer depends only on its beginning', () => {
  const before = process.cpuUsage().user
  said('a'.repeat(65_536))
  said('http://'.repeat(9_000))
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(0.5)
})
