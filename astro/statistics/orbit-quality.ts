import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { cholesky, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'

/** The kind of object for a limit; an object of unknown kind has the limits of debris. */
export type ObjectKind = 'payload' | 'rocket-body' | 'debris'

/** A message's data about the orbit determination of one object; null if the message does not contain it. */
export interface OrbitDetermination {
  readonly kind: ObjectKind
  /** Of the osculating orbit at TCA. */
  readonly semiMajorAxisM: number
  readonly eccentricity: number
  /** The degree n in GRAVITY_MODEL = EGM-96: nD nO. */
  readonly geopotentialDegree: number | null
  /** Each is true if its field names a model: ATMOSPHERIC_MODEL, SOLAR_RAD_PRESSURE, N_BODY_PERTURBATIONS, EARTH_TIDES. */
  readonly hasDrag: boolean
  readonly hasRadiationPressure: boolean
  readonly hasSunAndMoon: boolean
  readonly hasTides: boolean
  /** CD_AREA_OVER_MASS and CR_AREA_OVER_MASS, m²/kg. */
  readonly dragM2PerKg: number | null
  readonly radiationM2PerKg: number | null
  /** SEDR, W/kg. */
  readonly dissipationWPerKg: number | null
  /** ACTUAL_OD_SPAN, RESIDUALS_ACCEPTED and WEIGHTED_RMS. */
  readonly spanDays: number | null
  readonly acceptedPercent: number | null
  readonly weightedRms: number | null
  /** The position covariance in RTN, m². */
  readonly covarianceM2: Matrix
  /** The time of the last observation and of the message, days before TCA. */
  readonly observedDaysBefore: number | null
  readonly createdDaysBefore: number
}

/** The tests of one object's orbit determination: true means passed. */
export interface OrbitQuality {
  readonly model: Readonly<
    Record<'geopotential' | 'drag' | 'radiation' | 'sunAndMoon' | 'tides' | 'dragValue' | 'radiationValue', boolean>
  >
  readonly fit: Readonly<Record<'span' | 'accepted' | 'weightedRms', boolean>>
  readonly covariance: Readonly<Record<'notDefault' | 'positiveDefinite' | 'alongTrackSize', boolean>>
  readonly age: Readonly<Record<'lastObservation', boolean>>
  /** The fraction of passed tests in each group, weighted 3, 2, 2 and 1: 1 is the best. */
  readonly composite: number
}

/** Upper limits of the energy dissipation bins 0 to 9, W/kg; bin 10 is above (Hejduk, AMOS 2008; CARA, EDRBinDetermination). */
const DISSIPATION_BINS_W_PER_KG = [1e-7, 6e-4, 1e-3, 1.5e-3, 2e-3, 3e-3, 6e-3, 9e-3, 1.5e-2, 5e-2]

/** A region of orbits, by eccentricity and height of perigee, and the forces that must be modelled there. */
interface ModelRow {
  readonly eccentricity: readonly [from: number, to: number]
  readonly perigeeKm: readonly [from: number, below: number]
  readonly degree: number
  readonly drag: boolean
  readonly radiation: boolean
}

/** The required forces of an orbit, by eccentricity and height of perigee (CARA, SetODQualityAssessmentThresholds, 2019). */
const MODEL_ROWS: readonly ModelRow[] = [
  { eccentricity: [0, 0.25], perigeeKm: [0, 500], degree: 36, drag: true, radiation: false },
  { eccentricity: [0, 0.25], perigeeKm: [500, 900], degree: 36, drag: true, radiation: true },
  { eccentricity: [0, 0.25], perigeeKm: [900, 2000], degree: 24, drag: true, radiation: true },
  { eccentricity: [0.25, 1], perigeeKm: [0, 500], degree: 36, drag: true, radiation: false },
  { eccentricity: [0.25, 1], perigeeKm: [500, 1000], degree: 24, drag: true, radiation: true },
  { eccentricity: [0.25, 1], perigeeKm: [1000, 2000], degree: 18, drag: false, radiation: true },
  { eccentricity: [0, 1], perigeeKm: [2000, 10_000], degree: 12, drag: false, radiation: true },
  { eccentricity: [0, 1], perigeeKm: [10_000, 100_000], degree: 8, drag: false, radiation: true },
]

// The least possible area over mass of an object. A fit adjusts the ballistic coefficient until the residuals vanish, so it also absorbs errors
// of the density model or the radiation model: an impossible coefficient shows that the fit has absorbed something else.
const SMALLEST_AREA_M2_PER_KG = 0.001
const LARGEST_DRAG_M2_PER_KG = { payload: 0.1, 'rocket-body': 0.2, debris: 1 }
const LARGEST_DRAG_IN_DENSE_AIR_M2_PER_KG = { payload: 0.1, 'rocket-body': 0.2, debris: 10 }
const LARGEST_RADIATION_M2_PER_KG = { payload: 0.1, 'rocket-body': 0.2, debris: 1 }
// The largest weighted RMS: above it the fit contains unmodelled noise or forces.
const LARGEST_WEIGHTED_RMS = { payload: 1.5, 'rocket-body': 2, debris: 5 }
// The least percentage of accepted residuals: below it the fit rejected inconvenient data.
const LEAST_ACCEPTED_PERCENT = 80
/** The largest age of the last observation before TCA, days, by dissipation bin. */
const OLDEST_OBSERVATION_DAYS = [10, 10, 5, 5, 5, 5, 5, 5, 3, 3, 3]
/** The age is tested only in messages made less than this number of days before TCA. */
const AGE_COUNTS_WITHIN_DAYS = 3
/** Variances above this are from a default covariance and not from an estimate: slightly below ten Earth radii squared, m². */
const DEFAULT_VARIANCE_M2 = 4e15
/** The largest along-track sigma, as a fraction of the orbit's circumference. */
const LARGEST_SHARE_OF_ORBIT = 0.125
/** The weight of each group in the composite. */
const WEIGHTS = { model: 3, fit: 2, covariance: 2, age: 1 }

/** Longest and shortest fit spans of dissipation bins 2 to 10, days (CARA, Maximum- and MinimumLUPIDetermination, 2019). */
const LONGEST_SPANS_DAYS = [17, 15, 14, 12, 11, 10, 8, 8, 7]
const SHORTEST_SPANS_DAYS = [1.5, 1.5, 1.5, 1.5, 1.25, 1.25, 1.25, 1.25, 1.25]

/**
 * Returns the quality of one object's orbit determination by fourteen tests in four groups: force models for the orbit, the fit, the covariance,
 * the age of the data. Source: CARA, CDM_ODQualityAssessment (Hejduk 2018, Lechtenberg 2019), with its default limits; a test without data in the
 * message fails. Verified: agrees exactly with the published composites (orbit-quality.test.ts).
 */
export function orbitQuality(object: OrbitDetermination): OrbitQuality {
  const bin = dissipationBin(object.dissipationWPerKg ?? 0)
  const model = modelTests(object, bin)
  const fit = fitTests(object, bin)
  const covariance = covarianceTests(object)
  const age = {
    lastObservation:
      object.createdDaysBefore >= AGE_COUNTS_WITHIN_DAYS ||
      (object.observedDaysBefore ?? Infinity) < (OLDEST_OBSERVATION_DAYS[bin] ?? missing()),
  }
  const shares = {
    model: shareOf(Object.values(model)),
    fit: shareOf(Object.values(fit)),
    covariance: shareOf(Object.values(covariance)),
    age: shareOf(Object.values(age)),
  }
  const total = WEIGHTS.model + WEIGHTS.fit + WEIGHTS.covariance + WEIGHTS.age
  const weighted =
    WEIGHTS.model * shares.model +
    WEIGHTS.fit * shares.fit +
    WEIGHTS.covariance * shares.covariance +
    WEIGHTS.age * shares.age
  return { model, fit, covariance, age, composite: weighted / total }
}

/**
 * Returns which of eleven bins an energy dissipation rate is in: 0 for no drag, 10 for the most. The rate is the power that drag takes from the
 * orbit per kilogram. It shows the effect of drag better than the height, because it includes density, area over mass and eccentricity.
 */
export function dissipationBin(rateWPerKg: number): number {
  const index = DISSIPATION_BINS_W_PER_KG.findIndex((upper) => Math.abs(rateWPerKg) <= upper)
  return index === -1 ? DISSIPATION_BINS_W_PER_KG.length : index
}

/** Tests whether the forces of the orbit were modelled, and whether their coefficients are possible. */
function modelTests(object: OrbitDetermination, bin: number): OrbitQuality['model'] {
  const { kind, eccentricity, semiMajorAxisM } = object
  // For the osculating orbit, above the equatorial radius.
  const perigeeKm = (semiMajorAxisM * (1 - eccentricity) - WGS84_RADIUS_M) / 1000
  const row = MODEL_ROWS.find(
    (each) =>
      eccentricity >= each.eccentricity[0] &&
      eccentricity <= each.eccentricity[1] &&
      perigeeKm >= each.perigeeKm[0] &&
      perigeeKm < each.perigeeKm[1],
  )
  const largestDrag = (bin > 1 ? LARGEST_DRAG_IN_DENSE_AIR_M2_PER_KG : LARGEST_DRAG_M2_PER_KG)[kind]
  return {
    geopotential: row !== undefined && (object.geopotentialDegree ?? 0) >= row.degree,
    drag: row !== undefined && object.hasDrag === row.drag,
    radiation: row !== undefined && object.hasRadiationPressure === row.radiation,
    sunAndMoon: object.hasSunAndMoon,
    tides: object.hasTides,
    // Without dissipation there is no drag to estimate, so any other value is wrong.
    dragValue: bin === 0 ? object.dragM2PerKg === 0 : isBetween(object.dragM2PerKg, largestDrag),
    radiationValue: isBetween(object.radiationM2PerKg, LARGEST_RADIATION_M2_PER_KG[kind]),
  }
}

/** The absolute value of a coefficient counts; a missing coefficient fails. */
function isBetween(areaM2PerKg: number | null, largest: number): boolean {
  const size = Math.abs(areaM2PerKg ?? Number.NaN)
  return size >= SMALLEST_AREA_M2_PER_KG && size <= largest
}

/**
 * Tests whether the fit used a suitable span of observations, accepted them and agreed with them. Too short a span cannot separate drag from the
 * rest of the motion. Over too long a span the errors of the density exceed those of the observations, and the orbit at its end gets worse with
 * each day.
 */
function fitTests({ kind, ...object }: OrbitDetermination, bin: number): OrbitQuality['fit'] {
  const { longest, shortest } = spanLimitsDays(object, bin)
  const span = object.spanDays ?? Number.NaN
  const rms = object.weightedRms ?? Number.NaN
  return {
    span: span < longest && span > shortest,
    accepted: (object.acceptedPercent ?? Number.NaN) >= LEAST_ACCEPTED_PERCENT,
    weightedRms: rms > 0 && rms < LARGEST_WEIGHTED_RMS[kind],
  }
}

/** Returns the limits of a fit's span, days: without drag, or with nearly none on an eccentric orbit, 14 to 30 by the period. */
function spanLimitsDays(
  { semiMajorAxisM, eccentricity }: Pick<OrbitDetermination, 'semiMajorAxisM' | 'eccentricity'>,
  bin: number,
): { readonly longest: number; readonly shortest: number } {
  // Without drag the spans depend on the period: 14 days plus 0.0098 days per minute.
  const isLong = bin === 0 || (bin === 1 && eccentricity > 0.25)
  if (!isLong && bin === 1) return { longest: 18, shortest: 3.5 }
  if (!isLong)
    return { longest: LONGEST_SPANS_DAYS[bin - 2] ?? missing(), shortest: SHORTEST_SPANS_DAYS[bin - 2] ?? missing() }
  const periodMinutes = (2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH)) / 60
  return { longest: Math.min(30, Math.max(14, 0.0098 * periodMinutes + 14.009)), shortest: 14 }
}

/** Tests whether the covariance was estimated, is valid, and locates the object on its orbit. */
function covarianceTests({
  covarianceM2,
  semiMajorAxisM: a,
  eccentricity,
}: OrbitDetermination): OrbitQuality['covariance'] {
  const diagonal = covarianceM2.map((row, i) => row[i] ?? Number.NaN)
  // The semi-minor axis.
  const b = a * Math.sqrt(1 - eccentricity ** 2)
  // The circumference of an ellipse by Ramanujan's first approximation (1914).
  const roundM = Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)))
  return {
    notDefault: !diagonal.every((variance) => variance > DEFAULT_VARIANCE_M2),
    positiveDefinite: cholesky(covarianceM2) !== null,
    alongTrackSize: Math.sqrt(diagonal[1] ?? Number.NaN) < LARGEST_SHARE_OF_ORBIT * roundM,
  }
}

/** Returns the passed fraction of some tests. */
function shareOf(tests: readonly boolean[]): number {
  return tests.filter(Boolean).length / tests.length
}
