import type { Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Epoch } from '../time/epoch.ts'
import type { Comparison } from './compare.ts'
import type { Fly } from './flight.ts'
import type { GroundSite } from './ground-site.ts'
import type { Measurement, Quantity } from './observation.ts'

/** The possible biases of a sensor: in one of its quantities, in its clock, or in its position along south, east and up. */
export const BIASED = ['range', 'range-rate', 'azimuth', 'elevation', 'time', 'south', 'east', 'up'] as const
export type BiasQuantity = (typeof BIASED)[number]

/**
 * A constant error of a sensor: of its measured quantity (m, m/s, rad), of its clock (s, positive if it is ahead), or of its coordinates (m):
 * tectonic plates move by up to 0.1 m a year. With a sigma it is estimated about `value`; with a sigma of 0 it is known.
 */
export interface Bias {
  readonly sensorId: string
  readonly quantity: BiasQuantity
  readonly value: number
  readonly sigma: number
}

/** The inputs of an orbit determination. */
export interface Determination {
  /** The initial state, at the epoch of the propagation, GCRF, m and m/s. */
  readonly start: CartesianState
  readonly fly: Fly
  readonly observations: readonly Measurement[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly biases?: readonly Bias[]
  /** The covariance of `start`, if the state is known and not only an initial guess. */
  readonly priorCovariance?: Matrix
  /** Residuals above this multiple of their spread are edited; default 4. */
  readonly editLimit?: number
}

/** Why a measured number was not used. */
export type EditReason = 'beyond-limit' | 'below-the-air' | 'unknown-sensor'

/** One number of one measurement after the fit; SI. */
export interface ResidualRow {
  /** Index of the observation, counted from 0. */
  readonly observation: number
  readonly sensorId: string
  readonly epoch: Epoch
  readonly quantity: Quantity
  readonly measured: number
  /** Measured minus computed, after subtraction of biases. */
  readonly residual: number
  readonly sigma: number
  readonly elevationRad: number
  readonly edited: EditReason | null
}

export interface EstimatedBias extends Bias {
  /** One sigma of `value` after the fit; 0 for a known bias. */
  readonly formalSigma: number
}

/** The orbit, and the data that show its quality. */
export interface DeterminedOrbit {
  readonly ok: true
  readonly state: CartesianState
  /** 6 × 6 in GCRF, m and m/s, multiplied by χ² per degree of freedom and by `correlationFactor`, if these are above 1. */
  readonly covariance: Matrix
  /** χ² per degree of freedom if it is above 1, otherwise 1. */
  readonly scaleFactor: number
  /**
   * The factor by which the effective number of measurements is smaller because of correlated errors of neighbours; 1 if they are not correlated.
   */
  readonly correlationFactor: number
  readonly biases: readonly EstimatedBias[]
  readonly residuals: readonly ResidualRow[]
  readonly chiSquare: number
  readonly degreesOfFreedom: number
  readonly weightedRms: number
  readonly iterations: number
}

export interface NotDetermined {
  readonly ok: false
  readonly reason: 'not-observable' | 'no-convergence' | 'no-motion' | 'too-few-observations'
}

/** A determination with its estimated biases and its prior knowledge. */
export interface Problem {
  readonly input: Determination
  /** Biases that are estimated; their parameters follow the six of the state. */
  readonly free: readonly Bias[]
  readonly known: readonly Bias[]
  readonly priorInverse: Matrix | null
}

/** A number of a measurement, its residual without biases, and its partial derivatives with respect to all parameters. */
export interface Row {
  readonly key: string
  readonly observation: number
  readonly comparison: Comparison
  readonly residual: number
  readonly slopes: readonly number[]
}

/** All numbers for one state: the ones that were compared, and the ones that could not be. */
export interface Evaluation {
  readonly rows: readonly Row[]
  readonly unusable: ReadonlyMap<number, EditReason>
  /** The squared offset of the parameters from their prior values, in units of the prior sigmas: (x − x̄)ᵀ P⁻¹ (x − x̄). */
  readonly priorCost: number
}

/** Returns a residual in units of its sigma. */
export const inSigmas = ({ residual, comparison }: Row) => residual / comparison.sigma
