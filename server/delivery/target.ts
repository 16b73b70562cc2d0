import { isIP } from 'node:net'
import type { ChannelName } from '@apsis/contract/notifications/channel-names.ts'

/** The channels of a person that use HTTP. */
export const URL_CHANNELS = ['msteams', 'slack', 'webhook'] as const satisfies readonly ChannelName[]
export type UrlChannel = (typeof URL_CHANNELS)[number]

/** The reasons why nothing can be sent to a target; they are known before any try. */
export type TargetFault =
  | 'not-a-url'
  | 'not-https'
  | 'carries-credentials'
  | 'port-closed'
  | 'not-a-public-name'
  | 'own-host'
  | 'not-a-host-of-the-channel'
  | 'retired'

/**
 * The reasons for which the guard refuses a target's address, before a connection and when connecting; a text that is not an address has no
 * target.
 */
const BLOCKED: readonly string[] = [
  'not-https',
  'carries-credentials',
  'port-closed',
  'not-a-public-name',
  'own-host',
  'not-a-host-of-the-channel',
  'address-not-public',
] satisfies readonly (TargetFault | 'address-not-public')[]
export const isBlocked = (reason: string): boolean => BLOCKED.includes(reason)

export type TargetRules = {
  /** The host of the platform itself. */
  readonly ownHost: string
  /** True if receivers on this machine are allowed, over http and at any port; for tests and demonstrations. */
  readonly allowLoopback: boolean
}

const PORTS = ['', '443', '8443']
const MOST_HOST_CHARACTERS = 253
/** The hosts of Workflows; they differ between environments, so only their endings are known. */
const TEAMS_HOSTS = ['.environment.api.powerplatform.com', '.powerautomate.com']
/** Office 365 connectors and the first hosts of Workflows; Microsoft has switched both off. */
const TEAMS_RETIRED = ['webhook.office.com', 'outlook.office.com', '.webhook.office.com', '.logic.azure.com']
const SLACK_HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com']
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Returns the URL of a target, parsed once by the rules of WHATWG; or the reason why nothing can be sent there. */
export function readTarget(channel: UrlChannel, text: string, rules: TargetRules): URL | TargetFault {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'not-a-url'
  if (url.username !== '' || url.password !== '') return 'carries-credentials'
  // A name with a dot at its end is the same as without it.
  const host = url.hostname.replace(/\.$/, '')
  if (rules.allowLoopback && LOOPBACK_HOSTS.includes(host)) return url
  if (url.protocol !== 'https:') return 'not-https'
  if (!PORTS.includes(url.port)) return 'port-closed'
  if (!isPublicName(host)) return 'not-a-public-name'
  if (host === rules.ownHost) return 'own-host'
  // Slack and Microsoft accept webhooks only at the standard port.
  if (channel !== 'webhook' && url.port === '8443') return 'port-closed'
  const fault = channelFault(channel, host)
  if (fault !== undefined) return fault
  url.hostname = host
  return url
}

/** Returns true for a name that the public name service may know: neither an address nor a name of the local network. */
function isPublicName(host: string): boolean {
  if (host.length > MOST_HOST_CHARACTERS || host.startsWith('[') || isIP(host) !== 0) return false
  return (
    host.includes('.') && !host.endsWith('.') && !/(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/.test(host)
  )
}

function channelFault(channel: UrlChannel, host: string): TargetFault | undefined {
  const isOf = (names: readonly string[]) =>
    names.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name))
  if (channel === 'msteams' && isOf(TEAMS_RETIRED)) return 'retired'
  if (channel === 'msteams' && !isOf(TEAMS_HOSTS)) return 'not-a-host-of-the-channel'
  if (channel === 'slack' && !isOf(SLACK_HOSTS)) return 'not-a-host-of-the-channel'
  return undefined
}

const SHOWN_CHARACTERS = 4
const MASK = '…'

/**
 * Returns a target with everything after the host cut to its last four characters: any part of it may be a secret. The same target is always masked
 * in the same way, so that an unchanged value is recognised when it is sent back.
 */
export function maskTarget(text: string): string {
  if (!URL.canParse(text)) return text.length > MOST_PLAIN_CHARACTERS ? `${MASK}${lastOf(text)}` : text
  const { protocol, host, password, pathname, search } = new URL(text)
  const rest = `${pathname}${search}`
  if (password === '' && isPlain(rest)) return text
  return `${protocol}//${password === '' ? '' : `${MASK}@`}${host}${isPlain(rest) ? rest : `/${MASK}${lastOf(rest)}`}`
}

/** A text of at most this length is not a key. */
const MOST_PLAIN_CHARACTERS = 16
const isPlain = (rest: string) => rest.length <= SHOWN_CHARACTERS + 1
const lastOf = (text: string) => text.slice(-SHOWN_CHARACTERS)

/** Returns the short form of a target for lists: its host, and the last characters of the rest. */
export function shownTarget(channel: ChannelName, text: string): string {
  if (channel === 'email') return text
  if (!URL.canParse(text)) return maskTarget(text)
  const { host, pathname, search } = new URL(text)
  const rest = `${pathname}${search}`
  return isPlain(rest) ? `${host}${rest}` : `${host}/${MASK}${lastOf(rest)}`
}
