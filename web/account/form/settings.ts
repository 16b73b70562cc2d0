import { EmailChannel, emailChannel, urlChannel } from '@apsis/contract/notifications/channel.ts'
import { NOTIFY_STATUSES, type NotifyStatus } from '@apsis/contract/notifications/notify-status.ts'
import type { NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'

/** The channels that have an input, in the order of the form; Slack has none (spec §2). */
export const CHANNELS = ['email', 'msteams', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

/** The values of the form: the first target of each channel, and the statuses. */
export type SettingsValues = Readonly<Record<Channel, string>> & { readonly statuses: readonly NotifyStatus[] }

/** Returns every stored target of a channel. */
export function targetsOf(settings: NotificationSettings, channel: Channel | 'slack'): readonly string[] {
  const list = channel === 'email' ? settings.email.addresses : settings[channel].url
  return list.filter((target) => target !== '')
}

/** Returns the values of the form for stored settings. */
export function valuesOf(settings: NotificationSettings): SettingsValues {
  const [email = ''] = targetsOf(settings, 'email')
  const [msteams = ''] = targetsOf(settings, 'msteams')
  const [webhook = ''] = targetsOf(settings, 'webhook')
  return { email, msteams, webhook, statuses: inOrder(settings.statuses) }
}

/** Returns the settings to save: the values of the form, and the stored values for which it has no input. */
export function settingsWith(stored: NotificationSettings, values: SettingsValues): NotificationSettings {
  const targets = (channel: Channel) => [values[channel], ...targetsOf(stored, channel).slice(1)]
  return {
    email: emailChannel(targets('email')),
    msteams: urlChannel(targets('msteams')),
    slack: urlChannel(targetsOf(stored, 'slack')),
    webhook: urlChannel(targets('webhook')),
    statuses: inOrder(values.statuses),
  }
}

/** Returns the parts in which two forms differ. */
export function differencesOf(one: SettingsValues, other: SettingsValues): (Channel | 'statuses')[] {
  const channels = CHANNELS.filter((channel) => one[channel].trim() !== other[channel].trim())
  return inOrder(one.statuses).join() === inOrder(other.statuses).join() ? channels : [...channels, 'statuses']
}

/** True if an e-mail address may be saved: it is empty or valid (spec §5). Nothing else prevents saving. */
export function isEmailAllowed(text: string): boolean {
  return EmailChannel.safeParse({ addresses: [text.trim()] }).success
}

/** The reasons against an address that is nevertheless saved (decisions.md 8). */
export type UrlHint = 'unusable' | 'retired' | 'not-https' | 'own-machine'

/** Hosts to which an installation may be configured to send without https (server/delivery/target.ts). */
const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** Returns the reason why a message to an address cannot be delivered, or not safely; undefined if there is none. */
export function urlHint(text: string): UrlHint | undefined {
  const address = text.trim()
  if (address === '') return undefined
  if (!/^https?:\/\/[^\s]+$/i.test(address) || !URL.canParse(address)) return 'unusable'
  const { hostname, protocol } = new URL(address)
  // Microsoft removed the connectors behind these addresses; only the addresses of Workflows work.
  if (hostname === 'webhook.office.com' || hostname.endsWith('.webhook.office.com')) return 'retired'
  if (protocol === 'https:') return undefined
  return OWN_MACHINE.includes(hostname) ? 'own-machine' : 'not-https'
}

/** Returns the channel to which an error in a refused request refers, from its JSON pointer; undefined if it has no input. */
export function channelOfPointer(pointer: string | undefined): Channel | undefined {
  const name = /^#\/notifications(?:\/default)?\/([a-z]+)/.exec(pointer ?? '')?.[1]
  return CHANNELS.find((channel) => channel === name)
}

function inOrder(statuses: readonly NotifyStatus[]): NotifyStatus[] {
  return NOTIFY_STATUSES.filter((status) => statuses.includes(status))
}
