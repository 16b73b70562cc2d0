import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'

export type Turn = { readonly name: string; readonly tenantId: string }

/** Adds work to the list, or changes its period; new work is due at once. */
export async function upsertRecurringWork(tx: SharedDb, { name, tenantId }: Turn, everyS: number): Promise<void> {
  await sql`
    insert into platform.recurring_work (name, tenant_id, every_s) values (${name}, ${tenantId}, ${everyS})
    on conflict (name, tenant_id) do update set every_s = excluded.every_s`.execute(tx)
}

/** Makes work with these names due now for every organisation. Work that has been due for longer still runs first. */
export async function wakeRecurringWork(tx: SharedDb, names: readonly string[]): Promise<void> {
  await sql`
    update platform.recurring_work set taken_at = least(taken_at, now() - make_interval(secs => every_s))
    where name = any(${[...names]}::text[])`.execute(tx)
}

/** Makes work of one organisation due now, and adds it to the list if it is new. */
export async function wakeRecurringWorkOf(tx: SharedDb, { name, tenantId }: Turn, everyS: number): Promise<void> {
  await sql`/* kept */
    insert into platform.recurring_work as work (name, tenant_id, every_s) values (${name}, ${tenantId}, ${everyS})
    on conflict (name, tenant_id) do update
    set every_s = excluded.every_s, taken_at = least(work.taken_at, now() - make_interval(secs => excluded.every_s))`.execute(
    tx,
  )
}

/** Makes work of one organisation due now, if it is on the list. */
export async function wakeListedWorkOf(tx: SharedDb, names: readonly string[], tenantId: string): Promise<void> {
  await sql`
    update platform.recurring_work set taken_at = least(taken_at, now() - make_interval(secs => every_s))
    where name = any(${[...names]}::text[]) and tenant_id = ${tenantId}`.execute(tx)
}

/** Returns the organisations that have work with this name on the list. */
export async function listOrganisationsOf(tx: SharedDb, name: string): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from platform.recurring_work where name = ${name} order by tenant_id`.execute(tx)
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Removes work from the list; a run that has begun is finished. */
export async function deleteRecurringWork(tx: SharedDb, { name, tenantId }: Turn): Promise<void> {
  await sql`delete from platform.recurring_work where name = ${name} and tenant_id = ${tenantId}`.execute(tx)
}

/**
 * Removes work from the list unless there is still something to do, which is checked while the row of the work is locked. A transaction that adds
 * something to do also makes the work due. If that transaction is running, it has locked the row, and the row stays on the list; if it runs later, it
 * waits for this transaction and adds the work to the list again. So nothing that is added is forgotten.
 */
export async function deleteRecurringWorkUnless(
  tx: SharedDb,
  { name, tenantId }: Turn,
  isAnythingLeft: () => Promise<boolean>,
): Promise<void> {
  const { rows } = await sql`
    select from platform.recurring_work where name = ${name} and tenant_id = ${tenantId}
    for update skip locked`.execute(tx)
  if (rows.length > 0 && !(await isAnythingLeft())) await deleteRecurringWork(tx, { name, tenantId })
}

/** Removes work with this name from the list for all organisations except these. */
export async function deleteOtherRecurringWork(
  tx: SharedDb,
  name: string,
  tenantIds: readonly string[],
): Promise<void> {
  await sql`
    delete from platform.recurring_work
    where name = ${name} and not (tenant_id = any(${[...tenantIds]}::text[]))`.execute(tx)
}

export type Claim = {
  readonly holder: string
  readonly names: readonly string[]
  readonly leaseS: number
  /** Divides the period of all work, so that it is due sooner; default 1. */
  readonly timesSooner?: number
  /** The runs that this holder has not finished: it never begins one of them twice, even if its leases have expired. */
  readonly running: readonly Turn[]
}

/** If a lease begins this far in the future, the clock was set back after it was taken: its time is meaningless. */
const CLOCK_S = 60

/**
 * Takes the free run that is latest relative to its period; undefined if there is none. Work with a period of five seconds that is
 * late by five precedes hourly work that is late by a minute. If there is too much to do, all work is late by the same fraction of
 * its period, and no alarm waits behind less urgent work.
 */
export async function takeTurn(tx: SharedDb, claim: Claim): Promise<Turn | undefined> {
  const { holder, names, leaseS, timesSooner = 1, running } = claim
  const { rows } = await sql<Turn>`
    update platform.recurring_work as work
    set taken_at = now(), holder = ${holder}::uuid, busy_until = now() + make_interval(secs => ${leaseS})
    from (
      select name, tenant_id from platform.recurring_work
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

/** Renews the leases of the runs that a worker is busy with; a run that the worker could not return expires. */
export async function keepTurns(
  tx: SharedDb,
  { holder, leaseS, running }: Omit<Claim, 'names' | 'timesSooner'>,
): Promise<void> {
  await sql`
    update platform.recurring_work set busy_until = now() + make_interval(secs => ${leaseS})
    where holder = ${holder}::uuid and (name, tenant_id) in (${listed(running)})`.execute(tx)
}

const listed = (turns: readonly Turn[]) => sql`
  select * from unnest(${turns.map(({ name }) => name)}::text[], ${turns.map(({ tenantId }) => tenantId)}::text[])`

/** Returns the lease of a run that has ended. */
export async function endTurn(tx: SharedDb, holder: string, { name, tenantId }: Turn): Promise<void> {
  await sql`
    update platform.recurring_work set holder = null, busy_until = null
    where name = ${name} and tenant_id = ${tenantId} and holder = ${holder}::uuid`.execute(tx)
}
