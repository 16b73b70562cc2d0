import { crc32, deflateRawSync } from 'node:zlib'

// Signatures and fields of APPNOTE.TXT 6.3.10 (PKWARE), §4.3.7, 4.3.12 and 4.3.16.
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [VERSION, FLAG_UTF8, DEFLATED] = [20, 1 << 11, 8]
/** Each file has no date of its own and gets the first day that the format can write. */
const FIRST_DOS_DATE = 0x21

/** Returns files as one zip, in their order. The same files give the same bytes. */
export function writeZip(files: readonly { readonly name: string; readonly bytes: Buffer }[]): Buffer {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, bytes } of files) {
    const path = Buffer.from(name, 'utf8')
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(FLAG_UTF8, 2)
    common.writeUInt16LE(DEFLATED, 4)
    common.writeUInt16LE(FIRST_DOS_DATE, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([number(LOCAL), common, path, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const made = Buffer.alloc(2)
    made.writeUInt16LE(VERSION)
    centrals.push(Buffer.concat([number(CENTRAL), made, common, rest, path]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, number(END), end])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
