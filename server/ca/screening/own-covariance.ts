import { DAY_MS } from '@apsis/astro/constants.ts'
import { type ErrorCurve, errorCurve, type PredictionError } from '@apsis/astro/ephemeris/prediction-error.ts'
import { regimeOf } from '@apsis/astro/screening/regime.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { openOrbit } from '../ephemeris/record/packed-orbit.ts'
import { listFlownOrbits, listNeighbours } from './flown-orbit.repository.ts'
import type { Flyer, Orbit } from './flyers.ts'
import type { FlownFiles } from './own-covariance-task.ts'
import { listOwnMessages } from './run/screening.repository.ts'
import type { LearntOf } from './run/submitted-screening.ts'

/** Older errors belong to a different solar activity, or to a different orbit determination. */
const HISTORY_MS = 60 * DAY_MS
/** Ten files of a satellite give 45 pairs. */
const MOST_FILES = 10
/** The most satellites of the regime that are used if a satellite has too few files itself: five satellites with ten files each give 225 pairs. */
const MOST_NEIGHBOURS = 5
/** Messages of the last days show how well the satellite is tracked now. */
const MESSAGES_MS = 5 * DAY_MS
const MOST_MESSAGES = 200

const ERRORS = task<typeof import('./own-covariance-task.ts').learnErrors>({
  module: new URL('./own-covariance-task.ts', import.meta.url),
  name: 'learnErrors',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 4 },
})
const MESSAGES = task<typeof import('./own-covariance-task.ts').learnFromMessages>({
  module: new URL('./own-covariance-task.ts', import.meta.url),
  name: 'learnFromMessages',
  limits: { seconds: 60, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 4 },
})

type Platform = Pick<CaPlatform, 'db' | 'log'> & { readonly tenantId: string; readonly now: Date }

/** A file without a covariance, and its satellite. */
type Bare = Pick<Flyer, 'satelliteId' | 'noradId'> & { readonly orbit: Extract<Orbit, { source: 'OPS' }> }

/**
 * Derives a covariance for each satellite whose file has none. The sources are the errors of its own earlier files, if there are enough;
 * else the errors of own satellites in its regime; else the messages about it. It handles one satellite at a time, so that only the files
 * of one are in memory. If none can be derived, the satellite is screened without a covariance, and its estimates say that its file has
 * none.
 */
export async function withLearnt(platform: Platform, flyers: readonly Flyer[]): Promise<readonly Flyer[]> {
  const known = new Map<string, readonly PredictionError[]>()
  const all: Flyer[] = []
  for (const flyer of flyers) {
    const { orbit } = flyer
    const since = orbit.source === 'OPS' ? orbit.bareSince : undefined
    const found =
      orbit.source === 'OPS' && since !== undefined ? await learnOf(platform, { ...flyer, orbit }, known) : undefined
    if (since === undefined || found === undefined) all.push(flyer)
    else all.push({ ...flyer, learnt: { ...found, since: parseTime(since.toISOString().replace('Z', '')) } })
  }
  return all
}

/** The errors of satellites' files that other satellites of the same screening already needed. */
type LearntErrors = Map<string, readonly PredictionError[]>

async function learnOf(
  platform: Platform,
  bare: Bare,
  known: LearntErrors,
): Promise<Omit<LearntOf, 'since'> | undefined> {
  const { db, tenantId, now } = platform
  const { satelliteId, noradId, orbit } = bare
  const { isSimulated, periodS } = orbit
  const counted = { satelliteId, isSimulated, since: new Date(now.getTime() - HISTORY_MS) }
  const own = errorCurve(await errorsOf(platform, { ...counted, known }))
  if (own.length > 0) return { source: 'history', curve: own }
  const ofRegime = errorCurve(await errorsOfRegime(platform, { ...counted, periodS, packed: orbit.packed, known }))
  if (ofRegime.length > 0) return { source: 'history', curve: ofRegime }
  const asked = { satelliteId, isSimulated, most: MOST_MESSAGES }
  const messages = await db.tenant(tenantId, (tx) =>
    listOwnMessages(tx, { ...asked, since: new Date(now.getTime() - MESSAGES_MS) }),
  )
  const curve = await orNothing<ErrorCurve>(platform, satelliteId, () =>
    messages.length < 2 ? [] : pool.run(MESSAGES, tenantId, { noradId, messages }),
  )
  return curve.length === 0 ? undefined : { source: 'messages', curve }
}

type ErrorQuestion = Omit<Parameters<typeof listFlownOrbits>[1], 'most'> & { readonly known: LearntErrors }

/** Returns the errors of a satellite's files; only in one regime, if that is given. */
async function errorsOf(
  platform: Platform,
  { known, regime, ...counted }: ErrorQuestion & Pick<FlownFiles, 'regime'>,
): Promise<readonly PredictionError[]> {
  const { db, tenantId } = platform
  const key = `${counted.satelliteId} ${counted.isSimulated} ${regime ?? ''}`
  const before = known.get(key)
  if (before !== undefined) return before
  const rows = await db.tenant(tenantId, (tx) => listFlownOrbits(tx, { ...counted, most: MOST_FILES }))
  const files = rows.map(({ made_at, bytes }) => ({ madeAt: made_at.toISOString(), packed: bytes }))
  const asked: FlownFiles = regime === undefined ? { files } : { files, regime }
  const errors = await orNothing<readonly PredictionError[]>(platform, counted.satelliteId, () =>
    files.length < 2 ? [] : pool.run(ERRORS, tenantId, asked),
  )
  known.set(key, errors)
  return errors
}

/** Returns the errors of the satellites with the most similar orbits: those of the regime among the nearest by period, and the satellite itself. */
async function errorsOfRegime(
  platform: Platform,
  { periodS, packed, ...asked }: ErrorQuestion & { readonly periodS: number; readonly packed: Uint8Array },
): Promise<PredictionError[]> {
  const errors = [...(await errorsOf(platform, asked))]
  const { satelliteId, isSimulated, since } = asked
  if (!(periodS > 0)) return errors
  const neighbours = await platform.db.tenant(platform.tenantId, (tx) =>
    listNeighbours(tx, { satelliteId, isSimulated, since, periodS, most: MOST_NEIGHBOURS }),
  )
  if (neighbours.length === 0) return errors
  const regime = regimeOf((await openOrbit(packed)).shape)
  for (const neighbour of neighbours)
    errors.push(...(await errorsOf(platform, { ...asked, satelliteId: neighbour, regime })))
  return errors
}

/** Returns an empty result if a covariance cannot be derived, for example from files that are too large or unreadable: the screening continues. */
async function orNothing<T extends readonly unknown[]>(
  { log }: Platform,
  satelliteId: string,
  learn: () => Promise<T> | never[],
): Promise<T | readonly never[]> {
  try {
    return await learn()
  } catch (error) {
    log.warn({ err: error, satelliteId }, 'a covariance cannot be learnt')
    return []
  }
}
