import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { openApi } from './openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from './services.ts'

type Operation = {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly responses: Readonly<Record<string, { readonly headers: object }>>
}

function operationOf(service: keyof typeof SERVICE_ENDPOINTS, call: string): Operation {
  const [method = '', path = ''] = call.split(' ')
  const { paths } = JSON.parse(JSON.stringify(openApi(serviceInfo(service, '1'), SERVICE_ENDPOINTS[service])))
  return paths[path][method.toLowerCase()]
}
const read = ({ parameters }: Operation) =>
  parameters.filter((one) => one.in === 'header').map(({ name, required }) => `${name}${required ? '' : '?'}`)
const answered = ({ responses }: Operation, status: string) => Object.keys(responses[status]?.headers ?? {})
const OF_EVERY_CALL = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

test('a document names the headers that a call reads and the headers of its answers', () => {
  const decide = operationOf('ca', 'PUT /api/v1/ca/conjunctions/{conjunction-id}/decision')
  expect(read(decide)).toEqual(['If-Match?'])
  expect(answered(decide, '200')).toEqual([...OF_EVERY_CALL, 'ETag'])
  const list = operationOf('ca', 'GET /api/v1/ca/conjunctions')
  expect(read(list)).toEqual(['If-None-Match?'])
  expect(answered(list, '200')).toEqual([...OF_EVERY_CALL, 'ETag', 'X-Total-Count', 'Link'])
  expect(answered(list, '304')).toContain('ETag')
  expect(answered(list, '429')).toEqual([...OF_EVERY_CALL, 'Retry-After'])
  expect(answered(list, '400')).toEqual(OF_EVERY_CALL)
  expect(read(operationOf('userconfig', 'PUT /api/v1/duty/plan'))).toEqual(['If-Match'])
  expect(read(operationOf('userconfig', 'GET /api/v1/events'))).toEqual(['Last-Event-ID?'])
  expect(read(operationOf('payments', 'POST /api/v1/payments/orders'))).toEqual(['Idempotency-Key?'])
  const callback = operationOf('userconfig', 'POST /api/v1/duty/paging/callbacks/{token}')
  expect(read(callback)).toEqual(['X-PagerDuty-Signature'])
})

test('a call reads If-Match if it can answer that the version differs or is missing, and only then', () => {
  const all = Object.values(SERVICE_ENDPOINTS).flatMap((service): Endpoint[] => Object.values(service))
  const named = (some: readonly Endpoint[]) => some.map(({ method, path }) => `${method} ${path}`)
  const compares = all.filter(({ errors }) => errors?.includes('version-stale') || errors?.includes('version-missing'))
  expect(compares.length).toBeGreaterThan(8)
  expect(named(all.filter(({ headers }) => headers?.ifMatch !== undefined))).toEqual(named(compares))
  const required = all.filter(({ headers }) => headers?.ifMatch === 'required')
  expect(required.every(({ errors }) => errors?.includes('version-missing'))).toBe(true)
})
