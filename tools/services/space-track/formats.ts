import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import { formatMessages } from '@apsis/ccsds/message/format-messages.ts'
import type { AnswerRow } from '../service.ts'

/** A record of class cdm, and the message from which it was made. */
export type CdmRow = { readonly row: AnswerRow; readonly text: string }

/** Returns a message as a record of class cdm: every value is a text, and units are in separate fields. Throws if the text is not a CDM. */
export function cdmRow(text: string): CdmRow {
  return { row: JSON.parse(formatCdm(messageOf(text), { notation: 'JSON' })), text }
}

function messageOf(text: string) {
  const reading = readCdm(text)
  if (!reading.ok)
    throw new SyntaxError(`The local service was given a text that is no CDM: ${JSON.stringify(reading.errors)}`)
  return reading.message
}

/** The formats that the local service writes; `html` is omitted, because no program reads it. */
export const FORMATS = ['json', 'csv', 'xml', 'kvn', 'tle', '3le'] as const
export type SpaceTrackFormat = (typeof FORMATS)[number]

export const isFormat = (name: string): name is SpaceTrackFormat => (FORMATS as readonly string[]).includes(name)

/** Returns the text of an answer and its content type. Text formats end their lines with CR and LF. */
export function formatRows(
  rows: readonly AnswerRow[],
  { className, format }: { readonly className: string; readonly format: SpaceTrackFormat },
): { readonly type: string; readonly body: string } {
  if (format === 'json') return { type: 'application/json', body: JSON.stringify(rows.map(withTexts)) }
  if (format === 'csv') return { type: 'text/csv', body: csvOf(rows) }
  if (format === 'xml') return { type: 'application/xml', body: isGp(className) ? ommXml(rows) : itemXml(rows) }
  if (format === 'kvn')
    return {
      type: 'text/plain',
      body: rows.map((row) => crlf(className === 'cdm' ? cdmKvn(row) : rowKvn(row))).join('\r\n'),
    }
  const lines = format === '3le' ? ['TLE_LINE0', 'TLE_LINE1', 'TLE_LINE2'] : ['TLE_LINE1', 'TLE_LINE2']
  const sets = rows.filter(({ TLE_LINE1 }) => typeof TLE_LINE1 === 'string')
  return { type: 'text/plain', body: crlf(sets.flatMap((row) => lines.map((name) => String(row[name])))) }
}

/** Returns messages of class cdm in KVN, unchanged, or in XML. */
export function formatCdms(
  texts: readonly string[],
  format: 'kvn' | 'xml',
): { readonly type: string; readonly body: string } {
  if (format === 'kvn') {
    const body = texts
      .map((text) => `${text.trimEnd().replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')}\r\n`)
      .join('\r\n')
    return { type: 'text/plain', body }
  }
  const messages = texts.map((text) => ({ kind: 'CDM' as const, message: messageOf(text) }))
  return { type: 'application/xml', body: formatMessages(messages, { notation: 'XML' }) }
}

const isGp = (className: string) => className === 'gp' || className === 'gp_history'

const crlf = (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join('')

/** Returns a row in which every value is a text, and missing values stay null. */
function withTexts(row: AnswerRow): AnswerRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]))
}

function csvOf(rows: readonly AnswerRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (names.length === 0) return ''
  const quoted = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`
  return crlf([names.map(quoted).join(','), ...rows.map((row) => names.map((name) => quoted(row[name])).join(','))])
}

/** The keywords of an OMM, without the fields that only Space-Track has. */
const HEADER = ['COMMENT', 'CREATION_DATE', 'ORIGINATOR']
const METADATA = ['OBJECT_NAME', 'OBJECT_ID', 'CENTER_NAME', 'REF_FRAME', 'TIME_SYSTEM', 'MEAN_ELEMENT_THEORY']
const MEAN_ELEMENTS = [
  'EPOCH',
  'MEAN_MOTION',
  'ECCENTRICITY',
  'INCLINATION',
  'RA_OF_ASC_NODE',
  'ARG_OF_PERICENTER',
  'MEAN_ANOMALY',
]
const TLE_PARAMETERS = [
  'EPHEMERIS_TYPE',
  'CLASSIFICATION_TYPE',
  'NORAD_CAT_ID',
  'ELEMENT_SET_NO',
  'REV_AT_EPOCH',
  'BSTAR',
  'MEAN_MOTION_DOT',
  'MEAN_MOTION_DDOT',
]
const OMM = new Set(['CCSDS_OMM_VERS', ...HEADER, ...METADATA, ...MEAN_ELEMENTS, ...TLE_PARAMETERS])

const present = (row: AnswerRow, names: readonly string[]) =>
  names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [{ name, value: String(row[name]) }]))

function rowKvn(row: AnswerRow): string[] {
  const isOmm = 'CCSDS_OMM_VERS' in row
  return present(row, Object.keys(row)).map(({ name, value }) => {
    if (name === 'COMMENT') return `COMMENT ${value}`
    return `${isOmm && !OMM.has(name) ? `USER_DEFINED_${name}` : name} = ${value}`
  })
}

/** Returns a message in KVN from its record, if a mood has changed the record. */
function cdmKvn(row: AnswerRow): string[] {
  return present(row, Object.keys(row)).flatMap(({ name, value }) => {
    if (name.endsWith('_UNIT')) return []
    const keyword = name.replace(/^SAT[12]_/, '')
    if (/^COMMENT_\d{1,6}$/.test(keyword)) return [`COMMENT ${value}`]
    const unit = row[`${name}_UNIT`]
    return [`${keyword} = ${value}${unit === undefined ? '' : ` [${unit}]`}`]
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const element = (name: string, content: string) => `<${name}>${content}</${name}>`
const elements = (row: AnswerRow, names: readonly string[]) =>
  present(row, names)
    .map(({ name, value }) => element(name, escaped(value)))
    .join('')
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

function ommXml(rows: readonly AnswerRow[]): string {
  const omms = rows.map((row) => {
    const own = present(
      row,
      Object.keys(row).filter((name) => !OMM.has(name)),
    )
    const user = own.map(({ name, value }) => `<USER_DEFINED parameter="${name}">${escaped(value)}</USER_DEFINED>`)
    const data = [
      element('meanElements', elements(row, MEAN_ELEMENTS)),
      element('tleParameters', elements(row, TLE_PARAMETERS)),
      element('userDefinedParameters', user.join('')),
    ]
    const segment = element('metadata', elements(row, METADATA)) + element('data', data.join(''))
    const body = element('header', elements(row, HEADER)) + element('body', element('segment', segment))
    return `<omm id="CCSDS_OMM_VERS" version="${row.CCSDS_OMM_VERS}">${body}</omm>\n`
  })
  return `${XML}<ndm>\n${omms.join('')}</ndm>\n`
}

/** The XML form of other classes is not documented, so they are written as a list of items, which older clients read. */
function itemXml(rows: readonly AnswerRow[]): string {
  return `${XML}<xml>${rows.map((row) => element('item', elements(row, Object.keys(row)))).join('\n')}</xml>\n`
}
