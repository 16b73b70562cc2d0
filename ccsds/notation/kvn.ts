import type { FaultLog } from '../fault.ts'
import { LIMITS, type Limits, refuseExcess } from './limits.ts'
import { KEYWORD, type LineSink, type Scanner } from './line.ts'
import { isOtherHalf } from './line-counter.ts'

/** The maximum length of a KVN line, in characters (CCSDS 502.0-B-3 §7.3.2); a longer line is read with a warning. */
export const KVN_LINE_LENGTH = 254

const BRACKET = /^([A-Z]+)_(START|STOP)$/
const NOT_PRINTABLE = /[^ -~]/
const BYTE_ORDER_MARK = '\ufeff'
const UPPER_A = 65
const UPPER_Z = 90

/**
 * Reads keyword = value notation (CCSDS 502.0-B-3 §7.4): its lines are passed to `sink` as soon as they are complete, from text in pieces of any
 * size; blank lines are omitted. Lines end with CR, LF or both. Only the current line is stored, so that the memory does not grow with the message; a
 * message beyond the limits is a fatal fault. The faults of a line are reported to the log; a line without a meaning is omitted.
 */
export function scanKvn(log: FaultLog, sink: LineSink, limits: Limits = LIMITS): Scanner {
  return splitLines((raw, line) => {
    if (line > limits.lines) refuseExcess(log, { line, code: 'too-many-lines', limit: `${limits.lines} lines` })
    if (raw.length > limits.lineLength) {
      refuseExcess(log, { line, code: 'line-too-long', limit: `${limits.lineLength} characters in a line` })
    }
    scanLine(raw, line, { log, sink })
  }, limits.lineLength)
}

/**
 * Passes on the lines of a text that arrives in pieces, without their ends, each with its number. A line that is much too long is passed on in parts.
 */
export function splitLines(take: (text: string, line: number) => void, lineLength: number): Scanner {
  let rest = ''
  let line = 0
  let halfEnd = '' // the end of line that closed the last chunk; its second half may begin the next chunk
  let isFirst = true
  return {
    write(chunk) {
      if (chunk === '') return
      const marked = isFirst && chunk.startsWith(BYTE_ORDER_MARK)
      isFirst = false
      const text = rest + chunk.slice(marked || isOtherHalf(halfEnd, chunk.charAt(0)) ? 1 : 0)
      halfEnd = ''
      let start = 0
      let feed = text.indexOf('\n')
      let carriage = text.indexOf('\r')
      while (feed !== -1 || carriage !== -1) {
        const end = feed === -1 || (carriage !== -1 && carriage < feed) ? carriage : feed
        line += 1
        take(text.slice(start, end), line)
        start = end + (isOtherHalf(text.charAt(end), text.charAt(end + 1)) ? 2 : 1)
        if (start === text.length && end === start - 1) halfEnd = text.charAt(end)
        if (feed !== -1 && feed < start) feed = text.indexOf('\n', start)
        if (carriage !== -1 && carriage < start) carriage = text.indexOf('\r', start)
      }
      rest = text.slice(start)
      // An endless line must not fill the memory: its beginning is passed on, and the receiver refuses a line that is too long.
      if (rest.length > lineLength) take(rest, line + 1)
    },
    end() {
      if (rest !== '') take(rest, line + 1)
      rest = ''
    },
  }
}

/** Passes on what the line contains; nothing if the line is blank or has no meaning. */
function scanLine(raw: string, line: number, { log, sink }: { log: FaultLog; sink: LineSink }): void {
  const text = raw.trim()
  if (text === '') return
  if (raw.length > KVN_LINE_LENGTH) reportLength(raw, line, log)
  if (NOT_PRINTABLE.test(raw) && !checkCharacters(raw, line, log)) return
  if (text.startsWith('COMMENT') && (text.length === 7 || text.charAt(7) === ' ' || text.charAt(7) === '\t')) {
    sink({ kind: 'comment', line, text: text.slice(7).trim() })
    return
  }
  const indent = raw.length - raw.trimStart().length
  const equals = text.indexOf('=')
  if (equals === -1) {
    const first = text.charCodeAt(0)
    const bracket = first >= UPPER_A && first <= UPPER_Z ? BRACKET.exec(text) : null
    const column = indent + 1
    if (bracket === null) sink({ kind: 'text', line, column, text })
    else sink({ kind: bracket[2] === 'START' ? 'open' : 'close', line, column, name: bracket[1] ?? '' })
    return
  }
  const keyword = checkKeyword(text.slice(0, equals).trim(), { line, column: indent + 1 }, log)
  if (keyword === null) return
  const right = text.slice(equals + 1)
  const column = indent + equals + 2 + (right.length - right.trimStart().length)
  // `COMMENT = text` is not a comment according to the standard, but its writers mean a comment.
  if (keyword === 'COMMENT') {
    log.deviation({ line, column, keyword, code: 'bad-line', message: 'a COMMENT has no equals sign' })
    sink({ kind: 'comment', line, text: right.trim() })
    return
  }
  sink({ kind: 'assignment', line, column, keyword, ...splitUnit(right.trim()) })
}

/** Returns the parts of `value [unit]`; an opening bracket at the end is a unit without letters. */
export function splitUnit(text: string): { value: string; unit: string | null; text: string } {
  const open = text.endsWith(']') || text.endsWith('[') ? text.lastIndexOf('[') : -1
  if (open === -1) return { value: text, unit: null, text }
  return {
    value: text.slice(0, open).trim(),
    unit: text
      .slice(open + 1)
      .replace(/\]$/, '')
      .trim(),
    text,
  }
}

function reportLength(raw: string, line: number, log: FaultLog): void {
  const message = `the line has ${raw.length} characters`
  const expected = `at most ${KVN_LINE_LENGTH}`
  log.warning({ line, column: KVN_LINE_LENGTH + 1, keyword: null, code: 'line-too-long', message, expected })
}

/** Returns false if the line contains a control character, which is not valid in any text. */
function checkCharacters(raw: string, line: number, log: FaultLog): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
  const control = /[\0-\x08\x0b-\x1f\x7f]/.exec(raw)
  const column = (control?.index ?? raw.search(NOT_PRINTABLE)) + 1
  const code = raw.codePointAt(column - 1) ?? 0
  const message = `U+${code.toString(16).toUpperCase().padStart(4, '0')} is not a printable ASCII character`
  const report = { line, column, keyword: null, code: 'bad-character', message, expected: 'printable ASCII' } as const
  if (control === null) log.deviation(report)
  else log.error(report)
  return control === null
}

/** Returns the keyword in upper case; null if the text cannot be a keyword. Lower case is an error, but the rest of the line is read. */
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
