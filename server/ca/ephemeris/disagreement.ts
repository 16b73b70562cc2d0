import { DISAGREEMENT_MAHALANOBIS } from '@apsis/astro/conjunction/relative-difference.ts'
import { EPHEMERIS_DISAGREES } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { FRESH_MS } from '../message/record/message-grade.ts'
import type { SatelliteRow } from '../satellite/record/satellite.repository.ts'
import { listKnownBurns, listLastMessages } from './disagreement.repository.ts'
import type { Disagreement } from './disagreement-task.ts'

const FIND = task<typeof import('./disagreement-task.ts').findDisagreements>({
  module: new URL('./disagreement-task.ts', import.meta.url),
  name: 'findDisagreements',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 1 },
})

/** The newest messages suffice: further ones are fits of the same orbit. */
const MOST_MESSAGES = 50

export type FileToCompare = {
  readonly tenantId: string
  readonly satellite: Pick<SatelliteRow, 'id' | 'norad_id'>
  /** The stored form (packed-orbit.ts). */
  readonly packed: Uint8Array
  /** The beginning of its usable time. */
  readonly from: Date
  readonly to: Date
}

/**
 * Returns the last messages of a satellite with which a file disagrees, the worst first: at a future closest approach, their position of the
 * satellite is farther from the file than both covariances allow.
 */
export async function disagreementsOf(
  { db, now }: { readonly db: Pick<Database, 'tenant'>; readonly now: () => number },
  { tenantId, satellite, packed, from, to }: FileToCompare,
): Promise<readonly Disagreement[]> {
  const begin = new Date(Math.max(from.getTime(), now()))
  const { messages, burns } = await db.tenant(tenantId, async (tx) => {
    const last = await listLastMessages(tx, { satellite, from: begin, to, freshMs: FRESH_MS, most: MOST_MESSAGES })
    const oldest = new Date(Math.min(...last.map(({ dataAt }) => dataAt.getTime())))
    return { messages: last, burns: last.length === 0 ? [] : await listKnownBurns(tx, satellite, oldest) }
  })
  if (messages.length === 0) return []
  return pool.run(FIND, tenantId, { packed, designator: String(satellite.norad_id), messages, burns })
}

/** Refuses to make a file operational if it disagrees with the last messages of its satellite, unless a person has confirmed the disagreement. */
export function requireSeen(found: readonly Disagreement[], isSeen: boolean | undefined): void {
  const [worst] = found
  if (worst === undefined || isSeen === true) return
  const others = found.length === 1 ? '' : ` and of ${found.length - 1} more of the last messages`
  throw new ApiError(
    'unprocessable',
    `#/isDisagreementSeen: the file is not where the satellite is by the state of ${sentenceOf(worst)}${others}. Say isDisagreementSeen: it is taken all the same.`,
    { errors: found.map(detailOf) },
  )
}

const detailOf = (one: Disagreement): ProblemDetail => ({
  code: EPHEMERIS_DISAGREES,
  pointer: '#/isDisagreementSeen',
  message: `the file is not where the satellite is by the state of ${sentenceOf(one)}; the largest that sigmas allow is ${DISAGREEMENT_MAHALANOBIS}`,
  values: { ...one },
})

const sentenceOf = ({ messageId, originator, tcaAt, distanceM, sigma }: Disagreement) =>
  `message ${messageId.slice(0, 60)} of ${originator.slice(0, 30)}: ${distanceM.toFixed(0)} m apart at ${tcaAt}, ${sigma.toFixed(1)} sigma`

/** Returns the messages against which a person has accepted a file, for the record. */
export const seenOf = (found: readonly Disagreement[]) =>
  found.length === 0 ? {} : { isDisagreementSeen: true, disagreements: found }
