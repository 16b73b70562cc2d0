/**
 * A message as a row of lines, whatever its notation: what KVN, XML, JSON and CSV have in common, so that one table and
 * one reader serve all of them. Lines and columns count from 1.
 */
export type MessageLine = Assignment | CommentLine | TextLine | Bracket

/** `KEYWORD = value [unit]`, `<KEYWORD units="unit">value</KEYWORD>`, or `"KEYWORD": "value"`. */
export interface Assignment {
  readonly kind: 'assignment'
  readonly line: number
  /** Where the value begins. */
  readonly column: number
  readonly keyword: string
  /** The value without its unit. */
  readonly value: string
  readonly unit: string | null
  /** The whole right-hand side as KVN has it: what a text keyword means, whose brackets are no unit. */
  readonly text: string
  /** The XML element in which it stands. */
  readonly parent?: string
  /** From JSON or CSV, for which there is no standard: what is missing, unknown or in another order is no fault there. */
  readonly isFree?: true
}

/** What a keyword is made of (CCSDS 502.0-B-3 §7.4.4). */
export const KEYWORD = /^[A-Z][A-Z0-9_-]*$/

/** `COMMENT text`. */
export interface CommentLine {
  readonly kind: 'comment'
  readonly line: number
  readonly text: string
}

/** Any other line that is not blank: a row of an ephemeris, or an XML element that holds one (`trajLine`). */
export interface TextLine {
  readonly kind: 'text'
  readonly line: number
  readonly column: number
  readonly text: string
}

/** Where a section begins or ends: META_START and META_STOP give META, an XML element gives its name. */
export interface Bracket {
  readonly kind: 'open' | 'close'
  readonly line: number
  readonly column: number
  readonly name: string
}

/** Takes the lines of a message, one after the other. */
export type LineSink = (line: MessageLine) => void

/** A reader of one notation: text goes in, in pieces of any size, and lines come out as soon as they are complete. */
export interface Scanner {
  write(chunk: string): void
  end(): void
}

export type Notation = 'KVN' | 'XML' | 'JSON' | 'CSV'
