import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { sizeShare } from '@apsis/astro/manoeuvre/execution-error.ts'
import type { FrozenOwnBurn } from '@apsis/astro/manoeuvre/own-path.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { passagesOf } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import type { ReferenceOrbit } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { totalOfPairs } from '@apsis/astro/manoeuvre/safe-intervals.ts'
import { separationOf } from '@apsis/astro/manoeuvre/separation.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { FlownAlong } from '@apsis/contract/ca/plan/flown-along.ts'
import type { LeftOutBy, LeftOutClaim } from '@apsis/contract/ca/plan/left-out.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { pairOf } from '@apsis/contract/ca/plan/repeated-pairs.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { SCREENING_IN_ENGLISH, sayObstacle } from '@apsis/contract/notice-text/screening-in-words.ts'
import { toInstant } from '../../message/record/api-value.ts'
import { type FlownBurn, HalfHeld, type JoinedBurns, joinAlong, type ToJoin } from '../design/along.ts'
import { isLost, isMadeTooNear } from '../design/distance-verdict.ts'
import { type DragPath, densityOf, eventByDrag, openDragPath, pathEndS } from '../design/drag-path.ts'
import { type DistanceAsked, tellSeparation } from '../design/plan-distance.ts'
import type { FrozenBurn } from '../design/planned-event.ts'
import {
  type ErrorsAsked,
  errorOf,
  type MessageToPlan,
  openEvent,
  type PlannedEvent,
  reachedBy,
} from '../design/planned-event.ts'
import { type OrbitToFly, openReference } from '../design/reference-orbit.ts'
import { verdictOf } from './message-verdict.ts'
import { coverageOfChain, isInside, trialOfChain } from './screen-own.ts'

type Values = ScreeningReason['values']

/** The newest message of an open event of the satellite. */
export type EventToScreen = {
  readonly conjunctionId: string
  readonly cdmId: string
  readonly object: string
  /** The designator of the other object; events with the same object are not independent. */
  readonly otherDesignator: string
  readonly grade: string
  /** The reason why no value can be computed; null if one can be computed. */
  readonly obstacle: Values | null
  /** The reason why the event counts neither in the verdict nor in the total; null if it counts. */
  readonly leftOut: LeftOutBy | null
  /** The distance by which the event is judged besides its probability, or instead of it; null if no distance applies. */
  readonly distance: DistanceAsked | null
  /** The last observation for the orbit of the satellite in its message: the orbit contains burns that had ended by then. */
  readonly holdsUntil: string
  readonly message: MessageToPlan
}

/** The author, time and end of a choice to leave events out. */
export type Claim = Pick<LeftOutClaim, 'by' | 'at' | 'until'>

export type ScreenTask = {
  readonly burn: FrozenBurn
  readonly propulsion: Propulsion
  readonly errors: ErrorsAsked
  readonly acceptedProbability: number
  /** The event that the burn is made for; null for own burns. */
  readonly targetId: string | null
  /** The own burns, and the orbit from which their path is propagated; null for one burn for an event. */
  readonly own: (ToJoin & { readonly orbit: OrbitToFly; readonly burns: readonly FrozenOwnBurn[] }) | null
  readonly events: readonly EventToScreen[]
  /** Half the lengths of the edges of the volume around the path that the messages cover; null if it is unknown. */
  readonly box: ScreeningBox | null
  /** Null if nobody has left out any event, or if the choice has expired. */
  readonly claim: Claim | null
  /** Burns that this screening does not include: each of them keeps the plan from passing. */
  readonly beside: readonly ScreeningReason[]
}

/** The result of the messages; path-verdict.ts adds the result of the paths. */
export type MessageScreening = Omit<PlanScreening, 'at' | 'verdict' | 'reasons' | 'causes' | 'paths' | 'nextBest'>
type Row = MessageScreening['events'][number]

const OFF_SIGMAS = 3
const [DAY_S, WEEK_S] = [SECONDS_PER_DAY, 7 * SECONDS_PER_DAY]
/** The number of times per revolution at which the distance from the old path is sampled; the distance changes along the orbit. */
const LOOKS_PER_ORBIT = 20
/** The reason why no value of an event can be computed, as data and in words. */
class Obstacle extends RangeError {
  readonly values: Values
  constructor(values: Values) {
    super(sayObstacle(SCREENING_IN_ENGLISH, values))
    this.values = values
  }
}

/** Screens a frozen burn, or own burns, against every open event of the satellite (domain.md C16, flight rules F12 and F13). Runs in the pool. */
export async function screenBurn(task: ScreenTask): Promise<MessageScreening> {
  const { own } = task
  if (own === null) return screenOn(task, null)
  const reference = await openReference(own.orbit)
  return screenOn(task, { burns: own.burns, reference, joined: joinAlong(reference, own) })
}

/** Own burns with the orbit from which they are propagated, and with the other burns of the satellite. */
type Own = {
  readonly burns: readonly FrozenOwnBurn[]
  readonly reference: ReferenceOrbit
  readonly joined: JoinedBurns
}

/** Screens a burn, or own burns on the orbit in `own`; `own` is null for a single burn for an event. */
export function screenOn(task: ScreenTask, own: Own | null): MessageScreening {
  const { events, acceptedProbability: accepted, claim } = task
  const rows: Row[] = []
  const notScreened: MessageScreening['notScreened'] = []
  let path = { coverage: 0, until: null as string | null }
  const byDrag = openDrag(task)
  const besideEvents: Parameters<JoinedBurns['reasons']>[0][number][] = []
  for (const one of events) {
    try {
      if (one.obstacle !== null) throw new Obstacle(one.obstacle)
      const event = openEvent(one.message, task.burn.dynamics)
      if (one.leftOut === null) besideEvents.push({ holdsUntil: one.holdsUntil, tca: event.tca })
      const row =
        own !== null
          ? ownEvent(task, own, one, event)
          : byDrag === null
            ? screenEvent(task, one, event)
            : dragEvent(byDrag, one, event)
      rows.push({ ...row, ...(isMadeWorse(row, accepted) ? {} : saidOf(one)) })
      if (one.conjunctionId === task.targetId) path = coverageOf(task, event, byDrag)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const cause = error instanceof Obstacle ? error.values : { why: error.message }
      notScreened.push({ conjunctionId: one.conjunctionId, reason: error.message, cause, ...saidOf(one) })
    }
  }
  if (own !== null) path = ownCoverage(task, own)
  const [counted, open] = [rows, notScreened].map((all) => all.filter(({ leftOut }) => leftOut === undefined)) as [
    Row[],
    MessageScreening['notScreened'],
  ]
  const told = {
    rows: counted,
    notScreened: open,
    accepted,
    coverage: path.coverage,
    ignitionMs: Date.parse(task.burn.ignitionEpoch),
    isByDrag: task.burn.drag !== null,
    beside: [...task.beside, ...(own?.joined.reasons(besideEvents) ?? [])],
    hasTarget: task.targetId !== null,
  }
  return {
    type: 'MAN_VS_CDM',
    ofMessages: verdictOf(told),
    accepted,
    coverage: path.coverage,
    pathUntil: path.until ?? toInstant(parseTime(task.burn.ignitionEpoch.replace('Z', ''))),
    events: rows,
    notScreened,
    ...totalsOf(counted, events),
    leftOut: claim === null ? null : { ...claim, ...totalsOf(rows, events) },
    ...(own === null ? {} : { flownAlong: own.joined.flown.map(tellAlong) }),
  }
}

const tellAlong = ({ kind, id, name, ignition, durationS, deltaV, isOnPath }: FlownBurn): FlownAlong => ({
  kind,
  id,
  name,
  ignition,
  durationS,
  deltaVMps: norm(deltaV?.vector ?? [0, 0, 0]),
  isOnPath,
})

/** True if the burn makes the event worse than accepted, or leaves it without a value: it then counts even if left out (F10, F12). */
export const isMadeWorse = (row: Row, accepted: number) => isLost(row) || isRaised(row, accepted)
const isRaised = ({ before, nominal, separation }: Row, accepted: number) =>
  (nominal !== null && nominal >= accepted && nominal > (before ?? 0)) ||
  (separation !== undefined && isMadeTooNear(separation))

const saidOf = ({ leftOut }: EventToScreen) => (leftOut === null ? {} : { leftOut })

/** Returns the probability of at least one collision, without the burn and with it (flight rule F10); null if an event has none. */
function totalsOf(
  rows: readonly Row[],
  events: readonly EventToScreen[],
): Pick<MessageScreening, 'totalBefore' | 'totalAfter' | 'repeated'> {
  const pairs = new Map(
    events.map(({ conjunctionId, otherDesignator }) => [conjunctionId, pairOf(conjunctionId, otherDesignator)]),
  )
  const pairOfRow = ({ conjunctionId }: Row) => pairs.get(conjunctionId) ?? missing()
  const total = (of: (row: Row) => number | null) => {
    const known = rows.flatMap((row) => {
      const probability = of(row)
      return probability === null ? [] : [{ pair: pairOfRow(row), probability }]
    })
    return known.length === rows.length ? totalOfPairs(known) : null
  }
  const [before, after] = [total((row) => row.before), total((row) => row.nominal)]
  const met = Map.groupBy(rows, pairOfRow)
  const objects = [...met.values()].flatMap(([row, ...more]) =>
    row === undefined || more.length === 0 ? [] : [row.object],
  )
  const least = { leastBefore: before?.least ?? null, leastAfter: after?.least ?? null }
  return {
    totalBefore: before?.most ?? null,
    totalAfter: after?.most ?? null,
    repeated: objects.length === 0 ? null : { objects, ...least },
  }
}

type ByDrag = { readonly path: DragPath; readonly tca: Epoch; readonly targetId: string }

/** Opens the path of a change of area, from the message of its event; null for a burn, or if there is no such message. */
function openDrag({ burn, events, targetId }: ScreenTask): ByDrag | null {
  const { drag, ignitionEpoch } = burn
  if (drag === null) return null
  const target = events.find((one) => one.conjunctionId === targetId && one.obstacle === null) ?? events[0]
  if (target === undefined || targetId === null) return null
  const event = openEvent(target.message, burn.dynamics)
  const startS = secondsBetween(event.tca, parseTime(ignitionEpoch.replace('Z', '')))
  return { path: openDragPath(event, { ...burn, drag }, pathEndS(startS)), tca: event.tca, targetId }
}

function dragEvent({ path, tca, targetId }: ByDrag, one: EventToScreen, event: PlannedEvent): Row {
  const { conjunctionId, cdmId, object, grade } = one
  const known = { conjunctionId, cdmId, object, grade, isTarget: conjunctionId === targetId }
  const atS = secondsBetween(tca, event.tca)
  if (atS > pathEndS(path.startS)) throw new Obstacle({ obstacle: 'late-after-drag' })
  const { primary } = event.model.encounter
  const before = reachedBy(event.model.after({ state: primary }), event)
  const { after, mean, denser, thinner } = eventByDrag(path, event, atS)
  const nominal = reachedBy(after, event)
  return {
    ...known,
    tca: nominal.tca,
    before: before.probability,
    maximumBefore: before.maximumProbability,
    nominal: mean,
    hot: denser,
    cold: thinner,
    missBeforeM: before.missM,
    missM: nominal.missM,
  }
}

/** Returns the trial of an event for a Δv in R, T, N at ignition; null if the burn does not move the satellite before the objects meet. */
export function trialAt({ burn, propulsion, errors }: ScreenTask, { model, tca }: PlannedEvent) {
  const burnS = secondsBetween(tca, parseTime(burn.ignitionEpoch.replace('Z', '')))
  const arcS = burn.manoeuvreDuration
  // A burn that ends after an event does not move it; an event in the middle of a burn is not computed.
  if (burnS + arcS >= 0) return null
  const error = errorOf(propulsion, errors)
  const options = { burnS, ...(arcS > 0 ? { arcS } : {}) }
  const trial = trialOf(model, { ...options, ...(error === null ? {} : { executionError: error }) })
  const deltaV = transform(transpose(trial.rtn), burn.deltaVRtn as Vec3)
  const share = error === null ? 0 : sizeShare(burn.deltaVRtn as Vec3, error)
  return { trial, deltaV, share, burnS }
}

/**
 * Screens an event for own burns: each burn is propagated in order, together with other burns of the satellite that
 * the message does not contain. For the case without the burns of the plan, only the other burns are propagated.
 */
function ownEvent(
  task: ScreenTask,
  { joined }: Own,
  { conjunctionId, cdmId, object, grade, distance, holdsUntil, message }: EventToScreen,
  event: PlannedEvent,
): Row {
  const known = { conjunctionId, cdmId, object, grade, isTarget: false }
  const error = errorOf(task.propulsion, task.errors)
  const burns = burnsFor(joined, holdsUntil)
  const trial = trialOfChain({ burns, error }, event)
  const unmoved = reachedBy(event.model.after({ state: event.model.encounter.primary }), event)
  const others = trialOfChain({ burns: burns.filter(({ isAlong }) => isAlong), error }, event)
  const before = others === null ? unmoved : reachedBy(others.after(1), event)
  const reach = (factor: number) => (trial === null ? before : reachedBy(trial.after(factor), event))
  const nominal = reach(1)
  const passages =
    trial === null
      ? null
      : passagesOf(
          { meetsAgain: message.meetsAgain === true },
          { burnS: trial.firstS, arcS: trial.lastEndS - trial.firstS },
        )
  const separation =
    distance === null || trial === null || passages === null
      ? {}
      : {
          separation: tellSeparation(
            separationOf(event.model, (factor) => trial.after(factor), { share: trial.share, passages }),
            event,
            { ...distance, passages },
          ),
        }
  return {
    ...known,
    tca: nominal.tca,
    before: before.probability,
    maximumBefore: before.maximumProbability,
    nominal: nominal.probability,
    hot: trial === null ? before.probability : reach(trial.off('hot')).probability,
    cold: trial === null ? before.probability : reach(trial.off('cold')).probability,
    missBeforeM: before.missM,
    missM: nominal.missM,
    ...separation,
  }
}

function burnsFor(joined: JoinedBurns, holdsUntil: string) {
  try {
    return joined.forEvent(holdsUntil)
  } catch (error) {
    throw error instanceof HalfHeld ? new Obstacle({ obstacle: 'burn-half-held' }) : error
  }
}

/** Returns the share of the path of own burns that the messages cover, and its end; 0 and null if the orbit cannot be propagated. */
function ownCoverage({ box, propulsion, errors }: ScreenTask, { joined, reference }: Own) {
  if (joined.held.length > 0) return { coverage: 0, until: null }
  try {
    return coverageOfChain(reference, { burns: joined.burns, error: errorOf(propulsion, errors) }, box)
  } catch (error) {
    if (error instanceof RangeError) return { coverage: 0, until: null }
    throw error
  }
}

function screenEvent(
  task: ScreenTask,
  { conjunctionId, cdmId, object, grade, distance, message }: EventToScreen,
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
  const { trial, deltaV, share, burnS } = flown
  const after = (sigmas: number) => {
    const factor = Math.max(0, 1 + sigmas * share)
    return reachedBy(trial.attempt(scale(deltaV, factor)).after, event)
  }
  const nominal = after(0)
  const passages = passagesOf({ meetsAgain: message.meetsAgain === true }, { burnS, arcS: task.burn.manoeuvreDuration })
  const separation =
    distance === null
      ? {}
      : {
          separation: tellSeparation(
            separationOf(event.model, (factor) => trial.attempt(scale(deltaV, factor)).after, { share, passages }),
            event,
            { ...distance, passages },
          ),
        }
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
    ...separation,
  }
}

/**
 * Returns the share of the new path that lies in the volume that the messages cover, which is around the old path.
 * Outside of that volume an object may be near that no message reports.
 */
function coverageOf(task: ScreenTask, event: PlannedEvent, byDrag: ByDrag | null): { coverage: number; until: string } {
  if (byDrag !== null) return dragCoverage(task, event, byDrag.path)
  const flown = trialAt(task, event)
  if (flown === null) throw new Obstacle({ obstacle: 'burn-not-before' })
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

/** Returns the coverage of a change of area, at the 95th percentile of the density, where the displacement is larger. */
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
