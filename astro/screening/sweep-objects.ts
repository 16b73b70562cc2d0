import type { KernelCatalogue } from '../kernel/kernel.ts'
import { missing } from '../missing.ts'
import type { StateOrReason } from './screened-object.ts'
import type { BoxOfSet } from './screening-box.ts'
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
  /** Spares the states of who is never near those that the catalogue is compared with. */
  readonly extents?: Extents
}

/** The least and largest radius of each object of a catalogue in an interval, by its order, m; all where they are not known. */
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

/** An object that the bounds of a window do not hold for: where it is at the times of the grid. */
export interface WildSamples {
  readonly place: number
  /** Seconds from the centre of the window, and the position in m: four numbers for each time. */
  readonly samples: Float64Array
  /** The longest way between two of them, m. */
  readonly stepM: number
}

/** Numbers of a sample. */
export const SAMPLE_LENGTH = 4

/** Whether two objects are compared at all: by their groups, and by their sets. */
export function isPairOf({ sets, groups, allowed }: SweepObjects, first: number, second: number): boolean {
  if (groups[first] !== 0 && groups[first] === groups[second]) return false
  return (((allowed[sets[first] ?? missing()] ?? missing()) >> (sets[second] ?? missing())) & 1) === 1
}

/** The samples of a wild object, with the longest way between two of them. */
export function wildSamples(place: number, samples: Float64Array): WildSamples {
  let longest2 = 0
  for (let at = SAMPLE_LENGTH; at < samples.length; at += SAMPLE_LENGTH)
    longest2 = Math.max(longest2, gap2(samples, samples, at, at - SAMPLE_LENGTH))
  return { place, samples, stepM: Math.sqrt(longest2) }
}

/** Whether two wild objects can meet: between two samples, neither goes further from them than its longest step. */
export function canMeet(one: WildSamples, other: WildSamples, thresholdM: number): boolean {
  const [a, b] = [one.samples, other.samples]
  if (a.length !== b.length) return true
  const reach = thresholdM + one.stepM + other.stepM
  let isNear = false
  for (let at = 0; at < a.length; at += SAMPLE_LENGTH) {
    // Samples of other times say nothing about each other.
    if (a[at] !== b[at]) return true
    if (gap2(a, b, at, at) < reach * reach) isNear = true
  }
  return isNear
}

/** The square of the distance between two samples. */
function gap2(a: Float64Array, b: Float64Array, at: number, to: number): number {
  const x = (a[at + 1] ?? missing()) - (b[to + 1] ?? missing())
  const y = (a[at + 2] ?? missing()) - (b[to + 2] ?? missing())
  const z = (a[at + 3] ?? missing()) - (b[to + 3] ?? missing())
  return x * x + y * y + z * z
}
