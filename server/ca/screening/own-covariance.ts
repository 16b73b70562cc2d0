import { DAY_MS } from '@apsis/astro/constants.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { listFlownOrbits } from '../ephemeris-file/ephemeris.repository.ts'
import type { Flyer } from './flyers.ts'
import type { Evidence, LearntCovariance } from './own-covariance-task.ts'
import { listOwnMessages } from './run/screening.repository.ts'
import type { LearntOf } from './run/submitted-screening.ts'

/** Errors of longer ago are those of another Sun, or of another orbit determination. */
const HISTORY_MS = 60 * DAY_MS
/** Ten files a satellite are 45 pairs. */
const MOST_FILES = 10
/** Messages of the last days say how well the satellite is tracked now. */
const MESSAGES_MS = 5 * DAY_MS
const MOST_MESSAGES = 200

const LEARN = task<typeof import('./own-covariance-task.ts').learnCovariances>({
  module: new URL('./own-covariance-task.ts', import.meta.url),
  name: 'learnCovariances',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 4 },
})

/** What covariances can be learnt from for the satellites whose files state none; undefined where each states one. */
export async function findEvidence(tx: TenantDb, flyers: readonly Flyer[], now: Date): Promise<Evidence | undefined> {
  const bare = flyers.filter((one) => bareSinceOf(one) !== undefined)
  if (bare.length === 0) return undefined
  const flown = await listFlownOrbits(tx, { since: new Date(now.getTime() - HISTORY_MS), most: MOST_FILES })
  const satelliteIds = bare.map(({ satelliteId }) => satelliteId)
  const since = new Date(now.getTime() - MESSAGES_MS)
  return {
    bare: bare.map(({ satelliteId, noradId }) => ({ satelliteId, noradId })),
    flown: flown.map(({ satellite_id: satelliteId, made_at, bytes }) => ({
      ...{ satelliteId, madeAt: made_at.toISOString(), packed: bytes },
    })),
    messages: await listOwnMessages(tx, { satelliteIds, since, most: MOST_MESSAGES }),
  }
}

/** Gives each flyer whose file states no covariance the one that was learnt of it. */
export async function withLearnt(
  tenantId: string,
  flyers: readonly Flyer[],
  evidence: Evidence | undefined,
): Promise<readonly Flyer[]> {
  if (evidence === undefined) return flyers
  const learnt: readonly LearntCovariance[] = await pool.run(LEARN, tenantId, evidence)
  return flyers.map((flyer) => {
    const [since, found] = [bareSinceOf(flyer), learnt.find(({ satelliteId }) => satelliteId === flyer.satelliteId)]
    if (since === undefined || found === undefined) return flyer
    const { source, curve } = found
    const known: LearntOf = { source, curve, since: parseTime(since.toISOString().replace('Z', '')) }
    return { ...flyer, learnt: known }
  })
}

const bareSinceOf = ({ orbit }: Flyer) => (orbit.source === 'OPS' ? orbit.bareSince : undefined)
