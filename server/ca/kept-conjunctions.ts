import { Conjunction, type listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import type { Parsed } from '@apsis/contract/endpoint.ts'
import type { Database, TenantDb } from '../platform/database.ts'
import { VERSION } from '../platform/version.ts'
import { type ConjunctionRow, findListVersion, listChangedEvents } from './conjunction.repository.ts'
import { giveWay } from './open-upload.ts'
import { readFleetMark } from './own-satellites.ts'
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
export type ConjunctionPage = { readonly write: () => Buffer; readonly etag: string; readonly total: number }

/** Events whose texts a process keeps, of all organisations together: some 3 KiB each. */
const MOST_EVENTS = 100_000
const ROWS_AT_ONCE = 500
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
  const matching = ordered.filter((entry) => matches(entry, query, active))
  const start = (query.page - 1) * query.limit
  const page = matching.slice(start, start + query.limit)
  return { write: () => writePage(page, now), etag: tag, total: matching.length }
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

function matches({ row, tca, shown }: Entry, query: Query, active: ReadonlySet<string>): boolean {
  const own = [row.satellite_id, row.other_satellite_id].filter((id) => id !== null)
  // Of removed satellites only.
  if (own.length > 0 && !own.some((id) => active.has(id))) return false
  const { conjunctionData } = shown
  const probability = conjunctionData.probabilityOfCollision ?? -1
  return (
    is(query['conjunction-id'], row.id) &&
    (query['satellite-id'] === undefined || own.includes(query['satellite-id'])) &&
    (query['tca-after'] === undefined || tca > Date.parse(query['tca-after'])) &&
    (query['tca-before'] === undefined || tca < Date.parse(query['tca-before'])) &&
    (query['risk-level'] === undefined || query['risk-level'].split(',').includes(conjunctionData.riskLevel)) &&
    is(query.state, shown.state) &&
    (query['min-probability'] === undefined || probability >= query['min-probability']) &&
    (query['max-miss'] === undefined || conjunctionData.totalMissDistance <= query['max-miss'])
  )
}

const is = (asked: string | undefined, value: string) => asked === undefined || asked === value

/** Short, and different for other satellites: what an ETag needs, not a safe. */
function hashOf(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36)
}
