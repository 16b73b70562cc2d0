import { randomUUID } from 'node:crypto'
import { seededRandom } from '@apsis/astro/random.ts'
import type { Customer } from '@apsis/contract/payments/customer.ts'
import { ROLES } from '@apsis/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patientCall } from '../../ca/testing/patient-call.ts'
import { makeWorld, type PolicyWorld } from '../../ca/testing/policy-world.ts'
import { makeProvider, makeTrack } from '../../odt/testing/operator.ts'
import { TENANT_TABLES } from '../database/catalogue.data.ts'
import {
  addressOf,
  bodyFor,
  EVERY_ENDPOINT,
  goodBody,
  goodQuery,
  type NamedEndpoint,
} from '../testing/every-endpoint.ts'
import { CALL_CELLS } from '../testing/policy.ts'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import type { TestPerson } from '../testing/test-issuer.ts'

/** Only this number of the requests that `npm run tool -- campaigns identifiers` makes. */
const REQUESTS = Number(process.env.APSIS_IDENTIFIER_REQUESTS ?? 600)
const SEED = Number(process.env.APSIS_PROPERTY_SEED ?? 44)
const [MINE, THEIRS] = ['asking', 'asked-for']

let api: TestApi
let mine: PolicyWorld
let theirs: PolicyWorld
beforeAll(async () => {
  api = await startTestApi()
  mine = await worldOf(MINE)
  theirs = await worldOf(THEIRS)
})
afterAll(() => api.close())

/** Creates, for one organisation, one object of every kind that a call can name. */
async function worldOf(organisation: string): Promise<PolicyWorld> {
  const maker = { subject: `maker-of-${organisation}`, organisation, roles: ['ca:user'] }
  const cashier = { subject: `cashier-of-${organisation}`, organisation, roles: ['payments:admin'] }
  const body = JSON.stringify({ userId: cashier.subject, name: cashier.subject })
  const customer = await patientCall(api, cashier, 'POST /api/v1/payments/customers', { body })
  return {
    ...(await makeWorld(api, maker)),
    'file-id': await makeTrack(api, organisation),
    'provider-id': await makeProvider(api, organisation),
    'customer-id': (await bodyOf<Customer>(customer)).customerId,
  }
}

/** All 64 combinations of one role, or none, for each of three resources. */
const COMBINATIONS = (['ca', 'odt', 'payments'] as const).reduce<readonly (readonly string[])[]>(
  (sets, resource) => sets.flatMap((set) => [set, ...ROLES[resource].map((role) => [...set, `${resource}:${role}`])]),
  [[]],
)

/** Returns true if a person with these roles may make the call: each endpoint has one requirement, so a single sufficient role is enough. */
function mayCall({ name }: NamedEndpoint, roles: readonly string[]): boolean {
  const columns = roles.length === 0 ? ['none'] : roles
  return CALL_CELLS.some((cell) => cell.name === name && columns.includes(cell.column) && cell.expected === 'allow')
}
const isPublic = ({ name }: NamedEndpoint) =>
  CALL_CELLS.some((cell) => cell.name === name && cell.column === 'anonymous' && cell.expected === 'allow')

/** Ids in forms that a client would not send. */
const HOSTILE = ['%00', '..%2f..%2fx', "x'--", 'x%20', '%2A', 'null', 'x'.repeat(300), '%F0%9F%9B%B0', '-1', '1e400']
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Returns true for ids that only the organisation knows. The token of a link is not one: its holder may use it. */
const isPrivate = (name: string) => UUID.test(theirs[name] ?? '')
const kebab = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Ids = (name: string) => string | undefined

/** Returns the address of a call with one of the ids in each place for an id; the other parts are always valid. */
function addressWith(one: NamedEndpoint, ids: Ids): string {
  const path = addressOf(one, 'nobody').split('/')
  const named = one.endpoint.path.split('/').map((part, place) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    return (name === undefined ? undefined : ids(name)) ?? path[place]
  })
  const query = new URLSearchParams(goodQuery(one))
  const shape: unknown = one.endpoint.query === undefined ? undefined : Reflect.get(one.endpoint.query, 'shape')
  for (const key of Object.keys(shape ?? {})) {
    const id = ids(key)
    if (id !== undefined) query.set(key, id)
  }
  return `${named.join('/')}${query.size === 0 ? '' : `?${query}`}`
}

/** Returns a valid body in which each field for an id contains one of the ids; undefined if there is no such field. */
function bodyWith(one: NamedEndpoint, ids: Ids): RequestInit | undefined {
  const { endpoint } = one
  if (endpoint.body === undefined || endpoint.upload !== undefined || endpoint.accepts !== undefined) return undefined
  let isNamed = false
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const id = typeof inner === 'string' ? (ids(key) ?? ids(kebab(key))) : undefined
        isNamed ||= id !== undefined
        return [key, id ?? replaced(inner)]
      }),
    )
  }
  const body = replaced(JSON.parse(String(goodBody(one).body)))
  return isNamed ? bodyFor(endpoint, body) : undefined
}

type HeardAnswer = { readonly status: number; readonly body: string }
async function hear(who: TestPerson | undefined, request: string, init: RequestInit = {}): Promise<HeardAnswer> {
  const response = await patientCall(api, who, request, init)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream) return { status: response.status, body: await response.text() }
  await response.body?.cancel()
  return { status: response.status, body: '' }
}

/** Returns an answer without the parts that differ between requests, and without the requested ids. */
function plain({ status, body }: HeardAnswer, ids: readonly string[]): string {
  const text = ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), body)
  return `${status} ${text.replace(/"(requestId|instance|asOf|at|now|madeAt)":"[^"]*"/g, '')}`
}

/** Returns one hash of all data of the other organisation. */
async function hashOfTheirs(): Promise<string> {
  const parts = TENANT_TABLES.map(
    (name) => `select '${name}' as n, t::text as r from ${name} t where tenant_id = 'organisation:${THEIRS}'`,
  )
  const [row] = await api.database.query<{ hash: string }>(
    `select md5(string_agg(n || r, '|' order by n, r)) as hash from (${parts.join(' union all ')}) x`,
  )
  return row?.hash ?? ''
}

test(`${REQUESTS} requests of any role, to any endpoint, for any id (seed ${SEED}): refused as policy.csv says, and an id of another organisation gets the same answer as an unknown one`, async () => {
  const draw = seededRandom(SEED)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T
  const before = await hashOfTheirs()
  const secrets = Object.entries(theirs).flatMap(([name, id]) => (isPrivate(name) ? [id] : []))
  expect(secrets.length).toBeGreaterThan(10)
  const wrong: unknown[] = []
  const counts = { asked: 0, refused: 0, allowed: 0, foreign: 0, pairsFound: 0 }
  while (counts.asked < REQUESTS) {
    const one = pick(EVERY_ENDPOINT)
    const isAnonymous = draw() < 1 / 65
    const roles = isAnonymous ? [] : pick(COMBINATIONS)
    const who = isAnonymous ? undefined : { subject: 'asks', organisation: MINE, roles }
    const may = isPublic(one) || (!isAnonymous && mayCall(one, roles))
    const isRead = one.endpoint.method === 'GET'
    const kind = pick(isRead ? (['own', 'foreign', 'foreign', 'hostile'] as const) : (['foreign', 'hostile'] as const))
    const ask = async (ids: Ids) => {
      counts.asked += 1
      const address = `${one.endpoint.method} ${addressWith(one, ids)}`
      const heard = await hear(who, address, isRead ? {} : bodyWith(one, ids))
      const told = (why: string) => wrong.push([why, address, roles, heard.status, heard.body.slice(0, 300)])
      if (heard.status >= 500) told('an error of the server')
      const isRefused = heard.status === (isAnonymous ? 401 : 403)
      if (!may && !isRefused && !(kind === 'hostile' && [400, 404, 414].includes(heard.status))) told('was not refused')
      counts[may ? 'allowed' : 'refused'] += 1
      return heard
    }
    if (kind === 'own') await ask((name) => mine[name])
    else if (kind === 'hostile') {
      const id = pick(HOSTILE)
      await ask((name) => (isPrivate(name) ? id : undefined))
    } else {
      const unknown = new Map<string, string>()
      const unknownOf = (name: string) => {
        const made = unknown.get(name) ?? randomUUID()
        unknown.set(name, made)
        return made
      }
      const asUnknown = await ask((name) => (isPrivate(name) ? unknownOf(name) : undefined))
      if (unknown.size === 0) continue
      const asTheirs = await ask((name) => (isPrivate(name) ? theirs[name] : undefined))
      counts.foreign += 1
      if (asUnknown.status < 300) counts.pairsFound += 1
      const [first, second] = [plain(asUnknown, [...unknown.values()]), plain(asTheirs, secrets)]
      if (first !== second)
        wrong.push(['answers unlike an unknown id', one.name, roles, first.slice(0, 300), second.slice(0, 300)])
      const named = [...unknown.keys()].map((name) => theirs[name])
      const leaked = secrets.filter((id) => !named.includes(id) && asTheirs.body.includes(id))
      if (leaked.length > 0) wrong.push(['tells of what is theirs', one.name, roles, leaked])
    }
  }
  console.log(
    `${counts.asked} requests: ${counts.allowed} allowed, ${counts.refused} refused, ${counts.foreign} pairs of a foreign and an unknown id (${counts.pairsFound} answered with an empty list)`,
  )
  expect(wrong).toEqual([])
  // The generator must produce enough of the cases that it is meant to produce.
  expect(counts.foreign).toBeGreaterThan(REQUESTS / 20)
  expect(counts.allowed).toBeGreaterThan(REQUESTS / 10)
  expect(counts.refused).toBeGreaterThan(REQUESTS / 10)
  expect(await hashOfTheirs()).toBe(before)
})
