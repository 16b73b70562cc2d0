import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import type { AssessedOptions } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { planToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import {
  type BurnBounds,
  type NotSized,
  type SizedBurn,
  sizeArc,
  sizeImpulse,
} from '@apsis/astro/manoeuvre/size-burn.ts'
import { type Craft, mostDeltaV } from './burn-size.ts'
import type { DistanceOfEvent } from './distance-given.ts'
import { NotMade } from './not-made.ts'

/** A burn that the engine can make, and the length of its arc; 0 stands for an impulse. */
export type FlyablePlan = { readonly plan: TargetPlan; readonly arcS: number }

type CraftAndEvent = Craft & DistanceOfEvent

/**
 * Returns the smallest burn at a time that the engine can make, as the server plans it: an impulse, or constant thrust
 * for the length of the wish or the length that the burn needs; both for whole steps of the engine. Throws NotMade
 * where it can make none.
 */
export function planBurnAt(
  model: EncounterModel,
  options: AssessedOptions,
  { given, arcS: askedS }: { readonly given: CraftAndEvent; readonly arcS: number | null },
): FlyablePlan {
  const distance = { ofSatelliteM: given.acceptedDistanceM ?? 0, meetsAgain: given.meetsAgain === true }
  const { minDeltaVMps: _least, maxDeltaVMps: _most, ...free } = options
  const planOf = (bounds: BurnBounds) => planToTarget(model, { ...free, ...bounds }, distance)
  const { propulsion, massKg } = given
  if (propulsion.type === 'IMPULSIVE') return madeOf(sizeImpulse(propulsion, massKg, planOf))
  // Without a mass the length of an arc is unknown, and none is planned.
  if (massKg === null) return { plan: planOf({ maxDeltaVMps: mostDeltaV(given) }), arcS: 0 }
  const asked = { massKg, startS: options.burnS, askedS, longestOpenS: () => Infinity }
  return madeOf(sizeArc(propulsion, asked, { uncounted: planOf, counted: planOf }))
}

function madeOf(sized: SizedBurn | NotSized): FlyablePlan {
  if (!sized.ok) throw new NotMade(sized)
  return { plan: sized.plan, arcS: sized.arcS }
}
