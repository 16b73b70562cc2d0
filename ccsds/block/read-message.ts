import { type Fault, FaultLog, MessageSyntaxError } from '../fault.ts'
import { LIMITS, type Limits, limitLines } from '../notation/limits.ts'
import type { MessageLine, Notation } from '../notation/line.ts'
import { scanText } from '../notation/scan.ts'

/**
 * How to read a message. A strict reading follows the standard exactly. A lenient reading is for real messages: something that the standard forbids,
 * but that leaves no doubt about the data (a deviation), is only a warning, and the message is read. These are all the deviations:
 *
 * - Keywords and elements: a keyword or element that is unknown (it is kept), that only a later version has, or that is in another order or another
 *   element than in the standard; a keyword that occurs twice with the same value; an optional keyword without a value or with NaN (it counts as
 *   absent); a missing keyword that real messages often omit (`should` in the tables), or that only a theory or the kind of data requires; META_START
 *   in a kind of message that has none; `COMMENT=`; a name in JSON or CSV that cannot be a keyword (it is omitted).
 * - Values: a value outside a list that only gives names; a unit in the wrong case, a cut-off unit, or a slip that the tables know; a tab or a letter
 *   beyond ASCII; in an OCM, a list that continues on the next line, or a blank between a sign and its number.
 * - Data: an invalid covariance (its user has to repair it); times outside the stated span; the same time twice; covariances or measurements in
 *   another order; a segment of another object; states of different lengths; only one of USEABLE_START_TIME and USEABLE_STOP_TIME; INTERPOLATION
 *   without a degree; a PATH without participants.
 *
 * Everything else that is wrong is an error in both readings: an invalid number, time or unit, an unknown frame or time system, a missing obligatory
 * keyword, a keyword with two values, times that are not in ascending order, and text beyond the limits.
 */
export interface ReadOptions {
  /** True (the default): deviations from the standard are errors. False: they are warnings, and the message is read. */
  readonly strict?: boolean
  /** Frames that are not in the registry of SANA, but whose meaning the caller knows. */
  readonly frames?: readonly string[]
  readonly limits?: Limits
}

/** The result of a reading: the message with warnings, or its faults, in the order of the lines. */
export type Reading<M> = ReadMessage<M> | RefusedMessage

export interface ReadMessage<M> {
  readonly ok: true
  readonly notation: Notation
  readonly message: M
  readonly warnings: readonly Fault[]
  /** The number of further faults and warnings that are not listed. */
  readonly omitted: number
}

export interface RefusedMessage {
  readonly ok: false
  readonly errors: readonly Fault[]
  readonly warnings: readonly Fault[]
  readonly omitted: number
}

/** Makes a message from its lines: `finish` returns the message, or null if the log contains an error. */
export interface MessageReader<M> {
  take(line: MessageLine): void
  finish(): M | null
}

export type ReaderOf<M> = (log: FaultLog, options: ReadOptions) => MessageReader<M>

/** Reads one message of a known kind from text in any of its notations; the text may be given in pieces of any size. */
export function readMessage<M>(
  source: string | Iterable<string>,
  options: ReadOptions,
  start: ReaderOf<M>,
): Reading<M> {
  const log = new FaultLog(options.strict ?? true)
  let message: M | null = null
  let notation: Notation = 'KVN'
  try {
    const reader = start(log, options)
    const limits = options.limits ?? LIMITS
    const scanner = scanText({ log, sink: limitLines(reader.take, log, limits), limits })
    for (const chunk of typeof source === 'string' ? [source] : source) scanner.write(chunk)
    scanner.end()
    notation = scanner.notation()
    message = reader.finish()
  } catch (error) {
    // A fatal fault ends the reading; it is in the log like every other fault.
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  return toReading(message, notation, log)
}

/** Returns the reading of a message whose faults are in `log`. */
export function toReading<M>(message: M | null, notation: Notation, log: FaultLog): Reading<M> {
  const { omitted } = log
  const [errors, warnings] = [inOrder(log.errors), inOrder(log.warnings)]
  if (message === null || errors.length > 0) return { ok: false, errors, warnings, omitted }
  return { ok: true, notation, message, warnings, omitted }
}

/** Returns the message of a reading; throws a MessageSyntaxError with every fault if there is none. */
export function messageOf<M>(reading: Reading<M>): M {
  if (reading.ok) return reading.message
  throw new MessageSyntaxError(reading.errors, reading.omitted)
}

function inOrder(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
}
