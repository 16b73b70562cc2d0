import { expect, test } from 'vitest'
import { earliestCommanded, lastCommand, needMsOf } from './command-contact.ts'

const MINUTE_MS = 60_000
const contact = (from: number, to: number) => ({ fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS })
const at = (minutes: number) => minutes * MINUTE_MS

/** Minutes: passes of ten minutes, one of two, and one of a day as a geostationary satellite has it. */
const PASSES = [contact(100, 110), contact(200, 202), contact(300, 310)]
const NEED = { nowMs: 0, needMs: at(60) }

test('the earliest burn waits for the first contact, the time to send, and the lead', () => {
  expect(earliestCommanded(PASSES, NEED)).toEqual({ burnMs: at(100 + 3 + 60) })
  // After the first, the next one is needed whole: it is shorter than sending takes.
  expect(earliestCommanded(PASSES, { ...NEED, nowMs: at(108) })).toEqual({ burnMs: at(202 + 60) })
  expect(earliestCommanded(PASSES, { ...NEED, nowMs: at(105) })).toEqual({ burnMs: at(108 + 60) })
  expect(earliestCommanded(PASSES, { ...NEED, nowMs: at(309) })).toBeNull()
  // None known is not none that reaches.
  expect(earliestCommanded([], NEED)).toBeNull()
  expect(earliestCommanded(null, { ...NEED, nowMs: at(7) })).toEqual({ burnMs: at(67) })
})

test('one decides until sending has to begin, by the last contact before the lead, whatever the order of the contacts', () => {
  const last = (burn: number, now = 0) =>
    lastCommand(PASSES.toReversed(), { ...NEED, nowMs: at(now), burnMs: at(burn) })
  expect(last(400)).toEqual({ contact: PASSES[2], untilMs: at(307) })
  expect(last(369)).toEqual({ contact: PASSES[2], untilMs: at(306) })
  // Three minutes of the third contact do not lie before the limit; the second is shorter, and sending begins with it.
  expect(last(362)).toEqual({ contact: PASSES[1], untilMs: at(200) })
  expect(last(261)).toEqual({ contact: PASSES[0], untilMs: at(107) })
  expect(last(162)).toBeNull()
  expect(last(400, 307)).toEqual({ contact: PASSES[2], untilMs: at(307) })
  expect(last(400, 308)).toBeNull()
})

test('a contact that never ends is cut where the lead begins', () => {
  expect(lastCommand([contact(-1_000, 10_000)], { ...NEED, burnMs: at(500) })?.untilMs).toBe(at(437))
})

test('a burn at the earliest time has a contact, and one a millisecond before has none', () => {
  for (let now = 0; now < 320; now += 1) {
    const need = { ...NEED, nowMs: at(now) }
    const earliest = earliestCommanded(PASSES, need)
    if (earliest === null) continue
    expect(lastCommand(PASSES, { ...need, burnMs: earliest.burnMs })).not.toBeNull()
    expect(lastCommand(PASSES, { ...need, burnMs: earliest.burnMs - 1 })).toBeNull()
  }
})

test('what is left of a pass that is cut at now counts as one that is going on', () => {
  const rest = [contact(100, 102)]
  expect(earliestCommanded(rest, { ...NEED, nowMs: at(100) })).toBeNull()
  expect(lastCommand(rest, { ...NEED, nowMs: at(100), burnMs: at(400) })).toBeNull()
  expect(earliestCommanded(rest, { ...NEED, nowMs: at(100) - 1 })).toEqual({ burnMs: at(102 + 60) })
  expect(earliestCommanded([contact(100, 103)], { ...NEED, nowMs: at(100) })).toEqual({ burnMs: at(103 + 60) })
})

test('a lead is rounded up to whole milliseconds, and by nothing where it has no parts of one', () => {
  // 0.333333 h are 1199.9988 s; 1.1 h are 3960 s, and a little more in binary numbers.
  expect(needMsOf({ leadTimeH: 0.333333, readyS: 0 })).toBe(1_199_999)
  expect(needMsOf({ leadTimeH: 1.1, readyS: 30 })).toBe(3_990_000)
})
