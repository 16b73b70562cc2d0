import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { decodeText, encodingOf } from './decode.ts'

const makeDecoder = (encoding: string) => new TextDecoder(encoding, { fatal: true })

/** Returns the text of the bytes, which are given one by one. */
function decode(bytes: Uint8Array): string {
  const decoding = decodeText(new FaultLog(true), makeDecoder)
  return [...bytes].map((byte) => decoding.write(Uint8Array.of(byte))).join('') + decoding.end()
}

function encode(text: string, { width, isLittle }: { width: 2 | 4; isLittle: boolean }): Uint8Array {
  const units =
    width === 4
      ? [...text].map((character) => character.codePointAt(0)!)
      : Array.from(text, (_, at) => text.charCodeAt(at))
  const view = new DataView(new ArrayBuffer(units.length * width))
  for (const [index, unit] of units.entries()) {
    if (width === 4) view.setUint32(index * 4, unit, isLittle)
    else view.setUint16(index * 2, unit, isLittle)
  }
  return new Uint8Array(view.buffer)
}

const text = '<?xml version="1.0"?><a>η</a>'

test.each([true, false])(
  'decodeText() reads UTF-8, UTF-16 and UTF-32, with or without a byte order mark: %s',
  (hasMark) => {
    const marked = hasMark ? `\ufeff${text}` : text
    const shown = (bytes: Uint8Array) => decode(bytes).replace('\ufeff', '')
    expect(shown(new TextEncoder().encode(marked))).toBe(text)
    for (const isLittle of [true, false]) {
      expect(shown(encode(marked, { width: 2, isLittle }))).toBe(text)
      expect(shown(encode(marked, { width: 4, isLittle }))).toBe(text)
    }
  },
)

test('decodeText() reads texts that are shorter than a byte order mark', () => {
  expect(decode(new Uint8Array(0))).toBe('')
  expect(decode(Uint8Array.of(65, 10))).toBe('A\n')
})

test.each([
  ['gzip', [0x1f, 0x8b, 8, 0]],
  ['bzip2', [0x42, 0x5a, 0x68, 0x39]],
  ['zip', [0x50, 0x4b, 3, 4]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['no UTF-8', [0x41, 0x42, 0x43, 0xff]],
  ['no UTF-32', [0xff, 0xfe, 0, 0, 0, 0, 0x11, 0x22]],
])('decodeText() refuses %s', (name, bytes) => {
  expect(() => decode(Uint8Array.from(bytes))).toThrow(MessageSyntaxError)
  if (!name.startsWith('no ')) expect(() => decode(Uint8Array.from(bytes))).toThrow(name)
})

test.each([
  // XML 1.0, appendix F.1: the encoding is recognised from the byte order mark, from the zeros of the first `<`, or, without zeros, from `<?`.
  [[0x00, 0x00, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe, 0x00, 0x00], 'utf-32le'],
  [[0xfe, 0xff, 0x00, 0x3c], 'utf-16be'],
  [[0xff, 0xfe, 0x3c, 0x00], 'utf-16le'],
  [[0xef, 0xbb, 0xbf, 0x3c], 'utf-8'],
  [[0x00, 0x00, 0x00, 0x3c], 'utf-32be'],
  [[0x3c, 0x00, 0x00, 0x00], 'utf-32le'],
  [[0x00, 0x3c, 0x00, 0x3f], 'utf-16be'],
  [[0x3c, 0x00, 0x3f, 0x00], 'utf-16le'],
  [[0x3c, 0x3f, 0x78, 0x6d], 'utf-8'],
  // KVN does not begin with `<`, and in a text with two bytes for each character the lower byte of its first letter may be 0.
  [[0x00, 0x43, 0x00, 0x43], 'utf-16be'],
  [[0x43, 0x00, 0x43, 0x00], 'utf-16le'],
  [[0xff, 0xfe, 0x00, 0x4e], 'utf-16le'],
  [[0xfe, 0xff, 0x4e, 0x00], 'utf-16be'],
  [[0xfe, 0x41, 0x41, 0x41], 'utf-8'],
  [[0x41, 0xff, 0x41, 0x41], 'utf-8'],
  [[0xff, 0x41, 0x41, 0x41], 'utf-8'],
  [[0x41, 0xfe, 0x41, 0x41], 'utf-8'],
  [[0x41], 'utf-8'],
  [[], 'utf-8'],
] as const)('encodingOf() tells %j as %s', (bytes, encoding) => {
  expect(encodingOf(Uint8Array.from(bytes))).toBe(encoding)
})

test('decodeText() returns text as soon as the first four bytes have arrived', () => {
  const decoding = decodeText(new FaultLog(true), makeDecoder)
  expect(decoding.write(Uint8Array.of(65, 66, 67))).toBe('')
  expect(decoding.write(Uint8Array.of(68))).toBe('ABCD')
  expect(decoding.write(Uint8Array.of(69))).toBe('E')
  expect(decoding.end()).toBe('')
})

test('decodeText() accepts every code point of UTF-32, and refuses surrogates, numbers above the last code point, and incomplete characters', () => {
  const of = (...codes: number[]) => {
    const view = new DataView(new ArrayBuffer(4 + 4 * codes.length))
    for (const [index, code] of [0xfeff, ...codes].entries()) view.setUint32(4 * index, code)
    return new Uint8Array(view.buffer)
  }
  const ends = [0, 0xd7ff, 0xe000, 0x10ffff]
  expect(decode(of(...ends))).toBe(String.fromCodePoint(...ends))
  for (const code of [0xd800, 0xdfff, 0x110000, 0xffffffff]) expect(() => decode(of(code))).toThrow(/no UTF-32/)
  for (const rest of [1, 2, 3]) expect(() => decode(of(65).slice(0, 4 + rest))).toThrow(/no UTF-32/)
})

test('decodeText() refuses half a character at the end', () => {
  expect(() => decode(Uint8Array.of(65, 66, 67, 68, 0xc3))).toThrow(/no text in their encoding/)
  expect(() => decode(Uint8Array.of(0xff, 0xfe, 65, 0, 66))).toThrow(/no text in their encoding/)
})

test('pass() of decodeText() leaves characters of ASCII as bytes, and decodes all others', () => {
  const decoding = decodeText(new FaultLog(true), makeDecoder)
  const shown = (text: string | Uint8Array) => {
    const piece = decoding.pass(typeof text === 'string' ? new TextEncoder().encode(text) : text)
    return typeof piece === 'string' ? piece : piece.bytes
  }
  const ascii = new TextEncoder().encode('created:2026')
  expect(shown(ascii)).toBe(ascii)
  // The bytes of a piece need not begin at a whole word.
  const odd = Uint8Array.of(1, ...ascii).subarray(1)
  expect(shown(odd)).toBe(odd)
  expect(shown('η and more')).toBe('η and more')
  const [first = 0, second = 0] = new TextEncoder().encode('η')
  expect([shown(Uint8Array.of(0x41, first)), shown(Uint8Array.of(second, 0x42))]).toEqual(['A', 'ηB'])
})

test('pass() of decodeText() refuses a character of which the second half is missing', () => {
  const decoding = decodeText(new FaultLog(true), makeDecoder)
  expect(decoding.pass(Uint8Array.of(0x41, 0x41, 0x41, 0xce))).toBe('AAA')
  expect(() => decoding.pass(Uint8Array.of(0x41, 0x42, 0x43))).toThrow(MessageSyntaxError)
  const begun = decodeText(new FaultLog(true), makeDecoder)
  begun.pass(new TextEncoder().encode('created'))
  for (const at of [0, 3, 4, 9])
    expect(() => begun.pass(new Uint8Array(10).fill(0x41).with(at, 0xff))).toThrow(MessageSyntaxError)
})
