import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { CUSTOMER_EXAMPLE } from '@apsis/contract/payments/customer.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { comeBack, openSite, type Site, sendJson } from '../../session/testing/site.ts'
import { openBrowser } from '../../ui/testing/browser.ts'

let site: Site
let own: typeof import('./own-values.ts')
let queries: typeof import('../../api/queries.ts')
beforeAll(async () => {
  site = await openSite()
  const browser = openBrowser(site.origin)
  const session = await import('../../session/session.ts')
  own = await import('./own-values.ts')
  queries = await import('../../api/queries.ts')
  comeBack(browser, site)
  await session.openSession()
})
beforeEach(() => {
  site.calls.length = 0
})
afterAll(() => site.close())

test("the reader's customer is the one that their list names, and nothing else is requested", async () => {
  site.does.api = (_call, response) => sendJson(response, [CUSTOMER_EXAMPLE])
  const { values } = await queries.queryClient.fetchQuery(own.customerQuery)
  expect(values).toEqual({ 'customer-id': CUSTOMER_EXAMPLE.customerId })
  expect(site.calls.map(({ url }) => url)).toEqual(['/api/v1/payments/customers?limit=1'])
})

test('the first item of each kind is requested, and a hundred if one of them must be searched for', async () => {
  site.does.api = (_call, response) => sendJson(response, [])
  const { values, bodies } = await queries.queryClient.fetchQuery(own.fleetQuery)
  // There is no item of any kind, so the examples have no values.
  expect([values, bodies]).toEqual([{}, {}])
  expect(site.calls.map(({ url }) => url.replace('/api/v1/', '')).toSorted()).toEqual([
    ...['ca/cdms?limit=1', 'ca/conjunctions?limit=1', 'ca/conjunctions?limit=100&sort=-tca', 'ca/ephemeris?limit=100'],
    ...['ca/event-reports?limit=1', 'ca/ground-stations?limit=1', 'ca/handovers?limit=1', 'ca/imports?limit=1'],
    ...['ca/manoeuvres?limit=1', 'ca/satellites?limit=100', 'ca/satellites?limit=100&deleted=true'],
    ...['ca/screenings?limit=1', 'ca/screenings?limit=1&state=cancelled', 'service-accounts?limit=1&state=ACTIVE'],
  ])
})

/** Returns a list of two items: the item of the example, and one that differs in its id. */
function listOf({ response }: typeof listCdms | typeof listConjunctions, idName: string): unknown[] {
  const [[example] = []] = response.meta()!.examples as object[][]
  return [example, { ...example, [idName]: OTHER_ID }]
}
const OTHER_ID = '0b7e3f64-55d1-4c0a-9d3e-7d0a5b1c2e92'

test('the values name the first item of each list that has items', async () => {
  const messages = listOf(listCdms, 'cdmId')
  const events = listOf(listConjunctions, 'conjunctionId')
  const lists = new Map<string, unknown[]>([
    [listCdms.path, messages],
    [listConjunctions.path, events],
  ])
  site.does.api = ({ url }, response) => sendJson(response, lists.get(new URL(url, site.origin).pathname) ?? [])
  queries.queryClient.clear()
  const { values } = await queries.queryClient.fetchQuery(own.fleetQuery)
  expect(values).toEqual({
    'cdm-id': listCdms.response.parse(messages)[0]?.cdmId,
    'conjunction-id': listConjunctions.response.parse(events)[0]?.conjunctionId,
  })
})

test('examples of tracking name a file of the reader, and nothing of a service that they may not see', async () => {
  const examples = Observation.meta()?.examples
  const file = Observation.parse(Array.isArray(examples) ? examples[0] : undefined)
  const { observationFileId } = file
  site.does.api = ({ url }, response) => sendJson(response, url.includes('/odt/observations') ? [file] : [])
  const { values, bodies } = await queries.queryClient.fetchQuery(own.trackingQuery)
  expect(values).toEqual({ 'file-id': observationFileId })
  expect(bodies).toEqual({ zipObservationFiles: { fileIds: [observationFileId], notation: 'TDM_KVN' } })
})
