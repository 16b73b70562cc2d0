import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { PATH_CASES } from '@apsis/contract/ca/plan/path-screening.ts'

/** The gravest result of a screening: an event by its message, or an object near the new path. */
export type Gravest = {
  readonly object: string
  readonly tca: string
  /** The larger of the probabilities with the burns as planned or deviating; null if it is not known, but `most` is. */
  readonly probability: number | null
  /** The largest probability under any covariance; null if it is not known. */
  readonly most: number | null
  readonly missM: number
  readonly source: 'MESSAGE' | PlanScreening['paths'][number]['type']
}

/** The gaps of a screening: with gaps the result is not "clear". */
export type ScreeningGaps = {
  /** The number of open events that could not be screened. */
  readonly events: number
  /** The number of objects that a path could not be compared with. */
  readonly objects: number
  /** The screenings of the path that are still running. */
  readonly waiting: readonly string[]
  /** The screenings that did not take place although there was something to compare with. */
  readonly failed: readonly string[]
  /** The screenings that had nothing to compare with. */
  readonly empty: readonly string[]
}

const worth = ({ probability, most }: Gravest) => probability ?? most ?? 0
const largest = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Returns the gravest result; undefined if no object comes near. */
export function gravestOf({ events, paths }: Pick<PlanScreening, 'events' | 'paths'>): Gravest | undefined {
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
      // The encounter is already assessed by its message, which is among the events.
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

export function unlookedOf({ notScreened, paths }: Pick<PlanScreening, 'notScreened' | 'paths'>): ScreeningGaps {
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
