import { cdmLines } from '../cdm/format-cdm.ts'
import { type OutLine, printKvn, printXml, type WriteOptions, XML_DECLARATION } from '../notation/print.ts'
import { ocmLines } from '../ocm/format-ocm.ts'
import { oemLines } from '../oem/format-oem.ts'
import { ommLines } from '../omm/omm.ts'
import { opmLines } from '../opm/opm.ts'
import { tdmLines } from '../tdm/tdm.ts'
import type { AnyMessage } from './read-messages.ts'

/** The data around the messages in a combined NDM. */
export interface NdmHead {
  readonly comments?: readonly string[]
  readonly messageId?: string | null
}

/**
 * Returns several messages as one text: a combined NDM in XML (CCSDS 505.0-B), one after the other in KVN. A single message is written without the
 * element `ndm`, unless `head` contains something.
 */
export function formatMessages(messages: readonly AnyMessage[], options: WriteOptions & NdmHead = {}): string {
  return [...printMessages(messages, options)].join('')
}

/** Yields the text of formatMessages() in pieces. */
export function* printMessages(
  messages: readonly AnyMessage[],
  options: WriteOptions & NdmHead = {},
): Generator<string> {
  const { notation = 'KVN', strict = true, comments = [], messageId = null } = options
  if (notation === 'KVN') {
    for (const [index, message] of messages.entries()) {
      if (index > 0) yield '\n'
      yield* printKvn(linesOf(message, notation), strict)
    }
    return
  }
  yield XML_DECLARATION
  const isCombined = messages.length !== 1 || comments.length > 0 || messageId !== null
  if (isCombined) yield '<ndm>\n'
  const head: OutLine[] = [
    ...(messageId === null
      ? []
      : [{ kind: 'assignment', keyword: 'MESSAGE_ID', value: messageId, unit: null } as const]),
    ...comments.map((text) => ({ kind: 'comment', text }) as const),
  ]
  if (head.length > 0) yield* printElements(head)
  for (const message of messages) yield* printXml(linesOf(message, notation), isCombined ? 1 : 0)
  if (isCombined) yield '</ndm>\n'
}

/** Yields lines that are directly inside the `ndm`. */
function* printElements(lines: readonly OutLine[]): Generator<string> {
  const inside = [...printXml(lines, 1)]
  yield* inside.slice(0, -1)
}

/** Returns the lines of any message. */
export function linesOf(any: AnyMessage, notation: 'KVN' | 'XML'): Iterable<OutLine> {
  switch (any.kind) {
    case 'CDM':
      return cdmLines(any.message)
    case 'OPM':
      return opmLines(any.message)
    case 'OEM':
      return oemLines(any.message, notation)
    case 'OMM':
      return ommLines(any.message)
    case 'OCM':
      return ocmLines(any.message)
    case 'TDM':
      return tdmLines(any.message, notation)
  }
}
