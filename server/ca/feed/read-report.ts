import type { NewReport } from '../event/reported-approach.service.ts'
import type { ReportedObject } from '../event/reported-approach.ts'

/** The fields of class cdm_public, with underscores as the service writes them. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['CDM_ID', 'CREATED', 'EMERGENCY_REPORTABLE', 'TCA', 'MIN_RNG', 'PC'],
  ...['SAT_1_ID', 'SAT_1_NAME', 'SAT1_OBJECT_TYPE', 'SAT1_RCS', 'SAT_1_EXCL_VOL'],
  ...['SAT_2_ID', 'SAT_2_NAME', 'SAT2_OBJECT_TYPE', 'SAT2_RCS', 'SAT_2_EXCL_VOL'],
])

/** A row has 16 fields; an object with many more fields is not a row of this class. */
const MOST_FIELDS = 100
const [MOST_NAME, MOST_VALUE] = [100, 1_000]

type Row = Readonly<Record<string, unknown>>
export type ReadRow =
  | { readonly kind: 'report'; readonly report: NewReport; readonly unknown: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The row is about two objects that are not satellites of the organisation. */
  | { readonly kind: 'foreign' }

/** Reads one row of class cdm_public. A row that lacks an id, a time or the distance is refused; other rows are not. */
export function readReport(row: unknown, isOwn: (designator: string) => boolean): ReadRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return refuse('a row is no object')
  const fields = row as Row
  const names = Object.keys(fields)
  if (names.length > MOST_FIELDS) return refuse('a row has too many fields')
  const [first, second] = [numberOf(fields.SAT_1_ID), numberOf(fields.SAT_2_ID)]
  if (first === undefined || second === undefined || first === second)
    return refuse(`${first === undefined ? 'SAT_1_ID' : 'SAT_2_ID'} is missing or is no number of an object`)
  if (!isOwn(first) && !isOwn(second)) return { kind: 'foreign' }
  const reportId = textOf(fields.CDM_ID)
  if (!/^\d{1,20}$/.test(reportId)) return refuse('CDM_ID is missing or is no number')
  const [createdAt, tca] = [timeOf(fields.CREATED), timeOf(fields.TCA)]
  if (createdAt === undefined || tca === undefined)
    return refuse(`${createdAt === undefined ? 'CREATED' : 'TCA'} of ${reportId} is missing or is no time`)
  const missM = quantityOf(fields.MIN_RNG)
  if (missM === undefined) return refuse(`MIN_RNG of ${reportId} is missing or is no distance`)
  // A missing probability is unknown, and is not 0.
  const isSaid = textOf(fields.PC) !== ''
  const probability = isSaid ? quantityOf(fields.PC) : null
  if (probability === undefined || (probability ?? 0) > 1) return refuse(`PC of ${reportId} is no probability`)
  const emergency = textOf(fields.EMERGENCY_REPORTABLE).toUpperCase()
  const objects: NewReport['objects'] = [
    objectOf(first, fields.SAT_1_NAME, fields.SAT1_OBJECT_TYPE),
    objectOf(second, fields.SAT_2_NAME, fields.SAT2_OBJECT_TYPE),
  ]
  return {
    kind: 'report',
    unknown: names.filter((name) => !FIELDS.has(name)),
    report: {
      reportId,
      createdAt,
      tca,
      missM,
      probability,
      isEmergencyReportable: emergency === 'Y' ? true : emergency === 'N' ? false : null,
      objects,
      row: Object.fromEntries(names.map((name) => [plain(name).slice(0, MOST_NAME), keptOf(fields[name])])),
    },
  }
}

const refuse = (reason: string): ReadRow => ({ kind: 'refused', reason })

/** Control and formatting characters carry no information, and a database refuses some of them. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '')

/** Returns a value as the service wrote it; other values than numbers, booleans and null become texts, which are cut. */
function keptOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  return plain(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MOST_VALUE)
}

/** Values are texts; they may be numbers if the service changes its format. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? plain(String(value)).trim().slice(0, MOST_NAME) : ''

function numberOf(value: unknown): string | undefined {
  const text = textOf(value)
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? String(Number(text)) : undefined
}

function quantityOf(value: unknown): number | undefined {
  const text = textOf(value)
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?Z?$/

/** Returns a time as ms since 1970; the service writes UTC, with a blank or a T. */
function timeOf(value: unknown): number | undefined {
  const [, day, clock, fraction = ''] = TIME.exec(textOf(value)) ?? []
  const ms = Date.parse(`${day}T${clock}Z`) + Math.round(1_000 * Number(`0${fraction}`))
  return Number.isNaN(ms) ? undefined : ms
}

function objectOf(designator: string, name: unknown, type: unknown): ReportedObject {
  const [said, objectType] = [textOf(name), textOf(type)]
  return { designator, name: said === '' ? designator : said, objectType: objectType === '' ? null : objectType }
}
