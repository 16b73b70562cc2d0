import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { SUPERUSER } from '../postgres/cluster.ts'
import { openSocketDir, type Place } from '../postgres/place.ts'
import { spawnPostmaster, stopPostmaster, waitUntilReady } from '../postgres/postmaster.ts'
import { writeDurably } from '../postgres/secret.ts'
import type { PlatformLog } from '../postgres/server-log.ts'
import { settingArguments } from '../postgres/settings.ts'

/** Runs work in one session of the server that runs for a short time. */
export type Session = <T>(database: string, work: (client: Client) => Promise<T>) => Promise<T>

/**
 * Starts PostgreSQL on a copy, on a socket that only this account can reach and without the password, which may be lost; waits until its
 * recovery is done, runs `work`, and shuts it down cleanly.
 */
export async function withTrialServer<T>(
  options: { binDir: string; clusterDir: string; place: Pick<Place, 'account' | 'switchTo'>; log: PlatformLog },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { binDir, clusterDir, log } = options
  const { account, switchTo } = options.place
  const name = `apsis-trial-${randomBytes(6).toString('hex')}`
  const socketDir = openSocketDir({ name, account })
  try {
    const rules = join(socketDir, 'hba.conf')
    writeDurably(rules, `local all ${SUPERUSER} trust\n`, account)
    const settings = settingArguments({ socketDir, name }, { hba_file: rules, autovacuum: 'off' })
    const postmaster = await spawnPostmaster({ binDir, clusterDir, switchTo, settings, log, outlivesCtrlC: false })
    const connection = { host: socketDir, port: 5432, user: SUPERUSER }
    try {
      const outcome = await waitUntilReady(postmaster, { ...connection, database: 'postgres' }, log)
      if (outcome.kind !== 'ready') {
        const reason = outcome.kind === 'refused' ? outcome.reason : (await postmaster.lastLines()).join(' | ')
        throw new Error(`PostgreSQL does not start on the copy: ${reason}`)
      }
      return await work((database, inSession) => withClient({ ...connection, database }, inSession))
    } finally {
      await stopPostmaster(postmaster, log)
    }
  } finally {
    rmSync(socketDir, { recursive: true, force: true })
  }
}

async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  // A server that dies fails the query, too; without a listener its error would end this process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
