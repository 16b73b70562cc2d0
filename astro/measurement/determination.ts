import type { Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Epoch } from '../time/epoch.ts'
import type { Comparison } from './compare.ts'
import type { Fly } from './flight.ts'
import type { GroundSite } from './ground-site.ts'
import type { Measurement, Quantity } from './observation.ts'

/** What of a sensor is off: one of its quantities, its clock, or its place along south, east and up. */
export const BIASED = ['range', 'range-rate', 'azimuth', 'elevation', 'time', 'south', 'east', 'up'] as const
export type BiasQuantity = (typeof BIASED)[number]

/**
 * A constant that a sensor measures too much (m, m/s, rad), by which its clock is ahead (s), or by which it stands off its
 * coordinates (m): plates move by up to 0.1 m a year. With a sigma it is estimated about `value`; with a sigma of 0 it is known.
 */
export interface Bias {
  readonly sensorId: string
  readonly quantity: BiasQuantity
  readonly value: number
  readonly sigma: number
}

/** What the orbit is made of. */
export interface Determination {
  /** The state at the epoch of the flight to start from, GCRF, m and m/s. */
  readonly start: CartesianState
  readonly fly: Fly
  readonly observations: readonly Measurement[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly biases?: readonly Bias[]
  /** The covariance of `start`, where it is knowledge and not only a place to begin. */
  readonly priorCovariance?: Matrix
  /** Residuals above so many times their spread are edited; 4. */
  readonly editLimit?: number
}

/** Why a number was not used. */
export type EditReason = 'beyond-limit' | 'below-the-air' | 'unknown-sensor'

/** One number of one measurement after the fit; SI. */
export interface ResidualRow {
  /** Which of the observations, counted from 0. */
  readonly observation: number
  readonly sensorId: string
  readonly epoch: Epoch
  readonly quantity: Quantity
  readonly measured: number
  /** Measured minus computed, biases taken off. */
  readonly residual: number
  readonly sigma: number
  readonly elevationRad: number
  readonly edited: EditReason | null
}

export interface EstimatedBias extends Bias {
  /** One sigma of `value` afterwards; 0 of a known one. */
  readonly formalSigma: number
}

/** The orbit, and everything that says how far it can be believed. */
export interface DeterminedOrbit {
  readonly ok: true
  readonly state: CartesianState
  /** 6 × 6 in GCRF, m and m/s, multiplied by χ² per degree of freedom and `correlationFactor`, where that is above 1. */
  readonly covariance: Matrix
  /** χ² per degree of freedom where it is above 1, else 1. */
  readonly scaleFactor: number
  /** By how many times fewer the measurements count as neighbours err alike; 1 where they do not. */
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

/** A determination with what is estimated beside the state, and what is known. */
export interface Problem {
  readonly input: Determination
  /** Biases that are estimated, in the order of the parameters after the sixth. */
  readonly free: readonly Bias[]
  readonly known: readonly Bias[]
  readonly priorInverse: Matrix | null
}

/** A number of a measurement, its residual without biases, and its partial derivatives by all parameters. */
export interface Row {
  readonly key: string
  readonly observation: number
  readonly comparison: Comparison
  readonly residual: number
  readonly slopes: readonly number[]
}

/** All numbers of one state: what could be compared, and what could not. */
export interface Evaluation {
  readonly rows: readonly Row[]
  readonly unusable: ReadonlyMap<number, EditReason>
  /**
   * The offset of the parameters from what was known before, squared, in units of its sigmas: (x − x̄)ᵀ P⁻¹ (x − x̄).
   */
  readonly priorCost: number
}

/** A residual in units of its sigma. */
export const inSigmas = ({ residual, comparison }: Row) => residual / comparison.sigma
