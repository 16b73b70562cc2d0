import { expect, test } from 'vitest'
import { isRefusal } from './renewal.ts'

/** Returns an error in the form in which the adapter reports the answer of the provider. */
const answered = (status: number) =>
  Object.assign(new Error('invalid status'), { response: new Response(null, { status }) })

test.each([400, 401, 403])('isRefusal: status %i ends the session', (status) => {
  expect(isRefusal(answered(status))).toBe(true)
})

test.each([429, 500, 502, 503, 504])('isRefusal: status %i does not end the session', (status) => {
  expect(isRefusal(answered(status))).toBe(false)
})

test('isRefusal: a missing answer does not end the session', () => {
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false)
  expect(isRefusal(new Error('The provider did not answer in time.'))).toBe(false)
  expect(isRefusal(undefined)).toBe(false)
})
