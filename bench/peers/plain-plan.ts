import { chan1997 } from '@apsis/astro/conjunction/probability/chan-1997.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { makeBurnTrial } from '@apsis/astro/manoeuvre/burn-trial.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { add, dot, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'

/** A step is at most as long as the first value, and the search ends when a step is shorter than the second value, m/s. */
const [LONGEST_MPS, SHORTEST_MPS] = [0.05, 1e-9]
const MOST_ROUNDS = 60
/** The change of a component from which the slope is computed, m/s, and how near, as a share of the logarithm, the target must be reached. */
const [SLOPE_MPS, AGREEMENT] = [1e-5, 1e-4]
/** The burn that starts the search where the slope is 0, m/s. */
const START_MPS = 1e-4

/** A burn by the published method, and its probability for the exact disc. */
export interface PlainPlan {
  readonly deltaVMps: number
  readonly probability: number
}

/**
 * A plain version of the first order of the method of Pavanello, Pirovano and Armellin (IEEE TAES 61(2) (2025)). It takes the logarithm of Chan's
 * probability after a burn as linear in the Δv around the last burn. It computes the slope from differences between propagated burns, where the
 * authors use differential algebra. The smallest Δv on that line is the next burn, until the propagated probability is the target. Orders 2 and above
 * need fewer rounds, each with more terms.
 */
export function plainPlan(model: EncounterModel, burnS: number, target: number): PlainPlan {
  const trial = makeBurnTrial(model, burnS, null)
  const { radiusM } = model.encounter
  const value = (deltaV: Vec3): number => {
    const { planar } = trial.attempt(deltaV).after
    if (planar === null) throw new RangeError('the objects do not move past each other')
    const series = chan1997(planar.miss, radiusM, 4)
    if (!series.ok) throw new RangeError('the series does not converge')
    return Math.log(series.value > 0 ? series.value : Number.MIN_VALUE)
  }
  const goal = Math.log(target)
  let deltaV: Vec3 = scale(trial.rtn[1], START_MPS)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const here = value(deltaV)
    if (Math.abs(here - goal) < AGREEMENT) break
    const slope = trial.rtn.map((axis) => (value(add(deltaV, scale(axis, SLOPE_MPS))) - here) / SLOPE_MPS)
    const [x = 0, y = 0, z = 0] = slope
    const gradient = add(add(scale(trial.rtn[0], x), scale(trial.rtn[1], y)), scale(trial.rtn[2], z))
    const steep = dot(gradient, gradient)
    if (!(steep > 0)) break
    // Solves for the shortest Δv with here + gradient · (Δv − last) = goal.
    const next = scale(gradient, (goal - here + dot(gradient, deltaV)) / steep)
    const step = add(next, scale(deltaV, -1))
    const size = norm(step)
    if (size < SHORTEST_MPS) break
    deltaV = add(deltaV, scale(step, Math.min(1, LONGEST_MPS / size)))
  }
  const { planar } = trial.attempt(deltaV).after
  return { deltaVMps: norm(deltaV), probability: planar === null ? Number.NaN : circle2d(planar.miss, radiusM) }
}
