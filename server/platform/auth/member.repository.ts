import { sql } from 'kysely'
import type { Tables, TenantDb } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    'platform.member': { tenant_id: string; subject: string; username: string }
  }
}

/** Remembers a person of an organisation; true when they were not known before. */
export async function insertMember(tx: TenantDb, member: Tables['platform.member']): Promise<boolean> {
  const result = await tx
    .insertInto('platform.member')
    .values(member)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'subject']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

type Held = { readonly subject: string; readonly roles: readonly string[] }

/** Remembers what a person may do, as their newest token says; a row that says so already is not written. */
export async function updateMemberRoles(tx: TenantDb, { subject, roles }: Held): Promise<void> {
  const held = [...roles].sort()
  await sql`
    update platform.member set roles = ${held} where subject = ${subject} and roles <> ${held}::text[]`.execute(tx)
}

/** A person of an organisation as their newest token names them. */
export async function findMember(
  tx: TenantDb,
  subject: string,
): Promise<(Held & { readonly username: string }) | undefined> {
  const { rows } = await sql<Held & { username: string }>`
    select subject, username, roles from platform.member where subject = ${subject}`.execute(tx)
  return rows[0]
}
