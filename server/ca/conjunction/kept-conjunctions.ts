import { RISK_LEVELS } from '@apsis/contract/ca/cdm.ts'
import { Conjunction, type listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import type { Parsed } from '@apsis/contract/endpoint.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { cutPage } from '../../platform/http/paging.ts'
import { VERSION } from '../../platform/process/version.ts'
import { readFleetMark } from '../fleet/fleet.ts'
import { type ConjunctionRow, findListVersion, listChangedEvents } from './conjunction.repository.ts'
import { presentConjunction, type TimelessConjunction, turningPoints } from './present-conjunction.ts'

/** An event, and its text around the one number that moves on by itself. */
type Entry = {
  readonly row: ConjunctionRow
  readonly tca: number
  readonly shown: TimelessConjunction
  readonly head: Buffer
  readonly tail: Buffer
  /** The last time at which it turned into what it is, and the next at which it looks different. */
  readonly turned: number
  readonly until: number
}

type Kept = {
  version: number
  /** Of the satellites, and which they are. */
  mark: string
  active: ReadonlySet<string>
  readonly entries: Map<string, Entry>
  /** By TCA. */
  ordered: readonly Entry[]
  tag: string
}
type Query = Parsed<typeof listConjunctions>['query']

/** A page of the list as it is sent, and what tells whether a caller has it already. */
export type ConjunctionPage = {
  readonly write: () => Buffer
  readonly etag: string
  readonly total: number
  readonly limit: number
}

/** Events whose texts a process keeps, of all organisations together: some 3 KiB each. */
const MOST_EVENTS = 100_000
const ROWS_AT_ONCE = 2_500
const MOST_AT_ONCE = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Lets others of the process have their turn. */
const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const NO_ID = '00000000-0000-0000-0000-000000000000'

const kept = new WeakMap<Database, Map<string, { state: Kept; refreshing: Promise<void> }>>()

/**
 * A page of an organisation's events by TCA. Each event is checked and written once for each of its versions and kept as text
 * (decisions.md 30); an answer reads what changed since the last one and puts texts together.
 */
export async function readConjunctions(
  db: Database,
  tenantId: string,
  { query, now }: { readonly query: Query; readonly now: number },
): Promise<ConjunctionPage> {
  const { ordered, active, tag } = await refreshed(db, tenantId, now)
  const { limit = MOST_AT_ONCE } = query
  const since = isOpen(query) ? Math.floor(now / HOUR_MS) * HOUR_MS - DAY_MS : Number.NEGATIVE_INFINITY
  const matches = matcherOf(query, active)
  const matching = ordered.filter((entry) => entry.tca >= since && matches(entry))
  const page = cutPage(sorted(matching, query.sort), { page: query.page, limit })
  // The day before now moves on without any change of an event.
  const etag = since > 0 ? tag.replace(/"$/, `-${since.toString(36)}"`) : tag
  return { write: () => writePage(page, now), etag, total: matching.length, limit }
}

/** Who names no limit, no times, no state and no event gets what is ahead, and what passed in the last day. */
function isOpen(query: Query): boolean {
  const { limit, state, 'tca-after': after, 'tca-before': before, 'conjunction-id': id } = query
  return [limit, state, after, before, id].every((given) => given === undefined)
}

const SORTED = {
  tca: ({ tca }: Entry) => tca,
  riskLevel: ({ shown }: Entry) => RISK_LEVELS.indexOf(shown.conjunctionData.riskLevel),
  probabilityOfCollision: ({ shown }: Entry) => shown.conjunctionData.probabilityOfCollision,
  totalMissDistance: ({ shown }: Entry) => shown.conjunctionData.totalMissDistance,
  relativeSpeed: ({ shown }: Entry) => shown.conjunctionData.relativeSpeed,
  lastCreationDate: ({ shown }: Entry) => Date.parse(shown.lastCreationDate),
} as const

/** In the order asked for; what has no value comes last, and what is equal stays by TCA. */
function sorted(entries: readonly Entry[], sort: Query['sort']): readonly Entry[] {
  if (sort === 'tca') return entries
  const isFalling = sort.startsWith('-')
  const read = SORTED[(isFalling ? sort.slice(1) : sort) as keyof typeof SORTED]
  const last = isFalling ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const keyed = entries.map((entry) => ({ entry, value: read(entry) ?? last }))
  // Not their difference: that of two infinities is no number.
  keyed.sort((a, b) => (a.value === b.value ? 0 : a.value < b.value === isFalling ? 1 : -1))
  return keyed.map(({ entry }) => entry)
}

function writePage(page: readonly Entry[], now: number): Buffer {
  const parts = page.flatMap(({ head, tca, tail }, place) => [
    Buffer.from(place === 0 ? '[' : ','),
    head,
    Buffer.from(String((tca - now) / 1000)),
    tail,
  ])
  return Buffer.concat([...(page.length === 0 ? [Buffer.from('[')] : parts), Buffer.from(']')])
}

/** Forgets the lists that were asked for least lately; the newest stays, however long it is. */
function letGo(ofDatabase: Map<string, { readonly state: Kept }>): void {
  let total = [...ofDatabase.values()].reduce((sum, { state }) => sum + state.entries.size, 0)
  for (const [name, { state }] of [...ofDatabase].slice(0, -1)) {
    if (total <= MOST_EVENTS) return
    total -= state.entries.size
    ofDatabase.delete(name)
  }
}

async function refreshed(db: Database, tenantId: string, now: number): Promise<Kept> {
  const ofDatabase = kept.get(db) ?? new Map<string, { state: Kept; refreshing: Promise<void> }>()
  kept.set(db, ofDatabase)
  const known = ofDatabase.get(tenantId) ?? {
    state: { version: 0, mark: '', active: new Set<string>(), entries: new Map<string, Entry>(), ordered: [], tag: '' },
    refreshing: Promise.resolve(),
  }
  // The last one asked for is the last to go.
  ofDatabase.delete(tenantId)
  ofDatabase.set(tenantId, known)
  letGo(ofDatabase)
  // One after the other: each reads what is newer than what the one before it left.
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
  { state, now }: { readonly state: Kept; readonly now: number },
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
    state.ordered = [...state.entries.values()].sort((a, b) => a.tca - b.tca || (a.row.id < b.row.id ? -1 : 1))
  // Two lists of one version differ where an event has passed a turning point in between.
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

/** Where the number that moves on goes. */
const HOLE = 0.123456789

function toEntry(row: ConjunctionRow, now: number): Entry {
  const shown = presentConjunction(row, now)
  const checked = Conjunction.parse({ ...shown, conjunctionData: { ...shown.conjunctionData, timeToTca: HOLE } })
  const [head = '', tail = ''] = JSON.stringify(checked).split(`"timeToTca":${HOLE}`)
  const points = turningPoints(row)
  return {
    row,
    shown,
    tca: Date.parse(shown.conjunctionData.tca),
    head: Buffer.from(`${head}"timeToTca":`),
    tail: Buffer.from(tail),
    turned: Math.max(0, ...points.filter((point) => point <= now)),
    until: Math.min(...points.filter((point) => point > now)),
  }
}

/** Says of each event whether it is asked for, and is not one of removed satellites only. */
function matcherOf(query: Query, active: ReadonlySet<string>) {
  const satellites = listOf(query['satellite-id'])
  const levels = listOf(query['risk-level'])
  const types = listOf(query['object-type'])
  const originators = listOf(query.originator)
  const after = query['tca-after'] === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query['tca-after'])
  const before = query['tca-before'] === undefined ? Number.POSITIVE_INFINITY : Date.parse(query['tca-before'])
  const text = query.search?.toLowerCase()
  return ({ row, tca, shown }: Entry): boolean => {
    const own = [row.satellite_id, row.other_satellite_id].filter((id) => id !== null)
    if (own.length > 0 && !own.some((id) => active.has(id))) return false
    const { conjunctionData: data, object1, object2 } = shown
    const probability = data.probabilityOfCollision
    const keys = shown.satelliteId === null ? [...own, object1.designator] : own
    return (
      is(query['conjunction-id'], row.id) &&
      (!satellites || keys.some((key) => satellites.has(key))) &&
      tca > after &&
      tca < before &&
      (!levels || levels.has(data.riskLevel)) &&
      is(query.state, shown.state) &&
      is(query['has-probability'], probability !== null) &&
      (query['min-probability'] === undefined || (probability ?? -1) >= query['min-probability']) &&
      (query['max-miss'] === undefined || data.totalMissDistance <= query['max-miss']) &&
      (query['max-radial'] === undefined || data.radialSeparation <= query['max-radial']) &&
      (!types || types.has(object2.objectType ?? 'UNKNOWN')) &&
      (!originators || shown.originators.some((one) => originators.has(one))) &&
      is(query['is-between-own'], own.length > 1) &&
      (!text || object2.name.toLowerCase().includes(text) || object2.designator.toLowerCase().includes(text))
    )
  }
}

const listOf = (text: string | undefined) => (text ? new Set(text.split(',')) : undefined)
const is = <T>(asked: T | undefined, value: T) => asked === undefined || asked === value

/** Short, and different for other satellites: what an ETag needs, not a safe. */
function hashOf(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36)
}
