import { lineCounter } from '../notation/line-counter.ts'

/** The position of a message in the text of a file, and the line on which it begins, from 1. */
export interface MessageSpan {
  readonly start: number
  readonly end: number
  readonly line: number
}

/** A byte-order mark, as a character or as the three bytes of UTF-8 if each byte is read as a character. */
const MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)/
const KVN_BEGIN = /^(?:\u00ef\u00bb\u00bf)?[ \t\ufeff]*CCSDS_[A-Z]{3}_VERS[ \t]*=/gm
const XML_BEGIN = /<(cdm|opm|oem|omm|ocm|tdm|aem|apm|rdm)(?=[\s>])/g
const XML_COLLECTION = /<ndm[\s>]/

/**
 * Returns the messages of a file that contains several, so that each can be stored and read separately: one after the other in KVN, the children of
 * an `ndm` in XML, the members of an array in JSON. A file with one message, or none, is one span. Faults inside a message are reported by its
 * reader. The text is searched once, whatever it contains, and only until more than `most` messages are found: a file of 20 MiB that consists of
 * brackets has seven million messages.
 */
export function findMessageSpans(text: string, most = Number.POSITIVE_INFINITY): MessageSpan[] {
  const visible = /[^\s\ufeff]/g
  visible.lastIndex = MARK.exec(text)?.[0].length ?? 0
  const first = visible.exec(text)?.[0]
  const found = first === '<' ? xmlSpans(text) : first === '[' ? jsonSpans(text) : kvnSpans(text)
  const placeOf = lineCounter(text)
  const spans: MessageSpan[] = []
  for (const [start, end] of found) {
    spans.push({ start, end, line: placeOf(start).line })
    if (spans.length > most) break
  }
  return spans.length === 0 ? [{ start: 0, end: text.length, line: 1 }] : spans
}

type Bounds = readonly [start: number, end: number]

/** Yields the spans from one beginning to the next; text before the first beginning belongs to the first span. */
function* kvnSpans(text: string): Generator<Bounds> {
  let start = -1
  for (const { index } of text.matchAll(KVN_BEGIN)) {
    if (start !== -1) yield [start, index]
    start = start === -1 ? 0 : index
  }
  if (start !== -1) yield [start, text.length]
}

function* xmlSpans(text: string): Generator<Bounds> {
  if (!XML_COLLECTION.test(text)) return
  const begin = new RegExp(XML_BEGIN)
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const close = text.indexOf(`</${match[1]}`, match.index)
    const end = close === -1 ? -1 : text.indexOf('>', close)
    // The element is never closed: the rest of the text is one message, and its reader reports the fault.
    begin.lastIndex = end === -1 ? text.length : end + 1
    yield [match.index, begin.lastIndex]
  }
}

/** Yields the members of the outermost array, as long as the brackets match. */
function* jsonSpans(text: string): Generator<Bounds> {
  let [depth, start, isString] = [0, -1, false]
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at]
    if (isString) {
      if (c === '\\') at += 1
      else if (c === '"') isString = false
    } else if (c === '"') isString = true
    else if (c === '{' || c === '[') {
      depth += 1
      if (depth === 2) start = at
    } else if (c === '}' || c === ']') {
      depth -= 1
      if (depth === 1) yield [start, at + 1]
    }
  }
}
