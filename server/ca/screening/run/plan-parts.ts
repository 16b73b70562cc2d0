import { PART_S, type Span } from '@apsis/astro/screening/screening-object.ts'

/**
 * What a second of the interval takes of one processor, s: so much for each object, and for each pair of them. A day of the
 * public catalogue takes about four seconds of processor time; the numbers only decide how long the parts are.
 */
const PER_OBJECT_S = 1.5e-9
const PER_PAIR_S = 2e-14
/**
 * What a part should take of one processor, s. Below a second the queue would be felt; much above it, a lost worker costs
 * more, and the last parts leave workers idle.
 */
const PART_WORK_S = 1
const MOST_PARTS = 2_000

/** Cuts an interval into parts of about equal work that meet at multiples of PART_S. */
export function planParts(objects: number, durationS: number): Span[] {
  const windows = Math.ceil(durationS / PART_S)
  const workS = durationS * objects * (PER_OBJECT_S + PER_PAIR_S * objects)
  const parts = Math.min(windows, MOST_PARTS, Math.max(1, Math.round(workS / PART_WORK_S)))
  const lengthS = Math.ceil(windows / parts) * PART_S
  return Array.from({ length: Math.ceil(durationS / lengthS) }, (_, place) => ({
    fromS: place * lengthS,
    toS: Math.min(durationS, (place + 1) * lengthS),
  }))
}
