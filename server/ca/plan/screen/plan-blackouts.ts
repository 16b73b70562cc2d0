import { HOUR_MS } from '@apsis/astro/constants.ts'
import { type Blackout, knownBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { PlanBlackouts } from '@apsis/contract/ca/plan/blackout.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { type ContactsUnknown, contactsUntil, type KnownUntil } from '../../contact/known-contacts.ts'
import { readOriginal } from '../../event/tracked-event.service.ts'
import { areasOf } from '../../satellite/record/derive-satellite.ts'
import { findSatellite, type SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import type { MessageToPlan } from '../design/planned-event.ts'
import { type EventRow, isForEvent, type ListedRow, type PlannedFields } from '../record/plan.repository.ts'
import { refuseCostly } from '../record/refuse.ts'
import type { ShadowTask } from './shadow-task.ts'

/** The task computes two weeks of a low orbit in a tenth of a second. */
const SHADOW = task<typeof import('./shadow-task.ts').findShadow>({
  module: new URL('./shadow-task.ts', import.meta.url),
  name: 'findShadow',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** An eclipse that began this long before a burn has ended; the longest eclipses, in geostationary orbit, take 72 minutes. */
const BEFORE_MS = 2 * HOUR_MS
/** The longest time after a burn until a contact that began during the burn ends; contacts are searched until then, so that none is cut off. */
const AFTER_MS = 2 * HOUR_MS
/** The accuracy of both ends of a computed contact when element sets change: a low orbit is known to some kilometres along track. */
const EDGE_MS = 10_000
const MS_PER_S = 1_000

type PlanReading = {
  readonly db: Pick<Database, 'tenant'>
  readonly tenantId: string
  readonly at: Date
  /** If there is a log, a failure is logged and counts as unknown; otherwise it is thrown. */
  readonly log?: Pick<Log, 'error'>
}
type Burning = Pick<PlannedFields, 'propulsion' | 'ignition_at'> & {
  readonly burn: Omit<PlannedFields['burn'], 'satelliteBasis' | 'isEngineAssumed'>
}
type Span = { readonly fromMs: number; readonly toMs: number }

/** Returns the span from ignition to the end. An impulse without a known mass lasts as long as the engine may be on, as it was planned. */
export function burningSpan({ burn, propulsion, ignition_at }: Burning): Span {
  const { drag, manoeuvreDuration, totalThrustingTime, totalDeltaVMagnitude } = burn
  const longestS = 'maxBurnS' in propulsion ? propulsion.maxBurnS : 0
  const impulseS = totalDeltaVMagnitude === 0 ? 0 : (totalThrustingTime ?? longestS)
  // For several burns the span extends from the start of the first to the end of the last.
  const ofOwnS = Math.max(manoeuvreDuration, impulseS)
  const isOwn = burn.burns !== undefined
  const lengthS = drag?.holdS ?? (isOwn ? ofOwnS : burn.manoeuvreType === 'IMPULSIVE' ? impulseS : manoeuvreDuration)
  const fromMs = ignition_at.getTime()
  return { fromMs, toMs: fromMs + lengthS * MS_PER_S }
}

/**
 * Compares the blackouts that are known now with a burn that does not change. Contacts, the rules of the satellite, its ephemeris and its
 * stations may change after a plan was made, and a newer message changes the times in shadow. Undefined if the satellite was removed.
 */
export async function readBlackouts(held: PlanReading, row: ListedRow): Promise<PlanBlackouts | undefined> {
  const { db, tenantId, at } = held
  const satellite = await db.tenant(tenantId, (tx) => findSatellite(tx, row.satellite_id))
  if (satellite === undefined) return undefined
  const span = burningSpan(row)
  const { configuration } = satellite
  const isByDrag = row.propulsion.type === 'DIFFERENTIAL_DRAG'
  const known: KnownUntil =
    configuration.blackoutInContacts === true && !isByDrag
      ? await orUnknown(held, row, {
          ask: () => contactsUntil({ db, tenantId }, satellite.id, { now: at, to: new Date(span.toMs + AFTER_MS) }),
          unknown: (why) => ({ commands: null, unknown: { cause: 'ORBIT_FAULT', afterMs: null, why } }),
        })
      : { commands: null, unknown: null }
  const depth = isByDrag ? undefined : configuration.blackoutInEclipse
  const ask = async () => (depth === undefined ? [] : readShadow(held, { satellite, row, depth, fromMs: span.fromMs }))
  const shadow = await orUnknown(held, row, { ask, unknown: () => null })
  const isComputed = known.commands?.basis === 'COMPUTED'
  // If contacts are booked, computed ones do not count: either the list of booked ones has ended, or it is being corrected.
  const isBooking = row.command.basis === 'BOOKED'
  const entered = knownBlackouts(configuration, known.commands?.all ?? []).map((one) =>
    isComputed && one.kind === 'CONTACT' ? { ...one, sure: isBooking ? NEVER : inner(one) } : one,
  )
  const isUnknown = shadow === null || shadow.some((one) => one.kind === 'SHADOW_UNKNOWN' && isOver(one, span))
  return {
    met: metByAny([...entered, ...(shadow ?? []).filter(({ kind }) => kind !== 'SHADOW_UNKNOWN')], spansOf(row)),
    unknown: unknownFor(known.unknown, span) ?? (isUnknown ? { cause: 'SHADOW', after: null, why: '' } : null),
  }
}

type Asking<T> = { readonly ask: () => Promise<T>; readonly unknown: (why: string) => T }

async function orUnknown<T>({ log }: PlanReading, row: ListedRow, { ask, unknown }: Asking<T>): Promise<T> {
  if (log === undefined) return ask()
  try {
    return await ask()
  } catch (error) {
    log.error({ err: error, manoeuvreId: row.id }, 'blackouts of a plan cannot be looked at')
    return unknown(error instanceof ApiError ? error.message : 'the platform has a fault, and its log says which')
  }
}

const NEVER: Span = { fromMs: 0, toMs: 0 }
const inner = ({ fromMs, toMs }: Span): Span => ({ fromMs: fromMs + EDGE_MS, toMs: toMs - EDGE_MS })

type ShadowQuestion = Pick<ShadowTask, 'depth' | 'fromMs'> & {
  readonly satellite: SatelliteRow
  readonly row: ListedRow
}

/** Returns the shadow, computed from the message that counts now. */
async function readShadow(
  { db, tenantId }: PlanReading,
  { satellite, row, depth, fromMs }: ShadowQuestion,
): Promise<readonly Blackout[] | null> {
  const { wetMass, dragCoefficient } = satellite.configuration
  const drag = {
    massKg: wetMass ?? null,
    air: { dragAreaM2: areasOf(satellite.configuration).dragArea, dragCoefficient },
  }
  const of = isForEvent(row) ? { message: await messageOf({ db, tenantId }, satellite, row) } : behind(row)
  return refuseCostly('shadow-too-costly', () =>
    pool.run(SHADOW, tenantId, { of, depth, drag, fromMs: fromMs - BEFORE_MS }),
  )
}

/** Returns the orbits of the message only: the assessment of the event does not affect the shadow. */
async function messageOf(
  { db, tenantId }: Pick<PlanReading, 'db' | 'tenantId'>,
  satellite: SatelliteRow,
  row: EventRow,
): Promise<MessageToPlan> {
  const original = await db.tenant(tenantId, (tx) => readOriginal(tx, row.newest_cdm_id ?? row.cdm_id))
  return { original, designator: String(satellite.norad_id), radiusM: 1, method: 'circle-2d' }
}

/** Returns the state after the last of the burns without an event. */
function behind({ burn: { positionAfter: r, velocityAfter: v, manoeuvreDuration }, ignition_at }: ListedRow) {
  const at = new Date(ignition_at.getTime() + MS_PER_S * manoeuvreDuration).toISOString()
  return { state: { r, v }, at }
}

/** True if a burn overlaps a span; a span that ends as the burn begins is outside of it. */
const isOver = ({ fromMs, toMs }: Span, burn: Span) =>
  toMs > burn.fromMs && (fromMs <= burn.fromMs || fromMs < burn.toMs)

/** Returns the blackouts that a burn overlaps. */
export function metBy(blackouts: readonly Blackout[], burn: Span): PlanBlackouts['met'] {
  const instant = (ms: number) => new Date(ms).toISOString()
  return blackouts
    .filter((one) => isOver(one, burn))
    .map((one) => {
      const sure = one.sure ?? one
      const isSure = sure.toMs > sure.fromMs && isOver(sure, burn)
      return { kind: one.kind, from: instant(one.fromMs), to: instant(one.toMs), reason: one.reason, isSure }
    })
}

/** Returns the blackouts that any of several burns overlaps, each of them once. */
function metByAny(blackouts: readonly Blackout[], burns: readonly Span[]): PlanBlackouts['met'] {
  const met = burns.flatMap((burn) => metBy(blackouts, burn))
  return [...new Map(met.map((one) => [`${one.kind} ${one.from} ${one.to} ${one.reason} ${one.isSure}`, one])).values()]
}

/** Returns the times at which the engine burns: if there are several burns, the time of each; an impulse gets its share of the total time. */
function spansOf(row: Burning): Span[] {
  const { burns, totalThrustingTime, totalDeltaVMagnitude } = row.burn
  if (burns === undefined) return [burningSpan(row)]
  const longestS = 'maxBurnS' in row.propulsion ? row.propulsion.maxBurnS : 0
  return burns.map(({ ignition, durationS, deltaVMps }) => {
    const ofAllS = totalThrustingTime ?? longestS
    const lengthS = durationS > 0 ? durationS : (ofAllS * deltaVMps) / totalDeltaVMagnitude
    const fromMs = Date.parse(ignition)
    return { fromMs, toMs: fromMs + lengthS * MS_PER_S }
  })
}

/** Returns the unknown time if unknown contacts may overlap a burn that ends after the time until which contacts are known. */
function unknownFor(unknown: ContactsUnknown | null, { toMs }: Span): PlanBlackouts['unknown'] {
  if (unknown === null || (unknown.afterMs !== null && unknown.afterMs >= toMs)) return null
  const { cause, afterMs, why } = unknown
  return { cause, after: afterMs === null ? null : new Date(afterMs).toISOString(), why }
}

type PlannedBurning = Burning & { readonly configuration: SatelliteRow['configuration'] }

/** Returns the blackouts of a new plan, which overlaps no known blackout. */
export function plannedBlackouts(
  { configuration, ...burning }: PlannedBurning,
  unknown: ContactsUnknown | null,
): PlanBlackouts {
  const propulsion: Propulsion = burning.propulsion
  const isOpen = configuration.blackoutInContacts === true && propulsion.type !== 'DIFFERENTIAL_DRAG'
  return { met: [], unknown: isOpen ? unknownFor(unknown, burningSpan(burning)) : null }
}

/** True if a page would not change: ends that move by less than a second, and a horizon that moves with the clock, do not matter. */
export function isSame(one: PlanBlackouts | undefined, other: PlanBlackouts): boolean {
  if (one === undefined || one.met.length !== other.met.length) return false
  const isNear = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) <= MS_PER_S
  const isSameMet = one.met.every((met, k) => {
    const now = other.met[k]
    return now !== undefined && keyOf(met) === keyOf(now) && isNear(met.from, now.from) && isNear(met.to, now.to)
  })
  const isSameUnknown =
    one.unknown?.cause === other.unknown?.cause &&
    (one.unknown?.cause === 'HORIZON' || one.unknown?.after === other.unknown?.after)
  return isSameMet && isSameUnknown
}

type MetBlackout = PlanBlackouts['met'][number]

const keyOf = ({ kind, reason, isSure }: MetBlackout) => `${kind} ${isSure} ${reason}`

/**
 * Returns the blackouts that a burn certainly overlaps and that it was not approved with: a plan is not withdrawn for an overlap that was known
 * when it was approved. A station with a new name, or a pass that moves by some seconds, is not a new blackout.
 */
export function newlyMet(approved: PlanBlackouts | null, { met }: PlanBlackouts): PlanBlackouts['met'] {
  const known = (approved?.met ?? []).filter(({ isSure }) => isSure)
  const isSameTime = (one: MetBlackout, other: MetBlackout) =>
    Date.parse(one.from) < Date.parse(other.to) && Date.parse(other.from) < Date.parse(one.to)
  return met.filter((one) => one.isSure && !known.some((seen) => seen.kind === one.kind && isSameTime(seen, one)))
}
