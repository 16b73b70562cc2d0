import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'

export type Turn = { readonly name: string; readonly tenantId: string }

/** Puts work on the list, or changes how often it is done; due at once where it is new. */
export async function upsertStandingWork(tx: SharedDb, { name, tenantId }: Turn, everyS: number): Promise<void> {
  await sql`
    insert into platform.standing_work (name, tenant_id, every_s) values (${name}, ${tenantId}, ${everyS})
    on conflict (name, tenant_id) do update set every_s = excluded.every_s`.execute(tx)
}

/** Makes work of these names due now for every organisation, behind what has been due for longer. */
export async function wakeStandingWork(tx: SharedDb, names: readonly string[]): Promise<void> {
  await sql`
    update platform.standing_work set taken_at = least(taken_at, now() - make_interval(secs => every_s))
    where name = any(${[...names]}::text[])`.execute(tx)
}

/** Makes work of one organisation due now, and puts it on the list where it is new. */
export async function wakeStandingWorkOf(tx: SharedDb, { name, tenantId }: Turn, everyS: number): Promise<void> {
  await sql`/* kept */
    insert into platform.standing_work as work (name, tenant_id, every_s) values (${name}, ${tenantId}, ${everyS})
    on conflict (name, tenant_id) do update
    set every_s = excluded.every_s, taken_at = least(work.taken_at, now() - make_interval(secs => excluded.every_s))`.execute(
    tx,
  )
}

/** Makes work of one organisation due now where it is on the list. */
export async function wakeListedWorkOf(tx: SharedDb, names: readonly string[], tenantId: string): Promise<void> {
  await sql`
    update platform.standing_work set taken_at = least(taken_at, now() - make_interval(secs => every_s))
    where name = any(${[...names]}::text[]) and tenant_id = ${tenantId}`.execute(tx)
}

/** The organisations for which work of this name is on the list. */
export async function listOrganisationsOf(tx: SharedDb, name: string): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from platform.standing_work where name = ${name} order by tenant_id`.execute(tx)
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Takes work off the list; who is at it finishes. */
export async function deleteStandingWork(tx: SharedDb, { name, tenantId }: Turn): Promise<void> {
  await sql`delete from platform.standing_work where name = ${name} and tenant_id = ${tenantId}`.execute(tx)
}

/**
 * Takes work off the list unless something of it is left, which is asked while its place on the list is held. Whoever brings more
 * wakes the work in the same transaction. If that transaction is under way, the place is taken and stays on the list; if it comes
 * later, it waits for this one and puts the work on the list again. So nothing that is brought is left without its work.
 */
export async function deleteStandingWorkUnless(
  tx: SharedDb,
  { name, tenantId }: Turn,
  isAnythingLeft: () => Promise<boolean>,
): Promise<void> {
  const { rows } = await sql`
    select from platform.standing_work where name = ${name} and tenant_id = ${tenantId}
    for update skip locked`.execute(tx)
  if (rows.length > 0 && !(await isAnythingLeft())) await deleteStandingWork(tx, { name, tenantId })
}

/** Takes work of this name off the list for all organisations but these. */
export async function deleteOtherStandingWork(tx: SharedDb, name: string, tenantIds: readonly string[]): Promise<void> {
  await sql`
    delete from platform.standing_work
    where name = ${name} and not (tenant_id = any(${[...tenantIds]}::text[]))`.execute(tx)
}

export type Claim = {
  readonly holder: string
  readonly names: readonly string[]
  readonly leaseS: number
  /** Work is due again so many times sooner than it says; default 1. */
  readonly timesSooner?: number
  /** Turns that the holder is at: however late its leases are, it does not begin one beside itself. */
  readonly running: readonly Turn[]
}

/** A turn that was taken so far ahead was taken before the clock was set back: of that time nothing can be concluded. */
const CLOCK_S = 60

/**
 * Takes the turn that is latest for its period and that nobody has; undefined where there is none. Work that has to be done every five
 * seconds and is late by five comes before hourly work that is late by a minute: where there is more to do than time, all is late by the
 * same share of its period, and nobody who waits for an alarm waits behind what may wait.
 */
export async function takeTurn(tx: SharedDb, claim: Claim): Promise<Turn | undefined> {
  const { holder, names, leaseS, timesSooner = 1, running } = claim
  const { rows } = await sql<Turn>`
    update platform.standing_work as work
    set taken_at = now(), holder = ${holder}::uuid, busy_until = now() + make_interval(secs => ${leaseS})
    from (
      select name, tenant_id from platform.standing_work
      where name = any(${[...names]}::text[])
        and (taken_at <= now() - make_interval(secs => every_s / ${timesSooner}::float8) or taken_at > now() + make_interval(secs => ${CLOCK_S}))
        and (busy_until is null or busy_until < now()) and (name, tenant_id) not in (${listed(running)})
      order by case when taken_at = '-infinity' or taken_at > now() then 'infinity'::float8
        else extract(epoch from now() - taken_at)::float8 / every_s end desc, taken_at, name, tenant_id
      limit 1 for update skip locked
    ) as due
    where work.name = due.name and work.tenant_id = due.tenant_id
    returning work.name, work.tenant_id as "tenantId"`.execute(tx)
  return rows[0]
}

/** Holds on to the turns that a worker is at; one that it could not hand back runs out. */
export async function keepTurns(
  tx: SharedDb,
  { holder, leaseS, running }: Omit<Claim, 'names' | 'timesSooner'>,
): Promise<void> {
  await sql`
    update platform.standing_work set busy_until = now() + make_interval(secs => ${leaseS})
    where holder = ${holder}::uuid and (name, tenant_id) in (${listed(running)})`.execute(tx)
}

const listed = (turns: readonly Turn[]) => sql`
  select * from unnest(${turns.map(({ name }) => name)}::text[], ${turns.map(({ tenantId }) => tenantId)}::text[])`

/** Hands a turn back. */
export async function endTurn(tx: SharedDb, holder: string, { name, tenantId }: Turn): Promise<void> {
  await sql`
    update platform.standing_work set holder = null, busy_until = null
    where name = ${name} and tenant_id = ${tenantId} and holder = ${holder}::uuid`.execute(tx)
}
