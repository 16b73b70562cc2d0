import type { FaultLog } from '../fault.ts'
import { LIMITS, type Limits, refuseExcess } from '../notation/limits.ts'
import type { Assignment, Bracket, CommentLine, LineSink, MessageLine, TextLine } from '../notation/line.ts'
import type { BlockTable, Layout } from './block.ts'
import {
  addToBlock,
  checkParent,
  type OpenBlock,
  refuseSecond,
  reportComment,
  reportEmpty,
  reportText,
  reportUnknown,
} from './collect-blocks.ts'

/** A section of a message: META in KVN, `metadata` in XML. */
export interface Section {
  readonly section: string
  readonly table: BlockTable
  /** True if rows of numbers follow its keywords. */
  readonly hasRows?: boolean
}

/** A section as it is in a message. */
export interface RawSection extends OpenBlock {
  readonly section: string
  readonly rows: TextLine[]
  readonly unknown: Assignment[]
}

/** Receives the parts of a message, each as soon as it is complete. */
export interface SectionHandler {
  header(block: OpenBlock): void
  section(raw: RawSection): void
  /** Receives the lines outside all sections that have a table: the lines of the data. */
  data(line: MessageLine): void
}

export interface SectionReader {
  readonly take: LineSink
  finish(): void
}

interface Reading {
  readonly log: FaultLog
  readonly limits?: Limits | undefined
}

/**
 * Reads a message whose parts are between brackets (OEM, TDM, OCM): first its header, up to the first bracket, then its sections. A keyword that is
 * not in the table of its section is a deviation and is kept; another order than the standard's is also a deviation.
 */
export function readSections(
  { layout, sections }: { layout: Layout; sections: readonly Section[] },
  { log, limits = LIMITS }: Reading,
  handler: SectionHandler,
): SectionReader {
  const [headerTable] = layout.tables
  if (headerTable === undefined) throw new TypeError('a message has a header')
  const byName = new Map(sections.flatMap((one) => [[one.section, one] as const, [one.table.element, one] as const]))
  const header: OpenBlock = { table: headerTable, line: 1, segment: 0, comments: [], assignments: new Map() }
  let isHeader = true
  let inBlock: BlockReader | null = blockReader(header, log)
  let current: { raw: RawSection; name: string; rows: number } | null = null
  let kept = 0
  let lastLine = 1

  function endHeader(): void {
    if (!isHeader) return
    isHeader = false
    inBlock = null
    handler.header(header)
  }

  function bracket({ kind, name, line, column }: Bracket): void {
    const known = byName.get(name)
    if (known !== undefined || name === 'body') endHeader()
    if (known === undefined) {
      if (current === null && !isHeader && !STRUCTURE.has(name)) handler.data({ kind, name, line, column })
      else if (current !== null || (isHeader && name === name.toUpperCase())) {
        log.error({
          line,
          column,
          keyword: null,
          code: 'wrong-place',
          message: `${name} has no place here`,
          found: name,
        })
      }
      return
    }
    if (kind === 'close') {
      close(name, { line, column })
      return
    }
    if (current !== null) {
      const message = `${current.name} is not closed before ${name} begins`
      log.error({ line, column, keyword: null, code: 'unfinished', message, expected: `${current.name}_STOP` })
      handler.section(current.raw)
    }
    const raw: RawSection = {
      table: known.table,
      section: known.section,
      line,
      segment: 0,
      comments: [],
      assignments: new Map(),
      rows: [],
      unknown: [],
    }
    current = { raw, name, rows: known.hasRows === true ? limits.points : 0 }
    inBlock = blockReader(raw, log)
  }

  function close(name: string, at: { line: number; column: number }): void {
    if (current === null || current.name !== name) {
      const message = `${name} ends here, but did not begin`
      log.error({ ...at, keyword: null, code: 'wrong-place', message, found: name })
      return
    }
    const { raw } = current
    current = null
    inBlock = null
    handler.section(raw)
  }

  function assign(line: Assignment): void {
    if (inBlock === null) {
      if (line.keyword === headerTable?.rows[0]?.keyword) refuseSecond(line, log)
      handler.data(line)
      return
    }
    if (inBlock.take(line)) return
    if (line.keyword === headerTable?.rows[0]?.keyword) refuseSecond(line, log)
    reportUnknown(line, layout, log)
    kept += 1
    if (kept > limits.comments) {
      refuseExcess(log, { line: line.line, code: 'too-many-lines', limit: `${limits.comments} unknown keywords` })
    }
    current?.raw.unknown.push(line)
  }

  return {
    take(line) {
      lastLine = line.line
      if (line.kind === 'open' || line.kind === 'close') bracket(line)
      else if (line.kind === 'assignment') assign(line)
      else if (inBlock !== null && line.kind === 'comment') inBlock.comment(line)
      else if (current !== null && line.kind === 'text') {
        if (current.rows === 0) reportText(line, log)
        else if (current.raw.rows.push(line) > current.rows) {
          refuseExcess(log, { line: line.line, code: 'too-many-points', limit: `${limits.points} rows` })
        }
      } else if (isHeader && line.kind === 'text') reportText(line, log)
      else handler.data(line)
    },
    finish() {
      endHeader()
      if (current === null) return
      const message = `the message ends inside ${current.name}`
      log.error({
        line: lastLine,
        column: 1,
        keyword: null,
        code: 'unfinished',
        message,
        expected: `${current.name}_STOP`,
      })
      handler.section(current.raw)
    },
  }
}

/** Elements that only contain other elements. */
const STRUCTURE: ReadonlySet<string> = new Set(['ndm', 'header', 'body', 'segment', 'oem', 'tdm', 'ocm'])

interface BlockReader {
  /** Returns false if the keyword is not in the block's table. */
  take(line: Assignment): boolean
  comment(line: CommentLine): void
}

/** Returns a reader of one block's keywords according to its table; comments belong to the whole block. */
function blockReader(block: OpenBlock, log: FaultLog): BlockReader {
  const { rows, prefix } = block.table
  const orders = new Map(rows.map(({ keyword }, order) => [keyword, order]))
  let lastOrder = -1
  return {
    take(line) {
      const order =
        orders.get(line.keyword) ?? (prefix !== undefined && line.keyword.startsWith(prefix) ? rows.length : null)
      if (order === null) return false
      if (reportEmpty(line, block.table, log)) return true
      if (order < lastOrder && line.isFree !== true) {
        const { line: at, column, keyword } = line
        const message = 'the keyword comes too late: one that follows it in the standard stands before it'
        log.deviation({ line: at, column, keyword, code: 'wrong-order', message })
      }
      lastOrder = Math.max(lastOrder, order)
      checkParent(line, block.table, log)
      addToBlock(block, line, log)
      return true
    },
    comment(line) {
      // Comments must follow the version in a header, and precede the first keyword in other blocks.
      const isHeader = rows[0]?.keyword.startsWith('CCSDS_') === true
      if (block.assignments.size !== (isHeader ? 1 : 0)) reportComment(line, log)
      block.comments.push(line.text)
    },
  }
}
