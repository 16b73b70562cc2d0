import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const call = async () =>
  fetch(`${api.origin}/api/v1/status`, {
    headers: { authorization: `Bearer ${await api.issuer.token({ subject: 'shed' })}` },
  })

/** Keeps the process busy, as too much work would do. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('an overloaded process refuses with 503 and Retry-After, stays alive, and serves again when the overload is over', async () => {
  expect((await call()).status).toBe(200)
  let refused = await call()
  while (refused.status !== 503) {
    block(2_500)
    refused = await call()
  }
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await bodyOf<Problem>(refused)).toMatchObject({ status: 503, error: 'Service Unavailable' })
  expect((await fetch(`${api.opsOrigin}/livez`)).status).toBe(200)
  // A person who opens a page cannot read a refusal: no page is refused while calls are refused.
  let refusedBeside = false
  while (!refusedBeside) {
    block(2_500)
    const [page, beside] = await Promise.all([fetch(`${api.origin}/ca/conjunctions`), call()])
    expect(page.status).toBe(200)
    refusedBeside = beside.status === 503
  }
  let served = await call()
  while (served.status !== 200) served = await call()
  expect(await served.json()).toHaveProperty('level')
})
