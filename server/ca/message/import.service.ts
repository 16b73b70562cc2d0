import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { IMPORT_LIMITS, type Import, type ImportDetail, type ImportRow } from '@apsis/contract/ca/message/import.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import type { FileAnswer } from '../../platform/http/answer-file.ts'
import type { UploadedFile } from '../../platform/http/upload.ts'
import { upsertRecurringWork } from '../../platform/jobs/recurring-work.repository.ts'
import { pool } from '../../platform/thread/pool.ts'
import * as repository from './import.repository.ts'
import { requireQuota } from './quota.ts'
import { WRITE_REPORT } from './tasks.ts'

export const IMPORT_WORK = 'ca.import'
export const IMPORT_EVERY_S = 1
/** The most open imports of an organisation. More would wait in the database unread. */
const MOST_OPEN_IMPORTS = 5
/** An import without new or waiting files for this time does not count: its sender has left. */
const IDLE_MS = 15 * MINUTE_MS
/** The most announced imports, including idle ones: each has up to 2,000 rows. */
const MOST_ANNOUNCED = 50
const KEPT_IMPORTS = 100
const ABANDONED_MS = DAY_MS
const MOST_ROWS = 100_000
/** The number of missing files that the audit trail names. */
const MOST_NAMES = 20

type Reader = Pick<Caller, 'tenantId'>
type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject' | 'username'>
  readonly requestId: string
  readonly now: Date
}
type AnnouncedFiles = readonly { readonly name: string; readonly bytes: number }[]

/** Begins an import of these files, which are sent afterwards. */
export async function createImport(
  db: Database,
  { caller, requestId, now }: Request,
  files: AnnouncedFiles,
): Promise<ImportDetail> {
  const { tenantId, subject, username } = caller
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > IMPORT_LIMITS.bytes)
    throw new ApiError(
      'unprocessable',
      `The files of an import have at most ${IMPORT_LIMITS.bytes / 1024 ** 2} MiB together.`,
    )
  await requireQuota(db, tenantId, { now })
  const id = randomUUID()
  return db.tenant(tenantId, async (tx) => {
    await repository.deleteOldImports(tx, {
      kept: KEPT_IMPORTS - 1,
      abandonedBefore: new Date(now.getTime() - ABANDONED_MS),
    })
    const { open, announced } = await repository.countOpenImports(tx, new Date(now.getTime() - IDLE_MS))
    if (open >= MOST_OPEN_IMPORTS || announced >= MOST_ANNOUNCED)
      throw new ApiError(
        'conflict',
        `${open >= MOST_OPEN_IMPORTS ? open : announced} imports of your organisation are under way: wait for one to end, or withdraw one whose files do not come.`,
      )
    const named = files.map((file) => ({ ...file, name: file.name.replace(/\p{Cc}/gu, '').toWellFormed() }))
    await repository.insertImport(tx, { tenantId, id, at: now, subject, name: username, files: named })
    const detail = { files: files.length, bytes }
    await insertAudit(tx, tenantId, {
      actor: subject,
      action: 'import.create',
      object: id,
      outcome: 'done',
      requestId,
      detail,
    })
    emit(tx, { tenantId, type: 'import', data: { id } })
    return requireImport(tx, id)
  })
}

/** Withdraws an import: files that have not arrived are no longer expected; files that have arrived were acknowledged, and are read. */
export function withdrawImport(db: Database, { caller, requestId, now }: Request, id: string): Promise<void> {
  const { tenantId, subject } = caller
  return db.tenant(tenantId, async (tx) => {
    await repository.lockImport(tx, id)
    const { state, files, list } = await requireImport(tx, id)
    if (state !== 'RECEIVING')
      throw new ApiError('conflict', 'Every file of this import has arrived: there is nothing to withdraw.')
    const missing = await repository.withdrawMissing(tx, id, now)
    const names = list.filter((file) => file.state === 'MISSING').map(({ name }) => name)
    await insertAudit(tx, tenantId, {
      actor: subject,
      action: 'import.withdraw',
      object: id,
      outcome: 'done',
      requestId,
      detail: { files, missing, names: names.slice(0, MOST_NAMES) },
    })
    emit(tx, { tenantId, type: 'import', data: { id } })
  })
}

/** Stores files that have arrived, each under the name of its place; the worker reads them. */
export async function sendFiles(
  db: Database,
  { caller: { tenantId }, now }: Omit<Request, 'requestId'>,
  { id, files }: { readonly id: string; readonly files: readonly UploadedFile[] },
): Promise<ImportDetail> {
  const { list } = await db.tenant(tenantId, (tx) => requireImport(tx, id))
  for (const { name } of files)
    if (!/^\d{1,4}$/.test(name) || !list.some(({ place }) => place === Number(name)))
      throw new ApiError('unprocessable', `The import has no file of the place ${name.slice(0, 20)}.`)
  for (const { name, path } of files) {
    const content = await readFile(path)
    // Both steps are in one transaction: a stored file is read, even if nothing more of its request arrives.
    await db.tenant(tenantId, async (tx) => {
      await repository.storeFile(tx, id, { place: Number(name), content, at: now })
      await upsertRecurringWork(tx, { name: IMPORT_WORK, tenantId }, IMPORT_EVERY_S)
    })
  }
  return db.tenant(tenantId, async (tx) => {
    emit(tx, { tenantId, type: 'import', data: { id } })
    return requireImport(tx, id)
  })
}

/** Returns a page of the imports, newest first, and their number. */
export function listImports(
  db: Database,
  { tenantId }: Reader,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: Import[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listImports(tx, { limit, offset: (page - 1) * limit })
    return { items: rows.map(present), total }
  })
}

export const getImport = (db: Database, { tenantId }: Reader, id: string): Promise<ImportDetail> =>
  db.tenant(tenantId, (tx) => requireImport(tx, id))

type Listing = { readonly status?: ImportRow['status'] | undefined; readonly page: number; readonly limit: number }

/** Returns a page of the results of an import's messages, and the number of all that match. */
export function listRows(
  db: Database,
  { tenantId }: Reader,
  { id, status, page, limit }: Listing & { readonly id: string },
): Promise<{ items: ImportRow[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    await requireImport(tx, id)
    const { rows, total } = await repository.listRows(tx, id, { status, limit, offset: (page - 1) * limit })
    return { items: rows.map(presentRow), total }
  })
}

/** Returns all results of an import's messages as a file; written in the pool. */
export async function readReport(
  db: Database,
  { tenantId }: Reader,
  { id, format, signal }: { readonly id: string; readonly format: 'csv' | 'json'; readonly signal: AbortSignal },
): Promise<FileAnswer> {
  pool.requireRoom(tenantId)
  const rows = await db.tenant(tenantId, async (tx) => {
    await requireImport(tx, id)
    return (await repository.listRows(tx, id, { limit: MOST_ROWS, offset: 0 })).rows.map(presentRow)
  })
  const bytes = await pool.run(WRITE_REPORT, tenantId, { rows, format }, signal)
  return {
    mediaType: format === 'csv' ? 'text/csv' : 'application/json',
    name: `import-${id.slice(0, 8)}.${format}`,
    bytes: Buffer.from(bytes),
  }
}

async function requireImport(tx: TenantDb, id: string): Promise<ImportDetail> {
  const [row] = (await repository.listImports(tx, { id, limit: 1, offset: 0 })).rows
  if (row === undefined) throw new ApiError('not-found', 'There is no such import.')
  return { ...present(row), list: await repository.listFiles(tx, id) }
}

function present({ id, at, by_name: by, ended_at: endedAt, missing, ...counts }: repository.ImportRecord): Import {
  const state = endedAt !== null ? 'DONE' : missing > 0 ? 'RECEIVING' : 'WORKING'
  return { importId: id, at: at.toISOString(), by, state, endedAt: endedAt?.toISOString() ?? null, ...counts }
}

const presentRow = ({ number: _number, ...row }: repository.RowRecord): ImportRow => row
