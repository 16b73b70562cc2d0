import type { EphemerisSegment } from '@apsis/astro/ephemeris/ephemeris.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { checkUpload } from '@apsis/ccsds/ephemeris/check-upload.ts'
import { type ExpectedObject, openEphemerisFile } from '@apsis/ccsds/ephemeris/ephemeris-file.ts'
import { toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import type { Detection } from '@apsis/ccsds/message/detect.ts'
import { openText } from '@apsis/ccsds/message/open-text.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'
import type { OemHeader } from '@apsis/ccsds/oem/oem.ts'
import type { OemRecord } from '@apsis/ccsds/oem/oem-records.ts'
import { type EphemerisFacts, factsOf, type ReadSegment } from './facts.ts'

/** The result of reading a file: with an error there is no orbit. */
export type EphemerisReading = {
  readonly format: string
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  readonly orbit: { readonly facts: EphemerisFacts; readonly segments: readonly EphemerisSegment[] } | undefined
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

/** The parts of a file, and its faults. */
export type CollectedFile = {
  readonly format: string
  readonly log: FaultLog
  readonly assumed: readonly Finding[]
  readonly header: OemHeader | undefined
  readonly segments: readonly ReadSegment[]
}

type About = { readonly name: string; readonly object: ExpectedObject }

/**
 * Reads an ephemeris in any of the formats and checks all that screening needs (domain.md C10): faults with line and
 * keyword. The text is never kept in memory; its states are, in SI.
 */
export async function readEphemeris(bytes: AsyncIterable<Uint8Array>, about: About): Promise<EphemerisReading> {
  const { format, log, assumed, header, segments } = await collectEphemeris(bytes, about)
  const orbit = log.failed ? undefined : orbitOf(segments, header, log)
  const [errors, warnings] = [log.errors, log.warnings].map((faults) => inOrder(faults).map(findingOf))
  return { format, errors: errors ?? [], warnings: [...assumed, ...(warnings ?? [])], orbit }
}

/** Reads a file without making an orbit of it. */
export async function collectEphemeris(bytes: AsyncIterable<Uint8Array>, about: About): Promise<CollectedFile> {
  const log = new FaultLog(false)
  const assumed: Finding[] = []
  const segments: ReadSegment[] = []
  let header: OemHeader | undefined
  let lastLine = 1
  let format = 'unknown'
  try {
    const text = await openText(decode(bytes, log))
    format = formatOf(text.detection)
    const file = openEphemerisFile(text, { ...about, options: { strict: false } })
    const names = file.namesObject ? { objectIds: about.object.ids, objectNames: about.object.names } : {}
    const check = checkUpload(log, names)
    const take = (record: OemRecord) => {
      lastLine = record.line
      check.take(record)
      if (record.kind === 'header') header = record.header
      else keep(record, segments, log)
    }
    await file.read({ log, take, assume: (finding) => assumed.push(finding) })
    check.finish(lastLine)
  } catch (error) {
    // An error that ends a reading is in the log like every other fault.
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  return { format, log, assumed, header, segments }
}

function keep(record: OemRecord, segments: ReadSegment[], log: FaultLog): void {
  const segment = segments.at(-1)
  if (record.kind === 'segment') {
    const { line, metadata } = record
    segments.push({ line, metadata, states: [], covariances: [] })
    const found = metadata.refFrame
    if (toFrame(found) === null) {
      const message = `states in ${found} cannot be brought to another frame`
      const expected = 'GCRF, EME2000, TEME, TOD, MOD, CIRF or an ITRF'
      log.error({ line, column: 1, keyword: 'REF_FRAME', code: 'bad-value', message, found, expected })
    }
  } else if (record.kind === 'state') segment?.states.push(record.state)
  else if (record.kind === 'covariance') segment?.covariances.push(record.covariance)
}

/** Returns the orbit of the read segments; writes faults of the whole file to the log. */
function orbitOf(segments: readonly ReadSegment[], header: OemHeader | undefined, log: FaultLog) {
  try {
    const ephemeris = toTemeEphemeris(segments)
    const { originator = null, creationDate: made = null } = header ?? {}
    const facts = factsOf({ segments, ephemeris, originator, made })
    return { facts, segments: ephemeris.segments.map(({ segment }) => segment) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const line = segments[0]?.line ?? 1
    log.error({ line, column: 1, keyword: null, code: 'not-consistent', message: error.message })
    return undefined
  }
}

async function* decode(bytes: AsyncIterable<Uint8Array>, log: FaultLog): AsyncGenerator<string, undefined> {
  const decoding = decodeText(log, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }))
  for await (const piece of bytes) yield decoding.write(piece)
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
