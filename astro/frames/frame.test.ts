import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Mat3, multiply, transpose } from '../mat3.ts'
import { buildMatrix, type Matrix, multiplyMatrices, transposeMatrix } from '../matrix.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { parseTle } from '../sgp4/tle.ts'
import { symmetricEigen } from '../symmetric.ts'
import { realBetween } from '../testing/real-between.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { addSeconds, makeEpoch } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { EARTH_THEORIES, type EarthModel, earthAt } from './earth.ts'
import { makeEopTable } from './eop.ts'
import reference from './frame.reference.json' with { type: 'json' }
import { FRAMES, type Frame, rotationBetween, type State, transformCovariance, transformState } from './frame.ts'
import { parseEop } from './parse-eop.ts'
import { NO_ROTATION, stateJacobian } from './rotation.ts'

/** The rotation rate of the Earth follows from the length of day, which Orekit interpolates in another way. */
const TURNING_RAD_S = 3e-10
/** Precession and nutation, 1e-11 rad/s, are not part of our velocities. */
const PRECESSION_RAD_S = 2e-11
/** The rotation rate of the Earth, by which the rounding of the position enters the velocity. */
const EARTH_RAD_S = 7.3e-5
/** The rounding of two rotations of a matrix of correlations. */
const THERE_AND_BACK = 1e-12
/** A linear map from a difference over a kilometre, of positions that are rounded to a nanometre. */
const JACOBIAN = 1e-9

/** 0.02 mas of precession are 0.7 mm at 7000 km. */
const OLDER_PRECESSION_M = 1e-3
/** The tolerance of the collection: Horizons rounds, and has its own bias and nutation. */
const HORIZONS_M = 2
/** The same in velocity. */
const HORIZONS_MPS = 1e-3

const { vallado } = reference

// Vallado prints 1e-7 km and 1e-9 km/s; the tests of the source allow half of the former and all of the latter.
const PRINTED_M = 1e-4
const PRINTED_MPS = 1.5e-6
// The quaternions have twelve digits: each of the three components, which are sines of half the angle, is rounded by 1e-12.
const PRINTED_ARCSEC = 1e-6
// Orekit prints twelve digits of the quaternion and interpolates the daily parameters in its own way.
const WHOLE_WAY_ARCSEC = 1e-5

// The example was computed with UT1 as a Julian date in one double, which is rounded by 15 µs, or 9 mm of the state.
const ROUNDED_UT1_MINUS_UTC_S = (vallado.jd_ut1 - 2_453_101.5) * 86_400 - (7 * 3600 + 51 * 60 + 28.386009)

/** Returns a table of five days with the same parameters, around the instant of Vallado's example. */
function valladoModel(theory: 'IAU1980' | 'IAU2006', corrections: boolean): EarthModel {
  const { xp_arcsec, yp_arcsec, lod_s, ddpsi_arcsec, ddeps_arcsec, dX_arcsec, dY_arcsec } = vallado.eop
  const day = {
    xpRad: xp_arcsec * RAD_PER_ARCSEC,
    ypRad: yp_arcsec * RAD_PER_ARCSEC,
    ut1MinusUtcS: ROUNDED_UT1_MINUS_UTC_S,
    lodS: lod_s,
    dpsiRad: ddpsi_arcsec * RAD_PER_ARCSEC,
    depsRad: ddeps_arcsec * RAD_PER_ARCSEC,
    dxRad: dX_arcsec * RAD_PER_ARCSEC,
    dyRad: dY_arcsec * RAD_PER_ARCSEC,
    predicted: false,
  }
  const days = [53_099, 53_100, 53_101, 53_102, 53_103].map((mjd) => ({ mjd, ...day }))
  return { theory, corrections, eop: makeEopTable('Vallado', days), dailyTides: false }
}

const epoch = parseTime(vallado.utc)
const metres = (km: number[]): Vec3 => [km[0]! * 1000, km[1]! * 1000, km[2]! * 1000]
const stateOf = (frame: Frame, { r, v }: { r: number[]; v: number[] }): State => ({
  frame,
  epoch,
  r: metres(r),
  v: metres(v),
})

const { iau76_fk5: classical, iau2006: modern } = vallado
const itrf = stateOf('ITRF', classical.ITRF)
const plain = valladoModel('IAU1980', false)
const corrected = valladoModel('IAU1980', true)
const cio = valladoModel('IAU2006', true)

test.each([
  ['PEF', plain, classical.PEF],
  ['TOD', plain, classical['TOD (no corrections)']],
  ['MOD', plain, classical['MOD (no corrections)']],
  ['EME2000', plain, classical['J2000/EME2000 (no corrections)']],
  ['TEME', plain, classical.TEME],
  ['TEME', cio, classical.TEME],
  ['TOD', corrected, classical['TOD (with ddpsi,ddeps)']],
  ['MOD', corrected, classical['MOD (with ddpsi,ddeps)']],
  ['GCRF', corrected, classical['GCRF (with ddpsi,ddeps)']],
  ['TIRF', cio, modern.TIRS],
  ['CIRF', cio, modern.CIRS],
] as const)("transformState() gives Vallado's example in %s", (frame, model, printed) => {
  const expected = stateOf(frame, printed)
  const there = transformState(itrf, frame, model)
  expect(norm(subtract(there.r, expected.r))).toBeLessThan(PRINTED_M)
  expect(norm(subtract(there.v, expected.v))).toBeLessThan(PRINTED_MPS)
  const back = transformState(expected, 'ITRF', model)
  expect(norm(subtract(back.r, itrf.r))).toBeLessThan(PRINTED_M)
  expect(norm(subtract(back.v, itrf.v))).toBeLessThan(PRINTED_MPS)
})

test("transformState() agrees with Vallado's GCRF from the CIO, apart from its older precession", () => {
  // Vallado's GCRF follows from its CIRF by the IAU 2000 precession, which is 0.02 mas from that of 2006. SOFA's xys00a agrees with it to 0.1 mm.
  const there = transformState(itrf, 'GCRF', cio)
  const expected = stateOf('GCRF', modern.GCRF)
  expect(norm(subtract(there.r, expected.r))).toBeLessThan(OLDER_PRECESSION_M)
  expect(norm(subtract(there.v, expected.v))).toBeLessThan(PRINTED_MPS)
})

test('transformState() from TEME agrees with JPL Horizons for the ISS', () => {
  const { iss } = reference
  const tdb = parseTime('2018-07-04T00:00:00', 'TDB')
  const state = propagateSgp4(initSgp4(parseTle(iss.tle[0]!, iss.tle[1]!)), tdb)
  if (!state.ok) throw new Error(state.reason)
  const { r, v } = transformState({ frame: 'TEME', epoch: tdb, r: state.r, v: state.v }, 'GCRF')
  // The tolerance of the collection: Horizons rounds, and treats the bias and the nutation in its own way.
  expect(norm(subtract(r, metres(iss.horizons_position_km)))).toBeLessThan(HORIZONS_M)
  expect(norm(subtract(v, metres(iss.horizons_velocity_km_s)))).toBeLessThan(HORIZONS_MPS)
})

interface Rotation {
  readonly frame: string
  readonly tai: string
  readonly quaternion: number[]
  readonly omegaRadS: number[]
}

/** Returns the matrix of a unit quaternion (scalar last), a rotation to its axes. */
function matrixOf(quaternion: number[]): Mat3 {
  const length = Math.hypot(...quaternion)
  const [x, y, z, w] = quaternion.map((part) => part / length) as [number, number, number, number]
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), w * w - x * x + y * y - z * z, 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), w * w - x * x - y * y + z * z],
  ]
}

/** Returns the angle between two rotations in arcseconds, for small angles. */
function arcsecBetween(a: Mat3, b: Mat3): number {
  const [x, y, z] = multiply(a, transpose(b))
  return Math.hypot(y[2] - z[1], z[0] - x[2], x[1] - y[0]) / 2 / RAD_PER_ARCSEC
}

const LIMIT_ARCSEC: Record<string, number> = {
  EME2000: PRINTED_ARCSEC,
  MOD: PRINTED_ARCSEC,
  CIRF: 2e-6, // The printed digits, and the series X, Y instead of our matrix of precession and nutation.
  TOD: 4e-6, // The offsets of the pole as nutation.
  TEME: 3e-5, // Orekit's fundamental arguments of 1992 for the nutation of 1980.
  TIRF: WHOLE_WAY_ARCSEC,
  ITRF: WHOLE_WAY_ARCSEC,
}

function expectOrekit(rotation: Rotation, eop: EarthModel['eop']): number {
  const earth = earthAt(parseTime(rotation.tai, 'TAI'), eop === undefined ? {} : { eop })
  const { matrix, omegaRadS } = rotationBetween('GCRF', rotation.frame as Frame, earth)
  const apart = arcsecBetween(matrix, matrixOf(rotation.quaternion))
  expect(apart).toBeLessThan(LIMIT_ARCSEC[rotation.frame]!)
  // Precession and nutation, 1e-11 rad/s, are not part of our velocities.
  const [x, y, z] = rotation.omegaRadS as [number, number, number]
  expect(norm(subtract(omegaRadS, [x, y, z]))).toBeLessThan(
    rotation.frame === 'ITRF' ? TURNING_RAD_S : PRECESSION_RAD_S,
  )
  return apart
}

const nearby = (mjd: number) => reference.finals.filter((line) => Math.abs(Number(line.slice(7, 15)) - mjd) <= 2)

test.each(reference.rotations)('rotationBetween() agrees with Orekit from GCRF to $frame at $tai', (rotation) => {
  const mjd = Math.floor(Date.parse(`${rotation.tai}Z`) / 86_400_000) + 40_587
  expectOrekit(rotation, parseEop(nearby(mjd - 1).join('\n'), 'finals-2000'))
})

test.skipIf(!hasCollection('frames'))('rotationBetween() agrees with every row of Orekit in the collection', () => {
  const finals = readFileSync(collectionPath('frames/finals2000A.all'), 'utf8')
  const eop = parseEop(finals, 'finals-2000')
  // After the last Bulletin B of the file its parameters are provisional, and after its last day there are none.
  const lastFinal = finals.split('\n').findLast((line) => line.slice(134, 144).trim() !== '')!
  let rows = 0
  for (const frame of Object.keys(LIMIT_ARCSEC)) {
    const file = readFileSync(collectionPath(`frames/GCRF_${frame === 'EME2000' ? 'J2000' : frame}_orekit.csv`), 'utf8')
    for (const line of file.trim().split('\n').slice(1)) {
      const words = line.split(',')
      const time = new Date(`${words[0]} UTC`)
      if (time.getTime() / 86_400_000 + 40_587 > Number(lastFinal.slice(7, 15)) - 2) continue
      const numbers = words.slice(7).map(Number)
      const tai = time.toISOString().slice(0, 23)
      expectOrekit({ frame, tai, quaternion: numbers.slice(0, 4), omegaRadS: numbers.slice(4) }, eop)
      rows += 1
    }
  }
  expect(rows).toBeGreaterThan(150)
})

const frames = fc.constantFrom(...FRAMES)
const epochs = fc.integer({ min: 1, max: 850_000_000 }).map((seconds) => addSeconds(makeEpoch(0), seconds))
const theories = fc.constantFrom(...EARTH_THEORIES)
const states = fc.record({
  r: fc.tuple(...([7e6, 7e6, 7e6].map((m) => realBetween(-m, m)) as [never, never, never])),
  v: fc.tuple(...([8e3, 8e3, 8e3].map((m) => realBetween(-m, m)) as [never, never, never])),
}) as fc.Arbitrary<{ r: Vec3; v: Vec3 }>

// Between two frames there are up to 16 rotations: sine and cosine of each are rounded by 1.1e-16, and each product by 3.5 times as much.
const WAY_ROUNDING = (16 * (1 + 3.5) * Number.EPSILON) / 2

test('transformState() there and back returns the same state, in both theories', () => {
  fc.assert(
    fc.property(frames, frames, epochs, theories, states, (from, to, at, theory, { r, v }) => {
      const model = { theory }
      const back = transformState(transformState({ frame: from, epoch: at, r, v }, to, model), from, model)
      // Two conversions, with two vectors in each. The vectors are at least a metre long, because the smallest doubles are rounded differently.
      // The velocity also contains the rotation of the Earth at the position.
      const rounding = 2 * WAY_ROUNDING + 10 * (Number.EPSILON / 2)
      const distanceM = 1 + norm(r)
      expect(norm(subtract(back.r, r))).toBeLessThan(rounding * distanceM)
      expect(norm(subtract(back.v, v))).toBeLessThan(rounding * (norm(v) + EARTH_RAD_S * distanceM))
    }),
    { numRuns: 300 },
  )
})

test('rotationBetween() does not depend on the path, except for TEME in the theory of 2006', () => {
  fc.assert(
    fc.property(frames, frames, frames, epochs, theories, (a, b, c, at, theory) => {
      const earth = earthAt(at, { theory })
      const direct = rotationBetween(a, c, earth)
      const first = rotationBetween(a, b, earth)
      const second = rotationBetween(b, c, earth)
      const modern = theory === 'IAU2006' && [a, b, c].some((frame) => frame === 'TEME' || frame === 'PEF')
      // For TEME, the error of the IAU 1980 nutation and 13 mas between GMST82 and the Earth rotation angle; otherwise the rounding of three
      // paths.
      const limit = modern ? 0.1 : (3 * WAY_ROUNDING) / RAD_PER_ARCSEC
      expect(arcsecBetween(direct.matrix, multiply(second.matrix, first.matrix))).toBeLessThan(limit)
    }),
    { numRuns: 300 },
  )
})

test('transformCovariance() agrees with the change of the state by small steps, and stays symmetric and positive', () => {
  fc.assert(
    fc.property(
      frames,
      frames,
      epochs,
      fc.array(realBetween(-1, 1), { minLength: 36, maxLength: 36 }),
      (from, to, at, seed) => {
        // Each diagonal entry exceeds the sum of its row by at least 1, so that the smallest variance is at least 0.1² and not mere rounding.
        const scaled = buildMatrix(6, 6, (i, j) => (seed[6 * i + j]! / 6 + (i === j ? 2 : 0)) * (i < 3 ? 100 : 0.1))
        const covariance: Matrix = multiplyMatrices(scaled, transposeMatrix(scaled))
        const earth = earthAt(at)
        const there = transformCovariance(covariance, from, to, earth)
        expect(there).toEqual(transposeMatrix(there))
        expect(symmetricEigen(there).values.every((value) => value > 0)).toBe(true)
        const back = transformCovariance(there, to, from, earth)
        back.forEach((row, i) => {
          row.forEach((value, j) => {
            const size = Math.sqrt(covariance[i]![i]! * covariance[j]![j]!)
            expect(Math.abs(value - covariance[i]![j]!) / size).toBeLessThan(THERE_AND_BACK)
          })
        })
      },
    ),
    { numRuns: 100 },
  )
})

test('stateJacobian() agrees with numerical derivatives of the change of frame', () => {
  const earth = earthAt(epoch)
  const rotation = rotationBetween('GCRF', 'ITRF', earth)
  const base = transformState({ ...itrf, frame: 'GCRF' }, 'ITRF')
  const jacobian = stateJacobian(rotation)
  for (let column = 0; column < 6; column += 1) {
    const step = column < 3 ? 1000 : 1
    const moved = [...itrf.r, ...itrf.v].map((value, index) => value + (index === column ? step : 0))
    const [x, y, z, vx, vy, vz] = moved as [number, number, number, number, number, number]
    const there = transformState({ frame: 'GCRF', epoch, r: [x, y, z], v: [vx, vy, vz] }, 'ITRF')
    const change = [...subtract(there.r, base.r), ...subtract(there.v, base.v)]
    change.forEach((value, row) => {
      expect(Math.abs(value / step - jacobian[row]![column]!)).toBeLessThan(JACOBIAN)
    })
  }
})

test('transformState() refuses an epoch outside the Earth orientation parameters, or reports it', () => {
  const late: State = { ...itrf, epoch: parseTime('2100-01-01T00:00:00') }
  expect(() => transformState(late, 'GCRF')).toThrow(/2100-01-01T.* is outside the Earth orientation parameters/)
  expect(transformState(late, 'GCRF', { outside: 'hold' }).frame).toBe('GCRF')
  expect(earthAt(late.epoch, { outside: 'hold' }).orientation.quality).toBe('after-span')
})

test('rotationBetween() of a frame and itself is exactly the identity', () => {
  for (const frame of FRAMES) expect(rotationBetween(frame, frame, earthAt(epoch))).toBe(NO_ROTATION)
})
