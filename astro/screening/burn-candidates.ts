import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import { elementsOf, meanPlaneAt } from '../sgp4/elements-of-model.ts'
import { type FittedElements, fitElements } from '../sgp4/fit-elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { add, type Vec3 } from '../vec3.ts'
import { stateOf } from './flight.ts'
import type { ScreeningObject } from './screening-object.ts'

/** An impulse: when, in seconds after the start of the screening, and m/s radially outward, along-track and to the orbit normal. */
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
 * The orbits after each of the burns, as objects of a screening: elements fitted to the state of the primary with the impulse
 * added, exact to 1 mm at the burn and as true as SGP4 after it (fitElements), flying from the burn on. Their ids name the
 * primary and the burn. Of a primary that flies by elements, a candidate differs by its burn alone; of one that flies by an
 * ephemeris also by what SGP4 makes of a single state: 1.5 km after six hours in low orbit (rebuildObject).
 *
 * Before its burn every candidate is the primary, and after a small one it stays near it: that is no conjunction. Objects of
 * one group are never compared, so candidates and primary are given one, and the caller screens `primary` as returned here
 * and not the object handed in. A burn is refused where the primary has no state, or where the orbit after it has no elements.
 */
export function makeBurnCandidates(plan: BurnPlan): BurnCandidates {
  const { primary, burns, group } = plan
  if (!(Number.isInteger(group) && group > 0)) throw new RangeError(`group ${group} is not a whole number above 0`)
  const fitAfter = makeFit(plan)
  const candidates: ScreeningObject[] = []
  const refused: RefusedBurn[] = []
  burns.forEach((burn, place) => {
    const fitted = fitAfter(burn)
    if (!fitted.ok) refused.push({ place, reason: fitted.reason })
    else candidates.push(candidateOf(plan, burn, fitted.model))
  })
  return { primary: { ...primary, group }, candidates, refused }
}

function candidateOf(
  { primary, group, set = primary.set }: BurnPlan,
  { atS, dvRtnMps: [r, t, n] }: CandidateBurn,
  model: Extract<FittedElements, { ok: true }>['model'],
): ScreeningObject {
  const { untilS } = primary
  return {
    id: `${primary.id} +${atS}s R${r} T${t} N${n}`,
    flight: { kind: 'elements', model },
    group,
    fromS: atS,
    ...(set === undefined ? {} : { set }),
    ...(untilS === undefined ? {} : { untilS }),
  }
}

function makeFit({
  primary,
  start,
  bstar,
}: BurnPlan): (burn: CandidateBurn) => FittedElements | { ok: false; reason: string } {
  const stateAt = stateOf(primary, start)
  const { flight } = primary
  const model = flight.kind === 'elements' ? flight.model : undefined
  const drag = bstar ?? (model === undefined ? 0 : elementsOf(model).bstar)
  return ({ atS, dvRtnMps }) => {
    const before = stateAt(atS)
    if (!before.ok) return before
    const epoch = addSeconds(start, atS)
    const impulse = transform(transpose(rtnAxes(before)), dvRtnMps)
    const target = { epoch, bstar: drag, r: before.r, v: add(before.v, impulse) }
    if (model === undefined) return fitElements(target)
    return fitElements({ ...target, nearPlane: meanPlaneAt(model, secondsBetween(model.epoch, epoch) / 60) })
  }
}
