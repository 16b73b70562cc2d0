import { conjunctionPlane } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { type EncounterAfter, makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { norm } from '@apsis/astro/vec3.ts'
import { arcOf } from './burn-size.ts'
import type { ChosenBurn } from './collected.ts'
import { type BurnSettings, DYNAMICS, errorOf, type OpenDesign } from './design.ts'

/** The place where the other object passes, seen from the satellite, and the combined covariance, m and m². */
export type Passing = {
  readonly at: readonly [x: number, y: number]
  readonly covariance: { readonly xx: number; readonly yx: number; readonly yy: number }
}

export type PlaneAfter = { readonly now: Passing; readonly after: Passing }

/**
 * Returns the conjunction plane without and with a burn, each in its own axes (across the vertical, and up): a burn turns the relative
 * velocity of a fast encounter by an invisible angle. Null if the objects do not move past each other.
 */
export function planeAfter(
  open: OpenDesign,
  settings: BurnSettings,
  { ignitionMs, deltaVRtn, arcS = arcOf(open.designCase, settings, norm(deltaVRtn)) }: ChosenBurn,
): PlaneAfter | null {
  const model = makeEncounterModel(open.encounter, DYNAMICS[settings.dynamics])
  const error = errorOf(open.designCase, settings)
  const trial = trialOf(model, {
    burnS: (ignitionMs - open.tcaMs) / 1_000,
    ...(arcS > 0 ? { arcS } : {}),
    ...(error === null ? {} : { executionError: error }),
  })
  const now = passingOf(model.after({ state: open.encounter.primary }))
  const after = passingOf(trial.attempt(transform(transpose(trial.rtn), deltaVRtn)).after)
  return now === null || after === null ? null : { now, after }
}

function passingOf({ primary, secondary }: EncounterAfter): Passing | null {
  const plane = conjunctionPlane(primary, secondary)
  return plane === null ? null : { at: plane.missM, covariance: plane.combined }
}
