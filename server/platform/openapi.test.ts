import { SERVICES } from '@apsis/contract/endpoint.ts'
import { SERVICE_ENDPOINTS } from '@apsis/contract/services.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from './testing/test-api.ts'

type Document = {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, { tags: string[] }>>
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

test('operations tagged admin are hidden from everybody else (spec §6)', async () => {
  const document = await read('userconfig', ['ca:user', 'odt:user', 'payments:user'])
  expect(operations(document).length).toBeGreaterThan(3)
  expect(
    Object.values(document.paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  ).not.toContain('admin')
})
