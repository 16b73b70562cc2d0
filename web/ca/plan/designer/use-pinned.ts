import { useQueries } from '@tanstack/react-query'
import type { EventAfter, OtherEvent } from './collected.ts'
import type { Candidate, DesignCase } from './design.ts'
import { candidateQuery, eventsAfterQuery, keepOfSame } from './design-query.ts'
import { type Pin, pinned } from './pins.ts'
import { type DesignSearch, designOf, ignitionOf } from './wish.ts'

/** A burn of the comparison, with its values as far as they are computed. */
export type PinnedBurn = {
  readonly pin: Pin
  readonly asked: DesignSearch
  readonly text: string
  readonly burn: Candidate | undefined
  /** The result of the burn for this event and for the others. */
  readonly events: readonly EventAfter[] | undefined
  readonly failure: Error | null
  /** True if its start is not before the closest approach: an old address may have one. */
  readonly isUnfit: boolean
}

type PinQuestion = {
  readonly given: DesignCase
  readonly search: DesignSearch
  /** Undefined while the closest approach is not known. */
  readonly tcaMs: number | undefined
  /** This event and those beside it that count; undefined while they are being read. */
  readonly events: readonly OtherEvent[] | undefined
}

/** Returns the compared burns, each with its own wish, propagated as the chosen one is. */
export function usePinned({ given, search, tcaMs, events = [] }: PinQuestion): readonly PinnedBurn[] {
  const all = pinned(search).map((one) => {
    const { wish, unit } = designOf(one.asked, given.acceptedProbability, given)
    // Its start is an instant: the period of the orbit is not needed.
    const ignitionMs = tcaMs === undefined ? undefined : ignitionOf(one.asked, { unit }, { tcaMs, periodS: 0 })
    return { ...one, wish, ignitionMs }
  })
  const burns = useQueries({
    queries: all.map(({ wish, ignitionMs }) => {
      const asked = candidateQuery(given, wish, ignitionMs ?? 0)
      return { ...asked, enabled: ignitionMs !== undefined, placeholderData: keepOfSame(asked.queryKey, 2) }
    }),
  })
  const left = useQueries({
    queries: all.map(({ wish }, place) => {
      const { ignitionMs = 0, deltaVRtn = [0, 0, 0] as const, arcS } = burns[place]?.data ?? {}
      const asked = eventsAfterQuery(given, wish, { events, burn: { ignitionMs, deltaVRtn, arcS } })
      return { ...asked, enabled: events.length > 0 && burns[place]?.data !== undefined }
    }),
  })
  return all.map(({ pin, asked, text, ignitionMs }, place) => ({
    pin,
    asked,
    text,
    burn: burns[place]?.data,
    events: left[place]?.data,
    failure: burns[place]?.error ?? left[place]?.error ?? null,
    isUnfit: tcaMs !== undefined && ignitionMs === undefined,
  }))
}
