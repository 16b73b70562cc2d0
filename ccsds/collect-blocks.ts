import type { BlockTable, RawBlock } from './block.ts'
import type { FaultLog } from './fault.ts'
import type { KvnAssignment, KvnLine } from './kvn.ts'

/** The lines of a message as blocks, and the keywords that no table knows. */
export interface CollectedBlocks {
  readonly blocks: readonly RawBlock[]
  readonly unknown: readonly KvnAssignment[]
  readonly lastLine: number
}

interface OpenBlock extends RawBlock {
  readonly comments: string[]
  readonly assignments: Map<string, KvnAssignment>
}

/**
 * Sorts the lines of a message into the blocks of its tables. Comments go with the block of the keyword that follows
 * them, those at the end with the last block. Keywords that stand twice are errors; those in another order than the
 * tables', unknown ones, and META_START or META_STOP lines, are deviations.
 */
export function collectBlocks(lines: Iterable<KvnLine>, tables: readonly BlockTable[], log: FaultLog): CollectedBlocks {
  const blocks: OpenBlock[] = []
  const unknown: KvnAssignment[] = []
  const places = placesOf(tables)
  let pending: string[] = []
  let lastLine = 1
  let lastPlace = -1
  for (const line of lines) {
    lastLine = line.line
    if (line.kind === 'comment') pending.push(line.text)
    if (line.kind === 'text') reportText(line.text, line, log)
    if (line.kind !== 'assignment') continue
    const place = findPlace(line.keyword, tables, places)
    if (place === null) {
      reportUnknown(line, tables, log)
      unknown.push(line)
      continue
    }
    const block = openBlock(blocks, place, line)
    const startsAgain = place.table.repeats === true && block.assignments.size === 0
    if (!startsAgain && place.order < lastPlace) reportOrder(line, log)
    lastPlace = startsAgain ? place.order : Math.max(lastPlace, place.order)
    block.comments.push(...pending)
    pending = []
    assign(block, line, log)
  }
  blocks.at(-1)?.comments.push(...pending)
  return { blocks, unknown, lastLine }
}

interface Place {
  readonly table: BlockTable
  readonly order: number
  readonly isFirstRow: boolean
}

function placesOf(tables: readonly BlockTable[]): Map<string, Place> {
  const rows = tables.flatMap((table) => table.rows.map((row, index) => ({ table, row, isFirstRow: index === 0 })))
  return new Map(rows.map(({ table, row, isFirstRow }, order) => [row.keyword, { table, order, isFirstRow }]))
}

function findPlace(keyword: string, tables: readonly BlockTable[], places: ReadonlyMap<string, Place>): Place | null {
  const table = tables.find(({ prefix }) => prefix !== undefined && keyword.startsWith(prefix))
  return places.get(keyword) ?? (table === undefined ? null : { table, order: places.size, isFirstRow: false })
}

/** The block that the line belongs to: the last of its table, or a new one. */
function openBlock(blocks: OpenBlock[], { table, isFirstRow }: Place, { line }: KvnAssignment): OpenBlock {
  const last = blocks.findLast((block) => block.table === table)
  if (last !== undefined && !(table.repeats === true && isFirstRow)) return last
  const opened: OpenBlock = { table, line, comments: [], assignments: new Map() }
  blocks.push(opened)
  return opened
}

function assign(block: OpenBlock, assignment: KvnAssignment, log: FaultLog): void {
  const { line, column, keyword, text } = assignment
  const earlier = block.assignments.get(keyword)
  if (earlier !== undefined) {
    const message = `the keyword stands already in line ${earlier.line}`
    log.error({ line, column, keyword, code: 'duplicate-keyword', message, found: text })
  } else if (text === '') {
    log.deviation({ line, column, keyword, code: 'empty-value', message: 'the keyword has no value' })
  } else {
    block.assignments.set(keyword, assignment)
  }
}

function reportText(text: string, at: { line: number; column: number }, log: FaultLog): void {
  const expected = 'KEYWORD = value, COMMENT, or a blank line'
  const isBracket = text === 'META_START' || text === 'META_STOP'
  const message = isBracket ? `${text} has no place in this message` : 'the line has no keyword with a value'
  const report = {
    line: at.line,
    column: at.column,
    keyword: null,
    code: 'bad-line',
    message,
    found: text,
    expected,
  } as const
  if (isBracket) log.deviation(report)
  else log.error(report)
}

function reportUnknown(found: KvnAssignment, tables: readonly BlockTable[], log: FaultLog): void {
  const { line, column, keyword, text } = found
  if (/^CCSDS_\w+_VERS$/.test(keyword)) {
    // Another kind of message: nothing of what follows would fit.
    const expected = tables[0]?.rows[0]?.keyword
    log.fatal({ line, column, keyword, code: 'wrong-kind', message: 'this is another kind of message', expected })
  }
  log.deviation({ line, column, keyword, code: 'unknown-keyword', message: 'no such keyword here', found: text })
}

function reportOrder({ line, column, keyword }: KvnAssignment, log: FaultLog): void {
  const message = 'the keyword comes too late: one that follows it in the standard stands before it'
  log.deviation({ line, column, keyword, code: 'wrong-order', message })
}
