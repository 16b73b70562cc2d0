import type { EncounterKind } from '@apsis/astro/screening/screened-object.ts'
import type { PeerObjects } from './peer-objects.ts'

/** For pairs slower than this, km/s, a straight line does not lead to the minimum. */
const SLOW_KMPS = 0.15
const TOLERANCE_S = 1e-7

/** The numbers of an event, which threads hand over in one array: first, second, kind, seconds, miss (km), relative speed (km/s). */
export const EVENT_LENGTH = 6
export const EVENT_KINDS: readonly EncounterKind[] = ['minimum', 'start', 'end']

/** A span in which to search for the minima of a pair. */
export interface Look {
  readonly fromS: number
  readonly toS: number
  /** The time at which the pair's straight line has its minimum, and the relative speed there. */
  readonly guessS: number
  readonly speedKmps: number
}

/** The relative motion of two objects at a time. */
interface Relative {
  /** Δr·Δv, km²/s. */
  readonly rate: number
  readonly distance: number
  readonly speed: number
}

export interface Refiner {
  /** Adds the pair's minima below the threshold that lie in a span, by SGP4. */
  addMinima(one: number, other: number, look: Look): void
  /** Adds a pair that is near at an end of the interval and would approach further beyond it. */
  addEnd(one: number, other: number, kind: 'start' | 'end'): void
  /** The events found so far. */
  readonly events: number[]
}

export function makeRefiner(objects: PeerObjects, options: { thresholdKm: number; durationS: number }): Refiner {
  const { thresholdKm, durationS } = options
  const both = new Float64Array(12)
  const events: number[] = []
  const relativeAt = (one: number, other: number, seconds: number): Relative => {
    objects.writeState(one, seconds, both, 0)
    objects.writeState(other, seconds, both, 6)
    return relativeOf(both)
  }
  const add = (one: number, other: number, kind: EncounterKind, seconds: number, { distance, speed }: Relative) => {
    if (!(distance < thresholdKm)) return
    events.push(Math.min(one, other), Math.max(one, other), EVENT_KINDS.indexOf(kind), seconds, distance, speed)
  }
  return {
    events,
    addMinima: (one, other, look) => {
      const at = (seconds: number) => relativeAt(one, other, seconds)
      const seconds = look.speedKmps > SLOW_KMPS ? followLine(at, look) : bracket(at, look)
      if (seconds === undefined || seconds < 0 || seconds > durationS) return
      add(one, other, 'minimum', seconds, at(seconds))
    },
    addEnd: (one, other, kind) => {
      const seconds = kind === 'start' ? 0 : durationS
      const relative = relativeAt(one, other, seconds)
      if (relative.rate >= 0 === (kind === 'start')) add(one, other, kind, seconds, relative)
    },
  }
}

function relativeOf(both: Float64Array): Relative {
  let [rate, d2, v2] = [0, 0, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    const d = (both[6 + axis] as number) - (both[axis] as number)
    const v = (both[9 + axis] as number) - (both[3 + axis] as number)
    rate += d * v
    d2 += d * d
    v2 += v * v
  }
  return { rate, distance: Math.sqrt(d2), speed: Math.sqrt(v2) }
}

/** Applies Newton's method to Δr·Δv: fast pairs move along straight lines, so three or four steps are enough. */
function followLine(at: (seconds: number) => Relative, { fromS, toS, guessS }: Look): number | undefined {
  let seconds = guessS
  for (let step = 0; step < 8; step += 1) {
    const { rate, speed } = at(seconds)
    const change = -rate / (speed * speed)
    seconds += change
    if (!(seconds > fromS - 2 && seconds < toS + 2)) return undefined
    if (Math.abs(change) < TOLERANCE_S) break
  }
  // The neighbouring span finds the events beyond its border; duplicates at the border are merged.
  return seconds > fromS - 1e-3 && seconds < toS + 1e-3 ? seconds : undefined
}

/** Finds where the sign changes from − to + between the ends of the span, by secant steps that stay within the bracket. */
function bracket(at: (seconds: number) => Relative, { fromS, toS }: Look): number | undefined {
  let [low, high] = [fromS, toS]
  let [below, above] = [at(low).rate, at(high).rate]
  if (!(below < 0 && above >= 0)) return undefined
  for (let step = 0; step < 100 && high - low > TOLERANCE_S; step += 1) {
    const secant = low - (below * (high - low)) / (above - below)
    const inside = Math.min(high - TOLERANCE_S / 4, Math.max(low + TOLERANCE_S / 4, secant))
    const seconds = step % 3 === 2 ? (low + high) / 2 : inside
    const { rate } = at(seconds)
    if (rate < 0) [low, below] = [seconds, rate]
    else [high, above] = [seconds, rate]
  }
  return Math.abs(below) < Math.abs(above) ? low : high
}
