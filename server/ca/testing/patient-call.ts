import type { TestApi } from '../../platform/testing/test-api.ts'

/** Calls the API as a client does: a busy server asks to come back, and so it does. */
export async function patientCall(
  api: TestApi,
  ...[who, request, init]: Parameters<TestApi['call']>
): Promise<Response> {
  for (;;) {
    const response = await api.call(who, request, init)
    const wait = response.headers.get('retry-after')
    if (![429, 503].includes(response.status) || wait === null) return response
    await new Promise((resolve) => setTimeout(resolve, Number(wait) * 1_000))
  }
}
