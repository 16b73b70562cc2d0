import { isIP } from 'node:net'
import type { ChannelName } from '@apsis/contract/notifications/channel-names.ts'

/** Ways to a person that go over HTTP. */
export const URL_CHANNELS = ['msteams', 'slack', 'webhook'] as const satisfies readonly ChannelName[]
export type UrlChannel = (typeof URL_CHANNELS)[number]

/** Why nothing can be sent to a target, before anything is tried. */
export type TargetFault =
  | 'not-a-url'
  | 'not-https'
  | 'carries-credentials'
  | 'port-closed'
  | 'not-a-public-name'
  | 'own-host'
  | 'not-a-host-of-the-channel'
  | 'retired'

/** What the guard refuses for where it leads, before a connection and at it; a text that is no address leads nowhere. */
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
  /** Host of the platform itself. */
  readonly ownHost: string
  /** Receivers on this machine, over http and any port; for tests and demonstrations. */
  readonly allowLoopback: boolean
}

const PORTS = ['', '443', '8443']
const MOST_HOST_CHARACTERS = 253
/** Workflows; hosts differ by environment, so that only their ends are known. */
const TEAMS_HOSTS = ['.environment.api.powerplatform.com', '.powerautomate.com']
/** Office 365 connectors and the first Workflows hosts: Microsoft has switched both off. */
const TEAMS_RETIRED = ['webhook.office.com', 'outlook.office.com', '.webhook.office.com', '.logic.azure.com']
const SLACK_HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com']
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** The URL that a target means, read once by the rules of WHATWG; or why nothing is sent there. */
export function readTarget(channel: UrlChannel, text: string, rules: TargetRules): URL | TargetFault {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'not-a-url'
  if (url.username !== '' || url.password !== '') return 'carries-credentials'
  // A name with a dot at its end is the same name.
  const host = url.hostname.replace(/\.$/, '')
  if (rules.allowLoopback && LOOPBACK_HOSTS.includes(host)) return url
  if (url.protocol !== 'https:') return 'not-https'
  if (!PORTS.includes(url.port)) return 'port-closed'
  if (!isPublicName(host)) return 'not-a-public-name'
  if (host === rules.ownHost) return 'own-host'
  const fault = channelFault(channel, host)
  if (fault !== undefined) return fault
  url.hostname = host
  return url
}

/** A name that the public name service may know: no address, and nothing that only this network knows. */
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
/** Names of query parameters whose value opens something. */
const SECRET_NAME = /sig|token|key|secret|pass|auth|code/i
/** A piece of a path or query may be a key from so many characters on; with a digit in it from fewer. */
const KEY_CHARACTERS = 16
const KEY_CHARACTERS_WITH_DIGIT = 12
const mayBeKey = (piece: string) =>
  piece.length >= KEY_CHARACTERS || (piece.length >= KEY_CHARACTERS_WITH_DIGIT && /\d/.test(piece))

/**
 * A target with what may open it cut down to its last four characters: values of telling query parameters, and all pieces that are
 * long. The same target always reads the same, so that what is sent back unchanged is recognised.
 */
export function maskTarget(text: string): string {
  if (!URL.canParse(text)) return text.length > 16 ? `${MASK}${lastOf(text)}` : text
  const url = new URL(text)
  const { pathname, search } = url
  const path = pathname.split('/').map((piece) => (mayBeKey(piece) ? `${MASK}${lastOf(piece)}` : piece))
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      if (at < 0 || !(SECRET_NAME.test(pair.slice(0, at)) || mayBeKey(pair.slice(at + 1)))) return pair
      return `${pair.slice(0, at)}=${MASK}${lastOf(pair)}`
    })
  const changed = path.join('/') !== pathname || query.join('&') !== search.slice(1)
  const password = url.password === '' ? '' : `${MASK}@`
  if (!changed && password === '') return text
  return `${url.protocol}//${password}${url.host}${path.join('/')}${search === '' ? '' : `?${query.join('&')}`}`
}

const lastOf = (text: string) => text.slice(-SHOWN_CHARACTERS)

/** What a list shows of a target: its host, and the last characters of the rest. */
export function shownTarget(channel: ChannelName, text: string): string {
  if (channel === 'email') return text
  if (!URL.canParse(text)) return maskTarget(text)
  const { host, pathname, search } = new URL(text)
  const rest = `${pathname}${search}`
  return rest.length <= SHOWN_CHARACTERS + 1 ? `${host}${rest}` : `${host}/${MASK}${lastOf(rest)}`
}
