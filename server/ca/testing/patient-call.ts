import type { TestApi } from '../../platform/testing/test-api.ts'

/** Whoever waits longer than this for one call waits for something that is not going to pass, s. */
const MOST_WAIT_S = 60

/**
 * Calls the API as a client does: a busy server asks to come back, and so it does. The test says that it waited, and for what: a
 * call that is refused again and again is otherwise a slow test, and no more.
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
