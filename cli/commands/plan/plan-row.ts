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

/** When the burn shall be: the usual leads of its orbit, leads in Kepler periods, one instant, or the best between two or of a strategy. */
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

/** What the command line asks for. */
export interface PlanOptions {
  readonly target: Target
  readonly when: When
  readonly kind: Kind
  /** A line in RTN at the burn; null where any direction will do. */
  readonly directionRtn: Vec3 | null
  /** Which way object 1 can burn; null: any way. */
  readonly allowed: AllowedDirections | null
  readonly dynamics: DynamicsName
  /** How deep in the shadow of the Earth no burn is to be; null: it may be there. */
  readonly noBurnIn: EclipseDepth | null
  /** Null for the value of the message. */
  readonly radiusM: number | null
  readonly executionError: ExecutionError | null
  /** A planned burn that is moved forward in place of one that is sized; null: one is sized. */
  readonly planned: AskedPlanned | null
  /** Of drag and attitude. */
  readonly drag: AskedDrag
}

/** A burn that object 1 plans for after TCA, as it is announced. */
export interface AskedPlanned {
  readonly ignition: Epoch
  readonly frame: string
  readonly vector: Vec3
}

/** A planned burn that a plan moves, in the words of the interface. */
export interface MovedRow {
  readonly ignition: string
  readonly movedByS: number
  /** The same in whole revolutions; null: it is at another place of its orbit. */
  readonly revolutions: number | null
  readonly extraDeltaVMps: number
}

/** The range of drag areas that a craft without an engine can choose from. */
export interface AskedDrag {
  /** Least and largest area, in multiples of that of the message. */
  readonly areas: readonly [least: number, largest: number]
  /** 1σ of the density over the forecast, as a share; null: what the message says. */
  readonly densitySigma: number | null
  /** Combined hard-body radius in the attitude of least area, m; null where the radius does not change with the attitude. */
  readonly attitudeRadiusM: number | null
}

/** A plan as programs see it. */
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
  /** Of a return: all burns. */
  readonly burns?: readonly BurnRow[]
  /** Of a return: how far from the orbit without a burn it ends. */
  readonly returnErrorM?: number
  readonly returnErrorMps?: number
  /** Of a return that does not come back: why; absent where it does. */
  readonly notBack?: NotBack
  /** Of drag and attitude. */
  readonly drag?: DragFacts
  /** Of none, and of every plan for a diluted event: such an event is tracked first (flight rule F3). */
  readonly left?: LeftFacts
  /** Of objects that fly along together and have no probability: the distance alone is planned (flight rule F2). */
  readonly by?: 'separation'
  /** Of those: the nearest of all passages from the burn to a week after it, and with a burn 3σ too weak, m (flight rule F1). */
  readonly nearestM?: number
  readonly coldNearestM?: number
  /** Where Monte Carlo was the only method: `probability` is then the upper end of the interval of 95 % (flight rule F2). */
  readonly counted?: HitCount
  readonly plannedBurn?: MovedRow
  /** Why the plan misses its target; absent where it reaches it. */
  readonly limit: Limit | 'planned-burn' | null
}

/** Times of plans are those that can be commanded: microseconds, which are also all that many readers of ISO 8601 take. */
export const planTime = (epoch: Epoch) => utc(epoch, 6)

/** One burn of several. */
export interface BurnRow {
  readonly burnTime: string
  readonly deltaVRtnMps: Vec3
  readonly deltaVMps: number
}

/** One event: what its newest message says, the plans for it, and why there are none, or not for all starts; null: for all. */
export interface PlannedEvent {
  readonly messageId: string
  readonly probability: number | null
  readonly plans: readonly PlanRow[]
  readonly error: string | null
}

/** One file: what its newest message says. `events` is there where the file has several. */
export interface PlannedFile extends Omit<PlannedEvent, 'messageId'> {
  readonly file: string
  readonly events?: readonly PlannedEvent[]
}

/** Only a plan by drag, or an attitude, has these. */
export interface DragFacts {
  /** Area held, over that of the message. */
  readonly areaFactor: number
  readonly smaChangeM: number
  /** With the density as forecast, and the largest from its 5th to its 95th percentile. */
  readonly nominalProbability: number | null
  readonly worstProbability: number | null
  readonly densitySigma: number
  readonly densityFrom: 'message' | 'model'
  /** The largest on the way to this time, where it is above that of doing nothing: what turning back early may lead to. */
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
