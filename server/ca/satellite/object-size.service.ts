import { readFile } from 'node:fs/promises'
import { OBJECT_SIZE_LIMITS, type ObjectSize } from '@apsis/contract/ca/satellite/object-size.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { isStorable } from '../../platform/http/input.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { fieldsOf } from '../csv-line.ts'
import { reassessObjects } from '../event/event.service.ts'
import type { ObjectSizeEntry } from './record/object-size.repository.ts'
import * as repository from './record/object-size.repository.ts'

const HEADS = ['norad_id', 'name', 'radius_m', 'core_radius_m', 'mass_kg', 'source'] as const
/** Longer names and sources are truncated to this many characters. */
const [NAME_CHARS, SOURCE_CHARS] = [100, 200]
const MOST_NORAD_ID = 999_999_999

type Request = { readonly owner: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }
type Listing = { readonly noradId?: number | undefined; readonly page: number; readonly limit: number }

const MOST_DETAILS = 100

/** Returns a page of the organisation's table, and its number of objects. */
export function listObjectSizes(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { page, limit, noradId }: Listing,
): Promise<{ items: ObjectSize[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listObjectSizes(tx, { noradId, limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => ({ ...row, loadedAt: row.loadedAt.toISOString() })), total }
  })
}

type LoadResult = { loaded: number; removed: number; total: number; reassessed: number }

/** Loads a table of sizes and masses, all or none, and requests a new assessment of the future events of changed objects. */
export async function loadObjectSizes(
  platform: CaPlatform,
  { owner, requestId }: Request,
  { path, isWhole }: { readonly path: string; readonly isWhole: boolean },
): Promise<LoadResult> {
  const reading = readSizeTable(await textOf(path))
  if (!reading.ok)
    throw new ApiError('unprocessable', reading.errors[0]?.message ?? 'The table cannot be read.', {
      errors: reading.errors.slice(0, MOST_DETAILS),
    })
  const { entries } = reading
  const at = new Date(platform.now())
  const { tenantId, subject } = owner
  return await platform.db.tenant(tenantId, async (tx) => {
    const ids = entries.map(({ noradId }) => noradId)
    const before = new Map((await repository.findObjectSizes(tx, ids)).map((row) => [row.noradId, row.radiusM]))
    const removed = isWhole ? await repository.deleteOtherObjectSizes(tx, ids) : []
    await repository.upsertObjectSizes(tx, { tenantId, at }, entries)
    const { total } = await repository.listObjectSizes(tx, { limit: 1, offset: 0 })
    if (total > OBJECT_SIZE_LIMITS.entries)
      throw new ApiError(
        'unprocessable',
        `The table of an organisation has at most ${OBJECT_SIZE_LIMITS.entries} objects.`,
      )
    // A change of a mass alone does not change a probability.
    const moved = entries.filter(({ noradId, radiusM }) => (before.get(noradId) ?? null) !== radiusM)
    const changed = [...moved.map(({ noradId }) => noradId), ...removed]
    const reassessed = await reassess(tx, platform, { owner, at, noradIds: changed })
    const detail = { loaded: entries.length, removed: removed.length, total }
    await insertAudit(tx, tenantId, {
      actor: subject,
      action: 'object-size.load',
      object: `${entries.length} objects`,
      outcome: 'done',
      requestId,
      detail,
    })
    return { ...detail, reassessed }
  })
}

/** Removes one object from the table. */
export async function removeObjectSize(
  platform: CaPlatform,
  { owner, requestId }: Request,
  noradId: number,
): Promise<void> {
  const { tenantId, subject } = owner
  await platform.db.tenant(tenantId, async (tx) => {
    if (!(await repository.deleteObjectSize(tx, noradId)))
      throw new ApiError('not-found', 'The table has no such object.')
    await reassess(tx, platform, { owner, at: new Date(platform.now()), noradIds: [noradId] })
    const object = String(noradId)
    await insertAudit(tx, tenantId, {
      actor: subject,
      action: 'object-size.remove',
      object,
      outcome: 'done',
      requestId,
    })
  })
}

type ChangedObjects = Pick<Request, 'owner'> & { readonly at: Date; readonly noradIds: readonly number[] }

const reassess = (
  tx: TenantDb,
  { queue }: CaPlatform,
  { owner: { tenantId }, at, noradIds }: ChangedObjects,
): Promise<number> => reassessObjects(tx, { queue, tenantId, now: at }, noradIds.map(String))

async function textOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  if (!isStorable(text)) throw new ApiError('unprocessable', 'The table has characters that cannot be stored.')
  return text
}

type Head = (typeof HEADS)[number]

type Reading =
  | { readonly ok: true; readonly entries: readonly ObjectSizeEntry[] }
  | { readonly ok: false; readonly errors: readonly ProblemDetail[] }

/** Reads a table of sizes and masses: a header line, then a line for each object; comma or semicolon, quotes by RFC 4180. */
function readSizeTable(text: string): Reading {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  // A file that the product has written may begin with a comment.
  const first = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#')),
  )
  const headLine = lines[first] ?? ''
  const separator = headLine.includes(';') ? ';' : ','
  const heads = fieldsOf(headLine, separator).map((head) => head.toLowerCase())
  if (!heads.includes('norad_id') || !(heads.includes('radius_m') || heads.includes('mass_kg')))
    return refused(
      1,
      `The first line has to name the columns norad_id and radius_m, or norad_id and mass_kg; all columns: ${HEADS.join(', ')}.`,
    )
  const unknown = heads.find((head) => !HEADS.some((one) => one === head))
  if (unknown !== undefined) return refused(1, `No column is called ${unknown.slice(0, 30)}: use ${HEADS.join(', ')}.`)
  const errors: ProblemDetail[] = []
  const seen = new Map<number, ObjectSizeEntry>()
  for (const [place, line] of lines.entries()) {
    if (place <= first || line.trim() === '') continue
    const entry = entryOf(fieldsOf(line, separator), heads as Head[])
    if (typeof entry === 'string') errors.push(fault(place + 1, entry))
    else if (seen.has(entry.noradId))
      errors.push(fault(place + 1, `Object ${entry.noradId} stands in the file already.`))
    else seen.set(entry.noradId, entry)
    if (seen.size > OBJECT_SIZE_LIMITS.lines)
      return refused(place + 1, `A file has at most ${OBJECT_SIZE_LIMITS.lines} objects.`)
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, entries: [...seen.values()] }
}

const fault = (line: number, message: string): ProblemDetail => ({
  code: 'object-size.line',
  line,
  message: `Line ${line}: ${message}`,
})
const refused = (line: number, message: string): Reading => ({ ok: false, errors: [fault(line, message)] })

/** Returns the entry of a line, or its fault. */
function entryOf(fields: readonly string[], heads: readonly Head[]): ObjectSizeEntry | string {
  const textOf = (head: Head): string => fields[heads.indexOf(head)] ?? ''
  if (fields.length > heads.length) return `it has ${fields.length} fields, the first line ${heads.length}.`
  const noradId = Number(textOf('norad_id'))
  if (!Number.isInteger(noradId) || noradId < 1 || noradId > MOST_NORAD_ID)
    return `norad_id is a whole number from 1 to ${MOST_NORAD_ID}.`
  const { radiusM: radii, massKg: masses } = OBJECT_SIZE_LIMITS
  const read = (head: Head, { least, most }: { least: number; most: number }): number | null | string => {
    const text = textOf(head)
    if (text === '') return null
    const value = Number(text)
    return value >= least && value <= most ? value : `${head} is a number from ${least} to ${most}, with a point.`
  }
  const radiusM = read('radius_m', radii)
  if (typeof radiusM === 'string') return radiusM
  const coreRadiusM = read('core_radius_m', radii)
  if (typeof coreRadiusM === 'string') return coreRadiusM
  const massKg = read('mass_kg', masses)
  if (typeof massKg === 'string') return massKg
  if (radiusM === null && massKg === null) return 'it has neither radius_m nor mass_kg.'
  if (typeof radiusM === 'number' && typeof coreRadiusM === 'number' && coreRadiusM > radiusM)
    return 'core_radius_m is at most radius_m.'
  return {
    noradId,
    name: textOf('name').slice(0, NAME_CHARS),
    radiusM,
    coreRadiusM,
    massKg,
    source: textOf('source').slice(0, SOURCE_CHARS),
  }
}
