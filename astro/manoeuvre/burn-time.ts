import { GM_EARTH, SECONDS_PER_HOUR } from '../constants.ts'
import { transform, transpose } from '../mat3.ts'
import { maximise } from '../maximise.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'
import { stepsWithin } from './allowed-directions.ts'
import { makeBurnTrial, planeMap } from './burn-trial.ts'
import { type Counting, leastProven } from './confirm-by-counting.ts'
import { TWO_BODY } from './dynamics.ts'
import { type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import { withinAt } from './impulse-search.ts'
import { localRisk } from './local-risk.ts'
import { type AssessedOptions, type AssessedPlan, planAssessed } from './plan-assessed.ts'
import { isReached, MARGIN } from './plan-impulse.ts'
import { smallestSteps, type Vec2 } from './smallest-step.ts'

/** From this period on a lead time is in hours (flight rule F6): GEO begins here (18 SDS, 1,300 min), and half a revolution is half a day. */
export const HOURLY_PERIOD_S = 78_000

/** Start times that are tried by default: in revolutions before TCA, or in hours for satellites with a period of about a day. */
export interface UsualLeads {
  readonly orbits: readonly number[]
  readonly hours: readonly number[]
}

/** Returns how long before TCA these start times are, s, in the given order. */
export function usualLeadsS(periodS: number, { orbits, hours }: UsualLeads): number[] {
  return periodS < HOURLY_PERIOD_S ? orbits.map((lead) => lead * periodS) : hours.map((lead) => lead * SECONDS_PER_HOUR)
}

/** A span in which a burn may or may not start, in seconds after the TCA of the message. */
export interface BurnSpan {
  readonly fromS: number
  readonly toS: number
}

/** The time in which a burn may start. */
export interface BurnWindow extends BurnSpan {
  /** Times without burns, because of passes, payload operation, eclipses, attitude or other reasons. */
  readonly blackouts?: readonly BurnSpan[]
  /**
   * Returns the possible engine start that is nearest to a time, in a span without blackouts; null: there is none. Absent: any microsecond is
   * possible.
   */
  readonly startAt?: (burnS: number, span: BurnSpan) => number | null
}

/** Samples per revolution, in equal steps of eccentric anomaly: the minima near half revolutions are an eighth of a revolution wide. */
const LOOKS_PER_ORBIT = 24
/** A minimum between two samples is refined to this fraction of the time between them. */
const TIME_SHARE = 1e-4
/** The number of best minima that are planned in full; by the same quadratic, the others cost more. */
const MOST_PLANNED_MINIMA = 3

/**
 * Returns the time in a window at which the smallest burn is enough; null if the window has no time outside its blackouts. The cost of a burn is
 * computed from the quadratic problem of its transition matrix (two-body, a few microseconds) at equal steps of eccentric anomaly, so that the
 * perigee of an eccentric orbit is not missed (flight rule F6). Each minimum between samples is refined by golden section, and the best minima
 * are planned in full. The cost has about two minima in each revolution, half a revolution apart: a descent from one start would find only the
 * nearest of a hundred. `planOf` plans at these times if a plan must satisfy more than the encounter of the message; the best plan is then the
 * best one by `planOf`. A count takes seconds, so plans are made without one. Plans that only a count can confirm are then counted, the smallest
 * burn first, as long as it may be the smallest that is enough.
 */
export function findBurnTime(
  model: EncounterModel,
  window: BurnWindow,
  options: Omit<AssessedOptions, 'burnS'>,
  planOf: (options: AssessedOptions) => AssessedPlan = (at) => planAssessed(model, at),
): AssessedPlan | null {
  const open = openSpans(window)
  // Two-body motion finds the times; the plans at these times use the encounter's dynamics.
  const cheap = makeEncounterModel(model.encounter, TWO_BODY)
  const cost = (burnS: number) => roughCost(cheap, burnS, options)
  const { startAt = roundTime } = window
  const minima = open
    .flatMap((span) => minimaIn(cheap, span, cost).map((one) => ({ ...one, startS: startAt(one.burnS, span) })))
    .sort((a, b) => a.cost - b.cost)
  const starts = new Set(minima.flatMap(({ startS }) => (startS === null ? [] : [startS])))
  const times = [...starts].slice(0, MOST_PLANNED_MINIMA)
  const { counting, ...uncounted } = options
  const plans = times.map((burnS) => ({ burnS, plan: planOf({ ...uncounted, burnS }) }))
  const best = plans.map(({ plan }) => plan).reduce<AssessedPlan | null>(betterOf, null)
  if (counting === undefined || options.target.kind === 'miss' || options.method !== 'hall-3d') return best
  return bestCounted(model, plans, { ...options, counting }, planOf)
}

interface PlanAtTime {
  readonly burnS: number
  readonly plan: AssessedPlan
}

/**
 * Returns the smallest sufficient burn of plans that were made without a count. A count cannot make a burn smaller, so a burn larger than a known
 * sufficient one is not counted. If the largest number of pairs cannot prove the target, one count is made to show what it can prove.
 */
function bestCounted(
  { encounter: { radiusM } }: EncounterModel,
  plans: readonly PlanAtTime[],
  options: Omit<AssessedOptions, 'burnS' | 'counting'> & { readonly counting: Counting },
  planOf: (options: AssessedOptions) => AssessedPlan,
): AssessedPlan | null {
  const { target, counting, acceptedProbability = 0 } = options
  const isOpen = ({ limit, after }: AssessedPlan) => limit === 'method' && isReached(target, after, radiusM)
  const wanted = target.kind === 'probability' ? MARGIN * target.probability : 0
  // If a method gives a value for the burn itself, the counted burns are the ones that this value shows as too weak.
  const isProvable = ({ confirmedProbability }: AssessedPlan) =>
    leastProven(counting.mostTrials) <= (confirmedProbability === null ? wanted : acceptedProbability)
  const known = plans.map(({ plan }) => plan).filter((plan) => !isOpen(plan))
  let best = known.reduce<AssessedPlan | null>(betterOf, null)
  const open = plans.filter(({ plan }) => isOpen(plan)).sort((a, b) => a.plan.deltaVMps - b.plan.deltaVMps)
  for (const { burnS, plan } of open) {
    if (best?.meetsTarget === true && plan.deltaVMps >= best.deltaVMps) break
    if (isProvable(plan)) best = betterOf(best, planOf({ ...options, burnS }))
  }
  if (best !== null && (best.meetsTarget || best.counted !== null)) return best
  const untoldS = open[0]?.burnS ?? (best?.confirmedProbability === null ? best.burnS : undefined)
  return untoldS === undefined ? best : planOf({ ...options, burnS: untoldS })
}

const betterOf = (best: AssessedPlan | null, next: AssessedPlan) =>
  best === null || isBetter(next, best) ? next : best

/** Returns the parts of a window outside its blackouts, in the order of time. */
export function openSpans({ fromS, toS, blackouts = [] }: BurnWindow): BurnSpan[] {
  let open: BurnSpan[] = toS >= fromS ? [{ fromS, toS }] : []
  for (const shut of blackouts) {
    open = open.flatMap((span) => {
      if (shut.toS <= span.fromS || shut.fromS >= span.toS) return [span]
      const rest = [
        { fromS: span.fromS, toS: shut.fromS },
        { fromS: shut.toS, toS: span.toS },
      ]
      return rest.filter((part) => part.toS > part.fromS)
    })
  }
  return open
}

/**
 * A sufficient burn is better than an insufficient one. Of two sufficient burns the smaller is better; of two insufficient ones, the one that
 * comes closer to the target.
 */
function isBetter(a: AssessedPlan, b: AssessedPlan): boolean {
  if (a.meetsTarget !== b.meetsTarget) return a.meetsTarget
  return a.meetsTarget ? a.deltaVMps < b.deltaVMps : (a.probability ?? 1) < (b.probability ?? 1)
}

/** Commanded times have a resolution of one microsecond at best. */
function roundTime(burnS: number): number {
  return Math.round(burnS * 1e6) / 1e6
}

interface Minimum {
  readonly burnS: number
  readonly cost: number
}

/**
 * Returns the local minima of the cost: samples that cost no more than both neighbours, each refined between these. An end of a window is a
 * minimum if the cost falls towards it.
 */
function minimaIn(model: EncounterModel, span: BurnSpan, cost: (burnS: number) => number): Minimum[] {
  const times = lookTimes(model, span)
  const costs = times.map(cost)
  return times.flatMap((burnS, k): Minimum[] => {
    const here = costs[k] ?? Infinity
    const [before, behind] = [costs[k - 1] ?? Infinity, costs[k + 1] ?? Infinity]
    if (!(here <= before && here <= behind)) return []
    const [low, high] = [times[k - 1] ?? burnS, times[k + 1] ?? burnS]
    if (!(high > low)) return [{ burnS, cost: here }]
    // Golden section on the negative cost.
    const best = maximise((time) => -cost(time), low, high, TIME_SHARE)
    return [-best.value <= here ? { burnS: best.at, cost: -best.value } : { burnS, cost: here }]
  })
}

/**
 * Returns times that are separated by equal steps of eccentric anomaly: ∫ dE = ∫ n a / r dt, as dM = (r / a) dE. Equal time steps would give few
 * samples near the perigee of an eccentric orbit, where motion is fastest and burns are cheapest.
 */
function lookTimes(model: EncounterModel, { fromS, toS }: BurnSpan): number[] {
  const { encounter, dynamics, periodS } = model
  // Kepler's third law.
  const semiMajorM = Math.cbrt(GM_EARTH * (periodS / (2 * Math.PI)) ** 2)
  const times = [fromS]
  let state = dynamics.fly(encounter.primary, { fromS: 0, toS: fromS }, 'primary')
  for (let at = fromS; at < toS; ) {
    // dt = (r/a) dE/n for dE = 2π/24.
    const stepS = (periodS / LOOKS_PER_ORBIT) * (norm(state.r) / semiMajorM)
    const next = Math.min(toS, at + stepS)
    state = dynamics.fly(state, { fromS: at, toS: next }, 'primary')
    times.push(next)
    at = next
  }
  return times
}

/**
 * Returns the approximate cost of a burn, m/s, from one quadratic problem about the encounter without a burn: the risk is an ellipse in the
 * conjunction plane, which √shape scales to a circle. The burn is the smallest whose linear map reaches the circle of the target.
 */
function roughCost(model: EncounterModel, burnS: number, options: Omit<AssessedOptions, 'burnS'>): number {
  const { target, directionRtn } = options
  const trial = makeBurnTrial(model, burnS, null)
  const none = trial.attempt([0, 0, 0])
  const { planar } = none.after
  const within = withinAt(trial, options)
  const directions =
    directionRtn === undefined || within !== null ? trial.rtn : [transform(transpose(trial.rtn), unit(directionRtn))]
  const map = planeMap(none, directions)
  if (planar === null || map === null) return Infinity
  const { at, value, goal, shape } = localRisk(target, planar, model.encounter.radiusM, true)
  // The squared distance, in the scaled plane, at which the quadratic risk is the goal; at or below 0 no burn is
  // needed.
  const square = at[0] * at[0] * shape[0] + at[1] * at[1] * shape[1] + 2 * (value - goal)
  if (!(square > 0)) return 0
  const [kx, ky] = [Math.sqrt(shape[0]), Math.sqrt(shape[1])]
  const from: Vec2 = [kx * at[0], ky * at[1]]
  const stretched = map.map(([x, y]): Vec2 => [kx * x, ky * y])
  const radius = Math.sqrt(square)
  const [step] = within === null ? smallestSteps(from, stretched, radius) : stepsWithin(within, from, stretched, radius)
  return step === undefined ? Infinity : Math.hypot(...step)
}

/** The direction of a vector. */
function unit(v: Vec3): Vec3 {
  return scale(v, 1 / norm(v))
}
