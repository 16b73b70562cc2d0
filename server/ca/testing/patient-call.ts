import type { TestApi } from '../../platform/testing/test-api.ts'

/** A longer wait for one call, s, means that the server will not recover. */
const MOST_WAIT_S = 60

/**
 * Calls the API as a client does: if a busy server asks it to retry, it does. The test reports the wait and its reason; otherwise a call that is
 * refused repeatedly would only look like a slow test.
 */
export async function patientCall(
  api: TestApi,
  ...[who, request, init]: Parameters<TestApi['call']>
): Promise<Response> {
  let waitedS = 0
  for (;;) {
    const response = await api.call(who, request, init)
    const wait = response.headers.get('retry-after')
    if (![429, 503].includes(response.status) || wait === null) return response
    const what = `${request}: ${response.status} ${await response.text()}`
    waitedS += Number(wait)
    if (waitedS > MOST_WAIT_S) throw new Error(`refused for ${waitedS - Number(wait)} s: ${what}`)
    process.stderr.write(`waits ${wait} s, since it was refused: ${what}\n`)
    await new Promise((resolve) => setTimeout(resolve, Number(wait) * 1_000))
  }
}
