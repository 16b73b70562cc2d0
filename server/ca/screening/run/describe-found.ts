import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { covarianceAtAge } from '@apsis/astro/ephemeris/prediction-error.ts'
import {
  type DescribedEncounter,
  describeEncounters,
  relativeInRtn,
  toPassage,
} from '@apsis/astro/screening/describe-encounter.ts'
import {
  type AssessedEncounter,
  encounterProbability,
  type ProbabilityOptions,
} from '@apsis/astro/screening/encounter-probability.ts'
import type { Encounter as RawEncounter } from '@apsis/astro/screening/screened-object.ts'
import { isInBox } from '@apsis/astro/screening/screening-box.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Encounter } from '../../event/encounter.ts'
import type { ScreeningFilter, StoredScreening } from './submitted-screening.ts'

/** An encounter with all its stored data when it is found; its episode is known only at the end. */
export type FoundEncounter = Omit<Encounter, 'episode'> & {
  readonly assessed: AssessedEncounter | null
  /** The speed and the period of the primary; the episode depends on them. */
  readonly speedMps: number
  readonly periodS: number
}

/** Describes the encounters of a part; if a box was requested, only those inside it. */
export function describeFound(screening: StoredScreening, encounters: readonly RawEncounter[]): FoundEncounter[] {
  const { primaries = [] } = screening
  return describeEncounters(screening, encounters, new Set(primaries))
    .filter((encounter) => isWanted(encounter, screening))
    .map((encounter) => {
      const { kind, seconds, primary, secondary, missM, relativeSpeedMps, missRtnM, velocityRtnMps } = encounter
      const { orbitalSpeedMps: speedMps, periodS } = toPassage(encounter)
      const { probability, reason, maximumProbability, assessed } = encounterProbability(
        encounter,
        knownOf(encounter, screening),
      )
      return {
        kind,
        seconds,
        missM,
        relativeSpeedMps,
        missRtnM,
        velocityRtnMps,
        primary: { place: primary.place, ageS: primary.ageS },
        secondary: { place: secondary.place, ageS: secondary.ageS },
        probability,
        reason,
        maximumProbability,
        isDiluted: assessed?.isDiluted ?? false,
        assessed,
        speedMps,
        periodS,
      }
    })
}

/** Returns the known radius, and the covariance from a message if one of the objects is from a message. */
export function knownOf(
  { primary, secondary }: Pick<DescribedEncounter, 'primary' | 'secondary'>,
  { told, radiiM, learnt }: ScreeningFilter,
): ProbabilityOptions {
  const [one, other] = [primary.place, secondary.place]
  const radiusM = told?.get(other)?.radiusM ?? told?.get(one)?.radiusM ?? radiiM?.get(one) ?? radiiM?.get(other)
  return {
    ...(radiusM === undefined ? {} : { radiusM }),
    covarianceOf: ({ place, state }, tca) => {
      const message = told?.get(place)
      if (message !== undefined) return { source: 'cdm', covariance: covarianceFromRtn(state, message.covarianceRtn) }
      const known = learnt?.get(place)
      const aged = known && covarianceAtAge(known.curve, secondsBetween(known.since, tca))
      return aged ? { source: known.source, covariance: covarianceFromRtn(state, aged) } : undefined
    },
  }
}

function isWanted({ primary, secondary, missRtnM }: DescribedEncounter, { box, boxes }: ScreeningFilter): boolean {
  if (boxes === undefined) return box === undefined || isInBox(missRtnM, box)
  const [own, other] = [boxes.get(primary.place), boxes.get(secondary.place)]
  if (own !== undefined && isInBox(missRtnM, own)) return true
  return other !== undefined && isInBox(relativeInRtn(secondary, primary).missRtnM, other)
}
