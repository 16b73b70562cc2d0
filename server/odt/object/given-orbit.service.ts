import { ApiError } from '../../platform/api-error.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import { type KnownOrbit, orbitOfRead } from './known-orbit.ts'
import type { OrbitReading, OrbitText } from './read-orbit-task.ts'

const READ = task<typeof import('./read-orbit-task.ts').readOrbitText>({
  module: new URL('./read-orbit-task.ts', import.meta.url),
  name: 'readOrbitText',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 16 },
})

/** The object that an orbit message names, and its orbit if the message contains a usable one. */
export type GivenOrbit = {
  readonly noradId?: number | undefined
  readonly name?: string | undefined
  readonly orbit?: KnownOrbit | undefined
}

/**
 * Reads an orbit message in the worker pool, like every text of a user, and outside a transaction, because it may wait for the pool. Throws 422
 * with the line if it cannot be read.
 */
export async function readOrbitMessage(
  tenantId: string,
  message: OrbitText,
  signal?: AbortSignal,
): Promise<GivenOrbit> {
  const reading = await pool.run(READ, tenantId, message, signal).catch((error: unknown): OrbitReading => {
    if (!(error instanceof TaskLimitError)) throw error
    return { ok: false, message: `#/orbitDataMessage takes ${error.what} to read.`, errors: [] }
  })
  if (!reading.ok)
    throw new ApiError(
      'unprocessable',
      reading.message,
      reading.errors.length === 0 ? {} : { errors: [...reading.errors] },
    )
  const { noradId, name, orbit } = reading.message
  return { noradId, name, orbit: orbit && orbitOfRead(orbit) }
}
