/** Compares the records of the writers with the database: no acknowledged write may be missing or occur twice. */
import { sql } from 'kysely'
import type { SharedDb } from '../../database/database.ts'
import { listBrokenInvariants } from '../../database/invariants.repository.ts'
import { MOVED_STATES, type Testimony } from './witness.ts'

export type Verdict = {
  readonly acknowledged: number
  /** Writes that are in the database although no answer arrived; this is allowed and common. */
  readonly unacknowledged: number
  readonly lost: readonly string[]
  readonly duplicated: readonly string[]
  /** Writes that are neither lost nor duplicated, but wrong. */
  readonly broken: readonly string[]
}

type Finding = { acknowledged: number; unacknowledged: number; lost: string[]; duplicated: string[]; broken: string[] }

/** Judges every record; `tx` must see the rows of all organisations. */
export async function judge(tx: SharedDb, testimonies: readonly Testimony[]): Promise<Verdict> {
  const all: Finding = { acknowledged: 0, unacknowledged: 0, lost: [], duplicated: [], broken: [] }
  for (const testimony of testimonies) {
    await judgeSaves(tx, testimony, all)
    await judgeMoves(tx, testimony, all)
    await judgePeople(tx, testimony, all)
    await judgeEvents(tx, testimony, all)
    all.broken.push(...testimony.odd)
  }
  all.broken.push(...(await listBrokenInvariants(tx)))
  return all
}

async function judgeSaves(tx: SharedDb, { tenant, subject, saves }: Testimony, all: Finding): Promise<void> {
  const { rows } = await sql<{ version: number; times: number }>`
    select (detail->>'version')::int as version, count(*)::int as times from platform.audit
    where tenant_id = ${tenant} and actor = ${subject} and action = 'userconfig.update' group by 1`.execute(tx)
  const recorded = new Map(rows.map(({ version, times }) => [version, times]))
  const told = saves.flatMap(({ version }) => version ?? [])
  all.acknowledged += told.length
  all.unacknowledged += rows.length - new Set(told).size
  for (const version of told)
    if (!recorded.has(version)) all.lost.push(`${subject}: save that became version ${version}`)
  // The same version was answered twice: the first save was undone, and the second save got the version of the first.
  if (new Set(told).size < told.length) all.lost.push(`${subject}: a version was told twice`)
  for (const [version, times] of recorded)
    if (times > 1) all.duplicated.push(`${subject}: version ${version} ${times}×`)
  if (rows.length > saves.length) all.duplicated.push(`${subject}: ${rows.length} saves of ${saves.length} tried`)
  await judgeStored(tx, { tenant, subject, saves }, { versions: rows.length, all })
}

async function judgeStored(
  tx: SharedDb,
  { tenant, subject, saves }: Pick<Testimony, 'tenant' | 'subject' | 'saves'>,
  { versions, all }: { versions: number; all: Finding },
): Promise<void> {
  const { rows } = await sql<{ version: number; url: string }>`
    select version, settings->'webhook'->'url'->>0 as url from userconfig.userconfig
    where tenant_id = ${tenant} and subject = ${subject} and service = 'odt'`.execute(tx)
  const stored = Number(rows[0]?.url.split('/').at(-1) ?? 0)
  const last = saves.findLast(({ version }) => version !== undefined)?.number ?? 0
  if (stored < last) all.lost.push(`${subject}: number ${last} was acknowledged, ${stored} is stored`)
  if (stored > saves.length)
    all.broken.push(`${subject}: number ${stored} is stored, ${saves.length} was the last sent`)
  if ((rows[0]?.version ?? 0) !== versions)
    all.broken.push(`${subject}: version ${rows[0]?.version ?? 0} is stored, ${versions} saves are recorded`)
}

async function judgeMoves(tx: SharedDb, { tenant, subject, moves }: Testimony, all: Finding): Promise<void> {
  const { rows } = await sql<{ id: string; state: number }>`
    select notification_id as id, state from notifications.reading
    where tenant_id = ${tenant} and subject = ${subject}`.execute(tx)
  const stored = new Map(rows.map(({ id, state }) => [id, state]))
  for (const { id, state, acknowledged } of moves) {
    const found = stored.get(id) ?? 0
    if (acknowledged) all.acknowledged += 1
    else if (found > 0) all.unacknowledged += 1
    if (acknowledged && found < state) all.lost.push(`${subject}: ${id} moved to ${MOVED_STATES[state - 1]}`)
    if (found > state) all.broken.push(`${subject}: ${id} is further than it was ever moved`)
  }
}

async function judgePeople(tx: SharedDb, { people }: Testimony, all: Finding): Promise<void> {
  const names = people.map(({ subject }) => subject)
  const { rows } = await sql<{ subject: string; known: number; welcomes: number }>`
    select named.subject,
      (select count(*)::int from platform.member m where m.subject = named.subject) as known,
      (select count(*)::int from notifications.notification n
        where n.subject = named.subject and n.title like 'Welcome%') as welcomes
    from unnest(${names}::text[]) as named (subject)`.execute(tx)
  const found = new Map(rows.map((row) => [row.subject, row]))
  for (const { subject, acknowledged } of people) {
    const { known = 0, welcomes = 0 } = found.get(subject) ?? {}
    if (acknowledged) all.acknowledged += 1
    else if (known > 0) all.unacknowledged += 1
    if (acknowledged && known === 0) all.lost.push(`${subject}: was let in and is not known`)
    if (known > 0 && welcomes === 0) all.lost.push(`${subject}: was never welcomed`)
    if (known > 1 || welcomes > 1) all.duplicated.push(`${subject}: known ${known}×, welcomed ${welcomes}×`)
    if (known === 0 && welcomes > 0) all.broken.push(`${subject}: was welcomed without having been let in`)
  }
}

/** The organisation of a writer has no other member, so its listener must have seen every event. */
async function judgeEvents(tx: SharedDb, { tenant, subject, saves, seen }: Testimony, all: Finding): Promise<void> {
  const { rows } = await sql<{ last: number; kept: number; first: number }>`
    select c.last, (select count(*)::int from events.event e where e.tenant_id = c.tenant_id) as kept,
      (select min(id) from events.event e where e.tenant_id = c.tenant_id) as first
    from events.cursor c where c.tenant_id = ${tenant}`.execute(tx)
  const { last = 0, kept = 0, first = 1 } = rows[0] ?? {}
  if (kept !== last - first + 1) all.lost.push(`${subject}: the stream holds ${kept} events from ${first} to ${last}`)
  const times = new Map<number, number>()
  for (const { id } of seen) times.set(id, (times.get(id) ?? 0) + 1)
  for (let id = 1; id <= last; id++) {
    const count = times.get(id) ?? 0
    if (count === 0) all.lost.push(`${subject}: event ${id} never reached its listener`)
    if (count > 1) all.duplicated.push(`${subject}: event ${id} reached its listener ${count}×`)
  }
  const inOrder = seen.every(({ id }, place) => place === 0 || id > (seen[place - 1]?.id ?? 0))
  if (!inOrder) all.broken.push(`${subject}: events came out of order`)
  const versions = new Set(seen.filter(({ type }) => type === 'userconfig').map(({ data }) => data.version))
  for (const { version } of saves)
    if (version !== undefined && !versions.has(version))
      all.lost.push(`${subject}: no event tells of version ${version}`)
}
