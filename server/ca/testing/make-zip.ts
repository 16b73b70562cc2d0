import { crc32, deflateRawSync } from 'node:zlib'

/** A file as the directory of a zip lists it. */
export type ListedFile = {
  readonly name: string
  readonly content: Buffer
  readonly isStored?: boolean
  /** The size in the directory; by default the true one. */
  readonly size?: number
  readonly crc?: number
  readonly flags?: number
  readonly method?: number
  /** The index of the file whose bytes are used; by default its own. */
  readonly sameAs?: number
}

/** Makes a zip according to APPNOTE.TXT. Its central directory says what the caller gives, also where that is wrong. */
export function makeZip(files: readonly ListedFile[]): Buffer {
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
