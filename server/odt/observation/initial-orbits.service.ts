import type { InitialOrbits } from '@apsis/contract/odt/observation/initial-orbit.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import { knownSensors, placed } from '../sensor/sensor.service.ts'
import type { InitialAnswer } from './initial-orbits-task.ts'
import * as repository from './observation.repository.ts'

const FIND = task<typeof import('./initial-orbits-task.ts').findInitialOrbits>({
  module: new URL('./initial-orbits-task.ts', import.meta.url),
  name: 'findInitialOrbits',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 4 },
})

type Platform = { readonly db: Database; readonly isSimulationAllowed: boolean }
type InitialQuestion = {
  readonly tenantId: string
  readonly id: string
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined
}

/** Returns a file with the orbits that its track allows. Throws 404 for an unknown file, 422 if its measurements allow no orbit. */
export async function findInitialOrbitsOf(
  platform: Platform,
  { tenantId, id, signal }: InitialQuestion,
): Promise<{ file: repository.FileRow; orbits: InitialOrbits }> {
  const { file, sensors } = await platform.db.tenant(tenantId, async (tx) => ({
    file: await repository.findFile(tx, id),
    sensors: await knownSensors(tx, platform),
  }))
  if (file === undefined) throw new ApiError('not-found', 'There is no such file.')
  if (file.sensor_code === POSITION_SENSOR)
    throw new ApiError('unprocessable', 'The file has positions: they are an orbit already.')
  const sensor = sensors.find(({ sensorCode }) => sensorCode === file.sensor_code)
  if (sensor === undefined)
    throw new ApiError('unprocessable', 'The sensor of the file is not known any more, nor how well it measures.')
  pool.requireRoom(tenantId)
  const input = { tdm: file.tdm, sensor: placed(sensor, file.sensor_place) }
  const answer = await pool.run(FIND, tenantId, input, signal).catch((error: unknown): InitialAnswer => {
    if (error instanceof TaskLimitError) return { ok: false, message: `The track takes ${error.what} to compute.` }
    throw error
  })
  if (!answer.ok) throw new ApiError('unprocessable', answer.message)
  const { sensor_code: sensorCode, is_simulated: isSimulated } = file
  return { file, orbits: { fileId: id, sensorCode, ...answer.found, isSimulated } }
}
