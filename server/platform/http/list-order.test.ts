/** Tests the orders, pages and totals of the lists, over HTTP. */
import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'

const ANN = { subject: 'ann', organisation: 'lists', roles: ['ca:user', 'odt:user', 'odt:admin', 'payments:user'] }
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  // The rows are inserted from the middle, so that their order is neither that of the names or numbers nor its reverse.
  for (const [name, noradId] of [
    ['Bravo', 300],
    ['alpha', 200],
    ['Charlie', 100],
  ] as const)
    expect(
      (await api.call(ANN, 'POST /api/v1/ca/satellites', { body: JSON.stringify({ name, noradId }) })).status,
    ).toBe(201)
  const provider = { providerId: 'north', name: 'North', url: 'https://orders.north-network.example/apsis' }
  const made = await api.call(ANN, 'POST /api/v1/odt/providers', { body: JSON.stringify(provider) })
  expect(made.status).toBe(201)
})
afterAll(() => api.close())

const names = async (query: string) => {
  const answer = await api.call(ANN, `GET /api/v1/ca/satellites${query}`)
  return (await bodyOf<{ name: string }[]>(answer)).map(({ name }) => name)
}

test('sort names a field, and a - before it reverses the order; without sort, the order is that of the contract', async () => {
  expect(await names('')).toEqual(['alpha', 'Bravo', 'Charlie'])
  expect(await names('?sort=-name')).toEqual(['Charlie', 'Bravo', 'alpha'])
  expect(await names('?sort=noradId')).toEqual(['Charlie', 'alpha', 'Bravo'])
  expect(await names('?sort=-noradId')).toEqual(['Bravo', 'alpha', 'Charlie'])
})

test('a field by which the list cannot be sorted is refused, by name', async () => {
  const answer = await api.call(ANN, 'GET /api/v1/ca/satellites?sort=massKg')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ errors: [{ parameter: 'sort' }] })
})

test('pages keep the order, and give the total and the address of the next page', async () => {
  const answer = await api.call(ANN, 'GET /api/v1/ca/satellites?sort=-noradId&limit=2')
  expect((await bodyOf<{ name: string }[]>(answer)).map(({ name }) => name)).toEqual(['Bravo', 'alpha'])
  expect(answer.headers.get('x-total-count')).toBe('3')
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
  const after = await bodyOf<{ name: string }[]>(await api.call(ANN, `GET ${next}`))
  expect(after.map(({ name }) => name)).toEqual(['Charlie'])
})

/** The query parameters that a list requires. */
const QUESTIONS: Readonly<Record<string, string>> = { '/api/v1/odt/providers/messages': 'provider-id=north' }
const LISTS = Object.values(SERVICE_ENDPOINTS)
  .flatMap((endpoints) => Object.values(endpoints))
  .filter(({ method, query }) => method === 'GET' && query !== undefined && 'page' in query.shape)

test.each(LISTS.map((endpoint) => [endpoint.path, endpoint] as const).filter(([path]) => !path.includes('{')))(
  'GET %s: every order that the contract has is answered, with a total',
  async (path, { query }) => {
    const orders = 'sort' in (query?.shape ?? {}) ? query?.toJSONSchema({ io: 'input' }).properties?.sort : undefined
    const values = typeof orders === 'object' && 'enum' in orders ? (orders.enum ?? []) : ['']
    for (const sort of values) {
      const asked = new URLSearchParams(QUESTIONS[path])
      if (sort !== '') asked.set('sort', String(sort))
      const answer = await api.call(ANN, `GET ${path}?${asked}`)
      expect([answer.status, answer.headers.get('x-total-count') !== null], `${path} ${sort}`).toEqual([200, true])
    }
  },
)
