import type { KernelCatalogue } from '../kernel/kernel.ts'
import { missing } from '../missing.ts'
import type { StateOrReason } from './screened-object.ts'
import type { BoxOfSet } from './screening-box.ts'
import type { Span } from './screening-object.ts'

/** The objects of a sweep in the kernel: those of the catalogue come first, then those with their own motion. */
export interface SweepObjects {
  readonly catalogue: KernelCatalogue
  /** Returns the states of the others, seconds after the start, in the frame of the catalogue; called only within their spans. */
  readonly others: readonly ((seconds: number) => StateOrReason)[]
  /** The set of each index, 0 to 7, and its group, 0 for none. */
  readonly sets: Uint8Array
  readonly groups: Int32Array
  /** For each set, one bit for each set with which it is compared. */
  readonly allowed: Uint8Array
  /** The time spans of objects that do not exist all the time, seconds after the start. */
  readonly spans: ReadonlyMap<number, Span>
  /** Avoids computing the states of objects that are never near the probes of the catalogue. */
  readonly extents?: Extents
}

/** The least and largest radius of each object of a catalogue in an interval, in its order, m; unlimited if unknown. */
export interface Extents {
  readonly least: Float32Array
  readonly most: Float32Array
}

export interface SweepLimits {
  readonly durationS: number
  /** Encounters nearer than this are listed, m. */
  readonly thresholdM: number
  /** Only those inside the box about the object of a set. */
  readonly within?: BoxOfSet
}

/** An object for which the bounds of a window do not hold: its positions at the times of the grid. */
export interface WildSamples {
  readonly place: number
  /** Seconds from the centre of the window, and the position in m: four numbers for each time. */
  readonly samples: Float64Array
  /** The longest distance between two of them, m. */
  readonly stepM: number
}

/** The count of numbers in a sample. */
export const SAMPLE_LENGTH = 4

/** Returns true if two objects are compared, according to their groups and sets. */
export function isPairOf({ sets, groups, allowed }: SweepObjects, first: number, second: number): boolean {
  if (groups[first] !== 0 && groups[first] === groups[second]) return false
  return (((allowed[sets[first] ?? missing()] ?? missing()) >> (sets[second] ?? missing())) & 1) === 1
}

/** Returns the samples of a wild object, with the longest distance between two of them. */
export function wildSamples(place: number, samples: Float64Array): WildSamples {
  let longest2 = 0
  for (let at = SAMPLE_LENGTH; at < samples.length; at += SAMPLE_LENGTH)
    longest2 = Math.max(longest2, gap2(samples, samples, at, at - SAMPLE_LENGTH))
  return { place, samples, stepM: Math.sqrt(longest2) }
}

/**
 * Returns true if two wild objects can meet: between two samples, neither object is further from its samples than its longest
 * step.
 */
export function canMeet(one: WildSamples, other: WildSamples, thresholdM: number): boolean {
  const [a, b] = [one.samples, other.samples]
  if (a.length !== b.length) return true
  const reach = thresholdM + one.stepM + other.stepM
  let isNear = false
  for (let at = 0; at < a.length; at += SAMPLE_LENGTH) {
    // Samples at different times cannot be compared.
    if (a[at] !== b[at]) return true
    if (gap2(a, b, at, at) < reach * reach) isNear = true
  }
  return isNear
}

/** Returns the square of the distance between two samples. */
function gap2(a: Float64Array, b: Float64Array, at: number, to: number): number {
  const x = (a[at + 1] ?? missing()) - (b[to + 1] ?? missing())
  const y = (a[at + 2] ?? missing()) - (b[to + 2] ?? missing())
  const z = (a[at + 3] ?? missing()) - (b[to + 3] ?? missing())
  return x * x + y * y + z * z
}
