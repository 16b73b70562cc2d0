import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { isProven, type Standing, standingOfChannel } from './standing.ts'

/** The channels by which a person is reached in a critical event. */
export type Reach = {
  /** Kinds of channels that are proven: only by these may it be promised. Each once, in their order. */
  readonly by: readonly PersonChannel[]
  /** Other kinds of channels that it is sent to, at which nothing has arrived yet; each once, in their order. */
  readonly unproven: readonly PersonChannel[]
  /** True if a test is on its way to one of these. */
  readonly isUnderTest: boolean
  /** Kinds of channels whose last try failed; each once, in their order. */
  readonly failing: readonly PersonChannel[]
  /** The channel with the most serious fault: one that is suspended, else one that fails. */
  readonly worst: Channel | undefined
}

type Listener = {
  /** True if their critical notices are those of collision avoidance: only its settings say where these go. */
  readonly hasCa: boolean
  readonly rules: readonly NoticeRule[]
  /** Channels that a test is on its way to, by their ids. */
  readonly underTest: ReadonlySet<string>
}

/** Something is sent there, whether or not it arrives. */
const SENT_TO: readonly Standing[] = ['works', 'confirmed', 'failing', 'unproven', 'testing']

/** The telephone is no part of it: it rings for the on-call chain alone. */
export function reachOf(channels: readonly Channel[], { hasCa, rules, underTest }: Listener): Reach {
  const asked = channels
    .filter(({ channel, services }) => channel !== 'phone' && (hasCa ? services.includes('ca') : services.length > 0))
    .map((channel) => ({ channel, standing: standingOfChannel(channel, underTest.has(channel.channelId)) }))
  const those = (wanted: (standing: Standing) => boolean) => asked.filter(({ standing }) => wanted(standing))
  const kindsOf = (some: typeof asked) => [...new Set(some.map(({ channel }) => channel.channel))]
  const sentTo = kindsOf(those((standing) => SENT_TO.includes(standing)))
  const named = namedBy(rules)
  const chosen = sentTo.filter((channel) => named.some((one) => one === channel))
  // A rule that names only channels to which nothing is sent, or none, suppresses no critical notice.
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

/** Returns the channels of the first rule on the risk of every satellite that sends at once: no other rule counts for critical notices. */
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
