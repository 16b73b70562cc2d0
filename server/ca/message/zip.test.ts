import { execFileSync } from 'node:child_process'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ListedFile, makeZip } from '../testing/make-zip.ts'
import { isZip, listZip, unpack } from './zip.ts'

const text = (length: number) => Buffer.from('CCSDS_CDM_VERS = 1.0\n'.repeat(length))

test('zips of other writers are read, stored or compressed, with names that are not only ASCII', () => {
  const zip = Buffer.from(zipSync({ 'a.cdm': text(9), 'ü/b.cdm': [text(3), { level: 0 }], 'ü/': new Uint8Array() }))
  expect(isZip(zip)).toBe(true)
  const entries = listZip(zip, 10)
  expect(entries.map(({ name }) => name)).toEqual(['a.cdm', 'ü/b.cdm', 'ü/'])
  expect(entries.map((entry) => unpack(entry, 1_000).length)).toEqual([189, 63, 0])
})

/** Python writes zips in ways that are rare for small files: to a stream, with sizes after each file; and with all numbers as ZIP64. */
const PYTHON = `
import io, sys, zipfile
class Stream(io.RawIOBase):
    def writable(self): return True
    def write(self, data): return sys.stdout.buffer.write(data)
if sys.argv[1] == 'ZIP64': zipfile.ZIP64_LIMIT = zipfile.ZIP_FILECOUNT_LIMIT = 0
out = io.BytesIO() if sys.argv[1] == 'ZIP64' else Stream()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as made:
    for name, times in [('a.cdm', 9), ('ü/b.cdm', 3)]: made.writestr(name, 'CCSDS_CDM_VERS = 1.0\\n' * times)
# The last record then says all numbers in ZIP64, as other writers do.
if sys.argv[1] == 'ZIP64': sys.stdout.buffer.write(out.getvalue()[:-14] + b'\\xff' * 12 + b'\\0\\0')
`

test.each(['stream', 'ZIP64'])('files of a zip that was written as %s are read', (way) => {
  const zip = execFileSync('python3', ['-c', PYTHON, way])
  const entries = listZip(zip, 10)
  expect(entries.map(({ name }) => name)).toEqual(['a.cdm', 'ü/b.cdm'])
  expect(entries.map((entry) => unpack(entry, 1_000))).toEqual([text(9), text(3)])
})

test.each<[string, readonly ListedFile[], RegExp]>([
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

test('bytes are counted as they arrive, whatever the directory states', () => {
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

test.each<[string, Partial<ListedFile>, RegExp]>([
  ['damaged', { crc: 7 }, /checksum/],
  ['encrypted', { flags: 1 }, /encrypted/],
  ['packed in another way', { method: 14 }, /not read \(14\)/],
  ['no deflated text', { isStored: true, method: 8 }, /cannot be unpacked/],
])('a file of a zip that is %s is refused', (_, odd, message) => {
  const [entry] = listZip(makeZip([{ name: 'a', content: text(9), ...odd }]), 1)
  expect(() => unpack(entry!, 1_000)).toThrow(message)
})

test('a zip that is truncated anywhere is refused with a sentence', () => {
  const zip = makeZip([
    { name: 'a', content: text(9) },
    { name: 'b', content: text(2) },
  ])
  for (let length = 4; length < zip.length; length += 1)
    expect(() => listZip(zip.subarray(0, length), 5)).toThrow(/cannot be read/)
  // The changed record states another beginning of the directory, or another number of files.
  for (const [place, wrong] of [
    [zip.length - 6, 0],
    [zip.length - 6, 2 ** 32 - 2],
    [zip.length - 14, 7],
    // One of the two files would be omitted.
    [zip.length - 14, 1 + 2 ** 16],
  ] as const) {
    const odd = Buffer.from(zip)
    odd.writeUInt32LE(wrong, place)
    expect(() => listZip(odd, 5)).toThrow(/cannot be read/)
  }
})
