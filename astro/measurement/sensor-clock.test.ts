import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import { type ObjectOffset, sensorClock } from './sensor-clock.ts'

const normal = standardNormal(seededRandom(23))
/** The timing error of a catalogue object, 1 sigma: 0.4 km in low orbit. */
const OBJECT_S = 0.05
const SENSORS = 20_000
/** The probability beyond three sigmas of a normal distribution: 0.27 %. */
const BEYOND_THREE_SIGMAS = 0.0027

/** Tracks of objects by a sensor whose clock has an error. */
const tracks = (objects: number, clockS: number, each = 1): ObjectOffset[] =>
  Array.from({ length: objects }, (_, objectId) => {
    const lateS = OBJECT_S * normal()
    return Array.from({ length: each }, () => ({ objectId, offsetS: lateS + clockS }))
  }).flat()

test.each([3, 4, 6, 9, 14, 40])(
  'F23: of sensors with a correct clock that measured %i objects, at most 0.27 % get an offset',
  (count) => {
    let claimed = 0
    for (let sensor = 0; sensor < SENSORS; sensor += 1) if (sensorClock(tracks(count, 0)) !== null) claimed += 1
    // The tolerance adds three sigmas of the count of 20,000 trials.
    const expected = SENSORS * BEYOND_THREE_SIGMAS
    expect(claimed).toBeLessThan(expected + 3 * Math.sqrt(expected))
  },
)

test('F23: one or two objects do not determine the clock, for any number of their tracks', () => {
  expect(sensorClock([])).toBe(null)
  expect(sensorClock(tracks(1, 0.4, 30))).toBe(null)
  expect(sensorClock(tracks(2, 0.4, 30))).toBe(null)
})

test('many tracks of one late object among three do not dominate the others', () => {
  const late = Array.from({ length: 50 }, () => ({ objectId: 1, offsetS: 0.6 }))
  expect(sensorClock([...late, { objectId: 2, offsetS: 0.01 }, { objectId: 3, offsetS: -0.02 }])).toBe(null)
})

test('F23: a clock error of 0.3 s is found from ten objects, with its size within the stated sigma', () => {
  let [found, within] = [0, 0]
  for (let sensor = 0; sensor < 1_000; sensor += 1) {
    const clock = sensorClock(tracks(10, 0.3))
    if (clock === null) continue
    found += 1
    if (Math.abs(clock.offsetS - 0.3) < 2 * clock.sigmaS) within += 1
  }
  expect(found).toBeGreaterThan(995)
  // Student's t: two sigmas with nine degrees of freedom contain 92.3 %.
  expect(within / found).toBeGreaterThan(0.89)
  expect(within / found).toBeLessThan(0.955)
})
