import { seededRandom } from '@apsis/astro/random.ts'
import { expect, test } from 'vitest'
import { type Busy, type Option, SLEW_S, schedule, worthOf } from './schedule.ts'

const CASES = 200
const option = (slot: string, startS: number, endS: number, value = 1, sensorCode = 'A'): Option => ({
  slot,
  sensorCode,
  startS,
  endS,
  value,
})

/** Whether all can be made, written down apart from the search: sorted by sensor and time, each after the one before. */
function isPossible(options: readonly Busy[]): boolean {
  const sorted = options.toSorted((a, b) => a.sensorCode.localeCompare(b.sensorCode) || a.startS - b.startS)
  return sorted.every((one, at) => {
    const before = sorted[at - 1]
    return before === undefined || before.sensorCode !== one.sensorCode || before.endS + SLEW_S <= one.startS
  })
}

/** The integer optimum, by looking at every choice of one option or none for each slot. */
function optimumOf(options: readonly Option[], busy: readonly Busy[]): number {
  const slots = [...new Set(options.map(({ slot }) => slot))]
  const look = (at: number, chosen: readonly Option[]): number => {
    if (at === slots.length) return isPossible([...chosen, ...busy]) ? worthOf(chosen) : 0
    const own = options.filter(({ slot }) => slot === slots[at])
    return Math.max(look(at + 1, chosen), ...own.map((one) => look(at + 1, [...chosen, one])))
  }
  return look(0, [])
}

test(`the schedule is worth as much as the integer optimum of ${CASES} generated cases, and can be made`, () => {
  const random = seededRandom(20_261_122)
  const whole = (below: number) => Math.floor(below * random())
  let [withConflict, belowGreedy] = [0, 0]
  for (let made = 0; made < CASES; made += 1) {
    const options = Array.from({ length: 3 + whole(4) }, (_, slot) =>
      Array.from({ length: 1 + whole(4) }, () => {
        const startS = whole(2400)
        return option(String(slot), startS, startS + 60 + whole(400), 1 + whole(20), 'AB'[whole(2)])
      }),
    ).flat()
    const busyFrom = whole(2400)
    const busy = [{ sensorCode: 'A', startS: busyFrom, endS: busyFrom + whole(300) }]
    const found = schedule(options, busy)
    expect(isPossible([...found, ...busy])).toBe(true)
    expect(new Set(found.map(({ slot }) => slot)).size).toBe(found.length)
    expect([made, worthOf(found)]).toEqual([made, optimumOf(options, busy)])
    const free = worthOf(
      [...new Set(options.map(({ slot }) => slot))].map(
        (slot) => options.filter((one) => one.slot === slot).toSorted((a, b) => b.value - a.value)[0] as Option,
      ),
    )
    if (worthOf(found) < free) withConflict += 1
    if (found.length < new Set(options.map(({ slot }) => slot)).size) belowGreedy += 1
  }
  // The cases are hard enough to tell a schedule from none.
  expect(withConflict).toBeGreaterThan(CASES / 2)
  expect(belowGreedy).toBeGreaterThan(0)
}, 60_000)

test('two passes at one sensor need the time to turn between them, and one that is busy takes none', () => {
  const first = option('1', 0, 100)
  expect(schedule([first, option('2', 100 + SLEW_S, 300)])).toHaveLength(2)
  expect(schedule([first, option('2', 99 + SLEW_S, 300)])).toHaveLength(1)
  expect(schedule([first, option('2', 50, 300, 1, 'B')])).toHaveLength(2)
  expect(schedule([first], [{ sensorCode: 'A', startS: 50, endS: 60 }])).toEqual([])
})

test('the most valuable single pass gives way where two others are worth more', () => {
  const found = schedule([option('1', 0, 1000, 5), option('2', 0, 300, 3), option('3', 500, 900, 3)])
  expect(found.map(({ slot }) => slot)).toEqual(['2', '3'])
})
