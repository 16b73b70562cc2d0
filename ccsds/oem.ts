import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Block, Extra, MessageTime } from './block.ts'
import type { Matrix } from './covariance.ts'
import type { FaultLog } from './fault.ts'
import type { HEADER, METADATA } from './oem.data.ts'
import { oemRecords } from './oem-records.ts'
import { type MessageReader, messageOf, type Reading, type ReadOptions, readMessage } from './read-message.ts'

type Comments = readonly string[]

export type OemHeader = Block<typeof HEADER>
/** `unknown`: keywords that no table knows, kept by a lenient reading. */
export type OemMetadata = Block<typeof METADATA> & { readonly unknown?: readonly Extra[] }

/** A state of an ephemeris in the segment's REF_FRAME: m, m/s, and m/s² where the message has accelerations. */
export interface OemState {
  readonly epoch: MessageTime
  readonly r: Vec3
  readonly v: Vec3
  readonly a?: Vec3
}

/** The covariance of position and velocity at an epoch, 6×6 in m², m²/s, m²/s²; in REF_FRAME if it names no frame. */
export interface OemCovariance {
  readonly comments: Comments
  readonly epoch: MessageTime
  readonly refFrame?: string
  readonly matrix: Matrix
}

/** States between which one may interpolate, but not beyond them. */
export interface OemSegment {
  readonly metadata: OemMetadata
  /** Comments among the states. */
  readonly comments: Comments
  readonly states: readonly OemState[]
  readonly covariances: readonly OemCovariance[]
}

/** An Orbit Ephemeris Message (CCSDS 502.0-B-3 §5), in SI units. */
export interface Oem {
  readonly header: OemHeader
  readonly segments: readonly OemSegment[]
}

/** Reads an OEM in KVN or XML whole; oem-records.ts reads one of any size, record by record. */
export function readOem(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Oem> {
  return readMessage(source, options, oemReader)
}

/** The OEM of a text: readOem for those who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseOem(source: string | Iterable<string>, options: ReadOptions = {}): Oem {
  return messageOf(readOem(source, options))
}

interface GrowingSegment {
  readonly metadata: OemMetadata
  readonly comments: string[]
  readonly states: OemState[]
  readonly covariances: OemCovariance[]
}

/** Makes an OEM of lines. */
export function oemReader(log: FaultLog, options: ReadOptions): MessageReader<Oem> {
  let header: OemHeader | null = null
  const segments: GrowingSegment[] = []
  const records = oemRecords(log, options, (record) => {
    const segment = segments.at(-1)
    if (record.kind === 'header') header = record.header
    else if (record.kind === 'segment') {
      segments.push({ metadata: record.metadata, comments: [], states: [], covariances: [] })
    } else if (record.kind === 'comment') segment?.comments.push(record.text)
    else if (record.kind === 'state') segment?.states.push(record.state)
    else segment?.covariances.push(record.covariance)
  })
  return {
    take: records.take,
    finish() {
      records.finish()
      return header === null ? null : { header, segments }
    },
  }
}
