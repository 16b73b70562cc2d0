import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanCalendar } from '@apsis/contract/ca/report/calendar.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { planAt } from '../testing/plan-operator.ts'
import { burnEntry, calendarText, fold } from './calendar-text.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const PATH = '/api/v1/ca/calendar'
const who = (organisation: string) => ({ subject: 'ada', organisation, roles: ['ca:user'] })
const open = async (organisation: string) =>
  bodyOf<{ address: string }>(await api.call(who(organisation), `POST ${PATH}`))

test('fold() splits lines longer than 75 octets and no character, and unfolding restores the line (RFC 5545, 3.1)', () => {
  for (const text of ['short', 'x'.repeat(75), 'x'.repeat(76), 'Δv ü €'.repeat(60)]) {
    const folded = fold(text)
    for (const line of folded.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(folded.replaceAll('\r\n ', '')).toBe(text)
  }
})

test('a line break in a text does not end a line of the calendar, and control characters are removed (RFC 5545, 3.3.11)', () => {
  const at = new Date('2026-11-24T00:00:00Z')
  const entry = { id: 'a', start: at, end: at, version: 1, status: 'CONFIRMED' } as const
  const summary = 'A\rATTENDEE:mailto:x@y\r\nB\nC\u0007;'
  const lines = calendarText([{ ...entry, summary, description: '' }], 'Burns', at).split('\r\n')
  expect(lines).toContain(String.raw`SUMMARY:A\nATTENDEE:mailto:x@y\nB\nC \;`)
  expect(lines.join('')).not.toMatch(/\p{Cc}/u)
})

test('an address shows the burns without signing in; withdrawn burns are cancelled, and burns of others are not included', async () => {
  const operator = await planAt(api, 'calendar')
  const plan = await operator.planned()
  // A plan by drag has no Δv: its entry gives its duration.
  const drag = { holdS: 45_000 } as Plan['drag']
  const byDrag = calendarText([burnEntry({ ...plan, drag, totalDeltaVMagnitude: 0 })], 'Burns', new Date()).replaceAll(
    '\r\n ',
    '',
  )
  expect(byDrag).toContain(`SUMMARY:Burn ${plan.name}\\, drag 12.5 h (DRAFT)`)
  const other = await planAt(api, 'neighbour')
  const rejected = await other.moved(await other.planned(), { state: 'REJECTED', why: 'no' })
  const { address } = await open('calendar')
  const answer = await api.call(undefined, `GET ${address}`)
  expect(answer.headers.get('content-type')).toContain('text/calendar')
  const lines = (await answer.text()).replaceAll('\r\n ', '').split('\r\n')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines).toContain(`UID:${plan.manoeuvreId}@apsis`)
  expect(lines).toContain('STATUS:TENTATIVE')
  // RFC 5545, 3.3.5: a date with UTC time is written 19980119T070000Z.
  const start = lines.find((line) => line.startsWith('DTSTART:')) ?? ''
  expect(start).toMatch(/^DTSTART:\d{8}T\d{6}Z$/)
  expect(start.slice(8).replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6')).toBe(
    plan.ignitionEpoch.slice(0, 19),
  )
  const theirs = await (await api.call(undefined, `GET ${(await open('neighbour')).address}`)).text()
  expect(theirs).toContain(rejected.manoeuvreId)
  expect(theirs).toContain('STATUS:CANCELLED')
  expect(theirs).not.toContain(plan.manoeuvreId)
})

test('a new, revoked, altered or invented address gives the same answer and is in the audit trail; its secret is stored nowhere', async () => {
  const status = async () => bodyOf<PlanCalendar>(await api.call(who('fleeting'), `GET ${PATH}`))
  const read = async (address: string) => (await api.call(undefined, `GET ${address}`)).status
  expect(await status()).toEqual({ isOpen: false, since: null, by: null, hasPasses: false })
  const { address: first } = await open('fleeting')
  expect(await status()).toMatchObject({ isOpen: true })
  expect(await read(first)).toBe(200)
  const { address: second } = await open('fleeting')
  expect([await read(first), await read(second)]).toEqual([404, 200])
  const secret = second.split('.').at(-1) ?? ''
  const kept = await api.database.query<{ row: string }>(
    "select m::text || coalesce((select string_agg(a::text, '') from platform.audit a), '') as row from ca.manoeuvre_calendar m",
  )
  expect(kept.map(({ row }) => row).join()).not.toContain(secret)
  expect(kept.map(({ row }) => row).join()).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  expect((await api.call(who('fleeting'), `DELETE ${PATH}`)).status).toBe(204)
  const invented = [
    'nothing',
    '..',
    `${Buffer.from('organisation:calendar').toString('base64url')}.${secret}`,
    `AA.${secret}`,
  ]
  const all = [second, ...invented.map((token) => `${PATH}/${token}`)]
  expect(new Set(await Promise.all(all.map(read)))).toEqual(new Set([404]))
  const audit = await api.database.query<{ action: string }>(
    "select action from platform.audit where action like 'manoeuvre-calendar%' and tenant_id = 'organisation:fleeting' order by seq",
  )
  expect(audit.map(({ action }) => action)).toEqual([
    'manoeuvre-calendar.create',
    'manoeuvre-calendar.create',
    'manoeuvre-calendar.revoke',
  ])
})
