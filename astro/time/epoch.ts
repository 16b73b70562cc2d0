/** Femtoseconds in a second. A femtosecond is the resolution of an epoch. 1e15 is below 2⁵³, so both parts of an epoch are exact integers. */
export const FEMTOS_PER_SECOND = 1_000_000_000_000_000

/**
 * An instant, as whole seconds and femtoseconds of TAI since 2000-01-01T12:00:00 TAI. It does not depend on a calendar, covers 285 million years
 * before and after the origin, and has the same resolution everywhere. One double of seconds would resolve 0.1 µs today, in which an object in
 * low orbit moves a millimetre. `taiFs` is always in [0, 1e15), also before the origin.
 */
export interface Epoch {
  readonly taiS: number
  readonly taiFs: number
}

/**
 * Returns the epoch `taiS` seconds and `taiFs` femtoseconds after 2000-01-01T12:00:00 TAI. Femtoseconds may have either sign, up to ±2⁵³; whole
 * seconds in them are carried over. Exact. Throws RangeError if a part is not a safe integer.
 */
export function makeEpoch(taiS: number, taiFs = 0): Epoch {
  const carry = Math.floor(taiFs / FEMTOS_PER_SECOND)
  const seconds = taiS + carry
  if (!Number.isSafeInteger(taiFs) || !Number.isSafeInteger(taiS) || !Number.isSafeInteger(seconds)) {
    throw new RangeError(`an epoch needs safe integers of seconds and femtoseconds, not ${taiS} and ${taiFs}`)
  }
  return { taiS: seconds + 0, taiFs: taiFs - carry * FEMTOS_PER_SECOND }
}

/** Returns −1, 0 or 1 for `a` before, at or after `b`. Exact. Suitable for Array.sort. */
export function compareEpochs(a: Epoch, b: Epoch): -1 | 0 | 1 {
  const difference = a.taiS - b.taiS || a.taiFs - b.taiFs
  return difference < 0 ? -1 : difference > 0 ? 1 : 0
}

/**
 * Returns the epoch `seconds` later (SI seconds of TAI, any finite double). The whole part is added exactly; the fraction is rounded to the
 * femtosecond. Throws RangeError for a result beyond ±2⁵³ s.
 */
export function addSeconds(epoch: Epoch, seconds: number): Epoch {
  const whole = Math.trunc(seconds)
  return makeEpoch(epoch.taiS + whole, epoch.taiFs + Math.round((seconds - whole) * FEMTOS_PER_SECOND))
}

/** Returns the epoch `femtos` femtoseconds later (an integer up to ±8e15, or 8 s). Exact. */
export function addFemtoseconds(epoch: Epoch, femtos: number): Epoch {
  return makeEpoch(epoch.taiS, epoch.taiFs + femtos)
}

/**
 * Returns the SI seconds from `start` to `end`, negative when `end` is earlier. Only the result is rounded: the error is under 1e-11 s below a
 * day, and 0 between epochs on whole seconds.
 */
export function secondsBetween(start: Epoch, end: Epoch): number {
  return end.taiS - start.taiS + (end.taiFs - start.taiFs) / FEMTOS_PER_SECOND
}
