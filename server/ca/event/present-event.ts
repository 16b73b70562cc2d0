import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { LevelCause } from '@apsis/contract/ca/event/cause.ts'
import { Conjunction, type listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { conjunctionMatcher, type FilteredEvent, filterOfQuery } from '@apsis/contract/ca/event/conjunction-filter.ts'
import { type JudgedRisk, levelOf, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { cutPage } from '../../platform/http/paging.ts'
import { VERSION } from '../../platform/process/version.ts'
import { readFleetMark } from '../satellite/record/fleet.ts'
import { ACTION_RULES, type ActionRule, type Situation } from './action.data.ts'
import { decideMsOf } from './commit.ts'
import { type ConjunctionRow, findListVersion, listChangedEvents } from './event.repository.ts'
import { byOf, type EventFacts, heldIn, isByReport, levelAt, presentBy, shownIdOf } from './fold-event.ts'

/** An event with its text up to the single number that changes only with time. */
type Entry = FilteredEvent & {
  readonly row: ConjunctionRow
  readonly event: TimelessConjunction
  readonly head: Buffer
  /** The last time at which the event changed only because time passed, and the next such time. */
  readonly turned: number
  readonly until: number
}

type ListState = {
  version: number
  /** The satellites of the organisation, and a version that changes with them. */
  mark: string
  active: ReadonlySet<string>
  readonly entries: Map<string, Entry>
  /** The entries by TCA. */
  ordered: readonly Entry[]
  tag: string
}
type Query = ParsedRequest<typeof listConjunctions>['query']

/** A page of the list as it is sent, with its entity tag, which shows if a caller has it already. */
export type ConjunctionPage = {
  readonly write: () => Buffer
  readonly etag: string
  readonly total: number
  readonly limit: number
}

/** The most events whose texts a process keeps, of all organisations together. A text has some 3 KiB. */
const MOST_EVENTS = 100_000
const ROWS_AT_ONCE = 2_500
const MOST_AT_ONCE = 10_000
/** Lets other work of the process run. */
const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const NO_ID = '00000000-0000-0000-0000-000000000000'

const kept = new WeakMap<Database, Map<string, { state: ListState; refreshing: Promise<void> }>>()

/**
 * Returns a page of an organisation's events by TCA. Each event is checked and written once for each of its versions and kept as text
 * (decisions.md 30); an answer reads the changes since the last one and joins texts.
 */
export async function readConjunctions(
  db: Database,
  tenantId: string,
  { query, now }: { readonly query: Query; readonly now: number },
): Promise<ConjunctionPage> {
  const { ordered, active, tag } = await refreshed(db, tenantId, now)
  const { limit = MOST_AT_ONCE } = query
  const since = isOpen(query) ? Math.floor(now / HOUR_MS) * HOUR_MS - DAY_MS : Number.NEGATIVE_INFINITY
  const matches = conjunctionMatcher(filterOfQuery(query))
  const matching = ordered.filter((entry) => entry.tcaMs >= since && isOfActive(entry, active) && matches(entry))
  const page = cutPage(sorted(matching, query.sort), { page: query.page, limit })
  // The limit of "the last day" moves with time, even if no event changes.
  const etag = since > 0 ? tag.replace(/"$/, `-${since.toString(36)}"`) : tag
  return { write: () => writePage(page, now), etag, total: matching.length, limit }
}

/** Returns all events of an organisation as its list has them now. */
export async function listEventsNow(db: Database, tenantId: string, now: number): Promise<TimelessConjunction[]> {
  const { ordered, active } = await refreshed(db, tenantId, now)
  return ordered.filter((entry) => isOfActive(entry, active)).map(({ event }) => event)
}

/** True for a request without limit, state, time or event: it gets future events and those of the last day. */
function isOpen(query: Query): boolean {
  const { limit, state, 'tca-after': after, 'tca-before': before, 'conjunction-id': id } = query
  return [limit, state, after, before, id].every((given) => given === undefined)
}

const SORTED = {
  tca: ({ tcaMs }: Entry) => tcaMs,
  riskLevel: ({ event }: Entry) => RISK_LEVELS.indexOf(event.conjunctionData.riskLevel),
  probabilityOfCollision: ({ event }: Entry) => event.conjunctionData.probabilityOfCollision,
  totalMissDistance: ({ event }: Entry) => event.conjunctionData.totalMissDistance,
  relativeSpeed: ({ event }: Entry) => event.conjunctionData.relativeSpeed,
  lastCreationDate: ({ event }: Entry) => Date.parse(event.lastCreationDate),
} as const

/** Returns events in the requested order. An event without the value comes last, and equal ones stay in the order of TCA. */
function sorted(entries: readonly Entry[], sort: Query['sort']): readonly Entry[] {
  if (sort === 'tca') return entries
  const isFalling = sort.startsWith('-')
  const read = SORTED[(isFalling ? sort.slice(1) : sort) as keyof typeof SORTED]
  const last = isFalling ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const keyed = entries.map((entry) => ({ entry, value: read(entry) ?? last }))
  // The values are compared and not subtracted, since the difference of two infinities is not a number.
  keyed.sort((a, b) => (a.value === b.value ? 0 : a.value < b.value === isFalling ? 1 : -1))
  return keyed.map(({ entry }) => entry)
}

function writePage(page: readonly Entry[], now: number): Buffer {
  const parts = page.flatMap(({ head, tcaMs }, place) => [
    Buffer.from(place === 0 ? '[' : ','),
    head,
    Buffer.from(String((tcaMs - now) / 1000)),
    TAIL,
  ])
  return Buffer.concat([...(page.length === 0 ? [Buffer.from('[')] : parts), Buffer.from(']')])
}

/** Drops the lists with the oldest last request. The list with the newest request stays, whatever its size. */
function dropOldest(ofDatabase: Map<string, { readonly state: ListState }>): void {
  let total = [...ofDatabase.values()].reduce((sum, { state }) => sum + state.entries.size, 0)
  for (const [name, { state }] of [...ofDatabase].slice(0, -1)) {
    if (total <= MOST_EVENTS) return
    total -= state.entries.size
    ofDatabase.delete(name)
  }
}

async function refreshed(db: Database, tenantId: string, now: number): Promise<ListState> {
  const ofDatabase = kept.get(db) ?? new Map<string, { state: ListState; refreshing: Promise<void> }>()
  kept.set(db, ofDatabase)
  const known = ofDatabase.get(tenantId) ?? {
    state: { version: 0, mark: '', active: new Set<string>(), entries: new Map<string, Entry>(), ordered: [], tag: '' },
    refreshing: Promise.resolve(),
  }
  // A list that was just requested is the last to be dropped.
  ofDatabase.delete(tenantId)
  ofDatabase.set(tenantId, known)
  dropOldest(ofDatabase)
  // Readings run one after the other: each reads the changes since the result of the previous one.
  const refreshing = known.refreshing
    .catch(() => undefined)
    .then(() => refresh(db, tenantId, { state: known.state, now }))
  known.refreshing = refreshing
  await refreshing
  return known.state
}

async function refresh(
  db: Database,
  tenantId: string,
  { state, now }: { readonly state: ListState; readonly now: number },
): Promise<void> {
  const changed = await db.tenant(tenantId, async (tx) => {
    const { version, clearedIn } = await findListVersion(tx)
    const after = clearedIn > state.version ? 0 : state.version
    const { mark, ids } = await readFleetMark(tx)
    const rows = version === state.version ? [] : await listAllChanged(tx, after)
    return { version, isCleared: after === 0, mark, active: ids, rows }
  })
  if (changed.isCleared) state.entries.clear()
  for (const [place, row] of changed.rows.entries()) {
    state.entries.set(row.id, toEntry(row, now))
    if (place % 100 === 99) await giveWay()
  }
  const turning = [...state.entries.values()].filter(({ until }) => now >= until)
  for (const { row } of turning) state.entries.set(row.id, toEntry(row, now))
  if (changed.rows.length + turning.length > 0 || changed.isCleared)
    state.ordered = [...state.entries.values()].sort((a, b) => a.tcaMs - b.tcaMs || (a.row.id < b.row.id ? -1 : 1))
  // Two lists of one version differ if an event has changed only because time passed.
  const turned = state.ordered.reduce((latest, entry) => Math.max(latest, entry.turned), 0)
  const what = [VERSION, tenantId, changed.mark].join(' ')
  const tag = `W/"${changed.version}-${turned.toString(36)}-${hashOf(what)}"`
  Object.assign(state, { version: changed.version, mark: changed.mark, active: changed.active, tag })
}

async function listAllChanged(tx: TenantDb, after: number): Promise<ConjunctionRow[]> {
  const rows: ConjunctionRow[] = []
  for (;;) {
    const page = await listChangedEvents(tx, { after, afterId: rows.at(-1)?.id ?? NO_ID, limit: ROWS_AT_ONCE })
    rows.push(...page)
    if (page.length < ROWS_AT_ONCE) return rows
  }
}

function toEntry(row: ConjunctionRow, now: number): Entry {
  const event = presentConjunction(row, now)
  const points = turningPoints(row)
  return {
    row,
    event,
    tcaMs: Date.parse(event.conjunctionData.tca),
    pc: event.conjunctionData.probabilityOfCollision ?? undefined,
    head: Buffer.from(headOf(event)),
    turned: Math.max(0, ...points.filter((point) => point <= now)),
    until: Math.min(...points.filter((point) => point > now)),
  }
}

const TAIL = Buffer.from('}}')

/** Returns the text of an event up to its last number, which changes only with time; `TAIL` follows it. */
function headOf(event: TimelessConjunction): string {
  const { conjunctionData: shownData, ...shown } = event
  // The contract checks the whole event. The remaining time may be any number, since it is written later.
  const checked = Conjunction.parse({ ...shown, conjunctionData: { ...shownData, timeToTca: 0 } })
  const { conjunctionData, ...rest } = checked
  const { timeToTca: _, ...data } = conjunctionData
  return `${open(rest)},"conjunctionData":${open(data)},"timeToTca":`
}

/** Returns the text of an object without its closing brace, so that more fields can follow. */
const open = (value: object): string => JSON.stringify(value).slice(0, -1)

/** True if an event has an active satellite, or none: events of removed satellites are left out. */
function isOfActive({ row }: Entry, active: ReadonlySet<string>): boolean {
  const own = [row.satellite_id, row.other_satellite_id].filter((id) => id !== null)
  return own.length === 0 || own.some((id) => active.has(id))
}

/** Returns a short hash that changes with the satellites. An entity tag needs no cryptographic strength. */
function hashOf(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36)
}

/** Past events stay in the list for this time, then they are archived (domain.md C5). */
const ARCHIVED_AFTER_MS = 7 * 24 * HOUR_MS
/** The longest time before a deadline that a rule reads. */
const SOON_MS = 24 * HOUR_MS

/** The event in the form of the API at a time, without the remaining time, which changes while the answer is cached. */
export type TimelessConjunction = Omit<Conjunction, 'conjunctionData'> & {
  readonly conjunctionData: Omit<Conjunction['conjunctionData'], 'timeToTca'>
}

/** Returns the event at a time. */
export function presentConjunction(row: ConjunctionRow, now: number): TimelessConjunction {
  const { facts } = row
  const { action, rule } = actionAt(row, now)
  const { newestCdmId, conjunctionData, held: _held, ownHeld: _ownHeld, judged, ...rest } = facts
  const {
    isBeyondAccepted: _beyond,
    commitHours,
    commit,
    considerHours,
    levelFrom,
    ownScreening,
    reportedHeld: _reportedHeld,
    reported,
    comparison,
    track,
    lastDrivingDate: _driving,
    toleranceS: _tolerance,
    ...shown
  } = rest
  const tca = Date.parse(conjunctionData.tca)
  const [considerFrom, decideBefore] = [tca - considerHours * HOUR_MS, decideMsOf(facts)]
  const level = levelAt(facts, now)
  const state = stateOf(row, now)
  return {
    conjunctionId: row.id,
    satelliteId: row.satellite_id,
    conjunctionData: { ...conjunctionData, riskLevel: level },
    ...shown,
    activeCdmId: isMitigated(row) ? null : newestCdmId,
    considerFrom: new Date(considerFrom).toISOString(),
    decideBefore: new Date(decideBefore).toISOString(),
    commit: { source: commit?.source ?? 'NO_CONTACTS', hours: commitHours, contact: commit?.contact ?? null },
    action,
    rule,
    levelCauses: causesOf(facts, { level, now }),
    reopens: reopeningOf(row),
    state,
    mitigation: state === 'MITIGATED' && isMitigated(row) ? mitigationOf(row) : null,
    levelFrom,
    ownScreening,
    reported: reported ?? null,
    comparison,
    levelBy: levelByOf(facts, level),
    track: track === undefined ? null : trackOf(track),
    decision: row.decision,
    version: row.version,
  }
}

/** Returns the estimate that sets the level of an event. */
function levelByOf(facts: EventFacts, level: RiskLevel): Conjunction['levelBy'] {
  const shownId = shownIdOf(facts)
  const by = byOf(facts, level, shownId)
  return by === undefined ? null : presentBy(by, { shownId, track: facts.track })
}

function trackOf({ cdmId, objectId, at, screening, reason }: NonNullable<EventFacts['track']>) {
  return { cdmId, objectId, at, screening, reason }
}

/** Returns the suggested action for an event at a time, and its rule. */
export function actionAt(
  row: Pick<ConjunctionRow, 'facts' | 'decided_level' | 'mitigated_until'>,
  now: number,
): Pick<ActionRule, 'action' | 'rule'> {
  const { facts, decided_level: decidedLevel } = row
  const level = levelAt(facts, now)
  const considerFrom = Date.parse(facts.conjunctionData.tca) - facts.considerHours * HOUR_MS
  const situation: Situation = {
    state: stateOf(row, now),
    level,
    isBeyondAccepted: facts.isBeyondAccepted,
    isCoOrbiting: facts.isCoOrbiting,
    needsData: facts.needsData,
    isReported: facts.levelFrom === 'REPORTED' || isByReport(facts, now),
    isUnknown: facts.conjunctionData.probabilityOfCollision === null && !facts.isCoOrbiting,
    trend: facts.trend,
    isDecided: decidedLevel !== null && rankOf(level) <= decidedLevel,
    secondsToDecide: (decideMsOf(facts) - now) / 1000,
    secondsToConsider: (considerFrom - now) / 1000,
  }
  const rule = ACTION_RULES.find(({ applies }) => applies(situation))
  if (rule === undefined) throw new TypeError('the last rule applies to every situation')
  return rule
}

/** Returns the causes of the level. If only a report gives the level, 'reported' is a cause, and no cause states that the level is kept. */
function causesOf(
  facts: EventFacts,
  { level, now }: { readonly level: RiskLevel; readonly now: number },
): LevelCause[] {
  const { judged, levelFrom } = facts
  const isOnly = levelFrom === 'REPORTED'
  if (!isOnly && isByReport(facts, now)) return [...(judged?.causes ?? []), 'reported']
  return [...(judged === undefined ? [] : causesAt(judged, level)), ...(isOnly ? (['reported'] as const) : [])]
}

/** Returns the causes of the level: the causes of the message that counts, and a note if the level is kept above the message's level. */
function causesAt({ level: own, causes }: JudgedRisk, level: RiskLevel): LevelCause[] {
  if (rankOf(level) <= rankOf(own)) return [...causes]
  if (own === 'UNKNOWN') return [...causes, 'held-unknown']
  return causes.includes('held-less-known') ? [...causes] : [...causes, 'held-higher']
}

/** Returns the plan that mitigated the event, and the probability from which the mitigation would not hold. */
const mitigationOf = ({ mitigated_by: plan, mitigated_above: aboveProbability }: MitigatedRow) => ({
  plan,
  aboveProbability,
})

/** Returns the conditions that reopen a decided or closed event automatically. */
export function reopeningOf({ decided_level, reopen_above, look_again_at }: ConjunctionRow): Conjunction['reopens'] {
  if (decided_level === null) return null
  const lookAgainAt = look_again_at?.toISOString() ?? null
  return { aboveLevel: levelOf(decided_level), aboveProbability: reopen_above, lookAgainAt }
}

/** Returns the times at which an event changes only because time passes. */
function turningPoints({ facts }: ConjunctionRow): number[] {
  const tca = Date.parse(facts.conjunctionData.tca)
  const decideBefore = decideMsOf(facts)
  const lower = heldIn(facts).flatMap(({ lower: next }) => (next === null ? [] : [next.at]))
  // A comparison with "before" changes one millisecond later.
  return [
    tca - facts.considerHours * HOUR_MS,
    decideBefore - SOON_MS + 1,
    tca + 1,
    tca + ARCHIVED_AFTER_MS + 1,
    ...lower,
  ]
}

function stateOf(row: Pick<ConjunctionRow, 'facts' | 'mitigated_until'>, now: number): Conjunction['state'] {
  const since = now - Date.parse(row.facts.conjunctionData.tca)
  if (since > ARCHIVED_AFTER_MS) return 'ARCHIVED'
  if (since > 0) return 'PASSED'
  return isMitigated(row) ? 'MITIGATED' : 'OPEN'
}

type MitigatedRow = { readonly mitigated_until: Date; readonly mitigated_by: string; readonly mitigated_above: number }

/** True if the event was marked as mitigated, and neither a message nor a report nor a screening that finds it has arrived since. */
export function isMitigated<Row extends Pick<ConjunctionRow, 'facts' | 'mitigated_until'>>(
  row: Row,
): row is Row & MitigatedRow {
  return row.mitigated_until !== null && newestOf(row) <= row.mitigated_until
}

/** Returns the time of the newest message that affects the level, or of the newest screening or report that counts. */
export function newestOf({ facts }: Pick<ConjunctionRow, 'facts'>): Date {
  const { ownScreening, reported, lastCreationDate, lastDrivingDate = lastCreationDate } = facts
  const found = ownScreening?.state === 'COUNTS' ? Date.parse(ownScreening.madeAt) : Number.NEGATIVE_INFINITY
  const told = reported?.state === 'COUNTS' ? Date.parse(reported.createdAt) : Number.NEGATIVE_INFINITY
  return new Date(Math.max(Date.parse(lastDrivingDate), found, told))
}
