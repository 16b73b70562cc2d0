import { differencesOf, type SettingsValues, valuesOf } from './settings.ts'
import type { Saved, SettingsService } from './settings-query.ts'

/** What was entered and is not saved, over what it was entered. */
export type Draft = { readonly base: Saved; readonly values: SettingsValues }
export type Drafts = { readonly [S in SettingsService]?: Draft | undefined }

/** A draft of these values; undefined where they are what is stored. */
export function draftOf(base: Saved, values: SettingsValues): Draft | undefined {
  return differencesOf(valuesOf(base.settings), values).length > 0 ? { base, values } : undefined
}

/** The draft after `submitted` was saved: undefined, or what was entered while it was under way. */
export function draftAfter(draft: Draft | undefined, submitted: SettingsValues, saved: Saved): Draft | undefined {
  return draft === undefined || draft.values === submitted ? undefined : draftOf(saved, draft.values)
}
