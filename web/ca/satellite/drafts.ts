import { createPageStore, useStorePart } from '../../ui/store/store.ts'
import type { Form } from '../fleet/satellite-form.ts'

/** What was entered over which version of a satellite. */
export type Draft = { readonly version: number; readonly form: Form }

const drafts = createPageStore<ReadonlyMap<string, Draft>>(new Map())

/** Keeps what was entered and not saved for as long as the page lives, through every other screen. */
export function keepDraft(key: string, draft: Draft | undefined): void {
  const others = [...drafts.read()].filter(([other]) => other !== key)
  drafts.set(new Map(draft ? [...others, [key, draft]] : others))
}

/** What was entered under a key: one user's, of one satellite. */
export function useDraft(key: string): Draft | undefined {
  return useStorePart(drafts, (all) => all.get(key))
}
