import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import { type Endpoint, SERVICES } from '@apsis/contract/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'

type Document = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, { tags: string[]; operationId: string }>>
  components: { securitySchemes: { serviceAccount: { flows: { clientCredentials: { tokenUrl: string } } } } }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const read = async (service: string, roles: string[]) =>
  bodyOf<Document>(await api.call({ subject: roles.join() || 'none', roles }, `GET /api/v1/${service}/openapi/`))
const operations = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )

test.each(SERVICES)(
  'GET /api/v1/%s/openapi/ describes exactly the endpoints of the contract to an administrator',
  async (service) => {
    const document = await read(service, ['ca:admin', 'odt:admin', 'payments:admin'])
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('0.3.4')
    const promised = Object.values(SERVICE_ENDPOINTS[service]).map((e) => `${e.method} ${e.path}`)
    expect(operations(document).sort()).toEqual(promised.sort())
  },
)

test('operations tagged admin are hidden from everybody except administrators (spec §6)', async () => {
  const document = await read('userconfig', ['ca:user', 'odt:user', 'payments:user'])
  expect(operations(document).length).toBeGreaterThan(3)
  expect(
    Object.values(document.paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  ).not.toContain('admin')
})

test('the description is sent compressed, and is not sent to a reader who already has it', async () => {
  const who = { subject: 'reader' }
  const first = await api.call(who, 'GET /api/v1/userconfig/openapi/', { headers: { 'accept-encoding': 'br' } })
  expect(first.headers.get('content-encoding')).toBe('br')
  const etag = first.headers.get('etag') ?? ''
  const plain = await api.call(who, 'GET /api/v1/userconfig/openapi/', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.json()).toEqual(await first.json())
  const again = await api.call(who, 'GET /api/v1/userconfig/openapi/', { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const admin = await api.call({ subject: 'admin', roles: ['ca:admin'] }, 'GET /api/v1/userconfig/openapi/', {
    headers: { 'if-none-match': etag },
  })
  expect(admin.status).toBe(200)
})

test('a client generator can read all services in one document without a token, except the calls of administrators', async () => {
  const answer = await api.call(undefined, 'GET /api/v1/openapi.json')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const document = await bodyOf<Document>(answer)
  const promised = SERVICES.flatMap((service) => Object.values<Endpoint>(SERVICE_ENDPOINTS[service]))
  const open = promised.filter(({ tags }) => !tags.includes('admin'))
  expect(operations(document).sort()).toEqual(open.map((e) => `${e.method} ${e.path}`).sort())
  const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one.operationId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(document.components.securitySchemes.serviceAccount.flows.clientCredentials.tokenUrl).toBe(
    '/api/v1/session/token',
  )
})
