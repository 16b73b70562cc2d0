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

/** An impulse: its time in seconds after the start of the screening, and m/s radially outward, along-track and along the orbit normal. */
export interface CandidateBurn {
  readonly atS: number
  readonly dvRtnMps: Vec3
}

/** The burns of an object that become candidates in a screening that starts at `start`. */
export interface BurnPlan {
  readonly primary: ScreeningObject
  readonly start: Epoch
  readonly burns: readonly CandidateBurn[]
  /** Above 0, and not the group of any other object of the screening. */
  readonly group: number
  /** The set of the candidates; default: the set of the primary. */
  readonly set?: number
  /** Drag term of the candidates, 1/(earth radius); default: the term of the primary's elements, or 0 for an ephemeris. */
  readonly bstar?: number
  /** The end of the candidates of an ephemeris, seconds after the start; default: the end of the ephemeris. */
  readonly untilS?: number
}

/** A burn without a candidate: its index in the list, and the reason. */
export interface RefusedBurn {
  readonly place: number
  readonly reason: string
}

export interface BurnCandidates {
  /** The primary in the group of its candidates: it must replace the original primary in the screening. */
  readonly primary: ScreeningObject
  readonly candidates: readonly ScreeningObject[]
  readonly refused: readonly RefusedBurn[]
}

/**
 * Returns the object after each of the burns, as objects of a screening that start at the burn; their ids name the primary and the burn.
 *
 * For a primary with elements: elements fitted to its state plus the impulse, exact to 1 mm at the burn, which differ from the primary only by
 * the burn (fitElements). For a primary with an ephemeris: that ephemeris, shifted by the effect of the burn on the orbit (makeShifter), because
 * elements fitted to a single state of a real orbit would soon be wrong by kilometres (rebuildObject). A burn is refused if the primary has no
 * state, or if the orbit after it has no elements.
 *
 * Before its burn every candidate equals the primary, and after a small burn it stays near the primary: this is no conjunction. Objects of one
 * group are never compared, so candidates and primary share a group, and the caller must screen the returned `primary` and not the original
 * object.
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
 * For an ephemeris, elements are fitted to both orbits, with and without the burn: their difference is added. Errors of SGP4's forces are equal
 * in both and cancel.
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
