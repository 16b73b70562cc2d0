import type { Encounter, NotScreened, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { compareEncounters } from '@apsis/astro/screening/screened-object.ts'
import type { Screening, ScreeningObject, Span } from '@apsis/astro/screening/screening-object.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { openScreener, type ScreenerOptions } from './screener.ts'

/** Which part of a screening is run, and how it is followed. */
export interface Part {
  readonly signal?: AbortSignal
  /** Called after each task of windows: how many are done, and of how many. */
  readonly onProgress?: (done: number, total: number) => void
  /** Only this part of the interval, between multiples of PART_S; default: all of it. */
  readonly span?: Span
}

export interface Running extends ScreenerOptions, Part {}

/** A screening loaded on threads, to be run part by part. */
export interface OpenScreening {
  screen(part?: Part): Promise<ScreeningResult>
  close(): Promise<void>
}

/** All encounters of a screening, or of a part of its interval; places are those in its list of objects. */
export async function screen(screening: Screening, running: Running = {}): Promise<ScreeningResult> {
  const { signal, onProgress, span, ...options } = running
  const opened = await openScreening(screening, options)
  try {
    return await opened.screen({
      ...(span === undefined ? {} : { span }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    })
  } finally {
    await opened.close()
  }
}

/** Loads a screening, so that its parts need not do it each. */
export async function openScreening(screening: Screening, options: ScreenerOptions = {}): Promise<OpenScreening> {
  const { objects, start, ...limits } = screening
  // Those that fly by elements come first in a screener, the others after them.
  const places = objects.map((_, place) => place)
  const modelOf = (place: number): Sgp4Model | undefined => {
    const flight = objects[place]?.flight
    return flight?.kind === 'elements' ? flight.model : undefined
  }
  const [inside, outside] = [places.filter((place) => modelOf(place)), places.filter((place) => !modelOf(place))]
  const order = [...inside, ...outside]
  const models = inside.flatMap((place) => modelOf(place) ?? [])
  const roles = new Map(inside.map((place, k) => [k, objects[place] as ScreeningObject]))
  const others = outside.map((place) => objects[place] as ScreeningObject)
  const screener = await openScreener(models, start, options)
  return {
    screen: async (part = {}) => {
      const result = await screener.screen({ ...limits, roles, others, ...part })
      return outside.length === 0 ? result : reorder(result, order)
    },
    close: () => screener.close(),
  }
}

/** From places in the screener to those in the list. */
function reorder({ encounters, notScreened }: ScreeningResult, order: readonly number[]): ScreeningResult {
  const listed = (place: number) => order[place] ?? -1
  return {
    encounters: encounters
      .map((encounter): Encounter => {
        const [one, other] = [listed(encounter.first), listed(encounter.second)]
        return { ...encounter, first: Math.min(one, other), second: Math.max(one, other) }
      })
      .sort(compareEncounters),
    notScreened: notScreened
      .map((lost): NotScreened => ({ ...lost, place: listed(lost.place) }))
      .sort((a, b) => a.place - b.place),
  }
}
