import { useState } from 'react'
import { now } from '../../../clock/clock.ts'
import { SEARCH_NAMES } from './search-names.ts'
import type { DesignSearch } from './wish.ts'

/** What was asked of the designer before, the newest last, and what was taken back, the newest last. */
export type DesignHistory = {
  readonly past: readonly DesignSearch[]
  readonly future: readonly DesignSearch[]
  /** The last step, of which another one of the same kind soon after is a part: what somebody types is one step. */
  readonly last: { readonly names: string; readonly atMs: number } | undefined
}

export const NO_HISTORY: DesignHistory = { past: [], future: [], last: undefined }

/** Keys of one field that follow each other within this are one step. */
const ONE_STEP_MS = 1_000
/** More than anybody takes back by hand. */
const MOST_STEPS = 100

/** Every parameter by name, so that to go back also takes away what was not there. */
const whole = (search: DesignSearch): DesignSearch =>
  Object.fromEntries(SEARCH_NAMES.map((name) => [name, search[name]]))

const isSame = (a: DesignSearch, b: DesignSearch) => SEARCH_NAMES.every((name) => a[name] === b[name])

/** The history after something else is asked for: what was taken back before cannot be done again. */
export function recorded(
  { past, last }: DesignHistory,
  before: DesignSearch,
  { part, atMs }: { readonly part: DesignSearch; readonly atMs: number },
): DesignHistory {
  const names = Object.keys(part).sort().join(' ')
  const isMore = last !== undefined && last.names === names && atMs - last.atMs < ONE_STEP_MS
  return {
    past: isMore ? past : [...past, whole(before)].slice(-MOST_STEPS),
    future: [],
    last: { names, atMs },
  }
}

/** One step back, or forward again: what is asked then, and the history after it; undefined where there is none. */
export function stepped(history: DesignHistory, from: 'past' | 'future', current: DesignSearch) {
  const to = from === 'past' ? 'future' : 'past'
  // Somebody who went back in the browser may be there already.
  const left = history[from].filter((one, place, all) => place < all.length - 1 || !isSame(one, current))
  const asked = left.at(-1)
  if (asked === undefined) return undefined
  const after = { ...history, [from]: left.slice(0, -1), [to]: [...history[to], whole(current)], last: undefined }
  return { asked, history: after }
}

/** Asks for something else as `change` does, and can take it back: what was dragged, picked, typed, chosen, pinned. */
export function useDesignHistory(search: DesignSearch, change: (part: DesignSearch) => void) {
  const [history, setHistory] = useState(NO_HISTORY)
  const step = (from: 'past' | 'future') => {
    const found = stepped(history, from, search)
    if (found === undefined) return undefined
    return () => {
      setHistory(found.history)
      change(found.asked)
    }
  }
  return {
    ask: (part: DesignSearch) => {
      setHistory(recorded(history, search, { part, atMs: now() }))
      change(part)
    },
    /** Undefined: there is nothing to take back. */
    undo: step('past'),
    redo: step('future'),
  }
}
