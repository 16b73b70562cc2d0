import { DAY_MS } from '@apsis/astro/constants.ts'
import { toPublished } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { M_PER_EARTH_RADIUS } from '@apsis/astro/sgp4/wgs-72.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { HandlerResult } from '@apsis/contract/endpoint.ts'
import { type getElementSetHistory, HISTORY_LIMITS, type HistoricSet } from '@apsis/contract/tle/history.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { type KnownSet, setsBetween } from './element-set.service.ts'

type HistoryQuestion = { readonly noradId: number; readonly days: number }

/** Returns an object's sets of the last days and up to a day ahead: some publishers date sets at the next passage of the node. */
export async function historyOf(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { noradId, days }: HistoryQuestion,
): Promise<HandlerResult<typeof getElementSetHistory>> {
  const [from, to] = [now() - days * DAY_MS, now() + DAY_MS].map((ms) => new Date(ms).toISOString()) as [string, string]
  const span = { noradId, from: parseTime(from), to: parseTime(to), most: HISTORY_LIMITS.sets + 1 }
  const found = await db.tenant(tenantId, (tx) => setsBetween(tx, span))
  const sets = found.slice(-HISTORY_LIMITS.sets)
  return {
    noradId,
    name: sets.findLast(({ set }) => set.objectName !== '')?.set.objectName ?? null,
    isSimulated: sets.some(({ isSimulated }) => isSimulated),
    from,
    to,
    isCut: found.length > sets.length,
    sets: sets.map(presentHistoric),
  }
}

/** Returns a set with its published elements and the size and altitudes of its orbit. */
export function presentHistoric({ set, source, receivedAt, isSimulated }: KnownSet): HistoricSet {
  const { meanMotionRevPerDay, eccentricity, inclinationDeg, raanDeg, argPeriapsisDeg, meanAnomalyDeg, bstar } =
    toPublished(set)
  return {
    epoch: formatTime(set.epoch, { digits: 3, zulu: true }),
    source,
    receivedAt: receivedAt.toISOString(),
    isSimulated,
    meanMotionRevPerDay,
    eccentricity,
    inclinationDeg,
    raanDeg,
    argPeriapsisDeg,
    meanAnomalyDeg,
    bstar,
    ...shapeOf(set),
  }
}

/**
 * Returns the size and altitudes of an orbit from mean elements in the same way as SGP4, which first removes the effect of J2 from Kozai's mean
 * motion.
 */
function shapeOf(set: KnownSet['set']) {
  try {
    const { semiMajorAxis, eccentricity } = initSgp4(set).near
    return {
      semiMajorAxisM: semiMajorAxis * M_PER_EARTH_RADIUS,
      perigeeAltitudeM: (semiMajorAxis * (1 - eccentricity) - 1) * M_PER_EARTH_RADIUS,
      apogeeAltitudeM: (semiMajorAxis * (1 + eccentricity) - 1) * M_PER_EARTH_RADIUS,
    }
  } catch (error) {
    if (error instanceof RangeError) return { semiMajorAxisM: null, perigeeAltitudeM: null, apogeeAltitudeM: null }
    throw error
  }
}
