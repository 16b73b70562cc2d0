import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import {
  type DescribedEncounter,
  describeEncounters,
  type Participant,
  relativeInRtn,
  toPassage,
} from '@apsis/astro/screening/describe-encounter.ts'
import {
  type AssessedEncounter,
  type EncounterProbability,
  encounterProbability,
  type ProbabilityOptions,
} from '@apsis/astro/screening/encounter-probability.ts'
import type { Encounter, EncounterKind } from '@apsis/astro/screening/screened-object.ts'
import { isInBox } from '@apsis/astro/screening/screening-box.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { ScreeningFilter, StoredScreening } from './submitted-screening.ts'

/** One of the two objects of an encounter. */
export type FoundParticipant = Pick<Participant, 'place' | 'ageS'>

/** An encounter with all that is stored of it; position and velocity are those of the secondary in the primary's axes. */
export type FoundEncounter = {
  readonly kind: EncounterKind
  /** After the start of the screening. */
  readonly seconds: number
  readonly primary: FoundParticipant
  readonly secondary: FoundParticipant
  readonly missM: number
  readonly relativeSpeedMps: number
  readonly missRtnM: Vec3
  readonly velocityRtnMps: Vec3
  readonly probability: Pick<EncounterProbability, 'probability' | 'reason' | 'maximumProbability'> & {
    readonly isDiluted: boolean
  }
  readonly assessed: AssessedEncounter | null
  /** Of the primary, on which the episode depends. */
  readonly speedMps: number
  readonly periodS: number
}

/** What a part found, with what an operator wants to know of it; where a box was asked for, what is inside alone. */
export function describeFound(screening: StoredScreening, encounters: readonly Encounter[]): FoundEncounter[] {
  const { primaries = [] } = screening
  return describeEncounters(screening, encounters, new Set(primaries))
    .filter((encounter) => isWanted(encounter, screening))
    .map((encounter) => {
      const { kind, seconds, primary, secondary, missM, relativeSpeedMps, missRtnM, velocityRtnMps } = encounter
      const { orbitalSpeedMps, periodS } = toPassage(encounter)
      const { probability, reason, maximumProbability, assessed } = encounterProbability(
        encounter,
        knownOf(encounter, screening),
      )
      return {
        ...{ kind, seconds, missM, relativeSpeedMps, missRtnM, velocityRtnMps },
        primary: { place: primary.place, ageS: primary.ageS },
        secondary: { place: secondary.place, ageS: secondary.ageS },
        probability: { probability, reason, maximumProbability, isDiluted: assessed?.isDiluted ?? false },
        assessed,
        speedMps: orbitalSpeedMps,
        periodS,
      }
    })
}

/** The radius that is known, and the covariance of a message where one of the objects is known from it. */
function knownOf({ primary, secondary }: DescribedEncounter, { told, radiiM }: ScreeningFilter): ProbabilityOptions {
  const [one, other] = [primary.place, secondary.place]
  const radiusM = told?.get(other)?.radiusM ?? told?.get(one)?.radiusM ?? radiiM?.get(one) ?? radiiM?.get(other)
  return {
    ...(radiusM === undefined ? {} : { radiusM }),
    covarianceOf: ({ place, state }) => {
      const message = told?.get(place)
      return message && { source: 'cdm', covariance: covarianceFromRtn(state, message.covarianceRtn) }
    },
  }
}

function isWanted({ primary, secondary, missRtnM }: DescribedEncounter, { box, boxes }: ScreeningFilter): boolean {
  if (boxes === undefined) return box === undefined || isInBox(missRtnM, box)
  const [own, other] = [boxes.get(primary.place), boxes.get(secondary.place)]
  if (own !== undefined && isInBox(missRtnM, own)) return true
  return other !== undefined && isInBox(relativeInRtn(secondary, primary).missRtnM, other)
}
