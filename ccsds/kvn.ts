import type { FaultLog } from './fault.ts'

/** One line of a message in keyword = value notation (CCSDS 502.0-B-3 §7.4). Lines and columns count from 1. */
export type KvnLine = KvnAssignment | KvnComment | KvnText

/** `KEYWORD = value [unit]`. */
export interface KvnAssignment {
  readonly kind: 'assignment'
  readonly line: number
  /** Where the value begins. */
  readonly column: number
  readonly keyword: string
  /** The value without its unit. */
  readonly value: string
  readonly unit: string | null
  /** The whole right-hand side: what a text keyword means, whose brackets are no unit. */
  readonly text: string
}

/** `COMMENT text`. */
export interface KvnComment {
  readonly kind: 'comment'
  readonly line: number
  readonly text: string
}

/** Any other line that is not blank: a row of an ephemeris, or META_START. */
export interface KvnText {
  readonly kind: 'text'
  readonly line: number
  readonly column: number
  readonly text: string
}

/** What a message may cost to read (reliability.md §2.5). */
export interface KvnLimits {
  readonly lines: number
  readonly comments: number
  readonly lineLength: number
}

export const KVN_LIMITS: KvnLimits = { lines: 500_000, comments: 10_000, lineLength: 4_096 }

/** Characters that a KVN line may have (CCSDS 502.0-B-3 §7.3.2); longer ones are read with a warning. */
export const KVN_LINE_LENGTH = 254

const KEYWORD = /^[A-Z][A-Z0-9_-]*$/
const NOT_PRINTABLE = /[^ -~]/
const BYTE_ORDER_MARK = '\ufeff'

/**
 * The lines of a KVN message, one by one, from text that may come in chunks of any size; blank lines are left out. Lines
 * end with CR, LF or both. Nothing is held but the line in hand, so that memory does not grow with the message; a message
 * beyond the limits is a fatal fault. What is wrong with a line goes to the log; a line that means nothing is left out.
 */
export function* scanKvn(chunks: Iterable<string>, log: FaultLog, limits: KvnLimits = KVN_LIMITS): Generator<KvnLine> {
  let line = 0
  let comments = 0
  for (const raw of splitLines(chunks, log, limits.lineLength)) {
    line += 1
    if (line > limits.lines) tooMany(log, { line, code: 'too-many-lines', limit: `${limits.lines} lines` })
    const scanned = scanLine(raw, line, log)
    if (scanned === null) continue
    if (scanned.kind === 'comment') {
      comments += 1
      if (comments > limits.comments) {
        tooMany(log, { line, code: 'too-many-comments', limit: `${limits.comments} comments` })
      }
    }
    yield scanned
  }
}

interface Excess {
  readonly line: number
  readonly code: 'too-many-lines' | 'too-many-comments' | 'line-too-long'
  readonly limit: string
}

function tooMany(log: FaultLog, { line, code, limit }: Excess): never {
  log.fatal({ line, column: 1, keyword: null, code, message: `the message has more than ${limit}` })
}

/** The lines of the text, without their ends. */
function* splitLines(chunks: Iterable<string>, log: FaultLog, lineLength: number): Generator<string> {
  let rest = ''
  let line = 1
  let halfEnd = '' // the end of line that closed the last chunk: its other half may open the next one
  let isFirst = true
  for (const chunk of chunks) {
    if (chunk === '') continue
    const marked = isFirst && chunk.startsWith(BYTE_ORDER_MARK)
    isFirst = false
    const text = rest + chunk.slice(marked || isOtherHalf(halfEnd, chunk.charAt(0)) ? 1 : 0)
    halfEnd = ''
    let start = 0
    let feed = text.indexOf('\n')
    let carriage = text.indexOf('\r')
    while (feed !== -1 || carriage !== -1) {
      const end = feed === -1 || (carriage !== -1 && carriage < feed) ? carriage : feed
      yield bounded(text.slice(start, end), line)
      line += 1
      start = end + (isOtherHalf(text.charAt(end), text.charAt(end + 1)) ? 2 : 1)
      if (start === text.length && end === start - 1) halfEnd = text.charAt(end)
      if (feed !== -1 && feed < start) feed = text.indexOf('\n', start)
      if (carriage !== -1 && carriage < start) carriage = text.indexOf('\r', start)
    }
    rest = bounded(text.slice(start), line)
  }
  if (rest !== '') yield rest

  function bounded(text: string, at: number): string {
    if (text.length > lineLength) tooMany(log, { line: at, code: 'line-too-long', limit: `${lineLength} characters` })
    return text
  }
}

function isOtherHalf(first: string, second: string): boolean {
  return (first === '\r' && second === '\n') || (first === '\n' && second === '\r')
}

/** What the line says, or null for a blank line and for one that means nothing. */
function scanLine(raw: string, line: number, log: FaultLog): KvnLine | null {
  const text = raw.trim()
  if (text === '') return null
  checkLength(raw, line, log)
  if (!checkCharacters(raw, line, log)) return null
  if (text.startsWith('COMMENT') && (text.length === 7 || text.charAt(7) === ' ' || text.charAt(7) === '\t')) {
    return { kind: 'comment', line, text: text.slice(7).trim() }
  }
  const indent = raw.length - raw.trimStart().length
  const equals = text.indexOf('=')
  if (equals === -1) return { kind: 'text', line, column: indent + 1, text }
  const keyword = checkKeyword(text.slice(0, equals).trim(), { line, column: indent + 1 }, log)
  if (keyword === null) return null
  const right = text.slice(equals + 1)
  const column = indent + equals + 2 + (right.length - right.trimStart().length)
  return { kind: 'assignment', line, column, keyword, ...splitUnit(right.trim()) }
}

function splitUnit(text: string): { value: string; unit: string | null; text: string } {
  const open = text.endsWith(']') ? text.lastIndexOf('[') : -1
  if (open === -1) return { value: text, unit: null, text }
  return { value: text.slice(0, open).trim(), unit: text.slice(open + 1, -1).trim(), text }
}

function checkLength(raw: string, line: number, log: FaultLog): void {
  if (raw.length <= KVN_LINE_LENGTH) return
  const message = `the line has ${raw.length} characters`
  const expected = `at most ${KVN_LINE_LENGTH}`
  log.warning({ line, column: KVN_LINE_LENGTH + 1, keyword: null, code: 'line-too-long', message, expected })
}

/** False if the line holds a control character, which no text means. */
function checkCharacters(raw: string, line: number, log: FaultLog): boolean {
  const at = raw.search(NOT_PRINTABLE)
  if (at === -1) return true
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
  const control = /[\0-\x08\x0b-\x1f\x7f]/.exec(raw)
  const column = (control?.index ?? at) + 1
  const code = raw.codePointAt(column - 1) ?? 0
  const message = `U+${code.toString(16).toUpperCase().padStart(4, '0')} is not a printable ASCII character`
  const report = { line, column, keyword: null, code: 'bad-character', message, expected: 'printable ASCII' } as const
  if (control === null) log.deviation(report)
  else log.error(report)
  return control === null
}

/** The keyword in upper case, or null if the text is none; lower case is an error, but the rest of the line is read. */
function checkKeyword(keyword: string, at: { line: number; column: number }, log: FaultLog): string | null {
  if (KEYWORD.test(keyword)) return keyword
  const upper = keyword.toUpperCase()
  const isLower = KEYWORD.test(upper)
  log.error({
    ...at,
    keyword: isLower ? upper : null,
    code: 'bad-keyword',
    message: isLower ? `the keyword is not in upper case` : 'what stands before the = is no keyword',
    found: keyword,
    expected: isLower ? upper : 'capital letters, digits and underscores',
  })
  return isLower ? upper : null
}
