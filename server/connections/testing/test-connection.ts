import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, NewConnection } from '@apsis/contract/connections/connection.ts'
import { createSecretBox } from '../../platform/auth/secret-box.ts'
import type { Database } from '../../platform/database/database.ts'
import { type FeedChange, type FeedKey, updateConnection, updateFeed, upsertFeed } from '../connection.repository.ts'
import { type ConnectionPlatform, createConnection } from '../connection.service.ts'
import type { ConnectionWays } from '../reader.service.ts'

/** Returns the dependencies for reading connections in a test; services on this machine are allowed. */
export function testWays(change: Partial<ConnectionWays> = {}): ConnectionWays {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-connections-'))
  return {
    box: createSecretBox(join(folder, 'key')),
    proxy: undefined,
    rules: { allowLoopback: true },
    random: () => 0.5,
    exchangeDir: join(folder, 'exchange'),
    ...change,
  }
}

/** Returns the platform of connections, for an organisation with this many satellites. */
export function connectionPlatform(
  db: Database,
  {
    ways,
    now = Date.now,
    satellites = 0,
    catalogueOrganisation,
  }: { ways: ConnectionWays; now?: () => number; satellites?: number; catalogueOrganisation?: string },
): ConnectionPlatform {
  const fleet = Array.from({ length: satellites }, (_, place) => ({ id: `${place}`, noradId: 90_000 + place }))
  return {
    db,
    now,
    publicUrl: 'https://apsis.example',
    catalogueOrganisation,
    ways,
    listFleet: () => Promise.resolve(fleet),
    reminder: { name: 'ca.reminder', everyS: 60 },
  }
}

/** Changes the stored state of a feed, and its period. */
export async function setFeed(
  db: Database,
  tenantId: string,
  key: FeedKey,
  { periodHours, ...change }: FeedChange & { readonly periodHours?: number },
): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    if (periodHours !== undefined)
      await upsertFeed(tx, tenantId, { ...key, periodS: periodHours * 3_600, now: new Date() })
    await updateFeed(tx, key, change)
  })
}

/**
 * Adds a connection as an administrator would. Unless a test says otherwise, the service on this machine stands for the real one, whose data is
 * operational.
 */
export async function addConnection(
  platform: ConnectionPlatform,
  tenantId: string,
  given: Partial<NewConnection> & Pick<NewConnection, 'kind'>,
): Promise<Connection> {
  const usual = {
    SPACE_TRACK: { name: 'Space-Track', feeds: ['MESSAGES'] },
    FOLDER: { name: 'Folder', folder: 'drop' },
    MAILBOX: {
      name: 'Mailbox',
      account: 'messages@operator.example',
      secret: 'simulated',
      senders: ['partner.example'],
      feeds: ['MESSAGES'],
    },
    OPEN_EPHEMERIDES: { name: 'Starlink', feeds: ['NEIGHBOURS'] },
  }
  const caller = { tenantId, subject: 'ada', username: 'ada' }
  const body = NewConnection.parse({ ...usual[given.kind], ...given })
  const made = await createConnection(platform, { caller, requestId: 'test' }, body)
  if (given.isStaging === true || !made.isStaging) return made
  const { connectionId: id, name, address, account, mailFolder: mail_folder, senders } = made
  const now = new Date(platform.now())
  const fields = { id, name, address, account, mail_folder, senders, is_staging: false, secret: undefined, now }
  await platform.db.tenant(tenantId, (tx) => updateConnection(tx, fields))
  return { ...made, isStaging: false, version: made.version + 1 }
}
