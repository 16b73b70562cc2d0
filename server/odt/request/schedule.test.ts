import { seededRandom } from '@apsis/astro/random.ts'
import { type Direction, SLEW_S } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import { expect, test } from 'vitest'
import { type Busy, type Option, type SlewRates, schedule, worthOf } from './schedule.ts'

const CASES = 200
const option = (slot: string, startS: number, endS: number, value = 1, sensorCode = 'A'): Option => ({
  slot,
  sensorCode,
  startS,
  endS,
  value,
})

/** Returns the time to turn, computed independently of the product: the angle by the haversine, 10 s to settle, and 60 s if no rate is stated. */
function turnOf({ sensorCode, pointing }: Busy, next: Busy, rates: SlewRates): number {
  const rate = rates.get(sensorCode)
  const [from, to] = [pointing?.end, next.pointing?.start]
  if (rate === undefined) return 60
  if (from === undefined || to === undefined) return 10 + 180 / rate
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2
  const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
  const haversine =
    half(to.elevation - from.elevation) + cos(from.elevation) * cos(to.elevation) * half(to.azimuth - from.azimuth)
  return 10 + (2 * Math.asin(Math.sqrt(haversine)) * 180) / Math.PI / rate
}

/** Returns true if all options can be made, computed independently of the search: sorted by sensor and time, each after the previous one. */
function isPossible(options: readonly Busy[], rates: SlewRates): boolean {
  const sorted = options.toSorted((a, b) => a.sensorCode.localeCompare(b.sensorCode) || a.startS - b.startS)
  return sorted.every((one, at) => {
    const before = sorted[at - 1]
    return (
      before === undefined ||
      before.sensorCode !== one.sensorCode ||
      before.endS + turnOf(before, one, rates) <= one.startS
    )
  })
}

/** Returns the integer optimum, from every choice of one option or none for each slot. */
function optimumOf(options: readonly Option[], busy: readonly Busy[], rates: SlewRates): number {
  const slots = [...new Set(options.map(({ slot }) => slot))]
  const look = (at: number, chosen: readonly Option[]): number => {
    if (at === slots.length) return isPossible([...chosen, ...busy], rates) ? worthOf(chosen) : 0
    const own = options.filter(({ slot }) => slot === slots[at])
    return Math.max(look(at + 1, chosen), ...own.map((one) => look(at + 1, [...chosen, one])))
  }
  return look(0, [])
}

test(`the schedule is worth as much as the integer optimum of ${CASES} generated cases, and can be made`, () => {
  const random = seededRandom(20_261_122)
  const whole = (below: number) => Math.floor(below * random())
  // Without a pointing the largest turn is assumed. No sensor is so slow that it would lose an object that it follows.
  const direction = (): Direction => ({ azimuth: 360 * random(), elevation: 90 * random() })
  const pointing = () => (random() < 0.8 ? { start: direction(), end: direction() } : undefined)
  let [withConflict, belowGreedy] = [0, 0]
  for (let made = 0; made < CASES; made += 1) {
    const options = Array.from({ length: 3 + whole(4) }, (_, slot) =>
      Array.from({ length: 1 + whole(4) }, () => {
        const startS = whole(2400)
        const made = option(String(slot), startS, startS + 60 + whole(400), 1 + whole(20), 'AB'[whole(2)])
        return { ...made, pointing: pointing() }
      }),
    ).flat()
    const busyFrom = whole(2400)
    const busy = [{ sensorCode: 'A', startS: busyFrom, endS: busyFrom + whole(300) }]
    // Both sensors, one of them or neither state a rate.
    const rates = new Map([...'AB'].flatMap((code) => (random() < 0.6 ? [[code, 3 + 6 * random()] as const] : [])))
    const found = schedule(options, { busy, rates })
    expect(isPossible([...found, ...busy], rates)).toBe(true)
    expect(new Set(found.map(({ slot }) => slot)).size).toBe(found.length)
    expect([made, worthOf(found)]).toEqual([made, optimumOf(options, busy, rates)])
    const free = worthOf(
      [...new Set(options.map(({ slot }) => slot))].map(
        (slot) => options.filter((one) => one.slot === slot).toSorted((a, b) => b.value - a.value)[0] as Option,
      ),
    )
    if (worthOf(found) < free) withConflict += 1
    if (found.length < new Set(options.map(({ slot }) => slot)).size) belowGreedy += 1
  }
  // The cases are hard enough to distinguish a good schedule from a bad one.
  expect(withConflict).toBeGreaterThan(CASES / 2)
  expect(belowGreedy).toBeGreaterThan(0)
})

test('two passes at a sensor that states no rate need a minute between them, and a busy sensor takes no pass', () => {
  const first = option('1', 0, 100)
  expect(schedule([first, option('2', 100 + SLEW_S, 300)])).toHaveLength(2)
  expect(schedule([first, option('2', 99 + SLEW_S, 300)])).toHaveLength(1)
  expect(schedule([first, option('2', 50, 300, 1, 'B')])).toHaveLength(2)
  expect(schedule([first], { busy: [{ sensorCode: 'A', startS: 50, endS: 60 }] })).toEqual([])
})

test('a sensor needs the time to turn by the angle between the end of one pass and the start of the next, at its own rate', () => {
  // The sensor turns from south, 30° high, over the zenith to north, 30° high: 120°. At 8°/s that takes 15 s, and it needs 10 s to settle.
  const south = { azimuth: 180, elevation: 30 }
  const north = { azimuth: 0, elevation: 30 }
  const first = { ...option('1', 0, 100), pointing: { start: north, end: south } }
  const next = (startS: number) => ({ ...option('2', startS, startS + 100), pointing: { start: north, end: south } })
  const both = (second: Option, rate: number) => schedule([first, second], { rates: new Map([['A', rate]]) }).length
  expect([both(next(125.1), 8), both(next(124.9), 8)]).toEqual([2, 1])
  // The directions at the end of one pass and at the start of the next decide: in the reverse order the sensor does not have to turn.
  const back = (startS: number) => ({ ...option('2', startS, startS + 100), pointing: { start: south, end: north } })
  expect([both(back(110.1), 8), both(back(109.9), 8)]).toEqual([2, 1])
  // A slow sensor needs more than the minute of a sensor without a stated rate: 120 s to turn and 10 s to settle.
  expect([both(next(230.1), 1), both(next(229.9), 1)]).toEqual([2, 1])
  // If the direction is unknown, the largest turn is assumed, 180°: 22.5 s to turn and 10 s to settle.
  expect([both(option('2', 132.6, 300), 8), both(option('2', 132.4, 300), 8)]).toEqual([2, 1])
})

test('the time to turn applies to the existing work of a sensor, before and after it', () => {
  const [east, west] = [
    { azimuth: 90, elevation: 45 },
    { azimuth: 270, elevation: 45 },
  ]
  const busy = [{ sensorCode: 'A', startS: 1000, endS: 1100, pointing: { start: east, end: west } }]
  const rates = new Map([['A', 9]])
  const take = (startS: number, pointing: Option['pointing']) =>
    schedule([{ ...option('1', startS, startS + 100), pointing }], { busy, rates }).length
  // Turning by 90° at 9°/s takes 10 s, and settling 10 s: from the end of the option to the start of the busy pass, and likewise after the end of the
  // busy pass.
  expect([take(880, { start: east, end: west }), take(881, { start: east, end: west })]).toEqual([1, 0])
  expect([take(1120, { start: east, end: west }), take(1119, { start: east, end: west })]).toEqual([1, 0])
})

test('the most valuable single pass is left out if two others are worth more', () => {
  const found = schedule([option('1', 0, 1000, 5), option('2', 0, 300, 3), option('3', 500, 900, 3)])
  expect(found.map(({ slot }) => slot)).toEqual(['2', '3'])
})
