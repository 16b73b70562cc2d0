import type { AllowedDirections } from '@apsis/astro/manoeuvre/allowed-directions.ts'
import type { EclipseDepth } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import type { UsualLeads } from '@apsis/astro/manoeuvre/burn-time.ts'
import type { HitCount } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import type { DynamicsName } from '@apsis/astro/manoeuvre/dynamics.ts'
import type { ExecutionError } from '@apsis/astro/manoeuvre/execution-error.ts'
import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import type { Limit } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import type { NotBack } from '@apsis/astro/manoeuvre/plan-return.ts'
import type { Strategy } from '@apsis/astro/manoeuvre/strategy.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { utc } from '../../terminal/print.ts'

export const KINDS = ['impulse', 'arc', 'return', 'drag', 'attitude', 'none'] as const
export type Kind = (typeof KINDS)[number]

/**
 * The time of the burn: at the default leads of the orbit, at leads in Kepler periods, at one instant, or at the best start in a window or
 * of a strategy.
 */
export type BurnTime =
  | { readonly usual: UsualLeads }
  | { readonly leadOrbits: readonly number[] }
  | { readonly at: Epoch }
  | StartChoice

/** A search for the best start in a window; a strategy may also have a window. */
export type StartChoice = BurnWindow | { readonly strategy: Strategy; readonly within: BurnWindow | null }

interface BurnWindow {
  readonly from: Epoch
  readonly to: Epoch
}

/** The requests of the command line. */
export interface PlanOptions {
  readonly target: Target
  readonly when: BurnTime
  readonly kind: Kind
  /** The line of the burn in RTN; null if any direction is allowed. */
  readonly directionRtn: Vec3 | null
  /** The directions in which object 1 may burn; null if all are allowed. */
  readonly allowed: AllowedDirections | null
  readonly dynamics: DynamicsName
  /** The part of the Earth's shadow in which no burn is allowed; null if burns are allowed everywhere. */
  readonly noBurnIn: EclipseDepth | null
  /** Null means that the value in the message is used. */
  readonly radiusM: number | null
  readonly executionError: ExecutionError | null
  /** A planned burn that is moved forward instead of a new one; null: a new burn is computed. */
  readonly planned: AskedPlanned | null
  /** The options for drag and attitude. */
  readonly drag: AskedDrag
}

/** An announced burn of object 1 after TCA. */
export interface AskedPlanned {
  readonly ignition: Epoch
  readonly frame: string
  readonly vector: Vec3
}

/** A planned burn that a plan moves, as written in the answer. */
export interface MovedRow {
  readonly ignition: string
  readonly movedByS: number
  /** The shift in whole revolutions; null if the burn is then at another place of its orbit. */
  readonly revolutions: number | null
  readonly extraDeltaVMps: number
}

/** The range of drag areas that a craft without an engine can choose from. */
export interface AskedDrag {
  /** The smallest and largest area, in multiples of the area in the message. */
  readonly areas: readonly [least: number, largest: number]
  /** 1σ of the density as a fraction of the forecast; null means that the value in the message is used. */
  readonly densitySigma: number | null
  /** The combined hard-body radius in the attitude with the smallest area, m; null if the radius does not depend on the attitude. */
  readonly attitudeRadiusM: number | null
}

/** A plan in its form for programs. */
export interface PlanRow {
  readonly kind: Kind
  readonly leadOrbits: number
  readonly burnTime: string
  readonly deltaVRtnMps: Vec3
  readonly deltaVMps: number
  readonly probability: number | null
  readonly missM: number
  readonly tca: string
  readonly confirmed: boolean
  /** The duration of a thrust arc or of a held attitude, s. */
  readonly durationS?: number
  /** All burns, if there is a return. */
  readonly burns?: readonly BurnRow[]
  /** The final distance from the orbit without a burn, if there is a return. */
  readonly returnErrorM?: number
  readonly returnErrorMps?: number
  /** The reason why a return is incomplete; absent if it is complete. */
  readonly notBack?: NotBack
  /** Present for drag and attitude. */
  readonly drag?: DragFacts
  /** Present for a plan without an action, and for every plan of a diluted event, which should be tracked first (flight rule F3). */
  readonly left?: LeftFacts
  /** Present for objects in formation without a probability, for which only the distance is planned (flight rule F2). */
  readonly by?: 'separation'
  /**
   * For objects in formation without a probability: the smallest distance of all passages from the burn to a week after it, and the same with a burn
   * 3σ too weak, m (flight rule F1).
   */
  readonly nearestM?: number
  readonly coldNearestM?: number
  /** Present if Monte Carlo was the only method: `probability` is then the upper end of the 95 % interval (flight rule F2). */
  readonly counted?: HitCount
  readonly plannedBurn?: MovedRow
  /** The reason why the plan misses its target; null if it reaches it. */
  readonly limit: Limit | 'planned-burn' | null
}

/**
 * Writes a time of a plan, which must be one that can be commanded: to microseconds, which is also the most that many readers of ISO 8601 accept.
 */
export const planTime = (epoch: Epoch) => utc(epoch, 6)

/** One burn of several. */
export interface BurnRow {
  readonly burnTime: string
  readonly deltaVRtnMps: Vec3
  readonly deltaVMps: number
}

/** One event: the data of its newest message, its plans, and the reason why plans are missing; null if there is a plan for all starts. */
export interface PlannedEvent {
  readonly messageId: string
  readonly probability: number | null
  readonly plans: readonly PlanRow[]
  readonly error: string | null
}

/** One file: the data of its newest message. `events` is present if the file has several. */
export interface PlannedFile extends Omit<PlannedEvent, 'messageId'> {
  readonly file: string
  readonly events?: readonly PlannedEvent[]
}

/** The values that only a plan using drag or an attitude has. */
export interface DragFacts {
  /** The area that is held, divided by the area in the message. */
  readonly areaFactor: number
  readonly smaChangeM: number
  /** The probability with the forecast density, and the largest one for densities from the 5th to the 95th percentile. */
  readonly nominalProbability: number | null
  readonly worstProbability: number | null
  readonly densitySigma: number
  readonly densityFrom: 'message' | 'model'
  /** The largest probability before this time, if it is higher than without an action: this is the risk of returning early. */
  readonly highestOnTheWay: number | null
  /** If an attitude changes the radius: the probability with only the smaller radius, without a change of the orbit. */
  readonly radiusOnlyProbability?: number | null
}

/** The risk of an encounter for a craft that cannot manoeuvre. */
export interface LeftFacts {
  readonly maximumProbability: number | null
  readonly missSigmas: number | null
  readonly isDiluted: boolean | null
}
