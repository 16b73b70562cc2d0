import { extrasOf } from '../block/assemble.ts'
import type { Layout } from '../block/block.ts'
import { checkFrame } from '../block/check-frames.ts'
import { reportComment } from '../block/collect-blocks.ts'
import { instantReader } from '../block/instant-reader.ts'
import { readBlock } from '../block/read-block.ts'
import type { ReadOptions } from '../block/read-message.ts'
import { type RawSection, readSections, type SectionReader } from '../block/read-sections.ts'
import type { FaultLog } from '../fault.ts'
import { LIMITS, limitLines, refuseExcess } from '../notation/limits.ts'
import type { LineSink, MessageLine } from '../notation/line.ts'
import { scanText } from '../notation/scan.ts'
import { checkMetadata, type SegmentChecks, segmentChecks } from './check-oem.ts'
import { HEADER, METADATA, OEM_LAYOUT } from './oem.data.ts'
import type { OemCovariance, OemHeader, OemMetadata, OemState } from './oem.ts'
import { type CovarianceReader, covarianceReader } from './oem-covariance.ts'
import { type StateReader, stateReader } from './oem-state.ts'

/** The parts of an ephemeris message, in its order, each with the line at which it begins. */
export type OemRecord =
  | { readonly kind: 'header'; readonly line: number; readonly header: OemHeader }
  | { readonly kind: 'segment'; readonly line: number; readonly metadata: OemMetadata }
  | { readonly kind: 'comment'; readonly line: number; readonly text: string }
  | { readonly kind: 'state'; readonly line: number; readonly state: OemState }
  | { readonly kind: 'covariance'; readonly line: number; readonly covariance: OemCovariance }

/** Receives text in pieces of any size, and returns the records that are complete. */
export interface RecordReader<R> {
  write(chunk: string): R[]
  end(): R[]
}

/**
 * Reads an OEM of any size, in KVN or XML, record by record: no part of it is stored. Faults are reported to `log`; text that exceeds the limits or
 * is not XML throws MessageSyntaxError. At the end of the message, `log.failed` tells whether it is valid.
 */
export function openOem(log: FaultLog, options: ReadOptions = {}): RecordReader<OemRecord> {
  let records: OemRecord[] = []
  const reader = oemRecords(log, options, (record) => records.push(record))
  const limits = options.limits ?? LIMITS
  const scanner = scanText({ log, sink: limitLines(insideMessage(reader.take), log, limits), limits })
  const flush = () => {
    const complete = records
    records = []
    return complete
  }
  return {
    write(chunk) {
      scanner.write(chunk)
      return flush()
    },
    end() {
      scanner.end()
      reader.finish()
      return flush()
    },
  }
}

/** Omits the parts of a combined message that are not its ephemeris. */
function insideMessage(sink: LineSink): LineSink {
  let isOutside = false
  return (line) => {
    const isBracket = line.kind === 'open' || line.kind === 'close'
    if (isBracket && line.name === 'ndm') isOutside = line.kind === 'open'
    else if (isBracket && isOutside && line.kind === 'open') isOutside = false
    if (!isOutside) sink(line)
    if (line.kind === 'close' && line.name === 'oem') isOutside = true
  }
}

interface OpenSegment {
  readonly states: StateReader
  readonly covariances: CovarianceReader
  readonly checks: SegmentChecks
}

const SECTIONS = [{ section: 'META', table: METADATA }]
const LAYOUT: Layout = OEM_LAYOUT

/** Makes records from the lines of an OEM. */
export function oemRecords(log: FaultLog, options: ReadOptions, emit: (record: OemRecord) => void): SectionReader {
  const limits = options.limits ?? LIMITS
  let version = '3.0'
  let points = 0
  let segments = 0
  let segment: OpenSegment | null = null
  let first: OemMetadata | null = null
  let last: OemMetadata | null = null
  let inCovariance = false
  let lastLine = 1

  function count(line: number): void {
    points += 1
    if (points > limits.points) refuseExcess(log, { line, code: 'too-many-points', limit: `${limits.points} points` })
  }

  function openSegment(raw: RawSection): void {
    segments += 1
    if (segments > limits.segments) {
      refuseExcess(log, { line: raw.line, code: 'too-many-segments', limit: `${limits.segments} segments` })
    }
    endSegment(raw.line)
    const timeSystem = raw.assignments.get('TIME_SYSTEM')?.text.toUpperCase() ?? 'UTC'
    const frame = raw.assignments.get('REF_FRAME')
    if (frame !== undefined) checkFrame(frame, options.frames ?? [], log)
    const block = readBlock({ ...raw, table: METADATA }, { timeSystem, log, version })
    const unknown = extrasOf(raw.unknown)
    const metadata = block === null ? null : { ...block, ...(unknown.length === 0 ? {} : { unknown }) }
    if (metadata !== null) {
      checkMetadata(metadata, { raw, first, last }, log)
      first ??= metadata
      last = metadata
      emit({ kind: 'segment', line: raw.line, metadata })
    }
    const readInstant = instantReader(timeSystem)
    const checks = segmentChecks(metadata, raw.line, log)
    const context = { log, readInstant, version, frames: options.frames ?? [] }
    segment = {
      checks,
      states: stateReader(context, (state, line) => {
        count(line)
        checks.state(state.epoch, line)
        if (metadata !== null) emit({ kind: 'state', line, state })
      }),
      covariances: covarianceReader(context, (covariance, line) => {
        count(line)
        checks.covariance(covariance.epoch, line)
        if (metadata !== null) emit({ kind: 'covariance', line, covariance })
      }),
    }
  }

  function endCovariances(line: number): void {
    for (const text of segment?.covariances.finish(line) ?? []) emitComment(line, text)
  }

  function endSegment(line: number): void {
    endCovariances(line)
    segment?.checks.finish(line)
    segment = null
    inCovariance = false
  }

  function takeData(line: MessageLine): void {
    if (line.kind === 'open' || line.kind === 'close') {
      if (line.name === 'COVARIANCE') inCovariance = line.kind === 'open'
      if (line.name === 'COVARIANCE' && !inCovariance) endCovariances(line.line)
    }
    if (line.kind === 'comment' && inCovariance) segment?.covariances.comment(line.text)
    else if (line.kind === 'comment' && segment?.covariances.isOpen() !== true) {
      if (segment?.checks.hasStates() === true) reportComment(line, log)
      emitComment(line.line, line.text)
    } else if (segment === null) reportOutside(line, log)
    else if (inCovariance || (line.kind !== 'text' && segment.covariances.wants(line))) segment.covariances.take(line)
    else segment.states.take(line)
  }

  function emitComment(line: number, text: string): void {
    if (segment !== null) emit({ kind: 'comment', line, text })
  }

  const reader = readSections(
    { layout: LAYOUT, sections: SECTIONS },
    { log, limits },
    {
      header(block) {
        version = block.assignments.get('CCSDS_OEM_VERS')?.text ?? version
        const header = readBlock({ ...block, table: HEADER }, { timeSystem: 'UTC', log, version })
        if (header !== null) emit({ kind: 'header', line: block.line, header })
      },
      section: openSegment,
      data: takeData,
    },
  )
  return {
    take(line) {
      lastLine = line.line
      reader.take(line)
    },
    finish() {
      reader.finish()
      endSegment(lastLine)
      if (segments > 0) return
      const message = 'the message has no segment'
      log.error({ line: lastLine, column: 1, keyword: null, code: 'unfinished', message, expected: 'META_START' })
    },
  }
}

function reportOutside(line: MessageLine, log: FaultLog): void {
  if (line.kind === 'comment') return
  const { line: at, column } = line
  const message = 'this stands before the metadata of a segment'
  log.error({ line: at, column, keyword: null, code: 'wrong-place', message, expected: 'META_START' })
}
