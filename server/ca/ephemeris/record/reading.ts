import { toCovarianceColumns } from '@apsis/astro/ephemeris/columns.ts'
import type { Ephemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { checkUpload } from '@apsis/ccsds/ephemeris/check-upload.ts'
import { type EphemerisRecord, type ExpectedObject, openEphemerisFile } from '@apsis/ccsds/ephemeris/ephemeris-file.ts'
import { type MessageColumns, toMessageColumns, toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import type { Detection } from '@apsis/ccsds/message/detect.ts'
import { openText } from '@apsis/ccsds/message/open-text.ts'
import { decodeText, type TextPiece } from '@apsis/ccsds/notation/decode.ts'
import type { OemCovariance, OemHeader, OemMetadata, OemState } from '@apsis/ccsds/oem/oem.ts'
import { type EphemerisFacts, factsOf } from './facts.ts'

/** The result of reading a file: with an error there is no orbit. */
export type EphemerisReading = {
  readonly format: string
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  readonly orbit: { readonly facts: EphemerisFacts; readonly ephemeris: Ephemeris } | undefined
}

/** A fault of a file; a fault of the whole file has no line. */
export type Finding = {
  readonly code: string
  readonly message: string
  readonly line?: number
  readonly column?: number
  readonly keyword?: string
  readonly expected?: readonly string[]
}

/** The findings on a file, and its header. */
export type CheckedFile = {
  readonly format: string
  readonly log: FaultLog
  readonly assumed: readonly Finding[]
  readonly header: OemHeader | undefined
}

type About = { readonly name: string; readonly object: ExpectedObject }

/** A segment as it was read, and its first line: its states are in columns, or one by one. */
type ReadSegment = {
  readonly line: number
  readonly metadata: OemMetadata
  readonly states: OemState[]
  readonly covariances: OemCovariance[]
  columns?: MessageColumns<OemMetadata>
}

/**
 * Reads an ephemeris in any of the formats and checks all that screening needs (domain.md C10): faults with line and
 * keyword. The text is never kept in memory; its states are, in SI.
 */
export async function readEphemeris(bytes: AsyncIterable<Uint8Array>, about: About): Promise<EphemerisReading> {
  const segments: ReadSegment[] = []
  const { format, log, assumed, header } = await checkEphemeris(bytes, about, (record) => keep(record, segments))
  const orbit = log.failed ? undefined : orbitOf(segments, header, log)
  const [errors, warnings] = [log.errors, log.warnings].map((faults) => inOrder(faults).map(findingOf))
  return { format, errors: errors ?? [], warnings: [...assumed, ...(warnings ?? [])], orbit }
}

/** Reads and checks a file, and passes on its parts. */
export async function checkEphemeris(
  bytes: AsyncIterable<Uint8Array>,
  about: About,
  pass: (record: EphemerisRecord) => void,
): Promise<CheckedFile> {
  const log = new FaultLog(false)
  const assumed: Finding[] = []
  let header: OemHeader | undefined
  let lastLine = 1
  let format = 'unknown'
  try {
    const text = await openText(decode(bytes, log))
    format = formatOf(text.detection)
    const file = openEphemerisFile(text, { ...about, options: { strict: false } })
    const names = file.namesObject ? { objectIds: about.object.ids, objectNames: about.object.names } : {}
    const check = checkUpload(log, names)
    const take = (record: EphemerisRecord) => {
      lastLine = record.line
      check.take(record)
      if (record.kind === 'header') header = record.header
      else if (record.kind === 'segment') checkFrame(record, log)
      pass(record)
    }
    await file.read({ log, take, assume: (finding) => assumed.push(finding) })
    check.finish(lastLine)
  } catch (error) {
    // An error that ends a reading is in the log like every other fault.
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  return { format, log, assumed, header }
}

function checkFrame({ line, metadata }: Extract<EphemerisRecord, { kind: 'segment' }>, log: FaultLog): void {
  const found = metadata.refFrame
  if (toFrame(found) !== null) return
  const message = `states in ${found} cannot be brought to another frame`
  const expected = 'GCRF, EME2000, TEME, TOD, MOD, CIRF or an ITRF'
  log.error({ line, column: 1, keyword: 'REF_FRAME', code: 'bad-value', message, found, expected })
}

function keep(record: EphemerisRecord, segments: ReadSegment[]): void {
  const segment = segments.at(-1)
  if (record.kind === 'segment') {
    const { line, metadata } = record
    segments.push({ line, metadata, states: [], covariances: [] })
  } else if (segment === undefined) return
  else if (record.kind === 'state') segment.states.push(record.state)
  else if (record.kind === 'covariance') segment.covariances.push(record.covariance)
  else if (record.kind === 'table') {
    const { states, covariances } = record
    segment.columns = { metadata: segment.metadata, states, covariances: covariances ?? NO_COVARIANCES }
  }
}

const NO_COVARIANCES = toCovarianceColumns([], '')

/** Returns the orbit of the read segments; writes faults of the whole file to the log. */
function orbitOf(segments: readonly ReadSegment[], header: OemHeader | undefined, log: FaultLog) {
  try {
    const columns = segments.map((segment) => segment.columns ?? toMessageColumns(segment))
    const ephemeris = toTemeEphemeris(columns)
    const { originator = null, creationDate: made = null } = header ?? {}
    return { facts: factsOf({ segments: columns, ephemeris, originator, made }), ephemeris }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const line = segments[0]?.line ?? 1
    log.error({ line, column: 1, keyword: null, code: 'not-consistent', message: error.message })
    return undefined
  }
}

async function* decode(bytes: AsyncIterable<Uint8Array>, log: FaultLog): AsyncGenerator<TextPiece, undefined> {
  const decoding = decodeText(log, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }))
  for await (const piece of bytes) yield decoding.pass(piece)
  yield decoding.end()
  return undefined
}

function formatOf({ kind, notation }: Detection): string {
  return notation === 'text' || kind === 'unknown' ? kind : `${kind} ${notation}`
}

function inOrder(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function findingOf({ line, column, keyword, code, message, expected }: Fault): Finding {
  return {
    code,
    message,
    line,
    column,
    ...(keyword === null ? {} : { keyword }),
    ...(expected === null ? {} : { expected: [expected] }),
  }
}
