import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { covarianceFromRtn, covarianceToRtn } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { statesOf } from '@apsis/astro/ephemeris/columns.ts'
import { nearestCovariance } from '@apsis/astro/ephemeris/covariance.ts'
import type { Ephemeris, PreparedSegment } from '@apsis/astro/ephemeris/ephemeris.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { flyTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { symmetricEigen } from '@apsis/astro/symmetric.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { pushedBy, transitionBetween } from '@apsis/astro/tracking/unavoidable.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { Flight } from './flight.ts'

/** An orbit at one epoch, in GCRF. */
export type KnownOrbit = {
  readonly epoch: Epoch
  readonly state: CartesianState
  /** 6 × 6, m and m/s; null if the data contain none. */
  readonly covariance: Matrix | null
}

/** The assumed 1σ of each position component of an own orbit without a covariance, a convention; the mean motion gives the velocity. */
const ASSUMED_SIGMA_M = 10

/**
 * Returns the nearest state of a file before a time, or after it, with its covariance; null if the file does not reach that time. States are not
 * interpolated, because the rotation of the stored axes would add 5e-5 m/s at the height of an orbit.
 */
export function knownAt(file: Ephemeris, epoch: Epoch, side: 'before' | 'after'): KnownOrbit | null {
  const isWithin = ({ start, stop }: PreparedSegment) =>
    compareEpochs(start, epoch) <= 0 && compareEpochs(epoch, stop) <= 0
  const part = file.segments.findLast(isWithin)
  if (part === undefined) return null
  const states = statesOf(part.segment.states)
  const state =
    side === 'before'
      ? states.findLast((one) => compareEpochs(one.epoch, epoch) <= 0)
      : states.find((one) => compareEpochs(epoch, one.epoch) <= 0)
  return state === undefined ? null : inGcrf(state.epoch, state, part)
}

/** Returns the last usable state of a segment, or the first one. */
export function endOf(part: PreparedSegment, which: 'first' | 'last'): KnownOrbit | null {
  const { segment, start, stop, times, origin } = part
  const within = statesOf(segment.states).filter((_, k) => {
    const epoch = addSeconds(origin, times[k] ?? missing())
    return compareEpochs(start, epoch) <= 0 && compareEpochs(epoch, stop) <= 0
  })
  const state = which === 'first' ? within[0] : within.at(-1)
  return state === undefined ? null : inGcrf(state.epoch, state, part)
}

/** Converts a stored orbit from its axes, TEME, to GCRF; the covariance is the nearest one, propagated to the epoch. */
function inGcrf(epoch: Epoch, { r, v }: CartesianState, part: PreparedSegment): KnownOrbit {
  const there = transformState({ frame: 'TEME', epoch, r, v }, 'GCRF', { outside: 'hold' })
  const state = { r: there.r, v: there.v }
  const nearest = nearestCovariance([part], epoch)
  if (nearest === null) return { epoch, state, covariance: null }
  const [beside] = statesOf(part.segment.states).toSorted(
    (a, b) => Math.abs(secondsBetween(a.epoch, nearest.epoch)) - Math.abs(secondsBetween(b.epoch, nearest.epoch)),
  )
  if (beside === undefined) return { epoch, state, covariance: null }
  const start = flyTwoBody(beside, secondsBetween(beside.epoch, nearest.epoch), GM_EARTH)
  const stm = transitionBetween(start, { r, v }, secondsBetween(nearest.epoch, epoch))
  const here = mapCovariance(stm, nearest.covariance)
  return { epoch, state, covariance: covarianceFromRtn(state, covarianceToRtn({ r, v }, here)) }
}

/** Returns the orbit of an object of a message at its TCA; null if its covariance is of the position only. */
export const ofMessage = (epoch: Epoch, { r, v, covariance }: EncounterObject): KnownOrbit | null =>
  covariance.length === 6 ? { epoch, state: { r, v }, covariance } : null

/** Returns the orbit with a covariance: its own one, or the assumed one. */
export function withCovariance(known: KnownOrbit): KnownOrbit {
  if (known.covariance !== null) return known
  const { state } = known
  const n = Math.sqrt(GM_EARTH / norm(state.r) ** 3)
  const sigmas = [1, 1, 1, n, n, n].map((factor) => factor * ASSUMED_SIGMA_M)
  const rtn = buildMatrix(6, 6, (i, j) => (i === j ? (sigmas[i] ?? missing()) ** 2 : 0))
  return { ...known, covariance: covarianceFromRtn(state, rtn) }
}

/** Propagates an orbit to another time, with its covariance and the uncertainty of the forces; null if it cannot be propagated. */
export function carriedBy({ fly, accelerationSigma }: Flight, from: KnownOrbit, to: Epoch): KnownOrbit | null {
  const seconds = secondsBetween(from.epoch, to)
  if (seconds === 0) return from
  const state = fly(from.epoch, from.state, to)
  if (state === null) return null
  const mapped = carriedCovariance(from, { epoch: to, state })
  if (mapped === null) return { epoch: to, state, covariance: null }
  // The effect of the unknown acceleration over the length of the propagation is added at its end, also for a propagation backwards.
  const push = pushedBy(state, Math.abs(seconds)).map((part) => part * accelerationSigma)
  const covariance = buildMatrix(6, 6, (i, j) => entry(mapped, i, j) + (push[i] ?? missing()) * (push[j] ?? missing()))
  return { epoch: to, state, covariance }
}

/** Propagates the covariance of an orbit to another time, without the uncertainty of the forces in between. */
export const carriedCovariance = (from: KnownOrbit, to: Pick<KnownOrbit, 'epoch' | 'state'>): Matrix | null =>
  from.covariance &&
  mapCovariance(transitionBetween(from.state, to.state, secondsBetween(from.epoch, to.epoch)), from.covariance)

/** Returns the growth of a covariance: the positive part of the difference. */
export function grownBy(before: Matrix, after: Matrix): Matrix {
  // Metres and metres per second are scaled to the same size; otherwise rounding of the metres would hide the metres per second.
  const unit = (i: number) => Math.sqrt(entry(after, i, i)) || 1
  const scaled = buildMatrix(6, 6, (i, j) => (entry(after, i, j) - entry(before, i, j)) / (unit(i) * unit(j)))
  const { values, vectors } = symmetricEigen(scaled)
  return buildMatrix(6, 6, (i, j) =>
    values.reduce((sum, value, k) => {
      const vector = vectors[k] ?? []
      return sum + Math.max(0, value) * (vector[i] ?? missing()) * unit(i) * (vector[j] ?? missing()) * unit(j)
    }, 0),
  )
}
