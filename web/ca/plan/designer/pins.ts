import { useQueries } from '@tanstack/react-query'
import type { EventAfter, OtherEvent } from './collected.ts'
import type { Candidate, DesignCase } from './design.ts'
import { candidateQuery, eventsAfterQuery, keepOfSame } from './design-query.ts'
import type { SEARCH_NAMES } from './search-names.ts'
import { type DesignSearch, designOf, ignitionOf } from './wish.ts'

/** The parameters that hold the compared burns, each by its name. */
export const PINS = ['a', 'b', 'c'] as const
export type Pin = (typeof PINS)[number]

/** Returns the label of a kept burn, a number: the letters belong to the chosen burn and the suggestions. */
export const pinLabel = (pin: Pin): string => String(PINS.indexOf(pin) + 1)

/** The parameters of the address that define a burn. */
const OF_BURN = [
  'start',
  'unit',
  'goal',
  'target',
  'direction',
  'frame',
  'vector',
  'arc',
  'dynamics',
  'error',
  'matrix',
] as const satisfies readonly (typeof SEARCH_NAMES)[number][]

/** Returns a burn as a parameter keeps it: its wish, with the time at which it starts. */
export function pinText(search: DesignSearch, ignitionMs: number): string {
  const kept = new URLSearchParams()
  for (const name of OF_BURN) {
    const value = search[name]
    if (value !== undefined) kept.set(name, value)
  }
  kept.set('unit', 'DATE')
  kept.set('start', new Date(ignitionMs).toISOString())
  return kept.toString()
}

/** Returns the wish of a kept burn; a parameter that it did not have is undefined, so that no part of another wish remains. */
export function askedOf(text: string): DesignSearch {
  const kept = new URLSearchParams(text)
  return Object.fromEntries(OF_BURN.map((name) => [name, kept.get(name) ?? undefined]))
}

/** Returns the compared burns, by their names. */
export const pinned = (search: DesignSearch) =>
  PINS.flatMap((pin) => {
    const text = search[pin]
    return text === undefined || text === '' ? [] : [{ pin, asked: askedOf(text), text }]
  })

/** Returns the parameter that keeps one more burn; undefined where it is kept already, or there are three. */
export function pinOf(search: DesignSearch, ignitionMs: number): DesignSearch | undefined {
  const text = pinText(search, ignitionMs)
  const there = pinned(search)
  const free = PINS.find((pin) => !there.some((one) => one.pin === pin))
  return free === undefined || there.some((one) => one.text === text) ? undefined : { [free]: text }
}

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
