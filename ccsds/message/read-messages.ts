import type { MessageKind } from '../block/block.ts'
import { reportComment } from '../block/collect-blocks.ts'
import { type MessageReader, type Reading, type ReadOptions, toReading } from '../block/read-message.ts'
import { type Cdm, cdmReader } from '../cdm/cdm.ts'
import { type Fault, FaultLog, type FaultReport, MessageSyntaxError } from '../fault.ts'
import { scanCsv } from '../notation/csv.ts'
import { gatherText, parseRecords } from '../notation/json-lines.ts'
import { scanKvn } from '../notation/kvn.ts'
import { LIMITS, limitLines, refuseExcess } from '../notation/limits.ts'
import type { MessageLine, Notation, Scanner } from '../notation/line.ts'
import { emitRecord, type FlatRecord, kindOfRecord } from '../notation/record.ts'
import { notationOf } from '../notation/scan.ts'
import { scanXml } from '../notation/xml.ts'
import { type Ocm, ocmReader } from '../ocm/ocm.ts'
import type { Oem } from '../oem/oem.ts'
import { oemReader } from '../oem/read-oem.ts'
import { type Omm, ommReader } from '../omm/omm.ts'
import { type Opm, opmReader } from '../opm/opm.ts'
import { type Tdm, tdmReader } from '../tdm/tdm.ts'

/** Any message together with its kind. */
export type AnyMessage =
  | { readonly kind: 'CDM'; readonly message: Cdm }
  | { readonly kind: 'OPM'; readonly message: Opm }
  | { readonly kind: 'OEM'; readonly message: Oem }
  | { readonly kind: 'OMM'; readonly message: Omm }
  | { readonly kind: 'OCM'; readonly message: Ocm }
  | { readonly kind: 'TDM'; readonly message: Tdm }

/** One message in a file: the kind that it names, and the result of reading it. */
export interface FoundMessage {
  readonly kind: MessageKind | 'unknown'
  readonly reading: Reading<AnyMessage>
}

/** A complete file. `comments` and `messageId` are those of a combined NDM. */
export interface FoundMessages {
  readonly notation: Notation
  readonly messages: readonly FoundMessage[]
  readonly comments: readonly string[]
  readonly messageId: string | null
  /** The faults and deviations of the file itself, outside its messages. */
  readonly faults: readonly Fault[]
  readonly warnings: readonly Fault[]
}

const READERS: {
  readonly [K in MessageKind]: (
    log: FaultLog,
    options: ReadOptions,
  ) => MessageReader<(AnyMessage & { kind: K })['message']>
} = { CDM: cdmReader, OPM: opmReader, OEM: oemReader, OMM: ommReader, OCM: ocmReader, TDM: tdmReader }

/** The CSV of a catalogue begins with the names of its columns. */
const CSV_HEADER = /^\ufeff?"?[A-Z_]+"?,/
/** This many characters after the leading blanks are enough to recognise the notation of a text. */
const NOTATION_CHARACTERS = 64
const MOST_LEADING_BLANKS = 65_536

/** The maximum number of messages in a file; nobody really sends more, so more are refused. */
const MOST_MESSAGES = 100_000

/**
 * Reads every message in a file, whatever its kind and notation: a single message, several after one another (KVN), a combined NDM (XML, CCSDS
 * 505.0-B), an array (JSON), a catalogue (CSV). Each message has its own faults, so that a wrong message does not hide its neighbours. The notation
 * is recognised from the text.
 */
export function readMessages(source: string | Iterable<string>, options: ReadOptions = {}): FoundMessages {
  const log = new RoutedLog(options.strict ?? true)
  const chunks = (typeof source === 'string' ? [source] : source)[Symbol.iterator]()
  const begin = beginOf(chunks)
  const told = notationOf(begin)
  const notation = told === 'KVN' && CSV_HEADER.test(begin) ? 'CSV' : told
  const splitter = splitMessages(notation, { log, options })
  log.target = splitter.currentLog
  try {
    const scanner = splitter.scanner(log)
    scanner.write(begin)
    for (let next = chunks.next(); next.done !== true; next = chunks.next()) scanner.write(next.value)
    scanner.end()
    if (splitter.isEmpty()) {
      const message = 'the text holds no message'
      log.error({ line: 1, column: 1, keyword: null, code: 'unfinished', message, expected: 'CCSDS_..._VERS' })
    }
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const messages = splitter.finish()
  const { comments, messageId } = splitter
  const { errors: faults, warnings } = log
  return { notation, messages, comments, messageId: messageId(), faults, warnings }
}

/** Returns as many pieces at the beginning of a text as are needed to recognise its notation. */
function beginOf(chunks: Iterator<string>): string {
  let begin = ''
  while (begin.length < MOST_LEADING_BLANKS && begin.trimStart().length < NOTATION_CHARACTERS) {
    const { done, value } = chunks.next()
    if (done === true) return begin
    begin += value
  }
  return begin
}

/** A log that assigns the fault of a line to the message that contains the line; outside all messages, to the file. */
class RoutedLog extends FaultLog {
  target: () => FaultLog | null = () => null

  override error(report: FaultReport): void {
    const target = this.target()
    if (target === null) super.error(report)
    else target.error(report)
  }

  override warning(report: FaultReport): void {
    const target = this.target()
    if (target === null) super.warning(report)
    else target.warning(report)
  }

  override deviation(report: FaultReport): void {
    const target = this.target()
    if (target === null) super.deviation(report)
    else target.deviation(report)
  }

  override fatal(report: FaultReport): never {
    const target = this.target()
    if (target !== null) return target.fatal(report)
    return super.fatal(report)
  }
}

interface Splitting {
  readonly log: FaultLog
  readonly options: ReadOptions
}

interface Growing {
  readonly kind: MessageKind | 'unknown'
  readonly log: FaultLog
  readonly reader: MessageReader<AnyMessage> | null
  isBroken: boolean
}

function splitMessages(notation: Notation, { log, options }: Splitting) {
  const limits = options.limits ?? LIMITS
  const messages: FoundMessage[] = []
  const comments: string[] = []
  let messageId: string | null = null
  let current: Growing | null = null
  let depth = 0
  let isCombined = false

  function begin(name: string, line: number): void {
    end()
    if (messages.length >= MOST_MESSAGES)
      refuseExcess(log, { line, code: 'too-large', limit: `${MOST_MESSAGES} messages` })
    const own = log.fresh()
    const kind = name in READERS ? (name as MessageKind) : 'unknown'
    current = { kind, log: own, reader: kind === 'unknown' ? null : startReader(kind, own, options), isBroken: false }
    if (kind !== 'unknown') return
    const message = `messages of kind ${name} are not read`
    own.error({
      line,
      column: 1,
      keyword: null,
      code: 'wrong-kind',
      message,
      expected: Object.keys(READERS).join(', '),
    })
  }

  /** Passes the line to the current message; a fatal fault ends only that message. */
  function give(line: MessageLine): void {
    const target = current
    if (target === null) {
      takeOutside(line)
      return
    }
    attempt(target, () => target.reader?.take(line))
  }

  const addComment = limitLines(
    (line) => {
      if (line.kind === 'comment') comments.push(line.text)
    },
    log,
    limits,
  )

  function takeOutside(line: MessageLine): void {
    if (line.kind === 'comment' && (isCombined || notation === 'KVN')) {
      if (!isCombined) reportComment(line, log)
      addComment(line)
    } else if (line.kind === 'assignment' && line.keyword === 'MESSAGE_ID' && isCombined) messageId = line.text
    else if (line.kind !== 'comment') {
      const { line: at, column } = line
      const message = 'this stands outside of every message'
      log.error({ line: at, column, keyword: null, code: 'wrong-place', message, expected: 'CCSDS_..._VERS' })
    }
  }

  function end(): void {
    const done = current
    current = null
    if (done === null) return
    const message = attempt(done, () => done.reader?.finish() ?? null)
    messages.push({ kind: done.kind, reading: toReading(message, notation, done.log) })
  }

  /** In KVN a message begins with the keyword that names its kind. */
  function takeKvn(line: MessageLine): void {
    const kind = line.kind === 'assignment' ? /^CCSDS_([A-Z]{3})_VERS$/.exec(line.keyword)?.[1] : undefined
    if (kind !== undefined) begin(kind, line.line)
    give(line)
  }

  /** In XML a message is an element, alone or in an `ndm`. */
  function takeXml(line: MessageLine): void {
    if (line.kind === 'open' && depth === 0 && line.name === 'ndm') {
      isCombined = true
      return
    }
    if (line.kind === 'close' && depth === 0) return
    if (line.kind === 'open') {
      if (depth === 0) begin(line.name.toUpperCase(), line.line)
      depth += 1
    }
    give(line)
    if (line.kind !== 'close') return
    depth -= 1
    if (depth === 0) end()
  }

  function takeRecord(record: FlatRecord): void {
    begin(kindOfRecord(record) ?? 'JSON', record[0]?.line ?? 1)
    emitRecord(record, give)
    end()
  }

  return {
    comments,
    messageId: () => messageId,
    currentLog: () => current?.log ?? null,
    isEmpty: () => messages.length === 0 && current === null,
    scanner(fileLog: FaultLog): Scanner {
      if (notation === 'XML') return scanXml(fileLog, takeXml, limits)
      if (notation === 'CSV') return scanCsv(fileLog, takeRecord, limits)
      if (notation === 'JSON') {
        return gatherText(fileLog, limits, (text) => {
          for (const record of parseRecords(text, fileLog, limits)) takeRecord(record)
        })
      }
      return scanKvn(fileLog, takeKvn, limits)
    },
    finish(): readonly FoundMessage[] {
      end()
      return messages
    },
  }
}

/** Runs an action of a message; returns null if it fails. A fatal fault is in the message's own log and ends only this message. */
function attempt<T>(target: Growing, action: () => T): T | null {
  if (target.isBroken) return null
  try {
    return action()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
    target.isBroken = true
    return null
  }
}

function startReader(kind: MessageKind, log: FaultLog, options: ReadOptions): MessageReader<AnyMessage> {
  const reader = READERS[kind](log, options)
  return {
    take: limitLines(reader.take, log, options.limits ?? LIMITS),
    finish() {
      const message = reader.finish()
      return message === null ? null : ({ kind, message } as AnyMessage)
    },
  }
}
