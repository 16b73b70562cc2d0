import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { overDensity } from '@apsis/astro/manoeuvre/density-average.ts'
import { USUAL_DENSITY_SIGMA } from '@apsis/astro/manoeuvre/drag-air.ts'
import { fly } from '@apsis/astro/manoeuvre/drag-flight.ts'
import { startAtStep, writeIgnition } from '@apsis/astro/manoeuvre/engine-steps.ts'
import {
  type DragCraft,
  type DragOptions,
  type DragPlan,
  judgeDrag,
  planDrag,
  planLeastArea,
} from '@apsis/astro/manoeuvre/plan-drag.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add } from '@apsis/astro/vec3.ts'
import { findDensitySigma } from '@apsis/ccsds/cdm/density-forecast.ts'
import type { DragChange, DragWeather } from '@apsis/contract/ca/plan/drag-change.ts'
import { isAssumed, type Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { STORM } from '../../space-weather/storm.data.ts'
import { airOf } from './drag-path.ts'
import {
  blackoutOver,
  COVARIANCE_FACTORS,
  conventionOf,
  type DesignedBurn,
  earliestStart,
  isDiluted,
  noWindow,
  type PlanTask,
  Refusal,
  refuseInBlackout,
  statesOf,
  targetFor,
  targetOfPlan,
  tooEarly,
  withFactor,
} from './plan-parts.ts'
import { openEvent, type PlannedEvent, reachedBy } from './planned-event.ts'

export type Vanes = Extract<Propulsion, { type: 'DIFFERENTIAL_DRAG' }>
type Craft = DragCraft & { readonly usualAreaM2: number }

/** 1σ of a density forecast through a storm, relative to the forecast: twice the usual value, a convention and not a measurement. */
const STORM_DENSITY_SIGMA = 0.5
/** The number of nodes with which the planner averages over the density. */
const NODES = 721

/**
 * Returns the shortest sufficient time with more or less area against the flow, or the attitude of least area until TCA. The plan is
 * sufficient on average over the density, and safe for every density from the 5th to the 95th percentile (flight rule F11).
 */
export function planByDrag(task: PlanTask, vanes: Vanes): DesignedBurn {
  const { request } = task
  const hold = planHold(task, vanes)
  const { event, target, startS, plan } = hold
  const { model } = event
  const before = reachedBy(model.after({ state: model.encounter.primary }), event)
  return {
    ...NOTHING_BURNT,
    orbitsBeforeTca: -startS / model.periodS,
    manoeuvreDuration: plan.holdS,
    dragCrossSection: heldAreaM2Of(hold),
    spacecraftInitialMass: task.massKg,
    totalTimeInDifferentialDragConfiguration: plan.holdS,
    totalTimeInNominalConfiguration: Math.max(0, -startS - plan.holdS),
    drag: dragChangeOf(hold, task),
    ...turnsOf(hold, request),
    smaChange: plan.smaChangeM,
    referenceFrame: request.referenceFrame,
    dynamics: request.dynamics,
    deltaVReferenceFrame: request.deltaVReferenceFrame ?? 'RTN',
    deltaVDirection: request.deltaVDirection ?? 'XYZ',
    target: targetOfPlan(target),
    before,
    after: { ...reachedBy(plan.after, event), probability: plan.probability },
    hotProbability: plan.denserProbability,
    coldProbability: plan.thinnerProbability,
    sensitivity: sensitivityOf(hold),
    meetsTarget: plan.meetsTarget,
    limit: plan.limit === null ? null : 'TIME',
    isTrackingFirst: isDiluted(before),
    convention: `${conventionOf(model.encounter)}. Probabilities are means over the density.`,
  }
}

/** A planned change of area with its basis. Seconds are from the closest approach. */
type Hold = {
  readonly event: PlannedEvent
  readonly craft: Craft
  readonly air: ReturnType<typeof airOf>
  readonly target: ReturnType<typeof targetFor>
  readonly startS: number
  readonly density: ReturnType<typeof densityOf>
  readonly plan: DragPlan
}

/** Plans when the satellite turns and how long it stays in that attitude, outside of blackouts. */
function planHold(task: PlanTask, vanes: Vanes): Hold {
  const { request, acceptedProbability } = task
  // The propagation of the plan includes drag; around TCA two-body motion suffices.
  const event = openEvent(task.message, 'two-body')
  if (event.method === 'hall-3d') throw new Refusal('method')
  const { tca } = event
  const craft = craftOf(task, vanes, event)
  const { weather } = task.air
  const air = airOf(event, { dynamics: request.dynamics, usualM2PerKg: craft.usualM2PerKg, weather })
  const target = targetFor(task)
  const planFrom = (startS: number) => {
    const density = densityOf(event, weather, startS)
    const options = {
      origin: tca,
      startS,
      craft,
      forces: air.forces,
      target,
      densitySigma: density.sigma,
      maxHoldS: vanes.maxDurationH * SECONDS_PER_HOUR,
      ...(target.kind === 'miss' ? {} : { acceptedProbability }),
    }
    return { startS, density, plan: planFor(task, vanes, { event, options }) }
  }
  return {
    event,
    craft,
    air,
    target,
    ...outsideBlackouts(task, tca, { firstS: startOf(task, vanes, event), planFrom }),
  }
}

/** Returns the area against the flow during the change; mass and coefficient stay the same. */
const heldAreaM2Of = ({ craft, plan }: Hold): number => (craft.usualAreaM2 * plan.heldM2PerKg) / craft.usualM2PerKg

function dragChangeOf(hold: Hold, task: PlanTask): DragChange {
  const { event, craft, air, density, plan } = hold
  const heldAreaM2 = heldAreaM2Of(hold)
  return {
    attitude: heldAreaM2 > craft.usualAreaM2 ? 'MOST_AREA' : 'LEAST_AREA',
    usualAreaM2: craft.usualAreaM2,
    heldAreaM2,
    usualM2PerKg: craft.usualM2PerKg,
    holdS: plan.holdS,
    densitySigma: density.sigma,
    densitySigmaFrom: density.from,
    densityFrom: air.from === 'message' ? 'MESSAGE' : 'MODEL',
    weather: air.hasWeather ? task.air.weather : null,
    nominalProbability: plan.nominalProbability,
    worstProbability: plan.worstProbability,
    highestOnTheWay: highestOnTheWay(plan),
    displacementRtnM: [...transform(rtnAxes(event.model.encounter.primary), plan.displacementM)],
    curve: plan.curve.map(({ holdS, probability }) => ({ holdS, probability })),
  }
}

/** Returns the satellite where it turns and where it turns back, propagated with the drag of each attitude. */
function turnsOf({ event: { model, tca }, craft, air, startS, plan }: Hold, { referenceFrame }: PlanTask['request']) {
  const toStart = { origin: tca, fromS: 0, toS: startS, forces: air.forces(craft.usualM2PerKg) }
  const start = fly(model.encounter.primary, toStart).end
  const held = { origin: tca, fromS: startS, toS: startS + plan.holdS, forces: air.forces(plan.heldM2PerKg) }
  const end = plan.holdS > 0 ? fly(start, held).end : start
  const [ignition, turned] = [addSeconds(tca, startS), addSeconds(tca, startS + plan.holdS)]
  return {
    ignitionEpoch: `${writeIgnition(ignition)}Z`,
    ...statesOf(referenceFrame, { ...start, epoch: ignition }, { ...end, epoch: turned }),
  }
}

/** Returns the probability after the change with other sizes of the covariance, each averaged over the density. */
function sensitivityOf({ event: { model }, density, plan }: Hold): DesignedBurn['sensitivity'] {
  const { radiusM, primary } = model.encounter
  const { r, v } = primary
  const meanWith = (factor: number) => {
    const value = (dense: number) => {
      const { dr, dv } = plan.displaced(dense)
      return withFactor(model.after({ state: { r: add(r, dr), v: add(v, dv) } }), radiusM, factor) ?? 1
    }
    return overDensity(value, plan.holdS === 0 ? 0 : density.sigma, NODES).mean
  }
  return COVARIANCE_FACTORS.map((covarianceFactor) => ({
    covarianceFactor,
    probability: plan.after.planar === null ? null : meanWith(covarianceFactor),
  }))
}

/** A change of area uses no propellant, and has no sudden step. */
const NOTHING_BURNT = {
  manoeuvreType: 'DIFFERENTIAL_DRAG',
  totalDeltaMass: 0,
  totalDeltaVMagnitude: 0,
  totalThrustingTime: null,
  effectiveThrustMagnitude: null,
  deltaMass: 0,
  deltaVMagnitude: 0,
  specificImpulse: null,
  dutyCycle: null,
  deltaVVector: [0, 0, 0],
  deltaVRtn: [0, 0, 0],
  azimuthDeg: 0,
  elevationDeg: 0,
} satisfies Partial<DesignedBurn>

type DragProblem = { readonly event: PlannedEvent; readonly options: DragOptions & { readonly craft: Craft } }

function planFor({ request }: PlanTask, vanes: Vanes, { event, options: given }: DragProblem): DragPlan {
  const { model, tca } = event
  const options = { ...given, craft: heldCraft(request, vanes, given.craft) }
  const { startS, craft } = options
  const longestS = Math.min(-startS, vanes.maxDurationH * SECONDS_PER_HOUR)
  if (request.attitude === 'LEAST_AREA') {
    if (longestS < -startS)
      throw new Refusal('burn-duration', {
        case: 'attitude',
        longestH: vanes.maxDurationH,
        holdH: Math.round((-10 * startS) / SECONDS_PER_HOUR) / 10,
      })
    return planLeastArea(model, options, null)
  }
  const asked = request.manoeuvreDuration
  if (asked === undefined) return planDrag(model, options)
  const holdS = Math.round(
    asked.unit === 'DATE'
      ? secondsBetween(tca, parseTime(asked.value)) - startS
      : asked.value * (asked.unit === 'PERIODS' ? model.periodS : 1),
  )
  if (!(holdS > 0 && holdS <= longestS))
    throw new Refusal('burn-duration', { case: 'held', holdS, longestS: Math.round(longestS) })
  const [least, most] = [craft.leastM2PerKg, craft.mostM2PerKg].map((heldM2PerKg) =>
    judgeDrag(model, options, { holdS, heldM2PerKg }),
  ) as [DragPlan, DragPlan]
  if (request.heldAreaM2 !== undefined) return craft.leastM2PerKg < craft.usualM2PerKg ? least : most
  return (least.probability ?? 1) < (most.probability ?? 1) ? least : most
}

/** Areas that differ by less than this are equal: entered and printed values have fewer digits. */
const SAME_AREA = 1e-9

/** Returns the craft with the areas to which it may turn: if an area is requested, only that one. */
function heldCraft({ heldAreaM2, attitude }: PlanTask['request'], vanes: Vanes, craft: Craft): Craft {
  if (heldAreaM2 === undefined) return craft
  if (attitude !== undefined) throw new Refusal('held-area', { case: 'attitude' })
  const { minAreaM2: leastM2, maxAreaM2: mostM2 } = vanes
  if (!(heldAreaM2 >= leastM2 && heldAreaM2 <= mostM2))
    throw new Refusal('held-area', { leastM2, mostM2, heldM2: heldAreaM2 })
  const heldM2PerKg = (craft.usualM2PerKg * heldAreaM2) / craft.usualAreaM2
  if (Math.abs(heldAreaM2 / craft.usualAreaM2 - 1) < SAME_AREA)
    throw new Refusal('held-area', { case: 'usual', heldM2: heldAreaM2 })
  return {
    ...craft,
    leastM2PerKg: Math.min(heldM2PerKg, craft.usualM2PerKg),
    mostM2PerKg: Math.max(heldM2PerKg, craft.usualM2PerKg),
  }
}

/** Returns the drag of the satellite: from the message, else from the satellite’s area, coefficient and mass. */
export function craftOf({ air, massKg }: PlanTask, vanes: Vanes, { cdm }: PlannedEvent): Craft {
  const { cdAreaOverMassM2PerKg, areaDrgM2 } = cdm.objects[0].additional ?? {}
  const perArea = massKg === null ? null : air.dragCoefficient / massKg
  const given = [areaDrgM2, air.dragAreaM2].find((one) => one !== undefined && one !== null && one > 0) ?? null
  const known = cdAreaOverMassM2PerKg !== undefined && cdAreaOverMassM2PerKg > 0 ? cdAreaOverMassM2PerKg : null
  const usualAreaM2 = given ?? (known === null || perArea === null ? null : known / perArea)
  const usualM2PerKg = known ?? (given === null || perArea === null ? null : given * perArea)
  if (usualAreaM2 === null || usualM2PerKg === null) throw new Refusal('drag-unknown')
  const { minAreaM2: leastM2, maxAreaM2: mostM2 } = vanes
  // Assumed areas are those of a small satellite: they do not describe a satellite whose usual area is not between the least and the most.
  if (isAssumed(vanes) && !(leastM2 < usualAreaM2 && usualAreaM2 < mostM2))
    throw new Refusal('drag-unknown', { case: 'areas', leastM2, mostM2, usualM2: usualAreaM2 })
  const held = (areaM2: number) => (usualM2PerKg * areaM2) / usualAreaM2
  return { usualAreaM2, usualM2PerKg, leastM2PerKg: held(leastM2), mostM2PerKg: held(mostM2) }
}

/** Returns 1σ of the density over its forecast: from the message, else from the activity, else the usual value (flight rule F11). */
export function densityOf(
  { cdm, tca }: PlannedEvent,
  weather: DragWeather | null,
  startS: number,
): { readonly sigma: number; readonly from: DragChange['densitySigmaFrom'] } {
  const stated = findDensitySigma(cdm)
  if (stated !== null) return { sigma: stated, from: 'MESSAGE' }
  const dayAt = (seconds: number) => formatTime(addSeconds(tca, seconds), { digits: 0 }).slice(0, 10)
  const isStormy = weather?.days.some(({ date, ap }) => ap >= STORM.ap && date >= dayAt(startS) && date <= dayAt(0))
  return isStormy === true
    ? { sigma: STORM_DENSITY_SIGMA, from: 'STORM' }
    : { sigma: USUAL_DENSITY_SIGMA, from: 'USUAL' }
}

export const leadOfVanes = ({ leadTimeH, slewS: readyS }: Vanes) => ({ leadTimeH, readyS, readying: 'slewS' }) as const

/** Returns the requested start of the attitude; with `until` the first possible start, as the earliest has the largest effect. */
function startOf(task: PlanTask, vanes: Vanes, { tca, model }: PlannedEvent): number {
  const { request, blackouts } = task
  const { start, until } = request
  const at = (ms: number) => secondsBetween(tca, parseTime(new Date(ms).toISOString()))
  const asked =
    start.unit === 'DATE'
      ? secondsBetween(tca, parseTime(start.value))
      : -start.value * (start.unit === 'PERIODS' ? model.periodS : 1)
  if (!(asked < 0)) throw new Refusal('after-tca', { case: 'drag' })
  const lead = leadOfVanes(vanes)
  const earliestS = earliestStart(task, lead, tca)
  if (until === undefined) {
    if (asked < earliestS) throw tooEarly(task, lead, [addSeconds(tca, asked), addSeconds(tca, earliestS)])
    refuseInBlackout(task, { start: addSeconds(tca, asked), lengthS: 0 })
    return startAtStep(tca, asked)
  }
  let startS = Math.max(asked, earliestS)
  for (const { fromMs, toMs } of blackouts.toSorted((a, b) => a.fromMs - b.fromMs))
    if (startS >= at(fromMs) && startS < at(toMs)) startS = at(toMs)
  if (startS > secondsBetween(tca, parseTime(until)) || startS >= 0) throw noWindow(task)
  return startAtStep(tca, startS)
}

type DragTrial = { readonly startS: number; readonly plan: DragPlan }

/**
 * Returns the first plan whose whole time in the attitude lies outside the blackouts: a plan that would cross a blackout is made again with a
 * start at the end of the blackout. A requested start is not moved.
 */
function outsideBlackouts<T extends DragTrial>(
  task: PlanTask,
  tca: Epoch,
  { firstS, planFrom }: { readonly firstS: number; readonly planFrom: (startS: number) => T },
): T {
  const { until } = task.request
  for (let startS = firstS; ; ) {
    const tried = planFrom(startS)
    const span = { start: addSeconds(tca, startS), lengthS: tried.plan.holdS }
    if (until === undefined) refuseInBlackout(task, span)
    const shut = blackoutOver(task, span)
    if (shut === undefined) return tried
    startS = startAtStep(tca, secondsBetween(tca, parseTime(new Date(shut.toMs).toISOString())))
    if (until === undefined || startS > secondsBetween(tca, parseTime(until)) || startS >= 0) throw noWindow(task)
  }
}

/** Returns the largest mean probability of a shorter time if it is higher than without a change: turning back early is then worse. */
function highestOnTheWay({ curve, holdS }: DragPlan): number | null {
  const nothing = curve[0]?.probability ?? 1
  const shorter = curve.flatMap((one) => (one.holdS <= holdS && one.probability !== null ? [one.probability] : []))
  const highest = Math.max(0, ...shorter)
  return highest > nothing ? highest : null
}
