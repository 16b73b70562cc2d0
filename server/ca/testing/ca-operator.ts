import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'

/** Makes a user of an organisation who works in collision avoidance through the API. */
export function asOperator(api: TestApi, organisation: string, subject = 'ada') {
  const who = { subject, organisation, roles: ['ca:user'] }
  /** A busy server asks the client to retry, and the client does. */
  const call = async (request: string, init?: RequestInit): Promise<Response> => {
    for (;;) {
      const response = await api.call(who, request, init)
      const wait = response.headers.get('retry-after')
      if (response.status !== 503 || wait === null) return response
      await new Promise((resolve) => setTimeout(resolve, Number(wait) * 1_000))
    }
  }
  const send = (body: string | FormData | Uint8Array<ArrayBuffer>, type?: string) =>
    call('POST /api/v1/ca/cdms', { body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) })
  const json = (request: string, value: unknown, headers: Record<string, string> = {}) =>
    call(request, { body: JSON.stringify(value), headers: { 'content-type': 'application/json', ...headers } })
  return {
    call,
    send,
    json,
    /** Sends messages in KVN and returns the result of each. */
    take: async (...texts: string[]) => {
      const answer = await send(texts.join(''), 'text/plain')
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}\n${api.logged.slice(-3).join('')}`)
      return bodyOf<CdmIntake[]>(answer)
    },
    read: async <T>(path: string) => bodyOf<T>(await call(`GET /api/v1/ca${path}`)),
    events: async (query = '') => bodyOf<Conjunction[]>(await call(`GET /api/v1/ca/conjunctions${query}`)),
    addSatellite: async (noradId: number, configuration: object = {}) =>
      bodyOf<Satellite>(await json('POST /api/v1/ca/satellites', { name: `SAT ${noradId}`, noradId, configuration })),
    decide: (id: string, step: object, headers: Record<string, string> = {}) =>
      json(`PUT /api/v1/ca/conjunctions/${id}/decision`, step, headers),
  }
}
