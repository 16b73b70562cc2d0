import { covarianceToRtn } from '@apsis/astro/conjunction/rtn.ts'
import { interpolateCovariance } from '@apsis/astro/ephemeris/covariance.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { type GivenSegment, toTemeEphemeris } from './teme-ephemeris.ts'

/** Rotating a position of 7000 km has a rounding error of a fraction of a micrometre. */
const ROUNDING_M = 1e-6
/** The rotation from the axes of the message changes a variance by more than this, m²; rounding changes it much less. */
const TURNED_M2 = 1
/** SGP4's velocity is not exactly the derivative of its position: an interpolation with both has an error of centimetres. */
const SGP4_RATE_M = 0.03
/** The corresponding error of the velocity, m/s. */
const SGP4_RATE_MPS = 0.03
/** Variances of up to 1e4 m² that are rotated to other axes and back keep six decimals. */
const VARIANCE_DIGITS = 6

// The elements are of BUGSAT-1; any object in a low orbit can be used.
const LINE_1 = '1 40014U 14033E   14294.41438078  .00003468  00000-0  34565-3 0  3930'
const LINE_2 = '2 40014  97.9781 190.6418 0032692 299.0467  60.7524 14.91878099 18425'
const model = initSgp4(parseTle(LINE_1, LINE_2))

function teme(epoch: Epoch) {
  const state = propagateSgp4(model, epoch)
  if (!state.ok) throw new Error(state.reason)
  return { frame: 'TEME' as const, epoch, r: state.r, v: state.v }
}

const START = model.epoch
const diagonal = [400, 10_000, 900, 1e-4, 4e-4, 9e-4]
const matrix = diagonal.map((value, row) => diagonal.map((_, column) => (row === column ? value : 0)))

function segment(refFrame: 'EME2000' | 'ITRF' | 'TEME', covarianceFrame?: string): GivenSegment {
  const epochs = Array.from({ length: 31 }, (_, k) => addSeconds(START, 60 * k))
  const framed = covarianceFrame === undefined ? {} : { refFrame: covarianceFrame }
  return {
    metadata: { centreName: 'EARTH', refFrame },
    states: epochs.map((epoch) => transformState(teme(epoch), refFrame)),
    covariances: [0, 30].map((k) => ({ comments: [], epoch: addSeconds(START, 60 * k), matrix, ...framed })),
  }
}

test.each(['EME2000', 'ITRF', 'TEME'] as const)(
  'toTemeEphemeris() transforms states in %s to the states of SGP4',
  (frame) => {
    const ephemeris = toTemeEphemeris([segment(frame)])
    for (const seconds of [0, 450, 930, 1800]) {
      const epoch = addSeconds(START, seconds)
      const state = interpolateState(ephemeris, epoch)
      if (!state.ok) throw new Error(state.reason)
      expect(state.frame).toBe('TEME')
      // At the states the error is rounding; between them it is larger, because SGP4's velocity is not exactly the derivative of its position.
      expect(norm(subtract(state.r, teme(epoch).r))).toBeLessThan(seconds % 60 === 0 ? ROUNDING_M : SGP4_RATE_M)
      expect(norm(subtract(state.v, teme(epoch).v))).toBeLessThan(SGP4_RATE_MPS)
    }
  },
)

test('toTemeEphemeris() rotates covariances from the axes of the orbit, and from the frame of the states', () => {
  const rtnAt = (given: GivenSegment) => {
    const found = interpolateCovariance(toTemeEphemeris([given]), START)
    if (!found.ok) throw new Error(found.reason)
    return covarianceToRtn(teme(START), found.covariance)
  }
  for (const [row, values] of rtnAt(segment('EME2000', 'RTN')).entries()) {
    for (const [column, value] of values.entries()) expect(value).toBeCloseTo(matrix[row]![column]!, VARIANCE_DIGITS)
  }
  // The trace of the position's covariance does not depend on the axes.
  const turned = rtnAt(segment('EME2000'))
  expect(turned[0]![0]! + turned[1]![1]! + turned[2]![2]!).toBeCloseTo(400 + 10_000 + 900, VARIANCE_DIGITS)
  expect(Math.abs(turned[0]![0]! - 400)).toBeGreaterThan(TURNED_M2)
})

test('toTemeEphemeris() omits a covariance in unknown axes, and one outside the useable span', () => {
  const reason = (given: GivenSegment) => {
    const found = interpolateCovariance(toTemeEphemeris([given]), START)
    return found.ok ? '' : found.reason
  }
  expect(reason(segment('TEME', 'BODY_FIXED'))).toBe('no-covariance')
  const { metadata, ...rest } = segment('TEME', 'RTN')
  const late = { metadata: { ...metadata, useableStartTime: addSeconds(START, 60) }, ...rest }
  expect(toTemeEphemeris([late]).segments[0]!.segment.covariances).toMatchObject({ count: 1 })
  const { covariances } = segment('TEME')
  const early = { ...metadata, useableStopTime: addSeconds(START, 1740) }
  const of = (given: GivenSegment['metadata']) =>
    toTemeEphemeris([{ ...rest, covariances, metadata: given }]).segments[0]!.segment.covariances
  expect([metadata, late.metadata, early].map((given) => of(given)?.count)).toEqual([2, 1, 1])
  // A covariance exactly at an end of the span is used.
  const whole = { ...metadata, useableStartTime: START, useableStopTime: addSeconds(START, 1800) }
  expect(of(whole)).toMatchObject({ count: 2 })
})

test('toTemeEphemeris() names a frame and a centre that it cannot transform to TEME', () => {
  const of = (metadata: GivenSegment['metadata']) => () => toTemeEphemeris([{ ...segment('TEME'), metadata }])
  expect(of({ centreName: 'MOON', refFrame: 'TEME' })).toThrow('CENTER_NAME is MOON')
  expect(of({ centreName: 'EARTH', refFrame: 'MCI' })).toThrow('REF_FRAME MCI')
})

test('toTemeEphemeris() omits a covariance of zeros, because it counts as missing', () => {
  const given = segment('EME2000')
  const zeros = matrix.map((row) => row.map(() => 0))
  const ephemeris = toTemeEphemeris([
    { ...given, covariances: given.covariances.map((one) => ({ ...one, matrix: zeros })) },
  ])
  expect(interpolateCovariance(ephemeris, START)).toEqual({ ok: false, reason: 'no-covariance' })
})
