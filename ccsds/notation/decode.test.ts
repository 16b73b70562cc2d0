import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { decodeText } from './decode.ts'

const makeDecoder = (encoding: string) => new TextDecoder(encoding, { fatal: true })

/** The text of the bytes, given one by one. */
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

test.each([true, false])('decodeText() reads UTF-8, UTF-16 and UTF-32, with a mark (%s) or without', (hasMark) => {
  const marked = hasMark ? `\ufeff${text}` : text
  const shown = (bytes: Uint8Array) => decode(bytes).replace('\ufeff', '')
  expect(shown(new TextEncoder().encode(marked))).toBe(text)
  for (const isLittle of [true, false]) {
    expect(shown(encode(marked, { width: 2, isLittle }))).toBe(text)
    expect(shown(encode(marked, { width: 4, isLittle }))).toBe(text)
  }
})

test('decodeText() reads what is shorter than a mark', () => {
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
