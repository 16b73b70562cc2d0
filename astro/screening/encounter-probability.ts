import { type EncounterObject, missInPlane, planeAxes } from '../conjunction/conjunction-plane.ts'
import { principalMiss } from '../conjunction/principal-axes.ts'
import { type Assessment, assess, type Reason } from '../conjunction/probability/assess.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { unknownCovarianceMaximum } from '../conjunction/probability/maximum.ts'
import { type SymmetricCovariance, sixOf } from '../conjunction/relative-difference.ts'
import { covarianceToRtn, positionCovariance } from '../conjunction/rtn.ts'
import { interpolateCovariance } from '../ephemeris/covariance.ts'
import { addMatrices, type Mat3 } from '../mat3.ts'
import type { Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { Epoch } from '../time/epoch.ts'
import { dot } from '../vec3.ts'
import type { ClassSigmas } from './class-covariance.data.ts'
import { classSigmas, covarianceAlong } from './class-covariance.ts'
import type { DescribedEncounter, Participant } from './describe-encounter.ts'
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

/** Below this relative speed a straight line is no model of an encounter, m/s (domain.md C6). */
const SLOW_MPS = 100

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
  /** Null where there is none, and `reason` says why. */
  readonly probability: number | null
  readonly reason: Reason | 'class-table' | 'slow'
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
  const { primary, secondary, missM } = encounter
  const [first, second] = encounterCovariances(encounter, covarianceOf)
  const { state: one } = primary
  const { state: other } = secondary
  const objects: Objects = [
    { r: one.r, v: one.v, covariance: first.covariance },
    { r: other.r, v: other.v, covariance: second.covariance },
  ]
  const isOfClass = first.source === 'class-table' || second.source === 'class-table'
  const axes = planeAxes(one, other)
  const { probability, sigmaMinorM } = greatestIn(axes, [primary, secondary], { missM, radiusM })
  const answer = isOfClass
    ? planarProbability(axes, objects, { speedMps: encounter.relativeSpeedMps, radiusM })
    : fullProbability(objects, radiusM)
  return {
    probability: answer.probability,
    reason: answer.reason,
    isReliable: answer.isReliable,
    assessed: answer.assessed && { ...answer.assessed, covarianceFrom: [first.source, second.source] },
    covarianceFrom: [first.source, second.source],
    radiusM,
    maximumProbability: probability,
    dilutionM: sigmaMinorM,
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

type Answer = Pick<EncounterProbability, 'probability' | 'reason' | 'isReliable' | 'assessed'>
type Objects = readonly [EncounterObject, EncounterObject]

function fullProbability([primary, secondary]: Objects, radiusM: number): Answer {
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
  return { probability, reason, isReliable, assessed }
}

function planarProbability(
  axes: Mat3 | null,
  [primary, secondary]: Objects,
  { speedMps, radiusM }: { readonly speedMps: number; readonly radiusM: number },
): Answer {
  const none = { probability: null, isReliable: false, assessed: null }
  if (speedMps < SLOW_MPS) return { ...none, reason: 'slow' }
  if (axes === null) return { ...none, reason: 'no-relative-motion' }
  const covariance = addMatrices(positionCovariance(primary.covariance), positionCovariance(secondary.covariance))
  const plane = missInPlane(axes, { primary, secondary, covariance })
  const principal = principalMiss(plane.missM, plane.combined, radiusM)
  if (!principal.ok) return { ...none, reason: principal.reason }
  return { ...none, probability: circle2d(principal.miss, radiusM), reason: 'class-table' }
}

/** The covariance of an ephemeris where it has one, else that of the class; an ephemeris has no age to count. */
function ownCovariance({ object, axes, shape, ageS = 0 }: Participant, tca: Epoch): KnownCovariance {
  if (object.flight.kind === 'ephemeris') {
    const found = interpolateCovariance(object.flight.ephemeris, tca)
    if (found.ok) return { source: 'ephemeris', covariance: found.covariance }
  }
  return { source: 'class-table', covariance: covarianceAlong(axes, classSigmas(shape, ageS)) }
}

/** What SOCRATES has along radial, transverse and normal, m: only the ratio matters. */
const SOCRATES_SIGMAS: ClassSigmas = [100, 300, 100]
/** The ratio along the axes of one object, where there is no plane to project into. */
const LARGEST_RATIO = 3
/** A miss this many radii away: the series is good to 1e-5. */
const FAR_RADII = 30

/**
 * The maximum probability of SOCRATES and its threshold of dilution: the ellipse has the ratio of axes of both covariances,
 * 100 × 300 × 100 m along radial, transverse and normal, projected into the conjunction plane together; its size and
 * orientation are those that give most. Source: CelesTrak, SOCRATES Plus, format of the data; Alfano, J. Astronaut. Sci. 53
 * (2005) 193–205. For a miss d of at least 30 radii R it is the series R² ratio / (e d²) · (1 + (1 − ratio²) R² / (4 d²)).
 * For a small disc P = R²/(2 σ₁ σ₂) exp(−d²/2σ²) is largest over the size of the ellipse where the miss along its major
 * axis is √2 σ: P_max = R² ratio/(e d²). Larger covariances than that dilute the probability, and a better orbit would
 * raise it.
 */
export function greatestProbability(primary: Oriented, secondary: Oriented, miss: Miss): Greatest {
  return greatestIn(planeAxes(primary.state, secondary.state), [primary, secondary], miss)
}

interface Miss {
  readonly missM: number
  readonly radiusM: number
}

interface Greatest {
  readonly probability: number
  readonly sigmaMinorM: number
}

/** The same where the axes of the conjunction plane are known. */
function greatestIn(axes: Mat3 | null, objects: readonly [Oriented, Oriented], { missM, radiusM }: Miss): Greatest {
  const aspectRatio = axes === null ? LARGEST_RATIO : projectedRatio(axes, objects)
  if (missM < FAR_RADII * radiusM) return unknownCovarianceMaximum({ missDistanceM: missM, radiusM, aspectRatio })
  const squared = (radiusM / missM) ** 2
  const correction = 1 + ((1 - aspectRatio ** 2) * squared) / 4
  return {
    probability: ((aspectRatio * squared) / Math.E) * correction,
    sigmaMinorM: missM / (Math.SQRT2 * aspectRatio),
  }
}

/** As much of an object as its ellipse hangs on. */
type Oriented = Pick<Participant, 'state' | 'axes'>

function projectedRatio(plane: Mat3, objects: readonly [Oriented, Oriented]): number {
  let [xx, yx, yy] = [0, 0, 0]
  // A deviation along an axis is seen in the plane by its projections.
  for (const { axes } of objects) {
    for (let k = 0; k < axes.length; k += 1) {
      const axis = axes[k] ?? missing()
      const variance = (SOCRATES_SIGMAS[k] ?? missing()) ** 2
      const [x, y] = [dot(axis, plane[0]), dot(axis, plane[1])]
      xx += variance * x * x
      yx += variance * y * x
      yy += variance * y * y
    }
  }
  const principal = principalMiss([0, 0], { xx, yx, yy }, 0)
  if (!principal.ok) return LARGEST_RATIO
  // Equal axes may come out a rounding apart the other way round.
  return Math.max(1, principal.miss.sigmaYM / principal.miss.sigmaXM)
}
