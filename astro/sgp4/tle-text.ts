import type { ElementSet } from './element-set.ts'
import { parseTle, TleError } from './tle.ts'

/** The two lines of an element set as in their text, without blanks at their ends. */
export type TleLines = readonly [first: string, second: string]

/** One element set of a file, or the reason why it is missing; `line` is the number of its line 1 (or of the fault), from 1. */
export type TleEntry =
  | { readonly ok: true; readonly line: number; readonly elements: ElementSet; readonly lines: TleLines }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly message: string }

interface NumberedLine {
  readonly text: string
  readonly line: number
}

/**
 * Returns the element sets of a file of TLE, 2LE or 3LE in their order, read line by line, with an error in the place of each faulty set. The
 * line before a line 1 is the name (with or without a leading 0 and blank); blank lines and lines with # are skipped. An error affects only its
 * own element set: a catalogue of thousands is not refused because of one bad line.
 */
export function* readTles(lines: Iterable<string>): Generator<TleEntry, void, undefined> {
  let name: NumberedLine | undefined
  let first: NumberedLine | undefined
  let line = 0
  for (const raw of lines) {
    line += 1
    // A text may start with a byte-order mark, which is not part of its first line.
    const text = (line === 1 ? raw.replace(/^\ufeff/, '') : raw).trimEnd()
    if (text === '' || text.startsWith('#')) continue
    // A line 1 must be followed by its line 2; anything else is a fault.
    if (first !== undefined && !text.startsWith('2 ')) {
      yield fault(first.line + 1, 'line 1 is not followed by a line 2')
      first = undefined
    }
    // A name may also begin with 1 or 2 and a blank. Without a line 1 before it, only a text of 60 columns or more is read as a line of elements.
    if (first !== undefined) {
      yield readPair(first, { text, line }, name?.text)
      name = undefined
      first = undefined
    } else if (text.startsWith('1 ') && text.length >= 60) first = { text, line }
    else if (text.startsWith('2 ') && text.length >= 60) yield fault(line, 'line 2 has no line 1 before it')
    else {
      if (name !== undefined) yield fault(name.line, 'this line is no part of an element set')
      name = { text: text.replace(/^0 /, ''), line }
    }
  }
  if (first !== undefined) yield fault(first.line + 1, 'line 1 is not followed by a line 2')
  else if (name !== undefined) yield fault(name.line, 'this line is no part of an element set')
}

/** Returns the element set of two lines, or its fault with the line of the file and the column. */
function readPair(first: NumberedLine, second: NumberedLine, name: string | undefined): TleEntry {
  try {
    const elements = parseTle(first.text, second.text, { objectName: name ?? '' })
    return { ok: true, line: first.line, elements, lines: [first.text, second.text] }
  } catch (error) {
    if (!(error instanceof TleError)) throw error
    const { line } = error.tleLine === 1 ? first : second
    return { ok: false, line, column: error.column, message: error.message }
  }
}

/** A fault of a whole line. */
function fault(line: number, message: string): TleEntry {
  return { ok: false, line, column: 1, message }
}
