import pg from 'pg'
import { RUNTIME_ROLE } from './migrate.ts'

/** Login roles of the embedded database; the administrator of another cluster creates its roles (deploy/database). */
export const ROLES = { owner: 'apsis_owner', app: 'apsis_app', identity: 'apsis_identity' } as const
export type RolePasswords = Readonly<Record<keyof typeof ROLES, string>>

export type Place = { readonly socketDir: string; readonly port: number }

/** Returns the address of a database on a Unix socket. */
export function socketUrl(
  { socketDir, port }: Place,
  login: { user: string; password: string },
  database: string,
): string {
  const { user, password } = login
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(socketDir)}:${port}/${database}`
}

/** Creates missing roles and the database, and sets the passwords. Safe to repeat. */
export async function provision(superuserUrl: string, databaseName: string, passwords: RolePasswords): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await ensureRole(client, RUNTIME_ROLE, 'nologin')
    for (const [role, name] of Object.entries(ROLES) as [keyof typeof ROLES, string][]) {
      await ensureRole(client, name, `login password ${pg.escapeLiteral(passwords[role])}`)
    }
    await client.query(`grant ${RUNTIME_ROLE} to ${ROLES.app}`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(databaseName)} owner ${ROLES.owner}`)
    await client.query(`revoke all on database ${pg.escapeIdentifier(databaseName)} from public`)
    await client.query(
      `grant connect on database ${pg.escapeIdentifier(databaseName)} to ${Object.values(ROLES).join(', ')}`,
    )
  })
  const url = new URL(superuserUrl)
  url.pathname = `/${databaseName}`
  await withClient(url.href, async (client) => {
    await client.query(`alter schema public owner to ${ROLES.owner}`)
    await client.query(`create schema if not exists identity authorization ${ROLES.identity}`)
  })
}

async function ensureRole(client: pg.Client, name: string, attributes: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${name} with ${attributes} nosuperuser nobypassrls nocreatedb nocreaterole`)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'apsis-provision' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
