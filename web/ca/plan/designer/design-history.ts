import type { DesignSearch } from './design-address.ts'
import { SEARCH_NAMES } from './search-names.ts'

/** The earlier states of the designer, the newest last, and the undone ones, the newest last. */
export type DesignHistory = {
  readonly past: readonly DesignSearch[]
  readonly future: readonly DesignSearch[]
  /** The last step: a similar step soon after becomes a part of it, so that continuous typing is one step. */
  readonly last: { readonly names: string; readonly atMs: number } | undefined
}

export const NO_HISTORY: DesignHistory = { past: [], future: [], last: undefined }
/** The empty list is always the same object, so that nothing is drawn again for it. */
const NO_STEPS: readonly DesignSearch[] = []

/** Changes of one field within this time are one step. */
const ONE_STEP_MS = 1_000
/** Nobody undoes more steps by hand. */
const MOST_STEPS = 100

/** Returns the value of every parameter, so that an undo also removes parameters that were added. */
const whole = (search: DesignSearch): DesignSearch =>
  Object.fromEntries(SEARCH_NAMES.map((name) => [name, search[name]]))

const isSame = (a: DesignSearch, b: DesignSearch) => SEARCH_NAMES.every((name) => a[name] === b[name])

/** Returns the history after a new change: steps that were undone before cannot be redone. */
export function recorded(
  { past, last }: DesignHistory,
  before: DesignSearch,
  { part, atMs }: { readonly part: DesignSearch; readonly atMs: number },
): DesignHistory {
  const names = Object.keys(part).sort().join(' ')
  const isMore = last !== undefined && last.names === names && atMs - last.atMs < ONE_STEP_MS
  return {
    past: isMore ? past : [...past, whole(before)].slice(-MOST_STEPS),
    future: NO_STEPS,
    last: { names, atMs },
  }
}

/** Returns the steps that lead to another state: after a step back in the browser the page may already have the last one. */
export const stepsLeft = (steps: readonly DesignSearch[], current: DesignSearch): readonly DesignSearch[] =>
  steps.filter((one, place, all) => place < all.length - 1 || !isSame(one, current))

/** Returns the state one step back or forward, and the history after it; undefined if there is no such step. */
export function stepped(history: DesignHistory, from: 'past' | 'future', current: DesignSearch) {
  const to = from === 'past' ? 'future' : 'past'
  const left = stepsLeft(history[from], current)
  const asked = left.at(-1)
  if (asked === undefined) return undefined
  const after = { ...history, [from]: left.slice(0, -1), [to]: [...history[to], whole(current)], last: undefined }
  return { asked, history: after }
}
