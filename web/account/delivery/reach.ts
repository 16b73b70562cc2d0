import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { isProven, type Standing, standingOfChannel } from './standing.ts'

/** The channels by which a person is reached in a critical event. */
export type Reach = {
  /** The kinds of channels that are proven, each once and in order; only these may be promised. */
  readonly by: readonly PersonChannel[]
  /** The other kinds of channels to which notices are sent, but where nothing has arrived yet; each once and in order. */
  readonly unproven: readonly PersonChannel[]
  /** True if a test is being sent to one of the unproven channels. */
  readonly isUnderTest: boolean
  /** The kinds of channels whose last try failed; each once and in order. */
  readonly failing: readonly PersonChannel[]
  /** The channel with the most serious error: a suspended channel, or else a failing one. */
  readonly worst: Channel | undefined
}

type Listener = {
  /** True if collision avoidance sends their critical notices: then its settings alone decide on the channels. */
  readonly hasCa: boolean
  readonly rules: readonly NoticeRule[]
  /** The ids of the channels to which a test is being sent. */
  readonly underTest: ReadonlySet<string>
}

/** The states in which something is sent to a channel, whether or not it arrives. */
const SENT_TO: readonly Standing[] = ['works', 'confirmed', 'failing', 'unproven', 'testing']

/** Returns how a person is reached. The telephone does not count, because it rings only for the on-call chain. */
export function reachOf(channels: readonly Channel[], { hasCa, rules, underTest }: Listener): Reach {
  const asked = channels
    .filter(({ channel, services }) => channel !== 'phone' && (hasCa ? services.includes('ca') : services.length > 0))
    .map((channel) => ({ channel, standing: standingOfChannel(channel, underTest.has(channel.channelId)) }))
  const those = (wanted: (standing: Standing) => boolean) => asked.filter(({ standing }) => wanted(standing))
  const kindsOf = (some: typeof asked) => [...new Set(some.map(({ channel }) => channel.channel))]
  const sentTo = kindsOf(those((standing) => SENT_TO.includes(standing)))
  const named = namedBy(rules)
  const chosen = sentTo.filter((channel) => named.some((one) => one === channel))
  // A rule suppresses no critical notices if it names no channel, or only channels to which nothing is sent.
  const goesBy = chosen.length === 0 ? sentTo : chosen
  const by = kindsOf(those(isProven)).filter((kind) => goesBy.includes(kind))
  const hopes = those((standing) => standing === 'unproven' || standing === 'testing').filter(
    ({ channel: { channel } }) => goesBy.includes(channel) && !by.includes(channel),
  )
  const [suspended] = those((standing) => standing === 'suspended')
  const [failing] = those((standing) => standing === 'failing')
  return {
    by,
    unproven: kindsOf(hopes),
    isUnderTest: hopes.some(({ standing }) => standing === 'testing'),
    failing: kindsOf(those((standing) => standing === 'failing')),
    worst: (suspended ?? failing)?.channel,
  }
}

/** Returns the channels of the first rule on the risk of every satellite that sends at once: only this rule applies to critical notices. */
function namedBy(rules: readonly NoticeRule[]): NoticeRule['channels'] {
  const rule = rules.find(
    ({ way, types, satellites, statuses }) =>
      way === 'now' &&
      (types.length === 0 || types.includes('risk')) &&
      satellites.length === 0 &&
      statuses.length === 0,
  )
  return rule?.channels ?? []
}
