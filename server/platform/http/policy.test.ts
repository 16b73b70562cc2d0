import { headersAnswered, headersRefused } from '@apsis/contract/api/openapi-headers.ts'
import type { Connection } from '@apsis/contract/connections/connection.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import type { Customer } from '@apsis/contract/payments/customer.ts'
import { allows, ROLES } from '@apsis/contract/roles.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientCall } from '../../ca/testing/patient-call.ts'
import { makeWorld, type PolicyWorld } from '../../ca/testing/policy-world.ts'
import { makeProvider, makeTrack } from '../../odt/testing/operator.ts'
import { addressOf, EVERY_ENDPOINT, type NamedEndpoint } from '../testing/every-endpoint.ts'
import { CALL_CELLS as CELLS, namesOf, POLICY_COLUMNS, personOf, RAGGED_LINES } from '../testing/policy.ts'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import { claimsOf, type TestPerson } from '../testing/test-issuer.ts'

let api: TestApi
let world: PolicyWorld
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_USERS: 'listed-demo', APSIS_TEST_USERS: 'listed-test' })
  world = {
    ...(await makeWorld(api, { subject: 'maker', organisation: 'policy', roles: ['ca:user'] })),
    ...(await makeCustomers()),
    month: '2026-11',
    'file-id': await makeTrack(api, 'policy'),
    'provider-id': await makeProvider(api, 'policy'),
    'connection-id': await makeConnection(),
  }
})
afterAll(() => api.close())

/** Connects a folder, whose readings can be listed. */
async function makeConnection(): Promise<string> {
  const administrator = { subject: 'connector', organisation: 'policy', roles: ['ca:admin'] }
  const body = JSON.stringify({ kind: 'FOLDER', name: 'Folder', folder: 'drop', feeds: ['MESSAGES'] })
  const answer = await patientCall(api, administrator, 'POST /api/v1/connections', { body })
  return (await bodyOf<Connection>(answer)).connectionId
}

/** Creates a customer for each person. A customer of somebody else must give the same answer as an unknown one. */
async function makeCustomers(): Promise<PolicyWorld> {
  const administrator = { subject: 'cashier', organisation: 'policy', roles: ['payments:admin'] }
  const people = POLICY_COLUMNS.flatMap((column) => personOf(column, 'policy')?.subject ?? [])
  const made = await Promise.all(
    people.map(async (userId) => {
      const body = JSON.stringify({ userId, name: userId })
      const answer = await patientCall(api, administrator, 'POST /api/v1/payments/customers', { body })
      const { customerId } = await bodyOf<Customer>(answer)
      return [`customer-id of ${userId}`, customerId] as const
    }),
  )
  return Object.fromEntries(made)
}

/** The query parameters that some reads require. */
const QUESTIONS: Readonly<Record<string, () => string>> = {
  'GET /api/v1/ca/contacts': () => `?satellite-id=${world['satellite-id']}`,
  'GET /api/v1/ca/find': () => `?norad-id=${world.noradId}&hours=1`,
  'GET /api/v1/ca/operator-paths': () => '?from=2026-11-20T06:00:00Z&to=2026-11-20T07:00:00Z',
  'GET /api/v1/ca/statistics/annual': () => `?satellite-id=${world['satellite-id']}`,
  'GET /api/v1/ca/statistics/compliance': () => `?satellite-id=${world['satellite-id']}`,
  'GET /api/v1/ca/statistics/event-context': () => `?conjunction-id=${world['conjunction-id']}`,
  'GET /api/v1/ca/statistics/realism': () => `?satellite-id=${world['satellite-id']}`,
  'GET /api/v1/odt/passprediction': () => `?catalogue-id=${world.noradId}`,
  'GET /api/v1/odt/providers/messages': () => `?provider-id=${world['provider-id']}`,
  'GET /api/v1/tle/history': () => `?noradId=${world.noradId}`,
  'GET /api/v1/tle/tle': () => `?noradId=${world.noradId}`,
}

/** Returns a request. Reads name existing objects; writes name unknown ones, or have no body, so that no request affects the next. */
function requestFor({ endpoint, name }: NamedEndpoint, who: TestPerson | undefined): string {
  const subject = who?.subject ?? 'nobody'
  if (endpoint.method !== 'GET') return `${endpoint.method} ${addressOf({ endpoint, name }, subject)}`
  const path = endpoint.path.replace(
    /\{([^}]+)\}/g,
    (_, parameter: string) => world[`${parameter} of ${subject}`] ?? world[parameter] ?? subject,
  )
  return `GET ${path}${subject.startsWith('combination-') ? '' : (QUESTIONS[name]?.() ?? '')}`
}

/**
 * Returns the result of a call: refused because of the token (401) or the roles (403), or allowed. A call counts as allowed only
 * if it was reached: an object was read, or the rules of a write checked it. A missing route or method counts as neither.
 */
async function verdictOf(one: NamedEndpoint, who: TestPerson | undefined): Promise<string> {
  const response = await patientCall(api, who, requestFor(one, who))
  const { status } = response
  noteHeaders(one, response)
  if (status < 300) {
    await response.body?.cancel()
    return 'allow'
  }
  const { detail = '' } = await bodyOf<Problem>(response)
  if (status === 401 || status === 403) return String(status)
  const isJudged = status < 500 && status !== 405 && !NO_ROUTE.test(detail)
  // A search keeps the server busy for long: its answer is requested once for each column, not for each combination.
  const isEnough = one.endpoint.method !== 'GET' || who?.subject.startsWith('combination-')
  return isJudged && isEnough ? 'allow' : `not reached: ${status} ${detail}`
}
const NO_ROUTE = /nothing at this address/

/** Headers that a caller reads, except those of HTTP itself. */
const OWN_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after', 'etag', 'x-total-count', 'link']
/** Headers that are present only if they have a value. */
const SOMETIMES = ['retry-after', 'link', 'etag']
const strayHeaders = new Set<string>()

/** Records the differences between the headers of an answer and the OpenAPI document of its service. */
function noteHeaders({ name, endpoint }: NamedEndpoint, { status, headers }: Response): void {
  const promised = Object.keys(status < 400 ? headersAnswered(endpoint) : headersRefused(String(status)))
    .map((header) => header.toLowerCase())
    .filter((header) => headers.has(header) || !SOMETIMES.includes(header))
  const sent = OWN_HEADERS.filter((header) => headers.has(header))
  if (promised.toSorted().join() !== sent.toSorted().join())
    strayHeaders.add(`${name} ${status}: ${sent.join(', ')} for ${promised.join(', ')}`)
}

test('policy.csv has a row for every endpoint of the contract, and no other', () => {
  expect(namesOf(CELLS).sort()).toEqual(EVERY_ENDPOINT.map(({ name }) => name).sort())
  expect(RAGGED_LINES).toEqual([])
  expect(CELLS.filter(({ expected }) => !['401', '403', 'allow'].includes(expected))).toEqual([])
})

test(`every cell of policy.csv agrees with the server (${EVERY_ENDPOINT.length} × ${POLICY_COLUMNS.length} = ${CELLS.length} cells)`, async () => {
  const answers = []
  for (const one of EVERY_ENDPOINT) {
    const cells = CELLS.filter(({ name }) => name === one.name)
    const verdicts = await Promise.all(cells.map(({ column }) => verdictOf(one, personOf(column, 'policy'))))
    answers.push(...cells.map((cell, place) => ({ ...cell, answered: verdicts[place] ?? '' })))
  }
  expect(answers).toHaveLength(CELLS.length)
  expect(answers.filter(({ expected, answered }) => answered !== expected)).toEqual([])
  expect([...strayHeaders]).toEqual([])
})

/** All 64 combinations of one role, or none, for each of three resources. */
const COMBINATIONS = (['ca', 'odt', 'payments'] as const).reduce<readonly (readonly string[])[]>(
  (sets, resource) => sets.flatMap((set) => [set, ...ROLES[resource].map((role) => [...set, `${resource}:${role}`])]),
  [[]],
)

/** Returns the expected result: each endpoint has one requirement, so a combination of roles is allowed if any of its roles alone is allowed. */
function isExpected(one: NamedEndpoint, roles: readonly string[]): boolean {
  const columns = roles.length === 0 ? ['none'] : roles
  return CELLS.some(
    ({ name, column, expected }) => name === one.name && columns.includes(column) && expected === 'allow',
  )
}

// The server decides only with this function (authenticate.ts), so no request is needed to know its result for an endpoint.
test(`roles of other resources neither add nor remove a right (${EVERY_ENDPOINT.length} × ${COMBINATIONS.length} = ${EVERY_ENDPOINT.length * COMBINATIONS.length} cells)`, () => {
  expect(COMBINATIONS).toHaveLength(64)
  const cells = EVERY_ENDPOINT.flatMap((one) => COMBINATIONS.map((roles) => ({ one, roles })))
  const wrong = cells.filter(({ one, roles }) => {
    const { access } = one.endpoint
    return (access === 'anyone' || allows(access, new Set(roles))) !== isExpected(one, roles)
  })
  expect(wrong.map(({ one, roles }) => [one.name, roles])).toEqual([])
})

/** One endpoint for each kind of access rule. */
const ONE_OF_EACH_ACCESS = [...new Map(EVERY_ENDPOINT.map((one) => [String(one.endpoint.access), one])).values()]

test(`the server decides from the roles as the contract does, for one endpoint of each kind of access (${ONE_OF_EACH_ACCESS.length} × ${COMBINATIONS.length} = ${ONE_OF_EACH_ACCESS.length * COMBINATIONS.length} cells)`, async () => {
  const wrong: unknown[] = []
  for (const one of ONE_OF_EACH_ACCESS) {
    await Promise.all(
      COMBINATIONS.map(async (roles, place) => {
        const answered = await verdictOf(one, { subject: `combination-${place}`, organisation: 'policy', roles })
        if (answered !== (isExpected(one, roles) ? 'allow' : '403')) wrong.push([one.name, roles, answered])
      }),
    )
  }
  expect(ONE_OF_EACH_ACCESS.length).toBeGreaterThan(8)
  expect(wrong).toEqual([])
})

// Latin, Cyrillic and full-width letters, and the names that spec §6 lists as special.
const NAMES = [
  'demo',
  'demo-x',
  'demo_admin',
  'DEMO',
  'dеmo',
  'ｄｅｍｏ',
  'test',
  'testuser',
  'admin',
  'ca:admin',
  'root',
  'listed-demo',
  'listed-test',
]

test(`no right results from a name, or from a claim that gives a label (${NAMES.length} names, decisions.md 10)`, async () => {
  const closed = EVERY_ENDPOINT.filter(({ endpoint }) => endpoint.access !== 'anyone' && endpoint.access.length > 0)
  const statuses: number[] = []
  // The names are tried one after the other: thousands of simultaneous calls would wait for database connections, and be refused.
  for (const [place, username] of NAMES.entries()) {
    const claims = claimsOf(api.issuer.issuer, { subject: `named-${place}`, organisation: 'policy', username })
    const headers = { authorization: `Bearer ${await api.issuer.sign({ ...claims, demo: true, test: true })}` }
    const asked = closed.map(async (one) => {
      const address = addressOf(one, `named-${place}`)
      return (await patientCall(api, undefined, `${one.endpoint.method} ${address}`, { headers })).status
    })
    statuses.push(...(await Promise.all(asked)))
  }
  expect(statuses).toHaveLength(NAMES.length * closed.length)
  expect(new Set(statuses)).toEqual(new Set([403]))
})

test('labels result from names, lists and claims', async () => {
  const labelsOf = async (username: string, more: object = {}) => {
    const claims = claimsOf(api.issuer.issuer, { subject: `labelled-${username}`, organisation: 'policy', username })
    const headers = { authorization: `Bearer ${await api.issuer.sign({ ...claims, ...more })}` }
    return (await bodyOf<Status>(await patientCall(api, undefined, 'GET /api/v1/status', { headers }))).labels
  }
  expect(await labelsOf('demo-x')).toEqual(['demo'])
  expect(await labelsOf('Listed-Demo')).toEqual(['demo'])
  expect(await labelsOf('listed-test')).toEqual(['test'])
  expect(await labelsOf('ann', { demo: true, test: 'true' })).toEqual(['demo'])
  expect(await labelsOf('ann')).toEqual([])
})
