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

/** Writes a stored message in another notation. Throws RangeError if the notation cannot express it. Runs in the worker pool. */
export function writeMessage({ original, format }: MessageToWrite): Uint8Array {
  return Buffer.from(formatCdm(readStored(original), { notation: NOTATIONS[format], strict: false }))
}

export type OwnMessageToWrite = MessageToWrite & {
  readonly own: OwnCdm
  /** Object 1 as the organisation sees it, which may be object 2 of the message. */
  readonly object1: string
  /** True if the other object of the event is first. */
  readonly isExchanged: boolean
  /** True if the message is simulated, even if it does not say so. */
  readonly isSimulated: boolean
}

/** Writes a stored message as the organisation's own, with its own probability. Throws RangeError if impossible. Runs in the worker pool. */
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

/** True if two messages have the same content, whatever their notation, order and layout. Runs in the worker pool. */
export function isSameMessage([one, other]: readonly [Uint8Array, Uint8Array]): boolean {
  const [a, b] = [one, other].map((original) => Buffer.from(writeMessage({ original, format: 'kvn' })).toString())
  return a === b
}
