import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CDM_FORMATS, type Cdm, type CdmIntake } from '@apsis/contract/ca/cdm.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { chooseMedia, type FileAnswer } from '../../platform/http/answer-file.ts'
import { withFolder } from '../../platform/http/upload.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import { VERSION } from '../../platform/process/version.ts'
import { pool } from '../../platform/thread/pool.ts'
import { TaskLimitError } from '../../platform/thread/task.ts'
import { reasonOf } from '../../platform/thread/task-failure.ts'
import { type CdmFile, type CdmRow, findCdmFile } from '../message/message.repository.ts'
import type { ReadCdm } from '../message/read-message.ts'
import { refuse } from '../message/refuse.ts'
import * as repository from './cdm.repository.ts'
import { type Intake, prepareMessages } from './intake/cdm-intake.ts'
import { addUsage, requireQuota } from './intake/quota.ts'
import type { FileLimits, FileToRead } from './intake/read-file.ts'
import { MESSAGES_PER_TRANSACTION, storeQueued } from './intake/store-queue.ts'
import { READ_FILE, WRITE_MESSAGE } from './intake/tasks.ts'
import { openWritten } from './intake/written.ts'

export type Floor = { readonly db: Database; readonly queue?: Queue }
export type Owner = Pick<Caller, 'tenantId' | 'subject'>

/** A file as it came: its bytes, or the path at which they lie. */
export type GivenFile = { readonly name: string } & ({ readonly bytes: Uint8Array } | { readonly path: string })

export type IntakeOptions = Pick<Intake, 'source' | 'now' | 'isSimulated' | 'also'> & {
  readonly limits?: FileLimits
  /** Aborted when nobody waits for the answer any more: nothing of the rest is read. */
  readonly signal?: AbortSignal
}

/** The limits of an upload whose sender waits for the answer. */
export const UPLOAD_LIMITS: FileLimits = { messages: 2_000, unpackedBytes: 20 * 1024 ** 2, faults: 1_000 }
/** The limits of an upload whose sender does not wait. */
export const BULK_LIMITS: FileLimits = { messages: 10_000, unpackedBytes: 200 * 1024 ** 2, faults: 5_000 }

/**
 * The one door for conjunction data messages, wherever they come from: upload, connectors, simulator. Files may hold several
 * messages, zips several files. Each message is stored as it came, assessed and joined to its event, in the order of
 * creation dates, up to 50 in a transaction; the answer has a line for each, in the order of the files. What is answered
 * as accepted is committed: after a crash all files are sent again, and messages that were stored before are duplicates.
 * Nothing of their text is read in this process: that is done in the pool, a file and a message at a time.
 */
export async function takeInCdms(
  { db }: Floor,
  { tenantId, subject }: Owner,
  files: readonly GivenFile[],
  { limits = UPLOAD_LIMITS, signal, ...options }: IntakeOptions,
): Promise<CdmIntake[]> {
  await requireQuota(db, tenantId, { now: options.now })
  return withFolder(async (folder) => {
    const rows = await readFiles(files, { tenantId, folder, limits, signal })
    const answers = rows.map((row) => ('status' in row ? row : undefined))
    const intake: Intake = { tenantId, subject, ...options }
    for (const some of batchesOf(rows))
      for (const { place, answer } of await storeBatch(db, intake, some, signal)) answers[place] = answer
    return answers.map((answer) => {
      if (answer === undefined) throw new TypeError('a message has no answer')
      return answer
    })
  })
}

/** A message that can be taken in, and its place among the rows of its files. */
export type PlacedRead = { readonly read: ReadCdm; readonly place: number }

/** The messages among rows, in the order of creation dates, as many at a time as share a transaction. */
export function batchesOf(rows: readonly (ReadCdm | CdmIntake)[]): PlacedRead[][] {
  const reads = rows.flatMap((row, place) => ('status' in row ? [] : [{ read: row, place }]))
  reads.sort((a, b) => a.read.createdAt.getTime() - b.read.createdAt.getTime())
  return Array.from({ length: Math.ceil(reads.length / MESSAGES_PER_TRANSACTION) }, (_, batch) =>
    reads.slice(batch * MESSAGES_PER_TRANSACTION, (batch + 1) * MESSAGES_PER_TRANSACTION),
  )
}

/** Assesses and stores some messages. The answer says by place what became of each. */
export async function storeBatch(
  db: Database,
  intake: Intake,
  some: readonly PlacedRead[],
  signal?: AbortSignal,
): Promise<{ readonly place: number; readonly answer: CdmIntake }[]> {
  const { tenantId } = intake
  const reads = some.map(({ read }) => read)
  const answers: { place: number; answer: CdmIntake }[] = []
  let [messages, bytes] = [0, 0]
  const prepared = await prepareMessages(db, tenantId, reads, signal)
  await storeQueued(
    { db, tenantId },
    prepared.map((one, index) => ({
      prepared: one,
      intake,
      done: (answer: CdmIntake) => {
        answers.push({ place: some[index]?.place ?? -1, answer })
        if (answer.status !== 'accepted') return
        messages += 1
        bytes += one.read.slice.end - one.read.slice.start
      },
    })),
  )
  addUsage(db, tenantId, { messages, bytes })
  return answers
}

type Reading = {
  readonly tenantId: string
  readonly folder: string
  readonly limits: FileLimits
  readonly signal?: AbortSignal | undefined
}

/** The messages of all files, in their order. Files beyond the limit of messages are refused without being read. */
export async function readFiles(files: readonly GivenFile[], { tenantId, folder, limits, signal }: Reading) {
  const rows: (ReadCdm | CdmIntake)[] = []
  let faults = limits.faults
  for (const [place, file] of files.entries()) {
    const path = 'path' in file ? file.path : join(folder, `given-${place}`)
    if (!('path' in file)) await writeFile(path, file.bytes, { mode: 0o600 })
    const unpackedPath = join(folder, `unpacked-${place}`)
    const found =
      rows.length >= limits.messages
        ? [refuse(file.name, [{ code: 'file.too-many', message: tooMany(limits) }])]
        : await readFile({ name: file.name, path, unpackedPath, limits: { ...limits, faults } }, { tenantId, signal })
    faults -= found.reduce((sum, row) => sum + ('status' in row ? row.errors : row.warnings).length, 0)
    rows.push(...found)
  }
  return rows
}

const tooMany = ({ messages }: FileLimits) =>
  `was not read: the files before it hold the ${messages.toLocaleString('en')} messages that are taken at a time`

/** The messages of a file. A file that costs more to read than any honest one is refused alone. */
async function readFile(
  file: FileToRead,
  { tenantId, signal }: Pick<Reading, 'tenantId' | 'signal'>,
): Promise<(ReadCdm | CdmIntake)[]> {
  try {
    return await pool.run(READ_FILE, tenantId, file, signal)
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    return [refuse(file.name, [{ code: 'file.too-costly', message: `reading the file takes ${error.what}` }])]
  }
}

type Listing = Omit<repository.CdmFilter, 'offset'> & { readonly page: number }

/** A page of the organisation's messages, newest by creation first, and how many match in all. */
export async function listCdms(
  db: Database,
  { tenantId }: Pick<Owner, 'tenantId'>,
  { page, ...filter }: Listing,
): Promise<{ items: Cdm[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listCdms(tx, { ...filter, offset: (page - 1) * filter.limit })
    return { items: rows.map(present), total }
  })
}

export const MEDIA = { kvn: 'text/plain', xml: 'application/xml', json: 'application/json' } as const
export const ENDINGS = { kvn: 'cdm', xml: 'xml', json: 'json' } as const

/** The id of a message as the name of a file. */
export const plainName = (messageId: string): string => messageId.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 120)

type AskedFile = {
  readonly id: string
  readonly format: Cdm['format'] | undefined
  readonly accept: string | undefined
}

/** A message as a file: as it came, or written anew in another notation. */
export async function getCdmFile(
  db: Database,
  { tenantId }: Pick<Owner, 'tenantId'>,
  { id, format, accept }: AskedFile,
): Promise<FileAnswer> {
  const row = await db.tenant(tenantId, (tx) => findCdmFile(tx, id))
  if (row === undefined) throw new ApiError('not-found', 'There is no such message.')
  const asked = format ?? formatOf(accept, row.format)
  return {
    mediaType: MEDIA[asked],
    name: `${plainName(row.message_id)}.${ENDINGS[asked]}`,
    bytes: asked === row.format ? row.original : await convert(tenantId, row, asked),
    // The original never changes. Its text in another notation may change with the version of the product.
    etag: asked === row.format ? row.sha256 : `${row.sha256}-${asked}-${VERSION}`,
    isImmutable: true,
    isInline: true,
  }
}

/** The format that an Accept header asks for. The original is sent where the header accepts all formats alike. */
function formatOf(accept: string | undefined, original: Cdm['format']): Cdm['format'] {
  const others = CDM_FORMATS.filter((format) => format !== original)
  const chosen = chooseMedia(accept, [MEDIA[original], ...others.map((format) => MEDIA[format])])
  return CDM_FORMATS.find((format) => MEDIA[format] === chosen) ?? original
}

/**
 * Keeps files that were written in another notation until that many bytes have followed. A file is never written twice at once.
 */
const written = openWritten()

function convert(tenantId: string, { id, original }: CdmFile, format: Cdm['format']): Promise<Buffer> {
  return written(`${id} ${format}`, async () => {
    pool.requireRoom(tenantId)
    try {
      return Buffer.from(await pool.run(WRITE_MESSAGE, tenantId, { original, format }))
    } catch (error) {
      throw new ApiError('not-acceptable', `The message cannot be written in this notation: ${reasonOf(error)}`)
    }
  })
}

function present(row: CdmRow): Cdm {
  const { object1, object2, conjunctionData, assessment, warnings } = row.derived
  return {
    cdmId: row.id,
    messageId: row.message_id,
    conjunctionId: row.conjunction_id,
    satelliteId: row.satellite_id,
    creationDate: row.creation_date.toISOString(),
    receivedAt: row.received_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    originator: row.originator,
    source: row.source,
    isSimulated: row.is_simulated,
    grade: row.grade,
    format: row.format,
    bytes: row.bytes,
    sha256: row.sha256,
    object1,
    object2,
    conjunctionData,
    assessment,
    warnings,
  }
}
