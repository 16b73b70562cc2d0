/** Femtoseconds in a second: the grain of an epoch. 1e15 is below 2⁵³, so both parts of an epoch are exact integers. */
export const FEMTOS_PER_SECOND = 1_000_000_000_000_000

/**
 * An instant, as whole seconds and femtoseconds of TAI since 2000-01-01T12:00:00 TAI. It is independent of any calendar,
 * reaches 285 million years to either side, and never loses precision: a double of seconds would have 0.1 µs here, in
 * which an object in low orbit moves a millimetre. `taiFs` is always in [0, 1e15), also before the origin.
 */
export interface Epoch {
  readonly taiS: number
  readonly taiFs: number
}

/**
 * The epoch of `taiS` seconds and `taiFs` femtoseconds after 2000-01-01T12:00:00 TAI; femtoseconds of any sign and up to
 * ±2⁵³ are carried over. Throws RangeError if a part is no safe integer. Exact.
 */
export function makeEpoch(taiS: number, taiFs = 0): Epoch {
  const carry = Math.floor(taiFs / FEMTOS_PER_SECOND)
  const seconds = taiS + carry
  if (!Number.isSafeInteger(taiFs) || !Number.isSafeInteger(taiS) || !Number.isSafeInteger(seconds)) {
    throw new RangeError(`an epoch needs safe integers of seconds and femtoseconds, not ${taiS} and ${taiFs}`)
  }
  return { taiS: seconds + 0, taiFs: taiFs - carry * FEMTOS_PER_SECOND }
}

/** −1, 0 or 1: whether `a` is before, at or after `b`. Exact; fit for Array.sort. */
export function compareEpochs(a: Epoch, b: Epoch): -1 | 0 | 1 {
  const difference = a.taiS - b.taiS || a.taiFs - b.taiFs
  return difference < 0 ? -1 : difference > 0 ? 1 : 0
}

/**
 * The epoch `seconds` (SI seconds of TAI, any finite double) later. The whole part is added exactly, the fraction is
 * rounded to the femtosecond. Throws RangeError outside ±2⁵³ s.
 */
export function addSeconds(epoch: Epoch, seconds: number): Epoch {
  const whole = Math.trunc(seconds)
  return makeEpoch(epoch.taiS + whole, epoch.taiFs + Math.round((seconds - whole) * FEMTOS_PER_SECOND))
}

/** The epoch `femtos` femtoseconds later (an integer up to ±8e15, that is 8 s). Exact. */
export function addFemtoseconds(epoch: Epoch, femtos: number): Epoch {
  return makeEpoch(epoch.taiS, epoch.taiFs + femtos)
}

/**
 * SI seconds from `start` to `end`, negative when `end` is earlier. The one rounding is that of the result: below a day
 * the error is under 1e-11 s, and 0 between epochs on whole seconds.
 */
export function secondsBetween(start: Epoch, end: Epoch): number {
  return end.taiS - start.taiS + (end.taiFs - start.taiFs) / FEMTOS_PER_SECOND
}
