import { STATUS_LEVELS, type Status, worst } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatedSets, storeSets } from '../ca/testing/test-catalogue.ts'
import { addConnection, connectionPlatform, testWays } from '../connections/testing/test-connection.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { getStatus } from './status.service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const status = async (roles = ['ca:user']) =>
  bodyOf<Status>(await api.call({ subject: 'operator', roles }, 'GET /api/v1/status'))
const operator: Caller = {
  kind: 'person',
  subject: 'operator',
  tenantId: 'operator',
  username: 'operator',
  roles: new Set(['ca:user']),
  claimedLabels: [],
  sessionId: undefined,
  client: 'apsis-web',
  expiresAt: 0,
}
const check = (found: Status, name: string) =>
  found.services.flatMap((one) => one.checks).find((one) => one.name === name)

test('worst() ranks the six levels as in spec §4', () => {
  expect(STATUS_LEVELS).toEqual(['inactive', 'pending', 'ok', 'caution', 'serious', 'critical'])
  expect(worst([])).toBe('inactive')
  expect(worst(['inactive', 'ok', 'pending'])).toBe('ok')
  expect(worst(['ok', 'critical', 'caution'])).toBe('critical')
})

test('a platform without a worker is reported as serious', async () => {
  const found = await status()
  expect(check(found, 'workers')).toMatchObject({ level: 'serious', value: 0 })
  expect(found.level).toBe('serious')
  expect(found.version).toBe('0.3.4')
})

test('a database whose clock agrees with the machine is normal', async () => {
  expect(check(await status(), 'clock')).toMatchObject({ level: 'ok', value: 0, finding: { code: 'clocks-agree' } })
})

test('a database whose clock differs from the machine’s shows the difference and its sign, and is critical from half a minute on', async () => {
  const { platform } = api.api
  const off = async (offsetS: number) => {
    const now = () => platform.now() + 1_000 * offsetS
    return check(await getStatus({ ...platform, now }, operator), 'clock')
  }
  expect(await off(3)).toMatchObject({
    level: 'caution',
    value: 3,
    message: expect.stringContaining('is 3 s ahead of that of the machine'),
    finding: { code: 'clocks-differ', values: { offsetS: 3 } },
  })
  expect(await off(-31)).toMatchObject({
    level: 'critical',
    value: -31,
    message: expect.stringContaining('is 31 s behind that of the machine'),
  })
})

test('a running worker is counted, and a silent one is not', async () => {
  await api.database.query("insert into platform.process (id, kind) values (gen_random_uuid(), 'worker')")
  await api.database.query(
    "insert into platform.process (id, kind, seen_at) values (gen_random_uuid(), 'worker', now() - interval '2 minutes')",
  )
  expect(check(await status(), 'workers')).toMatchObject({ level: 'ok', value: 1 })
})

test('a job that was given up is serious until a person has looked at it', async () => {
  expect(check(await status(), 'dead letters')).toMatchObject({ level: 'ok' })
  await api.database.query("insert into pgboss.job (name, data) values ('dead-letter', '{}')")
  expect(check(await status(), 'dead letters')).toMatchObject({ level: 'serious', value: 1 })
})

test('the catalogue is shown by kind of object, and a catalogue without debris has level caution', async () => {
  expect((await status()).catalogue).toBeNull()
  await storeSets(api.database, simulatedSets(200))
  const found = await status()
  expect(found.catalogue).toMatchObject({
    payloads: 0,
    rocketBodies: 0,
    debris: 0,
    unknown: 200,
    lacks: ['DEBRIS', 'ROCKET_BODIES'],
    isSimulated: true,
  })
  expect(check(found, 'catalogue kinds')).toMatchObject({
    level: 'caution',
    message: expect.stringContaining('debris 0, unknown 200. Debris is not in this catalogue, nor are rocket bodies'),
    finding: {
      code: 'catalogue-kinds',
      values: { payloads: 0, rocketBodies: 0, debris: 0, unknown: 200, simulated: 1 },
    },
  })
})

test('services without data are inactive, not green', async () => {
  const { services } = await status()
  expect(services.map(({ service, level }) => [service, level])).toContainEqual(['ca', 'inactive'])
})

test('only the feeds of the caller’s organisation are shown', async () => {
  const platform = connectionPlatform(api.api.platform.db, { ways: testWays() })
  const folder = (tenantId: string, name: string) =>
    addConnection(platform, tenantId, { kind: 'FOLDER', name, feeds: ['MESSAGES'] })
  await folder('subject:operator', 'EU SST')
  await folder('subject:other', 'UK')
  const found = await status()
  const names = found.services.find(({ service }) => service === 'ca')?.checks.map(({ name, level }) => [name, level])
  expect(names).toEqual([
    ['feed EU SST', 'ok'],
    ['space-weather', 'inactive'],
  ])
})

test('a user without a role of collision avoidance does not see its feeds', async () => {
  const { services } = await status(['odt:admin', 'payments:admin'])
  const ca = services.find(({ service }) => service === 'ca')
  expect(ca).toEqual({
    service: 'ca',
    level: 'inactive',
    checks: [
      {
        name: 'data',
        level: 'inactive',
        message: 'What is checked here is shown to the users of the service.',
        finding: { code: 'checks-for-users', values: {} },
      },
    ],
  })
})

test('a user without a role of tracking and payments does not see their requests and books', async () => {
  const { services } = await status(['ca:admin'])
  for (const name of ['odt', 'payments'])
    expect(services.find(({ service }) => service === name)?.checks.map(({ finding }) => finding?.code)).toEqual([
      'checks-for-users',
    ])
})
