import { type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import type { Sgp4Model } from './model.ts'
import { makeIntegrator } from './resonance.ts'
import { STATE_LENGTH, writeState } from './state.ts'

/** The reasons why SGP4 has no state at a time. The index in the list is the error code of AIAA 2006-6753; 0 means success. */
export const SGP4_FAILURES = [
  'none',
  'mean-eccentricity-out-of-range',
  'mean-motion-not-positive',
  'perturbed-eccentricity-out-of-range',
  'negative-semi-latus-rectum',
  'diverged',
  'decayed',
] as const
export type Sgp4Failure = Exclude<(typeof SGP4_FAILURES)[number], 'none'>

/** A state in TEME of date, r in m and v in m/s, or the reason why there is none. */
export type Sgp4State =
  | { readonly ok: true; readonly r: Vec3; readonly v: Vec3 }
  | { readonly ok: false; readonly reason: Sgp4Failure }

/**
 * Returns the state of an object at an epoch, m and m/s in TEME of that epoch. Elapsed time is in SI seconds, leap seconds included. Source:
 * initSgp4. Times more than two centuries from the epoch are 'diverged'. Accuracy: agrees with the 667 verification states of AIAA 2006-6753
 * (tcppver) to 0.3 mm, over days to 0.01 mm, and in velocity to the last digit.
 */
export function propagateSgp4(model: Sgp4Model, epoch: Epoch): Sgp4State {
  return propagateSgp4Minutes(model, secondsBetween(model.epoch, epoch) / 60)
}

// Shared arrays, written and read within one call, so that a single state needs no arrays of its own.
const single = { minutes: new Float64Array(1), states: new Float64Array(STATE_LENGTH), integrator: undefined }

/** Returns the state `minutes` after the epoch of the elements, negative before it. */
export function propagateSgp4Minutes(model: Sgp4Model, minutes: number): Sgp4State {
  single.minutes[0] = minutes
  const code = writeState(model, single, 0)
  if (code !== 0) return { ok: false, reason: failureOf(code) }
  const out = single.states as ArrayLike<number> as readonly [number, number, number, number, number, number]
  return { ok: true, r: [out[0], out[1], out[2]], v: [out[3], out[4], out[5]] }
}

/** Room for the result of propagateSgp4Bulk: six numbers and one code for each time. */
export interface Sgp4Batch {
  readonly states: Float64Array
  readonly codes: Uint8Array
}

/**
 * Writes the states of one object at many times (minutes after its epoch) to `states`: x, y, z in m and their rates in m/s for each time,
 * identical to those of propagateSgp4Minutes. If a time has no state, its numbers are NaN and its entry in `codes` is the position of the
 * reason in SGP4_FAILURES; otherwise the entry is 0. Returns the number of failed times. The times may have any order; in ascending order,
 * the resonance of an object is not integrated from the epoch each time. Throws RangeError if the arrays are too short.
 */
export function propagateSgp4Bulk(model: Sgp4Model, minutes: Float64Array, { states, codes }: Sgp4Batch): number {
  if (states.length < minutes.length * STATE_LENGTH || codes.length < minutes.length) {
    throw new RangeError(`${minutes.length} states do not fit ${states.length} numbers and ${codes.length} codes`)
  }
  const batch = { minutes, states, integrator: makeIntegrator() }
  let failures = 0
  for (let k = 0; k < minutes.length; k += 1) {
    const code = writeState(model, batch, k)
    codes[k] = code
    if (code === 0) continue
    failures += 1
    states.fill(Number.NaN, k * STATE_LENGTH, (k + 1) * STATE_LENGTH)
  }
  return failures
}

/** Returns the reason for a code of propagateSgp4Bulk. Throws RangeError for a code that is not a failure. */
export function failureOf(code: number): Sgp4Failure {
  const reason = SGP4_FAILURES[code]
  if (reason === undefined || reason === 'none') throw new RangeError(`${code} is the code of no failure`)
  return reason
}
