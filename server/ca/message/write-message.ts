import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import { exchangeCdm, type OwnCdm, ownCdm } from '@apsis/ccsds/cdm/own-cdm.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { isMarkedSimulated } from './read-file.ts'
import { designatorOf } from './record/api-value.ts'
import { readStored } from './record/derive-cdm.ts'

const SIMULATED = 'SIMULATED: made from simulated data, and nobody acts on this message'
const NOTATIONS = { kvn: 'KVN', xml: 'XML', json: 'JSON' } as const

export type MessageToWrite = { readonly original: Uint8Array; readonly format: Cdm['format'] }

/** A stored message in another notation. Throws RangeError where it cannot be written so. For the pool. */
export function writeMessage({ original, format }: MessageToWrite): Uint8Array {
  return Buffer.from(formatCdm(readStored(original), { notation: NOTATIONS[format], strict: false }))
}

export type OwnMessageToWrite = MessageToWrite & {
  readonly own: OwnCdm
  /** Of object 1 as the organisation sees the event, which may be object 2 of the message. */
  readonly object1: string
  /** Whether the other object of the event stands first. */
  readonly isExchanged: boolean
  /** The message is simulated, whether it says so itself or not. */
  readonly isSimulated: boolean
}

/** A stored message as one of the organisation, with its own probability. Throws RangeError where it cannot be written. For the pool. */
export function writeOwnMessage(task: OwnMessageToWrite): Uint8Array {
  const { original, format, own, object1, isExchanged } = task
  const stored = readStored(original)
  const message = task.isSimulated && !isMarkedSimulated(stored) ? marked(stored) : stored
  const isTurned = designatorOf(message.objects[0].metadata.objectDesignator) !== object1
  const seen = isTurned === isExchanged ? message : exchangeCdm(message)
  return Buffer.from(formatCdm(ownCdm(seen, own), { notation: NOTATIONS[format], strict: false }))
}

const marked = (message: Message): Message => ({
  ...message,
  header: { ...message.header, comments: [SIMULATED, ...message.header.comments] },
})

/** Whether two messages have the same content, whatever their notation, order and layout. For the pool. */
export function isSameMessage([one, other]: readonly [Uint8Array, Uint8Array]): boolean {
  const [a, b] = [one, other].map((original) => Buffer.from(writeMessage({ original, format: 'kvn' })).toString())
  return a === b
}
