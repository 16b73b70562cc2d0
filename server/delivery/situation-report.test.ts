import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asOperator } from '../ca/testing/ca-operator.ts'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { addConnection, connectionPlatform, testWays } from '../connections/testing/test-connection.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { auditOf } from '../platform/testing/test-database.ts'
import { nextReportOf, situationReportWork } from './situation-report.service.ts'
import { confirmAddress } from './testing/confirm-address.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const RULES = '/api/v1/notifications/rules'
const REPORTS = 'POST /api/v1/notifications/situation-reports'

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
beforeEach(() => {
  world.ahead.ms = 0
  world.smtp.mails.length = 0
  world.smtp.reply = () => undefined
})
afterAll(() => world.close())

const nowMs = () => Date.now() + world.ahead.ms
/** Advances the time to a future instant. */
const goTo = (iso: string) => {
  world.ahead.ms = Date.parse(iso) - Date.now()
}
/** Runs the work that looks for due reports once. */
function turn(organisation: string, now = nowMs): Promise<void> {
  const { db, queue } = world.api.api.platform
  const platform = { db, queue, log: world.api.log, now, signal: new AbortController().signal }
  return situationReportWork.turn(platform, `organisation:${organisation}`)
}

/** Creates a person in a new organisation, with a confirmed address. */
async function reader(organisation: string) {
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const address = await confirmAddress(world, who)
  const put = (rules: object, asked = who) => world.api.call(asked, `PUT ${RULES}`, { body: JSON.stringify(rules) })
  const getRules = async () => bodyOf<NoticeRules>(await world.api.call(who, `GET ${RULES}`))
  const mails = () => world.smtp.mails.filter(({ to }) => to.includes(address)).map(({ data }) => data)
  const reports = async () => (await world.deliveries(who)).filter(({ kind }) => kind === 'situation-report')
  const arrived = async (count: number) => {
    await vi.waitFor(() => expect(mails()).toHaveLength(count), PATIENCE)
    await vi.waitFor(
      async () => expect((await reports()).some(({ state }) => state === 'waiting')).toBe(false),
      PATIENCE,
    )
    return read(mails().at(-1) ?? '')
  }
  return { who, put, getRules, mails, reports, arrived }
}

/** Returns subject and text of a mail, which are both encoded (RFC 2045, RFC 2047). */
function read(data: string) {
  const unfolded = data.replace(/\r\n[ \t]+/g, ' ')
  const [, plain = ''] = data.split(/Content-Type: text\/plain/i)
  const [head = '', body = ''] = plain.split('\r\n\r\n').length > 1 ? cut(plain) : []
  const text = /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
  return { subject: /^Subject: (.*)\r$/m.exec(unfolded)?.[1] ?? '', text: text.replaceAll('\r\n', '\n'), unfolded }
}
/** Returns head and body of a part of a mail, up to the next boundary. */
function cut(plain: string): readonly [string, string] {
  const at = plain.indexOf('\r\n\r\n')
  return [plain.slice(0, at), plain.slice(at + 4).split('\r\n--')[0] ?? '']
}

// Europe/Berlin puts its clocks forward on 28 March 2027 and back on 31 October 2027, both at 01:00 UTC (IANA time zone database, 2025b).
test.each([
  ['2027-03-27T16:59:59Z', '2027-03-27T17:00:00.000Z', 'Europe/Berlin', ['06:00', '18:00']],
  ['2027-03-27T17:00:00Z', '2027-03-28T04:00:00.000Z', 'Europe/Berlin', ['06:00', '18:00']],
  ['2027-03-28T04:00:00Z', '2027-03-28T16:00:00.000Z', 'Europe/Berlin', ['18:00', '06:00']],
  ['2027-10-31T04:59:00Z', '2027-10-31T05:00:00.000Z', 'Europe/Berlin', ['06:00']],
  // 02:30 is not shown in this night, and is shown twice in autumn: each day has one report.
  ['2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z', 'Europe/Berlin', ['02:30']],
  ['2027-03-28T01:00:00Z', '2027-03-29T00:30:00.000Z', 'Europe/Berlin', ['02:30']],
  ['2027-10-30T12:00:00Z', '2027-10-31T00:30:00.000Z', 'Europe/Berlin', ['02:30']],
  ['2027-10-31T00:30:00Z', '2027-11-01T01:30:00.000Z', 'Europe/Berlin', ['02:30']],
])('after %s the next report is due at %s', (after, next, timeZone, situationReportAt) => {
  const atMs = nextReportOf({ situationReportAt, timeZone }, Date.parse(after))
  expect(new Date(atMs ?? 0).toISOString()).toBe(next)
})

test('there are no times until somebody chooses them; a save without times keeps them; and each time is listed once', async () => {
  const { who, put, getRules } = await reader('choosing')
  expect((await getRules()).situationReportAt).toEqual([])
  const times = { situationReportAt: ['06:00', '18:00'], timeZone: 'Europe/Berlin' }
  expect((await put(times)).status).toBe(200)
  expect((await put({ rules: [], timeZone: 'Europe/Berlin' })).status).toBe(200)
  expect(await getRules()).toMatchObject(times)
  expect((await put({ situationReportAt: ['06:00', '06:00'] })).status).toBe(400)
  expect((await put({ situationReportAt: ['6'] })).status).toBe(400)
  expect((await put({ situationReportAt: Array.from({ length: 9 }, (_, hour) => `0${hour}:00`) })).status).toBe(400)
  // The audit trail contains the change; the save that changed nothing has no entry.
  const details = (await auditOf(world.api.database, 'choosing', 'rules.')).map(({ detail }) => detail)
  expect(details).toEqual([
    { version: 1, rules: 0, ...times },
    { version: 2, rules: 0 },
  ])
  expect(who.roles).toEqual(['ca:user'])
})

/**
 * Returns the next day on which the clock in Berlin changes (at 01:00 UTC). Also returns by how many hours that clock is ahead of UTC on
 * the day before, and in the evening of that day.
 */
function nextChange() {
  const hours = (ms: number) => {
    const shown = new Date(ms).toLocaleString('en-GB', { timeZone: 'Europe/Berlin', hour: 'numeric', hourCycle: 'h23' })
    return (Number(shown) - new Date(ms).getUTCHours() + 24) % 24
  }
  const noon = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS + 12 * HOUR_MS
  const days = Array.from({ length: 300 }, (_, day) => noon + day * DAY_MS)
  const dayMs = (days.find((ms) => hours(ms) !== hours(ms - DAY_MS)) ?? 0) - 12 * HOUR_MS
  return { dayMs, before: hours(dayMs - 12 * HOUR_MS), after: hours(dayMs + 12 * HOUR_MS) }
}

test('all open events are sent at the person’s local times before and after a change of the clock, even if nothing has changed', async () => {
  const { who, put, arrived, mails } = await reader('berlin')
  const operator = asOperator(world.api, 'berlin')
  const satellite = await operator.addSatellite(43_617)
  const created = new Date(Date.now() - HOUR_MS).toISOString()
  const { dayMs, before, after } = nextChange()
  expect([before, after].toSorted()).toEqual([1, 2])
  const local = (days: number, hour: number) =>
    new Date(dayMs + days * DAY_MS + (hour - (days < 0 ? before : after)) * HOUR_MS).toISOString()
  const tca = new Date(dayMs + 9.5 * DAY_MS).toISOString()
  await operator.take(cdmText({ createdAt: created, tca, objects: ['43617', '90001'], missM: 200 }))
  await operator.take(cdmText({ createdAt: created, tca, objects: ['43617', '90002'], missM: 20_000 }))
  const [critical, low] = (await operator.events()).toSorted(
    (a, b) => a.conjunctionData.totalMissDistance - b.conjunctionData.totalMissDistance,
  )
  const ada = { ...who, username: 'ada.l', name: 'Ada Lovelace' }
  const step = { body: JSON.stringify({ action: 'ACKNOWLEDGE' }) }
  await world.api.call(ada, `PUT /api/v1/ca/conjunctions/${low?.conjunctionId}/decision`, step)
  // The notices about both events arrived at once.
  await vi.waitFor(() => expect(mails().length).toBeGreaterThan(0), PATIENCE)
  await put({ situationReportAt: ['06:00', '18:00'], timeZone: 'Europe/Berlin' })
  goTo(new Date(Date.parse(local(-1, 6)) - 60_000).toISOString())
  await turn('berlin')
  await world.twoTurns('berlin')
  world.smtp.mails.length = 0
  goTo(new Date(Date.parse(local(-1, 6)) + 30_000).toISOString())
  await turn('berlin')
  const first = await arrived(1)
  expect(first.subject).toContain('2 events are open: 1 CRITICAL')
  expect(first.text).toContain(`1. CRITICAL: OBJECT 43617 × OBJECT 90001 (90001)`)
  expect(first.text.indexOf('OBJECT 90001')).toBeLessThan(first.text.indexOf('OBJECT 90002'))
  expect(first.text).toContain(`/ca/conjunction/${satellite.satelliteId}/${critical?.conjunctionId}`)
  expect(first.text).toContain(`2. ${low?.conjunctionData.riskLevel}: `)
  expect(first.text).toContain(`${tca.slice(0, 16).replace('T', ' ')} Z, in 10\u00a0d\u00a0`)
  expect(first.text).toContain('nobody has acknowledged it')
  expect(first.text).toContain('acknowledged by Ada Lovelace, ')
  expect(first.text).toContain('No source of messages is set, and the newest message is')
  expect(first.text).not.toContain('not sent')
  // The reports are due in the evening before the change of the clock, in the next morning by the new time, and in the next evening.
  for (const [due, count] of [
    [local(-1, 18), 2],
    [local(0, 6), 3],
    [local(0, 18), 4],
  ] as const) {
    goTo(new Date(Date.parse(due) - 30_000).toISOString())
    await turn('berlin')
    await world.twoTurns('berlin')
    expect(mails()).toHaveLength(count - 1)
    goTo(new Date(Date.parse(due) + 1_000).toISOString())
    await turn('berlin')
    const next = await arrived(count)
    expect(next.subject).toBe(first.subject)
    expect(next.text).not.toContain('not sent')
  }
})

test('two workers send only one report, and after an outage the report names the missed ones', async () => {
  const { put, arrived, mails, reports } = await reader('outage')
  await put({ situationReportAt: ['06:00', '14:00', '22:00'], timeZone: 'UTC' })
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  goTo(`${day}T14:00:10Z`)
  await Promise.all([turn('outage'), turn('outage'), turn('outage')])
  const report = await arrived(1)
  const first = new Date(Math.ceil((Date.now() - 6 * HOUR_MS) / (8 * HOUR_MS)) * 8 * HOUR_MS + 6 * HOUR_MS)
  const missed = (Date.parse(`${day}T14:00:00Z`) - first.getTime()) / (8 * HOUR_MS)
  expect(report.text).toContain(
    `${missed} reports before it, the first of ${first.toISOString().slice(0, 16).replace('T', ' ')} Z, were not sent`,
  )
  expect(report.text).toContain(`As of ${day} 14:00 Z.`)
  expect(report.subject).toContain('What is open is not known')
  expect(report.text).toContain('There is no satellite, and nothing that could be screened.')
  await turn('outage')
  await world.twoTurns('outage')
  expect([mails().length, (await reports()).length]).toEqual([1, 1])
})

test('a report that no mail server accepts is replaced by the next one, which says so, and says that it is late', async () => {
  const { put, arrived, mails, reports } = await reader('mail')
  await put({ situationReportAt: ['06:00', '18:00'], timeZone: 'UTC' })
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  goTo(`${day}T05:59:00Z`)
  await turn('mail')
  await arrived(1)
  world.smtp.mails.length = 0
  world.smtp.reply = (command) => (command.startsWith('RCPT') ? '450 4.2.0 later' : undefined)
  goTo(`${day}T06:00:10Z`)
  await turn('mail')
  await vi.waitFor(async () => expect((await reports())[0]?.tries).toBeGreaterThan(0), PATIENCE)
  // While no mail is accepted, the next report is written; the first one is not tried any more.
  await turn('mail', () => Date.parse(`${day}T18:19:59Z`))
  goTo(`${day}T18:20:00Z`)
  await vi.waitFor(async () => {
    const [next, first] = await reports()
    expect([first?.state, next?.state, next?.reason]).toEqual(['cancelled', 'waiting', 'smtp-reply'])
  }, PATIENCE)
  world.smtp.reply = () => undefined
  // On a busy machine the mail may have been refused more than once by now, and each refusal makes the next wait longer.
  const aMinuteLater = () => {
    world.ahead.ms += 60_000
    expect(mails()).toHaveLength(1)
  }
  await vi.waitFor(aMinuteLater, { ...PATIENCE, interval: 500 })
  const report = await arrived(1)
  expect(report.text).toContain(`This report was due at ${day} 18:00 Z, and is late.`)
  expect(report.text).toContain(`The report before it, of ${day} 06:00 Z, was not sent`)
  expect((await reports()).slice(0, 2).map(({ state, reason }) => [state, reason])).toEqual([
    ['delivered', null],
    ['cancelled', 'overtaken'],
  ])
})

test('a source without new data is named, and the report does not claim that there are no events', async () => {
  const { put, arrived } = await reader('silent')
  const platform = connectionPlatform(world.api.api.platform.db, {
    ways: testWays(),
    now: () => Date.now() - 3 * DAY_MS,
  })
  await addConnection(platform, 'organisation:silent', { kind: 'FOLDER', name: 'EU SST', feeds: ['MESSAGES'] })
  await put({ situationReportAt: ['06:00'], timeZone: 'UTC', language: 'de' })
  world.ahead.ms = DAY_MS
  await turn('silent')
  const { text, unfolded } = await arrived(1)
  expect(unfolded).toMatch(/^Subject: .*Lagebericht/m)
  expect(text).toContain('Was offen ist, ist nicht bekannt')
  expect(text).toMatch(/^- EU SST: /m)
})

test('a report is sent at once on request, but only to a confirmed address of a person who may see events', async () => {
  const { who, put, arrived, reports } = await reader('asking')
  world.smtp.reply = (command) => (command.startsWith('RCPT') ? '450 4.2.0 later' : undefined)
  expect((await world.api.call(who, REPORTS)).status).toBe(201)
  expect((await world.api.call(who, REPORTS)).status).toBe(409)
  world.smtp.reply = () => undefined
  world.ahead.ms = HOUR_MS
  const { text } = await arrived(1)
  expect(text).toContain('There is no satellite')
  expect(text).not.toContain('late')
  expect(await reports()).toHaveLength(1)
  const sent = {
    actor: 'ada',
    action: 'situation-report.send',
    object: 'ada',
    outcome: 'done',
    detail: { addresses: 1 },
  }
  expect(await auditOf(world.api.database, 'asking', 'situation-report.')).toEqual([sent])
  const nobody = { ...who, subject: 'grace' }
  expect((await world.api.call(nobody, REPORTS)).status).toBe(409)
  expect((await world.api.call({ ...who, roles: ['odt:user'] }, REPORTS)).status).toBe(403)
  // A person who has lost the role gets no events, and nothing is written for them.
  await put({ situationReportAt: ['06:00'], timeZone: 'UTC' }, { ...who, roles: ['odt:user'] })
  world.ahead.ms = 2 * DAY_MS
  await turn('asking')
  expect(await reports()).toHaveLength(1)
})

test('one click ends the reports without a sign-in, and the digest continues', async () => {
  const { who, put, arrived, getRules, mails } = await reader('ending')
  await put({ situationReportAt: ['06:00'], timeZone: 'UTC' })
  world.ahead.ms = DAY_MS
  await turn('ending')
  const { unfolded } = await arrived(1)
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  const url = /^List-Unsubscribe: <([^>]+)>/m.exec(unfolded)?.[1]?.replace(world.api.config.publicUrl, world.api.origin)
  if (url === undefined) throw new Error('there is no List-Unsubscribe')
  const page = await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'de' } })
  expect(await page.text()).toContain('Keinen Lagebericht mehr?')
  expect((await getRules()).situationReportAt).toEqual(['06:00'])
  const click = (address: string) =>
    fetch(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  // The token of a report does not end the digest, and a changed token ends nothing.
  expect((await click(url.replace('situation-reports', 'digests'))).status).toBe(404)
  expect((await click(`${url.slice(0, -2)}xx`)).status).toBe(404)
  expect((await click(url)).status).toBe(200)
  expect((await click(url)).status).toBe(200)
  expect(await getRules()).toMatchObject({ situationReportAt: [], digestAt: '07:00' })
  const entry = { actor: who.subject, object: who.subject, outcome: 'done', detail: {} }
  expect(await auditOf(world.api.database, 'ending', 'situation-report.')).toEqual([
    { ...entry, action: 'situation-report.unsubscribe' },
  ])
  world.ahead.ms = 3 * DAY_MS
  await turn('ending')
  await world.twoTurns('ending')
  expect(mails()).toHaveLength(1)
})
