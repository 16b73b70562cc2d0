import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { earthAt } from '../frames/earth.ts'
import { type Frame, rotationBetween } from '../frames/frame.ts'
import { type PositionVelocity, rotateState } from '../frames/rotation.ts'
import { lookAt, makeStation, type Trajectory } from '../frames/topocentric.ts'
import { toCartesian } from '../orbit/elements.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { parseTle } from '../sgp4/tle.ts'
import { realBetween } from '../testing/real-between.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import { cross, subtract } from '../vec3.ts'
import { flatMask, maskElevation, maskFromDegrees } from './mask.ts'
import reference from './passes.reference.json' with { type: 'json' }
import { findPasses } from './passes.ts'
import { STANDARD_AIR } from './refraction.ts'

/** STK used its own Earth orientation and prints milliseconds: rise and set differ by metres over the horizon. */
const STK_EDGE_S = 0.03
/** The formula differs by up to 0.5′ from 34′ at the horizon (refraction.test.ts), and the object rises uniformly to 1 % meanwhile. */
const LIFT_DEG = 0.015
/** The elevation is flat at its maximum. */
const CULMINATION_S = 0.1
/** The same orientation, seen from the station. */
const STK_ELEVATION_DEG = 0.006
/** A tenth of a second: STK's accesses depend on its models of the horizon's dip and of the rotation. */
const STK_ACCESS_S = 0.1
/** Edges at a mask depend on the angle between its side and the path, which amplifies small differences of models. */
const STK_MASK_S = 1

function inItrf(frame: Frame, stateAt: (epoch: Epoch) => PositionVelocity): Trajectory {
  return (epoch) => rotateState(rotationBetween(frame, 'ITRF', earthAt(epoch, { outside: 'hold' })), stateAt(epoch))
}

function sgp4Trajectory(lines: string[]): Trajectory {
  const model = initSgp4(parseTle(lines[0]!, lines[1]!))
  return inItrf('TEME', (epoch) => {
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new Error(state.reason)
    return state
  })
}

const station = ({ lat_deg, lon_deg, alt_m }: { lat_deg: number; lon_deg: number; alt_m: number }) =>
  makeStation({ latRad: degToRad(lat_deg), lonRad: degToRad(lon_deg), heightM: alt_m })

/** STK's '1 Jan 2018 09:40:27.469'. */
function stkTime(text: string): Epoch {
  const [day = '', month = '', year = '', clock = ''] = text.split(' ')
  const number = 1 + ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].indexOf(month)
  return parseTime(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}`)
}

test("findPasses() agrees with STK's ten passes from an element set", () => {
  const { bugsat } = reference
  const start = parseTime(bugsat.search_start_utc)
  const passes = findPasses({
    trajectory: sgp4Trajectory(bugsat.tle),
    station: station(bugsat.station),
    start,
    end: parseTime('2014-10-25T12:00:00'),
    mask: flatMask(degToRad(bugsat.min_elevation_deg)),
  })
  expect(passes).toHaveLength(bugsat.passes.length)
  passes.forEach((pass, index) => {
    const expected = bugsat.passes[index]!
    // STK used its own Earth orientation and prints milliseconds; the culmination is flat.
    expect(Math.abs(secondsBetween(parseTime(expected.aos), pass.start.epoch))).toBeLessThan(STK_EDGE_S)
    expect(Math.abs(secondsBetween(parseTime(expected.los), pass.end.epoch))).toBeLessThan(STK_EDGE_S)
    expect(Math.abs(secondsBetween(parseTime(expected.max_el), pass.culmination.epoch))).toBeLessThan(CULMINATION_S)
    expect(Math.abs(radToDeg(pass.culmination.look.elevationRad) - expected.max_elevation_deg)).toBeLessThan(
      STK_ELEVATION_DEG,
    )
    expect(pass.startsBefore || pass.endsAfter).toBe(false)
  })
})

const SOURCE_GM = 3.986004415e14 // EGM2008, according to the source of these accesses.
const J2 = 1.082_626_173_852_2e-3 // EGM2008

interface Circle {
  readonly semi_major_axis_km: number
  readonly inclination_deg: number
  readonly epoch_utc: string
}

/** A circle that rotates with the secular rates of J2, or without. */
function circle({ semi_major_axis_km, inclination_deg, epoch_utc }: Circle, gm: number, j2: number): Trajectory {
  const epoch = parseTime(epoch_utc)
  const semiMajorAxisM = semi_major_axis_km * 1000
  const incRad = degToRad(inclination_deg)
  const n = Math.sqrt(gm / semiMajorAxisM ** 3)
  const k = 1.5 * j2 * n * (WGS84_RADIUS_M / semiMajorAxisM) ** 2
  const along = n + k * (1 - 1.5 * Math.sin(incRad) ** 2) + k * (2 - 2.5 * Math.sin(incRad) ** 2)
  return inItrf('GCRF', (at) => {
    const t = secondsBetween(epoch, at)
    const raanRad = -k * Math.cos(incRad) * t
    return toCartesian(
      { semiMajorAxisM, eccentricity: 0, incRad, raanRad, argPeriapsisRad: 0, trueAnomalyRad: along * t },
      gm,
    )
  })
}

test("findPasses() agrees with STK's line-of-sight accesses", () => {
  const { kepler } = reference
  const passes = findPasses({
    trajectory: circle(kepler['orbit (two-body, GCRF)'], GM_EARTH, 0),
    station: station(kepler.station),
    start: parseTime(kepler.interval_utc[0]!),
    end: parseTime(kepler.interval_utc[1]!),
    // Line of sight of a station 20 m over the ellipsoid: the horizon dips by √(2 h / R).
    mask: flatMask(-Math.sqrt((2 * kepler.station.alt_m) / WGS84_RADIUS_M)),
  })
  expect(passes).toHaveLength(kepler.accesses.length)
  passes.forEach((pass, index) => {
    const expected = kepler.accesses[index]!
    expect(Math.abs(secondsBetween(stkTime(expected.start), pass.start.epoch))).toBeLessThan(STK_ACCESS_S)
    expect(Math.abs(secondsBetween(stkTime(expected.stop), pass.end.epoch))).toBeLessThan(STK_ACCESS_S)
  })
})

test('findPasses() cuts passes by a mask as STK does', () => {
  const { mask } = reference
  const passes = findPasses({
    trajectory: circle(mask['orbit (J2 secular Kepler, GCRF)'], SOURCE_GM, J2),
    station: station(mask.station),
    start: parseTime(mask.interval_utc[0]!),
    end: parseTime(mask.interval_utc[1]!),
    mask: maskFromDegrees(mask.mask_az_el_deg as [number, number][]),
  })
  expect(passes).toHaveLength(mask.accesses.length)
  passes.forEach((pass, index) => {
    const expected = mask.accesses[index]!
    expect(Math.abs(secondsBetween(stkTime(expected.start), pass.start.epoch))).toBeLessThan(STK_MASK_S)
    expect(Math.abs(secondsBetween(stkTime(expected.stop), pass.end.epoch))).toBeLessThan(STK_MASK_S)
  })
})

test.each(reference.predict)('lookAt() agrees with PREDICT for $name', ({ tle, rows }) => {
  const trajectory = sgp4Trajectory(tle)
  const site = station({ lat_deg: 63.9, lon_deg: 10.9, alt_m: 0 })
  for (const row of rows) {
    const [unix = 0, , , , azimuth = 0, elevation = 0] = row
    const look = lookAt(site, trajectory(parseTime(new Date(unix * 1000).toISOString())))
    const turned = radToDeg(Math.sin(look.azimuthRad - degToRad(azimuth))) * Math.cos(look.elevationRad)
    // PREDICT's own time tag is uncertain by up to a second, in which a low satellite moves this far.
    const second = radToDeg(Math.hypot(look.elevationRateRadS, look.azimuthRateRadS))
    expect(Math.abs(turned)).toBeLessThan(0.1 + second)
    expect(Math.abs(radToDeg(look.elevationRad) - elevation)).toBeLessThan(0.1 + second)
    // Printed in whole kilometres.
    expect(Math.abs(look.rangeM / 1000 - row[11]!)).toBeLessThan(0.6 + Math.abs(look.rangeRateMps) / 1000)
  }
})

const low = fc.record({
  height: realBetween(3e5, 1.2e6),
  incRad: realBetween(0.4, 2.2),
  raanRad: realBetween(0, 6.28),
  trueAnomalyRad: realBetween(0, 6.28),
  latRad: realBetween(-1.2, 1.2),
  maskDeg: realBetween(0, 85),
})
const START = parseTime('2020-06-01T00:00:00')
const OVER_AT_ONCE = { height: 3e5, incRad: 1.123557585629885, raanRad: 6.28, trueAnomalyRad: 0, latRad: 0 }

test('findPasses() finds all passes of a search in steps of two seconds, including grazing ones', () => {
  fc.assert(
    fc.property(low, ({ height, incRad, raanRad, trueAnomalyRad, latRad, maskDeg }) => {
      const semiMajorAxisM = WGS84_RADIUS_M + height
      const n = Math.sqrt(GM_EARTH / semiMajorAxisM ** 3)
      const spin = 7.292115e-5
      // An Earth with constant rotation only: fast, and sufficient for finding passes.
      const trajectory: Trajectory = (epoch) => {
        const t = secondsBetween(START, epoch)
        const orbit = { semiMajorAxisM, eccentricity: 0, incRad, argPeriapsisRad: 0 }
        const turned = { ...orbit, raanRad: raanRad - spin * t, trueAnomalyRad: trueAnomalyRad + n * t }
        const { r, v } = toCartesian(turned, GM_EARTH)
        return { r, v: subtract(v, cross([0, 0, spin], r)) }
      }
      const site = makeStation({ latRad, lonRad: 0.3, heightM: 0 })
      const end = addSeconds(START, 86_400)
      // A mask just below the culmination of the best pass gives the shortest pass.
      const [best] = findPasses({ trajectory, station: site, start: START, end, mask: flatMask(0) }).sort(
        (a, b) => b.culmination.look.elevationRad - a.culmination.look.elevationRad,
      )
      const highest = best?.culmination.look.elevationRad ?? 0
      for (const elevation of [degToRad(maskDeg), highest - 1e-9]) {
        const passes = findPasses({ trajectory, station: site, start: START, end, mask: flatMask(elevation) })
        if (best !== undefined && elevation === highest - 1e-9) expect(passes).toHaveLength(1)
        const inside = (t: number) =>
          passes.some(
            (pass) => secondsBetween(START, pass.start.epoch) <= t && t <= secondsBetween(START, pass.end.epoch),
          )
        for (let t = 0; t < 86_400; t += 2) {
          const up = lookAt(site, trajectory(addSeconds(START, t))).elevationRad - elevation
          if (Math.abs(up) > 1e-7 && up > 0 !== inside(t)) expect({ t, up, found: inside(t) }).toBe('the same')
        }
      }
    }),
    // A pass that ends within the first step, with its peak nearer to the start than to the second sample.
    { numRuns: 12, examples: [[{ ...OVER_AT_ONCE, maskDeg: 0 }]] },
  )
  expect.hasAssertions()
})

const fixed = (latDeg: number, lonDeg: number): Trajectory => {
  const r = makeStation({ latRad: degToRad(latDeg), lonRad: degToRad(lonDeg), heightM: 35_786e3 }).r
  return () => ({ r, v: [0, 0, 0] })
}

test('findPasses() gives an object that never sets as one pass, cut at both ends, and an object that never rises as none', () => {
  const search = {
    station: makeStation({ latRad: 0.5, lonRad: 0, heightM: 0 }),
    start: START,
    end: addSeconds(START, 86_400),
  }
  const [pass, ...more] = findPasses({ ...search, trajectory: fixed(0, 10), mask: flatMask(0) })
  expect(more).toEqual([])
  expect(pass).toMatchObject({ startsBefore: true, endsAfter: true })
  expect(secondsBetween(pass!.start.epoch, pass!.end.epoch)).toBe(86_400)
  expect(findPasses({ ...search, trajectory: fixed(0, 120), mask: flatMask(0) })).toEqual([])
  expect(() => findPasses({ ...search, end: START, trajectory: fixed(0, 0), mask: flatMask(0) })).toThrow('ends before')
})

test('findPasses() gives a longer pass with refraction, by the refraction at the horizon', () => {
  const { bugsat } = reference
  const search = {
    trajectory: sgp4Trajectory(bugsat.tle),
    station: station(bugsat.station),
    start: parseTime('2014-10-23T01:00:00'),
    end: parseTime('2014-10-23T02:00:00'),
    mask: flatMask(0),
  }
  const [bare] = findPasses(search)
  const [seen] = findPasses({ ...search, air: STANDARD_AIR })
  // An object that appears on the horizon is 34′ below it (Explanatory Supplement, §12.1.1).
  const earlier = secondsBetween(seen!.start.epoch, bare!.start.epoch)
  expect(Math.abs(radToDeg(earlier * bare!.start.look.elevationRateRadS) - 34 / 60)).toBeLessThan(LIFT_DEG)
})

test('maskElevation() is linear between corners, all round', () => {
  const mask = maskFromDegrees([
    [270, 30],
    [0, 30],
    [90, 60],
    [180, 60],
    [359, 30],
  ])
  const at = (azimuthDeg: number) => radToDeg(maskElevation(mask, degToRad(azimuthDeg)))
  expect([0, 45, 90, 135, 225, 315, 359.5, -0.5].map((azimuth) => Math.round(at(azimuth) * 1e9) / 1e9)).toEqual([
    30, 45, 60, 60, 45, 30, 30, 30,
  ])
  expect(() => maskFromDegrees([])).toThrow('needs a point')
  expect(() => maskFromDegrees([[0, 91]])).toThrow('elevation')
  expect(() => maskFromDegrees([[Number.NaN, 1]])).toThrow('azimuth NaN')
  expect(() =>
    maskFromDegrees([
      [10, 1],
      [10, 2],
    ]),
  ).toThrow('twice')
})
