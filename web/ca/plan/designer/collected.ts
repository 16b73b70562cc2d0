import type { Method } from '@apsis/astro/conjunction/probability/assess.ts'
import { type EncounterModel, makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { confirm } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { type PairTotal, totalOfPairs, totalProbability } from '@apsis/astro/manoeuvre/safe-intervals.ts'
import { tradeSpace as tradeSpaceOfAll } from '@apsis/astro/manoeuvre/trade-space.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { arcOf } from './burn-size.ts'
import {
  type BurnSettings,
  DYNAMICS,
  errorOf,
  type OpenDesign,
  openDesign,
  type TradeSpace,
  tradeSpace,
} from './design.ts'

/** Another open event of the satellite: its message that counts, with the radius and the method of its assessment. */
export type OtherEvent = {
  readonly id: string
  readonly cdmId: string
  /** The pair of objects: events of one pair are not independent of each other. */
  readonly pair: string
  /** The name of the other object. */
  readonly name: string
  readonly text: string
  readonly radiusM: number
  readonly method: Method
}

/** The result of a burn for an event. */
export type EventAfter = {
  readonly id: string
  readonly pair: string
  readonly pcBefore: number | null
  readonly pc: number | null
  readonly missBeforeM: number
  readonly missM: number
}

/** The map of one event, or of this event and others; a map with others also has the result of each burn for the others alone. */
export type SpaceOfEvents = TradeSpace & {
  /**
   * The probability that any of the other events is a collision, and the name of the most likely one ('' for none); null without others.
   */
  readonly others: {
    readonly pc: readonly (readonly number[])[]
    readonly worst: readonly (readonly string[])[]
  } | null
}

type OtherModel = {
  readonly model: EncounterModel
  readonly tca: Epoch
  readonly tcaMs: number
  readonly method: Method
  /** The values without a burn. */
  readonly before: Pick<EventAfter, 'pcBefore' | 'missBeforeM'>
}
/** The opened events of a satellite and its plan, by dynamics and message: a drag needs the same ones a hundred times. */
const opened = new WeakMap<OpenDesign, Map<string, OtherModel>>()

/** Opens another event in the form of this one. Throws RangeError with the name of its object if its orbits cannot be propagated. */
function openOther(
  open: OpenDesign,
  { dynamics }: BurnSettings,
  { name, cdmId, text, radiusM, method }: OtherEvent,
): OtherModel {
  const known = opened.get(open) ?? new Map<string, OtherModel>()
  opened.set(open, known)
  const key = `${dynamics} ${cdmId} ${radiusM} ${method}`
  const there = known.get(key)
  if (there !== undefined) return there
  try {
    // Only the message of the event counts: blackouts and contacts have no effect on it.
    const { encounter, tca, tcaMs } = openDesign({
      ...open.designCase,
      text,
      radiusM,
      method,
      blackoutInEclipse: undefined,
    })
    const model = makeEncounterModel(encounter, DYNAMICS[dynamics])
    const still = model.after({ state: encounter.primary })
    const before = { pcBefore: confirm(still, model, method), missBeforeM: still.missDistanceM }
    const other = { model, tca, tcaMs, method, before }
    known.set(key, other)
    return other
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`${name}: ${error.message}`) : error
  }
}

/** Reads the messages of the other events, and returns each with the model that its propagation needs. */
export const modelsOf = (
  open: OpenDesign,
  settings: BurnSettings,
  others: readonly OtherEvent[],
): readonly OtherModel[] => others.map((one) => openOther(open, settings, one))

/**
 * Returns the map of all events that count, with continuous thrust propagated as an arc. It has, for each burn, the probability that any of
 * the events is a collision: different objects count as independent, and for an object that is met again the probabilities are added
 * (flight rule F10). An event before the end of a burn keeps its values. The miss belongs to the event for which the burn is planned. The
 * dynamics are always two-body, whatever the settings are, and the map says so: with J2 the path to events days later is integrated, which
 * took a minute for fifteen events (0.6 to 3 s of processor time two-body, 7 s and more with J2 even for near events). During a drag over
 * the map, eventsAfter() computes the results with the dynamics of the settings.
 */
export function tradeSpaceOfEvents(
  open: OpenDesign,
  asked: BurnSettings,
  others: readonly OtherEvent[],
): SpaceOfEvents {
  if (others.length === 0) return { ...tradeSpace(open, asked), others: null }
  const settings: BurnSettings = { ...asked, dynamics: 'two-body' }
  const space = tradeSpace(open, settings)
  const placed = (model: EncounterModel, tca: Epoch, pair?: string) => ({
    model,
    laterS: secondsBetween(open.tca, tca),
    ...(pair === undefined ? {} : { pair }),
  })
  const { pair } = open.designCase
  const own = [placed(makeEncounterModel(open.encounter, DYNAMICS[settings.dynamics]), open.tca, pair)]
  const beside = modelsOf(open, settings, others).map(({ model, tca }, k) => placed(model, tca, others[k]?.pair))
  const isRepeated = beside.some((one) => one.pair !== undefined && one.pair === pair)
  const error = errorOf(open.designCase, settings)
  const isArc = open.designCase.propulsion.type === 'CONTINUOUS'
  const arcOfS = (size: number) => arcOf(open.designCase, settings, size)
  const columns = space.leads.map((lead, place) => {
    const grid = {
      directionRtn: space.lines[place] ?? missing(),
      timesS: [-lead * space.periodS],
      sizesMps: space.deltaVs,
      ...(error === null ? {} : { executionError: error }),
      ...(isArc ? { arcOfS } : {}),
    }
    // If the object of this event also has other events, the probabilities of these events are not independent.
    const whole = isRepeated ? tradeSpaceOfAll([...own, ...beside], grid).total : null
    return { own: tradeSpaceOfAll(own, grid).total, others: tradeSpaceOfAll(beside, grid), whole }
  })
  const cells = <T>(cell: (column: (typeof columns)[number], size: number) => T) =>
    space.deltaVs.map((_, size) => columns.map((column) => cell(column, size)))
  const total = cells((column, size) =>
    column.whole === null
      ? totalProbability([column.own[size] ?? missing(), column.others.total[size] ?? missing()])
      : (column.whole[size] ?? missing()),
  )
  return {
    ...space,
    eventCount: 1 + others.length,
    pc: space.pc.map((row, size) =>
      row.map((one, place) => (one === null ? null : (total[size]?.[place] ?? missing()))),
    ),
    others: {
      pc: cells((column, size) => column.others.total[size] ?? missing()),
      worst: cells((column, size) => others[column.others.worst[size] ?? missing()]?.name ?? ''),
    },
  }
}

export type ChosenBurn = {
  readonly ignitionMs: number
  readonly deltaVRtn: Vec3
  /** The length of its arc, s; absent for the length that its Δv needs. */
  readonly arcS?: number | undefined
}

/**
 * Returns the result of a burn for each event, propagated with the dynamics of the settings and by the method that assessed
 * the event.
 */
export function eventsAfter(
  open: OpenDesign,
  settings: BurnSettings,
  { events, burn }: { readonly events: readonly OtherEvent[]; readonly burn: ChosenBurn },
): EventAfter[] {
  const error = errorOf(open.designCase, settings)
  const arcS = burn.arcS ?? arcOf(open.designCase, settings, norm(burn.deltaVRtn))
  return events.map((one) => {
    const { model, tcaMs, method, before } = openOther(open, settings, one)
    const burnS = (burn.ignitionMs - tcaMs) / 1_000
    const still = { id: one.id, pair: one.pair, ...before }
    // A burn has no effect on an event before the end of the burn, as in the screening of a plan.
    if (burnS + arcS >= 0) return { ...still, pc: before.pcBefore, missM: before.missBeforeM }
    const trial = trialOf(model, {
      burnS,
      ...(arcS > 0 ? { arcS } : {}),
      ...(error === null ? {} : { executionError: error }),
    })
    const { after } = trial.attempt(transform(transpose(trial.rtn), burn.deltaVRtn))
    return { ...still, pc: confirm(after, model, method), missM: after.missDistanceM }
  })
}

/** Returns the probability that any of some events is a collision (flight rule F10); null if one of them has none. */
export function totalOf(all: readonly EventAfter[], of: 'pcBefore' | 'pc'): PairTotal | null {
  const known = all.flatMap((one) => {
    const probability = one[of]
    return probability === null ? [] : [{ pair: one.pair, probability }]
  })
  return known.length === all.length ? totalOfPairs(known) : null
}
