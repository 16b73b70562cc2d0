import type { Tally } from './tally.ts'

/** A set of INDEX.md by its folder and file as they stand there: what compares it, or why nothing does. */
export type ReferenceSet = { readonly name: string } & (
  | { readonly compare: (tally: Tally) => void | Promise<void> }
  | { readonly notCovered: string }
)
