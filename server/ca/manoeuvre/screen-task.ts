import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import type { ExecutionError } from '@apsis/astro/manoeuvre/execution-error.ts'
import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { MARGIN, trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Burn, ManoeuvreScreening } from '@apsis/contract/ca/manoeuvre-plan.ts'
import type { Propulsion } from '@apsis/contract/ca/propulsion.ts'
import { toInstant } from '../message/derive-cdm.ts'
import { type DragPath, densityOf, eventByDrag, openDragPath, pathEndS } from './drag/drag-path.ts'
import { errorOf, type MessageToPlan, openEvent, type PlannedEvent, reachedBy } from './planned-event.ts'

/** The newest message of an open event of the satellite. */
export type EventToScreen = {
  readonly conjunctionId: string
  readonly cdmId: string
  readonly object: string
  readonly grade: string
  /** Why nothing can be computed of it; null: it can. */
  readonly obstacle: string | null
  readonly message: MessageToPlan
}

export type FrozenBurn = Pick<Burn, 'ignitionEpoch' | 'deltaVRtn' | 'manoeuvreDuration' | 'dynamics' | 'drag'>

export type ScreenTask = {
  readonly burn: FrozenBurn
  readonly propulsion: Propulsion
  readonly hasExecutionError: boolean
  readonly acceptedProbability: number
  /** The event that the burn is made for. */
  readonly targetId: string
  readonly events: readonly EventToScreen[]
  /** Half sizes of the volume around the path from which the messages came; null: nobody knows it. */
  readonly box: ScreeningBox | null
}

/** What the messages say; what the paths say is put beside it (path-verdict.ts). */
export type Screened = Omit<ManoeuvreScreening, 'at' | 'verdict' | 'reasons' | 'paths' | 'nextBest'>
type Row = Screened['events'][number]

const OFF_SIGMAS = 3
const [DAY_S, WEEK_S] = [86_400, 7 * 86_400]
/** Looks at the distance from the old path, a revolution: it changes as the orbit turns. */
const LOOKS_PER_ORBIT = 20
/** Of what is accepted: from here on an event that the burn makes or raises is a warning (flight rule F12). */
export const WARN_SHARE = 0.1
/** What a burn raises by more than this it has made worse. */
export const RAISED = 1.1

/** Holds a frozen burn against every open event of the satellite (domain.md C16, flight rules F12 and F13). For the pool. */
export function screenBurn(task: ScreenTask): Screened {
  const { events, acceptedProbability: accepted } = task
  const rows: Row[] = []
  const notScreened: Screened['notScreened'] = []
  let path = { coverage: 0, until: null as string | null }
  const byDrag = openDrag(task)
  for (const one of events) {
    try {
      if (one.obstacle !== null) throw new RangeError(one.obstacle)
      const event = openEvent(one.message, task.burn.dynamics)
      rows.push(byDrag === null ? screenEvent(task, one, event) : dragEvent(byDrag, one, event))
      if (one.conjunctionId === task.targetId) path = coverageOf(task, event, byDrag)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      notScreened.push({ conjunctionId: one.conjunctionId, reason: error.message })
    }
  }
  const total = (of: (row: Row) => number | null) =>
    rows.some((row) => of(row) === null) ? null : 1 - rows.reduce((left, row) => left * (1 - (of(row) ?? 0)), 1)
  const screened = { rows, notScreened, accepted, coverage: path.coverage, isByDrag: task.burn.drag !== null }
  return {
    type: 'MAN_VS_CDM',
    ofMessages: verdictOf(screened),
    accepted,
    coverage: path.coverage,
    pathUntil: path.until ?? toInstant(parseTime(task.burn.ignitionEpoch.replace('Z', ''))),
    events: rows,
    notScreened,
    totalBefore: total(({ before }) => before),
    totalAfter: total(({ nominal }) => nominal),
  }
}

type ByDrag = { readonly path: DragPath; readonly tca: Epoch; readonly targetId: string }

/** The way of a change of area, from the message of the event that it is made for; null for a burn, or where there is none. */
function openDrag({ burn, events, targetId }: ScreenTask): ByDrag | null {
  const { drag, ignitionEpoch } = burn
  if (drag === null) return null
  const target = events.find((one) => one.conjunctionId === targetId && one.obstacle === null) ?? events[0]
  if (target === undefined) return null
  const event = openEvent(target.message, burn.dynamics)
  const startS = secondsBetween(event.tca, parseTime(ignitionEpoch.replace('Z', '')))
  return { path: openDragPath(event, { ...burn, drag }, pathEndS(startS)), tca: event.tca, targetId }
}

function dragEvent({ path, tca, targetId }: ByDrag, one: EventToScreen, event: PlannedEvent): Row {
  const { conjunctionId, cdmId, object, grade } = one
  const known = { conjunctionId, cdmId, object, grade, isTarget: conjunctionId === targetId }
  const atS = secondsBetween(tca, event.tca)
  if (atS > pathEndS(path.startS)) throw new RangeError('it is more than a week after the change of area')
  const { primary } = event.model.encounter
  const before = reachedBy(event.model.after({ state: primary }), event)
  const { after, mean, denser, thinner } = eventByDrag(path, event, atS)
  const nominal = reachedBy(after, event)
  return {
    ...{ ...known, tca: nominal.tca, before: before.probability, maximumBefore: before.maximumProbability },
    ...{ nominal: mean, hot: denser, cold: thinner, missBeforeM: before.missM, missM: nominal.missM },
  }
}

/** A Δv in R, T, N at the ignition as the trial of an event has it. */
function trialAt({ burn, propulsion, hasExecutionError }: ScreenTask, { model, tca }: PlannedEvent) {
  const burnS = secondsBetween(tca, parseTime(burn.ignitionEpoch.replace('Z', '')))
  const arcS = burn.manoeuvreDuration
  // An event that is over when the burn ends is not moved by it; one in the middle of it is not followed.
  if (burnS + arcS >= 0) return null
  const error: ExecutionError | null = hasExecutionError ? errorOf(propulsion) : null
  const options = { burnS, ...(arcS > 0 ? { arcS } : {}) }
  const trial = trialOf(model, { ...options, ...(error === null ? {} : { executionError: error }) })
  const deltaV = transform(transpose(trial.rtn), burn.deltaVRtn as Vec3)
  return { trial, deltaV, error, burnS }
}

function screenEvent(
  task: ScreenTask,
  { conjunctionId, cdmId, object, grade }: EventToScreen,
  event: PlannedEvent,
): Row {
  const known = { conjunctionId, cdmId, object, grade, isTarget: conjunctionId === task.targetId }
  const flown = trialAt(task, event)
  const { primary } = event.model.encounter
  const before = reachedBy(event.model.after({ state: primary }), event)
  if (flown === null) {
    const { probability, missM } = before
    const same = {
      maximumBefore: before.maximumProbability,
      before: probability,
      nominal: probability,
      hot: probability,
      cold: probability,
    }
    return { ...known, tca: before.tca, ...same, missBeforeM: missM, missM }
  }
  const { trial, deltaV, error } = flown
  const after = (sigmas: number) => {
    const factor = Math.max(0, 1 + sigmas * (error?.magnitude ?? 0))
    return reachedBy(trial.attempt(scale(deltaV, factor)).after, event)
  }
  const nominal = after(0)
  return {
    ...known,
    tca: nominal.tca,
    before: before.probability,
    maximumBefore: before.maximumProbability,
    nominal: nominal.probability,
    hot: after(OFF_SIGMAS).probability,
    cold: after(-OFF_SIGMAS).probability,
    missBeforeM: before.missM,
    missM: nominal.missM,
  }
}

/**
 * The share of the new path that lies in the volume around the old one out of which the messages came: outside of it another
 * object may be near of which nobody wrote a message.
 */
function coverageOf(task: ScreenTask, event: PlannedEvent, byDrag: ByDrag | null): { coverage: number; until: string } {
  if (byDrag !== null) return dragCoverage(task, event, byDrag.path)
  const flown = trialAt(task, event)
  if (flown === null) throw new RangeError('the burn is not before the closest approach')
  const { trial, deltaV, burnS } = flown
  const { dynamics, periodS } = event.model
  const untilS = Math.max(DAY_S, burnS + WEEK_S)
  const until = toInstant(addSeconds(event.tca, untilS))
  const { box } = task
  if (box === null) return { coverage: 0, until }
  const stepS = periodS / LOOKS_PER_ORBIT
  let [old, moved] = [trial.state, { r: trial.state.r, v: add(trial.state.v, deltaV) }]
  let [inside, looks] = [0, 0]
  for (let atS = burnS; atS < untilS; atS += stepS) {
    const leg = { fromS: atS, toS: atS + stepS }
    old = dynamics.fly(old, leg, 'primary')
    moved = dynamics.fly(moved, leg, 'primary')
    looks += 1
    if (isInside(box, transform(rtnAxes(old), subtract(moved.r, old.r)))) inside += 1
  }
  return { coverage: inside / looks, until }
}

const isInside = (box: ScreeningBox, [r, t, n]: Vec3) =>
  Math.abs(r) <= box.radialM && Math.abs(t) <= box.transverseM && Math.abs(n) <= box.normalM

/** The same of a change of area, in air as dense as its 95th percentile: what is further away counts. */
function dragCoverage(
  { box }: ScreenTask,
  { tca, model }: PlannedEvent,
  { offset, startS, sigma }: DragPath,
): { coverage: number; until: string } {
  const untilS = pathEndS(startS)
  const until = toInstant(addSeconds(tca, untilS))
  if (box === null) return { coverage: 0, until }
  const stepS = model.periodS / LOOKS_PER_ORBIT
  const dense = densityOf(sigma, 'hot')
  let [inside, looks] = [0, 0]
  for (let atS = startS; atS < untilS; atS += stepS) {
    looks += 1
    if (isInside(box, offset.at(atS, dense).dr)) inside += 1
  }
  return { coverage: inside / looks, until }
}

type Told = {
  readonly rows: readonly Row[]
  readonly notScreened: Screened['notScreened']
  readonly accepted: number
  readonly coverage: number
  readonly isByDrag: boolean
}

/** Flight rules F12 and F13: FAIL before everything else, and PASS only where the whole path and all events were looked at. */
function verdictOf({ rows, notScreened, accepted, coverage, isByDrag }: Told): Screened['ofMessages'] {
  const failed: string[] = []
  const warned: string[] = []
  const open: string[] = []
  const write = (probability: number) => probability.toExponential(2)
  const target = rows.find(({ isTarget }) => isTarget)
  const goal = REMEDIATION * accepted
  if (target === undefined) open.push('The event that the burn is made for could not be screened.')
  else {
    const { nominal, hot, cold } = target
    if (nominal !== null && nominal > MARGIN * goal)
      failed.push(
        `The event keeps Pc ${write(nominal)}; it has to be at most ${write(goal)}, 0.03 of what is accepted.`,
      )
    for (const [name, value] of [
      [isByDrag ? 'Air denser than forecast, to its 95th percentile,' : 'A burn 3σ too strong', hot],
      [isByDrag ? 'Air thinner than forecast, to its 5th percentile,' : 'A burn 3σ too weak', cold],
    ] as const)
      if (value !== null && value >= accepted)
        failed.push(`${name} leaves Pc ${write(value)}; accepted is less than ${write(accepted)}.`)
  }
  for (const { isTarget, object, before, nominal, tca } of rows) {
    const where = `${object}, TCA ${tca}`
    if (nominal === null) open.push(`${where}: there is no probability with the burn.`)
    if (isTarget || nominal === null) continue
    const isRaised = before === null || nominal > RAISED * before
    if (nominal >= accepted) failed.push(`${where}: Pc ${write(nominal)} with the burn, at or above what is accepted.`)
    else if (nominal >= WARN_SHARE * accepted && isRaised)
      warned.push(
        `${where}: the burn raises Pc from ${before === null ? 'nothing' : write(before)} to ${write(nominal)}.`,
      )
  }
  if (coverage < 1)
    open.push(`${Math.floor(coverage * 100)} % of the new path is inside the volume that the messages came from.`)
  if (rows.some(({ grade }) => grade === 'TLE')) open.push('A message rests on element sets alone.')
  for (const { reason } of notScreened) open.push(`An event could not be screened: ${reason}.`)
  const verdict = failed.length > 0 ? 'FAIL' : open.length > 0 ? 'NOT_ASSESSED' : warned.length > 0 ? 'WARN' : 'PASS'
  return { verdict, reasons: [...failed, ...open, ...warned] }
}
