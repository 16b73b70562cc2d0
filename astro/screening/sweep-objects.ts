import type { KernelCatalogue } from '../kernel/kernel.ts'
import type { StateOrReason } from './screened-object.ts'
import type { Span } from './screening-object.ts'

/** The objects of a sweep in the kernel: those of the catalogue come first, then those with a flight of their own. */
export interface SweepObjects {
  readonly catalogue: KernelCatalogue
  /** The states of the others, seconds after the start, in the frame of the catalogue; asked only within their spans. */
  readonly others: readonly ((seconds: number) => StateOrReason)[]
  /** For each place its set, 0 to 7, and its group, 0 for none. */
  readonly sets: Uint8Array
  readonly groups: Int32Array
  /** For each set, one bit for each set that it is compared with. */
  readonly allowed: Uint8Array
  /** Where an object does not fly all the time: from and to, seconds after the start. */
  readonly spans: ReadonlyMap<number, Span>
  /** Known from an earlier sweep of at least this interval; spares the states of who is never near those compared with. */
  readonly extents?: Extents
}

/** The least and largest radius of each object of a catalogue in an interval, by its order, m; all where it is not bounded. */
export interface Extents {
  readonly least: Float32Array
  readonly most: Float32Array
}

export interface SweepLimits {
  readonly durationS: number
  /** Encounters nearer than this are listed, m. */
  readonly thresholdM: number
}

/** An object that the bounds of a window do not hold for: where it is at the times of the grid. */
export interface WildSamples {
  readonly place: number
  /** Seconds from the centre of the window, and the position in m. */
  readonly samples: readonly { readonly seconds: number; readonly r: readonly [number, number, number] }[]
}

/** Whether two objects are compared at all: by their groups, and by their sets. */
export function isPairOf({ sets, groups, allowed }: SweepObjects, first: number, second: number): boolean {
  if (groups[first] !== 0 && groups[first] === groups[second]) return false
  return (((allowed[sets[first] ?? 0] ?? 0) >> (sets[second] ?? 0)) & 1) === 1
}

/** The longest way of a wild object between two of its samples, m. */
export function stepOf({ samples }: WildSamples): number {
  const steps = samples.slice(1).map(({ r: [x, y, z] }, k) => {
    const [a, b, c] = samples[k]?.r ?? [x, y, z]
    return Math.hypot(x - a, y - b, z - c)
  })
  return Math.max(0, ...steps)
}

/** Whether two wild objects can meet: between two samples, neither goes further from them than its longest step. */
export function canMeet(one: WildSamples, other: WildSamples, thresholdM: number): boolean {
  const isTogether = one.samples.every(({ seconds }, k) => seconds === other.samples[k]?.seconds)
  if (!isTogether || one.samples.length !== other.samples.length) return true
  const reach = thresholdM + stepOf(one) + stepOf(other)
  return one.samples.some(({ r: [x, y, z] }, k) => {
    const [a, b, c] = other.samples[k]?.r ?? [x, y, z]
    return Math.hypot(x - a, y - b, z - c) < reach
  })
}
