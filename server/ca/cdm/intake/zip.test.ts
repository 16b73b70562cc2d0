import { crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { isZip, listZip, unpack } from './zip.ts'

type Made = {
  readonly name: string
  readonly content: Buffer
  readonly isStored?: boolean
  /** What the directory says; by default the truth. */
  readonly size?: number
  readonly crc?: number
  readonly flags?: number
  readonly method?: number
  /** The place among the files of which the bytes are taken; by default its own. */
  readonly sameAs?: number
}

/** A zip as APPNOTE.TXT says, with a directory that may say anything. */
function makeZip(files: readonly Made[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const places: { readonly at: number; readonly packed: Buffer }[] = []
  let at = 0
  for (const { name, content, isStored = false, size = content.length, flags = 0, sameAs, ...rest } of files) {
    const { crc = crc32(content), method = isStored ? 0 : 8 } = rest
    const other = sameAs === undefined ? undefined : places[sameAs]
    const packed = other?.packed ?? (isStored ? content : deflateRawSync(content))
    const place = other ?? { at, packed }
    places.push(place)
    if (other === undefined) {
      const local = Buffer.alloc(30)
      local.writeUInt32LE(0x04034b50)
      local.writeUInt16LE(name.length, 26)
      parts.push(local, Buffer.from(name), packed)
      at += 30 + name.length + packed.length
    }
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(crc, 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(place.at, 42)
    directory.push(entry, Buffer.from(name))
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const text = (length: number) => Buffer.from('CCSDS_CDM_VERS = 1.0\n'.repeat(length))

test('files of a zip that others write are read, stored or packed, with names beyond ASCII', () => {
  const zip = Buffer.from(zipSync({ 'a.cdm': text(9), 'ü/b.cdm': [text(3), { level: 0 }], 'ü/': new Uint8Array() }))
  expect(isZip(zip)).toBe(true)
  const entries = listZip(zip, 10)
  expect(entries.map(({ name }) => name)).toEqual(['a.cdm', 'ü/b.cdm', 'ü/'])
  expect(entries.map((entry) => unpack(entry, 1_000).length)).toEqual([189, 63, 0])
})

test.each<[string, readonly Made[], RegExp]>([
  [
    'two files of one name',
    [
      { name: 'a', content: text(1) },
      { name: 'a', content: text(2) },
    ],
    /two files of the name a/,
  ],
  [
    'files that share bytes, each claiming none',
    [
      { name: 'a', content: text(50), isStored: true, size: 0 },
      { name: 'b', content: text(50), isStored: true, size: 0, sameAs: 0 },
    ],
    /share bytes/,
  ],
  ['more files than are taken', ['a', 'b', 'c'].map((name) => ({ name, content: text(1) })), /2 files at most/],
])('a zip with %s is refused before anything is unpacked', (_, files, message) => {
  expect(() => listZip(makeZip(files), 2)).toThrow(message)
})

test('bytes are counted as they come, whatever the directory says of them', () => {
  const [stored, packed] = listZip(
    makeZip([
      { name: 'a', content: text(1_000), isStored: true, size: 0 },
      { name: 'b', content: text(1_000), size: 1 },
    ]),
    2,
  )
  expect(() => unpack(stored!, 20_999)).toThrow('unpacks to too much')
  expect(() => unpack(packed!, 20_999)).toThrow('unpacks to too much')
  expect([unpack(stored!, 21_000).length, unpack(packed!, 21_000).length]).toEqual([21_000, 21_000])
})

test.each<[string, Partial<Made>, RegExp]>([
  ['damaged', { crc: 7 }, /checksum/],
  ['encrypted', { flags: 1 }, /encrypted/],
  ['packed in another way', { method: 14 }, /not read \(14\)/],
  ['no deflated text', { isStored: true, method: 8 }, /cannot be unpacked/],
])('a file of a zip that is %s is refused', (_, odd, message) => {
  const [entry] = listZip(makeZip([{ name: 'a', content: text(9), ...odd }]), 1)
  expect(() => unpack(entry!, 1_000)).toThrow(message)
})

test('a zip that is cut off anywhere is refused with a sentence', () => {
  const zip = makeZip([
    { name: 'a', content: text(9) },
    { name: 'b', content: text(2) },
  ])
  for (let length = 4; length < zip.length; length += 1)
    expect(() => listZip(zip.subarray(0, length), 5)).toThrow(/cannot be read/)
  // The directory is said to begin elsewhere, or to name another number of files.
  for (const [place, wrong] of [
    [zip.length - 6, 0],
    [zip.length - 6, 2 ** 32 - 2],
    [zip.length - 14, 7],
  ] as const) {
    const odd = Buffer.from(zip)
    odd.writeUInt32LE(wrong, place)
    expect(() => listZip(odd, 5)).toThrow(/cannot be read/)
  }
})
