import { SaxesParser } from 'saxes'
import type { FaultLog } from '../fault.ts'
import { LIMITS, type Limits, refuseExcess } from './limits.ts'
import { KEYWORD, type LineSink, type Scanner } from './line.ts'
import { joinLines } from './line-counter.ts'

const VERSION_KEYWORD = /^CCSDS_[A-Z]+_VERS$/
const SAXES_POSITION = /^\d+:\d+: /
/** Text is given to the parser in pieces of this length, so that the length of the text between two events is known to within one piece. */
const PIECE_CHARACTERS = 65_536
/** A point of an ephemeris in XML has 8 to 11 elements, and one line in KVN; but the limit of points is lower than the limit of lines. */
const ELEMENTS_PER_LINE = 5

/** An element that is still open. */
interface Frame {
  readonly name: string
  /** The line at which its content begins. */
  readonly line: number
  readonly column: number
  readonly attributes: Readonly<Record<string, string>>
  readonly isKeyword: boolean
  text: string
  hasChild: boolean
}

/**
 * Reads NDM/XML (CCSDS 505.0-B) as the lines that KVN would have: `<X units="km">1</X>` is an assignment, `<COMMENT>` a comment, `<trajLine>` a row;
 * the message's own element gives its version keyword; every other element is a bracket of its name. Prefixes of names are removed. A DOCTYPE is
 * refused, and with it every entity that the document defines; text that is not well-formed, or exceeds the limits, is a fatal fault. Only the open
 * elements are stored.
 */
export function scanXml(log: FaultLog, sink: LineSink, limits: Limits = LIMITS): Scanner {
  // There must be at most five handlers: with some more, V8 keeps the parser's properties in a dictionary, which is five times as slow.
  const parser = new SaxesParser({ position: true, xmlns: false })
  const frames: Frame[] = []
  let elements = 0
  let references = 0
  let sinceEvent = 0
  const here = () => ({ line: parser.line, column: parser.columnIndex + 1 })
  const seen = () => {
    sinceEvent = 0
  }

  parser.on('doctype', () => {
    log.fatal({ ...here(), keyword: null, code: 'doctype', message: 'a DOCTYPE is not allowed in a message' })
  })
  parser.on('opentag', (tag) => {
    seen()
    elements += 1
    if (elements > ELEMENTS_PER_LINE * limits.lines) {
      refuseExcess(log, { ...here(), code: 'too-many-lines', limit: `${ELEMENTS_PER_LINE * limits.lines} elements` })
    }
    if (frames.length >= limits.depth) {
      refuseExcess(log, { ...here(), code: 'too-deep', limit: `${limits.depth} elements inside each other` })
    }
    if (countNames(tag.attributes) > limits.attributes) {
      refuseExcess(log, {
        ...here(),
        code: 'too-many-attributes',
        limit: `${limits.attributes} attributes in an element`,
      })
    }
    open(localName(tag.name), tag.attributes)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    seen()
    const frame = frames.pop()
    if (frame !== undefined) close(frame)
  })

  function addText(text: string): void {
    seen()
    const frame = frames.at(-1)
    // The text between elements is blank, and there is much of it, so it is not stored.
    if (frame !== undefined && (frame.isKeyword || text.trim() !== '')) frame.text += text
    if (frame !== undefined && frame.text.length > limits.textLength) refuseText()
  }

  function refuseText(): never {
    refuseExcess(log, { ...here(), code: 'too-large', limit: `${limits.textLength} characters in one place` })
  }

  function open(name: string, given: Readonly<Record<string, string>>): void {
    const parent = frames.at(-1)
    const at = here()
    if (parent !== undefined) {
      parent.hasChild = true
      if (parent.isKeyword) {
        const message = `<${parent.name}> holds a value, not elements`
        log.error({ ...at, keyword: parent.name, code: 'wrong-place', message, found: `<${name}>` })
      }
    }
    const isKeyword = KEYWORD.test(name) || name.endsWith('Line')
    frames.push({ name, ...at, attributes: given, isKeyword, text: '', hasChild: false })
    if (isKeyword) return
    sink({ kind: 'open', ...at, name })
    const { id, version } = given
    if (id === undefined || version === undefined || !VERSION_KEYWORD.test(id)) return
    sink({
      kind: 'assignment',
      ...at,
      keyword: id,
      value: version.trim(),
      unit: null,
      text: version.trim(),
      parent: name,
    })
  }

  function close(frame: Frame): void {
    const { name } = frame
    if (!frame.isKeyword) {
      const { line, column } = here()
      if (frame.text.trim() !== '') {
        log.error({
          line,
          column,
          keyword: null,
          code: 'bad-line',
          message: `<${name}> holds text`,
          found: frame.text.trim(),
        })
      }
      sink({ kind: 'close', line, column, name })
      return
    }
    if (frame.hasChild) return
    const { line, column } = startOfText(frame)
    const value = joinLines(frame.text)
    if (name === 'COMMENT') {
      sink({ kind: 'comment', line, text: value })
      return
    }
    if (name.endsWith('Line')) {
      sink({ kind: 'text', line, column, text: value })
      return
    }
    const { units, parameter, nil } = frame.attributes
    if (value === '' && (nil === 'true' || frame.attributes['xsi:nil'] === 'true')) return
    const keyword = name === 'USER_DEFINED' && parameter !== undefined ? `USER_DEFINED_${parameter.trim()}` : name
    const unit = units === undefined || units === '' ? null : units
    const text = unit === null || value === '' ? value : `${value} [${unit}]`
    const parent = frames.at(-1)?.name
    sink({ kind: 'assignment', line, column, keyword, value, unit, text, ...(parent === undefined ? {} : { parent }) })
  }

  return {
    write(chunk) {
      for (let start = 0; start < chunk.length; start += PIECE_CHARACTERS) {
        const piece = chunk.slice(start, start + PIECE_CHARACTERS)
        references += countReferences(piece)
        if (references > limits.characterReferences) {
          refuseExcess(log, {
            ...here(),
            code: 'too-many-references',
            limit: `${limits.characterReferences} references`,
          })
        }
        sinceEvent += piece.length
        parse(() => parser.write(piece))
        if (sinceEvent > limits.textLength) refuseText()
      }
    },
    end() {
      parse(() => parser.close())
    },
  }

  /** Runs an action of the parser; text that is not well-formed is a fatal fault, which the parser throws as an Error. */
  function parse(action: () => void): void {
    try {
      action()
    } catch (error) {
      if (!(error instanceof Error && SAXES_POSITION.test(error.message))) throw error
      const message = error.message.replace(SAXES_POSITION, '').replace(/\.$/, '')
      log.fatal({ ...here(), keyword: null, code: 'bad-xml', message: `not well-formed XML: ${message}` })
    }
  }
}

function countNames(attributes: object): number {
  let count = 0
  for (const _name in attributes) count += 1
  return count
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Returns the place of the first character of the value, after blanks and line ends. */
function startOfText({ line, column, text }: Frame): { line: number; column: number } {
  const code = text.charCodeAt(0)
  if (code > 32 || text === '') return { line, column }
  const blank = text.slice(0, text.length - text.trimStart().length)
  const lines = blank.split(/\r\n|[\r\n]/)
  const last = lines.at(-1) ?? ''
  return { line: line + lines.length - 1, column: lines.length === 1 ? column + last.length : last.length + 1 }
}

function countReferences(text: string): number {
  let count = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count += 1
  return count
}
