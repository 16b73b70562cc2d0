import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import { standingOf } from './standing.ts'

/** By what a person is reached when something critical happens. */
export type Reach = {
  /** Kinds of channels that work, or that nothing was sent to yet; each once, in their order. */
  readonly by: readonly PersonChannel[]
  /** The channel that most needs to be looked at: one that is suspended, else one that fails. */
  readonly worst: Channel | undefined
}

/** The telephone is no part of it: it rings for the on-call chain alone. */
export function reachOf(channels: readonly Channel[]): Reach {
  const asked = channels.filter(({ channel }) => channel !== 'phone')
  const standing = (wanted: readonly string[]) => asked.filter((one) => wanted.includes(standingOf(one)))
  return {
    by: [...new Set(standing(['works', 'untried']).map(({ channel }) => channel))],
    worst: [...standing(['suspended']), ...standing(['failing'])][0],
  }
}
