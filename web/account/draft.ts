import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import type { Rota } from './duty/duty-query.ts'
import type { FormDraft } from './form/use-versioned-form.ts'
import { differencesOf, type SettingsValues, valuesOf } from './settings.ts'
import type { SettingsService, SettingsVersion } from './settings-query.ts'

/** What was entered and is not saved, over what it was entered. */
export type Draft = { readonly base: SettingsVersion; readonly values: SettingsValues }
/** What is unsaved of each form of the page. */
export type Drafts = { readonly [S in SettingsService]?: Draft | undefined } & {
  readonly rules?: FormDraft<NoticeRules> | undefined
  readonly duty?: FormDraft<Rota> | undefined
}

/** A draft of these values; undefined where they are what is stored. */
export function draftOf(base: SettingsVersion, values: SettingsValues): Draft | undefined {
  return differencesOf(valuesOf(base.settings), values).length > 0 ? { base, values } : undefined
}

/** The draft after `submitted` was saved: undefined, or what was entered while it was under way. */
export function draftAfter(
  draft: Draft | undefined,
  submitted: SettingsValues,
  saved: SettingsVersion,
): Draft | undefined {
  return draft === undefined || draft.values === submitted ? undefined : draftOf(saved, draft.values)
}

/** The draft over what is stored now, where nothing that the form holds was saved in between: views of lists share its version. */
export function draftOver(saved: SettingsVersion, draft: Draft): Draft {
  const isSame = JSON.stringify(draft.base.settings) === JSON.stringify(saved.settings)
  return isSame ? { base: saved, values: draft.values } : draft
}
