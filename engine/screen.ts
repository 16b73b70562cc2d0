import type { Encounter, NotScreened, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { compareEncounters } from '@apsis/astro/screening/screened-object.ts'
import type { Screening, ScreeningObject, SetPair, Span } from '@apsis/astro/screening/screening-object.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { openScreener, type ScreenerOptions } from './screener.ts'

/** The part of a screening that runs, and the callbacks for its progress and its encounters. */
export interface Part {
  readonly signal?: AbortSignal
  /** Called after each task, with the number of finished tasks and the number of all tasks. */
  readonly onProgress?: (done: number, total: number) => void
  /** The part of the interval, between multiples of PART_S; default: the whole interval. */
  readonly span?: Span
  /** Called with encounters as soon as they are certain, as in `Question`. */
  readonly onFound?: (encounters: readonly Encounter[]) => void | Promise<void>
  /** Sets, pairs and threshold that replace those of the screening. */
  readonly round?: Round
}

/** Other sets, pairs and another threshold for the objects of an open screening. */
export interface Round {
  /** Returns the set of each object, given its index. */
  readonly setOf: (place: number) => number
  readonly pairs: readonly SetPair[]
  readonly thresholdM: number
}

export interface Running extends ScreenerOptions, Part {}

/** A screening that is loaded on threads, whose parts can be run one after the other. */
export interface OpenScreening {
  screen(part?: Part): Promise<ScreeningResult>
  close(): Promise<void>
}

/** Returns all encounters of a screening, or of a part of its interval; the numbers of objects are indices in its list. */
export async function screen(screening: Screening, running: Running = {}): Promise<ScreeningResult> {
  const opened = await openScreening(screening, running)
  try {
    return await opened.screen(running)
  } finally {
    await opened.close()
  }
}

/** Loads a screening once, so that its parts can be run one after the other. */
export async function openScreening(screening: Screening, options: ScreenerOptions = {}): Promise<OpenScreening> {
  const { objects, start, ...limits } = screening
  // A screener numbers the objects with elements first, and then the objects with ephemerides.
  const places = objects.map((_, place) => place)
  const modelOf = (place: number): Sgp4Model | undefined => {
    const flight = objects[place]?.flight
    return flight?.kind === 'elements' ? flight.model : undefined
  }
  const [withElements, withEphemeris] = [
    places.filter((place) => modelOf(place)),
    places.filter((place) => !modelOf(place)),
  ]
  const order = [...withElements, ...withEphemeris]
  const inList = order.every((place, index) => place === index) ? (found: readonly Encounter[]) => found : toList(order)
  const models = withElements.flatMap((place) => modelOf(place) ?? [])
  const objectAt = (place: number, round: Round | undefined) => {
    const object = objects[place] as ScreeningObject
    return round === undefined ? object : { ...object, set: round.setOf(place) }
  }
  const screener = await openScreener(models, start, options)
  return {
    screen: async ({ round, onFound, ...part } = {}) => {
      const { encounters, notScreened } = await screener.screen({
        ...limits,
        ...(round === undefined ? {} : { pairs: round.pairs, thresholdM: round.thresholdM }),
        roles: new Map(withElements.map((place, k) => [k, objectAt(place, round)])),
        others: withEphemeris.map((place) => objectAt(place, round)),
        ...part,
        ...(onFound === undefined ? {} : { onFound: (found) => onFound(inList(found)) }),
      })
      return {
        encounters: inList(encounters),
        notScreened: notScreened
          .map((lost): NotScreened => ({ ...lost, place: order[lost.place] ?? -1 }))
          .sort((a, b) => a.place - b.place),
      }
    },
    close: () => screener.close(),
  }
}

/** Returns a function that translates the object numbers of the screener to the indices in the screening's list. */
function toList(order: readonly number[]): (found: readonly Encounter[]) => readonly Encounter[] {
  const inList = (encounter: Encounter): Encounter => {
    const [one, other] = [order[encounter.first] ?? -1, order[encounter.second] ?? -1]
    return { ...encounter, first: Math.min(one, other), second: Math.max(one, other) }
  }
  return (found) => found.map(inList).sort(compareEncounters)
}
