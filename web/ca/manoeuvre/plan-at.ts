import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import type { AssessedOptions } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { planToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/separation/plan-to-target.ts'
import { arcOf, type Craft, deltaVOf, lengthOf, mostDeltaV } from './burn-size.ts'
import type { DistanceOfEvent } from './separation/distance-given.ts'

/** An arc is as long as its thrust takes: found by going round until its length stands, as the server does. */
const [MOST_ROUNDS, AGREEMENT] = [12, 1e-4]

type Planned = Craft & DistanceOfEvent

/** The smallest burn at a time: an impulse, or thrust that is constant for as long as was asked for or as the burn needs. */
export function planBurnAt(
  model: EncounterModel,
  options: AssessedOptions,
  { given, arcS }: { readonly given: Planned; readonly arcS: number | null },
): TargetPlan {
  const distance = { ofSatelliteM: given.acceptedDistanceM ?? 0, meetsAgain: given.meetsAgain === true }
  const planOf = (one: AssessedOptions) => planToTarget(model, one, distance)
  const { propulsion } = given
  // Without a mass nobody knows how long an arc takes, and none is planned.
  if (propulsion.type === 'IMPULSIVE' || given.massKg === null) return planOf(options)
  const lasting = (seconds: number) =>
    planOf({
      ...options,
      arcS: seconds,
      maxDeltaVMps: Math.min(mostDeltaV(given), deltaVOf(given, seconds)),
    })
  if (arcS !== null) return lasting(arcS)
  const byMostS = lengthOf(given, { arcS: null }, mostDeltaV(given))
  const longestS = Math.min(propulsion.maxThrustPerOrbitS / propulsion.dutyCycle, -options.burnS, byMostS)
  let plan = planOf(options)
  for (let round = 0, lastS = 0; round < MOST_ROUNDS; round += 1) {
    const neededS = arcOf(given, { arcS }, plan.deltaVMps)
    if (neededS === 0 || Math.abs(neededS - lastS) <= AGREEMENT * neededS) return plan
    if (neededS >= longestS) return lasting(longestS)
    plan = planOf({ ...options, arcS: neededS })
    lastS = neededS
  }
  return plan
}
