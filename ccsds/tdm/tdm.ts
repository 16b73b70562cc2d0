import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { extrasOf } from '../block/assemble.ts'
import { type Block, type Extra, isResolved, type MessageTime, type RawBlock } from '../block/block.ts'
import { isFrame } from '../block/check-frames.ts'
import { blockLines, commentLines, formatInstant, headerLines } from '../block/format-block.ts'
import { type InstantReader, instantReader } from '../block/instant-reader.ts'
import { readBlock } from '../block/read-block.ts'
import { type MessageReader, messageOf, type Reading, type ReadOptions, readMessage } from '../block/read-message.ts'
import { type RawSection, readSections } from '../block/read-sections.ts'
import { formatQuantity, parseQuantity, type Unit } from '../block/unit.ts'
import type { FaultLog } from '../fault.ts'
import { LIMITS, refuseExcess } from '../notation/limits.ts'
import type { Assignment, MessageLine } from '../notation/line.ts'
import { type OutLine, printMessage, type WriteOptions } from '../notation/print.ts'
import { HEADER, METADATA, OBSERVATIONS, TDM_LAYOUT } from './tdm.data.ts'

/**
 * One measurement. The value is in SI: rad for angles, m/s for Doppler, Hz, s, m, m², K, Pa; decibels, magnitudes, percent and TEC units are
 * unchanged. RANGE is in m if RANGE_UNITS is km (or absent), otherwise in s or range units.
 */
export interface TdmObservation {
  readonly keyword: string
  readonly epoch: MessageTime
  readonly value: number
  /** A phase count as text, because it has more digits than a double. */
  readonly text?: string
}

/** `unknown` contains keywords that are in no table, which a lenient reading keeps. */
export type TdmMetadata = Block<typeof METADATA> & { readonly unknown?: readonly Extra[] }

export interface TdmSegment {
  readonly metadata: TdmMetadata
  /** Comments among the data. */
  readonly comments: readonly string[]
  readonly observations: readonly TdmObservation[]
}

/** A Tracking Data Message (CCSDS 503.0-B-2). */
export interface Tdm {
  readonly header: Block<typeof HEADER>
  readonly segments: readonly TdmSegment[]
}

/** Reads a TDM in KVN or XML, and reports all faults and deviations. */
export function readTdm(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Tdm> {
  return readMessage(source, options, tdmReader)
}

/** Returns the TDM of a text, for callers who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseTdm(source: string | Iterable<string>, options: ReadOptions = {}): Tdm {
  return messageOf(readTdm(source, options))
}

interface OpenSegment {
  readonly metadata: TdmMetadata
  readonly raw: RawSection
  readonly comments: string[]
  readonly observations: TdmObservation[]
  readonly lines: number[]
  readonly readInstant: InstantReader
}

/** Returns a reader that makes a TDM from lines. */
export function tdmReader(log: FaultLog, options: ReadOptions): MessageReader<Tdm> {
  const limits = options.limits ?? LIMITS
  const segments: OpenSegment[] = []
  let header: Block<typeof HEADER> | null = null
  let version = '2.0'
  let hasMetadata = false
  let observations = 0
  let epoch: Assignment | null = null
  /** The last line of a data section that has begun but has not ended. */
  let openDataLine: number | null = null

  /** Reports that a data section began and did not end: the rest of it is lost. */
  function reportUnclosed(what: string): void {
    if (openDataLine === null) return
    const message = `${what} inside DATA: measurements may be missing`
    log.deviation({ line: openDataLine, column: 1, keyword: null, code: 'unfinished', message, expected: 'DATA_STOP' })
    openDataLine = null
  }

  function openSegment(raw: RawSection): void {
    hasMetadata = true
    reportUnclosed('the next segment begins')
    if (segments.length >= limits.segments) {
      refuseExcess(log, { line: raw.line, code: 'too-many-segments', limit: `${limits.segments} segments` })
    }
    const timeSystem = raw.assignments.get('TIME_SYSTEM')?.text.toUpperCase() ?? 'UTC'
    const frame = raw.assignments.get('REFERENCE_FRAME')
    if (frame !== undefined && !isFrame(frame.text, true) && options.frames?.includes(frame.text) !== true) {
      const { line, column, keyword, text } = frame
      const message = `${JSON.stringify(text.slice(0, 40))} is not known`
      const expected = 'a frame of the SANA registry, such as EME2000, ICRF or ITRF2000'
      log.error({ line, column, keyword, code: 'bad-value', message, found: text, expected })
    }
    const block = readBlock({ ...raw, table: METADATA }, { timeSystem, log, version })
    if (block === null) return
    const unknown = extrasOf(raw.unknown)
    const metadata = { ...block, ...(unknown.length === 0 ? {} : { unknown }) }
    checkTdmMetadata(raw, log)
    const readInstant = instantReader(timeSystem)
    segments.push({ metadata, raw, comments: [], observations: [], lines: [], readInstant })
  }

  function takeData(line: MessageLine): void {
    const segment = segments.at(-1)
    if (openDataLine !== null) openDataLine = line.line
    if (line.kind === 'comment') segment?.comments.push(line.text)
    else if (line.kind === 'assignment') takeKeyword(line, segment)
    else if (line.kind === 'text') {
      const { line: at, column, text } = line
      log.error({ line: at, column, keyword: null, code: 'bad-line', message: 'the line has no keyword', found: text })
    } else if (line.name === 'observation') {
      if (epoch !== null && line.kind === 'close') reportMissing(epoch)
      epoch = null
    } else if (line.name.toLowerCase() === 'data') openDataLine = line.kind === 'open' ? line.line : null
    else if (line.kind === 'open') {
      const { line: at, column, name } = line
      log.error({ line: at, column, keyword: null, code: 'unknown-keyword', message: 'no such part here', found: name })
    }
  }

  function takeKeyword(line: Assignment, segment: OpenSegment | undefined): void {
    if (!hasMetadata) {
      const { line: at, column, keyword } = line
      const message = 'this stands before the metadata of a segment'
      log.error({ line: at, column, keyword, code: 'wrong-place', message, expected: 'META_START' })
      return
    }
    // In XML the time is a separate element before the element of the measurement.
    if (line.parent !== undefined && line.keyword === 'EPOCH') {
      epoch = line
      return
    }
    const isElement = line.parent !== undefined
    const [time = '', value = '', ...more] = isElement ? [epoch?.text ?? '', line.text] : line.text.split(/[ \t]+/)
    if (isElement) epoch = null
    if (more.length > 0 || value === '') {
      report(line, 'bad-row', 'a measurement is a time and a number')
      return
    }
    observe(line, { time, value }, segment)
  }

  function observe(
    line: Assignment,
    { time, value }: { time: string; value: string },
    segment: OpenSegment | undefined,
  ): void {
    const { line: at, keyword } = line
    const unit = OBSERVATIONS.get(keyword)
    observations += 1
    if (observations > limits.points) {
      refuseExcess(log, { line: at, code: 'too-many-points', limit: `${limits.points} observations` })
    }
    if (unit === undefined) {
      report(line, 'unknown-keyword', 'no such measurement')
      return
    }
    const number = parseQuantity(value, keyword === 'RANGE' ? rangeUnit(segment?.metadata) : unit)
    if (number === null) {
      report(line, 'bad-number', `${JSON.stringify(value.slice(0, 40))} is not a number`)
      return
    }
    try {
      const instant = segment?.readInstant(time)
      if (segment === undefined || instant === undefined) return
      const text = keyword.includes('_PHASE_CT_') ? { text: value } : {}
      segment.observations.push({ keyword, epoch: instant, value: number, ...text })
      segment.lines.push(at)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      report(line, 'bad-time', error.message)
    }
  }

  function report(
    { line, column, keyword, text }: Assignment,
    code: 'bad-row' | 'bad-number' | 'bad-time' | 'unknown-keyword',
    message: string,
  ): void {
    log.error({ line, column, keyword, code, message, found: text })
  }

  function reportMissing({ line, column }: Assignment): void {
    log.error({
      line,
      column,
      keyword: 'EPOCH',
      code: 'bad-row',
      message: 'the observation has a time but no measurement',
    })
  }

  const reader = readSections(
    { layout: TDM_LAYOUT, sections: [{ section: 'META', table: METADATA }] },
    { log, limits },
    {
      header(block) {
        version = block.assignments.get('CCSDS_TDM_VERS')?.text ?? version
        header = readBlock({ ...block, table: HEADER }, { timeSystem: 'UTC', log, version })
      },
      section: openSegment,
      data: takeData,
    },
  )
  return {
    take: reader.take,
    finish() {
      reader.finish()
      reportUnclosed('the message ends')
      for (const { raw, observations: made, lines } of segments)
        checkObservations(
          raw,
          made.map((one, index) => ({ ...one, line: lines[index] ?? 1 })),
          log,
        )
      if (!hasMetadata) {
        const message = 'the message has no segment'
        log.error({ line: 1, column: 1, keyword: null, code: 'unfinished', message, expected: 'META_START' })
      }
      if (header === null) return null
      return {
        header,
        segments: segments.map(({ metadata, comments, observations: made }) => ({
          metadata,
          comments,
          observations: made,
        })),
      }
    },
  }
}

/** Returns RANGE_UNITS of a segment; km if it is not given. */
function rangeUnit(metadata: TdmMetadata | undefined): Unit | null {
  const unit = metadata?.rangeUnits?.toLowerCase() ?? 'km'
  return unit === 'km' || unit === 's' ? unit : null
}

/**
 * Returns the text of the message in KVN or XML, according to the tables of CCSDS 503.0-B-2; reading it gives the same data. Throws a RangeError that
 * names what the notation cannot express.
 */
export function formatTdm(tdm: Tdm, options: WriteOptions = {}): string {
  return printMessage(tdmLines(tdm, options.notation), options)
}

/** Yields the lines of the message: measurements are keywords with time and value in KVN, and elements in XML. */
export function* tdmLines({ header, segments }: Tdm, notation: 'KVN' | 'XML' = 'KVN'): Generator<OutLine> {
  yield* headerLines(HEADER, header)
  yield { kind: 'open', element: 'body' }
  for (const { metadata, comments, observations } of segments) {
    const timeSystem = metadata.timeSystem.toUpperCase()
    yield { kind: 'open', element: 'segment' }
    yield* blockLines(METADATA, metadata, { timeSystem, section: 'META' })
    yield { kind: 'open', element: 'data', section: 'DATA' }
    yield* commentLines(comments)
    for (const { keyword, epoch, value, text } of observations) {
      const time = formatInstant(epoch, timeSystem, keyword)
      const unit = keyword === 'RANGE' ? rangeUnit(metadata) : (OBSERVATIONS.get(keyword) ?? null)
      const number = text ?? formatQuantity(value, unit)
      if (notation === 'KVN') yield { kind: 'assignment', keyword, value: `${time} ${number}`, unit: null }
      else {
        yield { kind: 'open', element: 'observation' }
        yield { kind: 'assignment', keyword: 'EPOCH', value: time, unit: null }
        yield { kind: 'assignment', keyword, value: number, unit: null }
        yield { kind: 'close', element: 'observation' }
      }
    }
    yield { kind: 'close', element: 'data', section: 'DATA' }
    yield { kind: 'close', element: 'segment' }
  }
  yield { kind: 'close', element: 'body' }
}

// The functions below check what a Tracking Data Message means beyond its single values; each check reports to the log.

/** Checks that a path names existing participants, and that PATH does not occur together with PATH_1 and PATH_2. */
function checkTdmMetadata({ assignments }: RawBlock, log: FaultLog): void {
  for (const keyword of ['PATH', 'PATH_1', 'PATH_2']) {
    const path = assignments.get(keyword)
    if (path === undefined) continue
    const numbers = path.text.split(',').map((part) => part.trim())
    const unknown = numbers.find((number) => !/^[1-5]$/.test(number) || !assignments.has(`PARTICIPANT_${number}`))
    if (unknown === undefined) continue
    const message = `${JSON.stringify(unknown.slice(0, 10))} is the number of no participant`
    log.deviation({ ...placeOf(path), code: 'not-consistent', message, found: path.text })
  }
  const single = assignments.get('PATH_1')
  if (single !== undefined && assignments.has('PATH')) {
    log.deviation({ ...placeOf(single), code: 'not-consistent', message: 'PATH and PATH_1 exclude each other' })
  }
}

interface Observation {
  readonly keyword: string
  readonly epoch: MessageTime
  readonly line: number
}

/**
 * Checks that the times of each kind of measurement ascend, that angles name their type, and right ascensions their frame; otherwise that is a
 * deviation.
 */
function checkObservations(raw: RawBlock, observations: readonly Observation[], log: FaultLog): void {
  const last = new Map<string, Epoch>()
  for (const { keyword, epoch, line } of observations) {
    if (!isResolved(epoch)) continue
    const before = last.get(keyword)
    if (before !== undefined && compareEpochs(before, epoch) > 0) {
      const message = `the time is before that of the ${keyword} before it`
      log.deviation({ line, column: 1, keyword, code: 'not-increasing', message, expected: 'rising times' })
    }
    last.set(keyword, epoch)
  }
  const angle = observations.find(({ keyword }) => keyword === 'ANGLE_1' || keyword === 'ANGLE_2')
  const type = raw.assignments.get('ANGLE_TYPE')
  if (angle !== undefined && type === undefined) {
    const message = 'ANGLE_TYPE is missing, though there are angles'
    log.deviation({ line: raw.line, column: 1, keyword: 'ANGLE_TYPE', code: 'missing-keyword', message })
  }
  if (type?.text.toUpperCase() === 'RADEC' && !raw.assignments.has('REFERENCE_FRAME')) {
    const message = 'REFERENCE_FRAME is missing, though the angles are right ascension and declination'
    log.deviation({ line: raw.line, column: 1, keyword: 'REFERENCE_FRAME', code: 'missing-keyword', message })
  }
}

function placeOf({ line, column, keyword }: Assignment): { line: number; column: number; keyword: string } {
  return { line, column, keyword }
}
