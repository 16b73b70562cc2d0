/** Faults that are planted in the database or in a record, to show that the verdict finds each of them: a check that cannot fail proves nothing. */
import { sql } from 'kysely'
import type { Database, SharedDb } from '../../database/database.ts'
import { judge, type Verdict } from './verdict.ts'
import type { Testimony } from './witness.ts'

export type PlantedFault = {
  readonly name: string
  readonly found: 'lost' | 'duplicated' | 'broken'
  /** Damages the rows, or returns a damaged record. */
  readonly plant: (tx: SharedDb, witness: Testimony) => Promise<Testimony>
}

const spoilt = (statement: (witness: Testimony) => ReturnType<typeof sql>): PlantedFault['plant'] => {
  return async (tx, witness) => {
    const { numAffectedRows } = await statement(witness).execute(tx)
    if (numAffectedRows !== 1n) throw new Error(`planted in ${numAffectedRows} rows instead of one`)
    return witness
  }
}

const acknowledgedVersion = ({ saves }: Testimony) => saves.find(({ version }) => version !== undefined)?.version ?? 0
const acknowledgedGuest = ({ people }: Testimony) => people.find(({ acknowledged }) => acknowledged)?.subject ?? ''
const acknowledgedMove = ({ moves }: Testimony) => moves.find(({ acknowledged }) => acknowledged)?.id ?? ''

export const FAULTS: readonly PlantedFault[] = [
  {
    name: 'a save is gone from the record of what was done',
    found: 'lost',
    plant: spoilt(
      (w) => sql`delete from platform.audit where tenant_id = ${w.tenant} and action = 'userconfig.update'
        and detail->>'version' = ${String(acknowledgedVersion(w))}`,
    ),
  },
  {
    name: 'an older configuration is stored again',
    found: 'lost',
    plant: spoilt(
      (
        w,
      ) => sql`update userconfig.userconfig set settings = jsonb_set(settings, '{webhook,url,0}', '"https://count.example/0"')
        where tenant_id = ${w.tenant}`,
    ),
  },
  {
    name: 'a notification that was moved is where it was',
    found: 'lost',
    plant: spoilt((w) => sql`delete from notifications.reading where notification_id = ${acknowledgedMove(w)}`),
  },
  {
    name: 'a person who was let in is not known',
    found: 'lost',
    plant: spoilt((w) => sql`delete from platform.member where subject = ${acknowledgedGuest(w)}`),
  },
  {
    name: 'a job was never done',
    found: 'lost',
    plant: spoilt((w) => sql`delete from notifications.notification where subject = ${acknowledgedGuest(w)}`),
  },
  {
    name: 'an event is gone from the stream',
    found: 'lost',
    plant: spoilt((w) => sql`delete from events.event where tenant_id = ${w.tenant} and id = 2`),
  },
  {
    name: 'a job was done twice',
    found: 'duplicated',
    plant: spoilt(
      (w) => sql`insert into notifications.notification (tenant_id, id, subject, audience, code, title, message)
        select tenant_id, gen_random_uuid(), subject, audience, code, title, message from notifications.notification
        where subject = ${acknowledgedGuest(w)}`,
    ),
  },
  {
    name: 'a save was done twice',
    found: 'duplicated',
    plant: spoilt(
      (
        w,
      ) => sql`insert into platform.audit (tenant_id, seq, at, actor, action, object, outcome, request_id, detail, prev_hash, hash)
        select tenant_id, 0, at, actor, action, object, outcome, request_id, detail, '', '' from platform.audit
        where tenant_id = ${w.tenant} and detail->>'version' = ${String(acknowledgedVersion(w))}`,
    ),
  },
  {
    name: 'an event never reached its listener',
    found: 'lost',
    plant: async (_, w) => ({ ...w, seen: w.seen.filter((_event, place) => place !== 1) }),
  },
  {
    name: 'an event reached its listener twice',
    found: 'duplicated',
    plant: async (_, w) => ({ ...w, seen: w.seen.flatMap((event, place) => (place === 1 ? [event, event] : [event])) }),
  },
  {
    name: 'a save was acknowledged that never took place',
    found: 'lost',
    plant: async (_, w) => ({ ...w, saves: [...w.saves, { number: w.saves.length + 1, version: 1_000_000 }] }),
  },
  {
    name: 'the entries of the record do not follow each other',
    found: 'broken',
    plant: spoilt((w) => sql`update platform.audit set object = 'somebody' where tenant_id = ${w.tenant} and seq = 2`),
  },
]

class Undone extends Error {}

/** Plants one fault, judges the records, and removes the fault. */
export async function judgePlanted(
  database: Database,
  { plant }: PlantedFault,
  testimony: Testimony,
): Promise<Verdict> {
  let verdict: Verdict | undefined
  const work = database.shared(async (tx) => {
    verdict = await judge(tx, [await plant(tx, testimony)])
    throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  if (verdict === undefined) throw new Error('there is no verdict')
  return verdict
}

/** Makes the database acknowledge commits before they are safe; returns a function that ends this. */
export async function makeForgetful(database: Database): Promise<() => Promise<void>> {
  await database.shared((tx) => sql`alter role apsis_app set synchronous_commit = off`.execute(tx))
  return async () => {
    await database.shared((tx) => sql`alter role apsis_app reset synchronous_commit`.execute(tx))
  }
}
