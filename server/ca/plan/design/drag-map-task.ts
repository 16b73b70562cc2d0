import { SECONDS_PER_DAY, SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { dragMap, type MappedEvent } from '@apsis/astro/manoeuvre/drag-map.ts'
import { startAtStep } from '@apsis/astro/manoeuvre/engine-steps.ts'
import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { type DragMap, MAP_AREAS, MAP_STARTS } from '@apsis/contract/ca/plan/drag-map.ts'
import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { SCREENING_IN_ENGLISH, sayObstacle } from '@apsis/contract/notice-text/screening-in-words.ts'
import { toInstant } from '../../message/record/api-value.ts'
import { airOf, pathEndS } from './drag-path.ts'
import { craftOf, densityOf, leadOfVanes, type Vanes } from './drag-plan.ts'
import { blackoutOver, earliestStart, noWindow, type PlanTask, Refusal } from './plan-parts.ts'
import { type MessageToPlan, openEvent, type PlannedEvent } from './planned-event.ts'

/** Another open event of the satellite. */
export type OtherEvent = {
  readonly conjunctionId: string
  readonly object: string
  readonly pair: string
  readonly message: MessageToPlan
}

export type DragMapTask = {
  readonly plan: PlanTask
  readonly vanes: Vanes
  /** Time in the attitude, s; null if it is as long as possible. */
  readonly holdS: number | null
  /** The pair of the event that the map is made for. */
  readonly pair: string
  readonly others: readonly OtherEvent[]
}

type NotCounted = DragMap['notCounted'][number]
export type DragMapValues = Omit<DragMap, 'conjunctionId' | 'cdmId' | 'isSimulated'>

/** No map begins earlier: the forecast of the density is worth little beyond this time. */
const MOST_SPAN_S = 5 * SECONDS_PER_DAY
/** The earliest time moves on while a person reads the map; this is the margin. */
const ROOM_S = 600
/** For a satellite that can only be commanded just before TCA, the map ends at this share of the remaining time. */
const LAST_SHARE = 0.05

/** Returns the map of changes of area, or the limit that forbids one. Runs in the worker pool. */
export function mapDrag(task: DragMapTask): { readonly map: DragMapValues } | { readonly refused: PlanRefusal } {
  try {
    return { map: makeMap(task) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refusal }
    if (error instanceof RangeError) return { refused: { code: 'orbit', values: { reason: error.message } } }
    throw error
  }
}

function makeMap({ plan, vanes, holdS: asked, pair, others }: DragMapTask): DragMapValues {
  // The propagation includes drag; around TCA two-body motion suffices, as for a plan.
  const event = openEvent(plan.message, 'two-body')
  if (event.method === 'hall-3d') throw new Refusal('method')
  const { tca, model } = event
  const { dynamics } = plan.request
  const craft = craftOf(plan, vanes, event)
  const { weather } = plan.air
  const air = airOf(event, { dynamics, usualM2PerKg: craft.usualM2PerKg, weather })
  const longestS = Math.min(asked ?? Number.POSITIVE_INFINITY, vanes.maxDurationH * SECONDS_PER_HOUR)
  const starts = startsOf(plan, vanes, event).map((startS) => ({
    startS,
    holdS: Math.min(longestS, -startS),
    densitySigma: densityOf(event, weather, startS).sigma,
  }))
  const firstS = starts[0]?.startS ?? 0
  const opened = others.map((one) => openOther(one, { tca, untilS: pathEndS(firstS) }))
  const counted = opened.filter((one) => 'model' in one)
  const heldAreasM2 = areasOf(vanes, craft.usualAreaM2)
  const found = dragMap([{ model, laterS: 0, pair }, ...counted], {
    origin: tca,
    craft,
    forces: air.forces,
    starts,
    heldM2PerKg: heldAreasM2.map((areaM2) => (craft.usualM2PerKg * areaM2) / craft.usualAreaM2),
  })
  const hasOthers = counted.length > 0
  return {
    ...found,
    tca: toInstant(tca),
    dynamics,
    starts: starts.map(({ startS, holdS, densitySigma }) => {
      const start = addSeconds(tca, startS)
      const blackout = blackoutOver(plan, { start, lengthS: holdS })?.kind ?? null
      return { at: toInstant(start), holdS, densitySigma, blackout }
    }),
    usualAreaM2: craft.usualAreaM2,
    heldAreasM2,
    densityFrom: air.from === 'message' ? 'MESSAGE' : 'MODEL',
    weather: air.hasWeather ? weather : null,
    target: { probability: REMEDIATION * plan.acceptedProbability, accepted: plan.acceptedProbability },
    others: hasOthers ? found.others : null,
    worstOther: hasOthers ? found.worstOther : null,
    counted: counted.map(({ conjunctionId, object }) => ({ conjunctionId, object })),
    notCounted: opened.filter((one) => 'reason' in one),
  }
}

/** Returns evenly spaced start times in whole seconds, from the earliest that a command reaches to a revolution before TCA. */
function startsOf(plan: PlanTask, vanes: Vanes, { tca, model }: PlannedEvent): number[] {
  const earliestS = earliestStart(plan, leadOfVanes(vanes), tca)
  const firstS = Math.max(earliestS + ROOM_S, -MOST_SPAN_S)
  if (!(firstS < -1)) throw noWindow(plan)
  const lastS = Math.max(LAST_SHARE * firstS, -model.periodS)
  const steps = Array.from({ length: MAP_STARTS }, (_, k) =>
    Math.round(firstS + ((lastS - firstS) * k) / (MAP_STARTS - 1)),
  )
  // The start is rounded up, so that a command reaches it.
  const whole = [Math.ceil(firstS), ...steps.slice(1)].map((startS) => startAtStep(tca, startS))
  return [...new Set(whole)].filter((startS) => startS < 0)
}

/** Returns areas from the least to the most, with the usual one among them if the satellite can show it. */
function areasOf({ minAreaM2: least, maxAreaM2: most }: Vanes, usual: number): number[] {
  const steps = MAP_AREAS - 1
  const even = (from: number, to: number, count: number) =>
    Array.from({ length: count }, (_, k) => from + ((to - from) * k) / count)
  if (!(least < usual && usual < most)) return [...even(least, most, steps), most]
  const below = Math.min(steps - 1, Math.max(1, Math.round((steps * (usual - least)) / (most - least))))
  return [...even(least, usual, below), ...even(usual, most, steps - below), most]
}

type MapSpan = { readonly tca: Epoch; readonly untilS: number }

/** Returns another event as the map counts it, or the reason why it is not counted. */
function openOther(
  { conjunctionId, object, pair, message }: OtherEvent,
  { tca, untilS }: MapSpan,
): (MappedEvent & Pick<NotCounted, 'conjunctionId' | 'object'>) | NotCounted {
  const known = { conjunctionId, object }
  try {
    const event = openEvent(message, 'two-body')
    const laterS = secondsBetween(tca, event.tca)
    if (laterS > untilS) return { ...known, reason: sayObstacle(SCREENING_IN_ENGLISH, { obstacle: 'late-after-drag' }) }
    return { ...known, model: event.model, laterS, pair }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { ...known, reason: error.message }
  }
}
