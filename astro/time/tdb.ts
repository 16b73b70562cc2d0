import { DAYS_PER_JULIAN_CENTURY, SECONDS_PER_DAY, TT_MINUS_TAI_MS } from '../constants.ts'
import { type Epoch, FEMTOS_PER_SECOND } from './epoch.ts'

// Amplitude (s), frequency (rad per Julian century of TT) and phase at J2000.0 (rad). Source: G. H. Kaplan, The IAU Resolutions on Astronomical
// Reference Systems, USNO Circular 179 (2005), eq. 2.6, after Fairhead and Bretagnon (1990).
const TERMS: readonly (readonly [number, number, number])[] = [
  [0.001657, 628.3076, 6.2401],
  [0.000022, 575.3385, 4.297],
  [0.000014, 1256.6152, 6.1969],
  [0.000005, 606.9777, 4.0212],
  [0.000005, 52.9691, 0.4444],
  [0.000002, 21.3299, 5.5431],
]
const MIXED_TERM = { amplitude: 0.00001, frequency: 628.3076, phase: 4.249 } // The term with T sin(…) of the same equation.

const SECONDS_PER_CENTURY = DAYS_PER_JULIAN_CENTURY * SECONDS_PER_DAY

/** Returns the Julian centuries of TT since J2000.0 (2000-01-01T12:00:00 TT). The relative error is 2e-16, enough for series but not for clocks. */
export function julianCenturiesTt({ taiS, taiFs }: Epoch): number {
  return (taiS + taiFs / FEMTOS_PER_SECOND + TT_MINUS_TAI_MS / 1000) / SECONDS_PER_CENTURY
}

/**
 * Returns TDB − TT in seconds at the geocentre. Source: USNO Circular 179, eq. 2.6, which states 10 µs from 1600 to 2200. Accuracy: 7.3 µs from
 * 1972 to 2100, against the 787 terms of Fairhead and Bretagnon (ERFA dtdb; tdb.reference.json).
 */
export function tdbMinusTtS(epoch: Epoch): number {
  const t = julianCenturiesTt(epoch)
  let sum = MIXED_TERM.amplitude * t * Math.sin(MIXED_TERM.frequency * t + MIXED_TERM.phase)
  for (const [amplitude, frequency, phase] of TERMS) sum += amplitude * Math.sin(frequency * t + phase)
  return sum
}
