import { expect, test } from 'vitest'
import { earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { rotateState } from '../frames/rotation.ts'
import { lookAt, makeStation, type Trajectory } from '../frames/topocentric.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { parseTle } from '../sgp4/tle.ts'
import { addSeconds, compareEpochs, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import { flatMask } from './mask.ts'
import { type OpticalConditions, opticalSight, opticalVisibility } from './optical.ts'
import reference from './passes.reference.json' with { type: 'json' }
import { findPasses } from './passes.ts'

/** PREDICT uses its own series for the Sun. */
const PREDICT_SUN_DEG = 0.1
/** The Sun's directions from the object and from the station differ by at most 2000 km of 1.5e8 km, and by its parallax, 4.3e-5 rad. */
const SUN_PARALLAX_RAD = 6e-5
/** The same for the Moon, whose mean parallax is added. */
const PREDICT_MOON_DEG = 0.15
/** Both functions compute the same direction. */
const SAME_LOOK_RAD = 1e-12

function trajectoryOf(lines: string[]): Trajectory {
  const model = initSgp4(parseTle(lines[0]!, lines[1]!))
  return (epoch) => {
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new Error(state.reason)
    return rotateState(rotationBetween('TEME', 'ITRF', earthAt(epoch)), state)
  }
}

const utc = (unix: number) => parseTime(new Date(unix * 1000).toISOString())
const trondheim = makeStation({ latRad: degToRad(63.9), lonRad: degToRad(10.9), heightM: 0 })
const still: Trajectory = () => ({ r: [42_164e3, 0, 0], v: [0, 0, 0] })

test("opticalSight() agrees with PREDICT's Sun and Moon", () => {
  for (const [unix = 0, , elevation = 0] of reference.sun) {
    const { sunElevationRad } = opticalSight({ trajectory: still, station: trondheim }, utc(unix))
    expect(Math.abs(radToDeg(sunElevationRad) - elevation)).toBeLessThan(PREDICT_SUN_DEG) // PREDICT uses its own series.
  }
  for (const [unix = 0, , elevation = 0] of reference.moon) {
    const { moonElevationRad } = opticalSight({ trajectory: still, station: trondheim }, utc(unix))
    // PREDICT computes from the centre of the Earth: from the surface the Moon is lower, by 0.9° to 1.0° at the horizon.
    const parallaxDeg = 0.95 * Math.cos(moonElevationRad)
    expect(Math.abs(radToDeg(moonElevationRad) + parallaxDeg - elevation)).toBeLessThan(PREDICT_MOON_DEG)
  }
})

test.each(reference.predict)('opticalSight() agrees with PREDICT whether $name is lit', ({ tle, rows }) => {
  const target = { trajectory: trajectoryOf(tle), station: trondheim }
  for (const row of rows) {
    const epoch = utc(row[0]!)
    const sight = opticalSight(target, epoch)
    const look = lookAt(trondheim, target.trajectory(epoch))
    expect(sight.penumbraMarginRad > 0).toBe(row[13] === 1)
    // Printed in whole kilometres, at a time with an error of up to a second.
    expect(Math.abs(sight.rangeM / 1000 - row[11]!)).toBeLessThan(0.6 + Math.abs(look.rangeRateMps) / 1000)
    expect(Math.abs(sight.elevationRad - look.elevationRad)).toBeLessThan(SAME_LOOK_RAD)
    // Sun and object are at least as far apart in the sky as in elevation, which gives the largest possible phase angle.
    const [sun, up] = [sight.sunElevationRad, sight.elevationRad]
    expect(sight.phaseAngleRad).toBeLessThanOrEqual(Math.PI - Math.abs(up - sun) + SUN_PARALLAX_RAD)
  }
})

const { bugsat } = reference
const site = makeStation({
  latRad: degToRad(bugsat.station.lat_deg),
  lonRad: degToRad(bugsat.station.lon_deg),
  heightM: bugsat.station.alt_m,
})
const trajectory = trajectoryOf(bugsat.tle)
const passes = findPasses({
  trajectory,
  station: site,
  start: parseTime(bugsat.search_start_utc),
  end: parseTime('2014-10-25T12:00:00'),
  mask: flatMask(0),
})
const see = (index: number, conditions: OpticalConditions) => {
  const { start, end } = passes[index]!
  return opticalVisibility({ trajectory, station: site, conditions }, { start: start.epoch, end: end.epoch })
}

test('opticalVisibility() gives the reason why a pass is not visible', () => {
  // 2014-10-23T01:30 UTC is 21:13 local solar time at 64° W, 15:00 is before noon: in daylight nothing is visible.
  expect(see(2, {})).toEqual({ visible: [], reasons: ['station-not-dark'] })
  expect(see(2, { limitingMagnitude: -20, standardMagnitude: 5 }).reasons).toEqual(['station-not-dark', 'too-faint'])
  expect(() => see(0, { limitingMagnitude: 10 })).toThrow('standard magnitude')
})

test('opticalVisibility() gives spans in which every condition holds; outside at least one does not', () => {
  const conditions = { maxSunElevationRad: degToRad(-6), minMoonSeparationRad: degToRad(20) }
  let seen = 0
  for (const [index, pass] of passes.entries()) {
    const { visible, reasons } = see(index, conditions)
    expect(visible.length > 0).toBe(reasons.length === 0)
    seen += visible.length
    const length = secondsBetween(pass.start.epoch, pass.end.epoch)
    for (let t = 5; t < length; t += 7) {
      const epoch = addSeconds(pass.start.epoch, t)
      const sight = opticalSight({ trajectory, station: site, conditions }, epoch)
      const margins = [
        sight.penumbraMarginRad,
        degToRad(-6) - sight.sunElevationRad,
        Math.max(sight.moonSeparationRad - degToRad(20), -sight.moonElevationRad),
      ]
      const inside = visible.some(
        ({ start, end }) => compareEpochs(start, epoch) <= 0 && compareEpochs(epoch, end) <= 0,
      )
      if (Math.min(...margins.map(Math.abs)) > 1e-5) expect(inside).toBe(Math.min(...margins) > 0)
      expect(sight.elevationRad).toBe(lookAt(site, trajectory(epoch)).elevationRad)
    }
  }
  expect(seen).toBeGreaterThan(0)
})

test('opticalSight() of a geostationary object at full phase has the brightness of its distance', () => {
  // Opposite to the Sun but outside the shadow: at the equinox the Sun is at the equator, so midsummer at midnight at 0° E is used.
  const station = makeStation({ latRad: degToRad(40), lonRad: 0, heightM: 0 })
  const target = { trajectory: still, station, conditions: { standardMagnitude: 0, extinction: 0 } }
  const sight = opticalSight(target, parseTime('2020-06-21T00:00:00'))
  expect(sight.litFraction).toBe(1)
  expect(radToDeg(sight.phaseAngleRad)).toBeLessThan(40)
  expect(sight.magnitude!).toBeGreaterThan(5 * Math.log10(sight.rangeM / 1e6))
  expect(opticalSight({ trajectory: still, station }, parseTime('2020-06-21T00:00:00')).magnitude).toBeUndefined()
})

/** Every half minute of a pass, s from its start. */
const momentsOf = (index: number): number[] => {
  const { start, end } = passes[index]!
  const length = secondsBetween(start.epoch, end.epoch)
  return Array.from({ length: 41 }, (_, k) => (k * length) / 40)
}
const sightAt = (index: number, seconds: number) =>
  opticalSight({ trajectory, station: site, conditions: {} }, addSeconds(passes[index]!.start.epoch, seconds))
const BY_DAY = { maxSunElevationRad: Math.PI / 2 }

test('the Moon is a reason if it is too near for the whole pass, and never if it is below the horizon', () => {
  const counts = { above: 0, below: 0 }
  for (const index of passes.keys()) {
    const heights = momentsOf(index).map((seconds) => sightAt(index, seconds).moonElevationRad)
    // No object is 180° from the Moon: a Moon above the horizon is always too near.
    const { reasons } = see(index, { ...BY_DAY, minMoonSeparationRad: Math.PI })
    if (Math.min(...heights) > 0) {
      counts.above += 1
      expect(reasons).toContain('moon-too-near')
    }
    if (Math.max(...heights) < 0) {
      counts.below += 1
      expect(reasons).not.toContain('moon-too-near')
    }
    expect(see(index, { ...BY_DAY, minMoonSeparationRad: 0 }).reasons).not.toContain('moon-too-near')
  }
  expect(Math.min(counts.above, counts.below)).toBeGreaterThan(0)
})

test('conditions that each hold for a part of a pass but never together are a separate reason', () => {
  let found = 0
  for (const index of passes.keys()) {
    const sights = momentsOf(index).map((seconds) => sightAt(index, seconds))
    // The Sun is low enough in one half of the pass; the limit of the Moon's distance is the largest distance in that half.
    const maxSunElevationRad = sights[20]!.sunElevationRad
    const isDark = (at: number) => sights[at]!.sunElevationRad < maxSunElevationRad
    const dark = sights.filter((_, at) => isDark(at))
    const farthest = Math.max(...dark.map(({ moonSeparationRad }) => moonSeparationRad))
    const minMoonSeparationRad = farthest + degToRad(2)
    const isMoonUp = sights.every(({ moonElevationRad }) => moonElevationRad > 0)
    const isLit = sights.every(({ penumbraMarginRad }) => penumbraMarginRad > 0)
    const isFar = sights.some(({ moonSeparationRad }) => moonSeparationRad > minMoonSeparationRad)
    if (!isMoonUp || !isLit || !isFar) continue
    found += 1
    const answer = see(index, { maxSunElevationRad, minMoonSeparationRad })
    expect(answer).toEqual({ visible: [], reasons: ['never-together'] })
  }
  expect(found).toBeGreaterThan(0)
})
