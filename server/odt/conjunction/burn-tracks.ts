import { DAY_MS } from '@apsis/astro/constants.ts'
import type { FindTracks } from '../../ca/manoeuvre/execution/own-tracks.service.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { listTracksAfter } from './conjunction.repository.ts'

const FIT = task<typeof import('./fit-burn-task.ts').fitAfterBurn>({
  module: new URL('./fit-burn-task.ts', import.meta.url),
  name: 'fitAfterBurn',
  limits: { seconds: 60, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Tracks of so many days after a burn: later ones have more of the drag in them than of the burn. */
const SHOWN_WITHIN_DAYS = 3
/** More tell no more than these. */
const MOST_TRACKS = 20

/** The tracks of an own satellite by sensors of the organisation from after a burn, and the orbit that they determine. */
export const findBurnTracks: FindTracks = async (tx, asked) => {
  const { tenantId, noradId, end, ignition, deltaVRtn, original } = asked
  const to = new Date(end.getTime() + SHOWN_WITHIN_DAYS * DAY_MS)
  const rows = await listTracksAfter(tx, noradId, { from: end, to, limit: MOST_TRACKS })
  const sensors = await knownSensors(tx, { isSimulationAllowed: false })
  const tracks = rows.flatMap((row) => {
    const sensor = sensors.find(({ sensorCode }) => sensorCode === row.sensor_code)
    return sensor === undefined ? [] : [{ row, given: { tdm: row.tdm, sensor } }]
  })
  const newest = tracks.map(({ row }) => row).toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]
  if (newest === undefined) return undefined
  const codes = [...new Set(tracks.map(({ row }) => row.sensor_code))].toSorted()
  const fitting = {
    ...{ original, designator: String(noradId), ignition: ignition.toISOString(), deltaVRtn },
    tracks: tracks.map(({ given }) => given),
  }
  return {
    id: newest.id,
    mark: tracks.map(({ row }) => row.id).join(' '),
    name: `TDM ${codes.join(', ')}`,
    at: newest.created_at,
    fit: () => pool.run(FIT, tenantId, fitting),
  }
}
