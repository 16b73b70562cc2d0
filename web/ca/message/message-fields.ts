import { CDM_LAYOUT, COVARIANCE_ENTRIES } from '@apsis/ccsds/cdm/cdm.data.ts'
import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { LIMITS } from '@apsis/ccsds/notation/limits.ts'
import type { Assignment, Notation } from '@apsis/ccsds/notation/line.ts'
import { scanText } from '@apsis/ccsds/notation/scan.ts'

/** 0 for fields that are common to both objects, 1 and 2 for the objects. */
export type Segment = 0 | 1 | 2
/** The blocks of a message, and one for keywords that are in no table. */
export const BLOCKS = ['od', 'header', 'relative', 'metadata', 'additional', 'state', 'covariance', 'unknown'] as const
export type BlockName = (typeof BLOCKS)[number]

/** A keyword with its value as written in the message. */
export type Field = {
  readonly block: BlockName
  readonly segment: Segment
  readonly keyword: string
  readonly value: string
  readonly unit: string | null
  readonly line: number
}
export type Comment = { readonly segment: Segment; readonly line: number; readonly text: string }

/** A message as written: nothing is converted, and every line with a keyword is kept. */
export type WrittenMessage = {
  readonly notation: Notation
  readonly fields: readonly Field[]
  readonly comments: readonly Comment[]
  /** Lines that cannot be read. */
  readonly faults: readonly Fault[]
}

const TABLE_NAMES: Readonly<Record<string, BlockName>> = {
  header: 'header',
  relativeMetadataData: 'relative',
  metadata: 'metadata',
  odParameters: 'od',
  additionalParameters: 'additional',
  stateVector: 'state',
  covarianceMatrix: 'covariance',
}
/** The place of each keyword in the standard: its block, and its rank in it. */
const PLACES = new Map(
  CDM_LAYOUT.tables.flatMap((table) =>
    table.rows.map(({ keyword }, rank) => [keyword, { block: TABLE_NAMES[table.element] ?? 'unknown', rank }] as const),
  ),
)

/** Reads a message line by line, even if the complete message cannot be read. */
export function readFields(text: string): WrittenMessage {
  const log = new FaultLog(false)
  const fields: Field[] = []
  const comments: Comment[] = []
  let segment: Segment = 0
  const scanner = scanText({
    log,
    limits: LIMITS,
    sink: (line) => {
      if (line.kind === 'comment') comments.push({ segment, line: line.line, text: line.text })
      if (line.kind !== 'assignment') return
      if (line.keyword === 'OBJECT') segment = line.value.toUpperCase() === 'OBJECT1' ? 1 : 2
      fields.push(fieldOf(line, segment))
    },
  })
  try {
    scanner.write(text)
    scanner.end()
  } catch (failure) {
    // A fatal error ends the reading; it is in the log like every other error.
    if (!(failure instanceof MessageSyntaxError)) throw failure
  }
  return { notation: scanner.notation(), fields, comments, faults: [...log.errors, ...log.warnings] }
}

function fieldOf({ keyword, value, unit, text, line }: Assignment, segment: Segment): Field {
  const block = PLACES.get(keyword)?.block ?? 'unknown'
  const isNumber = unit !== null && block !== 'unknown'
  return { block, segment, keyword, value: isNumber ? value : text, unit: isNumber ? unit : null, line }
}

/** A row of the table: the values of both objects, or of the complete message, for a keyword. */
export type Row = {
  readonly keyword: string
  readonly unit: string | null
  readonly both: Field | undefined
  readonly first: Field | undefined
  readonly second: Field | undefined
}
export type RowBlock = { readonly name: BlockName; readonly rows: readonly Row[] }

/** Returns the rows in the order of CCSDS 508.0, with the quality of the orbit determination first; the covariance is shown separately. */
export function rowsOf(fields: readonly Field[]): readonly RowBlock[] {
  return BLOCKS.filter((name) => name !== 'covariance').flatMap((name) => {
    const own = fields.filter(({ block }) => block === name)
    const keywords = [...new Set(own.map(({ keyword }) => keyword))].toSorted((a, b) => rankOf(a) - rankOf(b))
    const rows = keywords.map((keyword): Row => {
      const at = (segment: Segment) => own.find((field) => field.keyword === keyword && field.segment === segment)
      const [both, first, second] = [at(0), at(1), at(2)]
      return { keyword, unit: (both ?? first ?? second)?.unit ?? null, both, first, second }
    })
    return rows.length > 0 ? [{ name, rows }] : []
  })
}

function rankOf(keyword: string): number {
  return PLACES.get(keyword)?.rank ?? PLACES.size
}

/** The keywords of the variances of a covariance, which indicate its size. */
export const VARIANCES: ReadonlySet<string> = new Set(
  COVARIANCE_ENTRIES.filter(({ row, column }) => row === column).map(({ keyword }) => keyword),
)
