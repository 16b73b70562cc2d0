/**
 * A message as a sequence of lines, whatever its notation: this is what KVN, XML, JSON and CSV have in common, so that the same tables and readers
 * can be used for all of them. Lines and columns count from 1.
 */
export type MessageLine = Assignment | CommentLine | TextLine | Bracket

/** An assignment: `KEYWORD = value [unit]`, `<KEYWORD units="unit">value</KEYWORD>`, or `"KEYWORD": "value"`. */
export interface Assignment {
  readonly kind: 'assignment'
  readonly line: number
  /** The column at which the value begins. */
  readonly column: number
  readonly keyword: string
  /** The value without its unit. */
  readonly value: string
  readonly unit: string | null
  /** The complete right-hand side as in KVN: this is the value of a text keyword, in which brackets are not a unit. */
  readonly text: string
  /** The XML element that contains the keyword. */
  readonly parent?: string
  /** True for JSON and CSV, which have no standard: missing keywords, unknown keywords and another order are no faults there. */
  readonly isFree?: true
}

/** The form of a keyword (CCSDS 502.0-B-3 §7.4.4). */
export const KEYWORD = /^[A-Z][A-Z0-9_-]*$/

/** A line `COMMENT text`. */
export interface CommentLine {
  readonly kind: 'comment'
  readonly line: number
  readonly text: string
}

/** Any other line that is not blank: a row of an ephemeris, or an XML element that contains a row (`trajLine`). */
export interface TextLine {
  readonly kind: 'text'
  readonly line: number
  readonly column: number
  readonly text: string
}

/** The beginning or end of a section: META_START and META_STOP give META, an XML element gives its name. */
export interface Bracket {
  readonly kind: 'open' | 'close'
  readonly line: number
  readonly column: number
  readonly name: string
}

/** Receives the lines of a message, one after the other. */
export type LineSink = (line: MessageLine) => void

/** A reader of one notation: it receives text in pieces of any size, and passes on lines as soon as they are complete. */
export interface Scanner {
  write(chunk: string): void
  end(): void
}

export type Notation = 'KVN' | 'XML' | 'JSON' | 'CSV'
