import { MOST_WRITTEN } from '@apsis/contract/ca/screening/screening.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { originatorOf } from '../../../platform/auth/originator.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { type FileAnswer, markedName } from '../../../platform/http/answer-file.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { reasonOf } from '../../../platform/thread/task-failure.ts'
import { readCatalogue } from '../../../tle/catalogue.service.ts'
import type { CaPlatform } from '../../ca-platform.ts'
import { listEncounters } from '../run/encounter.repository.ts'
import { findInput, listNamedObjects, listScreenings } from '../run/screening.repository.ts'
import type { ResultTask } from './write-result.ts'

const WRITE = task<typeof import('./write-result.ts').writeResult>({
  module: new URL('./write-result.ts', import.meta.url),
  name: 'writeResult',
  // Even for one close approach the whole screening, possibly of a full catalogue, is read.
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 16 },
})

export type WantedFile = {
  readonly id: string
  readonly message: ResultTask['message']
  readonly format: 'kvn' | 'xml'
  readonly objectId: string | undefined
  readonly after: string | undefined
  readonly before: string | undefined
}

/** Times of the list are rounded to the millisecond. */
const HALF_MS = 0.000_5

/** Returns the close approaches of a screening as messages that another operator can read. */
export async function getResultFile(
  { db, now }: Pick<CaPlatform, 'db' | 'now'>,
  { tenantId }: { readonly tenantId: string },
  wanted: WantedFile,
): Promise<FileAnswer> {
  const { id, message, format } = wanted
  const { row, bytes, named, found } = await db.tenant(tenantId, (tx) => readResult(tx, wanted))
  if (found.total > MOST_WRITTEN)
    throw new ApiError(
      'unprocessable',
      `These are ${found.total} close approaches; ${MOST_WRITTEN} are written at a time: narrow them by object or time.`,
    )
  if (bytes === undefined) throw new ApiError('conflict', 'What was screened is no longer stored.')
  const catalogue = (await readCatalogue(db)).objects.map(({ noradId, name }) => [String(noradId), name] as const)
  const listed = new Set(found.rows.flatMap(({ primary, secondary }) => [primary.id, secondary.id]))
  const input: ResultTask = {
    bytes,
    encounters: found.rows.map(({ kind, seconds, primary, secondary, missM, relativeSpeedMps }) => {
      return { kind, seconds, missM, relativeSpeedMps, primaryPlace: primary.place, secondaryPlace: secondary.place }
    }),
    names: new Map([
      ...catalogue.filter(([objectId]) => listed.has(objectId)),
      ...named.map((one) => [one.object_id, one.name] as const),
    ]),
    message,
    notation: format === 'xml' ? 'XML' : 'KVN',
    originator: originatorOf(tenantId),
    screeningId: id,
    createdAt: (row.ended_at ?? new Date(now())).toISOString(),
    simulated: { own: row.is_own_simulated, other: row.is_simulated },
  }
  pool.requireRoom(tenantId)
  try {
    const text = await pool.run(WRITE, tenantId, input)
    return {
      mediaType: format === 'xml' ? 'application/xml' : 'text/plain',
      name: markedName(
        `screening-${id.slice(0, 8)}`,
        format === 'xml' ? 'xml' : message,
        row.is_simulated || row.is_own_simulated,
      ),
      bytes: Buffer.from(text),
    }
  } catch (error) {
    throw new ApiError('conflict', `The file cannot be written: ${reasonOf(error)}`)
  }
}

/** Reads the screening, the requested part of its results, and its input. */
async function readResult(tx: TenantDb, { id, objectId, after, before }: WantedFile) {
  const [row] = (await listScreenings(tx, { id, offset: 0, limit: 1 })).rows
  if (row === undefined) throw new ApiError('not-found', 'There is no such screening.')
  const seconds = (at: string) => (Date.parse(at) - row.from_at.getTime()) / 1_000
  const asked = {
    objectId,
    ...(after === undefined ? {} : { fromS: seconds(after) - HALF_MS }),
    ...(before === undefined ? {} : { toS: seconds(before) + HALF_MS }),
    offset: 0,
    limit: MOST_WRITTEN,
  }
  const found = await listEncounters(tx, id, asked)
  return { row, found, named: await listNamedObjects(tx, id), bytes: await findInput(tx, id) }
}
