import type { LineSink } from './line.ts'
import { joinLines } from './line-counter.ts'

/** A member of a JSON object or a cell of a CSV row: a keyword, its text and its place. */
export interface Field {
  readonly name: string
  readonly text: string
  readonly line: number
  readonly column: number
}

/** One message as JSON and CSV contain it: its keywords in any order. */
export type FlatRecord = readonly Field[]

const OBJECT_PREFIX = /^SAT([12])_/
const UNIT_SUFFIX = '_UNIT'
/** The metadata that CelesTrak's catalogues omit, because they are the same for all of their elements (celestrak.org, GP formats). */
const CATALOGUE_METADATA: Readonly<Record<string, string>> = {
  CCSDS_OMM_VERS: '2.0',
  CENTER_NAME: 'EARTH',
  REF_FRAME: 'TEME',
  TIME_SYSTEM: 'UTC',
  MEAN_ELEMENT_THEORY: 'SGP4',
  // Some objects of the catalogue have no international designator yet.
  OBJECT_ID: 'UNKNOWN',
}

/**
 * Returns the kind of a record according to its names. Space-Track's summaries of conjunctions (class cdm_public: MIN_RNG, no states) have no kind,
 * because they contain no message.
 */
export function kindOfRecord(record: FlatRecord): 'CDM' | 'OMM' | null {
  const names = new Set(record.map(({ name }) => name))
  if (names.has('CCSDS_CDM_VERS') || (names.has('TCA') && names.has('SAT1_X'))) return 'CDM'
  return names.has('CCSDS_OMM_VERS') || (names.has('EPOCH') && names.has('MEAN_ANOMALY')) ? 'OMM' : null
}

/**
 * Passes on the lines of a record in the order of KVN. A CDM is as Space-Track writes it: SAT1_ and SAT2_ precede the keywords of the two objects,
 * _UNIT follows the keyword of a unit, and COMMENT_… are comments. An OMM may omit what the catalogues omit: CENTER_NAME EARTH, REF_FRAME TEME,
 * TIME_SYSTEM UTC, MEAN_ELEMENT_THEORY SGP4, and a missing OBJECT_ID.
 */
export function emitRecord(record: FlatRecord, sink: LineSink): void {
  const kind = kindOfRecord(record)
  const units = new Map(record.flatMap(({ name, text }) => (name.endsWith(UNIT_SUFFIX) ? [[name, text] as const] : [])))
  const names = new Set(record.flatMap(({ name, text }) => (text.trim() === '' ? [] : [name])))
  const isUnit = ({ name }: Field) => name.endsWith(UNIT_SUFFIX) && names.has(name.slice(0, -UNIT_SUFFIX.length))
  const fields = record.filter((field) => !isUnit(field))
  const first = fields[0]
  const missing =
    kind === 'OMM' && first !== undefined
      ? Object.entries(CATALOGUE_METADATA).flatMap(([name, text]) =>
          names.has(name) ? [] : [{ name, text, line: first.line, column: first.column }],
        )
      : []
  const ranked = [...missing, ...fields].map((field) => ({ field, rank: rankOf(field) }))
  for (const { field } of ranked.sort((a, b) => a.rank - b.rank)) {
    emitField(field, units.get(`${field.name}${UNIT_SUFFIX}`) ?? null, sink)
  }
}

/** Returns the rank of a field: the version first, then what is common to both objects, then each object, beginning with its OBJECT. */
function rankOf({ name }: Field): number {
  if (/^CCSDS_\w+_VERS$/.test(name)) return 0
  const object = OBJECT_PREFIX.exec(name)?.[1]
  if (object === undefined) return 1
  return 2 * Number(object) + (name.endsWith('_OBJECT') ? 0 : 1)
}

function emitField({ name, text, line, column }: Field, unit: string | null, sink: LineSink): void {
  if (text.trim() === '') return
  const keyword = name.replace(OBJECT_PREFIX, '')
  const value = joinLines(text)
  if (keyword === 'COMMENT' || keyword.startsWith('COMMENT_')) {
    sink({ kind: 'comment', line, text: value })
    return
  }
  const whole = unit === null ? value : `${value} [${unit}]`
  sink({ kind: 'assignment', line, column, keyword, value, unit, text: whole, isFree: true })
}
