import type { ObservationRequest, RequestPass } from '@apsis/contract/odt/request/request.ts'
import { REQUEST_STATUSES, REQUEST_TRANSITIONS } from '@apsis/contract/odt/request/request-status.ts'
import { expect, test } from 'vitest'
import { cancelling, meaningOfStatus, moneyOf, nextPass, reasonOf } from './status.ts'
import { lifeWords } from './words.data.ts'

const pass = (status: RequestPass['status'], start: string): RequestPass => ({
  passId: start,
  name: `ABC01@${start}`,
  sensorCode: 'ABC01',
  groundSensorName: 'Sierra Morena',
  start,
  end: start,
  status,
  isOverdue: false,
  replaces: null,
  observationFileId: null,
  reason: null,
})
const money = (part: Partial<ObservationRequest>) =>
  moneyOf(
    { currency: 'EUR', price: 7_600, held: 0, captured: 0, released: 0, ...part } as ObservationRequest,
    lifeWords,
  )

test('every status and every reason has a sentence', () => {
  for (const status of REQUEST_STATUSES) {
    const said = meaningOfStatus({ status, isEnded: true, isOverdue: false, reasons: ['never-above-mask'] }, lifeWords)
    expect(said).toMatch(/^[A-Z].*\(it never rises high enough\)\.$/)
  }
  const open = { status: 'PARTIAL', isEnded: false, isOverdue: true, reasons: [] } as const
  expect(meaningOfStatus(open, lifeWords)).not.toBe(meaningOfStatus({ ...open, isEnded: true }, lifeWords))
  expect(meaningOfStatus(open, lifeWords)).toContain('has not told')
})

test('a cancellation is offered only if the state table allows it', () => {
  for (const status of REQUEST_STATUSES) {
    const isAllowed = (REQUEST_TRANSITIONS[status] as readonly string[]).includes('CANCELLED')
    expect(cancelling({ status, isEnded: false, passes: [] }) !== undefined).toBe(isAllowed)
  }
  expect(cancelling({ status: 'PARTIAL', isEnded: true, passes: [] })).toBeUndefined()
  const passes = [pass('PENDING', 'c'), pass('EXECUTING', 'b'), pass('SUCCESSFUL', 'a')]
  expect(cancelling({ status: 'PARTIAL', isEnded: false, passes })).toEqual({ pending: 1, running: 1 })
})

test('the next pass is the earliest one that has not begun', () => {
  const passes = [pass('PENDING', '2026-02'), pass('PENDING', '2026-01'), pass('SUCCESSFUL', '2025-12')]
  expect(nextPass({ passes })?.start).toBe('2026-01')
  expect(nextPass({ passes: passes.slice(2) })).toBeUndefined()
})

test('the price lists the amounts charged, reserved and returned', () => {
  expect(money({ held: 7_600 })).toBe('€\u00a076.00 held')
  expect(money({ captured: 3_800, released: 3_800 })).toBe('€\u00a038.00 charged, €\u00a038.00 given back')
  expect(money({ currency: null })).toBe('no charge')
})

test('a reason that only the provider knows is shown unchanged', () => {
  expect(reasonOf({ reason: 'clouds' }, lifeWords)).toBe('clouds')
  expect(reasonOf({ reason: 'camera out of order' }, lifeWords)).toBe('camera out of order')
  expect(reasonOf({ reason: 'other-object' }, lifeWords)).toBe('measured was another object')
  expect(reasonOf({ reason: 'provider-refused: maintenance' }, lifeWords)).toBe('the provider refused it: maintenance')
  expect(reasonOf({ reason: 'provider-failed: ' }, lifeWords)).toBe('the provider did not manage it')
  expect(reasonOf({ reason: null }, lifeWords)).toBeUndefined()
})
