import { crc32, deflateRawSync } from 'node:zlib'

export type LyingZip = {
  /** Entries of the directory, all on the one file. */
  readonly entries: number
  readonly content: Buffer
  readonly isStored: boolean
  /** The size that the directory claims of each; undefined: the true one. */
  readonly claimed?: number
  readonly nameOf: (entry: number) => string
}

/** A zip with one file and a directory that names it again and again (APPNOTE.TXT 6.3.10, §4.3). */
export function lyingZip({ entries, content, isStored, claimed = content.length, nameOf }: LyingZip): Buffer {
  const packed = isStored ? content : deflateRawSync(content)
  const method = isStored ? 0 : 8
  const first = nameOf(0)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(method, 8)
  local.writeUInt16LE(first.length, 26)
  const directory: Buffer[] = []
  for (let entry = 0; entry < entries; entry += 1) {
    const name = nameOf(entry)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(crc32(content), 16)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(claimed, 24)
    central.writeUInt16LE(name.length, 28)
    directory.push(central, Buffer.from(name))
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(30 + first.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(first), packed, ...directory, end])
}
