import type { Method } from '../conjunction/probability/assess.ts'
import { scale } from '../vec3.ts'
import { type Counting, confirmByCounting, type HitCount, leastProven } from './confirm-by-counting.ts'
import type { EncounterModel } from './encounter-model.ts'
import { flyImpulse, type ImpulseOptions, type ImpulsePlan, MARGIN } from './plan-impulse.ts'

/** A burn that a count does not confirm is tried again so often, each time by this factor larger. */
const [COUNTED_FACTOR, MOST_COUNTS] = [2, 6]

type CountedOptions = ImpulseOptions & { readonly method?: Method; readonly counting?: Counting }

/**
 * The plan as it is, or, where no method has a value for it, the one that a count confirms; the last one where none is.
 * The size is not searched for: the bound of a count is a random number, and the smallest of many sizes whose bound is
 * below the target would be a lucky one. It is doubled until a count confirms it, five times at most. A burn of a
 * distance, or one for which the method has a value, is not counted.
 */
export function countWhere(
  model: EncounterModel,
  options: CountedOptions,
  { plan, confirmed }: { readonly plan: ImpulsePlan; readonly confirmed: number | null },
): { readonly held: ImpulsePlan; readonly counted: HitCount | null } {
  const { target, method, counting } = options
  if (confirmed !== null || method !== 'hall-3d' || target.kind === 'miss' || counting === undefined)
    return { held: plan, counted: null }
  const atMost = MARGIN * target.probability
  const count = ({ after }: ImpulsePlan) =>
    confirmByCounting(after.atMessageEpoch, {
      radiusM: model.encounter.radiusM,
      periodS: model.periodS,
      atMost,
      counting,
    })
  let [held, counted] = [plan, count(plan)]
  for (let run = 1; run < MOST_COUNTS; run += 1) {
    if (counted === null || counted.upper <= atMost || held.deltaVMps === 0) break
    // What no count can prove, no larger burn can, either.
    if (leastProven(counting.mostTrials) > atMost) break
    const size = COUNTED_FACTOR * held.deltaVMps
    if (size > (options.maxDeltaVMps ?? Infinity)) break
    held = flyImpulse(model, options, scale(held.deltaVRtnMps, COUNTED_FACTOR))
    counted = count(held)
  }
  return { held, counted }
}
