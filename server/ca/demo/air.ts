import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type CartesianState, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { CdmObject } from '@apsis/ccsds/cdm/cdm.ts'

/** Above, a message says nothing of the air: it is too thin to move an object. */
const HIGHEST_M = 1_000_000
/** Of the error along the track, so much is that of the forecast density, which moves both objects together. */
const SIGMA_SHARE_AHEAD = 0.6
/** 1σ of the forecast density, as a share. */
const DENSITY_SIGMA = 0.15
/** A plausible drag coefficient, and what of the same area the light of the Sun presses on. */
const [DRAG_COEFFICIENT, RADIATION_SHARE] = [2.2, 0.6]

/** What a message of the demo says of the air: its decorrelation parameters (AAS 18-272), and the values of its fit. */
export interface Air {
  readonly comments: readonly string[]
  readonly values: Partial<NonNullable<CdmObject['additional']>>
}

type FlownObject = {
  readonly state: CartesianState
  /** In RTN, m²; zeros where the provider has none. */
  readonly covariance: Matrix
  /** From the last observation to the closest approach, s. */
  readonly forecastS: number
  readonly massKg: number | undefined
  readonly radiusM: number
}

/** The move along the track for twice the air is such that its error is a fixed share of what the covariance states. */
export function airOf({ state, covariance, forecastS, massKg, radiusM }: FlownObject): Air {
  const variance = covariance[1]?.[1] ?? missing()
  const { semiMajorAxisM } = toKeplerian(state, GM_EARTH)
  if (variance <= 0 || semiMajorAxisM - WGS84_RADIUS_M > HIGHEST_M) return { comments: [], values: {} }
  const aheadM = (SIGMA_SHARE_AHEAD * Math.sqrt(variance)) / DENSITY_SIGMA
  // 3/2 a t²: the braking that moves an object so far.
  const brakingMps2 = aheadM / (1.5 * forecastS ** 2)
  const areaOverMass = massKg === undefined ? undefined : (DRAG_COEFFICIENT * Math.PI * radiusM ** 2) / 4 / massKg
  return {
    comments: [
      `DCP Density Forecast Uncertainty = ${DENSITY_SIGMA}`,
      `DCP Sensitivity Vector RTN Pos = 0.0 ${aheadM.toFixed(1)} 0.0 [m]`,
    ],
    values: {
      sedrWPerKg: significant(brakingMps2 * norm(state.v)),
      ...(areaOverMass === undefined
        ? {}
        : {
            cdAreaOverMassM2PerKg: significant(areaOverMass),
            crAreaOverMassM2PerKg: significant(RADIATION_SHARE * areaOverMass),
          }),
    },
  }
}

const significant = (value: number) => Number(value.toPrecision(4))
