import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '../config.ts'
import { socketUrl } from '../database/provision.ts'
import { findRunningPostgres } from '../postgres/running.ts'
import { runDoor } from '../process/lifecycle.ts'
import { PROJECT_DIR } from '../process/version.ts'
import { moveClockOn } from './moved-database.ts'

// Moves the clock of a running product on, so that a journey of a day takes a minute: `node pass-time.ts SECONDS`. APSIS_DATA_DIR selects
// the product, whose clock was started by APSIS_CLOCK_START. Everything in the product uses that clock (database/moved-clock.ts): work that
// became due meanwhile is due at once. With 0 seconds it only makes all recurring work due.

/** The processes read a moved clock every second (operation/heartbeat.ts); work that has already begun still uses the earlier time. */
const FOLLOWED_MS = 1_500

const seconds = Number(process.argv[2])

await runDoor(async () => {
  if (!Number.isInteger(seconds) || seconds < 0) throw new TypeError('The seconds are a whole number, 0 or more.')
  const { dataDir, databaseOsUser: osUser } = readConfig(process.env, PROJECT_DIR, 'database')
  const running = findRunningPostgres({ dataDir, osUser })
  if (running === undefined) throw new Error(`No product runs on ${dataDir}.`)
  const client = new pg.Client({ connectionString: socketUrl(running, running.superuser, 'apsis') })
  await client.connect()
  try {
    if (seconds > 0) {
      await moveClockOn(client, seconds)
      await delay(FOLLOWED_MS)
    }
    await client.query("update platform.recurring_work set taken_at = '-infinity'")
  } finally {
    await client.end()
  }
})
