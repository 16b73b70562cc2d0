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

/** What a craft can show to the air, and what is known of it. */
export interface DragCraft {
  /** Cd A / m as it usually is, m²/kg: that of the message. */
  readonly usualM2PerKg: number
  readonly leastM2PerKg: number
  readonly mostM2PerKg: number
}

/** What is asked of a change of area. */
export interface DragOptions {
  /** The TCA of the message, from which seconds count. */
  readonly origin: Epoch
  /** When the craft has turned, s after TCA: below 0. */
  readonly startS: number
  readonly craft: DragCraft
  readonly forces: DragForces
  readonly target: Target
  /** 1σ of the density over that of the forecast, as a share. */
  readonly densitySigma: number
  /** What every density from the 5th to the 95th percentile has to stay below; nothing is asked without it. */
  readonly acceptedProbability?: number
  /** Longest time in the changed attitude, s; up to TCA where not said. */
  readonly maxHoldS?: number
}

/** A time in the changed attitude, and what it leads to. */
export interface DragPoint {
  readonly holdS: number
  /** Mean over the density; null where the objects do not pass each other. */
  readonly probability: number | null
}

/** A change of area that is enough, or the best there is. */
export interface DragPlan extends DragPoint {
  readonly startS: number
  readonly heldM2PerKg: number
  /** With the density as forecast. */
  readonly after: EncounterAfter
  readonly nominalProbability: number | null
  /** Largest for a density from the 5th to the 95th percentile. */
  readonly worstProbability: number | null
  /** Its largest value in the half of that range that is denser than the forecast, and in the thinner one. */
  readonly denserProbability: number | null
  readonly thinnerProbability: number | null
  /** Where the objects are apart, at TCA in the inertial frame, from where they would have been: as forecast, m. */
  readonly displacementM: Vec3
  readonly smaChangeM: number
  /** By the time in the attitude, from none to the longest, in proportion: where the path crosses the other object, turning back early is worse than doing nothing. */
  readonly curve: readonly DragPoint[]
  readonly meetsTarget: boolean
  readonly limit: 'time' | null
  /** Where the craft is at the TCA of the message, from where it would have been, if the density is so many times as thought. */
  readonly displaced: (factor: number) => Displacement
}

/** Times in the attitude that are looked at, and flown, between none and the longest. */
const [LOOKS, FLOWN] = [48, 4]
/** Halvings of the interval in which the first time that is enough lies. */
const HALVINGS = 12
/** Factors on the density that are flown: what lies between them follows from a polynomial through 0. */
const FACTORS = [1, 2] as const
/** Nodes of the density while a time is looked for, and when it is judged. */
const [ROUGH_NODES, FINE_NODES] = [61, 721]
/** A time that, flown, is not enough grows by this share, and by twice that the next time, so often. */
const [GROWTH, MOST_GROWTHS] = [0.02, 7]
/** The first table of its own that a time is sought again in reaches so many times as far. */
const REACH_FACTOR = 4

/**
 * Differential drag: the shortest time with more area to the air, or with less, after which the mean of the probability over the
 * density is the target (flight rule F11). The error of the forecast is log-normal and counts once, on what the change of area does;
 * what it does to the craft as it is stands in the covariance of the message already. The encounter is moved by the displacement
 * between two flights under drag, so that no change returns the message (F5), and its TCA is searched again by two-body motion, which
 * over seconds is the same. Neither the secondary nor its covariance is touched. Throws RangeError where an orbit cannot be followed.
 * A change Δ(Cd A/m) acts along the track with Δa = −½ ρ v² Δ(Cd A/m); after a time t held and a coast t_c the craft
 * has moved by 3/2 of it times (t² + 2 t t_c) along the track, in the opposite sense. So the earlier the change, the
 * more a second of it does.
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
 * A time that is short beside the longest lies between the first entries of the table, which say nothing of how the density changes
 * along a revolution: it is sought again in shorter tables, of which each reaches twice as far as the one before.
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

/** Where the craft is at the TCA of the message after so long in the attitude, by a factor on the density. */
type DisplacementBy = (factor: number) => { readonly dr: Vec3; readonly dv: Vec3 }

interface Space {
  readonly model: EncounterModel
  readonly options: DragOptions
  readonly longestS: number
  /** Flown for the time itself. */
  readonly flown: (holdS: number, heldM2PerKg: number) => DisplacementBy
  /** Between times that were flown, in proportion to the change of area. */
  readonly rough: (holdS: number, heldM2PerKg: number) => DisplacementBy
  /** The same with a table that ends at a time. */
  readonly roughUpTo: (endS: number) => Space['rough']
  readonly smaChangeM: (holdS: number, heldM2PerKg: number) => number
}

/**
 * What a search asks again and again: where a time in the attitude leaves the craft, flown or from a table, and the
 * encounter that follows. The craft is flown back from TCA to the start with its usual area, so that no change
 * returns the message.
 */
function makeSpace(encounter: PlannedEncounter, options: DragOptions): Space {
  const { startS, origin, forces, craft, maxHoldS = Infinity } = options
  if (!(startS < 0)) throw new RangeError('a change of area at or after TCA avoids nothing')
  const { usualM2PerKg, mostM2PerKg, leastM2PerKg } = craft
  // Backwards from TCA, with the usual area.
  const start = fly(encounter.primary, { origin, fromS: 0, toS: startS, forces: forces(usualM2PerKg) }).end
  const flight = makeDragFlight(start, { origin, startS, endS: 0, forces })
  const longestS = Math.min(-startS, maxHoldS)
  const flown = (holdS: number, heldM2PerKg: number): DisplacementBy => {
    const nodes = FACTORS.map((factor) => flight.displacement({ holdS, usualM2PerKg, heldM2PerKg }, factor))
    return (factor) => throughNodes(nodes, factor)
  }
  // One table serves more area and less: the displacement is nearly in proportion to the change.
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

/** A place and a speed, beside others: m, m/s. */
export type Displacement = { readonly dr: Vec3; readonly dv: Vec3 }

/**
 * Lagrange's polynomial through the factors that were flown and 0, at which nothing is moved. The displacement is
 * nearly in proportion to the density; the square says how the lower orbit meets denser air.
 */
export function throughNodes(nodes: readonly Displacement[], factor: number): Displacement {
  let [dr, dv]: [Vec3, Vec3] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  nodes.forEach((node, k) => {
    const own = FACTORS[k as 0 | 1]
    // The third node is 0, where nothing is moved: it gives each weight the factor x/x_k, and adds nothing itself.
    const weight = FACTORS.reduce<number>(
      (product, other) => (other === own ? product : (product * (factor - other)) / (own - other)),
      factor / own,
    )
    dr = add(dr, scale(node.dr, weight))
    dv = add(dv, scale(node.dv, weight))
  })
  return { dr, dv }
}

/** The parabola through three neighbours of a table at a place between its entries: the way grows as the square of the time. */
function between(table: readonly Displacement[], place: number): Displacement {
  const middle = Math.min(table.length - 2, Math.max(1, Math.round(place)))
  const t = place - middle
  const weights = [(t * (t - 1)) / 2, 1 - t * t, (t * (t + 1)) / 2] as const
  const three = table.slice(middle - 1, middle + 2)
  const sum = (of: (moved: Displacement) => Vec3) =>
    three.reduce<Vec3>((total, moved, k) => add(total, scale(of(moved), weights[k as 0 | 1 | 2])), [0, 0, 0])
  return { dr: sum(({ dr }) => dr), dv: sum(({ dv }) => dv) }
}

/** The encounter with the primary displaced at the TCA of the message. */
function afterOf({ model }: Space, { dr, dv }: Displacement): EncounterAfter {
  const { r, v } = model.encounter.primary
  return model.after({ state: { r: add(r, dr), v: add(v, dv) } })
}

/** What a target limits, at one density: a probability, or what is missing to a distance. */
function riskOf({ model, options: { target } }: Space, after: EncounterAfter): number {
  if (target.kind === 'miss') return target.missM - after.missDistanceM
  if (after.planar === null) return 1
  return (target.measure ?? circle2d)(after.planar.miss, model.encounter.radiusM)
}

/** The risk over a log-normal density: its mean, and its largest values. */
function riskOver(space: Space, displaced: DisplacementBy, nodes: number): OverDensity {
  return overDensity((factor) => riskOf(space, afterOf(space, displaced(factor))), space.options.densitySigma, nodes)
}

/** Whether it is enough: the mean for a probability, every density of the range for a distance. */
function isEnough(
  { options: { target, acceptedProbability = Infinity } }: Space,
  { mean, worst }: OverDensity,
): boolean {
  // The risk of a distance is what it lacks: within MARGIN of the one asked for, at each density.
  if (target.kind === 'miss') return worst <= target.missM * (1 - 1 / MARGIN)
  return mean <= MARGIN * target.probability && worst < acceptedProbability
}

/** What one sense of the change seems to need. */
interface DragNeed extends OverDensity {
  readonly heldM2PerKg: number
  readonly holdS: number
  readonly isEnough: boolean
  readonly curve: readonly DragPoint[]
}

/** The shortest time in one attitude that is enough by the table; where none is, the time of least risk. */
function seek(space: Space, heldM2PerKg: number): DragNeed {
  const looks = Array.from({ length: LOOKS + 1 }, (_, k) => (space.longestS * k) / LOOKS)
  const roughly = (holdS: number) => riskOver(space, space.rough(holdS, heldM2PerKg), ROUGH_NODES)
  // The risk need not fall with the time: a path that first crosses the other object makes it worse. Hence looks over
  // all of the time before the first one that is enough is refined by bisection.
  const risks = looks.map(roughly)
  const riskAt = (k: number) => risks[k] ?? missing()
  const lookAt = (k: number) => looks[k] ?? missing()
  const first = risks.findIndex((risk) => isEnough(space, risk))
  const least = risks.reduce((best, { mean }, k) => (mean < riskAt(best).mean ? k : best), 0)
  let holdS = lookAt(first === -1 ? least : first)
  // Between the last look that is not enough and the first one that is.
  for (let [k, low] = [0, lookAt(Math.max(0, first - 1))]; first > 0 && k < HALVINGS; k += 1) {
    const middle = (low + holdS) / 2
    if (isEnough(space, roughly(middle))) holdS = middle
    else low = middle
  }
  const isMiss = space.options.target.kind === 'miss'
  const curve = looks.map((at, k): DragPoint => ({ holdS: at, probability: isMiss ? null : riskAt(k).mean }))
  return { ...roughly(holdS), heldM2PerKg, holdS, isEnough: first !== -1, curve }
}

/** Flown, and held a little longer where that shows the rough time to be too short. */
function settle(space: Space, { holdS, heldM2PerKg, isEnough: isFound, curve }: DragNeed): DragPlan {
  let plan = judge(space, Math.min(space.longestS, Math.ceil(holdS)), { heldM2PerKg, curve })
  for (let k = 0; k < MOST_GROWTHS && isFound && !plan.meetsTarget && plan.holdS < space.longestS; k += 1) {
    const longer = Math.min(space.longestS, Math.ceil(plan.holdS * (1 + GROWTH * 2 ** k)))
    plan = judge(space, longer, { heldM2PerKg, curve })
  }
  return plan
}

/** A time in the attitude as it is commanded, flown and averaged finely (flight rules F7 and F11). */
function judge(
  space: Space,
  holdS: number,
  { heldM2PerKg, curve }: { readonly heldM2PerKg: number; readonly curve: readonly DragPoint[] },
): DragPlan {
  const displaced = space.flown(holdS, heldM2PerKg)
  const moved = displaced(1)
  const after = afterOf(space, moved)
  // Without a change the density changes nothing.
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

/** A time in an attitude that is given, flown and judged like one that was sought. */
export function judgeDrag(
  model: EncounterModel,
  options: DragOptions,
  { holdS, heldM2PerKg }: { readonly holdS: number; readonly heldM2PerKg: number },
): DragPlan {
  return judge(makeSpace(model.encounter, options), holdS, { heldM2PerKg, curve: [] })
}

/** An attitude kept from its start to TCA. */
export interface AttitudePlan extends DragPlan {
  /** What the smaller radius alone does, on the path without a change; null where the radius does not follow. */
  readonly radiusOnlyProbability: number | null
}

/**
 * The attitude of least area, kept from its start until TCA: what less drag does to the path, averaged over the density as in
 * planDrag, and, where the hard-body radius follows the attitude, what a smaller disc does to the probability. Turning
 * the small side to the wind lowers drag; the same attitude may also show the conjunction plane a smaller body.
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
