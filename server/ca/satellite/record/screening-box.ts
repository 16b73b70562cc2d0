import { SCREENING_BOXES } from '@apsis/astro/screening/screening-box.data.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { newestSets } from '../../../tle/element-set.service.ts'
import { orbitOf } from './derive-satellite.ts'
import type { SatelliteRow } from './satellite.repository.ts'

/** Returns the box of the satellite's configuration, else the box of its regime; null if its orbit is not known. */
export async function boxOf(
  tx: TenantDb,
  { configuration, norad_id }: Pick<SatelliteRow, 'configuration' | 'norad_id'>,
): Promise<ScreeningBox | null> {
  const own = configuration.screeningBox
  if (own !== undefined) return { radialM: own.radialM, transverseM: own.alongTrackM, normalM: own.crossTrackM }
  const { regime } = orbitOf((await newestSets(tx, [norad_id])).get(norad_id)?.set)
  const boxes: Readonly<Record<string, ScreeningBox | undefined>> = SCREENING_BOXES
  return boxes[regime ?? ''] ?? null
}
