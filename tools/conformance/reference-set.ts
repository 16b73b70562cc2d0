import type { Tally } from './tally.ts'

/** A row of INDEX.md as a comparison sees it: its name, what it says it is, and the files of the collection it stands for. */
export interface Source {
  readonly name: string
  readonly description: string
  readonly files: readonly string[]
}

/**
 * A kind of set, by a pattern of its folder and file, * for anything, as names carry dates and numbers: what compares it,
 * or why nothing does. Everything about its cases is read from the files.
 */
export type ReferenceSet = { readonly name: string } & (
  | { readonly compare: (tally: Tally, source: Source) => void | Promise<void> }
  | { readonly notCovered: string }
)
