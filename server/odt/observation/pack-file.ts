import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { Compression } from '@apsis/contract/odt/request.ts'

/** A file as it is delivered. */
export type Packed = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer }

/** Packs a text as a request asked for. The same text gives the same bytes. */
export function packFile(name: string, mediaType: string, text: string, compression: Compression): Packed {
  const plain = Buffer.from(text)
  if (compression === 'GZIP') return { name: `${name}.gz`, mediaType: 'application/gzip', bytes: gzipSync(plain) }
  if (compression === 'ZIP') return { name: `${name}.zip`, mediaType: 'application/zip', bytes: zipOf(name, plain) }
  return { name, mediaType, bytes: plain }
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const DEFLATED = 8
/** The first day that the format can write: a file has no date of its own. */
const FIRST_DATE = 0x21

/** An archive of one file. Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
function zipOf(name: string, plain: Buffer): Buffer {
  const packed = deflateRawSync(plain)
  const nameBytes = Buffer.from(name)
  const about = Buffer.alloc(26)
  about.writeUInt16LE(VERSION, 0)
  // Bit 11: the name is UTF-8.
  about.writeUInt16LE(1 << 11, 2)
  about.writeUInt16LE(DEFLATED, 4)
  about.writeUInt16LE(FIRST_DATE, 8)
  about.writeUInt32LE(crc32(plain), 10)
  about.writeUInt32LE(packed.length, 14)
  about.writeUInt32LE(plain.length, 18)
  about.writeUInt16LE(nameBytes.length, 22)
  const local = Buffer.concat([word(LOCAL), about, nameBytes, packed])
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(VERSION, 0)
  // Comment, disk, attributes and offset of the only file: all 0.
  const central = Buffer.concat([word(CENTRAL), madeBy, about, Buffer.alloc(14), nameBytes])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, word(END), end])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value, 0)
  return bytes
}
