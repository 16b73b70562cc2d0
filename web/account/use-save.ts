import { useMutation, useQueryClient } from '@tanstack/react-query'
import { STALE_STATUS } from '../api/problem.ts'
import { answerOf, readAgain } from '../api/queries.ts'
import { raise } from '../notifications/notifications.ts'
import { useWords } from '../ui/text/language.ts'
import { CHANNELS, DELIVERIES } from './delivery/delivery-query.ts'
import { type Draft, draftAfter } from './draft.ts'
import { type SettingsValues, settingsWith, valuesOf } from './settings.ts'
import { type SettingsService, type SettingsVersion, saveSettings, settingsQuery } from './settings-query.ts'
import { accountWords } from './words.data.ts'

type Place = {
  readonly service: SettingsService
  readonly subject: string
  readonly onDraft: (change: (draft: Draft | undefined) => Draft | undefined) => void
}
type Save = Draft & {
  /** Over whatever is stored by now. */
  readonly overwrite: boolean
}

/** Saves the form of one service; a failure raises no notification, since the form shows it (decisions.md 12). */
export function useSave({ service, subject, onDraft }: Place) {
  const t = useWords(accountWords)
  const client = useQueryClient()
  const query = settingsQuery(service, subject)
  return useMutation({
    mutationKey: query.queryKey,
    // What is new in them is sent a test.
    meta: { writes: [query.queryKey, CHANNELS, DELIVERIES] },
    mutationFn: async ({
      base,
      values,
      overwrite,
    }: Save): Promise<{ saved: SettingsVersion; before: SettingsValues }> => {
      const over = overwrite ? await answerOf({ ...query, staleTime: 0 }) : base
      const { version } = over
      const saved = await saveSettings(service, subject, { settings: settingsWith(over.settings, values), version })
      return { saved, before: valuesOf(over.settings) }
    },
    onSuccess: async ({ saved }, { values }) => {
      // An answer from before the save must not come after it.
      await client.cancelQueries(query)
      client.setQueryData(query.queryKey, saved)
      onDraft((draft) => draftAfter(draft, values, saved))
      raise({ title: t('savedTitle'), message: t('savedMessage') })
    },
    onError: (problem, { base, values }) => {
      if (problem.code !== STALE_STATUS) return
      onDraft((draft) => draft ?? { base, values })
      void readAgain(query)
    },
  })
}
