import { DAY_MS } from '@apsis/astro/constants.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { FindTracks, TracksFound, TracksToFit } from '../../ca/plan/check/own-tracks.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { listTracks, listTracksAfter } from './conjunction.repository.ts'
import { keptOf } from './kept-of.ts'

const FIT = task<typeof import('./fit-burn-task.ts').fitAfterBurn>({
  module: new URL('./fit-burn-task.ts', import.meta.url),
  name: 'fitAfterBurn',
  limits: { seconds: 60, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Tracks up to this long after a burn are used: in later tracks drag has more effect than the burn. */
const WITHIN_MS = 3 * DAY_MS
/** More tracks add no information. */
const MOST_TRACKS = 20

/** Finds the tracks of an own satellite from the organisation's sensors after a burn, and the orbit that they determine. */
export const findBurnTracks: FindTracks = {
  withinMs: WITHIN_MS,
  list: (tx, { noradId, end }) =>
    listTracksAfter(tx, noradId, { from: end, to: new Date(end.getTime() + WITHIN_MS), limit: MOST_TRACKS }),
  read: readTracks,
}

async function readTracks(
  tx: TenantDb,
  { tenantId, ids, noradId, ignition, deltaVRtn, original }: TracksToFit,
): Promise<TracksFound | undefined> {
  const rows = await listTracks(tx, ids)
  const sensors = await knownSensors(tx, { isSimulationAllowed: false })
  const tracks = keptOf(rows, sensors)
  const newest = tracks.map(({ row }) => row).toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]
  if (newest === undefined) return undefined
  const codes = [...new Set(tracks.map(({ row }) => row.sensor_code))].toSorted()
  const fitting = {
    original,
    designator: String(noradId),
    ignition: ignition.toISOString(),
    deltaVRtn,
    tracks: tracks.map(({ row: _, ...kept }) => kept),
  }
  return {
    id: newest.id,
    name: nameOf(codes),
    at: newest.created_at,
    fit: () => pool.run(FIT, tenantId, fitting),
  }
}

/** Returns `TDM S1, S2` from the sensors, and the name for the satellite's own positions. */
function nameOf(codes: readonly string[]): string {
  const sensors = codes.filter((code) => code !== POSITION_SENSOR)
  const positions = codes.filter((code) => code === POSITION_SENSOR)
  return [...(sensors.length > 0 ? [`TDM ${sensors.join(', ')}`] : []), ...positions].join(', ')
}
