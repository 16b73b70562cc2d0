import type { Person } from '@apsis/contract/person-name.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../database/database.ts'

export type MemberRow = { readonly tenant_id: string; readonly subject: string; readonly username: string }

/** Stores a person of an organisation; true if they were not known before. */
export async function insertMember(tx: TenantDb, member: MemberRow): Promise<boolean> {
  const { tenant_id, subject, username } = member
  const { numAffectedRows } = await sql`
    insert into platform.member (tenant_id, subject, username) values (${tenant_id}, ${subject}, ${username})
    on conflict (tenant_id, subject) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

type MemberNames = { readonly subject: string; readonly username: string; readonly roles: readonly string[] }
/** The names of a person with their full name, if the token contains one. */
type SeenMember = MemberNames & { readonly fullName?: string | undefined }

/**
 * Stores the user name, full name and roles of a person's newest token, and the present time. An unchanged row is
 * written at most once an hour. If the token gives only the subject as user name, the earlier user name stays.
 */
export async function updateMember(tx: TenantDb, { subject, username, fullName, roles }: SeenMember): Promise<void> {
  const held = [...roles].sort()
  const name = username === subject ? null : username
  const full = fullName ?? null
  await sql`
    update platform.member
    set username = coalesce(${name}, username), full_name = coalesce(${full}, full_name), roles = ${held}, seen_at = now()
    where subject = ${subject}
      and (username <> ${name} or full_name is distinct from coalesce(${full}, full_name) or roles <> ${held}::text[] or seen_at < now() - interval '1 hour')`.execute(
    tx,
  )
}

/** Stores that a person received a secret of a service account. */
export async function addHolder(
  tx: TenantDb,
  { subject, holder }: { readonly subject: string; readonly holder: string },
): Promise<void> {
  await sql`
    update platform.member set held_by = array_append(held_by, ${holder}::text)
    where subject = ${subject} and ${holder} <> all(held_by)`.execute(tx)
}

/** Returns the persons who received a secret of one of these service accounts: actions of the account may be theirs. */
export async function listHolders(tx: TenantDb, subjects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select distinct holder from platform.member, unnest(held_by) as holder
    where subject = any(${[...subjects]}::text[]) order by holder`.execute(tx)
  return rows.map(({ holder }) => holder)
}

/** Returns a person of an organisation, with the user name and the roles from their newest token. */
export async function findMember(tx: TenantDb, subject: string): Promise<MemberNames | undefined> {
  const { rows } = await sql<MemberNames>`
    select subject, username, roles from platform.member where subject = ${subject}`.execute(tx)
  return rows[0]
}

/** Returns the people with these accounts, and others who have the same name as one of them. */
export async function listPeople(tx: TenantDb, accounts: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    with asked as (select full_name from platform.member where username = any(${[...accounts]}::text[]))
    select username as name, full_name as "fullName" from platform.member
    where username = any(${[...accounts]}::text[])
      or full_name in (select full_name from asked) or username in (select full_name from asked)`.execute(tx)
  return rows
}
