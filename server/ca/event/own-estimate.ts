import type { AssessedEncounter } from '@apsis/astro/screening/encounter-probability.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import { capWithoutCovariance, type JudgedRisk, judgeRisk, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { knownOfEstimate } from '../message/record/known.ts'
import type { EncounterFigures } from './encounter.ts'
import { type EventLevel, type GradedMessage, levelAfter } from './fold-event.ts'

/** The kind of data that a satellite of ours was compared with; a newer screening of the same kind replaces an estimate. */
export const ESTIMATE_LINES = ['CAT', 'CDM', 'OPS', 'EPH'] as const
export type EstimateLine = (typeof ESTIMATE_LINES)[number]

/** The published ephemeris by which an object of another operator is screened. */
export type NeighbourBasis = {
  /** The host that published it. */
  readonly source: string
  readonly file: string
  /** The time at which the operator made it; if the file does not state it, the time at which it was fetched. */
  readonly madeAt: string
  /** The end of its usable span. */
  readonly until: string
  /** From here on its covariance is a flat envelope; null: it is an estimate to its end. */
  readonly envelopeFrom: string | null
}

/** The stored result of a screening for one close approach. */
export type OwnFacts = EncounterFigures & {
  /** Null if an object has no covariance of its own. */
  readonly assessed: AssessedEncounter | null
  /** Half the lengths of the edges of the screened volume, along R, T and N, m. */
  readonly volumeM: Vec3
  /** The largest difference between this TCA and the TCA of its event, s (flight rule F6). */
  readonly toleranceS: number
  /** The message that gives the state of the other object. */
  readonly cdmId: string | null
  /** The epoch of the other object's element set, ms since 1970; undefined if its orbit is not an element set. */
  readonly otherEpochMs?: number
  /** The published ephemeris of the other object; undefined if its orbit is from elsewhere. */
  readonly neighbour?: NeighbourBasis
  readonly ownName: string
  readonly otherName: string
  /** The name of the satellite's ephemeris; null if its orbit is an element set. */
  readonly fileName: string | null
  readonly isSimulated: boolean
}

/** One estimate of an event from a screening of a satellite of the organisation. */
export type OwnEstimate = {
  readonly id: string
  readonly conjunctionId: string
  readonly satelliteId: string
  readonly screeningId: string
  readonly ephemerisId: string | null
  readonly line: EstimateLine
  /** The other object. */
  readonly objectId: string
  /** The time of the orbits, and the TCA, ms since 1970. */
  readonly madeAt: number
  readonly tca: number
  readonly facts: OwnFacts
  readonly ended: 'SUPERSEDED' | 'WITHDRAWN' | null
  readonly endedAt: number | null
  /** Ignition of the newest burn that the estimate does not include; null if there is none. */
  readonly beforeBurnAt: number | null
}

type PublishedOrbit = Pick<OwnEstimate, 'tca'> & { readonly facts: Pick<OwnFacts, 'neighbour'> }

/** Returns the published ephemeris behind an estimate, and whether its covariance is a flat envelope at the TCA; null if there is none. */
export function neighbourOf({ tca, facts: { neighbour } }: PublishedOrbit): Estimate['neighbour'] {
  if (neighbour === undefined) return null
  const { envelopeFrom, ...file } = neighbour
  return { ...file, isEnvelope: envelopeFrom !== null && Date.parse(envelopeFrom) <= tca }
}

/** Returns the largest probability over a common factor on the covariance; null if there is none. */
export const maximumOf = ({ facts: { assessed, maximumProbability } }: Pick<OwnEstimate, 'facts'>): number | null =>
  assessed === null ? maximumProbability : assessed.scaledMaximum

/** The reason why an estimate cannot support a decision. */
export type Weakness = 'ELEMENT_SET' | 'OWN_WITHOUT_COVARIANCE' | 'OTHER_WITHOUT_COVARIANCE'

/** The highest level that an estimate from element sets or from a class of orbits gives to an event without other data. */
const MOST_OF_WEAK: RiskLevel = 'MEDIUM'

/** Returns the weakness of an estimate; null if both objects have a covariance of their own, and it counts like a message. */
export function weaknessOf({ facts, ephemerisId, line }: OwnEstimate): Weakness | null {
  if (facts.assessed !== null) return null
  if (ephemerisId === null) return 'ELEMENT_SET'
  return line === 'CAT' ? 'OTHER_WITHOUT_COVARIANCE' : 'OWN_WITHOUT_COVARIANCE'
}

/** Returns the level of a single estimate, with its causes. */
export function judgeEstimate({ facts }: Pick<OwnEstimate, 'facts'>, thresholds: Thresholds): JudgedRisk {
  const { probability, missM, missRtnM, assessed } = facts
  const isDiluted = assessed?.isDiluted ?? false
  const judged = judgeRisk({ probability, missM, radialM: Math.abs(missRtnM[0]), isDiluted }, thresholds)
  return assessed === null ? capWithoutCovariance(judged, MOST_OF_WEAK) : judged
}

export const levelOfEstimate = (one: Pick<OwnEstimate, 'facts'>, thresholds: Thresholds): RiskLevel =>
  judgeEstimate(one, thresholds).level

/**
 * Returns the levels that follow from the screenings of an event, one for each satellite and line. A level rises at once; it falls as with
 * messages, after two lower estimates in a row or after 12 h. An approach that a newer screening no longer found is a low estimate. Weak estimates
 * count only if there is neither a message nor a better estimate.
 */
export function ownLevels(
  estimates: readonly OwnEstimate[],
  { thresholds, hasMessages }: { readonly thresholds: Thresholds; readonly hasMessages: boolean },
): EventLevel[] {
  const strong = estimates.filter((one) => weaknessOf(one) === null)
  // An estimate that has ended does not contradict a valid weak one, but its level still falls slowly.
  const isSpokenFor = hasMessages || strong.some(({ ended }) => ended === null)
  const counted = isSpokenFor ? strong : estimates
  const chains = Map.groupBy(counted, ({ satelliteId, line }) => `${satelliteId} ${line}`)
  return [...chains.values()].map((chain) => levelAfter(gradedOf(chain, thresholds)))
}

function gradedOf(chain: readonly OwnEstimate[], thresholds: Thresholds): GradedMessage[] {
  return chain
    .flatMap((one): GradedMessage[] => {
      const { id, madeAt, facts } = one
      const source = 'OWN_SCREENING'
      const { probability, missM, isSimulated } = facts
      const by = { source, id, at: madeAt, probability, missM, isSimulated } as const
      const found = { createdAt: madeAt, level: levelOfEstimate(one, thresholds), by, known: knownOfEstimate(facts) }
      if (one.ended !== 'WITHDRAWN' || one.endedAt === null) return [found]
      // An approach that was not found sets the level LOW, without a probability and a miss.
      const gone = { source, id, at: one.endedAt, probability: null, missM: null, isSimulated } as const
      return [found, { createdAt: one.endedAt, level: 'LOW', by: gone }]
    })
    .sort((a, b) => a.createdAt - b.createdAt)
}

/**
 * Returns the estimate that represents the screenings. Of the valid estimates, credible ones come first, then those with a higher level,
 * then newer ones. If none is valid, the newest ended estimate is returned; undefined if there are no estimates.
 */
export function leadOf(estimates: readonly OwnEstimate[], thresholds: Thresholds): OwnEstimate | undefined {
  const rank = (one: OwnEstimate) => rankOf(levelOfEstimate(one, thresholds))
  const isWeak = (one: OwnEstimate) => Number(weaknessOf(one) !== null)
  const valid = estimates.filter(({ ended }) => ended === null)
  if (valid.length === 0) return estimates.toSorted((a, b) => b.madeAt - a.madeAt)[0]
  return valid.toSorted((a, b) => isWeak(a) - isWeak(b) || rank(b) - rank(a) || b.madeAt - a.madeAt)[0]
}

/** True if the first of two closest approaches is worse: by level, then by probability, then by distance. */
export function isWorse(
  one: Pick<OwnEstimate, 'facts'>,
  other: Pick<OwnEstimate, 'facts'>,
  thresholds: Thresholds,
): boolean {
  const [rank, before] = [one, other].map((each) => rankOf(levelOfEstimate(each, thresholds))) as [number, number]
  if (rank !== before) return rank > before
  const [probability, known] = [one.facts.probability ?? 0, other.facts.probability ?? 0]
  return probability === known ? one.facts.missM < other.facts.missM : probability > known
}

/** Returns the previous estimate of the same satellite and kind. */
export function beforeOf(estimates: readonly OwnEstimate[], one: OwnEstimate): OwnEstimate | undefined {
  return estimates
    .filter(
      ({ satelliteId, line, madeAt }) => satelliteId === one.satelliteId && line === one.line && madeAt < one.madeAt,
    )
    .toSorted((a, b) => b.madeAt - a.madeAt)[0]
}

/** True if an estimate is of a path that the satellite has left: its closest approach is after a burn that it does not include. */
export const isBeforeBurn = ({ beforeBurnAt, tca }: Pick<OwnEstimate, 'beforeBurnAt' | 'tca'>): boolean =>
  beforeBurnAt !== null && tca > beforeBurnAt
