import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { TestDatabase } from '../../platform/testing/test-database.ts'

/** SIMULATED: a small catalogue of this time. It takes a second, so it is made before a server runs in the same process. */
export function simulatedSets(size: number, epoch = new Date()): readonly ElementSet[] {
  return makeCatalogue({ seed: 5, size, epoch: parseTime(epoch.toISOString()) })
}

/** Makes these sets the current catalogue. */
export async function storeSets(database: TestDatabase, sets: readonly ElementSet[]): Promise<void> {
  const [row] = await database.query<{ version: number }>(
    `update tle.catalogue set is_active = true, version = version + 1, objects = $1, newest_epoch = $2, changed_at = now()
     where name = 'simulated' returning version`,
    [sets.length, new Date()],
  )
  await database.query(
    `insert into tle.object (catalogue, listed_in, norad_id, epoch_s, epoch_fs, name, international_designator)
     select 'simulated', $2, "noradId", "epochS", "epochFs", "objectName", "internationalDesignator"
     from jsonb_to_recordset($1::jsonb) as given ("noradId" int, "epochS" bigint, "epochFs" bigint, "objectName" text,
       "internationalDesignator" text)
     on conflict (catalogue, norad_id) do update set listed_in = excluded.listed_in, epoch_s = excluded.epoch_s,
       epoch_fs = excluded.epoch_fs`,
    [JSON.stringify(sets.map(toRow)), row?.version],
  )
  await database.query(
    `insert into tle.element_set (catalogue, norad_id, epoch_s, epoch_fs, mean_motion_radps, eccentricity, inc_rad, raan_rad,
       arg_periapsis_rad, mean_anomaly_rad, bstar, mean_motion_dot, mean_motion_ddot, ephemeris_type, element_set_number,
       revolution, classification, source, received_at)
     select 'simulated', "noradId", "epochS", "epochFs", "meanMotionRadPerS", eccentricity, "incRad", "raanRad",
       "argPeriapsisRad", "meanAnomalyRad", bstar, 0, 0, 0, 1, 1, 'U', 'test', now()
     from jsonb_to_recordset($1::jsonb) as given ("noradId" int, "epochS" bigint, "epochFs" bigint,
       "meanMotionRadPerS" float8, eccentricity float8, "incRad" float8, "raanRad" float8, "argPeriapsisRad" float8,
       "meanAnomalyRad" float8, bstar float8)
     on conflict do nothing`,
    [JSON.stringify(sets.map(toRow))],
  )
}

function toRow({ epoch, ...set }: ElementSet) {
  return { ...set, epochS: epoch.taiS, epochFs: epoch.taiFs }
}
