import type { TLSSocket } from 'node:tls'
import { ServiceError } from './ask.service.ts'

/** A value in an answer: an atom or a quoted text, a literal, or a list in parentheses. */
export type ImapValue = string | Buffer | readonly ImapValue[]

/** An answer without a tag: its words and values after the star. */
export type ImapAnswer = readonly ImapValue[]

/** The server has refused a command: NO, with its code (RFC 5530) and words. */
export class ImapRefusal extends Error {
  /** In capital letters; empty if the server gave none. */
  readonly code: string
  readonly words: string
  constructor(words: string) {
    super(words)
    this.name = 'ImapRefusal'
    this.code = /^\[([A-Z-]{1,40})/i.exec(words)?.[1]?.toUpperCase() ?? ''
    this.words = readable(words)
  }
}

export type ImapLimits = {
  /** The maximum time until the next bytes arrive. */
  readonly idleMs: number
  /** The maximum number of bytes of a literal, which contains a mail. */
  readonly mostBytes: number
}

export type ImapConnection = {
  /** The greeting of the server, without its star. */
  readonly greeting: ImapAnswer
  /** Sends a command, and returns the answers to it; throws an ImapRefusal if the server refuses it. */
  run(...words: readonly ImapWord[]): Promise<readonly ImapAnswer[]>
  /** Ends the connection, whatever its state is. */
  end(): void
}

/** A word that is sent as it is, or a text that is sent in quotes or as a literal. */
export type ImapWord = string | { readonly text: string }

/** A line with a list of 100,000 numbers is shorter. */
const MOST_LINE = 1024 ** 2
/** The maximum number of bytes of all lines of an answer. */
const MOST_LINES = 32 * 1024 ** 2
const MOST_DEPTH = 20
const MOST_WORDS = 200

/** Speaks IMAP (RFC 3501, RFC 9051) over a connection: one command at a time, each with its answers. */
export async function openImap(socket: TLSSocket, limits: ImapLimits): Promise<ImapConnection> {
  const reader = readerOf(socket, limits)
  let count = 0
  let goodbye: string | undefined
  const next = async () => {
    const pieces = await reader.read().catch((error: unknown) => {
      throw goodbye === undefined || !(error instanceof ServiceError) ? error : new ServiceError('cut-off', goodbye)
    })
    const [head] = pieces
    const text = typeof head === 'string' ? head : ''
    if (/^\* BYE\b/i.test(text)) goodbye = readable(text.slice('* BYE'.length)) || 'the server said goodbye'
    return { pieces, text }
  }
  const first = await next()
  if (goodbye !== undefined) throw new ServiceError('throttled', goodbye)
  if (!/^\* OK\b/i.test(first.text)) throw new ServiceError('wrong-type', readable(first.text) || null)
  return {
    greeting: valuesOf(first.pieces),
    async run(...words) {
      if (socket.destroyed) throw new ServiceError('cut-off', goodbye ?? 'the connection ended')
      count += 1
      const tag = `A${count}`
      const sent = piecesToSend(`${tag} `, words)
      socket.write(sent[0] ?? '', 'latin1')
      let [part, bytes] = [1, 0]
      const answers: ImapAnswer[] = []
      for (;;) {
        const { pieces, text } = await next()
        bytes += text.length
        if (bytes > MOST_LINES) throw new ServiceError('too-large', `${MOST_LINES}`)
        if (text.startsWith('* ')) answers.push(valuesOf(pieces))
        else if (text.startsWith('+') && part < sent.length) {
          socket.write(sent[part] ?? '', 'latin1')
          part += 1
        } else if (text.startsWith(`${tag} `)) {
          const said = text.slice(tag.length + 1)
          if (/^OK\b/i.test(said)) return answers
          if (/^NO\b/i.test(said)) throw new ImapRefusal(said.slice('NO'.length).trim())
          throw new ServiceError('failed', readable(said))
        } else throw new ServiceError('wrong-type', readable(text) || null)
      }
    },
    end: () => void socket.destroy(),
  }
}

/**
 * Splits a command into pieces. Before each further piece, the client waits for the server: before a literal, and before the data after
 * AUTHENTICATE.
 */
function piecesToSend(tag: string, words: readonly ImapWord[]): string[] {
  const pieces: string[] = []
  let text = tag
  for (const [place, word] of words.entries()) {
    const gap = place === 0 ? '' : ' '
    if (typeof word === 'string') {
      // The response to a server's challenge has a line of its own.
      if (word.startsWith('\r\n')) {
        pieces.push(`${text}\r\n`)
        text = word.slice(2)
      } else text += `${gap}${word}`
    } else if (/^[ !#-[\]-~]*$/.test(word.text)) text += `${gap}"${word.text}"`
    else {
      const bytes = Buffer.from(word.text)
      pieces.push(`${text}${gap}{${bytes.length}}\r\n`)
      text = bytes.toString('latin1')
    }
  }
  return [...pieces, `${text}\r\n`]
}

/** Returns the text of a server on one line, without control characters, shortened. */
const readable = (words: string) =>
  words
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_WORDS)

type Pieces = readonly (string | Buffer)[]

/** Returns a reader of answers: each answer is one line, given as its texts with the literals between them. */
function readerOf(socket: TLSSocket, { idleMs, mostBytes }: ImapLimits): { read(): Promise<Pieces> } {
  const source = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<Buffer> => {
    const late = setTimeout(() => socket.destroy(new ServiceError('unreachable', 'no answer in time')), idleMs)
    try {
      const { done, value } = await source.next()
      if (done === true) throw new ServiceError('cut-off', 'the connection ended')
      return value
    } finally {
      clearTimeout(late)
    }
  }
  const readLine = async (): Promise<string> => {
    const found = rest.indexOf('\n')
    if (found >= 0) {
      const line = rest.toString('latin1', 0, found)
      rest = rest.subarray(found + 1)
      return line.replace(/\r$/, '')
    }
    const pieces = [rest]
    let length = rest.length
    let end = -1
    while (end < 0) {
      if (length > MOST_LINE) throw new ServiceError('too-large', `a line of more than ${MOST_LINE} bytes`)
      const piece = await more()
      const at = piece.indexOf('\n')
      if (at >= 0) end = length + at
      pieces.push(piece)
      length += piece.length
    }
    const whole = Buffer.concat(pieces)
    rest = whole.subarray(end + 1)
    return whole.toString('latin1', 0, end).replace(/\r$/, '')
  }
  const readBytes = async (length: number): Promise<Buffer> => {
    const pieces = [rest]
    let have = rest.length
    while (have < length) {
      const piece = await more()
      pieces.push(piece)
      have += piece.length
    }
    const whole = Buffer.concat(pieces)
    rest = whole.subarray(length)
    return whole.subarray(0, length)
  }
  return {
    async read() {
      const pieces: (string | Buffer)[] = []
      for (;;) {
        const line = await readLine()
        const length = /\{(\d{1,12})\}$/.exec(line)?.[1]
        if (length === undefined) return [...pieces, line]
        if (Number(length) > mostBytes) throw new ServiceError('too-large', `a mail of ${Number(length)} bytes`)
        pieces.push(line.slice(0, line.lastIndexOf('{')), await readBytes(Number(length)))
        if (pieces.length > MOST_LINE) throw new ServiceError('too-large', 'an answer in too many pieces')
      }
    },
  }
}

/** Returns the values of an answer after its star: the words of a line, with lists in parentheses as lists. */
function valuesOf(pieces: Pieces): ImapValue[] {
  const [head] = pieces
  const status = typeof head === 'string' ? /^\* (OK|NO|BAD|BYE|PREAUTH)\b/i.exec(head) : null
  // The text after the status is for people.
  if (status !== null && typeof head === 'string') return [status[1] ?? '', head.slice(status[0].length).trim()]
  const lists: ImapValue[][] = [[]]
  const add = (value: ImapValue) => lists.at(-1)?.push(value)
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      add(piece)
      continue
    }
    for (let at = 0; at < piece.length; ) {
      const one = piece.charAt(at)
      if (one === ' ') at += 1
      else if (one === '(') {
        if (lists.length > MOST_DEPTH) throw new ServiceError('wrong-type', 'lists in lists')
        lists.push([])
        at += 1
      } else if (one === ')') {
        const list = lists.pop()
        if (list === undefined || lists.length === 0) throw new ServiceError('wrong-type', readable(piece))
        add(list)
        at += 1
      } else {
        const end = one === '"' ? endOfQuote(piece, at) : endOfAtom(piece, at)
        const text = piece.slice(at, end)
        add(one === '"' ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)
        at = end
      }
    }
  }
  if (lists.length !== 1) throw new ServiceError('wrong-type', 'a list without an end')
  return (lists[0] ?? []).slice(1)
}

function endOfQuote(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** An atom ends at a space or a parenthesis; text in brackets belongs to it, as in BODY[HEADER.FIELDS (FROM)]. */
function endOfAtom(text: string, from: number): number {
  let isBracketed = false
  for (let at = from; at < text.length; at += 1) {
    const one = text.charAt(at)
    if (one === '[') isBracketed = true
    else if (one === ']') isBracketed = false
    else if (!isBracketed && (one === ' ' || one === '(' || one === ')')) return at
  }
  return text.length
}
