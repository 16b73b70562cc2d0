import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import { burningTime } from '@apsis/astro/manoeuvre/burning-time.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { largestBurn } from '@apsis/astro/manoeuvre/engine-limits.ts'
import type { AssessedOptions } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { planToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import {
  type BurnBounds,
  type NotSized,
  type SizedBurn,
  sizeArc,
  sizeImpulse,
} from '@apsis/astro/manoeuvre/size-burn.ts'
import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'

/** The data on the distance of an event, for a plan by distance. */
export type DistanceOfEvent = {
  /** True if the objects pass each other so slowly that they meet again. */
  readonly meetsAgain?: boolean
  /** The distance that the satellite accepts, m; 0 or undefined if there is none. */
  readonly acceptedDistanceM?: number
}

/** The propulsion, and the mass if it is known. */
export type Craft = {
  readonly propulsion: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>
  readonly massKg: number | null
}
/** The requested length of an arc of thrust, s; null stands for the length that its Δv needs. */
type ArcSetting = { readonly arcS: number | null }
type Burning = { readonly plan: { readonly deltaVMps: number }; readonly arcS: number }

/** Returns the propellant of a burn, kg (Tsiolkovsky); null if the mass is not known. */
export function propellantOf({ propulsion, massKg }: Craft, deltaVMps: number): number | null {
  return massKg === null ? null : massKg * (1 - Math.exp(-deltaVMps / (propulsion.ispS * STANDARD_GRAVITY)))
}

/** Returns the length of constant thrust for a burn in either direction, s; 0 stands for an impulse. */
export const arcOf = (craft: Craft, settings: ArcSetting, deltaVMps: number): number =>
  craft.propulsion.type === 'CONTINUOUS' && deltaVMps !== 0 ? lengthOf(craft, settings, Math.abs(deltaVMps)) : 0

/** Returns the time from the start to the end of a planned burn, s. */
export const lastsOf = (craft: Craft, { plan: { deltaVMps }, arcS }: Burning): number =>
  craft.propulsion.type === 'CONTINUOUS' ? arcS : lengthOf(craft, { arcS: null }, deltaVMps)

/**
 * Returns the time from the start to the end of a burn, s, as on the server: without a mass an impulse counts with the longest burn, and no
 * arc is planned.
 */
export function lengthOf(craft: Craft, { arcS }: ArcSetting, deltaVMps: number): number {
  const { propulsion } = craft
  const isImpulse = propulsion.type === 'IMPULSIVE'
  if (craft.massKg === null) return isImpulse && deltaVMps > 0 ? propulsion.maxBurnS : 0
  if (!isImpulse && arcS !== null) return arcS
  return burningTime(propulsion, craft.massKg, deltaVMps) / (isImpulse ? 1 : propulsion.dutyCycle)
}

/** Returns the largest burn that the engine can make, as on the server. */
export const mostDeltaV = ({ propulsion, massKg }: Craft): number => largestBurn(propulsion, massKg).deltaVMps

/** Returns the times that commands need before a burn: their lead, and the time to warm up or to turn. */
export const leadOf = ({ propulsion }: Craft) => ({
  leadTimeH: propulsion.leadTimeH,
  readyS: propulsion.type === 'CONTINUOUS' ? propulsion.warmUpS : propulsion.slewS,
})

/** The error for a burn that the engine cannot make, with the reason for which the server would refuse it. */
export class ImpossibleBurn extends Error {
  readonly refusal: PlanRefusal
  constructor({ code, values }: PlanRefusal) {
    super(code)
    this.name = 'ImpossibleBurn'
    this.refusal = { code, values }
  }
}

/** Returns the plan; undefined if the engine cannot make such a burn. */
export function unlessImpossible<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch (error) {
    if (error instanceof ImpossibleBurn) return undefined
    throw error
  }
}

/** A burn that the engine can make, and the length of its arc; 0 stands for an impulse. */
export type FlyablePlan = { readonly plan: TargetPlan; readonly arcS: number }

type CraftAndEvent = Craft & DistanceOfEvent

/**
 * Returns the smallest burn at a time that the engine can make, as the server plans it: an impulse, or constant thrust for the length of
 * the settings or the length that the burn needs, in either case for whole steps of the engine. Throws ImpossibleBurn if it cannot make
 * any.
 */
export function planBurnAt(
  model: EncounterModel,
  options: AssessedOptions,
  { craft, arcS: askedS }: { readonly craft: CraftAndEvent; readonly arcS: number | null },
): FlyablePlan {
  const distance = { ofSatelliteM: craft.acceptedDistanceM ?? 0, meetsAgain: craft.meetsAgain === true }
  const { minDeltaVMps: _least, maxDeltaVMps: _most, ...free } = options
  const planOf = (bounds: BurnBounds) => planToTarget(model, { ...free, ...bounds }, distance)
  const { propulsion, massKg } = craft
  if (propulsion.type === 'IMPULSIVE') return madeOf(sizeImpulse(propulsion, massKg, planOf))
  // Without a mass the length of an arc is unknown, and none is planned.
  if (massKg === null) return { plan: planOf({ maxDeltaVMps: mostDeltaV(craft) }), arcS: 0 }
  const asked = { massKg, startS: options.burnS, askedS, longestOpenS: () => Infinity }
  return madeOf(sizeArc(propulsion, asked, { uncounted: planOf, counted: planOf }))
}

function madeOf(sized: SizedBurn | NotSized): FlyablePlan {
  if (!sized.ok) throw new ImpossibleBurn(sized)
  return { plan: sized.plan, arcS: sized.arcS }
}
