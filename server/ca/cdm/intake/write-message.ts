import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import type { Cdm } from '@apsis/contract/ca/cdm.ts'
import { readStored } from '../../message/read-message.ts'

const NOTATIONS = { kvn: 'KVN', xml: 'XML', json: 'JSON' } as const

export type MessageToWrite = { readonly original: Uint8Array; readonly format: Cdm['format'] }

/** A stored message in another notation. Throws RangeError where it cannot be written so. For the pool. */
export function writeMessage({ original, format }: MessageToWrite): Uint8Array {
  return Buffer.from(formatCdm(readStored(original), { notation: NOTATIONS[format], strict: false }))
}

/** Whether two messages have the same content, whatever their notation, order and layout. For the pool. */
export function isSameMessage([one, other]: readonly [Uint8Array, Uint8Array]): boolean {
  const [a, b] = [one, other].map((original) => Buffer.from(writeMessage({ original, format: 'kvn' })).toString())
  return a === b
}
