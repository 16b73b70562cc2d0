import { expect, test } from 'vitest'
import type { TestApi } from '../../platform/testing/test-api.ts'
import { patientCall } from './patient-call.ts'

/** Makes an API that gives these answers one after the other: a status, and the seconds after which to retry. */
function apiOf(...answers: readonly (readonly [status: number, retryAfter?: string])[]): TestApi {
  let next = 0
  const call = async () => {
    const [status, retryAfter] = answers[next++] ?? [500]
    return new Response('busy', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })
  }
  return { call } as never
}

test('a call that is refused temporarily is repeated, and a call that is refused finally returns its answer', async () => {
  expect((await patientCall(apiOf([503, '0'], [429, '0'], [201]), undefined, 'POST /')).status).toBe(201)
  expect((await patientCall(apiOf([429], [201]), undefined, 'POST /')).status).toBe(429)
})

test('a call that is refused for longer than a minute fails, with the request and the answer', async () => {
  await expect(patientCall(apiOf([503, '61']), undefined, 'GET /late')).rejects.toThrow('GET /late: 503 busy')
})
