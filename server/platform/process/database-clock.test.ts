/**
 * Tests a database whose clock is wrong by five minutes, or was moved by years on purpose: token times follow the clock that
 * agrees with the identity provider.
 */
import type { Status } from '@apsis/contract/status/status.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followEvents } from '../testing/event-reader.ts'
import { createMovedDatabase } from '../testing/moved-database.ts'
import { askToken, asOperator, credentialsOf } from '../testing/service-account-operator.ts'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const LIFE_S = 600
/** The clock of a busy database is known only to within some seconds. */
const SAME_S = 5
/** Three years, to the second: longer than every time limit of the product. */
const MOVED_S = 94_694_399
/** A stream that ends at once ends within this time. */
const WHILE_MS = 1_500
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'
const person = { subject: 'ada', organisation: 'moved', roles: ['ca:admin'] }

/**
 * Creates a migrated database whose clock is ahead of this machine's by this number of seconds (behind if negative) in every query
 * of the present time.
 */
async function createDatabaseWithClock(aheadS: number): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await database.query('create schema moved')
  await database.query('grant usage on schema moved to public')
  await database.query(
    `create function moved.clock_timestamp() returns timestamptz language sql volatile
     as $$ select pg_catalog.clock_timestamp() + make_interval(secs => ${aheadS}) $$`,
  )
  // If a schema precedes the catalogue in the search path, its function is used for an unqualified name.
  const [named] = await database.query<{ name: string }>('select quote_ident(current_database()) as name')
  await database.query(`alter database ${named?.name} set search_path = moved, pg_catalog, public`)
  return database
}

const createMoved = (aheadS: number) => createMovedDatabase(new Date(Date.now() + 1_000 * aheadS).toISOString())

/** The seconds by which each clock is ahead, and the part of them that is a fault. */
const DATABASES = [
  ['off', 300, 300, createDatabaseWithClock],
  ['off', -300, -300, createDatabaseWithClock],
  ['moved', MOVED_S, 0, createMoved],
  ['moved', -MOVED_S, 0, createMoved],
] as const

describe.each(DATABASES)('with a database that is %s by %i s', (_, aheadS, faultS, create) => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({}, () => create(aheadS))
  })
  afterAll(() => api.close())

  test('the processes use its clock; an unintended difference is logged at the start and makes the status critical', async () => {
    const offS = (api.api.platform.now() - Date.now()) / 1_000
    expect(Math.abs(offS - aheadS)).toBeLessThan(SAME_S)
    const isOff = faultS !== 0
    expect(api.logged.filter((line) => line.includes('the clock of the database is off'))).toHaveLength(isOff ? 1 : 0)
    expect(api.logged.some((line) => line.includes('differs from that of the database'))).toBe(isOff)
    const { services } = await bodyOf<Status>(await api.call(person, 'GET /api/v1/status'))
    const clock = services.flatMap(({ checks }) => checks).find(({ name }) => name === 'clock')
    expect(clock).toMatchObject(
      isOff
        ? { level: 'critical', unit: 's', finding: { code: 'clocks-differ' } }
        : { level: 'ok', finding: { code: 'clocks-agree' } },
    )
    expect(Math.abs((clock?.value ?? 0) - faultS)).toBeLessThan(SAME_S)
    const measured = /^clock_offset_seconds\{[^}]*\} (\S+)$/m.exec(
      await (await fetch(`${api.opsOrigin}/metrics`)).text(),
    )
    expect(Math.abs(Number(measured?.[1]) - faultS)).toBeLessThan(SAME_S)
  })

  test('a page gets the time by which its clock was moved on purpose', async () => {
    const html = await (await fetch(`${api.origin}/ca/conjunctions`)).text()
    const said = /<meta name="apsis-clock-ahead" content="(-?\d+)">/.exec(html)?.[1]
    if (faultS !== 0) return expect(said).toBeUndefined()
    expect(Math.abs(Number(said) / 1_000 - aheadS)).toBeLessThan(SAME_S)
  })

  test('a service account gets a token that is accepted for its ten minutes', async () => {
    const made = await asOperator(api, person).created({ roles: ['ca:user'] })
    const answer = await askToken(api, credentialsOf(made))
    const given = await bodyOf<{ access_token: string; expires_in: number }>(answer)
    expect(given.expires_in).toBe(LIFE_S)
    const { exp = 0 } = decodeJwt(given.access_token)
    expect(Math.abs(exp - LIFE_S - Date.now() / 1_000)).toBeLessThan(SAME_S)
    const headers = { authorization: `Bearer ${given.access_token}` }
    expect((await api.call(undefined, 'GET /api/v1/ca/conjunctions', { headers })).status).toBe(200)
  })

  test('the stream of changes lasts as long as the token, and ends with it', async () => {
    const lasting = await followEvents(api, { ...person, lifeS: LIFE_S / 2 })
    const ended = lasting.ended()
    const still = new Promise((resolve) => setTimeout(() => resolve('still open'), WHILE_MS))
    expect(await Promise.race([ended, still])).toBe('still open')
    lasting.close()
    await ended.catch(() => undefined)
    const short = await followEvents(api, { ...person, lifeS: 2 })
    expect(await short.ended()).toEqual([])
  })

  test('a logout token of the provider is accepted while it is new, and not when it is ten minutes old', async () => {
    const logout = async (sid: string, ageS: number) => {
      const iat = Math.floor(Date.now() / 1_000) - ageS
      const about = { iss: api.issuer.issuer, aud: 'apsis-web', iat, jti: crypto.randomUUID(), sid }
      const token = await api.issuer.sign({ ...about, events: { [LOGOUT]: {} } }, { typ: 'logout+jwt' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ logout_token: token }).toString()
      return (await api.call(undefined, 'POST /api/v1/session/backchannel-logout', { body, headers })).status
    }
    expect([await logout('new', 0), await logout('old', 599)]).toEqual([204, 400])
  })
})
