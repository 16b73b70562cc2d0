import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { classSigmas } from '@apsis/astro/screening/class-covariance.ts'
import { shapeOf } from '@apsis/astro/screening/regime.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type CatalogueObject, MOST_STATED_AGE_DAYS, type ObjectStanding } from '@apsis/contract/tle/object.ts'
import { kindOfObject } from '@apsis/contract/tle/object-kind.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { type KnownSet, newestSets } from './element-set.service.ts'
import { presentHistoric } from './history.service.ts'
import { findObject, type ObjectRow } from './object.repository.ts'
import { listExpected } from './satcat.repository.ts'

/** Returns the facts that the catalogue and the caller's organisation have about an object. */
export async function readCatalogueObject(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  noradId: number,
): Promise<CatalogueObject> {
  const at = new Date(now())
  const { row, expected } = await db.shared(async (tx) => {
    const found = await findObject(tx, noradId)
    const [forecast] =
      found?.catalogue === 'gp' && found.came_down_on === null
        ? await listExpected(tx, { now: at, limit: 1, noradId })
        : []
    return { row: found, expected: forecast }
  })
  const known = (await db.tenant(tenantId, (tx) => newestSets(tx, [noradId]))).get(noradId)
  if (row === undefined && known === undefined)
    throw new ApiError('not-found', 'Neither the catalogue nor your organisation knows this object.')
  const [name = null, ...otherNames] = namesOf(row, known)
  const type = row?.object_type ?? null
  return {
    noradId,
    name,
    otherNames,
    internationalDesignator:
      row?.international_designator || row?.satcat_designator || known?.set.internationalDesignator || null,
    kind: kindOfObject({ name: name ?? '', ...(type === null ? {} : { objectType: type }) }),
    owner: row?.country ?? null,
    launchedOn: row?.launched_on ?? null,
    cameDownOn: row?.came_down_on ?? null,
    standing: standingOf(row),
    leftAt: row?.is_listed === false ? (row.left_at?.toISOString() ?? null) : null,
    reentry:
      expected === undefined
        ? null
        : {
            expectedAt: expected.expected_at.toISOString(),
            windowMinutes: expected.window_minutes,
            forecast: expected.source,
            statedAt: expected.stated_at.toISOString(),
          },
    set: known === undefined ? null : presentHistoric(known),
    ...accuracyOf(known?.set, at),
    isSimulated: known?.isSimulated ?? row?.catalogue === 'simulated',
  }
}

/** Returns the different names of an object; the name in the catalogue is first. */
const namesOf = (row: ObjectRow | undefined, known: KnownSet | undefined): string[] =>
  [
    ...new Set([row?.name, known?.set.objectName, row?.satcat_name].filter((name) => name != null && name !== '')),
  ] as string[]

function standingOf(row: ObjectRow | undefined): ObjectStanding {
  if (row === undefined) return 'OWN_SETS'
  if (row.is_listed === true) return 'LISTED'
  if (row.came_down_on !== null) return 'CAME_DOWN'
  return row.is_listed === false ? 'LEFT' : 'WITHOUT_SET'
}

/**
 * Returns the standard deviations of a position that SGP4 computes from a set, by the class of the orbit and the age of the set, or the
 * reason why there are none.
 */
function accuracyOf(set: ElementSet | undefined, at: Date): Pick<CatalogueObject, 'accuracy' | 'unstated'> {
  if (set === undefined) return { accuracy: null, unstated: 'NO_SET' }
  const ageS = secondsBetween(set.epoch, parseTime(at.toISOString()))
  if (Math.abs(ageS) > MOST_STATED_AGE_DAYS * SECONDS_PER_DAY) return { accuracy: null, unstated: 'TOO_OLD' }
  try {
    const shape = shapeOf({ kind: 'elements', model: initSgp4(set) })
    const [radialM, alongTrackM, crossTrackM] = classSigmas(shape, ageS)
    return { accuracy: { at: at.toISOString(), ageS, radialM, alongTrackM, crossTrackM }, unstated: null }
  } catch (error) {
    if (error instanceof RangeError) return { accuracy: null, unstated: 'UNUSABLE' }
    throw error
  }
}
