import type { FaultLog } from '../fault.ts'
import { LIMITS, type Limits, refuseExcess } from '../notation/limits.ts'
import { type Assignment, type CommentLine, KEYWORD, type LineSink, type TextLine } from '../notation/line.ts'
import type { BlockTable, Layout, RawBlock } from './block.ts'
import { checkBrackets } from './check-brackets.ts'

/** The lines of a message as blocks, and the keywords that are in no table. */
export interface CollectedBlocks {
  readonly blocks: readonly RawBlock[]
  readonly unknown: readonly Assignment[]
  readonly lastLine: number
}

/** A block to which lines may still be added. */
export interface OpenBlock extends RawBlock {
  readonly comments: string[]
  readonly assignments: Map<string, Assignment>
}

/** Takes the lines of a message; `finish` returns the blocks. */
export interface BlockCollector {
  readonly take: LineSink
  finish(): CollectedBlocks
}

interface Place {
  readonly table: BlockTable
  readonly order: number
  readonly isFirstRow: boolean
}

/**
 * Sorts the lines of a message without brackets (CDM, OPM, OMM) into the blocks of its tables. Comments belong to the block of the keyword that
 * follows them, and comments at the end to the last block. A keyword that occurs twice is an error. Keywords in another order than in the tables,
 * unknown keywords, and META_START or META_STOP lines are deviations.
 */
export function collectBlocks(layout: Layout, log: FaultLog, limits: Limits = LIMITS): BlockCollector {
  const { tables, segmentKeyword } = layout
  const blocks: OpenBlock[] = []
  const lastOf = new Map<BlockTable, OpenBlock>()
  const unknown: Assignment[] = []
  const places = placesOf(tables)
  const segmentOrder = segmentKeyword === undefined ? Infinity : (places.get(segmentKeyword)?.order ?? Infinity)
  const brackets = checkBrackets(layout, log)
  let pending: string[] = []
  let lastLine = 1
  let lastPlace = -1
  let segment = 0

  /** Returns the block to which the line belongs: the last one of its table in its segment, or a new one. */
  function openBlock({ table, isFirstRow, segment: of }: Place & { segment: number }, { line }: Assignment): OpenBlock {
    const last = lastOf.get(table)
    if (last?.segment === of && !(table.repeats === true && isFirstRow)) return last
    const opened: OpenBlock = { table, line, segment: of, comments: [], assignments: new Map() }
    lastOf.set(table, opened)
    blocks.push(opened)
    return opened
  }

  function endComments(block: OpenBlock | undefined): void {
    for (const comment of pending) block?.comments.push(comment)
    pending = []
  }

  function assign(line: Assignment): void {
    const place = findPlace(line.keyword, tables, places)
    if (place === null && !KEYWORD.test(line.keyword)) {
      reportName(line, log)
      return
    }
    if (place === null) {
      reportUnknown(line, layout, log)
      if (unknown.push(line) > limits.comments) {
        refuseExcess(log, { line: line.line, code: 'too-many-lines', limit: `${limits.comments} unknown keywords` })
      }
      return
    }
    if (line.keyword === segmentKeyword) {
      segment += 1
      lastPlace = segmentOrder
    }
    if (place.order === 0 && blocks.length > 0) refuseSecond(line, log)
    if (reportEmpty(line, place.table, log)) return
    const block = openBlock({ ...place, segment: place.order >= segmentOrder ? segment : 0 }, line)
    const startsAgain = place.table.repeats === true && block.assignments.size === 0
    if (!startsAgain && place.order < lastPlace && line.isFree !== true) reportOrder(line, log)
    checkParent(line, place.table, log)
    lastPlace = startsAgain ? place.order : Math.max(lastPlace, place.order)
    endComments(block)
    addToBlock(block, line, log)
  }

  return {
    take(line) {
      lastLine = line.line
      if (line.kind === 'assignment') assign(line)
      else if (line.kind === 'comment') {
        if (blocks.length === 0) reportComment(line, log)
        pending.push(line.text)
      } else if (line.kind === 'text') reportText(line, log)
      else brackets(line)
    },
    finish() {
      endComments(blocks.at(-1))
      return { blocks, unknown, lastLine }
    },
  }
}

/** This is computed once for each layout, because a catalogue has tens of thousands of messages with the same layout. */
const PLACES = new WeakMap<readonly BlockTable[], ReadonlyMap<string, Place>>()

function placesOf(tables: readonly BlockTable[]): ReadonlyMap<string, Place> {
  const known = PLACES.get(tables)
  if (known !== undefined) return known
  const rows = tables.flatMap((table) => table.rows.map((row, index) => ({ table, row, isFirstRow: index === 0 })))
  const places = new Map(rows.map(({ table, row, isFirstRow }, order) => [row.keyword, { table, order, isFirstRow }]))
  PLACES.set(tables, places)
  return places
}

function findPlace(keyword: string, tables: readonly BlockTable[], places: ReadonlyMap<string, Place>): Place | null {
  const place = places.get(keyword)
  if (place !== undefined) return place
  const table = tables.find(({ prefix }) => prefix !== undefined && keyword.startsWith(prefix))
  return table === undefined ? null : { table, order: places.size, isFirstRow: false }
}

/** Adds the line to its block. A keyword that is already in the block is an error; if it has the same value, it is a deviation. */
export function addToBlock(block: OpenBlock, assignment: Assignment, log: FaultLog): void {
  const { line, column, keyword, text } = assignment
  const earlier = block.assignments.get(keyword)
  if (earlier === undefined) {
    block.assignments.set(keyword, assignment)
    return
  }
  const message = `the keyword stands already in line ${earlier.line}`
  const report = { line, column, keyword, code: 'duplicate-keyword', message, found: text } as const
  if (earlier.text === text) log.deviation(report)
  else log.error(report)
}

/**
 * Returns true if the keyword has no value, or has NaN although it need not have a value: it counts as absent, and is a deviation. Real messages
 * write NaN for values that their originator does not know.
 */
export function reportEmpty(assignment: Assignment, table: BlockTable, log: FaultLog): boolean {
  const { line, column, keyword, text, value } = assignment
  const isUnknown = value.length === 3 && value.toUpperCase() === 'NAN'
  if (text !== '' && value !== '' && !isUnknown) return false
  const row = table.rows.find((candidate) => candidate.keyword === keyword)
  const isNumber = row?.kind === 'number'
  if (text !== '' && (!isNumber || (isUnknown && row.need === 'must'))) return false
  const message = isUnknown ? 'NaN says that the value is not known' : 'the keyword has no value'
  log.deviation({ line, column, keyword, code: 'empty-value', message })
  return true
}

/** Reports a name in JSON or CSV that cannot be a keyword of any message; it is omitted. */
function reportName({ line, column, keyword }: Assignment, log: FaultLog): void {
  const message = 'the name is no keyword, and is left out'
  const expected = 'capital letters, digits and underscores'
  log.deviation({ line, column, keyword: null, code: 'bad-keyword', message, found: keyword, expected })
}

/** Reports a comment that is not at the beginning of a part of the message (502.0-B-3 §7.8). */
export function reportComment({ line, text }: CommentLine, log: FaultLog): void {
  const message = 'a comment stands at the beginning of a header, of metadata or of data only'
  log.deviation({ line, column: 1, keyword: 'COMMENT', code: 'wrong-place', message, found: text })
}

/** Reports a line without a keyword where such a line is not allowed. */
export function reportText({ line, column, text }: TextLine, log: FaultLog): void {
  const expected = 'KEYWORD = value, COMMENT, or a blank line'
  const message = 'the line has no keyword with a value'
  log.error({ line, column, keyword: null, code: 'bad-line', message, found: text, expected })
}

/** Reports a keyword that is in no table. The keyword of another kind of message ends the reading, because nothing after it would be valid. */
export function reportUnknown(found: Assignment, { tables }: Layout, log: FaultLog): void {
  const { line, column, keyword, text } = found
  if (/^CCSDS_\w+_VERS$/.test(keyword)) {
    const expected = tables[0]?.rows[0]?.keyword
    log.fatal({ line, column, keyword, code: 'wrong-kind', message: 'this is another kind of message', expected })
  }
  if (found.isFree === true) return
  log.deviation({ line, column, keyword, code: 'unknown-keyword', message: 'no such keyword here', found: text })
}

/** Reports that the version keyword occurs a second time, and throws: the text has a second message, but only one is read here. */
export function refuseSecond({ line, column, keyword, text }: Assignment, log: FaultLog): never {
  const message = 'a second message begins here'
  log.fatal({ line, column, keyword, code: 'second-message', message, found: text, expected: 'one message' })
}

/** For XML only: checks that the keyword is in the element of its block. */
export function checkParent({ line, column, keyword, parent }: Assignment, table: BlockTable, log: FaultLog): void {
  if (parent === undefined || keyword.startsWith('CCSDS_')) return
  const expected = table.rows.find((row) => row.keyword === keyword)?.element ?? table.element
  if (parent === expected) return
  const message = `the keyword stands in <${parent}>`
  log.deviation({
    line,
    column,
    keyword,
    code: 'wrong-place',
    message,
    found: `<${parent}>`,
    expected: `<${expected}>`,
  })
}

function reportOrder({ line, column, keyword }: Assignment, log: FaultLog): void {
  const message = 'the keyword comes too late: one that follows it in the standard stands before it'
  log.deviation({ line, column, keyword, code: 'wrong-order', message })
}
