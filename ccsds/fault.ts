/** What can be wrong with a message. A code is stable; its sentence may improve. */
export type FaultCode =
  // beyond the limits
  | 'line-too-long'
  | 'text-too-long'
  | 'too-many-lines'
  | 'too-many-comments'
  | 'too-many-points'
  | 'too-many-segments'
  | 'too-many-attributes'
  | 'too-many-references'
  | 'too-deep'
  | 'too-large'
  // not in the notation
  | 'doctype'
  | 'bad-xml'
  | 'bad-json'
  | 'bad-csv'
  | 'bad-encoding'
  | 'bad-character'
  | 'bad-line'
  | 'bad-keyword'
  | 'empty-value'
  | 'unknown-keyword'
  | 'duplicate-keyword'
  | 'missing-keyword'
  | 'wrong-order'
  | 'wrong-place'
  | 'wrong-kind'
  | 'wrong-version'
  | 'unfinished'
  | 'second-message'
  | 'bad-number'
  | 'bad-time'
  | 'bad-unit'
  | 'bad-value'
  | 'bad-row'
  // against what the message itself says
  | 'not-increasing'
  | 'outside-span'
  | 'not-consistent'
  | 'bad-covariance'
  // against physics or what an upload must have
  | 'bad-physics'
  | 'too-few-points'
  | 'too-sparse'
  | 'too-long-span'
  | 'wrong-object'

/** One thing wrong with a message, and where: line and column count from 1; the keyword is null where there is none. */
export interface Fault {
  readonly line: number
  readonly column: number
  readonly keyword: string | null
  readonly code: FaultCode
  readonly message: string
  readonly found: string | null
  readonly expected: string | null
}

/** A fault as it is reported: what was found and what is expected may be left out. */
export type FaultReport = Omit<Fault, 'found' | 'expected'> & {
  readonly found?: string | undefined
  readonly expected?: string | undefined
}

/** A message that could not be read, with everything found wrong; its text names the first fault. */
export class MessageSyntaxError extends SyntaxError {
  readonly faults: readonly Fault[]
  /** How many more faults there were than are listed. */
  readonly omitted: number

  constructor(faults: readonly Fault[], omitted: number) {
    const [first] = faults
    const others = faults.length + omitted - 1
    const more = others > 0 ? ` (and ${others.toLocaleString('en')} more)` : ''
    super(first === undefined ? 'the message cannot be read' : `${describeFault(first)}${more}`)
    this.name = 'MessageSyntaxError'
    this.faults = faults
    this.omitted = omitted
  }
}

/** The fault in one line of text: `line 12, column 8, X: 6655,99 is not a number; expected a decimal number`. */
export function describeFault({ line, column, keyword, message, expected }: Fault): string {
  const where = `line ${line}, column ${column}${keyword === null ? '' : `, ${keyword}`}`
  return `${where}: ${message}${expected === null ? '' : `; expected ${expected}`}`
}

/** Faults, and as many warnings, that are listed of one message; more are only counted (reliability.md §2.5). */
const LISTED_FAULTS_OF_MESSAGE = 100
/** What is listed of all messages of a file together, beyond the first fault of each, which says why it is refused. */
const LISTED_FAULTS_OF_FILE = 1_000
const MOST_QUOTED_CHARACTERS = 60
/** Some sentences quote names of the text, which may be of any length. */
const MOST_SENTENCE_CHARACTERS = 300

/**
 * The faults of one reading. A deviation is something that real messages do against the standard and that leaves no
 * doubt about the data: an error in a strict reading, a warning in a lenient one.
 */
export class FaultLog {
  readonly errors: Fault[] = []
  readonly warnings: Fault[] = []
  /** Faults and warnings that are not listed, as there were too many. */
  omitted = 0
  readonly strict: boolean
  readonly #file: { listed: number }
  readonly #linesBefore: number

  constructor(strict: boolean, file = { listed: 0 }, linesBefore = 0) {
    this.strict = strict
    this.#file = file
    this.#linesBefore = linesBefore
  }

  error(report: FaultReport): void {
    this.#add(this.errors, report)
  }

  warning(report: FaultReport): void {
    this.#add(this.warnings, report)
  }

  deviation(report: FaultReport): void {
    this.#add(this.strict ? this.errors : this.warnings, report)
  }

  /** Reports the fault and ends the reading: what follows is not looked at. */
  fatal(report: FaultReport): never {
    this.errors.push(this.#complete(report))
    throw new MessageSyntaxError(this.errors, this.omitted)
  }

  /**
   * A log of the same strictness with nothing in it, for the next message of a file. Where that is read by itself,
   * `linesBefore` are the lines of the file before it.
   */
  fresh(linesBefore = 0): FaultLog {
    return new FaultLog(this.strict, this.#file, linesBefore)
  }

  /** Whether the message cannot be read: there is at least one error. */
  get failed(): boolean {
    return this.errors.length > 0
  }

  #add(list: Fault[], report: FaultReport): void {
    const isFirst = list === this.errors && list.length === 0
    if (!isFirst && (list.length >= LISTED_FAULTS_OF_MESSAGE || this.#file.listed >= LISTED_FAULTS_OF_FILE)) {
      this.omitted += 1
      return
    }
    this.#file.listed += 1
    list.push(this.#complete(report))
  }

  #complete({ line, message, found, expected, ...rest }: FaultReport): Fault {
    const place = { line: line + this.#linesBefore, ...rest }
    return {
      ...place,
      message: shorten(message, MOST_SENTENCE_CHARACTERS),
      found: quote(found),
      expected: expected ?? null,
    }
  }
}

function quote(text: string | undefined): string | null {
  return text === undefined ? null : shorten(text, MOST_QUOTED_CHARACTERS)
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
