import { formatCdm } from '@apsis/ccsds/cdm-format.ts'
import { readMessages } from '@apsis/ccsds/read-messages.ts'
import { CDM_FORMATS, type Cdm, type CdmIntake, type CdmSource } from '@apsis/contract/ca/cdm.ts'
import { chooseMedia, type FileAnswer } from '../platform/answer-file.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/database.ts'
import type { Queue } from '../platform/jobs.ts'
import { VERSION } from '../platform/version.ts'
import * as repository from './cdm.repository.ts'
import { type Intake, prepareMessages } from './cdm-intake.ts'
import { AT_ONCE, inTurn } from './intake-lane.ts'
import { type CdmFile, giveWay, openUpload } from './open-upload.ts'
import { type ReadCdm, readPart } from './read-part.ts'

export type Floor = { readonly db: Database; readonly queue?: Queue }
export type Owner = Pick<Caller, 'tenantId' | 'subject'>

/**
 * The one door for conjunction data messages, wherever they come from: upload, connectors, simulator. Files may hold several
 * messages, zips several files. Each message is stored as it came, assessed and joined to its event, in the order of
 * creation dates, up to 50 in a transaction; the answer has a line for each, in the order of the files. What is answered
 * as accepted is committed: after a crash the whole is sent again, and what was taken is told to be a duplicate.
 */
export async function takeInCdms(
  { db }: Floor,
  { tenantId, subject }: Owner,
  files: readonly CdmFile[],
  source: CdmSource,
  now: Date,
): Promise<CdmIntake[]> {
  const answers: (CdmIntake | undefined)[] = []
  const reads: { readonly read: ReadCdm; readonly place: number }[] = []
  for await (const part of openUpload(files)) {
    const read = 'status' in part ? part : readPart(part)
    if ('status' in read) answers.push(read)
    else reads.push({ read, place: answers.push(undefined) - 1 })
    await giveWay()
  }
  const intake: Intake = { tenantId, subject, source, now }
  const ordered = reads.sort((a, b) => a.read.createdAt.getTime() - b.read.createdAt.getTime())
  for (let at = 0; at < ordered.length; at += AT_ONCE) {
    const some = ordered.slice(at, at + AT_ONCE)
    const prepared = await prepareMessages(
      db,
      tenantId,
      some.map(({ read }) => read),
    )
    await inTurn(
      { db, tenantId },
      prepared.map((one, place) => ({
        prepared: one,
        intake,
        done: (answer: CdmIntake) => {
          answers[some[place]?.place ?? -1] = answer
        },
      })),
    )
  }
  return answers.map((answer) => {
    if (answer === undefined) throw new TypeError('a message has no answer')
    return answer
  })
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

const MEDIA = { kvn: 'text/plain', xml: 'application/xml', json: 'application/json' } as const
const ENDINGS = { kvn: 'cdm', xml: 'xml', json: 'json' } as const
const NOTATIONS = { kvn: 'KVN', xml: 'XML', json: 'JSON' } as const

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
  const row = await db.tenant(tenantId, (tx) => repository.findCdmFile(tx, id))
  if (row === undefined) throw new ApiError('not-found', 'There is no such message.')
  const asked = format ?? formatOf(accept, row.format)
  return {
    mediaType: MEDIA[asked],
    name: `${row.message_id.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 120)}.${ENDINGS[asked]}`,
    bytes: asked === row.format ? row.original : convert(row, asked),
    // The original never changes; how another notation is written may, with the version of the product.
    etag: asked === row.format ? row.sha256 : `${row.sha256}-${asked}-${VERSION}`,
    isImmutable: true,
    isInline: true,
  }
}

/** What an Accept header wants; the original where it has no wish that tells them apart. */
function formatOf(accept: string | undefined, original: Cdm['format']): Cdm['format'] {
  const others = CDM_FORMATS.filter((format) => format !== original)
  const chosen = chooseMedia(accept, [MEDIA[original], ...others.map((format) => MEDIA[format])])
  return CDM_FORMATS.find((format) => MEDIA[format] === chosen) ?? original
}

function convert({ original }: repository.CdmFile, format: Cdm['format']): Buffer {
  const [found] = readMessages(original.toString('utf8'), { strict: false }).messages
  if (found?.reading.ok !== true || found.reading.message.kind !== 'CDM')
    throw new TypeError('a stored message cannot be read any more')
  try {
    const { message } = found.reading.message
    return Buffer.from(formatCdm(message, { notation: NOTATIONS[format], strict: false }))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError('not-acceptable', `The message cannot be written in this notation: ${error.message}`)
  }
}

function present(row: repository.CdmRow): Cdm {
  const { object1, object2, conjunctionData, assessment, warnings } = row.derived
  return {
    cdmId: row.id,
    messageId: row.message_id,
    conjunctionId: row.conjunction_id,
    satelliteId: row.satellite_id,
    creationDate: row.creation_date.toISOString(),
    receivedAt: row.received_at.toISOString(),
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
