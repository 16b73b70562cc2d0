import type { Matrix } from '../matrix.ts'
import type { Epoch } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import type { Reduction } from './sight-line.ts'
import type { SiteAir } from './troposphere.ts'

/**
 * The convention for every residual: measured minus computed. A residual of right ascension is multiplied by the cosine of the declination; a
 * residual of azimuth is not, because sensors state the noise of their azimuth axis.
 */
export const RESIDUAL_CONVENTION = 'measured minus computed; right ascension times cos(declination)'

/** The event of the signal to which the time tag belongs: reception, reflection by the object, or transmission (CRD: 0, 1, 2). */
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
  /** The atmosphere at the site; absent: no delay is computed. */
  readonly air?: SiteAir
}

/** A distance, m; a two-way range is half of the path forth and back. */
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
  /** The length of the counting interval, s; an instantaneous rate uses a tenth of a second. */
  readonly intervalS: number
}

/** Azimuth from north over east and elevation at the site, at reception; rad. */
export interface AzElObservation extends TimeTag {
  readonly kind: 'azimuth-elevation'
  readonly azimuthRad: number
  readonly elevationRad: number
  readonly azimuthSigmaRad: number
  readonly elevationSigmaRad: number
  /** True if the elevation contains refraction; false if the sensor corrected it. */
  readonly isRefracted?: boolean
}

/** Right ascension and declination in the axes of GCRF, at reception; rad. */
export interface RaDecObservation extends TimeTag {
  readonly kind: 'right-ascension-declination'
  readonly raRad: number
  readonly decRad: number
  readonly sigmaRad: number
  /** The corrections that were applied; see sight-line.ts. `light-time` contains no annual and no diurnal aberration. */
  readonly reduction: Reduction
}

export type Observation = RangeObservation | RangeRateObservation | AzElObservation | RaDecObservation

/** The position of the object from its own satellite navigation receiver or from a precise orbit; GCRF, m and m². */
export interface PositionObservation extends TimeTag {
  readonly kind: 'position'
  readonly positionM: Vec3
  /** 3 × 3, of this position; positive definite. */
  readonly covariance: Matrix
}

/** The inputs from which an orbit is determined: measurements of ground sensors, and positions. */
export type Measurement = Observation | PositionObservation

/** The single numbers of a measurement, in the order of the residual list; m, m/s and rad. */
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
