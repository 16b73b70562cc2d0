import { missing } from '@apsis/astro/missing.ts'
import type { FaultLog } from '../fault.ts'

/** Compressed files, recognised by their first bytes. They are refused, because their content may have any size (reliability.md §2.5). */
const PACKED: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

/** Makes the platform's TextDecoder: `(encoding) => new TextDecoder(encoding, { fatal: true })`. */
export type MakeDecoder = (encoding: string) => { decode(bytes: Uint8Array, options: { stream: boolean }): string }

/** Bytes that are all characters of ASCII: a reader of numbers takes them as they are. */
export interface AsciiPiece {
  readonly bytes: Uint8Array
  /** Returns the text of the first bytes, or of all. */
  readonly text: (most?: number) => string
}

export type TextPiece = string | AsciiPiece

/** Returns the first characters of a piece, or all. */
export function textOf(piece: TextPiece, most?: number): string {
  return typeof piece === 'string' ? piece.slice(0, most) : piece.text(most)
}

/** Converts the bytes of a file to text, piece by piece. */
export interface TextDecoding {
  write(bytes: Uint8Array): string
  /** Does the same as `write`, but returns the bytes unchanged if all of them are ASCII characters in UTF-8. */
  pass(bytes: Uint8Array): TextPiece
  end(): string
}

/**
 * Decodes UTF-8, UTF-16 and UTF-32, which are recognised from the byte order mark or from the zeros in the first `<` (XML 1.0 appendix F).
 * Bytes that are not text, and compressed files, are a fatal fault.
 */
export function decodeText(log: FaultLog, makeDecoder: MakeDecoder): TextDecoding {
  let begin: Uint8Array = new Uint8Array(0)
  let decode: ((bytes: Uint8Array, isLast: boolean) => string) | null = null
  let isUtf8 = false
  /** True if the decoder may hold the beginning of a character. */
  let isOpen = false

  function refuse(message: string): never {
    log.fatal({ line: 1, column: 1, keyword: null, code: 'bad-encoding', message, expected: 'text in UTF-8 or UTF-16' })
  }

  function start(): string {
    const packed = PACKED.find(([, magic]) => magic.every((byte, index) => begin[index] === byte))
    if (packed !== undefined) refuse(`the file is packed (${packed[0]}): unpack it first`)
    const encoding = encodingOf(begin)
    isUtf8 = encoding === 'utf-8'
    decode = encoding.startsWith('utf-32')
      ? utf32Decoder(encoding === 'utf-32le', refuse)
      : utfDecoder(makeDecoder(encoding), refuse)
    // The byte order mark shows the encoding, and is not part of the text. The text is empty if the first bytes contain no complete character.
    return withoutMark(decode(begin, false))
  }

  function write(bytes: Uint8Array): string {
    if (bytes.length > 0) isOpen = (bytes.at(-1) ?? missing()) > LAST_ASCII
    if (decode !== null) return decode(bytes, false)
    begin = join(begin, bytes)
    return begin.length < 4 ? '' : start()
  }

  const ascii = (bytes: Uint8Array): AsciiPiece => ({
    bytes,
    text: (most) => makeDecoder('utf-8').decode(bytes.subarray(0, most), { stream: false }),
  })

  return {
    write,
    pass(bytes) {
      if (
        decode === null &&
        begin.length === 0 &&
        bytes.length >= 4 &&
        encodingOf(bytes) === 'utf-8' &&
        isAscii(bytes)
      ) {
        begin = bytes.subarray(0, 4)
        start()
        return ascii(bytes)
      }
      return decode !== null && isUtf8 && !isOpen && isAscii(bytes) ? ascii(bytes) : write(bytes)
    },
    end() {
      const text = decode === null ? start() : ''
      return text + (decode?.(new Uint8Array(0), true) ?? '')
    },
  }
}

const LAST_ASCII = 0x7f
/** The high bit of each of four bytes. */
const HIGH_BITS = 0x80808080

/** Returns true if no byte is above 127. Four bytes are looked at together, because a file has millions. */
function isAscii(bytes: Uint8Array): boolean {
  const from = Math.min(bytes.length, -bytes.byteOffset & 3)
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + from, (bytes.length - from) >> 2)
  let all = 0
  for (let at = 0; at < words.length; at += 1) all |= words[at] ?? missing()
  let ends = 0
  for (let at = 0; at < from; at += 1) ends |= bytes[at] ?? missing()
  for (let at = from + 4 * words.length; at < bytes.length; at += 1) ends |= bytes[at] ?? missing()
  return (all & HIGH_BITS) === 0 && ends <= LAST_ASCII
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const BYTE_ORDER_MARK = '\ufeff'

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

/** Returns the encoding according to the first four bytes: a byte order mark, or `<` with zeros around it. */
export function encodingOf([a = 1, b = 1, c = 1, d = 1]: Uint8Array): Encoding {
  if (a === 0 && b === 0 && (c === 0xfe || (c === 0 && d === 0x3c))) return 'utf-32be'
  if (c === 0 && d === 0 && ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0))) return 'utf-32le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'utf-16be'
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return 'utf-16le'
  return 'utf-8'
}

function utfDecoder(decoder: ReturnType<MakeDecoder>, refuse: (message: string) => never) {
  return (bytes: Uint8Array, isLast: boolean): string => {
    try {
      return decoder.decode(bytes, { stream: !isLast })
    } catch (error) {
      if (error instanceof TypeError) refuse('the bytes are no text in their encoding')
      throw error
    }
  }
}

/** Returns a decoder for UTF-32, which JavaScript's decoder does not support. */
function utf32Decoder(isLittle: boolean, refuse: (message: string) => never) {
  let rest: Uint8Array = new Uint8Array(0)
  return (bytes: Uint8Array, isLast: boolean): string => {
    const all = join(rest, bytes)
    const view = new DataView(all.buffer)
    const whole = all.length - (all.length % 4)
    let text = ''
    for (let at = 0; at < whole; at += 4) {
      const code = view.getUint32(at, isLittle)
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) refuse('the bytes are no UTF-32')
      text += String.fromCodePoint(code)
    }
    rest = all.slice(whole)
    if (isLast && rest.length > 0) refuse('the bytes are no UTF-32')
    return text
  }
}
