import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { GM_EARTH } from '../constants.ts'
import { missing } from '../missing.ts'
import type { Epoch } from '../time/epoch.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import { type OverDensity, overDensity } from './density-average.ts'
import { type DragForces, fly, makeDragFlight } from './drag-flight.ts'
import { TWO_BODY } from './dynamics.ts'
import {
  type EncounterAfter,
  type EncounterModel,
  makeEncounterModel,
  type PlannedEncounter,
} from './encounter-model.ts'
import type { Target } from './local-risk.ts'
import { MARGIN } from './plan-impulse.ts'

/** The areas that a craft can expose to the flow, and the known data of its drag. */
export interface DragCraft {
  /** The usual Cd A / m, m²/kg, from the message. */
  readonly usualM2PerKg: number
  readonly leastM2PerKg: number
  readonly mostM2PerKg: number
}

/** The request for a change of area. */
export interface DragOptions {
  /** The TCA of the message, from which seconds are counted. */
  readonly origin: Epoch
  /** The time at which the craft has turned, s after TCA: below 0. */
  readonly startS: number
  readonly craft: DragCraft
  readonly forces: DragForces
  readonly target: Target
  /** 1σ of the density relative to the forecast, as a fraction. */
  readonly densitySigma: number
  /** The probability at every density from the 5th to the 95th percentile must be below this; absent: no condition. */
  readonly acceptedProbability?: number
  /** The longest time in the changed attitude, s; default: until TCA. */
  readonly maxHoldS?: number
}

/** A time in the changed attitude, and its result. */
export interface DragPoint {
  readonly holdS: number
  /** Mean over the density; null if the objects do not pass each other. */
  readonly probability: number | null
}

/** A sufficient change of area, or the best one. */
export interface DragPlan extends DragPoint {
  readonly startS: number
  readonly heldM2PerKg: number
  /** The encounter with the forecast density. */
  readonly after: EncounterAfter
  readonly nominalProbability: number | null
  /** Largest for a density from the 5th to the 95th percentile. */
  readonly worstProbability: number | null
  /** The largest probability for densities above the forecast in that range, and (thinner) for densities below it. */
  readonly denserProbability: number | null
  readonly thinnerProbability: number | null
  /** The displacement of the craft at TCA in the inertial frame with the forecast density, m. */
  readonly displacementM: Vec3
  readonly smaChangeM: number
  /**
   * The results for times in the attitude from zero to the longest, in equal steps: if the path crosses the other object, turning back early is
   * worse than no change.
   */
  readonly curve: readonly DragPoint[]
  readonly meetsTarget: boolean
  readonly limit: 'time' | null
  /** Returns the displacement of the craft at the TCA of the message for a density factor. */
  readonly displaced: (factor: number) => Displacement
}

/** The numbers of times in the attitude that are evaluated, and that are propagated, between zero and the longest. */
const [LOOKS, FLOWN] = [48, 4]
/** The number of bisections of the interval that contains the first sufficient time. */
const HALVINGS = 12
/** Density factors for which the orbit is propagated; the effect of other factors is interpolated by a polynomial that is 0 at 0. */
const FACTORS = [1, 2] as const
/** The numbers of density nodes for the search, and for the final result. */
const [ROUGH_NODES, FINE_NODES] = [61, 721]
/** If propagation shows that a time is not sufficient, the time grows by this fraction, then by twice that, and so on, this number of times. */
const [GROWTH, MOST_GROWTHS] = [0.02, 7]
/** In the refined search, the first shorter table extends to this multiple of the time. */
const REACH_FACTOR = 4

/**
 * Differential drag: returns the shortest time with a larger or a smaller area after which the mean of the probability over the density is the
 * target (flight rule F11). The error of the forecast is log-normal and counts once, for the effect of the change of area; its effect on the
 * unchanged craft is already in the covariance of the message. The encounter is shifted by the displacement between two propagations with drag,
 * so that no change returns the message (F5). Its TCA is searched again by two-body motion, which is equivalent over seconds. Neither the
 * secondary nor its covariance is changed. Throws RangeError if an orbit cannot be propagated. A change Δ(Cd A/m) acts along the track with Δa =
 * −½ ρ v² Δ(Cd A/m); after a time t in the attitude and a coast t_c the craft has moved by 3/2 of it times (t² + 2 t t_c) along the track, in the
 * opposite sense. So the earlier the change, the larger the effect of each second.
 */
export function planDrag(model: EncounterModel, options: DragOptions): DragPlan {
  const { craft } = options
  const space = makeSpace(model.encounter, options)
  const senses = [craft.mostM2PerKg, craft.leastM2PerKg].filter((held) => held !== craft.usualM2PerKg)
  const sought = senses.map((held) => seek(space, held))
  const [first] = sought
  if (first === undefined) throw new RangeError('the craft has one area only: there is nothing to change')
  const best = sought.reduce((found, next) => (isBetter(next, found) ? next : found), first)
  return settle(space, closer(space, best))
}

/**
 * Repeats the search for a short time. Relative to the longest, such a time is between the first entries of the table, which do not show how the
 * density changes along a revolution. So it is searched again in shorter tables, each reaching twice as far as the previous one.
 */
function closer(space: Space, rough: DragNeed): DragNeed {
  if (!rough.isEnough || rough.holdS === 0) return rough
  for (let reachS = REACH_FACTOR * rough.holdS; reachS < space.longestS; reachS *= 2) {
    const next = seek({ ...space, longestS: reachS, rough: space.roughUpTo(reachS) }, rough.heldM2PerKg)
    if (next.isEnough) return { ...next, curve: [...next.curve, ...rough.curve.filter(({ holdS }) => holdS > reachS)] }
  }
  return rough
}

function isBetter(a: DragNeed, b: DragNeed): boolean {
  if (a.isEnough !== b.isEnough) return a.isEnough
  return a.isEnough ? a.holdS < b.holdS : a.mean < b.mean
}

/** For a given time in the attitude: returns the displacement of the craft at the TCA of the message for a density factor. */
type DisplacementBy = (factor: number) => { readonly dr: Vec3; readonly dv: Vec3 }

interface Space {
  readonly model: EncounterModel
  readonly options: DragOptions
  readonly longestS: number
  /** The displacement propagated for the time itself. */
  readonly flown: (holdS: number, heldM2PerKg: number) => DisplacementBy
  /** The displacement interpolated between propagated times, in proportion to the change of area. */
  readonly rough: (holdS: number, heldM2PerKg: number) => DisplacementBy
  /** The interpolation with a table that ends at a given time. */
  readonly roughUpTo: (endS: number) => Space['rough']
  readonly smaChangeM: (holdS: number, heldM2PerKg: number) => number
}

/**
 * The functions that a search calls repeatedly: the displacement after a time in the attitude, propagated or from a table, and the resulting
 * encounter. The craft is propagated back from TCA to the start with its usual area, so that no change returns the message.
 */
function makeSpace(encounter: PlannedEncounter, options: DragOptions): Space {
  const { startS, origin, forces, craft, maxHoldS = Infinity } = options
  if (!(startS < 0)) throw new RangeError('a change of area at or after TCA avoids nothing')
  const { usualM2PerKg, mostM2PerKg, leastM2PerKg } = craft
  // Propagates backwards from TCA with the usual area.
  const start = fly(encounter.primary, { origin, fromS: 0, toS: startS, forces: forces(usualM2PerKg) }).end
  const flight = makeDragFlight(start, { origin, startS, endS: 0, forces })
  const longestS = Math.min(-startS, maxHoldS)
  const flown = (holdS: number, heldM2PerKg: number): DisplacementBy => {
    const nodes = FACTORS.map((factor) => flight.displacement({ holdS, usualM2PerKg, heldM2PerKg }, factor))
    return (factor) => throughNodes(nodes, factor)
  }
  // One table is enough for a larger and a smaller area: the displacement is nearly proportional to the change.
  const tableM2PerKg = mostM2PerKg === usualM2PerKg ? leastM2PerKg : mostM2PerKg
  const roughUpTo = (endS: number): Space['rough'] => {
    const tabled = (_: unknown, k: number) =>
      flight.displacement({ holdS: (endS * k) / FLOWN, usualM2PerKg, heldM2PerKg: tableM2PerKg })
    let table: readonly Displacement[] | null = null
    return (holdS, heldM2PerKg) => {
      table ??= Array.from({ length: FLOWN + 1 }, tabled)
      const here = between(table, (FLOWN * holdS) / endS)
      const share = (heldM2PerKg - usualM2PerKg) / (tableM2PerKg - usualM2PerKg)
      return (factor) => ({ dr: scale(here.dr, share * factor), dv: scale(here.dv, share * factor) })
    }
  }
  const smaChangeM = (holdS: number, heldM2PerKg: number) =>
    flight.smaChangeM({ holdS, usualM2PerKg, heldM2PerKg }, GM_EARTH)
  const model = makeEncounterModel(encounter, TWO_BODY)
  return { model, options, longestS, flown, rough: roughUpTo(longestS), roughUpTo, smaChangeM }
}

/** Differences of position and velocity: m, m/s. */
export type Displacement = { readonly dr: Vec3; readonly dv: Vec3 }

/**
 * Lagrange's polynomial through the propagated factors and 0, where the displacement is 0. The displacement is nearly proportional to the
 * density; the square describes that a lower orbit meets a denser atmosphere.
 */
export function throughNodes(nodes: readonly Displacement[], factor: number): Displacement {
  let [dr, dv]: [Vec3, Vec3] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  nodes.forEach((node, k) => {
    const own = FACTORS[k as 0 | 1]
    // The third node is 0, with zero displacement: it gives each weight the factor x/x_k, and adds nothing itself.
    const weight = FACTORS.reduce<number>(
      (product, other) => (other === own ? product : (product * (factor - other)) / (own - other)),
      factor / own,
    )
    dr = add(dr, scale(node.dr, weight))
    dv = add(dv, scale(node.dv, weight))
  })
  return { dr, dv }
}

/** Interpolates by the parabola through three neighbours in a table: the displacement grows as the square of the time. */
function between(table: readonly Displacement[], place: number): Displacement {
  const middle = Math.min(table.length - 2, Math.max(1, Math.round(place)))
  const t = place - middle
  const weights = [(t * (t - 1)) / 2, 1 - t * t, (t * (t + 1)) / 2] as const
  const three = table.slice(middle - 1, middle + 2)
  const sum = (of: (moved: Displacement) => Vec3) =>
    three.reduce<Vec3>((total, moved, k) => add(total, scale(of(moved), weights[k as 0 | 1 | 2])), [0, 0, 0])
  return { dr: sum(({ dr }) => dr), dv: sum(({ dv }) => dv) }
}

/** Returns the encounter with the primary displaced at the TCA of the message. */
function afterOf({ model }: Space, { dr, dv }: Displacement): EncounterAfter {
  const { r, v } = model.encounter.primary
  return model.after({ state: { r: add(r, dr), v: add(v, dv) } })
}

/** Returns the limited quantity at one density: a probability, or the amount missing to a distance. */
function riskOf({ model, options: { target } }: Space, after: EncounterAfter): number {
  if (target.kind === 'miss') return target.missM - after.missDistanceM
  if (after.planar === null) return 1
  return (target.measure ?? circle2d)(after.planar.miss, model.encounter.radiusM)
}

/** Returns the risk over a log-normal density: its mean, and its largest values. */
function riskOver(space: Space, displaced: DisplacementBy, nodes: number): OverDensity {
  return overDensity((factor) => riskOf(space, afterOf(space, displaced(factor))), space.options.densitySigma, nodes)
}

/** Returns true if the change is sufficient: by the mean for a probability, at every density of the range for a distance. */
function isEnough(
  { options: { target, acceptedProbability = Infinity } }: Space,
  { mean, worst }: OverDensity,
): boolean {
  // The risk of a distance is the missing amount: it must be within MARGIN of the requested distance at each density.
  if (target.kind === 'miss') return worst <= target.missM * (1 - 1 / MARGIN)
  return mean <= MARGIN * target.probability && worst < acceptedProbability
}

/** The estimated need for one direction of the change of area (more drag or less drag). */
interface DragNeed extends OverDensity {
  readonly heldM2PerKg: number
  readonly holdS: number
  readonly isEnough: boolean
  readonly curve: readonly DragPoint[]
}

/** Returns the shortest sufficient time in one attitude by the table; if there is none, the time of least risk. */
function seek(space: Space, heldM2PerKg: number): DragNeed {
  const looks = Array.from({ length: LOOKS + 1 }, (_, k) => (space.longestS * k) / LOOKS)
  const roughly = (holdS: number) => riskOver(space, space.rough(holdS, heldM2PerKg), ROUGH_NODES)
  // The risk need not decrease with the time: a path that first crosses the other object makes it worse. So all times are sampled before the
  // first sufficient one is refined by bisection.
  const risks = looks.map(roughly)
  const riskAt = (k: number) => risks[k] ?? missing()
  const lookAt = (k: number) => looks[k] ?? missing()
  const first = risks.findIndex((risk) => isEnough(space, risk))
  const least = risks.reduce((best, { mean }, k) => (mean < riskAt(best).mean ? k : best), 0)
  let holdS = lookAt(first === -1 ? least : first)
  // Between the last insufficient sample and the first sufficient one.
  for (let [k, low] = [0, lookAt(Math.max(0, first - 1))]; first > 0 && k < HALVINGS; k += 1) {
    const middle = (low + holdS) / 2
    if (isEnough(space, roughly(middle))) holdS = middle
    else low = middle
  }
  const isMiss = space.options.target.kind === 'miss'
  const curve = looks.map((at, k): DragPoint => ({ holdS: at, probability: isMiss ? null : riskAt(k).mean }))
  return { ...roughly(holdS), heldM2PerKg, holdS, isEnough: first !== -1, curve }
}

/** Propagates the found time, and increases it slightly if the propagation shows that it is too short. */
function settle(space: Space, { holdS, heldM2PerKg, isEnough: isFound, curve }: DragNeed): DragPlan {
  let plan = judge(space, Math.min(space.longestS, Math.ceil(holdS)), { heldM2PerKg, curve })
  for (let k = 0; k < MOST_GROWTHS && isFound && !plan.meetsTarget && plan.holdS < space.longestS; k += 1) {
    const longer = Math.min(space.longestS, Math.ceil(plan.holdS * (1 + GROWTH * 2 ** k)))
    plan = judge(space, longer, { heldM2PerKg, curve })
  }
  return plan
}

/** Evaluates a commanded time in the attitude: propagated, and averaged with fine nodes (flight rules F7 and F11). */
function judge(
  space: Space,
  holdS: number,
  { heldM2PerKg, curve }: { readonly heldM2PerKg: number; readonly curve: readonly DragPoint[] },
): DragPlan {
  const displaced = space.flown(holdS, heldM2PerKg)
  const moved = displaced(1)
  const after = afterOf(space, moved)
  // Without a change the result does not depend on the density.
  const risk = riskOver(space, displaced, holdS === 0 ? 1 : FINE_NODES)
  const isMiss = space.options.target.kind === 'miss'
  const { planar } = after
  const nominal = planar === null ? null : circle2d(planar.miss, space.model.encounter.radiusM)
  const meetsTarget = isEnough(space, risk)
  return {
    startS: space.options.startS,
    holdS,
    heldM2PerKg,
    after,
    probability: isMiss ? nominal : planar === null ? null : risk.mean,
    nominalProbability: nominal,
    worstProbability: isMiss ? null : risk.worst,
    denserProbability: isMiss ? null : risk.denser,
    thinnerProbability: isMiss ? null : risk.thinner,
    displacementM: moved.dr,
    smaChangeM: holdS === 0 ? 0 : space.smaChangeM(holdS, heldM2PerKg),
    curve,
    meetsTarget,
    limit: meetsTarget ? null : 'time',
    displaced,
  }
}

/** Evaluates a given time in an attitude like a time from the search. */
export function judgeDrag(
  model: EncounterModel,
  options: DragOptions,
  { holdS, heldM2PerKg }: { readonly holdS: number; readonly heldM2PerKg: number },
): DragPlan {
  return judge(makeSpace(model.encounter, options), holdS, { heldM2PerKg, curve: [] })
}

/** An attitude kept from its start to TCA. */
export interface AttitudePlan extends DragPlan {
  /** The effect of the smaller radius alone, on the path without a change; null if the radius does not depend on the attitude. */
  readonly radiusOnlyProbability: number | null
}

/**
 * Plans the attitude of least area from its start until TCA. It returns the effect of less drag on the path, averaged over the density as in
 * planDrag, and, if the hard-body radius depends on the attitude, the effect of a smaller disc on the probability. An attitude with the small
 * side to the flow has less drag; the same attitude may also have a smaller area in the conjunction plane.
 */
export function planLeastArea(model: EncounterModel, options: DragOptions, radiusM: number | null): AttitudePlan {
  const { encounter } = model
  const small = { ...encounter, radiusM: radiusM ?? encounter.radiusM }
  const space = makeSpace(small, { ...options, maxHoldS: Infinity })
  const { planar } = space.model.after({ state: encounter.primary })
  const radiusOnlyProbability = radiusM === null || planar === null ? null : circle2d(planar.miss, radiusM)
  return {
    ...judge(space, space.longestS, { heldM2PerKg: options.craft.leastM2PerKg, curve: [] }),
    radiusOnlyProbability,
  }
}
