import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { isDatabaseAway, isDatabaseTimeout } from '../../platform/database/database.ts'
import { withFolder } from '../../platform/http/upload.ts'
import { deleteRecurringWorkUnless } from '../../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { PoolLossError } from '../../platform/thread/task.ts'
import * as repository from './import.repository.ts'
import { IMPORT_EVERY_S, IMPORT_WORK } from './import.service.ts'
import { BULK_LIMITS, batchesOf, readFiles, storeBatch } from './intake.service.ts'
import { requireQuota } from './quota.ts'
import { refuse } from './record/refuse.ts'

/** After this time another organisation has its turn, even if files of this one still wait. */
const TURN_MS = 20_000

/**
 * Reads the files of imports, the one that has waited longest first. The result of each message is written with its batch: after an interruption
 * the next run, by any worker, continues after the last batch.
 */
export const importWork: RecurringWork = {
  name: IMPORT_WORK,
  everyS: IMPORT_EVERY_S,
  async turn(platform, tenantId) {
    const until = platform.now() + TURN_MS
    while (platform.now() < until && !platform.signal.aborted) {
      const file = await platform.db.tenant(tenantId, async (tx) => {
        const found = await repository.findWaitingFile(tx)
        if (found === undefined)
          await deleteRecurringWorkUnless(
            tx,
            { name: IMPORT_WORK, tenantId },
            async () => (await repository.findWaitingFile(tx)) !== undefined,
          )
        return found
      })
      if (file === undefined) return
      await attempt(platform, { tenantId, file })
    }
  },
}

type FileToImport = { readonly tenantId: string; readonly file: repository.WaitingFile }

/** Faults of the file itself follow the faults of its messages, so their place is after the place of any message. */
const PLACE_OF_FILE_FAULTS = 1_000_000

/** Reads one file. Whatever is wrong with the file, it is finished, so that the next file can be read. */
async function attempt(platform: WorkPlatform, taking: FileToImport): Promise<void> {
  const { db, log, now } = platform
  const { import_id: importId, place, name } = taking.file
  try {
    await takeFile(platform, taking)
  } catch (error) {
    const key = { tenantId: taking.tenantId, importId, place }
    // A temporary error leaves the file as it is, for a later run; the other files are read first.
    if (platform.signal.aborted || isPassing(error)) {
      await putBack(platform, key)
      throw error
    }
    log.error({ err: error, importId, place }, 'a file of an import could not be taken in')
    const message = error instanceof ApiError ? error.message : 'could not be taken in: the log of the worker says why'
    await keep(db, key, [{ ...refuse(name, [{ code: 'file.failed', message }]), number: PLACE_OF_FILE_FAULTS }])
    await end(db, key, new Date(now()))
  }
}

/** Errors of the machine or of the moment, not of the file: no disk space, too many open files, a lost process. */
const PASSING_CODES = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EIO']

function isPassing(error: unknown): boolean {
  if (isDatabaseAway(error) || isDatabaseTimeout(error) || error instanceof PoolLossError) return true
  if (error instanceof ApiError) return error.code === 'unavailable'
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  // Class 40 of PostgreSQL: the transaction was rolled back in favour of another one, and may be tried again.
  return typeof code === 'string' && (PASSING_CODES.includes(code) || /^40\w{3}$/.test(code))
}

/** Puts the file back to wait. The reported error is the error of the file; if the database cannot be reached, the file keeps its place. */
async function putBack({ db, log, now }: WorkPlatform, key: Key): Promise<void> {
  await db
    .tenant(key.tenantId, (tx) => repository.setTried(tx, key, new Date(now())))
    .catch((error: unknown) => log.warn({ err: error, ...key }, 'a file of an import keeps its place'))
}

async function end(db: Database, key: Key, at: Date): Promise<void> {
  const { tenantId, importId: id } = key
  await db.tenant(tenantId, async (tx) => {
    const isEnded = await repository.endFile(tx, key, at)
    emit(tx, { tenantId, type: 'import', data: { id, ...(isEnded ? { state: 'DONE' } : {}) } })
  })
}

async function takeFile({ db, now, signal }: WorkPlatform, { tenantId, file }: FileToImport): Promise<void> {
  const { import_id: importId, place, name, content, arrived_at: arrivedAt, by_subject: subject } = file
  const key = { tenantId, importId, place }
  await requireQuota(db, tenantId, { now: new Date(now()) })
  await withFolder(async (folder) => {
    const rows = await readFiles([{ name, bytes: content }], { tenantId, folder, limits: BULK_LIMITS })
    const known = await db.tenant(tenantId, async (tx) => {
      await repository.setMessages(tx, key, rows.length)
      return new Set(await repository.listNumbers(tx, key))
    })
    const refused = rows.flatMap((row, number) => ('status' in row && !known.has(number) ? [{ ...row, number }] : []))
    await keep(db, key, refused)
    // The time counts from here, so that a file that takes long to read makes progress in each run, too.
    const until = now() + TURN_MS
    for (const batch of batchesOf(rows)) {
      const some = batch.filter((one) => !known.has(one.place))
      if (some.length === 0) continue
      if (signal.aborted || now() > until) return
      const intake = { tenantId, subject, source: 'upload', now: new Date(now()), receivedAt: arrivedAt } as const
      const answers = await storeBatch(db, intake, some)
      const rows = answers.map(({ place: number, answer }) => ({ ...answer, number }))
      await keep(db, key, await ownAgain(db, key, { rows, arrivedAt }))
    }
    await end(db, key, new Date(now()))
  })
}

type Key = { readonly tenantId: string; readonly importId: string; readonly place: number }

async function keep(db: Database, key: Key, rows: readonly repository.NewRow[]): Promise<void> {
  if (rows.length === 0) return
  const { tenantId, importId: id } = key
  await db.tenant(tenantId, async (tx) => {
    await repository.insertRows(tx, key, rows)
    emit(tx, { tenantId, type: 'import', data: { id } })
  })
}

type ImportAnswer = { readonly rows: readonly repository.NewRow[]; readonly arrivedAt: Date }

/** Marks messages that this import had stored before it was interrupted as its own, not as duplicates. */
async function ownAgain(
  db: Database,
  { tenantId }: Key,
  { rows, arrivedAt }: ImportAnswer,
): Promise<repository.NewRow[]> {
  const taken = new Set(rows.filter(({ status }) => status === 'accepted').map(({ cdmId }) => cdmId))
  const ids = rows.flatMap(({ status, cdmId, errors }) =>
    status === 'duplicate' && cdmId !== null && errors.length === 0 && !taken.has(cdmId) ? [cdmId] : [],
  )
  if (ids.length === 0) return [...rows]
  const own = new Set(await db.tenant(tenantId, (tx) => repository.listOwn(tx, ids, arrivedAt)))
  const accepted: CdmIntake['status'] = 'accepted'
  // Each message counts once, so a second copy in the file is a duplicate.
  return rows.map((row) => (row.cdmId !== null && own.delete(row.cdmId) ? { ...row, status: accepted } : row))
}
