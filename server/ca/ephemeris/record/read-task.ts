import { createReadStream } from 'node:fs'
import { axesAt, epochAt, matrixAt, statesOf } from '@apsis/astro/ephemeris/columns.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { EphemerisRecord, ExpectedObject } from '@apsis/ccsds/ephemeris/ephemeris-file.ts'
import { MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import type { OemCovariance, OemSegment, OemState } from '@apsis/ccsds/oem/oem.ts'
import type { EphemerisFacts } from './facts.ts'
import { packOrbit } from './packed-orbit.ts'
import { checkEphemeris, type EphemerisReading, readEphemeris } from './reading.ts'

export type FileTask = {
  /** The path of the file, or its bytes. */
  readonly source: string | Uint8Array
  readonly name: string
  readonly object: ExpectedObject
  /** The time of arrival, ISO 8601, for formats that do not state when they were made. */
  readonly since: string
}

export type Answer = Omit<EphemerisReading, 'orbit'> & {
  readonly facts: EphemerisFacts | undefined
  readonly packed: Uint8Array | undefined
}

export type WrittenFile =
  | { readonly bytes: Uint8Array; readonly fault: undefined }
  | { readonly bytes: undefined; readonly fault: string }

async function* bytesOf(source: FileTask['source']): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') yield* createReadStream(source)
  else yield source
}

/** Reads and checks a file. Runs in the pool: a large one takes seconds, and a bad one may need more memory than it gets. */
export async function checkFile(file: FileTask): Promise<Answer> {
  const { orbit, ...reading } = await readEphemeris(bytesOf(file.source), file)
  if (orbit === undefined) return { ...reading, facts: undefined, packed: undefined }
  return { ...reading, facts: orbit.facts, packed: packOrbit(orbit.ephemeris) }
}

/** Writes a file again as an OEM. Runs in the worker pool. */
export async function writeFile({ notation, ...file }: FileTask & { notation: 'KVN' | 'XML' }): Promise<WrittenFile> {
  const segments: WrittenSegment[] = []
  const { log, header } = await checkEphemeris(bytesOf(file.source), file, (record) => collect(record, segments))
  const [fault] = log.errors
  if (fault !== undefined) return { bytes: undefined, fault: fault.message }
  const made = header ?? { creationDate: parseTime(file.since), originator: 'APSIS' }
  const oem = {
    header: { ...made, comments: header?.comments ?? [], version: '2.0' },
    segments,
  }
  try {
    return { bytes: Buffer.from(formatOem(oem, { notation, strict: false })), fault: undefined }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof MessageSyntaxError)) throw error
    return { bytes: undefined, fault: error.message }
  }
}

type WrittenSegment = Omit<OemSegment, 'states' | 'covariances'> & {
  readonly states: OemState[]
  readonly covariances: OemCovariance[]
}

function collect(record: EphemerisRecord, segments: WrittenSegment[]): void {
  const segment = segments.at(-1)
  if (record.kind === 'segment') segments.push({ metadata: record.metadata, comments: [], states: [], covariances: [] })
  else if (segment === undefined) return
  else if (record.kind === 'state') segment.states.push(record.state)
  else if (record.kind === 'covariance') segment.covariances.push(record.covariance)
  else if (record.kind === 'table') {
    const { states, covariances } = record
    for (const state of statesOf(states)) segment.states.push(state)
    for (let row = 0; row < (covariances?.count ?? 0) && covariances !== null; row += 1) {
      const [epoch, matrix] = [epochAt(covariances, row), matrixAt(covariances.triangles, row)]
      segment.covariances.push({ comments: [], epoch, refFrame: axesAt(covariances, row), matrix })
    }
  }
}
