import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import type { FormDraft } from '../form/use-form.ts'
import type { Rota } from './duty/duty-query.ts'
import type { SettingsValues } from './form/settings.ts'
import type { SettingsService, SettingsVersion } from './settings-query.ts'

/** The entered and unsaved values, with the stored settings on which they are based. */
export type SettingsDraft = FormDraft<SettingsValues, SettingsVersion>
/** The unsaved values of each form of the page. */
export type Drafts = { readonly [S in SettingsService]?: SettingsDraft | undefined } & {
  readonly rules?: FormDraft<NoticeRules> | undefined
  readonly duty?: FormDraft<Rota> | undefined
}

/**
 * Returns the draft based on the newly saved settings if the values of the form are unchanged: saved views of lists also change the
 * version.
 */
export function draftOver(saved: SettingsVersion, draft: SettingsDraft): SettingsDraft {
  const isSame = JSON.stringify(draft.version?.settings) === JSON.stringify(saved.settings)
  return isSame ? { version: saved, values: draft.values } : draft
}
