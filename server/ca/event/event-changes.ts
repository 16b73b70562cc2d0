import { randomUUID } from 'node:crypto'
import { CARA_TOLERANCE_S } from '@apsis/astro/conjunction/group-updates.ts'
import { CO_ORBITING_MPS } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { emit } from '../../events/event.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { markBeforeBurn } from '../message/record/before-burn.ts'
import type { DerivedCdm, Own } from '../message/record/derive-cdm.ts'
import { findCdm, listCdmsById, listEventMessages, listFlownBurns } from '../message/record/message.repository.ts'
import type { EventMessage } from '../message/record/message-grade.ts'
import type { OwnSatellite } from '../satellite/record/fleet.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { listWindows } from './command-window.repository.ts'
import { commitOf } from './commit.ts'
import { listEstimates } from './estimate.repository.ts'
import * as repository from './event.repository.ts'
import { activeOf, type EventFacts, foldEvent, heldIn, levelAt } from './fold-event.ts'
import { foldOwn, isReplaced } from './fold-own.ts'
import type { ScreenedAnew } from './fold-track.ts'
import type { OwnEstimate } from './own-estimate.ts'
import { reopenRisen } from './reopen.ts'
import { listReports } from './reported-approach.repository.ts'
import { foldWithReports, type ReportedApproach } from './reported-approach.ts'
import { listScreenedAnew } from './screened-anew.repository.ts'
import { tellLevel } from './tell-level.ts'

/** A message that is about to join an event. */
export type JoinedMessage = EventMessage & { readonly derived: DerivedCdm; readonly own: Own }

export type Joining = {
  readonly tenantId: string
  readonly now: Date
  /** The version of the list after these changes. */
  readonly changedIn: number
  readonly messages: readonly JoinedMessage[]
  /** The time of arrival, if it is not now. */
  readonly receivedAt?: Date | undefined
}

/** The values that decide to which event a message belongs. */
export type Meeting = {
  /** The designators of both objects, in any order. */
  readonly objects: readonly [string, string]
  /** Undefined: not known, as a report does not say the relative speed. */
  readonly isCoOrbiting: boolean | undefined
  /** TCA, ms since 1970. The TCA of an event is the TCA of its first message. */
  readonly tca: number
  /** The largest difference between the TCAs of one event, s, from its orbits; undefined: the value of CARA applies. */
  readonly toleranceS?: number | undefined
}

/** An event that messages or screenings join; an event without a row is new. */
export type Target = Meeting & {
  readonly id: string
  readonly row: repository.ConjunctionRow | undefined
  readonly messages: JoinedMessage[]
}

/** Joins messages to events, older ones first, and opens missing events; returns the event of each message. */
export async function joinEvents(tx: TenantDb, joining: Joining): Promise<Map<string, string>> {
  const messages = [...joining.messages].sort((a, b) => a.createdAt - b.createdAt)
  const pairs = [...new Map(messages.map((message) => [JSON.stringify(pairOf(message)), pairOf(message)])).values()]
  const targets = (await repository.listPairEvents(tx, pairs)).map(toTarget)
  for (const message of messages) {
    const { conjunctionData } = message.derived
    const { low, high } = pairOf(message)
    const meeting = {
      objects: [low, high] as const,
      isCoOrbiting: isCoOrbiting(message.derived),
      tca: Date.parse(conjunctionData.tca),
      toleranceS: message.derived.eventToleranceS,
    }
    const known = findEvent(targets, meeting)
    if (known !== undefined) known.messages.push(message)
    else targets.push({ id: randomUUID(), ...meeting, row: undefined, messages: [message] })
  }
  const touched = targets.filter((target) => target.messages.length > 0)
  const known = touched.flatMap(({ row }) => row?.id ?? [])
  const [stored, estimates] = [await listEventMessages(tx, known), await listEstimates(tx, known)]
  const burns = await listFlownBurns(
    tx,
    pairs.flatMap(({ low, high }) => [low, high]),
  )
  const receivedAt = (joining.receivedAt ?? joining.now).getTime()
  const writings: Writing[] = []
  for (const target of touched) {
    const isOf = ({ conjunctionId }: { readonly conjunctionId: string }) => conjunctionId === target.id
    const fresh = target.messages.map((message) => ({ ...message, receivedAt, orbits: orbitsOf(message) }))
    const all = markBeforeBurn([...stored.filter(isOf), ...fresh], burns)
    writings.push(await toWriting(tx, { target, all, estimates: estimates.filter(isOf) }))
  }
  await writeEvents(tx, joining, writings)
  return new Map(touched.flatMap(({ id, messages: own }) => own.map((message) => [message.id, id] as const)))
}

/**
 * Returns the event of a message: it has the same two objects, and the TCA of its first message is near enough. The limit is 450 s (CARA's
 * window of 15 minutes), or outside LEO the tolerance of the orbits (flight rule F6). If there are two such events, the nearest is
 * returned; undefined: the message opens a new event. Slow approaches never join fast ones. Two passages of one pair are half a revolution
 * apart, so the order of arrival does not affect which messages belong together.
 */
export function findEvent<T extends Meeting>(events: readonly T[], meeting: Meeting): T | undefined {
  const apart = (event: T) => Math.abs(event.tca - meeting.tca)
  return events
    .filter((event) => isAlike(event, meeting) && isSame(event.objects, meeting.objects))
    .filter((event) => apart(event) <= 1000 * Math.max(toleranceOf(event), toleranceOf(meeting)))
    .sort((a, b) => apart(a) - apart(b))[0]
}

/** True if both are slow, or both fast; where that is not known, they may be. */
const isAlike = ({ isCoOrbiting }: Meeting, { isCoOrbiting: other }: Meeting) =>
  isCoOrbiting === undefined || other === undefined || isCoOrbiting === other

function isSame([a, b]: readonly [string, string], [c, d]: readonly [string, string]): boolean {
  return (a === c && b === d) || (a === d && b === c)
}

const toleranceOf = ({ toleranceS = CARA_TOLERANCE_S }: Meeting) => toleranceS

/** True if the message belongs to a series of slow approaches, which the relative speed at TCA shows. */
const isCoOrbiting = ({ conjunctionData }: DerivedCdm) => conjunctionData.relativeSpeed < CO_ORBITING_MPS

const orbitsOf = ({ derived: { object1, object2 } }: JoinedMessage) => [object1, object2]

function pairOf({ derived: { object1, object2 } }: JoinedMessage): repository.Pair {
  const [low = '', high = ''] = [object1.designator, object2.designator].sort()
  return { low, high }
}

export function toTarget(row: repository.ConjunctionRow): Target {
  const { id, object_low, object_high, is_co_orbiting, reference_tca, facts } = row
  return {
    id,
    objects: [object_low, object_high],
    isCoOrbiting: facts.conjunctionData.relativeSpeed === null ? undefined : is_co_orbiting,
    tca: reference_tca.getTime(),
    toleranceS: facts.toleranceS,
    row,
    messages: [],
  }
}

type Storing = {
  readonly target: Target
  readonly all: readonly EventMessage[]
  readonly estimates: readonly OwnEstimate[]
}

async function toWriting(tx: TenantDb, { target, all, estimates }: Storing): Promise<Writing> {
  const { id: activeId } = activeOf(all)
  const fresh = target.messages.find(({ id }) => id === activeId)
  // A message that arrived late, or has a lower grade, changes at most the history of the event, and not its figures.
  const active = fresh ?? (await requireStored(tx, activeId))
  const own = (fresh ?? target.messages[0])?.own ?? [undefined, undefined]
  const messages = { all, active: { id: activeId, derived: active.derived } }
  return { target, messages, estimates, own, reason: 'message' }
}

/** Returns the stored messages of events, and for each event the message that counts; events without messages are left out. */
export async function readEventMessages(
  tx: TenantDb,
  conjunctionIds: readonly string[],
): Promise<Map<string, EventMessages>> {
  const messages = Map.groupBy(await listEventMessages(tx, conjunctionIds), ({ conjunctionId }) => conjunctionId)
  const active = new Map([...messages].map(([id, all]) => [id, activeOf(all).id]))
  const stored = new Map((await listCdmsById(tx, [...active.values()])).map((row) => [row.id, row.derived]))
  return new Map(
    [...messages].map(([conjunctionId, all]) => {
      const id = active.get(conjunctionId) ?? ''
      const derived = stored.get(id)
      if (derived === undefined) throw new TypeError(`the message ${id} is not stored`)
      return [conjunctionId, { all, active: { id, derived } }]
    }),
  )
}

async function requireStored(tx: TenantDb, id: string): Promise<{ derived: DerivedCdm }> {
  const row = await findCdm(tx, id)
  if (row === undefined) throw new TypeError(`the message ${id} is not stored`)
  return row
}

/** Returns the level to which an event fell only by time since its level was last written. */
export function fallenBy(
  { risk_level, facts }: Pick<repository.ConjunctionRow, 'risk_level' | 'facts'>,
  now: number,
): (Omit<repository.NewLevel, 'conjunctionId'> & { readonly reason: 'time' }) | undefined {
  const level = rankOf(levelAt(facts, now))
  const turns = heldIn(facts).flatMap(({ lower }) => (lower !== null && lower.at <= now ? [lower.at] : []))
  if (turns.length === 0 || level === risk_level) return undefined
  return { at: new Date(Math.max(...turns)), level, cdmId: null, reason: 'time' }
}

/** The messages of an event, and the message that counts. */
export type EventMessages = {
  readonly all: readonly EventMessage[]
  readonly active: { readonly id: string; readonly derived: DerivedCdm }
}

export type Writing = {
  readonly target: Pick<Target, 'id' | 'objects' | 'isCoOrbiting' | 'tca' | 'row'>
  readonly messages: EventMessages | undefined
  /** The estimates by screenings of own orbits. */
  readonly estimates: readonly OwnEstimate[]
  /** Reports that are about to be stored; stored reports are read from the database. */
  readonly reports?: readonly ReportedApproach[]
  readonly own: Own
  readonly reason: 'message' | 'satellite' | 'screening' | 'withdrawal' | 'report'
}

type Context = Omit<Joining, 'messages'>

/** Writes events as messages and screenings describe them, with the history of their levels, and sends notifications. */
export async function writeEvents(tx: TenantDb, context: Context, writings: readonly Writing[]): Promise<void> {
  const ids = writings.flatMap(({ own }) => satelliteOf(own)?.id ?? [])
  const windows = await listWindows(tx, [...new Set(ids)])
  const tracked = writings.filter(({ messages }) => messages?.all.some(({ track }) => track !== undefined))
  const anew = await listScreenedAnew(
    tx,
    tracked.map(({ target }) => target.id),
  )
  const reported = await listReports(
    tx,
    writings.map(({ target }) => target.id),
  )
  const folded = writings.map((writing) => foldWriting(writing, { now: context.now, windows, anew, reported }))
  await repository.upsertConjunctions(
    tx,
    context,
    folded.map(({ stored }) => stored),
  )
  for (const one of folded) await tellChanges(tx, context, one)
}

/** An event in its stored form, with the values that the notifications compare. */
type FoldedEvent = {
  readonly stored: repository.StoredEvent
  readonly before: repository.ConjunctionRow | undefined
  readonly level: RiskLevel
  readonly satellite: OwnSatellite | undefined
  readonly reason: Writing['reason']
}

type FoldedIn = {
  readonly now: Date
  readonly windows: Awaited<ReturnType<typeof listWindows>>
  /** The results of the screenings of own satellites against orbits that tracks changed. */
  readonly anew: readonly ScreenedAnew[]
  /** The stored reports of all the events. */
  readonly reported: readonly ReportedApproach[]
}

/** Returns the satellite whose thresholds and contacts an event has. */
const satelliteOf = (own: Own) => own[0] ?? own[1]

/** Returns the estimates that still count: an estimate against the state in a message no longer counts once a track in that message is withdrawn. */
export function countedEstimates(
  estimates: readonly OwnEstimate[],
  messages: readonly Pick<EventMessage, 'id' | 'isWithdrawn'>[],
): OwnEstimate[] {
  const withdrawn = new Set(messages.flatMap(({ id, isWithdrawn }) => (isWithdrawn === true ? [id] : [])))
  return estimates.filter(({ facts: { cdmId } }) => cdmId === null || !withdrawn.has(cdmId))
}

function foldWriting(
  { target, messages, estimates, reports: fresh = [], own, reason }: Writing,
  { now, windows, anew, reported }: FoldedIn,
): FoldedEvent {
  const satellites = [own[0]?.id ?? null, own[1]?.id ?? null] as const
  const satellite = satelliteOf(own)
  const thresholds = satellite?.thresholds ?? STANDARD_THRESHOLDS
  const byMessages = messages && {
    facts: foldEvent({ messages: messages.all, active: messages.active.derived, satellites, thresholds, anew }),
    active: messages.active,
  }
  const known = countedEstimates(estimates, messages?.all ?? [])
  const replaced = known.filter((one) => isReplaced(one, messages?.all ?? []))
  const track = byMessages?.facts.track
  // Once the own orbit is screened against the orbit after a track, estimates on the older orbit no longer count.
  const valid = track?.screening === 'DONE' ? known.filter((one) => !replaced.includes(one)) : known
  // An event without an own screening is described only by its messages, and without these only by reports.
  const computed =
    valid.length === 0
      ? byMessages?.facts
      : foldOwn({ byMessages, estimates: valid, satellites, thresholds, objects: target.objects })
  const reports = [...reported.filter(({ conjunctionId }) => conjunctionId === target.id), ...fresh]
  const told = foldWithReports(computed, { reports, messages: messages?.all ?? [], satellites, thresholds, now })
  const deciding = { tcaMs: Date.parse(told.conjunctionData.tca), commitHours: told.commitHours }
  const commit = commitOf(deciding, satellite && windows.get(satellite.id))
  const facts: EventFacts = {
    ...told,
    ...(commit === undefined ? {} : { commit }),
    ...(track === undefined ? {} : { track: { ...track, replaced: replaced.map(({ id }) => id) } }),
  }
  const level = levelAt(facts, now.getTime())
  const stored = {
    id: target.id,
    object_low: target.objects[0],
    object_high: target.objects[1],
    is_co_orbiting: target.isCoOrbiting ?? facts.isCoOrbiting,
    reference_tca: new Date(target.tca),
    satellite_id: satellites[0],
    other_satellite_id: satellites[1],
    risk_level: rankOf(level),
    facts,
  }
  return { stored, before: target.row, level, satellite, reason }
}

async function tellChanges(
  tx: TenantDb,
  { tenantId, now, changedIn }: Context,
  { stored: { id, facts }, before, level, satellite, reason }: FoldedEvent,
): Promise<void> {
  const fallen = before && fallenBy(before, now.getTime())
  if (fallen !== undefined) await repository.insertLevel(tx, tenantId, { conjunctionId: id, ...fallen })
  const stood = fallen?.level ?? before?.risk_level
  if (stood !== rankOf(level))
    await repository.insertLevel(tx, tenantId, {
      conjunctionId: id,
      at: now,
      level: rankOf(level),
      cdmId: facts.newestCdmId,
      reason,
    })
  const reopenedBy = await reopenRisen(tx, { tenantId, now, changedIn, before, facts, level })
  const change = { tenantId, conjunctionId: id, now, before, stood: stood ?? rankOf('UNKNOWN'), facts, level }
  await tellLevel(tx, { ...change, satellite, reopenedBy })
  emit(tx, {
    tenantId,
    type: 'conjunction',
    data: { conjunctionId: id, riskLevel: level, messages: facts.messages },
  })
}
