import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import type { Fleet, OwnSatellite } from '../fleet/fleet.ts'
import type { AssessedMessage, MessageToAssess } from './derive-cdm.ts'

/** Absurd covariances make the curved method go on for minutes. */
const ASSESS_MESSAGE = task<typeof import('./derive-cdm.ts').assessMessage>({
  module: new URL('./derive-cdm.ts', import.meta.url),
  name: 'assessMessage',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 8 },
})

type ToAssess = Pick<MessageToAssess, 'source'> & { readonly designators: readonly [string, string] }

/** What is made of a message with the satellites as they are; throws RangeError where it has no geometry. */
export async function assess(
  tenantId: string,
  { source, designators }: ToAssess,
  { byNumber, radii }: Pick<Fleet, 'byNumber' | 'radii'>,
  signal?: AbortSignal,
): Promise<AssessedMessage> {
  const satellites = new Map<string, OwnSatellite>()
  const sizes = new Map<string, number>()
  for (const designator of designators) {
    const satellite = byNumber.get(designator)
    if (satellite !== undefined) satellites.set(designator, satellite)
    const radiusM = radii.get(designator)
    if (radiusM !== undefined) sizes.set(designator, radiusM)
  }
  try {
    return await pool.run(ASSESS_MESSAGE, tenantId, { source, satellites, sizes }, signal)
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    throw new RangeError(`assessing it takes ${error.what}: its covariance may be wrong`)
  }
}
