import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Connection,
  type ConnectionReading,
  type ConnectionTest,
  NewConnection,
} from '@apsis/contract/connections/connection.ts'
import { listEvents } from '@apsis/contract/events/event.ts'
import {
  emptySpaceTrack,
  type LocalSpaceTrack,
  startSpaceTrack,
} from '@apsis/tools/services/space-track/space-track.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { dyingAt } from '../platform/testing/dying-database.ts'
import { addressOf, EVERY_ENDPOINT, goodQuery } from '../platform/testing/every-endpoint.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { createConnection, listConnections, removeConnection, testConnection } from './connection.service.ts'
import { connectionPlatform, testWays } from './testing/test-connection.ts'

const CONNECTIONS = '/api/v1/connections'
const SECRET = 'right-and-very-secret'
const USER = 'flight@operator.example'

let api: TestApi
let server: LocalSpaceTrack
beforeAll(async () => {
  const exchangeDir = mkdtempSync(join(tmpdir(), 'apsis-exchange-'))
  api = await startTestApi({ APSIS_EXCHANGE_DIR: exchangeDir, APSIS_DELIVERY_LOOPBACK: 'true' })
  const accounts = [{ identity: USER, password: SECRET, reads: [43_617, 43_618] }]
  server = await startSpaceTrack({ content: emptySpaceTrack(), accounts })
})
afterAll(async () => {
  await api.close()
  await server.close()
})

const admin = (organisation: string) => ({ subject: 'ada', organisation, roles: ['ca:admin', 'ca:user'] })
const ask = async (organisation: string, request: string, body?: object, headers: Record<string, string> = {}) =>
  api.call(admin(organisation), request, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
const spaceTrack = (change: object = {}) => ({
  kind: 'SPACE_TRACK',
  name: 'Space-Track',
  address: server.url,
  account: USER,
  secret: SECRET,
  feeds: ['MESSAGES'],
  ...change,
})
const FOLDER = { kind: 'FOLDER', name: 'EU SST', folder: 'eu-sst', feeds: ['MESSAGES'] }
const made = async (organisation: string, given: object) => {
  const answer = await ask(organisation, `POST ${CONNECTIONS}`, given)
  expect(answer.status).toBe(201)
  return bodyOf<Connection>(answer)
}

test('a connection is created, listed for the whole organisation and for no other, and its password is in no answer', async () => {
  const connection = await made('made', spaceTrack())
  expect(connection).toMatchObject({
    kind: 'SPACE_TRACK',
    account: USER,
    state: 'ACTIVE',
    isStaging: true,
    periodHours: 8,
    version: 1,
    feeds: [{ feed: 'MESSAGES', lastReadAt: null, lastResult: null, newInDay: 0, usualInDay: null, doubt: null }],
  })
  expect(connection.budget.map(({ requests, withinS, most, allowed }) => [requests, withinS, most, allowed])).toEqual(
    expect.arrayContaining([
      ['all', 60, 25, 30],
      ['all', 3_600, 250, 300],
    ]),
  )
  const colleague = { subject: 'ben', organisation: 'made', roles: ['ca:user'] }
  const listed = await bodyOf<Connection[]>(await api.call(colleague, `GET ${CONNECTIONS}`))
  expect(listed).toEqual([connection])
  expect(await bodyOf(await ask('another', `GET ${CONNECTIONS}`))).toEqual([])
  expect(JSON.stringify(listed)).not.toContain(SECRET)
})

test.each([
  ['http://127.0.0.1:4101', true],
  ['http://localhost:4101', true],
  ['https://testing.space-track.org', true],
  ['https://www.space-track.org', false],
  ['https://localhost.example', false],
])('the data of %s counts as simulated without a tick: %s', async (address, isStaging) => {
  expect(await made(`staging ${address}`, { ...spaceTrack(), address })).toMatchObject({ isStaging })
})

test.each<[string, object, number, string]>([
  ['without an account', { account: undefined }, 400, '/account'],
  ['without a password', { secret: undefined }, 422, '/secret'],
  ['with a path', { address: 'https://www.space-track.org/ajaxauth' }, 422, '/address'],
  ['with an address inside a network', { address: 'https://10.0.0.7' }, 422, '/address'],
  ['without encryption', { address: 'http://www.space-track.org' }, 422, '/address'],
  ['with a folder', { folder: 'drop' }, 400, '/folder'],
  ['with what the service does not bring', { feeds: ['EPHEMERIDES'] }, 400, '/feeds'],
  ['with the same feed twice', { feeds: ['MESSAGES', 'MESSAGES'] }, 400, '/feeds'],
  ['with a name of two lines', { name: 'a\nb' }, 400, '/name'],
  ['with a password that is too long', { secret: 'x'.repeat(257) }, 400, '/secret'],
])('Space-Track %s is refused with the name of the field', async (_, change, status, pointer) => {
  const answer = await ask('refused', `POST ${CONNECTIONS}`, spaceTrack(change))
  expect(answer.status).toBe(status)
  const { errors } = await bodyOf<{ errors: { pointer: string }[] }>(answer)
  expect(errors.map((one) => one.pointer)).toContain(`#${pointer}`)
  expect(await bodyOf(await ask('refused', `GET ${CONNECTIONS}`))).toEqual([])
})

const MAILBOX = {
  kind: 'MAILBOX',
  name: 'Mailbox',
  address: 'imaps://mail.operator.example',
  account: USER,
  secret: SECRET,
  senders: ['EUSST.example', 'flight@partner.example'],
  feeds: ['MESSAGES'],
}

test('a mailbox is stored with its port, its folder and its senders in small letters, and shows no budget', async () => {
  const connection = await made('mailbox', MAILBOX)
  expect(connection).toMatchObject({
    address: 'imaps://mail.operator.example:993',
    mailFolder: 'INBOX',
    senders: ['eusst.example', 'flight@partner.example'],
    folder: null,
    budget: [],
  })
  const path = `PUT ${CONNECTIONS}?connection-id=${connection.connectionId}`
  const changed = { ...MAILBOX, secret: undefined, mailFolder: 'Partners', senders: ['eusst.example'] }
  expect(await bodyOf<Connection>(await ask('mailbox', path, changed))).toMatchObject({
    mailFolder: 'Partners',
    senders: ['eusst.example'],
  })
  expect(JSON.stringify(await bodyOf(await ask('mailbox', `GET ${CONNECTIONS}`)))).not.toContain(SECRET)
})

test.each<[string, object, number, string]>([
  ['without an address', { address: undefined }, 400, '/address'],
  ['without an account', { account: undefined }, 400, '/account'],
  ['without a password', { secret: undefined }, 422, '/secret'],
  ['without senders', { senders: undefined }, 400, '/senders'],
  ['with no sender', { senders: [] }, 400, '/senders'],
  ['with everybody as a sender', { senders: ['*'] }, 400, '/senders/0'],
  ['with a sender without a domain', { senders: ['example'] }, 400, '/senders/0'],
  ['with two feeds', { feeds: ['MESSAGES', 'EPHEMERIDES'] }, 400, '/feeds'],
  ['with neighbours', { feeds: ['NEIGHBOURS'] }, 400, '/feeds'],
  ['with a folder of files', { folder: 'drop' }, 400, '/folder'],
  ['with a folder of two lines', { mailFolder: 'a\r\nA1 LOGOUT' }, 400, '/mailFolder'],
  ['without TLS', { address: 'imap://mail.operator.example' }, 422, '/address'],
  ['at a web address', { address: 'https://mail.operator.example' }, 422, '/address'],
  ['inside a network', { address: 'imaps://10.0.0.7' }, 422, '/address'],
  ['inside a network, written as a number', { address: 'imaps://167772167' }, 422, '/address'],
  ['with a local name', { address: 'imaps://mail.local' }, 422, '/address'],
  ['with a path', { address: 'imaps://mail.operator.example/INBOX' }, 422, '/address'],
  ['with a password in its address', { address: 'imaps://a:b@mail.operator.example' }, 422, '/address'],
])('a mailbox %s is refused with the name of the field', async (_, change, status, pointer) => {
  const answer = await ask('refused', `POST ${CONNECTIONS}`, { ...MAILBOX, ...change })
  expect(answer.status).toBe(status)
  const { errors } = await bodyOf<{ errors: { pointer: string }[] }>(answer)
  expect(errors.map((one) => one.pointer)).toContain(`#${pointer}`)
})

test('one folder of a mailbox is read by one connection', async () => {
  await made('one reader', MAILBOX)
  const second = { ...MAILBOX, name: 'Second', address: 'imaps://MAIL.operator.example:993/', feeds: ['EPHEMERIDES'] }
  expect((await ask('one reader', `POST ${CONNECTIONS}`, second)).status).toBe(409)
  await made('one reader', { ...second, mailFolder: 'Ephemerides' })
})

test.each(['../other', 'UP', 'a/b', '..', 'a_b', '', 'x'.repeat(41)])('the folder %j is refused', async (folder) => {
  const answer = await ask('refused', `POST ${CONNECTIONS}`, { ...FOLDER, folder })
  expect(answer.status).toBe(400)
})

test('names and folders are taken once in an organisation', async () => {
  await made('taken', FOLDER)
  for (const given of [
    { ...FOLDER, folder: 'other' },
    { ...FOLDER, name: 'Other' },
  ])
    expect((await ask('taken', `POST ${CONNECTIONS}`, given)).status).toBe(409)
  await made('taken too', FOLDER)
})

test('a change keeps the password that is not given, and replaces it by one that is; a stale version changes nothing', async () => {
  const { connectionId, version } = await made('changed', spaceTrack())
  const path = `PUT ${CONNECTIONS}?connection-id=${connectionId}`
  const { secret: _, ...given } = spaceTrack({ name: 'Renamed', periodHours: 24 })
  const changed = await bodyOf<Connection>(await ask('changed', path, given, { 'if-match': `"${version}"` }))
  expect(changed).toMatchObject({ name: 'Renamed', periodHours: 24, state: 'ACTIVE' })
  const test = `POST ${CONNECTIONS}/${connectionId}/tests`
  expect(await bodyOf<ConnectionTest>(await ask('changed', test))).toMatchObject({ result: 'new', account: USER })
  expect((await ask('changed', path, given, { 'if-match': `"${version}"` })).status).toBe(412)
  await ask('changed', path, { ...given, secret: 'wrong' })
  expect(await bodyOf<ConnectionTest>(await ask('changed', test))).toMatchObject({
    result: 'password',
    satellites: null,
  })
  expect((await ask('changed', path, { ...FOLDER, name: 'Renamed' })).status).toBe(409)
})

test('a test says what the account may read, and which of it is in the fleet', async () => {
  const { connectionId } = await made('tested', spaceTrack())
  const satellite = await ask('tested', 'POST /api/v1/ca/satellites', { name: 'OURS', noradId: 43_617 })
  const { satelliteId } = await bodyOf<{ satelliteId: string }>(satellite)
  const found = await bodyOf<ConnectionTest>(await ask('tested', `POST ${CONNECTIONS}/${connectionId}/tests`))
  expect(found).toMatchObject({ result: 'new', detail: null, againAt: null, account: USER })
  expect(found.satellites?.map(({ noradId, satelliteId: id }) => [noradId, id])).toEqual([
    [43_617, satelliteId],
    [43_618, null],
  ])
  const folder = await made('tested', FOLDER)
  const there = await bodyOf<ConnectionTest>(await ask('tested', `POST ${CONNECTIONS}/${folder.connectionId}/tests`))
  expect(there).toMatchObject({ result: 'nothing-new', satellites: null })
})

test('a pause names who paused, and a resumed connection is due at once', async () => {
  const { connectionId } = await made('paused', FOLDER)
  const path = `PUT ${CONNECTIONS}?connection-id=${connectionId}`
  const paused = await bodyOf<Connection>(await ask('paused', path, { ...FOLDER, isPaused: true }))
  expect(paused).toMatchObject({ state: 'PAUSED', stateDetail: 'ada' })
  const resumed = await bodyOf<Connection>(await ask('paused', path, { ...FOLDER, isPaused: false }))
  expect(resumed).toMatchObject({ state: 'ACTIVE', stateDetail: null, feeds: [{ nextAt: null }] })
})

test('a connection that is removed is gone with its readings, and its requests still count', async () => {
  const { connectionId, budget } = await made('removed', spaceTrack())
  await ask('removed', `POST ${CONNECTIONS}/${connectionId}/tests`)
  const used = async (id: string) => {
    const all = await bodyOf<Connection[]>(await ask('removed', `GET ${CONNECTIONS}`))
    return all.find((one) => one.connectionId === id)?.budget[1]?.used ?? 0
  }
  const before = await used(connectionId)
  expect(before).toBeGreaterThan(budget[1]?.used ?? 0)
  expect((await ask('removed', `DELETE ${CONNECTIONS}?connection-id=${connectionId}`)).status).toBe(204)
  expect((await ask('removed', `GET ${CONNECTIONS}/${connectionId}/readings`)).status).toBe(404)
  const again = await made('removed', spaceTrack())
  expect(await used(again.connectionId)).toBeGreaterThanOrEqual(before)
  const readings = await ask('removed', `GET ${CONNECTIONS}/${again.connectionId}/readings`)
  expect(await bodyOf<ConnectionReading[]>(readings)).toEqual([])
  expect(readings.headers.get('x-total-count')).toBe('0')
})

test('each change and test is in the audit trail, and neither the trail nor a log line holds the password', async () => {
  const { connectionId } = await made('audited', spaceTrack())
  await ask('audited', `POST ${CONNECTIONS}/${connectionId}/tests`)
  await ask('audited', `DELETE ${CONNECTIONS}?connection-id=${connectionId}`)
  const rows = await api.database.query<{ action: string; actor: string; detail: object }>(
    "select action, actor, detail from platform.audit where tenant_id = 'organisation:audited' order by seq",
  )
  const own = rows.filter(({ action }) => action.startsWith('connection.'))
  expect(own.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    'connection.create ada',
    'connection.test ada',
    'connection.remove ada',
  ])
  expect(JSON.stringify(rows)).not.toContain(SECRET)
  expect(api.logged.join('')).not.toContain(SECRET)
})

test('the password is in no table, no answer to a question and no line of the log, whether the service took or refused it', async () => {
  const { connectionId } = await made('searched', spaceTrack())
  await ask('searched', `POST ${CONNECTIONS}/${connectionId}/tests`)
  const refused = 'wrong-and-very-secret'
  const changed = await ask(
    'searched',
    `PUT ${CONNECTIONS}?connection-id=${connectionId}`,
    spaceTrack({ secret: refused }),
  )
  const tested = await ask('searched', `POST ${CONNECTIONS}/${connectionId}/tests`)
  const answers = [await changed.text(), await tested.text()]
  expect(answers[1]).toContain('"result":"password"')
  const roles = ['ca', 'odt', 'payments'].flatMap((service) => ['admin', 'user'].map((role) => `${service}:${role}`))
  const everywhere = { subject: 'ada', organisation: 'searched', roles }
  const questions = EVERY_ENDPOINT.filter(
    ({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== listEvents.path,
  )
  for (const question of questions) {
    const answer = await api.call(everywhere, `GET ${addressOf(question, connectionId)}${goodQuery(question)}`)
    answers.push(await answer.text())
  }
  expect(answers.join('')).toContain(connectionId)
  const tables = await api.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const rows = []
  for (const { name } of tables) rows.push(...(await api.database.query(`select t::text as row from ${name} t`)))
  expect(JSON.stringify(rows)).toContain(connectionId)
  const places = { answers: answers.join(''), tables: JSON.stringify(rows), log: api.logged.join('') }
  for (const secret of [SECRET, refused])
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      for (const [place, text] of Object.entries(places)) expect(text.includes(form), `${form} in ${place}`).toBe(false)
})

test('an API that is killed before any of its transactions leaves a connection whole or not at all, and sends no request that is not counted', async () => {
  const db = openDatabase({ url: api.database.appUrl, pool: 2, name: 'test-dying', log: api.log })
  const ways = testWays()
  const alive = connectionPlatform(db, { ways })
  for (let last = 0; ; last += 1) {
    const tenantId = `organisation:killed at ${last}`
    const caller = { tenantId, subject: 'ada', username: 'ada' }
    const given = NewConnection.parse({ ...spaceTrack({ account: `${USER}` }), isStaging: false })
    const first = dyingAt(db, last)
    await createConnection(connectionPlatform(first.db, { ways }), { caller, requestId: 'test' }, given).catch(
      () => undefined,
    )
    const stored = await listConnections(alive, { tenantId })
    expect(stored.map(({ feeds }) => feeds.length)).toEqual(last === 0 ? [] : [1])
    const works = await api.database.query('select 1 from platform.recurring_work where tenant_id = $1', [tenantId])
    expect(works.length > 0).toBe(last > 0)
    const { connectionId } = stored[0] ?? (await createConnection(alive, { caller, requestId: 'test' }, given))
    const counted = async () => (await api.database.query('select 1 from connections.request')).length
    const [before, sent] = [await counted(), server.requests.length]
    const second = dyingAt(db, last)
    const isKilled = await testConnection(
      connectionPlatform(second.db, { ways }),
      { caller, requestId: 'test' },
      connectionId,
    ).then(
      () => false,
      () => true,
    )
    expect(server.requests.length - sent).toBeLessThanOrEqual((await counted()) - before)
    await removeConnection(alive, { caller, requestId: 'test' }, connectionId)
    if (isKilled) continue
    expect(last).toBeGreaterThan(2)
    break
  }
  await db.close()
})

test('a change that says nothing of the pause leaves the state as it is', async () => {
  const { connectionId } = await made('kept paused', { ...FOLDER, isPaused: true })
  const path = `PUT ${CONNECTIONS}?connection-id=${connectionId}`
  const renamed = await bodyOf<Connection>(await ask('kept paused', path, { ...FOLDER, name: 'Renamed' }))
  expect([renamed.name, renamed.state]).toEqual(['Renamed', 'PAUSED'])
})

test('a stored password is sent neither to another address nor with another account', async () => {
  const { connectionId } = await made('elsewhere', spaceTrack())
  const path = `PUT ${CONNECTIONS}?connection-id=${connectionId}`
  for (const other of [{ address: 'https://elsewhere.example' }, { account: 'other@operator.example' }]) {
    const answer = await ask('elsewhere', path, spaceTrack({ ...other, secret: undefined }))
    expect(answer.status).toBe(422)
    const { errors } = await bodyOf<{ errors: { code: string; pointer: string }[] }>(answer)
    expect(errors).toMatchObject([{ code: 'connection.secret', pointer: '#/secret' }])
    expect((await ask('elsewhere', path, spaceTrack({ ...other, secret: 'other' }))).status).toBe(200)
    expect((await ask('elsewhere', path, spaceTrack())).status).toBe(200)
  }
})
