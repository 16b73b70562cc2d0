import { allowedBy, angleTo, directionsAt, sensesWithin } from '@apsis/astro/manoeuvre/allowed-directions.ts'
import { eclipseBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import { findBurnTime, openSpans } from '@apsis/astro/manoeuvre/burn-time.ts'
import type { Counting } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import { deltaVFromAxes, vectorOf } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import { startAtStep, startWithin } from '@apsis/astro/manoeuvre/engine-steps.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { planToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import {
  type BurnBounds,
  type NotSized,
  type SizedBurn,
  sizeArc,
  sizeImpulse,
} from '@apsis/astro/manoeuvre/size-burn.ts'
import { ALONG_TRACK_RTN, strategySpan } from '@apsis/astro/manoeuvre/strategy.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'
import type { PlanLine } from '@apsis/contract/ca/plan/request-parts.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { APART_S, burningS, hintsOf, shutFor } from './burn-span.ts'
import { type BurnWish, describe, type Engine, type FoundBurn } from './describe-burn.ts'
import { planByDrag } from './drag-plan.ts'
import { distanceGiven, movePlanned } from './move-planned.ts'
import {
  atSecond,
  blackoutOver,
  counting,
  type DesignedBurn,
  earliestStart,
  leadOf,
  limitOf,
  noWindow,
  type PlanTask,
  Refusal,
  refuseInBlackout,
  targetFor,
  tooEarly,
} from './plan-parts.ts'
import { errorOf, openEvent, orbitOf, type PlannedEvent } from './planned-event.ts'

/** Directions are stated to a tenth of a degree. */
const PER_DEGREE = 10

const NAMES = { SHORT_TERM: 'short-term', LONG_TERM: 'long-term' } as const

/** A plan, or the limit that forbids one. */
export type PlanAnswer = { readonly burn: DesignedBurn } | { readonly refused: PlanRefusal }

const MS_PER_SECOND = 1000
/** Returns the smallest sufficient burn, propagated and checked with Δv as the plan rounds it (flight rules F1 to F7). Runs in the worker pool. */
export function planBurn(task: PlanTask, counts: Counting | null = counting()): PlanAnswer {
  return planForEvent(task, counts, () => openEvent(task.message, task.request.dynamics))
}

/** Returns the plan for an event that is open already, as when several plans are made for it. */
export function planForEvent(task: PlanTask, counts: Counting | null, eventOf: () => PlannedEvent): PlanAnswer {
  try {
    return { burn: makeBurn(task, counts, eventOf) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refusal }
    if (error instanceof RangeError) return { refused: { code: 'orbit', values: { reason: error.message } } }
    throw error
  }
}

function makeBurn(asked: PlanTask, counts: Counting | null, eventOf: () => PlannedEvent): DesignedBurn {
  const { request, massKg, propulsion } = asked
  if (propulsion.type === 'DIFFERENTIAL_DRAG') {
    if (request.strategy !== undefined) throw new Refusal('strategy', { case: 'drag' })
    if (request.plannedBurn !== undefined) throw new Refusal('planned-burn', { case: 'drag' })
    return planByDrag(asked, propulsion)
  }
  if (request.attitude !== undefined) throw new Refusal('attitude')
  if (request.heldAreaM2 !== undefined) throw new Refusal('held-area', { case: 'engine' })
  const engine = engineOf(propulsion)
  if (engine.type === 'CONTINUOUS' && massKg === null) throw new Refusal('mass')
  const event = eventOf()
  const task = withEclipses(asked, event)
  const given = { task, event, engine, target: targetFor(task), error: errorOf(engine, request), counting: counts }
  const earliestS = earliestStart(task, leadBefore(engine), event.tca)
  const wanted = { ...given, task: { ...task, request: searchOf(request, { event, engine, earliestS }) } }
  const startS = startOf(wanted, earliestS)
  const moved = request.plannedBurn === undefined ? null : movePlanned(wanted, startS, optionsOf(wanted))
  const { plan, arcS, limit } =
    moved ??
    (engine.type === 'IMPULSIVE' ? planImpulsive(wanted, engine, startS) : planContinuous(wanted, engine, startS))
  const span = { start: addSeconds(event.tca, plan.burnS), lengthS: burningS(wanted, plan.deltaVMps, arcS) }
  refuseInBlackout(task, span, hintsOf(wanted))
  return { ...describe(wanted, { plan, arcS, limit }), ...(moved === null ? {} : { plannedBurn: moved.told }) }
}

/** Adds the eclipses of a satellite to its blackouts if its engine does not burn in the shadow; an attitude is held through eclipses. */
function withEclipses(task: PlanTask, event: PlannedEvent): PlanTask {
  return { ...task, blackouts: [...task.blackouts, ...eclipseBlackouts(orbitOf(event, task), task.nowMs, task)] }
}

function engineOf(propulsion: Exclude<Propulsion, { type: 'DIFFERENTIAL_DRAG' }>): Engine {
  switch (propulsion.type) {
    case 'IMPULSIVE':
    case 'CONTINUOUS':
      return propulsion
    case 'NONE':
    case 'UNKNOWN':
      throw new Refusal('no-engine', { case: propulsion.type })
  }
}

const leadBefore = (engine: Engine) =>
  ({ ...leadOf(engine), readying: engine.type === 'CONTINUOUS' ? 'warmUpS' : 'slewS' }) as const

/** Returns the requested start; for a search its beginning, or the earliest start that a command still reaches. */
function startOf({ task, event: { model, tca }, engine }: BurnWish, earliestS: number): number {
  const { start, until } = task.request
  const asked =
    start.unit === 'DATE'
      ? secondsBetween(tca, parseTime(start.value))
      : -start.value * (start.unit === 'PERIODS' ? model.periodS : 1)
  if (!(asked < 0)) throw new Refusal('after-tca')
  if (until !== undefined) return Math.max(asked, earliestS)
  if (asked < earliestS) throw tooEarly(task, leadBefore(engine), [addSeconds(tca, asked), addSeconds(tca, earliestS)])
  const startS = startAtStep(tca, asked, engine.startStepS)
  if (!(startS < 0)) throw new Refusal('after-tca')
  refuseInBlackout(task, { start: addSeconds(tca, startS), lengthS: 0 })
  return startS
}

function planImpulsive(wanted: BurnWish, engine: Extract<Engine, { type: 'IMPULSIVE' }>, startS: number): FoundBurn {
  return madeOf(sizeImpulse(engine, wanted.task.massKg, (bounds) => planAt(wanted, { startS, ...bounds })))
}

function planContinuous(wanted: BurnWish, engine: Extract<Engine, { type: 'CONTINUOUS' }>, startS: number): FoundBurn {
  const { task, event } = wanted
  const { manoeuvreDuration: asked } = task.request
  const askedS =
    asked === undefined
      ? null
      : asked.unit === 'DATE'
        ? secondsBetween(event.tca, parseTime(asked.value)) - startS
        : asked.value * (asked.unit === 'PERIODS' ? event.model.periodS : 1)
  const massKg = task.massKg ?? Number.NaN
  const planBy = (by: BurnWish) => (bounds: BurnBounds) => planAt(by, { startS, ...bounds })
  return madeOf(
    sizeArc(
      engine,
      { massKg, startS, askedS, longestOpenS: () => longestOpenS(wanted, startS) },
      { uncounted: planBy({ ...wanted, counting: null }), counted: planBy(wanted) },
    ),
  )
}

/** Returns a burn that the engine can make. Throws Refusal if it can make none. */
function madeOf(sized: SizedBurn | NotSized): FoundBurn {
  if (!sized.ok) throw new Refusal(sized.code, sized.values)
  const { plan, arcS, maxDeltaVMps, limit } = sized
  return { plan, arcS, limit: limitOf(plan, { maxDeltaVMps, name: limit }) }
}

/** Returns the longest arc that some start of a search leaves outside of blackouts and before TCA; without a search no blackout shortens it. */
function longestOpenS(wanted: BurnWish, startS: number): number {
  const { request } = wanted.task
  if (request.until === undefined) return Infinity
  const lastS = secondsBetween(wanted.event.tca, parseTime(request.until))
  const open = openSpans({ fromS: startS, toS: 0, blackouts: shutFor(wanted, 0) })
  const lengthsS = open.filter(({ fromS }) => fromS <= lastS).map(({ fromS, toS }) => toS - fromS)
  // The search for a start needs a margin.
  const longestS = Math.floor((Math.max(0, ...lengthsS) - LONGER_S) * MS_PER_SECOND) / MS_PER_SECOND
  if (longestS <= 0) throw noWindow(wanted.task, hintsOf(wanted))
  return longestS
}

/** Returns the options by which every burn of a plan is judged. */
function optionsOf({ task: { message, acceptedProbability }, event, target, error, counting }: BurnWish) {
  return {
    target,
    method: message.confirmedBy ?? event.method,
    ...(counting === null ? {} : { counting }),
    ...(error === null ? {} : { executionError: error }),
    ...(error === null || target.kind === 'miss' ? {} : { acceptedProbability }),
  }
}

type Bounds = BurnBounds & { readonly startS: number }

/** Returns the plan for a start, or for the best start of the requested window. */
function planAt(wanted: BurnWish, { startS, ...bounds }: Bounds): TargetPlan {
  const { task, event, engine } = wanted
  const { request } = task
  const given = distanceGiven(task)
  const options = { ...optionsOf(wanted), ...bounds, ...allowedBy(engine.thrustDirections) }
  const lined = (burnS: number) =>
    request.direction === undefined ? {} : { directionRtn: lineAt(wanted, burnS, request.direction) }
  if (request.until === undefined)
    return planToTarget(event.model, { ...options, ...lined(startS), burnS: startS }, given)
  const toS = secondsBetween(event.tca, parseTime(request.until))
  if (toS < startS || toS >= 0) throw noWindow(task)
  // The duration of an impulse depends on its Δv: if it would overlap a blackout, the start is searched again with its length.
  for (let lengthS = bounds.arcS ?? 0, search = 0; search < MOST_SEARCHES; search += 1) {
    // A later start would not end before TCA.
    const startAt = startWithin(event.tca, engine.startStepS)
    const latest = { toS: Math.min(toS, -lengthS - APART_S), blackouts: shutFor(wanted, lengthS) }
    const window = { fromS: startS, ...latest, startAt }
    const found = findBurnTime(event.model, window, { ...options, ...lined(startS) }, (at) =>
      planToTarget(event.model, at, given),
    )
    if (found === null) break
    const { burnS } = found
    // The direction of a line changes with time.
    const plan =
      request.direction === undefined ? found : planToTarget(event.model, { ...options, ...lined(burnS), burnS }, given)
    const neededS = burningS(wanted, plan.deltaVMps, bounds.arcS ?? 0)
    if (blackoutOver(task, { start: addSeconds(event.tca, burnS), lengthS: neededS }) === undefined) return plan
    lengthS = Math.max(lengthS, neededS) + LONGER_S
  }
  throw noWindow(task, hintsOf(wanted))
}

/** The most searches for a start, and the extra length of each over the last burn, which may take longer at another start. */
const [MOST_SEARCHES, LONGER_S] = [6, 1]
/** Returns the requested line in R, T, N at the start. Throws Refusal if the engine cannot push along it in any sense. */
function lineAt({ event: { model, tca }, engine }: BurnWish, burnS: number, line: PlanLine): Vec3 {
  const { state, rtn } = trialOf(model, { burnS })
  const vector =
    line.deltaVDirection === 'XYZ'
      ? line.vector
      : vectorOf({ azimuthRad: degToRad(line.azimuthDeg), elevationRad: degToRad(line.elevationDeg) })
  const at = { frame: 'GCRF', epoch: addSeconds(tca, burnS), ...state } as const
  const directionRtn = transform(rtn, deltaVFromAxes(line.deltaVReferenceFrame, at, vector))
  refuseUnreachable(engine, directionRtn, state)
  return directionRtn
}

type StrategyBasis = { readonly event: PlannedEvent; readonly engine: Engine; readonly earliestS: number }

/** Returns the request of a strategy as a search: its start, its end, and its line. Throws Refusal if it is too late for the strategy. */
function searchOf(request: PlanRequest, { event: { model, tca }, engine, earliestS }: StrategyBasis): PlanRequest {
  const { strategy, until, direction } = request
  if (strategy === undefined) return request
  const { periodS } = model
  const { fromS, toS } = strategySpan(NAMES[strategy], { periodS, earliestS })
  if (fromS >= toS) {
    const [earliest, latest] = [earliestS, toS].map((atS) => atSecond(addSeconds(tca, atS))) as [string, string]
    throw new Refusal('strategy', { case: strategy, earliestAt: earliest, latestAt: latest })
  }
  const lastS = until === undefined ? toS : Math.min(toS, secondsBetween(tca, parseTime(until)))
  if (fromS >= lastS) throw noWindow({ blackouts: [] })
  const [from, last] = [addSeconds(tca, fromS), addSeconds(tca, lastS)]
  const isAlong =
    strategy === 'LONG_TERM' &&
    direction === undefined &&
    canPushAlong(engine, ALONG_TRACK_RTN, trialOf(model, { burnS: fromS }).state)
  return {
    ...request,
    start: { unit: 'DATE', value: formatTime(from, { digits: 3, zulu: true }) },
    until: formatTime(last, { digits: 3, zulu: true }),
    ...(isAlong
      ? { direction: { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [...ALONG_TRACK_RTN] } }
      : {}),
  }
}

/** True if an engine can push along a line, R, T, N, in at least one sense. */
function canPushAlong({ thrustDirections }: Engine, directionRtn: Vec3, state: CartesianState): boolean {
  const { allowed } = allowedBy(thrustDirections)
  return allowed === undefined || sensesWithin(directionsAt(allowed, state), directionRtn).thrusters.length > 0
}

/** Throws Refusal if an engine cannot push along a line, R, T, N, in either sense. */
function refuseUnreachable(engine: Engine, directionRtn: Vec3, state: CartesianState): void {
  const { allowed } = allowedBy(engine.thrustDirections)
  if (allowed === undefined || canPushAlong(engine, directionRtn, state)) return
  const set = directionsAt(allowed, state)
  throw new Refusal('direction', {
    angleDeg: Math.round(PER_DEGREE * radToDeg(angleTo(set, directionRtn))) / PER_DEGREE,
  })
}
