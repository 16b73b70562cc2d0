import type { EncounterObject } from '../conjunction/conjunction-plane.ts'
import { type Assessment, assess, isKnown, type Reason } from '../conjunction/probability/assess.ts'
import { type SymmetricCovariance, sixOf } from '../conjunction/relative-difference.ts'
import { covarianceToRtn, positionCovariance } from '../conjunction/rtn.ts'
import { interpolateCovariance } from '../ephemeris/covariance.ts'
import { addMatrices } from '../mat3.ts'
import type { Matrix } from '../matrix.ts'
import type { Epoch } from '../time/epoch.ts'
import { classCovariance, type PlanarProbability, planarProbability } from './class-probability.ts'
import type { DescribedEncounter, Participant } from './describe-encounter.ts'
import { greatestProbability } from './greatest-probability.ts'
import { BLANKET_RADIUS_M } from './hard-body-radius.data.ts'

/**
 * What a covariance rests on. Of an ephemeris that states none: what earlier ones were wrong by, or what messages say of the object.
 * One of the class table is good for sorting a list, and for no decision.
 */
export type CovarianceSource = 'ephemeris' | 'cdm' | 'history' | 'messages' | 'class-table'

/** A covariance in TEME, m and m/s, and where it is from. */
export interface KnownCovariance {
  readonly source: CovarianceSource
  readonly covariance: Matrix
}

export interface ProbabilityOptions {
  /** Combined hard-body radius; default BLANKET_RADIUS_M. */
  readonly radiusM?: number
  /** What is known beside elements and ephemerides, such as covariances of CDMs; undefined where nothing is. */
  readonly covarianceOf?: (participant: Participant, tca: Epoch) => KnownCovariance | undefined
}

/** An encounter of which both objects have a covariance of their own. */
export interface AssessedEncounter {
  readonly method: Assessment['method']
  readonly isReliable: boolean
  /** Less uncertainty would give a larger planar probability. */
  readonly isDiluted: boolean
  /** The largest planar probability over a factor on the covariance. */
  readonly scaledMaximum: number | null
  /** In the conjunction plane. */
  readonly mahalanobis: number | null
  readonly radiusM: number
  /** Of the positions, in the radial, transverse and normal axes of the primary, m²: rr, rt, rn, tt, tn, nn. */
  readonly primaryRtnM2: SymmetricCovariance
  readonly secondaryRtnM2: SymmetricCovariance
  /** Absent in what was assessed before 0.4: then the ephemeris stated it, or the message. */
  readonly covarianceFrom?: EncounterProbability['covarianceFrom']
}

/** The probabilities of an encounter and what they rest on. */
export interface EncounterProbability {
  /** Null where none is known, and `reason` says why. */
  readonly probability: number | null
  readonly reason: Reason | PlanarProbability['reason']
  /** Whether the value may be decided on: never where a covariance is that of a class. */
  readonly isReliable: boolean
  readonly covarianceFrom: readonly [primary: CovarianceSource, secondary: CovarianceSource]
  /** What the covariances of both objects give beside the probability; null where one of them is that of a class. */
  readonly assessed: AssessedEncounter | null
  readonly radiusM: number
  /**
   * The largest probability over sizes and orientations of a covariance with the ratio of axes of SOCRATES, as listed there.
   * Along the track an old element set has a larger ratio: then the class table may give more.
   */
  readonly maximumProbability: number
  /** The standard deviation of the minor axis at which it is reached: the threshold of dilution, m. */
  readonly dilutionM: number
}

/**
 * The probability of an encounter from covariances of its objects: those of their ephemerides or messages where there are, by
 * the method that CARA's checks choose; else the class table, by the circle in the conjunction plane. With a class table there
 * is no probability below 100 m/s: the plane does not hold, and would say too little. The maximum is there always.
 * Element sets come without a covariance. The class table says what sets of such an orbit and age were wrong by: it
 * orders a list of a thousand encounters better than the miss does, and is marked as no ground for a decision.
 */
export function encounterProbability(
  encounter: DescribedEncounter,
  { radiusM = BLANKET_RADIUS_M, covarianceOf }: ProbabilityOptions = {},
): EncounterProbability {
  const [first, second] = encounterCovariances(encounter, covarianceOf)
  const covarianceFrom = [first.source, second.source] as const
  if (first.source === 'class-table' || second.source === 'class-table') {
    const covariance = addMatrices(positionCovariance(first.covariance), positionCovariance(second.covariance))
    return { ...planarProbability(encounter, covariance, radiusM), covarianceFrom, assessed: null }
  }
  const { primary, secondary, missM } = encounter
  const greatest = greatestProbability(primary, secondary, { missM, radiusM })
  const { assessed, ...answer } = fullProbability(
    { ...primary.state, covariance: first.covariance },
    { ...secondary.state, covariance: second.covariance },
    radiusM,
  )
  return {
    ...answer,
    covarianceFrom,
    assessed: { ...assessed, covarianceFrom },
    radiusM,
    maximumProbability: greatest.probability,
    dilutionM: greatest.sigmaMinorM,
  }
}

/** The covariances that the probability of an encounter is computed with, of the primary and of the secondary, in TEME. */
export function encounterCovariances(
  { primary, secondary, tca }: Pick<DescribedEncounter, 'primary' | 'secondary' | 'tca'>,
  covarianceOf: ProbabilityOptions['covarianceOf'] = () => undefined,
): readonly [KnownCovariance, KnownCovariance] {
  const known = (one: Participant) => covarianceOf(one, tca) ?? ownCovariance(one, tca)
  return [known(primary), known(secondary)]
}

function fullProbability(primary: EncounterObject, secondary: EncounterObject, radiusM: number) {
  const { probability, method, reason, isReliable, maximum, mahalanobis } = assess({ primary, secondary, radiusM })
  const inRtn = ({ covariance }: EncounterObject) => sixOf(covarianceToRtn(primary, positionCovariance(covariance)))
  const assessed = {
    method,
    isReliable,
    mahalanobis,
    radiusM,
    isDiluted: maximum !== null && maximum.covarianceFactor < 1,
    scaledMaximum: maximum?.probability ?? null,
    primaryRtnM2: inRtn(primary),
    secondaryRtnM2: inRtn(secondary),
  }
  // A number that says nothing would be read as a probability by whoever sorts, sums or judges by it.
  return { probability: isKnown({ probability, reason }) ? probability : null, reason, isReliable, assessed }
}

/** The covariance of an ephemeris where it has one, else that of the class; an ephemeris has no age to count. */
function ownCovariance(participant: Participant, tca: Epoch): KnownCovariance {
  const { object } = participant
  if (object.flight.kind === 'ephemeris') {
    const found = interpolateCovariance(object.flight.ephemeris, tca)
    if (found.ok) return { source: 'ephemeris', covariance: found.covariance }
  }
  return { source: 'class-table', covariance: classCovariance(participant) }
}
