import { randomUUID } from 'node:crypto'
import { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import {
  type EventReport,
  MOST_REPORT_BYTES,
  MOST_REPORT_MESSAGE_BYTES,
  MOST_REPORT_MESSAGES,
  MOST_REPORTS,
} from '@apsis/contract/ca/report/event-report.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { type FileAnswer, markedName } from '../../platform/http/answer-file.ts'
import { VERSION } from '../../platform/process/version.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { refuseTooCostly } from '../../platform/thread/task-failure.ts'
import { getDecisionWithin } from '../event/decision.service.ts'
import { finishEstimates, type ReadEstimates, readEstimates } from '../event/estimate.service.ts'
import { findConjunction } from '../event/event.repository.ts'
import { presentConjunction } from '../event/present-event.ts'
import { listOriginalFiles, measureOriginals, type OriginalFile } from '../message/record/message.repository.ts'
import { listManoeuvres, listSteps } from '../plan/record/plan.repository.ts'
import { presentPlan } from '../plan/record/present-plan.ts'
import * as repository from './event-report.repository.ts'
import { hashOf } from './pack-report.ts'
import { reportPage } from './report-page.ts'
import type { ReportedEvent } from './reported.ts'

const PACK = task<typeof import('./pack-report.ts').packReport>({
  module: new URL('./pack-report.ts', import.meta.url),
  name: 'packReport',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 64 },
})
/** The number of attempts to pack a report: it is packed again if another report of the event was stored meanwhile. */
const MOST_ATTEMPTS = 10

type Person = Pick<Caller, 'tenantId' | 'subject' | 'username'>

type Listing = {
  readonly conjunctionId: string | undefined
  readonly sort: Sort<'at' | 'tca'>
  readonly page: number
  readonly limit: number
}

export function listEventReports(
  db: Database,
  { tenantId }: Pick<Person, 'tenantId'>,
  { page, ...filter }: Listing,
): Promise<{ items: EventReport[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listReports(tx, { ...filter, offset: (page - 1) * filter.limit })
    return { items: rows.map(present), total }
  })
}

export type NewReport = {
  readonly conjunctionId: string
  readonly note: string
  readonly language: EventReport['language']
  readonly requestId: string
  readonly now: Date
  /** Only tests lower these. */
  readonly mostBytes?: number
  readonly mostMessages?: number
  readonly mostMessageBytes?: number
}

/**
 * Archives an event in its present state, in one zip that nobody can change. The zip is packed in the worker pool and outside a transaction, so
 * that no request waits for it; if somebody archived the event meanwhile, the event is read and packed again with the next number.
 */
export async function archiveEvent(db: Database, person: Person, wanted: NewReport): Promise<EventReport> {
  const { tenantId } = person
  pool.requireRoom(tenantId)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const read = await db.tenant(tenantId, (tx) => readReport(tx, wanted))
    const { number, originals } = read
    const event = { ...read.event, estimates: await finishEstimates(tenantId, read.event.estimates) }
    const files = makeFiles(event, originals, { ...wanted, number, by: person.username })
    const packed = await refuseTooCostly(
      () => pool.run(PACK, tenantId, files),
      (what) => `Packing the report takes ${what}.`,
    )
    const report = { ...packed, number, page: files[0].bytes.toString(), summary: summaryOf(event) }
    const stored = await db.tenant(tenantId, (tx) => storeReport(tx, person, wanted, report))
    if (stored !== undefined) return stored
  }
  throw new ApiError('conflict', 'Others are archiving the event at the same time: try again.')
}

/** Reads the present event with its original messages, and the number of its report. */
async function readReport(tx: TenantDb, wanted: NewReport) {
  const { conjunctionId, now } = wanted
  if ((await findConjunction(tx, conjunctionId)) === undefined)
    throw new ApiError('not-found', 'There is no such conjunction.')
  // The lock keeps the event unchanged until it is read.
  const number = await repository.nextNumber(tx, conjunctionId)
  if (number > MOST_REPORTS)
    throw new ApiError('conflict', `The event has ${MOST_REPORTS} archived reports: no more are kept of one.`)
  const { mostMessages = MOST_REPORT_MESSAGES, mostMessageBytes = MOST_REPORT_MESSAGE_BYTES } = wanted
  const { messages, bytes } = await measureOriginals(tx, conjunctionId)
  if (messages > mostMessages || bytes > mostMessageBytes)
    throw new ApiError(
      'conflict',
      `The event has ${messages} messages of ${bytes} bytes together: a report holds up to ${mostMessages} of ${mostMessageBytes} bytes.`,
    )
  const originals = await listOriginalFiles(tx, conjunctionId)
  return { event: await readEvent(tx, { id: conjunctionId, now, originals }), number, originals }
}

type ReportMark = Pick<NewReport, 'note' | 'language' | 'now'> & Pick<ReportHead, 'number' | 'by'>

function makeFiles(
  event: ReportedEvent,
  originals: readonly OriginalFile[],
  { number, by, note, language, now }: ReportMark,
) {
  const head = { number, at: now.toISOString(), by, note, version: VERSION }
  return filesOf({ ...event, ...head }, reportPage({ ...event, ...head, language }), originals)
}

type PackedReport = Pick<repository.NewReport, 'number' | 'page' | 'summary' | 'sha256'> & {
  readonly bundle: Uint8Array
}

/** Stores a report; returns undefined if its number was taken meanwhile. */
async function storeReport(
  tx: TenantDb,
  { tenantId, subject, username }: Person,
  { conjunctionId, note, language, requestId, now, mostBytes = MOST_REPORT_BYTES }: NewReport,
  { number, page, summary, sha256, bundle }: PackedReport,
): Promise<EventReport | undefined> {
  if ((await repository.nextNumber(tx, conjunctionId)) !== number) return undefined
  if ((await repository.sumBytes(tx)) + bundle.length > mostBytes)
    throw new ApiError('conflict', `The archived reports of the organisation would take more than ${mostBytes} bytes.`)
  const id = randomUUID()
  await repository.insertReport(tx, {
    tenantId,
    subject,
    id,
    conjunction_id: conjunctionId,
    number,
    at: now,
    by_name: username,
    note,
    language,
    summary,
    product_version: VERSION,
    page,
    bundle: Buffer.from(bundle),
    sha256,
  })
  const detail = { conjunctionId, number, sha256 }
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: 'event-report.create',
    object: id,
    outcome: 'done',
    requestId,
    detail,
  })
  emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId } })
  const { rows } = await repository.listReports(tx, { id, offset: 0, limit: 1 })
  const [row] = rows
  if (row === undefined) throw new TypeError('the report that was stored is not there')
  return present(row)
}

/** Makes the summary of the event at that time, for the list of reports. */
function summaryOf({ conjunction, messages }: ReportedEvent): repository.ReportSummary {
  const { object1, object2, conjunctionData, isSimulated } = conjunction
  return {
    pair: `${object1.name} × ${object2.name}`,
    tca: conjunctionData.tca,
    riskLevel: conjunctionData.riskLevel,
    probability: conjunctionData.probabilityOfCollision,
    messages: messages.length,
    isSimulated,
  }
}

/** Reads all data of the organisation about the event, as the API gives them. */
async function readEvent(
  tx: TenantDb,
  { id, now, originals }: { readonly id: string; readonly now: Date; readonly originals: readonly OriginalFile[] },
): Promise<Omit<ReportedEvent, 'estimates'> & { readonly estimates: ReadEstimates }> {
  const row = await findConjunction(tx, id)
  if (row === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
  const { conjunctionData, ...timeless } = presentConjunction(row, now.getTime())
  const timeToTca = (Date.parse(conjunctionData.tca) - now.getTime()) / MS_PER_S
  const conjunction = Conjunction.parse({ ...timeless, conjunctionData: { ...conjunctionData, timeToTca } })
  const plans = await listManoeuvres(tx, { conjunctionId: id, sort: '-createdAt', offset: 0, limit: MOST_PLANS })
  const steps = await listSteps(
    tx,
    plans.rows.map((one) => one.id),
  )
  return {
    conjunction,
    decision: await getDecisionWithin(tx, { id, now }),
    estimates: await readEstimates(tx, id),
    manoeuvres: plans.rows.map((one) => presentPlan(one, steps)),
    messages: originals.map(({ id: cdmId, message_id, originator, creation_date, received_at, derived, sha256 }) => {
      const { object1, object2, conjunctionData, assessment } = derived
      const [created, received] = [creation_date.toISOString(), received_at.toISOString()]
      return {
        cdmId,
        messageId: message_id,
        originator,
        created,
        received,
        sha256,
        object1,
        object2,
        conjunctionData,
        assessment,
      }
    }),
  }
}

const MOST_PLANS = 1_000
const MS_PER_S = 1_000
type ReportHead = {
  readonly number: number
  readonly at: string
  readonly by: string
  readonly note: string
  readonly version: string
}
const ENDINGS = { kvn: 'cdm', xml: 'xml', json: 'json' } as const

/** Lists the files of the zip: the page first, then the data, then each message as it was received. */
function filesOf(event: ReportedEvent & ReportHead, page: string, originals: readonly OriginalFile[]) {
  const first = { name: 'report.html', bytes: Buffer.from(page) }
  return [
    first,
    { name: 'event.json', bytes: Buffer.from(`${JSON.stringify(event, undefined, 2)}\n`) },
    ...originals.map(({ message_id, format, original }, place) => ({
      name: `messages/${String(place + 1).padStart(3, '0')}-${plain(message_id)}.${ENDINGS[format]}`,
      bytes: original,
    })),
  ] as const
}

const plain = (text: string) => text.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 120)

/** Returns an archived report as a file. The stored bytes are checked against their hash, so that a damaged file is not returned as the report. */
export async function getReportFile(
  db: Database,
  { tenantId }: Pick<Person, 'tenantId'>,
  { id, content }: { readonly id: string; readonly content: 'zip' | 'page' },
): Promise<FileAnswer> {
  const row = await db.tenant(tenantId, (tx) => repository.findReportFile(tx, id))
  if (row === undefined) throw new ApiError('not-found', 'There is no such report.')
  if (hashOf(row.bundle) !== row.sha256) throw new Error(`the archived report ${id} no longer has its hash`)
  const name = `event-report-${plain(row.summary.pair.replace(' × ', '-'))}-${row.number}`
  const named = (ending: string) => markedName(name, ending, row.summary.isSimulated)
  if (content === 'zip')
    return { mediaType: 'application/zip', name: named('zip'), bytes: row.bundle, etag: row.sha256, isImmutable: true }
  return {
    mediaType: 'text/html',
    name: named('html'),
    bytes: Buffer.from(row.page),
    etag: `${row.sha256}-page`,
    isImmutable: true,
  }
}

function present({
  id,
  conjunction_id,
  at,
  by_name,
  summary,
  product_version,
  ...rest
}: repository.ReportRow): EventReport {
  return {
    reportId: id,
    conjunctionId: conjunction_id,
    at: at.toISOString(),
    by: by_name,
    productVersion: product_version,
    ...summary,
    ...rest,
  }
}
