import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween, transformState } from '@apsis/astro/frames/frame.ts'
import { inertialRsw } from '@apsis/astro/frames/local.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { entry, mapCovariance } from '@apsis/astro/matrix.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { readBareOem } from '../oem/bare-oem.ts'
import { oemPositions } from './oem-positions.ts'

const EPOCH = parseTime('2026-01-01T00:00:00')
/** A circular orbit, whose states are computed here from sines and cosines. */
const [RADIUS_KM, RATE_RAD_S] = [7_000, 1.078e-3]
const STEP_S = 60
const at = (k: number): Vec3 => {
  const angle = RATE_RAD_S * STEP_S * k
  return [RADIUS_KM * Math.cos(angle), RADIUS_KM * Math.sin(angle) * 0.6, RADIUS_KM * Math.sin(angle) * 0.8]
}
const speed = (k: number): Vec3 => {
  const angle = RATE_RAD_S * STEP_S * k
  const v = RADIUS_KM * RATE_RAD_S
  return [-v * Math.sin(angle), v * Math.cos(angle) * 0.6, v * Math.cos(angle) * 0.8]
}
const time = (k: number) => `2026-01-01T00:${String(k).padStart(2, '0')}:00`
const row = (k: number, isBare: boolean) => [time(k), ...at(k), ...(isBare ? [] : speed(k))].join(' ')

/** Returns a segment with positions over ten minutes, and with a covariance of 2, 5 and 3 m (one sigma) in RTN or other axes. */
function segmentOf({
  frame = 'EME2000',
  isBare = false,
  covariance = 'RTN',
  matrix = RTN_M2,
  until = 10,
  madeAt = 0,
} = {}) {
  const rows = Array.from({ length: until + 1 }, (_, k) => row(k, isBare))
  const lines = covariance === '' ? [] : [`EPOCH = ${time(madeAt)}`, `COV_REF_FRAME = ${covariance}`, ...matrix]
  const reading = readBareOem(
    [
      ...['CCSDS_OEM_VERS = 2.0', 'CREATION_DATE = 2026-01-02T00:00:00', 'ORIGINATOR = X', 'META_START'],
      ...['OBJECT_NAME = A', 'OBJECT_ID = 2020-001A', 'CENTER_NAME = EARTH', `REF_FRAME = ${frame}`],
      ...['TIME_SYSTEM = UTC', `START_TIME = ${time(0)}`, `STOP_TIME = ${time(until)}`, 'META_STOP', ...rows],
      ...(lines.length === 0 ? [] : ['COVARIANCE_START', ...lines, 'COVARIANCE_STOP']),
      '',
    ].join('\n'),
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors))
  const [segment] = reading.message.segments
  if (segment === undefined) throw new Error('there is no segment')
  return segment
}
/** The covariance for standard deviations of 2 m, 5 m and 3 m, in km². */
const RTN_M2 = ['4e-6', '0 25e-6', '0 0 9e-6', '0 0 0 1e-12', '0 0 0 0 1e-12', '0 0 0 0 0 1e-12']
/** The relative tolerance of a standard deviation; variances have an error of about 1e-9. */
const RELATIVE = 1e-6

const positionsOf = (segment: ReturnType<typeof segmentOf>) =>
  oemPositions(segment, { sensorId: 'GPS' })?.observations ?? []

/** Returns the standard deviations along the axes of the orbit at each position, m. */
function sigmas(segment: ReturnType<typeof segmentOf>) {
  return positionsOf(segment).map(({ epoch, covariance }) => {
    const k = Math.round(secondsBetween(EPOCH, epoch) / STEP_S)
    const inGcrf = transformState({ frame: 'EME2000', epoch, r: at(k), v: speed(k) }, 'GCRF', { outside: 'hold' })
    const along = mapCovariance(inertialRsw(inGcrf), covariance)
    return [0, 1, 2].map((i) => Math.sqrt(entry(along, i, i)))
  })
}

/** Returns how independent errors grow by two-body motion on a circular orbit, along the axes of the orbit (Clohessy and Wiltshire 1960). */
function grown(seconds: number, [x, y, z]: Vec3, speedMps: number): number[] {
  const n = RATE_RAD_S
  const [s, c] = [Math.sin(n * seconds), Math.cos(n * seconds)]
  // The first is the effect of the velocity in axes that rotate with the orbit. The second is the effect of the position: an object at rest in
  // inertial axes moves in the rotating ones.
  const byVelocity = [
    [s / n, (2 * (1 - c)) / n, 0],
    [(-2 * (1 - c)) / n, (4 * s - 3 * n * seconds) / n, 0],
    [0, 0, s / n],
  ]
  const still = [
    [4 - 3 * c, 0, 0],
    [6 * (s - n * seconds), 1, 0],
    [0, 0, c],
  ]
  return still.map((row, i) => {
    const v = byVelocity[i] ?? []
    const byPlace = [(row[0] ?? 0) - n * (v[1] ?? 0), (row[1] ?? 0) + n * (v[0] ?? 0), row[2] ?? 0]
    const ofPlace = (byPlace[0]! * x) ** 2 + (byPlace[1]! * y) ** 2 + (byPlace[2]! * z) ** 2
    return Math.sqrt(ofPlace + v.reduce((sum, one) => sum + (one * speedMps) ** 2, 0))
  })
}
/**
 * The tolerance of a standard deviation, m. The rounded rate of the circular orbit fits its radius only to 7e-6, which changes a standard deviation
 * by 2e-5 m after ten minutes.
 */
const CIRCLE_M = 0.05
const SPEED_SIGMA_MPS = 1e-3
/** Ten minutes later, the in-track sigma of 5 m has become less than this. */
const IN_TRACK_AFTER_M = 4

function expectGrown(all: readonly (readonly number[])[]) {
  expect(all).toHaveLength(11)
  all.forEach((sigma, k) => {
    const expected = grown(k * STEP_S, [2, 5, 3], SPEED_SIGMA_MPS)
    expected.forEach((one, i) => {
      expect(Math.abs((sigma[i] ?? 0) - one), `${k} ${i}`).toBeLessThan(CIRCLE_M)
    })
  })
  // The test proves something only if the covariance has changed.
  expect(all[10]?.[1]).toBeLessThan(IN_TRACK_AFTER_M)
}

test('oemPositions() propagates a covariance, including its velocity part, to each position', () => {
  expectGrown(sigmas(segmentOf()))
})

test('a covariance in the frame of the states is rotated to the axes of the orbit at its epoch', () => {
  // At the first position radial is x, in-track (0, 0.6, 0.8) and cross-track (0, −0.8, 0.6): this is the covariance with 2, 5 and 3 m along these
  // axes.
  const yy = 25 * 0.36 + 9 * 0.64
  const zz = 25 * 0.64 + 9 * 0.36
  const yz = (25 - 9) * 0.48
  const rows = ['4e-6', `0 ${yy}e-6`, `0 ${yz}e-6 ${zz}e-6`, ...RTN_M2.slice(3)]
  expectGrown(sigmas(segmentOf({ covariance: 'EME2000', matrix: rows })))
})

test.each([
  ['states without velocities', { isBare: true }],
  ['a covariance without velocities', { matrix: [...RTN_M2.slice(0, 3), '0 0 0 0', '0 0 0 0 0', '0 0 0 0 0 0'] }],
])('%s: the covariance is rotated with the orbit for five minutes, and is not used later', (_name, given) => {
  const all = sigmas(segmentOf({ ...given, until: 5 }))
  expect(all).toHaveLength(6)
  for (const [radial = 0, inTrack = 0, crossTrack = 0] of all) {
    expect(Math.abs(radial - 2)).toBeLessThan(RELATIVE)
    expect(Math.abs(inTrack - 5)).toBeLessThan(RELATIVE)
    expect(Math.abs(crossTrack - 3)).toBeLessThan(RELATIVE)
  }
  expect(() => sigmas(segmentOf({ ...given, until: 6 }))).toThrow(
    'the covariance of 2026-01-01T00:00:00 UTC says nothing of the position of 2026-01-01T00:06:00 UTC',
  )
})

test('oemPositions() with lastS needs a covariance only for the positions of the last minutes', () => {
  const segment = segmentOf({ isBare: true, madeAt: 10 })
  const lastS = 5 * STEP_S
  const used = oemPositions(segment, { sensorId: 'GPS', lastS })?.observations ?? []
  expect(used.map(({ epoch }) => secondsBetween(EPOCH, epoch))).toEqual([300, 360, 420, 480, 540, 600])
  expect(() => positionsOf(segment)).toThrow('says nothing of the position of 2026-01-01T00:00:00 UTC')
})

test('if the axes of a covariance are unknown, the sigma that the caller states is used', () => {
  const segment = segmentOf({ covariance: 'ALIGN_EARTH' })
  expect(oemPositions(segment, { sensorId: 'GPS' })).toBeNull()
  const found = oemPositions(segment, { sensorId: 'GPS', sigmaM: 7 })
  expect(found?.isStated).toBe(true)
  expect(found?.observations.at(-1)?.covariance[2]?.[2]).toBe(49)
  expect(oemPositions(segmentOf(), { sensorId: 'GPS', sigmaM: 7 })?.isStated).toBe(false)
})

test('oemPositions() returns the positions of the message, transformed to GCRF', () => {
  const turning = positionsOf(segmentOf({ frame: 'ITRF' }))
  turning.forEach(({ epoch, positionM }, k) => {
    const { matrix } = rotationBetween('ITRF', 'GCRF', earthAt(epoch, { outside: 'hold' }))
    const expected = transform(matrix, at(k).map((km) => km * 1_000) as unknown as Vec3)
    expect(norm(subtract(positionM, expected))).toBeLessThan(RELATIVE)
    expect(secondsBetween(addSeconds(EPOCH, STEP_S * k), epoch)).toBe(0)
  })
  expect(turning).toHaveLength(11)
})

test('without a covariance and without a stated sigma there are no positions', () => {
  expect(oemPositions(segmentOf({ covariance: '' }), { sensorId: 'GPS' })).toBeNull()
  const found = oemPositions(segmentOf({ covariance: '' }), { sensorId: 'GPS', sigmaM: 7 })
  expect(found?.isStated).toBe(true)
  expect(found?.observations[0]?.covariance).toEqual([
    [49, 0, 0],
    [0, 49, 0],
    [0, 0, 49],
  ])
})

test.each([
  ['no variance in one axis', ['4e-6', '0 0', '0 0 9e-6']],
  ['a correlation above one', ['4e-6', '20e-6 25e-6', '0 0 9e-6']],
])('an invalid covariance is refused with its time: %s', (_, position) => {
  const matrix = [...position, '0 0 0 1e-12', '0 0 0 0 1e-12', '0 0 0 0 0 1e-12']
  expect(() => oemPositions(segmentOf({ matrix }), { sensorId: 'GPS' })).toThrow(
    'the covariance of 2026-01-01T00:00:00 UTC is not positive definite',
  )
})

test('a covariance of zeros counts as missing: the stated sigma is used, and without one there are no positions', () => {
  const zeros = segmentOf({ matrix: ['0', '0 0', '0 0 0', '0 0 0 0', '0 0 0 0 0', '0 0 0 0 0 0'] })
  expect(oemPositions(zeros, { sensorId: 'GPS' })).toBeNull()
  const stated = oemPositions(zeros, { sensorId: 'GPS', sigmaM: 4 })
  expect(stated?.isStated).toBe(true)
  expect(stated?.observations[0]?.covariance).toEqual([
    [16, 0, 0],
    [0, 16, 0],
    [0, 0, 16],
  ])
})
