import type { NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import { useLanguage, useWords } from '../ui/text/language.ts'
import { accountWords } from './form/account-words.data.ts'
import { type SettingsValues, settingsWith, targetsOf } from './form/settings.ts'
import type { SettingsService } from './settings-query.ts'

const NAMES = { email: 'emailChannel', msteams: 'teams', slack: 'slack', webhook: 'webhookChannel' } as const

/** Returns the settings in one sentence: the subjects of the notifications, and the channels. */
export function useSentence(service: SettingsService, stored: NotificationSettings, values: SettingsValues): string {
  const t = useWords(accountWords)
  const language = useLanguage()
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
  const settings = settingsWith(stored, values)
  const channels = (['email', 'msteams', 'slack', 'webhook'] as const).filter(
    (channel) => targetsOf(settings, channel).length > 0,
  )
  if (channels.length === 0) return t('nobodyNoTarget')
  const names = list.format(channels.map((channel) => t(NAMES[channel])))
  const statuses = list.format(settings.statuses.map((status) => t(status)))
  const isNone = settings.statuses.length === 0
  // Alerts about close approaches follow rules and levels; the statuses select notices about screenings.
  if (service === 'ca') return t(isNone ? 'getCaAlerts' : 'getCa', { channels: names, statuses })
  return isNone ? t('nobodyNoStatus') : t('getOdt', { channels: names, statuses })
}
