import { CDM_FORMATS, type Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { chooseMedia, type FileAnswer } from '../../platform/http/answer-file.ts'
import { VERSION } from '../../platform/process/version.ts'
import { pool } from '../../platform/thread/pool.ts'
import { reasonOf } from '../../platform/thread/task-failure.ts'
import * as repository from './cdm.repository.ts'
import { type CdmFile, type CdmRow, findCdmFile } from './record/message.repository.ts'
import { WRITE_MESSAGE } from './tasks.ts'

/** The bytes of all kept files together. */
const MOST_BYTES = 32 * 1024 ** 2

type Listing = Omit<repository.CdmFilter, 'offset'> & { readonly page: number }

/** Returns a page of the organisation's messages, newest by creation first, and the number of all that match. */
export async function listCdms(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { page, ...filter }: Listing,
): Promise<{ items: Cdm[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listCdms(tx, { ...filter, offset: (page - 1) * filter.limit })
    return { items: rows.map(present), total }
  })
}

export const MEDIA = { kvn: 'text/plain', xml: 'application/xml', json: 'application/json' } as const
export const ENDINGS = { kvn: 'cdm', xml: 'xml', json: 'json' } as const

/** Returns the id of a message as a file name. */
export const plainName = (messageId: string): string => messageId.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 120)

type AskedFile = {
  readonly id: string
  readonly format: Cdm['format'] | undefined
  readonly accept: string | undefined
}

/** Returns a message as a file: as received, or written in another notation. */
export async function getCdmFile(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
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

/** Returns the format that an Accept header requests; the original if the header accepts all formats equally. */
function formatOf(accept: string | undefined, original: Cdm['format']): Cdm['format'] {
  const others = CDM_FORMATS.filter((format) => format !== original)
  const chosen = chooseMedia(accept, [MEDIA[original], ...others.map((format) => MEDIA[format])])
  return CDM_FORMATS.find((format) => MEDIA[format] === chosen) ?? original
}

/** Keeps files that were written in another notation until this many newer bytes follow. A file is never written twice at once. */
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

/**
 * Keeps written files by key, and files that are being written, so that several requests for one file share the work. The file with the oldest
 * request is dropped first.
 */
function openWritten(mostBytes = MOST_BYTES) {
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let bytes = 0
  const keep = (key: string, written: Buffer) => {
    kept.set(key, written)
    bytes += written.length
    for (const [oldest, one] of kept) {
      if (bytes <= mostBytes) return
      kept.delete(oldest)
      bytes -= one.length
    }
  }
  return async (key: string, write: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key)
    if (known !== undefined) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const begun = underWay.get(key)
    if (begun !== undefined) return begun
    const writing = write().finally(() => underWay.delete(key))
    underWay.set(key, writing)
    const written = await writing
    keep(key, written)
    return written
  }
}
