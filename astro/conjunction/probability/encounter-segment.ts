import { GM_EARTH } from '../../constants.ts'
import { maximise } from '../../maximise.ts'
import { missing } from '../../missing.ts'
import { type EquinoctialElements, equinoctialState } from '../../orbit/equinoctial.ts'
import { norm, subtract } from '../../vec3.ts'
import type { EncounterDuration } from '../duration.ts'

/** Number of samples in a search for the next largest distance; the search covers 1.1 of the longer period or 2.2 of the shorter. */
const SEARCH_STEPS = 40

/**
 * Returns the time span of one encounter of two two-body orbits: from the largest distance before TCA (0 s) and before `middleS`, the middle of
 * the linear encounter, to the next one after both; half the shorter period to either side if the distance has no such maxima. Source: Hall, JSR
 * 58 (2021), §III.E. Seconds after TCA, to a hundredth of the search step.
 */
export function findSegment(one: EquinoctialElements, other: EquinoctialElements, middleS: number): EncounterDuration {
  const periods = [one, other].map(({ meanMotionRadps }) => (2 * Math.PI) / meanMotionRadps)
  const [shorter, longer] = [Math.min(...periods), Math.max(...periods)]
  const step = Math.min(1.1 * longer, 2.2 * shorter) / SEARCH_STEPS
  const distance = (seconds: number) =>
    norm(subtract(equinoctialState(other, GM_EARTH, seconds).r, equinoctialState(one, GM_EARTH, seconds).r))
  const middle = Number.isFinite(middleS) ? Math.max(-shorter, Math.min(shorter, middleS)) : 0
  const endS = nextMaximum(distance, Math.max(0, middle), step)
  const startS = nextMaximum((seconds) => distance(-seconds), Math.max(0, -middle), step)
  if (endS === null || startS === null) return { startS: -shorter / 2, endS: shorter / 2 }
  return { startS: -startS, endS }
}

/** Returns the first maximum of a distance after a time, s; null if there is none in the search range. */
function nextMaximum(distance: (seconds: number) => number, from: number, step: number): number | null {
  const values = Array.from({ length: SEARCH_STEPS + 1 }, (_unused, i) => distance(from + i * step))
  const top = values.findIndex(
    (value, i) => i > 0 && value > (values[i - 1] ?? missing()) && value >= (values[i + 1] ?? Infinity),
  )
  if (top < 0) return null
  return maximise(distance, from + (top - 1) * step, from + (top + 1) * step, 1e-2).at
}
