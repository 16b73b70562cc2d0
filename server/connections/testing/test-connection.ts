import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, NewConnection } from '@apsis/contract/connections/connection.ts'
import { createSecretBox } from '../../platform/auth/secret-box.ts'
import type { Database } from '../../platform/database/database.ts'
import { type FeedChange, type FeedKey, updateFeed, upsertFeed } from '../connection.repository.ts'
import { type ConnectionPlatform, createConnection } from '../connection.service.ts'
import type { ConnectionWays } from '../reader.service.ts'

/** Returns what reading connections needs in a test: services on this machine are allowed. */
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

/** Changes what is stored of a feed, and its period. */
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

/** Adds a connection as an administrator would. */
export function addConnection(
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
  return createConnection(
    platform,
    { caller, requestId: 'test' },
    NewConnection.parse({ ...usual[given.kind], ...given }),
  )
}
