import { expect, test } from 'vitest'
import { initSgp4 } from '../sgp4/init.ts'
import { parseTle } from '../sgp4/tle.ts'
import { secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm } from '../vec3.ts'
import { describeEncounters } from './describe-encounter.ts'
import { screenExhaustively } from './exhaustive.ts'
import { type Encounter, screenedElements } from './screened-object.ts'
import type { Screening, ScreeningObject } from './screening-object.ts'
import { makeCatalogue } from './synthetic-catalogue.ts'

/** The tolerance of the reference set "historic". */
const REFERENCE_M = 1
/** Half a metre, or half a metre per second, compared with the values of python-sgp4. */
const METRE_DIGITS = 0
/** The TCA as given in the test. */
const EPOCH_DIGITS = 9
/** The day of the TCA is written with five or six decimals. */
const TEN_SECONDS_DIGITS = -1

const object = (id: string, line1: string, line2: string): ScreeningObject => ({
  id,
  flight: { kind: 'elements', model: initSgp4(parseTle(line1, line2)) },
})

// The collision of 2009: element sets of that day, and the results of python-sgp4 (WGS 72).
const objects = [
  object(
    '24946',
    '1 24946U 97051C   09040.78448243 +.00000153 +00000-0 +47668-4 0  9994',
    '2 24946 086.3994 121.7028 0002288 085.1644 274.9812 14.34219863597336',
  ),
  object(
    '22675',
    '1 22675U 93036A   09040.49834364 -.00000001  00000-0  95251-5 0  9996',
    '2 22675 074.0355 019.4646 0016027 098.7014 261.5952 14.31135643817415',
  ),
]
const start = parseTime('2009-02-10T16:00:00')
const screening: Screening = { objects, start, durationS: 7200, thresholdM: 5000 }
const seconds = secondsBetween(start, parseTime('2009-02-10T16:55:59.7958'))
const collision: Encounter = {
  first: 0,
  second: 1,
  kind: 'minimum',
  seconds,
  missM: 698.01,
  relativeSpeedMps: 11_647.24,
}

test('describeEncounters() gives the miss of Iridium 33 in RTN, speed, ages and regimes', () => {
  const [found] = describeEncounters(screening, [collision])
  const wanted = [-31.8, -436.82, 543.5]
  for (const [axis, part] of found!.missRtnM.entries()) expect(Math.abs(part - wanted[axis]!)).toBeLessThan(REFERENCE_M)
  expect(norm(found!.missRtnM)).toBeCloseTo(698.01, METRE_DIGITS)
  expect(norm(found!.velocityRtnMps)).toBeCloseTo(11_647.24, METRE_DIGITS)
  expect(secondsBetween(found!.tca, parseTime('2009-02-10T16:55:59.7958'))).toBeCloseTo(0, EPOCH_DIGITS)
  // Epochs: day 40.78448243 and 40.49834364; TCA: day 41.70555.
  expect(found!.primary.ageS).toBeCloseTo((41.705553 - 40.78448243) * 86_400, TEN_SECONDS_DIGITS)
  expect(found!.secondary.ageS).toBeCloseTo((41.705553 - 40.49834364) * 86_400, TEN_SECONDS_DIGITS)
  expect([found!.primary.regime, found!.secondary.regime]).toEqual(['LEO3', 'LEO3'])
  expect(found!.episode).toBeUndefined()
})

test('describeEncounters() uses the object for which the screening is made as primary, otherwise the object with the lower index', () => {
  const primaryOf = (places: number[]) => describeEncounters(screening, [collision], new Set(places))[0]!.primary.place
  expect([primaryOf([]), primaryOf([0]), primaryOf([1]), primaryOf([0, 1])]).toEqual([0, 0, 1, 0])
  const [turned] = describeEncounters(screening, [collision], new Set([1]))
  expect(turned!.secondary.object.id).toBe('24946')
  expect(norm(turned!.missRtnM)).toBeCloseTo(698.01, METRE_DIGITS)
})

test('describeEncounters() keeps the kinds of encounters at the ends, and numbers the episodes of pairs that stay together', () => {
  const docked: Screening = { ...screening, objects: [objects[0]!, { ...objects[0]!, id: 'docked' }] }
  const at = (kind: Encounter['kind'], when: number): Encounter => {
    return { first: 0, second: 1, kind, seconds: when, missM: 0, relativeSpeedMps: 0 }
  }
  const found = describeEncounters(docked, [at('start', 0), at('minimum', 3000), at('end', 7200)])
  expect(found.map(({ kind, episode }) => [kind, episode])).toEqual([
    ['start', 1],
    ['minimum', 1],
    ['end', 1],
  ])
  expect(found[0]!.missRtnM).toEqual([0, 0, 0])
})

test('describeEncounters() makes one episode for each pair that stays together for days: docked, in formation, in a GEO box', () => {
  const sets = makeCatalogue({ seed: 5, size: 300, epoch: start }).filter(({ objectName }) =>
    /STATION|FORMATION|BOX/.test(objectName),
  )
  const together: Screening = {
    objects: sets.map((set) => ({ id: set.objectName, flight: { kind: 'elements', model: initSgp4(set) } })),
    start,
    durationS: 3 * 86_400,
    thresholdM: 60_000,
  }
  const screened = sets.map((set) => screenedElements(set.objectName, initSgp4(set), start))
  const { encounters } = screenExhaustively(screened, together)
  const found = describeEncounters(together, encounters).filter(
    ({ primary: a, secondary: b }) => a.object.id === b.object.id,
  )
  const pairs = Map.groupBy(found, ({ primary, secondary }) => `${primary.place} ${secondary.place}`)
  // Three docked objects, two formations of two objects, and one geostationary box with two objects.
  expect(pairs.size).toBe(6)
  expect(found.length).toBeGreaterThan(100)
  const episodes = [...pairs.values()].map((all) => [...new Set(all.map(({ episode }) => episode))])
  expect(episodes.every((numbers) => numbers.length === 1 && numbers[0] !== undefined)).toBe(true)
  expect(new Set(episodes.flat()).size).toBe(6)
})

test('describeEncounters() reports an object without a state, and an object that does not exist', () => {
  const late: Screening = { ...screening, objects: [objects[0]!, { ...objects[1]!, fromS: 7000 }] }
  expect(() => describeEncounters(late, [collision])).toThrow(/^22675 has no state .* not-yet-flying/)
  expect(() => describeEncounters(screening, [{ ...collision, second: 2 }])).toThrow('no object at place 2')
})
