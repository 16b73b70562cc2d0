import { NOTIFY_STATUSES, type NotificationSettings, type NotifyStatus } from '@apsis/contract/userconfig/userconfig.ts'

/** The labels of the settings form (decisions.md 7). */
export const NOTIFY_LABELS: Readonly<Record<NotifyStatus, string>> = {
  COMPLETED_OK: 'Complete',
  CANCELLED: 'Cancelled',
  PENDING: 'Pending',
  IN_PROGRESS: 'In Progress',
}

/** The channels by which somebody is told, with their targets; without a target a channel is off. */
export function channelsOf({ email, msteams, slack, webhook }: NotificationSettings) {
  const targets = (list: readonly string[]) => list.filter((target) => target !== '')
  return [
    { name: 'E-mail', inSentence: 'e-mail', targets: targets(email.addresses) },
    { name: 'Microsoft Teams', inSentence: 'Microsoft Teams', targets: targets(msteams.url) },
    { name: 'Slack', inSentence: 'Slack', targets: targets(slack.url) },
    { name: 'Webhook', inSentence: 'webhook', targets: targets(webhook.url) },
  ]
}

/** The chosen statuses in the order of the form. */
export function statusLabels({ statuses }: NotificationSettings): string[] {
  return NOTIFY_STATUSES.filter((status) => statuses.includes(status)).map((status) => NOTIFY_LABELS[status])
}

/** The settings in one sentence: of what somebody is told, and by what. */
export function settingsInWords(settings: NotificationSettings): string {
  const by = channelsOf(settings).filter((channel) => channel.targets.length > 0)
  const of = statusLabels(settings)
  if (by.length === 0) return 'Nobody is told yet: no channel has a target.'
  if (of.length === 0) return 'Nobody is told: no status is chosen.'
  return `You get ${listed(by.map((channel) => channel.inSentence))} for ${listed(of)} tracking requests.`
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
