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
 * The source of a covariance. For an ephemeris without covariances: the errors of earlier ephemerides, or messages about the object. A covariance
 * of the class table is only for sorting a list, not for decisions.
 */
export type CovarianceSource = 'ephemeris' | 'cdm' | 'history' | 'messages' | 'class-table'

/** A covariance in TEME, m and m/s, and its source. */
export interface KnownCovariance {
  readonly source: CovarianceSource
  readonly covariance: Matrix
}

export interface ProbabilityOptions {
  /** Combined hard-body radius; default BLANKET_RADIUS_M. */
  readonly radiusM?: number
  /** Returns knowledge from other sources than elements and ephemerides, such as covariances of CDMs; undefined if there is none. */
  readonly covarianceOf?: (participant: Participant, tca: Epoch) => KnownCovariance | undefined
}

/** The assessment of an encounter whose objects both have their own covariance. */
export interface AssessedEncounter {
  readonly method: Assessment['method']
  readonly isReliable: boolean
  /** True if less uncertainty would give a larger planar probability. */
  readonly isDiluted: boolean
  /** The largest planar probability over a factor on the covariance. */
  readonly scaledMaximum: number | null
  /** In the conjunction plane. */
  readonly mahalanobis: number | null
  readonly radiusM: number
  /** The covariances of the positions, in the radial, transverse and normal axes of the primary, m²: rr, rt, rn, tt, tn, nn. */
  readonly primaryRtnM2: SymmetricCovariance
  readonly secondaryRtnM2: SymmetricCovariance
  /** Absent in assessments before 0.4: the source was then the ephemeris or the message. */
  readonly covarianceFrom?: EncounterProbability['covarianceFrom']
}

/** The probabilities of an encounter and their sources. */
export interface EncounterProbability {
  /** Null if none is known; `reason` gives the reason. */
  readonly probability: number | null
  readonly reason: Reason | PlanarProbability['reason']
  /** True if the value may be used for decisions: never with a class covariance. */
  readonly isReliable: boolean
  readonly covarianceFrom: readonly [primary: CovarianceSource, secondary: CovarianceSource]
  /** The assessment with the covariances of both objects; null if one of them is a class covariance. */
  readonly assessed: AssessedEncounter | null
  readonly radiusM: number
  /**
   * The largest probability over sizes and orientations of a covariance with the axis ratio of SOCRATES, as listed there. An old element set has
   * a larger along-track ratio: the class table may then give a larger value.
   */
  readonly maximumProbability: number
  /** The standard deviation of the minor axis at which the maximum is reached: the threshold of dilution, m. */
  readonly dilutionM: number
}

/**
 * Returns the probability of an encounter from covariances of its objects. Covariances of their ephemerides or messages are used if they exist,
 * by the method that CARA's checks select; otherwise the class table, by the circle in the conjunction plane. With a class table there is no
 * probability below 100 m/s: the plane is invalid there, and the value would be too small. The maximum always exists. Element sets have no
 * covariance. The class table contains the usual errors of sets of such an orbit and age: it sorts a list of a thousand encounters better than
 * the miss does, and is marked as unsuitable for decisions.
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

/** Returns the covariances from which the probability of an encounter is computed, of the primary and of the secondary, in TEME. */
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
  // A meaningless number would be used as a probability in sorting, sums and levels.
  return { probability: isKnown({ probability, reason }) ? probability : null, reason, isReliable, assessed }
}

/** Returns the covariance of an ephemeris if it has one, otherwise the class covariance; an ephemeris has no age. */
function ownCovariance(participant: Participant, tca: Epoch): KnownCovariance {
  const { object } = participant
  if (object.flight.kind === 'ephemeris') {
    const found = interpolateCovariance(object.flight.ephemeris, tca)
    if (found.ok) return { source: 'ephemeris', covariance: found.covariance }
  }
  return { source: 'class-table', covariance: classCovariance(participant) }
}
