import type { NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import { sql } from 'kysely'
import type { Tables, TenantDb } from '../platform/database/database.ts'

export type ConfigService = 'ca' | 'odt'

declare module '../platform/database/database.ts' {
  interface Tables {
    'userconfig.userconfig': {
      tenant_id: string
      subject: string
      service: ConfigService
      settings: NotificationSettings
      version: number
      updated_at: Date
    }
  }
}

export type Key = Pick<Tables['userconfig.userconfig'], 'tenant_id' | 'subject' | 'service'>
export type Saved = { readonly settings: NotificationSettings; readonly version: number }

export async function findUserconfig(tx: TenantDb, key: Key): Promise<Saved | undefined> {
  return tx
    .selectFrom('userconfig.userconfig')
    .select(['settings', 'version'])
    .where('subject', '=', key.subject)
    .where('service', '=', key.service)
    .executeTakeFirst()
}

/** Stores a first configuration; undefined when one is stored already. */
export async function insertUserconfig(
  tx: TenantDb,
  key: Key,
  settings: NotificationSettings,
): Promise<Saved | undefined> {
  return tx
    .insertInto('userconfig.userconfig')
    .values({ ...key, settings: json(settings), version: 1, updated_at: sql`now()` })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'subject', 'service']).doNothing())
    .returning(['settings', 'version'])
    .executeTakeFirst()
}

/** Replaces what is stored, or stores a first one; undefined when `expected` is not the version stored. */
export async function upsertUserconfig(
  tx: TenantDb,
  key: Key,
  change: { settings: NotificationSettings; expected: number | undefined },
): Promise<Saved | undefined> {
  const { settings, expected } = change
  const row = tx
    .insertInto('userconfig.userconfig')
    .values({ ...key, settings: json(settings), version: 1, updated_at: sql`now()` })
  return row
    .onConflict((conflict) => {
      const update = conflict.columns(['tenant_id', 'subject', 'service']).doUpdateSet({
        settings: json(settings),
        version: sql`userconfig.version + 1`,
        updated_at: sql`now()`,
      })
      return expected === undefined ? update : update.where('userconfig.userconfig.version', '=', expected)
    })
    .returning(['settings', 'version'])
    .executeTakeFirst()
}

export async function deleteUserconfig(tx: TenantDb, key: Key): Promise<boolean> {
  const result = await tx
    .deleteFrom('userconfig.userconfig')
    .where('subject', '=', key.subject)
    .where('service', '=', key.service)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

function json(settings: NotificationSettings) {
  return sql<NotificationSettings>`${JSON.stringify(settings)}::jsonb`
}
