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

/** The time of the burn: the default leads of its orbit, leads in Kepler periods, one instant, or the best between two or of a strategy. */
export type When =
  | { readonly usual: UsualLeads }
  | { readonly leadOrbits: readonly number[] }
  | { readonly at: Epoch }
  | StartChoice

/** The best start between two, which a strategy may have. */
export type StartChoice = BurnWindow | { readonly strategy: Strategy; readonly within: BurnWindow | null }

interface BurnWindow {
  readonly from: Epoch
  readonly to: Epoch
}

/** The requests of the command line. */
export interface PlanOptions {
  readonly target: Target
  readonly when: When
  readonly kind: Kind
  /** A line in RTN at the burn; null if any direction is allowed. */
  readonly directionRtn: Vec3 | null
  /** The allowed directions of object 1; null if all are. */
  readonly allowed: AllowedDirections | null
  readonly dynamics: DynamicsName
  /** The depth of the Earth's shadow in which no burn is allowed; null if it is allowed everywhere. */
  readonly noBurnIn: EclipseDepth | null
  /** Null to use the value of the message. */
  readonly radiusM: number | null
  readonly executionError: ExecutionError | null
  /** A planned burn that is moved forward instead of a new one; null to size a new one. */
  readonly planned: AskedPlanned | null
  /** For drag and attitude. */
  readonly drag: AskedDrag
}

/** An announced burn of object 1 after TCA. */
export interface AskedPlanned {
  readonly ignition: Epoch
  readonly frame: string
  readonly vector: Vec3
}

/** A planned burn that a plan moves, in the terms of the interface. */
export interface MovedRow {
  readonly ignition: string
  readonly movedByS: number
  /** The same shift in whole revolutions; null if it is at another place of its orbit. */
  readonly revolutions: number | null
  readonly extraDeltaVMps: number
}

/** The range of drag areas that a craft without an engine can choose from. */
export interface AskedDrag {
  /** The least and largest area, in multiples of that of the message. */
  readonly areas: readonly [least: number, largest: number]
  /** 1σ of the density over the forecast, as a share; null to use the value of the message. */
  readonly densitySigma: number | null
  /** Combined hard-body radius in the attitude of least area, m; null where the radius does not change with the attitude. */
  readonly attitudeRadiusM: number | null
}

/** A plan in the form for programs. */
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
  /** For a return: all burns. */
  readonly burns?: readonly BurnRow[]
  /** For a return: the final distance from the orbit without a burn. */
  readonly returnErrorM?: number
  readonly returnErrorMps?: number
  /** The reason of an incomplete return; absent if it is complete. */
  readonly notBack?: NotBack
  /** For drag and attitude. */
  readonly drag?: DragFacts
  /** For a plan without an action, and for every plan of a diluted event: such an event is tracked first (flight rule F3). */
  readonly left?: LeftFacts
  /** For objects in formation without a probability: only the distance is planned (flight rule F2). */
  readonly by?: 'separation'
  /** For these: the nearest of all passages from the burn to a week after it, and with a burn 3σ too weak, m (flight rule F1). */
  readonly nearestM?: number
  readonly coldNearestM?: number
  /** If Monte Carlo was the only method: `probability` is then the upper end of the interval of 95 % (flight rule F2). */
  readonly counted?: HitCount
  readonly plannedBurn?: MovedRow
  /** The reason why the plan misses its target; absent if it reaches it. */
  readonly limit: Limit | 'planned-burn' | null
}

/** Times of plans are those that can be commanded: microseconds, which are also the most that many readers of ISO 8601 accept. */
export const planTime = (epoch: Epoch) => utc(epoch, 6)

/** One burn of several. */
export interface BurnRow {
  readonly burnTime: string
  readonly deltaVRtnMps: Vec3
  readonly deltaVMps: number
}

/**
 * One event: the data of its newest message, its plans, and the reason why there are none, or not for all starts; null if there is a plan
 * for all.
 */
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

/** Only a plan by drag, or an attitude, has these. */
export interface DragFacts {
  /** The area that is held, over that of the message. */
  readonly areaFactor: number
  readonly smaChangeM: number
  /** The probability with the density as forecast, and the largest from its 5th to its 95th percentile. */
  readonly nominalProbability: number | null
  readonly worstProbability: number | null
  readonly densitySigma: number
  readonly densityFrom: 'message' | 'model'
  /** The largest probability before this time, if it is above that without an action: the risk of returning early. */
  readonly highestOnTheWay: number | null
  /** For an attitude that changes the radius: the probability with the smaller radius alone, without a change of the orbit. */
  readonly radiusOnlyProbability?: number | null
}

/** The risk of an encounter for a craft that cannot manoeuvre. */
export interface LeftFacts {
  readonly maximumProbability: number | null
  readonly missSigmas: number | null
  readonly isDiluted: boolean | null
}
