import { KEYWORD } from './line.ts'

/**
 * The lines to be written, whatever the notation is: the counterpart of MessageLine. Brackets are XML elements; those with a `section` are META_START
 * and the like in KVN.
 */
export type OutLine =
  | OutAssignment
  | { readonly kind: 'comment'; readonly text: string }
  /** A row of text; in XML it is inside the element `element`. */
  | { readonly kind: 'text'; readonly text: string; readonly element: string }
  | { readonly kind: 'open'; readonly element: string; readonly section?: string }
  | { readonly kind: 'close'; readonly element: string; readonly section?: string }
  /** An empty line in KVN, between blocks. */
  | { readonly kind: 'blank' }

interface OutAssignment {
  readonly kind: 'assignment'
  readonly keyword: string
  readonly value: string
  readonly unit: string | null
}

/** Options for writing a message. */
export interface WriteOptions {
  readonly notation?: 'KVN' | 'XML'
  /**
   * False: KVN lines may have more than 254 characters and letters beyond ASCII, so that everything that a lenient reading accepted can be written
   * again.
   */
  readonly strict?: boolean
}

const KVN_LINE_LENGTH = 254
const LENIENT_LINE_LENGTH = 4096
const KEYWORD_WIDTH = 18
const NOT_ASCII = /[^ -~]/
const NOT_PRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/u
const VERSION_KEYWORD = /^CCSDS_([A-Z]+)_VERS$/

/** Yields the lines as KVN text, one by one, each with its end. Throws a RangeError that names what a KVN line cannot contain. */
export function* printKvn(lines: Iterable<OutLine>, strict = true): Generator<string> {
  const most = strict ? KVN_LINE_LENGTH : LENIENT_LINE_LENGTH
  const refused = strict ? NOT_ASCII : NOT_PRINTABLE
  const check = (line: string, what: string, text: string) => {
    if (text === text.trim() && !refused.test(line) && line.length <= most) return `${line.trimEnd()}\n`
    throw new RangeError(
      `${what} cannot be written: a line has at most ${most} printable${strict ? ' ASCII' : ''} characters`,
    )
  }
  for (const line of lines) {
    if (line.kind === 'blank') yield '\n'
    else if (line.kind === 'comment') yield check(`COMMENT ${line.text}`, 'a COMMENT', line.text)
    else if (line.kind === 'text') yield check(line.text, `a row of ${line.element}`, line.text)
    else if (line.kind === 'assignment') {
      const { keyword, value, unit } = line
      checkKeyword(keyword)
      if (value === '') throw new RangeError(`${keyword} cannot be written: it has no value`)
      yield check(`${keyword.padEnd(KEYWORD_WIDTH)} = ${value}${unit === null ? '' : ` [${unit}]`}`, keyword, value)
    } else if (line.section !== undefined) {
      yield `${line.section}_${line.kind === 'open' ? 'START' : 'STOP'}\n`
    }
  }
}

/**
 * Yields the lines as the XML element of one message, indented by `depth` levels. Throws a RangeError that names what XML cannot contain: control
 * characters, or blanks at the ends of a value, which reading would remove.
 */
export function* printXml(lines: Iterable<OutLine>, depth = 0): Generator<string> {
  let level = depth
  let root = ''
  const indent = () => '  '.repeat(level)
  for (const line of lines) {
    if (line.kind === 'blank') continue
    if (line.kind === 'comment') yield `${indent()}<COMMENT>${escapeXml(line.text, 'a COMMENT')}</COMMENT>\n`
    else if (line.kind === 'text')
      yield `${indent()}<${line.element}>${escapeXml(line.text, line.element)}</${line.element}>\n`
    else if (line.kind === 'open') {
      yield `${indent()}<${line.element}>\n`
      level += 1
    } else if (line.kind === 'close') {
      level -= 1
      yield `${indent()}</${line.element}>\n`
    } else {
      const kind = VERSION_KEYWORD.exec(line.keyword)?.[1]
      if (kind === undefined) {
        yield `${indent()}${elementOf(line)}\n`
        continue
      }
      root = kind.toLowerCase()
      yield `${indent()}<${root} id="${line.keyword}" version="${escapeXml(line.value, line.keyword)}">\n`
      level += 1
    }
  }
  yield `${'  '.repeat(depth)}</${root}>\n`
}

function elementOf({ keyword, value, unit }: OutAssignment): string {
  if (value === '') throw new RangeError(`${keyword} cannot be written: it has no value`)
  const text = escapeXml(value, keyword)
  const own = /^USER_DEFINED_(.+)$/.exec(keyword)?.[1]
  if (own !== undefined) return `<USER_DEFINED parameter="${escapeXml(own, keyword)}">${text}</USER_DEFINED>`
  checkKeyword(keyword)
  return `<${keyword}${unit === null ? '' : ` units="${escapeXml(unit, keyword)}"`}>${text}</${keyword}>`
}

/** Throws if a name cannot be a keyword, because it would create another line or element of the message. */
function checkKeyword(keyword: string): void {
  if (KEYWORD.test(keyword)) return
  throw new RangeError(`${JSON.stringify(keyword.slice(0, 40))} cannot be written: it is no keyword`)
}

function escapeXml(text: string, what: string): string {
  if (text !== text.trim() || NOT_PRINTABLE.test(text)) {
    throw new RangeError(`${what} cannot be written: it has control characters, or blanks at its ends`)
  }
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Returns the complete text of a message in KVN or XML. */
export function printMessage(lines: Iterable<OutLine>, { notation = 'KVN', strict = true }: WriteOptions = {}): string {
  if (notation === 'KVN') return [...printKvn(lines, strict)].join('')
  return [XML_DECLARATION, ...printXml(lines)].join('')
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
