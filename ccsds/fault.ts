/** The kinds of faults in a message. A code must not change; its sentence may be improved. */
export type FaultCode =
  // The text exceeds a limit.
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
  // The text does not follow the notation.
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
  // The message contradicts itself.
  | 'not-increasing'
  | 'outside-span'
  | 'not-consistent'
  | 'bad-covariance'
  // The data contradict physics or the requirements of an upload.
  | 'bad-physics'
  | 'too-few-points'
  | 'too-sparse'
  | 'too-long-span'
  | 'flat-covariance'
  | 'wrong-object'

/** One fault in a message, and its place: line and column count from 1; the keyword is null if there is none. */
export interface Fault {
  readonly line: number
  readonly column: number
  readonly keyword: string | null
  readonly code: FaultCode
  readonly message: string
  readonly found: string | null
  readonly expected: string | null
}

/** A fault as it is reported: what was found and what is expected may be missing. */
export type FaultReport = Omit<Fault, 'found' | 'expected'> & {
  readonly found?: string | undefined
  readonly expected?: string | undefined
}

/** A message that could not be read, with all its faults; its text names the first one. */
export class MessageSyntaxError extends SyntaxError {
  readonly faults: readonly Fault[]
  /** The number of further faults that are not listed. */
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

/** Returns the fault as one line of text: `line 12, column 8, X: 6655,99 is not a number; expected a decimal number`. */
export function describeFault({ line, column, keyword, message, expected }: Fault): string {
  const where = `line ${line}, column ${column}${keyword === null ? '' : `, ${keyword}`}`
  return `${where}: ${message}${expected === null ? '' : `; expected ${expected}`}`
}

/** The maximum number of faults, and of warnings, that are listed for one message; more are only counted (reliability.md §2.5). */
const LISTED_FAULTS_OF_MESSAGE = 100
/** The maximum number that is listed for all messages of a file together, in addition to the first fault of each refused message. */
const LISTED_FAULTS_OF_FILE = 1_000
const MOST_QUOTED_CHARACTERS = 60
/** The maximum length of a sentence; some sentences quote names from the text, which may be of any length. */
const MOST_SENTENCE_CHARACTERS = 300

/**
 * The faults of one reading. A deviation is something that real messages do although the standard forbids it, and that leaves no doubt about the
 * data: it is an error in a strict reading and a warning in a lenient one.
 */
export class FaultLog {
  readonly errors: Fault[] = []
  readonly warnings: Fault[] = []
  /** The number of faults and warnings that are not listed because there were too many. */
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

  /** Reports the fault and ends the reading: what follows is not read. */
  fatal(report: FaultReport): never {
    this.errors.push(this.#complete(report))
    throw new MessageSyntaxError(this.errors, this.omitted)
  }

  /**
   * Returns an empty log with the same strictness, for the next message of a file. If that message is read separately, `linesBefore` is the number of
   * lines that precede it in the file.
   */
  fresh(linesBefore = 0): FaultLog {
    return new FaultLog(this.strict, this.#file, linesBefore)
  }

  /** True if there is at least one error, so that the message cannot be read. */
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
