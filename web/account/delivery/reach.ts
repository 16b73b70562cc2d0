import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { standingOf } from './standing.ts'

/** By what a person is reached when something critical happens. */
export type Reach = {
  /** Kinds of channels that work, or that nothing was sent to yet; each once, in their order. */
  readonly by: readonly PersonChannel[]
  /** Kinds of channels whose last try failed; each once, in their order. */
  readonly failing: readonly PersonChannel[]
  /** The channel that most needs to be looked at: one that is suspended, else one that fails. */
  readonly worst: Channel | undefined
}

type Listener = {
  /** Whether their critical notices are those of collision avoidance: only its settings say where these go. */
  readonly hasCa: boolean
  readonly rules: readonly NoticeRule[]
}

/** The telephone is no part of it: it rings for the on-call chain alone. */
export function reachOf(channels: readonly Channel[], { hasCa, rules }: Listener): Reach {
  const asked = channels.filter(
    ({ channel, services }) => channel !== 'phone' && (hasCa ? services.includes('ca') : services.length > 0),
  )
  const standing = (wanted: readonly string[]) => asked.filter((one) => wanted.includes(standingOf(one)))
  const kindsOf = (some: readonly Channel[]) => [...new Set(some.map(({ channel }) => channel))]
  const reachable = kindsOf(standing(['works', 'untried']))
  const named = namedBy(rules)
  const chosen = reachable.filter((channel) => named.some((one) => one === channel))
  return {
    // A rule that names only channels that do not work, or none, keeps back nothing that is critical.
    by: chosen.length === 0 ? reachable : chosen,
    failing: kindsOf(standing(['failing'])),
    worst: [...standing(['suspended']), ...standing(['failing'])][0],
  }
}

/** The channels of the first rule that is about the risk of every satellite and sends at once: no other holds for what is critical. */
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
