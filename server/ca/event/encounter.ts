import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { EncounterKind } from '@apsis/astro/screening/screened-object.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { capWithoutCovariance, judgeRisk } from '@apsis/contract/ca/event/risk-level.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { Encounter as AnsweredEncounter } from '@apsis/contract/ca/screening/screening.ts'

/**
 * The figures of one close approach, from any source: a screening, the direct search, or an estimate of an event. Position and velocity are of the
 * secondary, along the radial, transverse and normal axes of the primary.
 */
export type EncounterFigures = {
  readonly missM: number
  readonly relativeSpeedMps: number
  readonly missRtnM: Vec3
  readonly velocityRtnMps: Vec3
  /** Null if no probability can be computed. */
  readonly probability: number | null
  /** The covariance that the probability was computed with, or the reason why there is no probability. */
  readonly reason: string
  readonly maximumProbability: number
}

/** One of the two objects, with its index in the list of the screening. */
export type Participant = {
  readonly place: number
  /** Age of its element set at the closest approach; undefined if its orbit is an ephemeris. */
  readonly ageS?: number | undefined
}

/** A close approach that a screening or a search found. */
export type Encounter<P extends Participant = Participant> = EncounterFigures & {
  readonly kind: EncounterKind
  /** Seconds after the start of the screening or of the search. */
  readonly seconds: number
  readonly primary: P
  readonly secondary: P
  /** True if a smaller covariance would give a larger probability. */
  readonly isDiluted: boolean
  /** The number of its episode of continuous proximity, from 1 on; null if the objects only pass each other. */
  readonly episode: number | null
}

/** The part of an encounter that its level depends on. */
export type LevelBasis = Pick<Encounter, 'probability' | 'reason' | 'missM' | 'missRtnM' | 'isDiluted'>

/** The number of encounters of each level. */
export type Levels = Record<RiskLevel, number>

/** Reasons that name a covariance of a class of orbits. Such a covariance can sort a list, but cannot support a decision. */
const OF_A_CLASS = ['class-table', 'slow']
export const NO_LEVELS: Levels = { UNKNOWN: 0, LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 }

/** Returns the level of an encounter by the thresholds of its primary; TLE-grade covariance never makes it CRITICAL (domain.md C11). */
export function judgeEncounter(
  { probability, reason, missM, missRtnM: [radialM], isDiluted }: LevelBasis,
  thresholds: Thresholds,
): RiskLevel {
  const judged = judgeRisk({ probability, missM, radialM: Math.abs(radialM), isDiluted }, thresholds)
  return OF_A_CLASS.includes(reason) ? capWithoutCovariance(judged, 'HIGH').level : judged.level
}

/** Returns the number of encounters by level, and the largest probability. */
export function countLevels(
  encounters: readonly (LevelBasis & { readonly primaryId: string })[],
  thresholdsOf: (objectId: string) => Thresholds,
): { levels: Levels; worst: number | null } {
  const levels = { ...NO_LEVELS }
  let worst: number | null = null
  for (const encounter of encounters) {
    levels[judgeEncounter(encounter, thresholdsOf(encounter.primaryId))] += 1
    if (encounter.probability !== null) worst = Math.max(worst ?? 0, encounter.probability)
  }
  return { levels, worst }
}

type NamedObject = { readonly objectId: string; readonly name: string }

/** The context of an answer: the time from which its seconds count, the names of the objects, and the thresholds. */
export type About = {
  readonly from: Date
  readonly primary: NamedObject
  readonly secondary: NamedObject
  readonly thresholds: Thresholds
}

/** Returns an encounter in the form of the API. */
export function presentEncounter(
  encounter: Encounter,
  { from, primary, secondary, thresholds }: About,
): AnsweredEncounter {
  const tca = addSeconds(parseTime(from.toISOString()), encounter.seconds)
  const utc = (epoch: typeof tca) => formatTime(epoch, { digits: 3, zulu: true })
  const side = ({ objectId, name }: NamedObject, { ageS }: Participant) => ({
    objectId,
    name,
    epoch: ageS === undefined ? null : utc(addSeconds(tca, -ageS)),
    daysSinceEpoch: ageS === undefined ? null : ageS / SECONDS_PER_DAY,
  })
  const [r, t, n] = encounter.missRtnM
  const [speedR, speedT, speedN] = encounter.velocityRtnMps
  return {
    primary: side(primary, encounter.primary),
    secondary: side(secondary, encounter.secondary),
    tca: utc(tca),
    missM: encounter.missM,
    missRtn: { r, t, n },
    velocityRtn: { r: speedR, t: speedT, n: speedN },
    relativeSpeedMps: encounter.relativeSpeedMps,
    probability: encounter.probability,
    probabilityReason: encounter.reason,
    maximumProbability: encounter.maximumProbability,
    riskLevel: judgeEncounter(encounter, thresholds),
    kind: encounter.kind,
    episode: encounter.episode,
  }
}
