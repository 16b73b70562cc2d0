import { type MessageReader, messageOf, type Reading, type ReadOptions, readMessage } from '../block/read-message.ts'
import type { FaultLog } from '../fault.ts'
import type { Oem, OemCovariance, OemHeader, OemMetadata, OemState } from './oem.ts'
import { oemRecords } from './oem-records.ts'

/** Reads a complete OEM in KVN or XML; oem-records.ts reads one of any size, record by record. */
export function readOem(source: string | Iterable<string>, options: ReadOptions = {}): Reading<Oem> {
  return readMessage(source, options, oemReader)
}

/** Returns the OEM of a text, for callers who want the data or a MessageSyntaxError (line, keyword, all faults). */
export function parseOem(source: string | Iterable<string>, options: ReadOptions = {}): Oem {
  return messageOf(readOem(source, options))
}

interface GrowingSegment {
  readonly metadata: OemMetadata
  readonly comments: string[]
  readonly states: OemState[]
  readonly covariances: OemCovariance[]
}

/** Returns a reader that makes an OEM from lines. */
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
