import type { BurnWindow } from '@apsis/astro/manoeuvre/burn-time.ts'
import { plannedArcS } from '@apsis/astro/manoeuvre/burning-time.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import type { AssessedOptions } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { flyToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import { moveForward, type PlannedBurn, plannedBurnOf, wholeRevolutions } from '@apsis/astro/manoeuvre/planned-burn.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Craft, DistanceOfEvent, FlyablePlan } from './burn-size.ts'

/** The next announced burn of the satellite after closest approach, with its Δv. */
export type NextBurn = Pick<BurnNotice, 'ignition' | 'durationS' | 'announcedBy'> & {
  readonly deltaV: NonNullable<BurnNotice['deltaV']>
}

/** Returns the next announced burn of a satellite, by the rule of the server; undefined if there is none. */
export function nextBurnOf(notices: readonly BurnNotice[], tcaMs: number): NextBurn | undefined {
  const ahead = notices
    .filter(({ ignition, deltaV }) => Date.parse(ignition) >= tcaMs && deltaV !== null && norm(deltaV.vector) > 0)
    .toSorted((a, b) => Date.parse(a.ignition) - Date.parse(b.ignition))
  const [next] = ahead
  if (next === undefined || next.deltaV === null) return undefined
  const { ignition, durationS, announcedBy, deltaV } = next
  return { ignition, durationS, announcedBy, deltaV }
}

/** Returns the settings for the planned burn: its Δv and, for continuous thrust, the announced length of the arc. */
export const settingsOfPlanned = (nextBurn: Pick<NextBurn, 'durationS'> | undefined) => ({
  isPlannedBurn: true,
  direction: null,
  arcS: nextBurn !== undefined && nextBurn.durationS > 0 ? nextBurn.durationS : null,
})

/** The shift of the planned burn in a candidate. */
export type BurnShift = {
  readonly plannedMs: number
  readonly by: string
  readonly movedByS: number
  /** The shift in whole revolutions; null if it is not a whole number of them. */
  readonly revolutions: number | null
}

type Open = {
  readonly tca: Epoch
  readonly designCase: Craft & DistanceOfEvent & { readonly nextBurn?: NextBurn | undefined }
}

/** Returns the planned burn in the axes at its ignition; undefined if there is none, or if its axes are not known. */
export function plannedIn({ tca, designCase: { nextBurn } }: Open, model: EncounterModel): PlannedBurn | undefined {
  if (nextBurn === undefined) return undefined
  const { frame, vector } = nextBurn.deltaV
  try {
    return plannedBurnOf(model, tca, { ignition: parseTime(nextBurn.ignition), frame, vector })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Lasting = Pick<PlannedBurn, 'deltaVRtnMps'> & { readonly arcS: number | null }

/** Returns the length of the arc of the planned burn, s; 0 for an impulse, or if the mass, and so the length, is unknown. */
export function arcOfPlanned({ propulsion, massKg }: Craft, { deltaVRtnMps, arcS }: Lasting): number {
  if (propulsion.type !== 'CONTINUOUS' || massKg === null) return 0
  return plannedArcS(propulsion, massKg, { durationS: arcS ?? 0, deltaVMps: norm(deltaVRtnMps) })
}

/** Returns the planned burn at another time, checked against the target. */
export function flyPlanned(
  { designCase }: Pick<Open, 'designCase'>,
  model: EncounterModel,
  options: AssessedOptions,
  { deltaVRtnMps, arcS }: Lasting,
): FlyablePlan {
  const lastsS = arcOfPlanned(designCase, { deltaVRtnMps, arcS })
  const { maxDeltaVMps: _most, minDeltaVMps: _least, allowed: _allowed, ...judged } = options
  const plan = flyToTarget(
    model,
    { ...judged, ...(lastsS > 0 ? { arcS: lastsS } : {}) },
    { ofSatelliteM: designCase.acceptedDistanceM ?? 0, meetsAgain: designCase.meetsAgain === true, deltaVRtnMps },
  )
  return { plan, arcS: lastsS }
}

/** Returns the shift of a planned burn. */
export function movedBy(
  { designCase: { nextBurn } }: Open,
  planned: PlannedBurn,
  burnS: number,
  periodS: number,
): BurnShift {
  const { plannedS } = planned
  return {
    plannedMs: Date.parse(nextBurn?.ignition ?? ''),
    by: nextBurn?.announcedBy ?? '',
    movedByS: plannedS - burnS,
    revolutions: wholeRevolutions({ plannedS, burnS }, periodS),
  }
}

/**
 * Returns the time to which the planned burn is moved so that it reaches the target, or comes as near as possible to it; null if there is
 * no time for it.
 */
export function movedStart(
  open: Open & { readonly tcaMs: number },
  model: EncounterModel,
  { window, fly }: { readonly window: BurnWindow; readonly fly: (burnS: number) => TargetPlan },
): number | null {
  const planned = plannedIn(open, model)
  if (planned === undefined || window.fromS >= window.toS) return null
  return moveForward(model, { plannedS: planned.plannedS, window }, fly)?.burnS ?? null
}
