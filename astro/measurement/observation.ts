import type { Matrix } from '../matrix.ts'
import type { Epoch } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import type { Reduction } from './sight-line.ts'
import type { SiteAir } from './troposphere.ts'

/**
 * The contract of every residual: measured minus computed. That of right ascension is multiplied by the cosine of the
 * declination; that of azimuth is not multiplied, as sensors state the noise of their azimuth axis.
 */
export const RESIDUAL_CONVENTION = 'measured minus computed; right ascension times cos(declination)'

/** Which event of the signal the time tag is of: received, reflected by the object, or sent (CRD: 0, 1, 2). */
export const TIME_EVENTS = ['receive', 'bounce', 'transmit'] as const
export type TimeEvent = (typeof TIME_EVENTS)[number]

/** One way from the object, or to it and back. */
export type Way = 'one-way' | 'two-way'

interface TimeTag {
  readonly epoch: Epoch
  readonly sensorId: string
}

interface Signal extends TimeTag {
  readonly way: Way
  readonly timeOf: TimeEvent
  /** The air over the site; without it no delay is computed. */
  readonly air?: SiteAir
}

/** A distance: of two ways half of the way there and back, m. */
export interface RangeObservation extends Signal {
  readonly kind: 'range'
  readonly rangeM: number
  readonly sigmaM: number
  /** How much nearer than its centre of mass the object reflects, m; added to the measured range. */
  readonly centreOfMassM?: number
}

/** The change of the range over an interval about the time tag, m/s: Doppler. */
export interface RangeRateObservation extends Signal {
  readonly kind: 'range-rate'
  readonly rangeRateMps: number
  readonly sigmaMps: number
  /** Over how long it was counted, s; an instantaneous one over a tenth of a second. */
  readonly intervalS: number
}

/** Azimuth from north over east and elevation at the site, at reception; rad. */
export interface AzElObservation extends TimeTag {
  readonly kind: 'azimuth-elevation'
  readonly azimuthRad: number
  readonly elevationRad: number
  readonly azimuthSigmaRad: number
  readonly elevationSigmaRad: number
  /** Whether the elevation is as bent by the air; false: corrected by the sensor. */
  readonly isRefracted?: boolean
}

/** Right ascension and declination in the axes of GCRF, at reception; rad. */
export interface RaDecObservation extends TimeTag {
  readonly kind: 'right-ascension-declination'
  readonly raRad: number
  readonly decRad: number
  readonly sigmaRad: number
  /** What has been done to it; see sight-line.ts. `light-time` is free of annual and diurnal aberration. */
  readonly reduction: Reduction
}

export type Observation = RangeObservation | RangeRateObservation | AzElObservation | RaDecObservation

/** Where the object was, as its own receiver of navigation satellites or a precise orbit has it; GCRF, m and m². */
export interface PositionObservation extends TimeTag {
  readonly kind: 'position'
  readonly positionM: Vec3
  /** 3 × 3, of this position; positive definite. */
  readonly covariance: Matrix
}

/** What an orbit is determined from: what sensors on the ground measure, and positions. */
export type Measurement = Observation | PositionObservation

/** The single numbers of a measurement, in the order in which residuals are listed; m, m/s and rad. */
export const QUANTITIES = [
  'range',
  'range-rate',
  'azimuth',
  'elevation',
  'right-ascension',
  'declination',
  'radial',
  'in-track',
  'cross-track',
] as const
export type Quantity = (typeof QUANTITIES)[number]
