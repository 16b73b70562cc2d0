import type { Method } from '@apsis/astro/conjunction/probability/assess.ts'
import { TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { confirm } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { totalProbability } from '@apsis/astro/manoeuvre/safe-intervals.ts'
import { tradeSpace as tradeSpaceOfAll } from '@apsis/astro/manoeuvre/trade-space.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { missing } from '@apsis/astro/missing.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { arcOf } from './burn-size.ts'
import {
  type DesignWish,
  DYNAMICS,
  errorOf,
  type OpenDesign,
  openDesign,
  type TradeSpace,
  tradeSpace,
} from './design.ts'

/** Another open event of the satellite: the message that counts, with the radius and the method of its assessment. */
export type OtherEvent = {
  readonly id: string
  readonly cdmId: string
  /** Of the other object. */
  readonly name: string
  readonly text: string
  readonly radiusM: number
  readonly method: Method
}

/** What a burn leaves of an event. */
export type EventAfter = {
  readonly id: string
  readonly pcBefore: number | null
  readonly pc: number | null
  readonly missBeforeM: number
  readonly missM: number
}

/** The other event in the same words. Throws RangeError, with the name of its object, where its orbits cannot be followed. */
function openOther(open: OpenDesign, { name, text, radiusM, method }: OtherEvent): OpenDesign {
  try {
    return openDesign({ ...open.given, text, radiusM, method })
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`${name}: ${error.message}`) : error
  }
}

/**
 * The map of all events that count, a burn of continuous thrust flown as the arc it is: what each leaves of the probability that any of them is a collision, 1 − ∏(1 − Pᵢ), taken as
 * independent. Those before the end of a burn stay as they are. The miss stays that of the event for which the burn is looked for.
 */
export function tradeSpaceOfEvents(open: OpenDesign, wish: DesignWish, others: readonly OtherEvent[]): TradeSpace {
  const space = tradeSpace(open, wish)
  const encounters = [open, ...others.map((one) => openOther(open, one))].map(({ encounter, tca }) => ({
    model: makeEncounterModel(encounter, TWO_BODY),
    laterS: secondsBetween(open.tca, tca),
  }))
  const error = errorOf(open.given, wish)
  const isArc = open.given.propulsion.type === 'CONTINUOUS'
  const arcOfS = (size: number) => arcOf(open.given, wish, size)
  const columns = space.leads.map((lead, place) => {
    const directionRtn = space.lines[place] ?? missing()
    const grid = { directionRtn, timesS: [-lead * space.periodS], sizesMps: space.deltaVs }
    return tradeSpaceOfAll(encounters, {
      ...grid,
      ...(error === null ? {} : { executionError: error }),
      ...(isArc ? { arcOfS } : {}),
    }).total
  })
  const pc = space.pc.map((row, size) =>
    row.map((own, place) => (own === null ? null : (columns[place]?.[size] ?? missing()))),
  )
  return { ...space, pc }
}

export type ChosenBurn = { readonly ignitionMs: number; readonly deltaVRtn: Vec3 }

/** What a burn leaves of each event, propagated with the dynamics asked for and by the method that assessed the event. */
export function eventsAfter(
  open: OpenDesign,
  wish: DesignWish,
  { events, burn }: { readonly events: readonly OtherEvent[]; readonly burn: ChosenBurn },
): EventAfter[] {
  const error = errorOf(open.given, wish)
  const arcS = arcOf(open.given, wish, norm(burn.deltaVRtn))
  return events.map((one) => {
    const { encounter, tcaMs, given } = openOther(open, one)
    const model = makeEncounterModel(encounter, DYNAMICS[wish.dynamics])
    const before = model.after({ state: encounter.primary })
    const burnS = (burn.ignitionMs - tcaMs) / 1_000
    const pcBefore = confirm(before, model, given.method)
    const still = { id: one.id, pcBefore, missBeforeM: before.missDistanceM }
    // An event that comes before the end of the burn is not moved by it, as for the screening of a plan.
    if (burnS + arcS >= 0) return { ...still, pc: pcBefore, missM: before.missDistanceM }
    const trial = trialOf(model, {
      burnS,
      ...(arcS > 0 ? { arcS } : {}),
      ...(error === null ? {} : { executionError: error }),
    })
    const { after } = trial.attempt(transform(transpose(trial.rtn), burn.deltaVRtn))
    return { ...still, pc: confirm(after, model, given.method), missM: after.missDistanceM }
  })
}

/** The probability that any of some events is a collision; null where one of them has none. */
export function totalOf(all: readonly EventAfter[], of: 'pcBefore' | 'pc'): number | null {
  const known = all.flatMap((one) => one[of] ?? [])
  return known.length === all.length ? totalProbability(known) : null
}
