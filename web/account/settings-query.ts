import { getCaUserconfig, updateCaUserconfig } from '@apsis/contract/ca/userconfig.ts'
import { CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import { getUserconfig, type NotificationSettings, updateUserconfig } from '@apsis/contract/userconfig/userconfig.ts'
import { queryOptions } from '@tanstack/react-query'
import { callVersioned } from '../api/call.ts'
import { answerOf, queryClient, STALE_MS } from '../api/queries.ts'
import type { SavedOver } from '../form/use-form.ts'
import { raise } from '../notifications/notifications.ts'
import { accountWords } from './form/account-words.data.ts'
import { type SettingsValues, settingsWith, valuesOf } from './form/settings.ts'

/** The services that send notifications, each with the role that its section needs (spec §2). */
export const SETTINGS_SERVICES = [
  { service: 'ca', requirement: CA_USER },
  { service: 'odt', requirement: ODT_USER },
] as const
export type SettingsService = (typeof SETTINGS_SERVICES)[number]['service']

/** Stored settings, with the version that a save names. */
export type SettingsVersion = { readonly settings: NotificationSettings; readonly version: string | undefined }

/** Reads the stored settings of one service. */
export function settingsQuery(service: SettingsService, subject: string) {
  return queryOptions({
    queryKey: ['userconfig', service, subject],
    // The stored user configuration is read again when it is stale (spec §4), also while it is shown.
    refetchInterval: STALE_MS,
    queryFn: ({ signal }): Promise<SettingsVersion> => (service === 'ca' ? readCa(signal) : readOdt(subject, signal)),
  })
}

/**
 * Returns a function that saves the values of the form. The save replaces the version for which they were entered, or the version that is
 * stored now (412 means that somebody else has saved).
 */
export const settingsSaver =
  (service: SettingsService, subject: string) =>
  async (values: SettingsValues, { version: base, isOverwriting }: SavedOver<SettingsVersion>) => {
    const query = settingsQuery(service, subject)
    const over = isOverwriting || base === undefined ? await answerOf({ ...query, staleTime: 0 }) : base
    const version = await putSettings(service, subject, {
      settings: settingsWith(over.settings, values),
      version: over.version,
    })
    // An answer from before the save must not replace it.
    await queryClient.cancelQueries(query)
    queryClient.setQueryData(query.queryKey, version)
    raise({ title: accountWords('savedTitle'), message: accountWords('savedMessage') })
    return { version, before: valuesOf(over.settings) }
  }

async function putSettings(service: SettingsService, subject: string, { settings, version }: SettingsVersion) {
  if (service === 'ca') {
    const body = { notifications: { default: settings } }
    const saved = await callVersioned(updateCaUserconfig, { body }, { version })
    return { settings: saved.answer.notifications.default, version: saved.version } satisfies SettingsVersion
  }
  const sent = { params: { 'config-id': subject }, body: { notifications: settings } }
  const saved = await callVersioned(updateUserconfig, sent, { version })
  return { settings: saved.answer.notifications, version: saved.version } satisfies SettingsVersion
}

async function readCa(signal: AbortSignal): Promise<SettingsVersion> {
  const { answer, version } = await callVersioned(getCaUserconfig, {}, { signal })
  return { settings: answer.notifications.default, version }
}

async function readOdt(subject: string, signal: AbortSignal): Promise<SettingsVersion> {
  const { answer, version } = await callVersioned(getUserconfig, { params: { 'config-id': subject } }, { signal })
  return { settings: answer.notifications, version }
}

/** Returns the call that reads the settings, for use in scripts. */
export function settingsCall(service: SettingsService, subject: string) {
  const { method, path } = service === 'ca' ? getCaUserconfig : getUserconfig
  return { method, path: path.replace('{config-id}', encodeURIComponent(subject)) }
}
