import type { EphemerisDifference } from '@apsis/astro/ephemeris/difference.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, TaskLimitError, task } from '../../../platform/thread/task.ts'
import type { OrbitsToCompare } from './difference-task.ts'
import type { Answer, FileTask, WrittenFile } from './read-task.ts'
import type { Finding } from './reading.ts'

/** The cost limits of reading one file (reliability.md §2.5). */
const limits = { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 256 }
const place = {
  read: new URL('./read-task.ts', import.meta.url),
  compare: new URL('./difference-task.ts', import.meta.url),
}
const CHECK = task<typeof import('./read-task.ts').checkFile>({ module: place.read, name: 'checkFile', limits })
const WRITE = task<typeof import('./read-task.ts').writeFile>({ module: place.read, name: 'writeFile', limits })
const COMPARE = task<typeof import('./difference-task.ts').compareOrbits>({
  module: place.compare,
  name: 'compareOrbits',
  limits,
})

const VERSIONS = task<typeof import('./difference-task.ts').compareVersions>({
  module: place.compare,
  name: 'compareVersions',
  limits,
})

/** Compares two versions of an operator's prediction in the pool. */
export const compareVersionsOnPool = (tenantId: string, orbits: OrbitsToCompare, signal: AbortSignal) =>
  pool.run(VERSIONS, tenantId, orbits, signal)

/** Checks a file in the pool; a check that exceeds the limits is cancelled, and this is reported as a fault of the file. */
export async function checkOnPool(tenantId: string, file: FileTask, signal?: AbortSignal): Promise<Answer> {
  try {
    return await pool.run(CHECK, tenantId, file, signal)
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    const finding: Finding = { code: 'too-large', message: tooMuch(error) }
    return { format: 'unknown', errors: [finding], warnings: [], facts: undefined, packed: undefined }
  }
}

/** Writes a file again in the pool, or returns the reason why it cannot. */
export async function writeOnPool(
  tenantId: string,
  file: FileTask & { readonly notation: 'KVN' | 'XML' },
  signal: AbortSignal,
): Promise<WrittenFile> {
  pool.requireRoom(tenantId)
  try {
    return await pool.run(WRITE, tenantId, file, signal)
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    return { bytes: undefined, fault: tooMuch(error) }
  }
}

/** Compares two orbits in the pool. */
export function compareOnPool(
  tenantId: string,
  orbits: OrbitsToCompare,
  signal: AbortSignal,
): Promise<EphemerisDifference> {
  pool.requireRoom(tenantId)
  return pool.run(COMPARE, tenantId, orbits, signal)
}

/**
 * Returns the distance between the objects of two orbits at a time, m; null if an orbit has no state then, or if reading them costs too
 * much.
 */
export async function distanceOnPool(
  tenantId: string,
  { one, other, at }: { readonly one: Uint8Array; readonly other: Uint8Array; readonly at: Epoch },
): Promise<number | null> {
  const span = { from: at, to: addSeconds(at, 1), samples: 2 }
  try {
    const { samples } = await pool.run(COMPARE, tenantId, { reference: one, other, ...span })
    return samples.find(({ epoch }) => secondsBetween(at, epoch) === 0)?.totalM ?? null
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    return null
  }
}

const tooMuch = ({ what }: TaskLimitError) => `reading the file takes ${what}`
