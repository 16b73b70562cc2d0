import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { RAD_PER_ARCSEC } from '../frames/angle.ts'
import { makeEopTable } from '../frames/eop.ts'
import frames from '../frames/frame.reference.json' with { type: 'json' }
import { type Frame, transformState } from '../frames/frame.ts'
import { toCartesian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { realBetween } from '../testing/real-between.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type EphemerisState, stateAt } from './columns.ts'
import { covarianceInFrame } from './covariance.ts'
import { type EphemerisSegment, type Interpolation, makeEphemeris } from './ephemeris.ts'
import { interpolateState } from './interpolate.ts'
import reference from './interpolation.reference.json' with { type: 'json' }
import { makeTemeConverter } from './to-teme.ts'

/** The error of the velocity by interpolation of degree 7, with steps of a hundredth of a revolution. */
const HERMITE_MPS = 1e-3

/** Vallado prints 1e-7 km. */
const PRINTED_M = 1e-4
/** Vallado prints 1e-9 km/s. */
const PRINTED_MPS = 1.5e-6
/** The difference quotient has an error of n² a h²/6. */
const QUOTIENT_MPS2 = 2e-6
/** The rounding of variances between axes that do not rotate. */
const VARIANCE_DIGITS = 9
/** The axis of the Earth is at most 0.15° from z: the square of its sine is below 1e-5. */
const AXIS_DIGITS = 4

const EPOCH = parseTime('2026-01-01T00:00:00')
const at = (seconds: number) => addSeconds(EPOCH, seconds)
const three = (row: readonly number[], from: number): Vec3 => [
  row[from]! * 1e3,
  row[from + 1]! * 1e3,
  row[from + 2]! * 1e3,
]
const statesOf = (rows: number[][]): EphemerisState[] =>
  rows.map((row) => ({ epoch: at(row[0]!), r: three(row, 1), v: three(row, 4) }))
/** Converts the states of one frame to another, one by one. */
const inFrame = (from: Frame, to: Frame, states: readonly EphemerisState[]) =>
  states.map(({ epoch, r, v }) => transformState({ frame: from, epoch, r, v }, to))
// Tolerance of the reference set: 1.5e-6 km.
const REFERENCE_M = 1.5e-3

test("makeTemeConverter() agrees with Vallado's example from ITRF, velocities with ω × r", () => {
  const { vallado } = frames
  const { ITRF, TEME } = vallado.iau76_fk5
  const day = {
    xpRad: vallado.eop.xp_arcsec * RAD_PER_ARCSEC,
    ypRad: vallado.eop.yp_arcsec * RAD_PER_ARCSEC,
    // The example was computed with UT1 as a Julian date in one double (frame.test.ts).
    ut1MinusUtcS: (vallado.jd_ut1 - 2_453_101.5) * 86_400 - (7 * 3600 + 51 * 60 + 28.386009),
    lodS: vallado.eop.lod_s,
    dpsiRad: 0,
    depsRad: 0,
    dxRad: 0,
    dyRad: 0,
    predicted: false,
  }
  const eop = makeEopTable(
    'Vallado',
    [53_099, 53_100, 53_101, 53_102, 53_103].map((mjd) => ({ mjd, ...day })),
  )
  const convert = makeTemeConverter({ theory: 'IAU1980', corrections: false, eop, dailyTides: false })
  const state = { epoch: parseTime(vallado.utc), r: three(ITRF.r, 0), v: three(ITRF.v, 0) }
  const [turned] = convert(makeEphemeris([{ frame: 'ITRF', states: [state] }])).segments
  const found = stateAt(turned!.segment.states, 0)
  expect(turned!.segment.frame).toBe('TEME')
  // Vallado prints 1e-7 km and 1e-9 km/s.
  expect(norm(subtract(found.r, three(TEME.r, 0)))).toBeLessThan(PRINTED_M)
  expect(norm(subtract(found.v, three(TEME.v, 0)))).toBeLessThan(PRINTED_MPS)
})

interface Case {
  readonly frame: Frame
  readonly interpolation: Interpolation
  readonly degree?: number
}

/** Returns the largest difference between the coarse ephemeris, converted to TEME, and the fine one; m. */
function worstOf(pair: (typeof reference.pairs)[number], { frame, interpolation, degree = pair.degree }: Case): number {
  const states = inFrame('GCRF', frame, statesOf(pair.coarse))
  const turned = makeTemeConverter()(makeEphemeris([{ frame, interpolation, degree, states }]))
  const errors = inFrame('GCRF', 'TEME', statesOf(pair.fine)).map(({ epoch, r }) => {
    const found = interpolateState(turned, epoch)
    return found.ok ? norm(subtract(found.r, r)) : Number.POSITIVE_INFINITY
  })
  return Math.max(...errors)
}

test.each(reference.pairs)('makeTemeConverter() keeps the interpolation accuracy: $name', (pair) => {
  for (const frame of ['GCRF', 'EME2000', 'TOD', 'CIRF', 'TEME', 'ITRF', 'PEF'] as const) {
    expect(worstOf(pair, { frame, interpolation: 'LAGRANGE' }), frame).toBeLessThan(REFERENCE_M)
  }
})

test('makeTemeConverter() follows an object at rest above the Earth, for any degree of its message', () => {
  const geo = reference.pairs.find(({ name }) => name === 'GEO')!
  // A line between two states on a circle of 42 164 km, a minute apart, has an error of 101 m in its middle, 90 m at the fine states; in ITRF it
  // is a millimetre.
  expect(worstOf(geo, { frame: 'GCRF', interpolation: 'LINEAR', degree: 1 })).toBeGreaterThan(80)
  expect(worstOf(geo, { frame: 'ITRF', interpolation: 'LINEAR', degree: 1 })).toBeLessThan(REFERENCE_M)
  expect(worstOf(geo, { frame: 'ITRF', interpolation: 'LAGRANGE', degree: 2 })).toBeLessThan(REFERENCE_M)
})

// Precession, 50.3″ a year, and the fastest rates of nutation: of half a month, 0.23″, of half a year, 1.3″, and of 18.6 years.
const AXES_OF_DATE_RAD_S = 7.7e-12 + 5.9e-12 + 2.5e-12 + 0.9e-12

test('makeTemeConverter() agrees with interpolation in the frame of the message, followed by conversion', () => {
  const orbit = fc.record({
    perigeeM: realBetween(6.6e6, 4.2e7),
    eccentricity: realBetween(0, 0.3),
    incRad: realBetween(0, Math.PI),
    trueAnomalyRad: realBetween(0, 6),
  })
  const frame = fc.constantFrom<Frame>('GCRF', 'EME2000', 'MOD', 'TOD', 'ITRF', 'TIRF')
  const method = fc.constantFrom<Interpolation>('HERMITE', 'LAGRANGE')
  fc.assert(
    fc.property(orbit, frame, method, realBetween(0, 1), (shape, from, interpolation, share) => {
      const { perigeeM, ...rest } = shape
      const semiMajorAxisM = perigeeM / (1 - shape.eccentricity)
      const start = toCartesian({ ...rest, semiMajorAxisM, raanRad: 1, argPeriapsisRad: 2 }, GM_EARTH)
      // A hundredth of a revolution at perigee: a minute in low orbit, a quarter of an hour in the geostationary ring.
      const stepS = 0.01 * 2 * Math.PI * Math.sqrt(perigeeM ** 3 / GM_EARTH)
      const truth = (t: number): EphemerisState => ({ epoch: at(t), ...propagateTwoBody(start, t, GM_EARTH).state })
      const states = inFrame(
        'GCRF',
        from,
        Array.from({ length: 20 }, (_, k) => truth(k * stepS)),
      )
      const ephemeris = makeEphemeris([{ frame: from, interpolation, degree: 7, states }])
      const epoch = at((6 + 7 * share) * stepS)
      const [first, then] = [
        interpolateState(ephemeris, epoch),
        interpolateState(makeTemeConverter()(ephemeris), epoch),
      ]
      expect(first.ok && then.ok).toBe(true)
      if (!first.ok || !then.ok) return
      const turned = transformState(transformState({ frame: from, epoch, r: first.r, v: first.v }, 'GCRF'), 'TEME')
      // The error of interpolation of degree 7, and the rotation of the axes of date: velocities of a message neglect it, so that a Hermite
      // polynomial oscillates between its states by up to a tenth of the axes' motion in a step.
      const turningMps = AXES_OF_DATE_RAD_S * norm(first.r)
      expect(norm(subtract(then.r, turned.r))).toBeLessThan(0.02 + 0.1 * turningMps * stepS)
      expect(norm(subtract(then.v, turned.v))).toBeLessThan(HERMITE_MPS + turningMps)
    }),
    { numRuns: 200 },
  )
})

test('makeTemeConverter() rotates accelerations with the axes', () => {
  const start = toCartesian(
    { semiMajorAxisM: 7e6, eccentricity: 0.01, incRad: 1, raanRad: 1, argPeriapsisRad: 2, trueAnomalyRad: 0 },
    GM_EARTH,
  )
  const [before, now, after] = inFrame(
    'GCRF',
    'ITRF',
    [-0.5, 0, 0.5].map((t) => ({ epoch: at(t), ...propagateTwoBody(start, t, GM_EARTH).state })),
  )
  const states = [{ ...now!, a: subtract(after!.v, before!.v) }]
  const [turned] = makeTemeConverter()(makeEphemeris([{ frame: 'ITRF', states }])).segments
  const { r, a } = stateAt(turned!.segment.states, 0)
  // The difference quotient has an error of n² |a| h²/6.
  expect(norm(subtract(a!, scale(r, -GM_EARTH / norm(r) ** 3)))).toBeLessThan(QUOTIENT_MPS2)
})

test('makeTemeConverter() keeps segments, spans and method, and refuses frames that it cannot convert', () => {
  const states = statesOf(reference.pairs[0]!.coarse)
  const segment: EphemerisSegment = { frame: 'EME2000', interpolation: 'LAGRANGE', degree: 5, states }
  const span = { useableStart: at(60), useableStop: at(600) }
  const convert = makeTemeConverter()
  const [turned] = convert(makeEphemeris([{ ...segment, ...span }])).segments
  expect(turned).toMatchObject({ start: at(60), stop: at(600), interpolation: 'LAGRANGE', degree: 5 })
  expect(() => convert(makeEphemeris([{ ...segment, frame: 'MARS' }]))).toThrow('MARS')
  const far = [{ epoch: parseTime('2080-01-01T00:00:00'), r: states[0]!.r, v: states[0]!.v }]
  expect(() => convert(makeEphemeris([{ frame: 'ITRF', states: far }]))).toThrow(RangeError)
  expect(convert(makeEphemeris([{ frame: 'EME2000', states: far }])).segments.length).toBe(1)
})

test('makeTemeConverter() rotates covariances with their states', () => {
  const states = statesOf(reference.pairs[0]!.coarse)
  // Positions known to 10 m in all directions, velocities exactly.
  const covariance = [0, 1, 2, 3, 4, 5].map((i) => [0, 1, 2, 3, 4, 5].map((j) => (i === j && i < 3 ? 100 : 0)))
  const turnedFrom = (frame: string) => {
    const ephemeris = makeEphemeris([{ frame, states, covariances: [{ epoch: at(60), covariance }] }])
    return covarianceInFrame(makeTemeConverter()(ephemeris).segments[0]!, 0)
  }
  // Between axes that do not rotate nothing changes; from the rotating Earth, velocity errors are ω times the position error.
  const [still, turning] = [turnedFrom('EME2000'), turnedFrom('ITRF')]
  expect(still.epoch).toEqual(at(60))
  const rate2 = 100 * 7.292115e-5 ** 2
  const variances = ({ covariance: turned }: typeof still) => turned.map((row, k) => row[k]!)
  for (const [k, variance] of variances(still).entries()) expect(variance).toBeCloseTo(k < 3 ? 100 : 0, VARIANCE_DIGITS)
  // The axis of the Earth is within 0.15° of the z axis of GCRF, and closer to the z axis of TEME.
  const [, , , vx, vy, vz] = variances(turning).map((variance) => variance / rate2)
  expect([vx, vy, vz]).toEqual([1, 1, 0].map((share) => expect.closeTo(share, AXIS_DIGITS)))
})
