import { expect, test } from 'vitest'
import { markBeforeBurn } from './before-burn.ts'

const HOUR_MS = 3_600_000
const BURN = { designator: '1', ignitionMs: 10 * HOUR_MS, endMs: 11 * HOUR_MS }
const message = (createdH: number, receivedH: number, observedH: number | null) => ({
  createdAt: createdH * HOUR_MS,
  receivedAt: receivedH * HOUR_MS,
  orbits: [
    { designator: '1', lastObservationAt: observedH === null ? null : new Date(observedH * HOUR_MS).toISOString() },
    { designator: '2', lastObservationAt: new Date(0).toISOString() },
  ],
})
const KNOWN = message(1, 1, 0)
const isMarked = (one: ReturnType<typeof message>, before = [KNOWN]) =>
  markBeforeBurn<ReturnType<typeof message> & { beforeBurnAt?: number }>([...before, one], [BURN]).at(-1)
    ?.beforeBurnAt === BURN.ignitionMs

// Flight rule F15: from ignition on, a message fitted before the end of the burn does not affect the level.
test.each([
  ['came before ignition', message(9, 9, 8), false],
  ['made after the burn, observed before it', message(20, 20, 9), true],
  ['made after the burn, observed during it', message(20, 20, 10.5), true],
  ['made and observed after the burn', message(20, 20, 12), false],
  ['made after the burn, does not say until when it was observed', message(20, 20, null), false],
  ['made before ignition, delivered after it', message(9, 12, null), true],
] as const)('%s', (_, one, expected) => expect(isMarked(one)).toBe(expected))

test('a whole history that is uploaded after the burn is used as it is', () => {
  expect(isMarked(message(9, 30, 8), [message(1, 30, 0)])).toBe(false)
})

test('a burn of one satellite does not affect messages about other satellites', () => {
  const other = { ...BURN, designator: '3' }
  expect(markBeforeBurn([KNOWN, message(20, 20, 9)], [other])).toEqual([KNOWN, message(20, 20, 9)])
})
