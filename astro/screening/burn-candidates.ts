import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { elementsOf, meanPlaneAt } from '../sgp4/elements-of-model.ts'
import { type FittedElements, fitElements } from '../sgp4/fit-elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { add, type Vec3 } from '../vec3.ts'
import { motionAt } from './flight.ts'
import type { Flight, ScreeningObject } from './screening-object.ts'
import { makeShifter } from './shifted-ephemeris.ts'

/**
 * An impulse: when, in seconds after the start of the screening, and m/s radially outward, along-track and to the orbit
 * normal.
 */
export interface CandidateBurn {
  readonly atS: number
  readonly dvRtnMps: Vec3
}

/** Which burns of which object are to be candidates in a screening that begins at `start`. */
export interface BurnPlan {
  readonly primary: ScreeningObject
  readonly start: Epoch
  readonly burns: readonly CandidateBurn[]
  /** Above 0; of no other object of the screening. */
  readonly group: number
  /** The set of the candidates; default that of the primary. */
  readonly set?: number
  /** Drag term of the candidates, 1/(earth radius); default that of the primary's elements, 0 of an ephemeris. */
  readonly bstar?: number
  /** Up to when candidates of an ephemeris are made, seconds after the start; default: to its end. */
  readonly untilS?: number
}

/** A burn of which there is no candidate: its place in the list, and why. */
export interface RefusedBurn {
  readonly place: number
  readonly reason: string
}

export interface BurnCandidates {
  /** The primary in the group of its candidates: it must stand in the screening in place of the one without. */
  readonly primary: ScreeningObject
  readonly candidates: readonly ScreeningObject[]
  readonly refused: readonly RefusedBurn[]
}

/**
 * What the object does after each of the burns, as objects of a screening that fly from the burn on; their ids name the
 * primary and the burn.
 *
 * Of a primary that flies by elements: elements fitted to its state with the impulse added, exact to 1 mm at the burn,
 * and differing from it by the burn alone (fitElements). Of one that flies by an ephemeris: that ephemeris, shifted by
 * what the burn makes of the orbit (makeShifter), as elements fitted to a single state of a real orbit would soon be
 * kilometres off (rebuildObject). A burn is refused where the primary has no state, or where the orbit after it has no
 * elements.
 *
 * Before its burn every candidate is the primary, and after a small one it stays near it: that is no conjunction.
 * Objects of one group are never compared, so candidates and primary are given one, and the caller screens `primary` as
 * returned here and not the object handed in.
 */
export function makeBurnCandidates(plan: BurnPlan): BurnCandidates {
  const { primary, burns, group } = plan
  if (!(Number.isInteger(group) && group > 0)) throw new RangeError(`group ${group} is not a whole number above 0`)
  const flightAfter = makeFlightAfter(plan)
  const candidates: ScreeningObject[] = []
  const refused: RefusedBurn[] = []
  burns.forEach((burn, place) => {
    const after = flightAfter(burn)
    if (!after.ok) refused.push({ place, reason: after.reason })
    else candidates.push(candidateOf(plan, burn, after.flight))
  })
  return { primary: { ...primary, group }, candidates, refused }
}

function candidateOf(
  { primary, group, set = primary.set }: BurnPlan,
  { atS, dvRtnMps: [r, t, n] }: CandidateBurn,
  flight: Flight,
): ScreeningObject {
  const { id, untilS } = primary
  return {
    id: `${id} +${atS}s R${r} T${t} N${n}`,
    flight,
    group,
    fromS: atS,
    ...(set === undefined ? {} : { set }),
    ...(untilS === undefined ? {} : { untilS }),
  }
}

type FlightAfter = { readonly ok: true; readonly flight: Flight } | { readonly ok: false; readonly reason: string }

/**
 * Of an ephemeris both orbits are fitted with elements, the one with the burn and the one without: their difference is
 * what is added. What SGP4 has wrong of the forces is the same in both and cancels.
 */
function makeFlightAfter({ primary, start, bstar, untilS }: BurnPlan): (burn: CandidateBurn) => FlightAfter {
  const stateAt = motionAt(primary, start)
  const { flight } = primary
  const known = flight.kind === 'elements' ? flight.model : undefined
  const drag = bstar ?? (known === undefined ? 0 : elementsOf(known).bstar)
  const fit = (atS: number, state: CartesianState) => {
    const epoch = addSeconds(start, atS)
    const nearPlane = known && meanPlaneAt(known, secondsBetween(known.epoch, epoch) / 60)
    return fitElements({ epoch, bstar: drag, r: state.r, v: state.v, ...(nearPlane && { nearPlane }) })
  }
  const shiftOf = flight.kind === 'ephemeris' ? makeShifter(flight.ephemeris, start) : undefined
  const unburnt = new Map<number, FittedElements>()
  return ({ atS, dvRtnMps }) => {
    const state = stateAt(atS)
    if (!state.ok) return state
    const after = fit(atS, { r: state.r, v: add(state.v, transform(transpose(rtnAxes(state)), dvRtnMps)) })
    if (!after.ok) return after
    if (shiftOf === undefined) return { ok: true, flight: { kind: 'elements', model: after.model } }
    const before = unburnt.get(atS) ?? fit(atS, state)
    unburnt.set(atS, before)
    if (!before.ok) return before
    const ends = Math.min(untilS ?? Number.POSITIVE_INFINITY, primary.untilS ?? Number.POSITIVE_INFINITY)
    const ephemeris = shiftOf({ fromS: atS, untilS: ends, before: before.model, after: after.model })
    if (ephemeris.segments.length === 0) return { ok: false, reason: 'after-stop' }
    return { ok: true, flight: { kind: 'ephemeris', ephemeris } }
  }
}
