import { crc32, inflateRawSync } from 'node:zlib'

/** A file of a zip as the directory lists it. Statements of the directory about its content are not trusted. */
export type ZipEntry = {
  readonly name: string
  readonly packed: Buffer
  readonly method: number
  readonly crc: number
  readonly isEncrypted: boolean
}

/** The reason why a zip, or a file of it, is not read. The sentence has no subject, which the caller adds. */
export class ZipError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ZipError'
  }
}

// Signatures and lengths of the records (APPNOTE.TXT 6.3.10, PKWARE, §4.3.7, 4.3.12, 4.3.14 to 4.3.16).
const [LOCAL, CENTRAL, END, END_64, LOCATOR_64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50]
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES, END_64_BYTES, LOCATOR_64_BYTES] = [30, 46, 22, 56, 20]
const MOST_COMMENT_BYTES = 65_535
const SIZE_IN_EXTRA_FIELD = 0xffffffff
/** The count of a zip with this many files or more is in its ZIP64 record. */
const COUNT_IN_ZIP64 = 0xffff
const ZIP64_FIELD_ID = 1
const [FLAG_ENCRYPTED, FLAG_UTF8] = [1, 1 << 11]
const [STORED, DEFLATED] = [0, 8]

/** True if the bytes begin like a zip: with a file, or with the end of an empty directory. */
export const isZip = (bytes: Buffer) => bytes.length >= 4 && [LOCAL, END].includes(bytes.readUInt32LE())

/** Returns the files of a zip, in the order of its directory. Refuses duplicate names, and files that share bytes. */
export function listZip(bytes: Buffer, mostEntries: number): ZipEntry[] {
  try {
    const entries = readDirectory(bytes, mostEntries)
    requireApart(entries)
    return entries.map(({ entry }) => entry)
  } catch (error) {
    // A number may point outside of the file.
    if (error instanceof RangeError) throw new ZipError('cannot be read: its directory is broken')
    throw error
  }
}

type EntryPlace = { readonly entry: ZipEntry; readonly start: number; readonly end: number }

function readDirectory(bytes: Buffer, mostEntries: number): EntryPlace[] {
  const placed: EntryPlace[] = []
  const { at: begin, count } = findDirectory(bytes)
  let at = begin
  while (at + CENTRAL_BYTES <= bytes.length && bytes.readUInt32LE(at) === CENTRAL) {
    if (placed.length >= mostEntries) throw new ZipError(`may hold ${mostEntries.toLocaleString('en')} files at most`)
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const nameEnd = at + CENTRAL_BYTES + (nameBytes ?? 0)
    const extra = bytes.subarray(nameEnd, nameEnd + (extraBytes ?? 0))
    const [size, packedSize, localAt] = widen(
      extra,
      [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset)),
    )
    const flags = bytes.readUInt16LE(at + 8)
    const name = bytes.toString((flags & FLAG_UTF8) === 0 ? 'latin1' : 'utf8', at + CENTRAL_BYTES, nameEnd)
    const { start, end } = findContent(bytes, { localAt: localAt ?? 0, packedSize: packedSize ?? 0 })
    // A folder has no content; some writers still give it a size.
    const packed = bytes.subarray(start, size === 0 && packedSize === 0 ? start : end)
    const entry = { name, packed, method: bytes.readUInt16LE(at + 10), crc: bytes.readUInt32LE(at + 16) }
    placed.push({ entry: { ...entry, isEncrypted: (flags & FLAG_ENCRYPTED) !== 0 }, start: localAt ?? 0, end })
    at = nameEnd + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  // A truncated directory would omit files silently.
  if (count !== COUNT_IN_ZIP64 && count !== placed.length) throw new RangeError('files are missing')
  return placed
}

/** Returns the beginning of the directory, and the number of its files, from the record at the end of the file. */
function findDirectory(bytes: Buffer): { readonly at: number; readonly count: number } {
  const first = Math.max(0, bytes.length - END_BYTES - MOST_COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) !== END) continue
    const place = bytes.readUInt32LE(at + 16)
    const count = bytes.readUInt16LE(at + 10)
    if (place !== SIZE_IN_EXTRA_FIELD) return { at: place, count }
    const locator = at - LOCATOR_64_BYTES
    if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR_64) break
    const end64 = Number(bytes.readBigUInt64LE(locator + 8))
    if (end64 + END_64_BYTES > bytes.length || bytes.readUInt32LE(end64) !== END_64) break
    return { at: Number(bytes.readBigUInt64LE(end64 + 48)), count }
  }
  throw new ZipError('cannot be read: it has no directory')
}

/** Replaces numbers that do not fit into 32 bits by the numbers in the extra field, in this order (§4.5.3). */
function widen(extra: Buffer, numbers: readonly number[]): number[] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ZIP64_FIELD_ID) at += 4 + extra.readUInt16LE(at + 2)
  let next = at + 4
  return numbers.map((number) => {
    if (number !== SIZE_IN_EXTRA_FIELD) return number
    const wide = Number(extra.readBigUInt64LE(next))
    next += 8
    return wide
  })
}

/** Returns the place of the bytes of a file, after its own header. */
function findContent(bytes: Buffer, { localAt, packedSize }: { localAt: number; packedSize: number }) {
  if (bytes.readUInt32LE(localAt) !== LOCAL) throw new RangeError('no file begins there')
  const start = localAt + LOCAL_BYTES + bytes.readUInt16LE(localAt + 26) + bytes.readUInt16LE(localAt + 28)
  const end = start + packedSize
  if (end > bytes.length) throw new RangeError('the file ends before')
  return { start, end }
}

function requireApart(placed: readonly EntryPlace[]): void {
  const names = new Set<string>()
  for (const { entry } of placed) {
    if (names.has(entry.name)) throw new ZipError(`holds two files of the name ${entry.name.slice(0, 100)}`)
    names.add(entry.name)
  }
  let end = 0
  for (const one of placed.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (one.start < end)
      throw new ZipError(`has files that share bytes: ${one.entry.name.slice(0, 100)} is one of them`)
    end = one.end
  }
}

/** Returns the bytes of a file. They are counted while they are unpacked, so that unpacking stops at the limit. */
export function unpack({ packed, method, crc, isEncrypted }: ZipEntry, mostBytes: number): Buffer {
  if (isEncrypted) throw new ZipError('is encrypted')
  if (method !== STORED && method !== DEFLATED) throw new ZipError(`is packed in a way that is not read (${method})`)
  const bytes = method === STORED ? packed : inflate(packed, mostBytes)
  if (bytes.length > mostBytes) throw new ZipTooLargeError()
  if (crc32(bytes) !== crc) throw new ZipError('is damaged: its checksum is another')
  return bytes
}

/** A file is larger than the remaining limit, so the zip is refused as a whole. */
export class ZipTooLargeError extends ZipError {
  constructor() {
    super('unpacks to too much')
    this.name = 'ZipTooLargeError'
  }
}

function inflate(packed: Buffer, mostBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) })
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new ZipTooLargeError()
    if (typeof code === 'string' && code.startsWith('Z_')) throw new ZipError('cannot be unpacked')
    throw error
  }
}
