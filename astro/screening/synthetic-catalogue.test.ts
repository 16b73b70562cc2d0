import { expect, test } from 'vitest'
import type { ElementSet } from '../sgp4/element-set.ts'
import { formatTle } from '../sgp4/format-tle.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import { norm } from '../vec3.ts'
import { screenExhaustively } from './exhaustive.ts'
import { screenedElements } from './screened-object.ts'
import { makeCatalogue } from './synthetic-catalogue.ts'
import { CONSTELLATIONS, DEBRIS_BANDS, POPULATIONS } from './synthetic-shells.data.ts'

// The catalogue is made from one seed. The two limits are deviations of a draw and of the mean of draws, in standard
// deviations of a draw and of that mean.
/** In some thousands of normal draws, one such test in a thousand has a draw beyond this. */
const DRAW_SIGMAS = 5
/** One mean in 16 000 is beyond this. */
const MEAN_SIGMAS = 4
const ofMean = (sigma: number, draws: number) => (MEAN_SIGMAS * sigma) / Math.sqrt(draws)
/** Returns the standard deviation of a uniform distribution over a width. */
const evenly = (width: number) => width / Math.sqrt(12)
// The standard deviations that makeCatalogue draws with.
const CONSTELLATION_HEIGHT_KM = 0.3
const CONSTELLATION_INCLINATION_DEG = 0.01
const CONSTELLATION_NODE_DEG = 0.05
const NAVIGATION_HEIGHT_KM = 300
const HALF_DAY_INCLINATION_DEG = 0.5
const HALF_DAY_PERIGEE_DEG = 8
/** The standard deviation of the heights of debris over all bands, including the spread of the bands. */
const DEBRIS_HEIGHT_KM = 314
/** The upper limit of a uniform distribution. */
const CONSTELLATION_ECCENTRICITY = 1.5e-4

const epoch = parseTime('2026-03-01T00:00:00.000')
const named = (sets: readonly ElementSet[], word: string) => sets.filter(({ objectName }) => objectName.includes(word))

test('makeCatalogue() gives the same objects for the same seed, and others for another seed', () => {
  const [one, again, other] = [1, 1, 2].map((seed) => makeCatalogue({ seed, size: 300, epoch }))
  expect(one).toEqual(again)
  expect(one).not.toEqual(other)
})

test('makeCatalogue() gives the requested number of objects, each labelled as simulated and valid for a TLE', () => {
  for (const size of [0, 1, 60, 61, 1000]) {
    const sets = makeCatalogue({ seed: 5, size, epoch })
    expect(sets.length).toBe(size)
    expect(new Set(sets.map(({ noradId }) => noradId)).size).toBe(size)
    for (const set of sets) {
      expect(set.objectName).toMatch(/^SIMULATED /)
      const age = secondsBetween(set.epoch, epoch) / 86_400
      expect(age >= 0 && age <= 30).toBe(true)
      expect(formatTle(set).length).toBeGreaterThan(1)
    }
  }
  expect(() => makeCatalogue({ seed: 1, size: 1.5, epoch })).toThrow(RangeError)
})

test('makeCatalogue() has every kind: shells, high and eccentric orbits, decaying and broken objects', () => {
  const sets = makeCatalogue({ seed: 11, size: 2000, epoch })
  const models = sets.map(initSgp4)
  const deep = models.filter((model) => model.deep !== undefined)
  // As in the public catalogue, about every sixth or eighth object is in deep space; some of them have each resonance.
  expect(deep.length / sets.length).toBeGreaterThan(0.08)
  expect(deep.length / sets.length).toBeLessThan(0.2)
  expect(new Set(deep.map((model) => model.deep?.resonance))).toEqual(new Set([0, 1, 2]))
  const fails = (set: ElementSet, days: number) => !propagateSgp4(initSgp4(set), addSeconds(epoch, days * 86_400)).ok
  for (const set of named(sets, 'BROKEN')) expect(fails(set, 0)).toBe(true)
  expect(named(sets, 'DECAYING').filter((set) => fails(set, 7)).length).toBeGreaterThan(0)
  const whole = sets.filter((set) => !/BROKEN|DECAYING/.test(set.objectName))
  expect(whole.filter((set) => fails(set, 0))).toEqual([])
  const radii = whole.map((set) => {
    const state = propagateSgp4(initSgp4(set), epoch)
    return state.ok ? norm(state.r) : Number.NaN
  })
  for (const radius of radii) expect(radius > 6.4e6 && radius < 6e7).toBe(true)
  expect(radii.filter((radius) => radius < 8e6).length / sets.length).toBeGreaterThan(0.7)
})

test('makeCatalogue() has docked, formation and co-located objects that stay near each other', () => {
  const sets = makeCatalogue({ seed: 3, size: 60, epoch })
  const objects = sets.map((set) => screenedElements(set.objectName, initSgp4(set), epoch))
  const { encounters, notScreened } = screenExhaustively(objects, { durationS: 86_400, thresholdM: 50_000 })
  const pairs = new Set(encounters.map(({ first, second }) => `${objects[first]!.id}, ${objects[second]!.id}`))
  expect(pairs).toContain('SIMULATED STATION PART 0, SIMULATED STATION PART 0')
  expect(pairs).toContain('SIMULATED FORMATION 0, SIMULATED FORMATION 0')
  expect(pairs).toContain('SIMULATED GEO BOX 0, SIMULATED GEO BOX 0')
  expect(encounters.filter(({ missM, kind }) => missM === 0 && kind === 'start').length).toBe(3)
  expect(notScreened.map(({ place }) => objects[place]!.id)).toContain('SIMULATED BROKEN')
})

const LARGE = makeCatalogue({ seed: 21, size: 12_000, epoch })
const revPerDay = ({ meanMotionRadPerS }: ElementSet) => (meanMotionRadPerS * 86_400) / (2 * Math.PI)
/** WGS 72, as in SGP4. */
const axisKm = ({ meanMotionRadPerS }: ElementSet) => Math.cbrt(398_600.8 / meanMotionRadPerS ** 2)
const heightKm = (set: ElementSet) => axisKm(set) - 6378.135
const perigeeKm = (set: ElementSet) => axisKm(set) * (1 - set.eccentricity) - 6378.135
const apogeeKm = (set: ElementSet) => axisKm(set) * (1 + set.eccentricity) - 6378.135
const inclination = ({ incRad }: ElementSet) => radToDeg(incRad)
const ageDays = (set: ElementSet) => secondsBetween(set.epoch, epoch) / 86_400
const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
const spread = (of: readonly number[]) => Math.sqrt(mean(of.map((one) => (one - mean(of)) ** 2)))
/** Returns how many of twelve equal parts of a circle contain an angle. */
const partsOf = (angles: readonly number[]) => new Set(angles.map((angle) => Math.floor((6 * angle) / Math.PI))).size

test('makeCatalogue() has the number of each kind by its share, and catalogue numbers from 300 000', () => {
  expect(LARGE[0]?.noradId).toBe(300_000)
  const words: Record<keyof typeof POPULATIONS, string> = {
    constellation: 'LINK |POLAR WEB',
    sunSynchronous: 'SUNSYNC',
    navigation: 'NAVIGATION',
    geostationary: 'GEO$',
    geostationaryPair: 'GEO BOX',
    transfer: 'TRANSFER',
    halfDay: 'HALF DAY',
    docked: 'STATION PART',
    formation: 'FORMATION',
    decaying: 'DECAYING',
    broken: 'BROKEN',
  }
  const countIn = (sets: readonly ElementSet[], word: string) =>
    sets.filter(({ objectName }) => new RegExp(word).test(objectName)).length
  const few = makeCatalogue({ seed: 21, size: 60, epoch })
  const fewer = makeCatalogue({ seed: 21, size: 59, epoch })
  for (const [kind, word] of Object.entries(words)) {
    const { share, least } = POPULATIONS[kind as keyof typeof POPULATIONS]
    expect(countIn(LARGE, word), kind).toBe(Math.max(least, Math.round(12_000 * share)))
    expect(countIn(few, word), kind).toBe(Math.max(least, Math.round(60 * share)))
    expect(countIn(fewer, word), kind).toBe(Math.round(59 * share))
  }
  for (const { name, share } of CONSTELLATIONS)
    expect(named(LARGE, name).length).toBe(Math.round(share * POPULATIONS.constellation.share * 12_000))
})

test('makeCatalogue() publishes most elements within two days, and some debris up to thirty days later', () => {
  const debris = named(LARGE, 'DEBRIS').map(ageDays)
  const old = debris.filter((days) => days > 2)
  expect(old.length / debris.length).toBeGreaterThan(0.012)
  expect(old.length / debris.length).toBeLessThan(0.026)
  expect(Math.max(...old)).toBeGreaterThan(25)
  const young = debris.filter((days) => days <= 2)
  expect(Math.abs(mean(young) - 1)).toBeLessThan(ofMean(evenly(2), young.length))
  const others = LARGE.filter(({ objectName }) => !objectName.includes('DEBRIS'))
  for (const set of others) expect(ageDays(set)).toBeLessThanOrEqual(2)
})

test('makeCatalogue() puts constellations in planes of their height and inclination, with separate satellites', () => {
  for (const { name, heightKm: height, inclinationDeg } of CONSTELLATIONS) {
    const sets = named(LARGE, name)
    expect(Math.abs(mean(sets.map(heightKm)) - height), name).toBeLessThan(ofMean(CONSTELLATION_HEIGHT_KM, sets.length))
    for (const set of sets) {
      expect(Math.abs(heightKm(set) - height), name).toBeLessThan(DRAW_SIGMAS * CONSTELLATION_HEIGHT_KM)
      const tilt = Math.abs(inclination(set) - inclinationDeg)
      expect(tilt, name).toBeLessThan(DRAW_SIGMAS * CONSTELLATION_INCLINATION_DEG)
      expect(set.eccentricity).toBeLessThan(CONSTELLATION_ECCENTRICITY)
    }
    // Planes are distributed over all nodes, and the satellites of a plane over the whole plane.
    const planes = Map.groupBy(sets, ({ objectName }) => objectName.split(' ').at(-1)!.split('-')[0]!)
    expect(partsOf(sets.map(({ raanRad }) => raanRad)), name).toBe(12)
    for (const [plane, ones] of planes) {
      const [first] = ones
      // The difference of two draws.
      const nodeRad = DRAW_SIGMAS * Math.SQRT2 * degToRad(CONSTELLATION_NODE_DEG)
      for (const { raanRad } of ones)
        expect(Math.abs(Math.sin(raanRad - first!.raanRad)), `${name} ${plane}`).toBeLessThan(nodeRad)
      const phases = ones.map(({ meanAnomalyRad }) => meanAnomalyRad).sort((a, b) => a - b)
      const gaps = phases.slice(1).map((phase, k) => phase - phases[k]!)
      if (plane !== String(planes.size - 1) && gaps.length > 0)
        expect(Math.min(...gaps) * (ones.length / (2 * Math.PI)), `${name} ${plane}`).toBeGreaterThan(0.7)
    }
  }
})

test('makeCatalogue() puts each kind on typical orbits', () => {
  const all = (word: string, is: (set: ElementSet) => boolean) => {
    const sets = named(LARGE, word)
    expect(sets.length).toBeGreaterThan(5)
    expect(
      sets.filter((set) => !is(set)),
      word,
    ).toEqual([])
    return sets
  }
  // The node of a sun-synchronous orbit follows the Sun by nearly a degree a day. J2 rotates the node of a circular orbit at
  // this rate, to a tenth of a degree.
  all('SUNSYNC', (set) => {
    const j2Rate = -1.5 * 1.0826e-3 * revPerDay(set) * 360 * (6378.1 / axisKm(set)) ** 2 * Math.cos(set.incRad)
    return heightKm(set) > 449 && heightKm(set) < 801 && Math.abs(j2Rate - 360 / 365.24) < 0.1
  })
  // GPS: half a sidereal day is 26 560 km; six planes with an inclination of 55°.
  const gps = all('NAVIGATION', (set) => Math.abs(inclination(set) - 55) < 5 && set.eccentricity < 0.01)
  expect(Math.abs(mean(gps.map(axisKm)) - 26_560)).toBeLessThan(ofMean(NAVIGATION_HEIGHT_KM, gps.length))
  const fromPlane = gps.map(({ raanRad }) => Math.abs(((radToDeg(raanRad) + 30) % 60) - 30))
  expect(Math.max(...fromPlane)).toBeLessThan(10)
  expect(partsOf(gps.map(({ raanRad }) => raanRad))).toBeGreaterThan(5)
  // A sidereal day: 1.0027 revolutions a day.
  const ring = all('GEO', (set) => Math.abs(revPerDay(set) - 1.0027) < 0.1 && inclination(set) <= 15)
  const held = ring.filter((set) => inclination(set) < 0.1)
  expect(held.length / ring.length).toBeGreaterThan(0.4)
  expect(Math.max(...ring.map(inclination))).toBeGreaterThan(14)
  const transfer = all('TRANSFER', (set) => perigeeKm(set) > 179 && perigeeKm(set) < 881 && apogeeKm(set) < 35_800)
  expect(Math.max(...transfer.map(apogeeKm))).toBeGreaterThan(35_000)
  expect(Math.min(...transfer.map(inclination))).toBeGreaterThan(1)
  expect(Math.max(...transfer.map(inclination))).toBeLessThan(33)
  // Molniya: two revolutions in a sidereal day, at the inclination where the perigee does not rotate, with the perigee far in
  // the south.
  const halfDay = all('HALF DAY', (set) => Math.abs(revPerDay(set) - 2.0056) < 0.01 && set.eccentricity > 0.6)
  // Perigees from 500 km below apogees of 39,500 km: e is at most (ra − rp) / (ra + rp).
  const most = (39_500 - 499) / (39_500 + 499 + 2 * 6378.135)
  expect(Math.max(...halfDay.map(({ eccentricity }) => eccentricity))).toBeLessThan(most)
  const meanTilt = mean(halfDay.map(inclination))
  expect(Math.abs(meanTilt - 63.4)).toBeLessThan(ofMean(HALF_DAY_INCLINATION_DEG, halfDay.length))
  expect(spread(halfDay.map(inclination))).toBeLessThan(1)
  const perigees = halfDay.map(({ argPeriapsisRad }) => radToDeg(argPeriapsisRad))
  expect(Math.abs(mean(perigees) - 270)).toBeLessThan(ofMean(HALF_DAY_PERIGEE_DEG, halfDay.length))
  expect(spread(perigees)).toBeGreaterThan(5)
  all('STATION PART', (set) => Math.abs(heightKm(set) - 415) < 1 && Math.abs(inclination(set) - 51.64) < 1e-9)
  all('FORMATION', (set) => heightKm(set) > 509 && heightKm(set) < 711)
  all('DECAYING', (set) => heightKm(set) > 129 && heightKm(set) < 161)
  all('BROKEN', (set) => Math.abs(heightKm(set) + 150) < 1)
})

test('makeCatalogue() distributes debris over the given bands and inclinations', () => {
  const debris = named(LARGE, 'DEBRIS')
  const known = DEBRIS_BANDS.flatMap(({ inclinationsDeg }) => [...inclinationsDeg])
  const nearest = debris.map((set) => Math.min(...known.map((one) => Math.abs(one - inclination(set)))))
  expect(Math.max(...nearest)).toBeLessThan(2)
  expect(Math.min(...debris.map(perigeeKm))).toBeGreaterThan(275)
  const wanted = DEBRIS_BANDS.reduce((sum, { heightKm: height, share }) => sum + share * height, 0)
  expect(Math.abs(mean(debris.map(heightKm)) - wanted)).toBeLessThan(ofMean(DEBRIS_HEIGHT_KM, debris.length))
  // The middle bands contain three fifths of the debris.
  const crowded = debris.filter((set) => Math.abs(heightKm(set) - 820) < 240).length / debris.length
  expect(crowded).toBeGreaterThan(0.55)
  expect(crowded).toBeLessThan(0.75)
  for (const { bstar } of debris) expect(bstar >= 10 ** -4.5 && bstar <= 1e-3).toBe(true)
  const drags = debris.map(({ bstar }) => Math.log10(bstar))
  expect(Math.abs(mean(drags) + 3.75)).toBeLessThan(ofMean(evenly(1.5), drags.length))
})
