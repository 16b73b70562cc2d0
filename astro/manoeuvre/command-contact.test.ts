import { expect, test } from 'vitest'
import { earliestCommanded, lastCommand, needMsOf } from './command-contact.ts'

const MINUTE_MS = 60_000
const contact = (from: number, to: number) => ({ fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS })
const at = (minutes: number) => minutes * MINUTE_MS

/** In minutes: passes of ten minutes and of two minutes. */
const PASSES = [contact(100, 110), contact(200, 202), contact(300, 310)]
const NEED = { nowMs: 0, needMs: at(60) }

test('the earliest burn is after the first contact, the sending time, and the lead time', () => {
  expect(earliestCommanded(PASSES, NEED)).toEqual({ burnMs: at(100 + 3 + 60) })
  // After the start of the first contact's last minutes the second contact is used. It is shorter than the sending time, so all of it is needed.
  expect(earliestCommanded(PASSES, { ...NEED, nowMs: at(108) })).toEqual({ burnMs: at(202 + 60) })
  expect(earliestCommanded(PASSES, { ...NEED, nowMs: at(105) })).toEqual({ burnMs: at(108 + 60) })
  expect(earliestCommanded(PASSES, { ...NEED, nowMs: at(309) })).toBeNull()
  // Unknown contacts (null) differ from known contacts of which none is in time.
  expect(earliestCommanded([], NEED)).toBeNull()
  expect(earliestCommanded(null, { ...NEED, nowMs: at(7) })).toEqual({ burnMs: at(67) })
})

test('the decision is due when sending must begin in the last contact before the lead time, in any order of contacts', () => {
  const last = (burn: number, now = 0) =>
    lastCommand(PASSES.toReversed(), { ...NEED, nowMs: at(now), burnMs: at(burn) })
  expect(last(400)).toEqual({ contact: PASSES[2], untilMs: at(307) })
  expect(last(369)).toEqual({ contact: PASSES[2], untilMs: at(306) })
  // The third contact has less than three minutes before the limit; the second is shorter than that, so sending starts with it.
  expect(last(362)).toEqual({ contact: PASSES[1], untilMs: at(200) })
  expect(last(261)).toEqual({ contact: PASSES[0], untilMs: at(107) })
  expect(last(162)).toBeNull()
  expect(last(400, 307)).toEqual({ contact: PASSES[2], untilMs: at(307) })
  expect(last(400, 308)).toBeNull()
})

test('a contact without an end is cut where the lead time begins', () => {
  expect(lastCommand([contact(-1_000, 10_000)], { ...NEED, burnMs: at(500) })?.untilMs).toBe(at(437))
})

test('a burn at the earliest time has a contact, and a burn one millisecond earlier has none', () => {
  for (let now = 0; now < 320; now += 1) {
    const need = { ...NEED, nowMs: at(now) }
    const earliest = earliestCommanded(PASSES, need)
    if (earliest === null) continue
    expect(lastCommand(PASSES, { ...need, burnMs: earliest.burnMs })).not.toBeNull()
    expect(lastCommand(PASSES, { ...need, burnMs: earliest.burnMs - 1 })).toBeNull()
  }
})

test('a pass that is cut at the current time counts as in progress', () => {
  const rest = [contact(100, 102)]
  expect(earliestCommanded(rest, { ...NEED, nowMs: at(100) })).toBeNull()
  expect(lastCommand(rest, { ...NEED, nowMs: at(100), burnMs: at(400) })).toBeNull()
  expect(earliestCommanded(rest, { ...NEED, nowMs: at(100) - 1 })).toEqual({ burnMs: at(102 + 60) })
  expect(earliestCommanded([contact(100, 103)], { ...NEED, nowMs: at(100) })).toEqual({ burnMs: at(103 + 60) })
})

test('a lead time is rounded up to whole milliseconds, and unchanged if it is whole', () => {
  // 0.333333 h are 1199.9988 s; 1.1 h are 3960 s, and slightly more in binary numbers.
  expect(needMsOf({ leadTimeH: 0.333333, readyS: 0 })).toBe(1_199_999)
  expect(needMsOf({ leadTimeH: 1.1, readyS: 30 })).toBe(3_990_000)
})
