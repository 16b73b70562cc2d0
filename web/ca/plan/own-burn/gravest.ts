import type { ManoeuvreScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { PATH_CASES } from '@apsis/contract/ca/plan/path-screening.ts'

/** The gravest that a screening found: an event by its message, or an object near the new path. */
export type Gravest = {
  readonly object: string
  readonly tca: string
  /** With the burns as planned or off, whichever is larger; null: it is not known, and `most` is. */
  readonly probability: number | null
  /** The largest that it can be under any covariance; null: not known. */
  readonly most: number | null
  readonly missM: number
  readonly source: 'MESSAGE' | ManoeuvreScreening['paths'][number]['type']
}

/** What was not looked at, or not to its end: no clear sky. */
export type ScreeningGaps = {
  /** Open events that could not be screened. */
  readonly events: number
  /** Objects that a path could not be compared with. */
  readonly objects: number
  /** Screenings of the path that are still under way. */
  readonly waiting: readonly string[]
  /** Those that did not take place although there is something to compare with. */
  readonly failed: readonly string[]
  /** Those that had nothing to compare with. */
  readonly empty: readonly string[]
}

const worth = ({ probability, most }: Gravest) => probability ?? most ?? 0
const largest = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Undefined: nothing was found near. */
export function gravestOf({ events, paths }: Pick<ManoeuvreScreening, 'events' | 'paths'>): Gravest | undefined {
  const ofEvents = events.map(
    ({ object, tca, nominal, hot, cold, missM }): Gravest => ({
      object,
      tca,
      missM,
      source: 'MESSAGE',
      probability: largest([nominal, hot, cold]),
      most: null,
    }),
  )
  const ofPaths = paths.flatMap(({ type, encounters }) =>
    encounters.flatMap((one): Gravest[] => {
      // Judged by its message, which is among the events.
      if (one.isOfMessage) return []
      const near = PATH_CASES.filter((which) => which !== 'missed').flatMap((which) => one[which] ?? [])
      const [first] = near
      if (first === undefined) return []
      return [
        {
          object: one.object || one.objectId,
          tca: first.tca,
          probability: largest(near.map(({ probability }) => probability)),
          most: largest(near.map(({ maximumProbability }) => maximumProbability)),
          missM: Math.min(...near.map(({ missM }) => missM)),
          source: type,
        },
      ]
    }),
  )
  return [...ofEvents, ...ofPaths].toSorted((a, b) => worth(b) - worth(a))[0]
}

export function unlookedOf({ notScreened, paths }: Pick<ManoeuvreScreening, 'notScreened' | 'paths'>): ScreeningGaps {
  const isEmpty = ({ result, reasons }: (typeof paths)[number]) => result === 'NOT_SCREENED' && reasons.length === 0
  const typesOf = (is: (path: (typeof paths)[number]) => boolean) => paths.filter(is).map(({ type }) => type)
  return {
    events: notScreened.length,
    objects: paths.reduce((sum, path) => sum + path.notScreened, 0),
    waiting: typesOf(({ result }) => result === 'WAITING'),
    failed: typesOf((path) => path.result === 'NOT_SCREENED' && !isEmpty(path)),
    empty: typesOf(isEmpty),
  }
}
