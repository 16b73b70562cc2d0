import { useSyncExternalStore } from 'react'
import type { Form } from '../fleet/satellite-form.ts'

/** What was entered over which version of a satellite. */
export type Draft = { readonly version: number; readonly form: Form }

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

/** Keeps what was entered and not saved for as long as the page lives, through every other screen. */
export function keepDraft(key: string, draft: Draft | undefined): void {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
  for (const listener of listeners) listener()
}

/** What was entered under a key: one user's, of one satellite. */
export function useDraft(key: string): Draft | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => drafts.get(key),
  )
}
