/**
 * Writes one file that contains many: the tar of POSIX (ustar, IEEE Std 1003.1-2017 pax §"ustar Interchange Format"), which every system
 * can list and unpack. The size of a member precedes its content and is written once it is known.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isErrno } from '../postgres/processes.ts'
import { DamagedBackupError } from './damage.ts'

const BLOCK_BYTES = 512
/** The size field has eleven octal digits. */
const LARGEST_MEMBER_BYTES = 8 ** 11 - 1
const NAME_BYTES = 100
const PREFIX_BYTES = 155
const FILE = '0'
const DIRECTORY = '5'

export type Member = { readonly offset: number; readonly size: number }

export type ArchiveWriter = {
  addDirectory(path: string): Promise<void>
  /** If the content cannot be read, nothing of the member remains. */
  add(path: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Waits until the whole archive is on disk. */
  end(): Promise<void>
  /** Closes the file without completing it. */
  close(): Promise<void>
}

/** Begins a new file. Members are added one after the other. */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  const handle = await open(file, 'wx', 0o600)
  let at = 0
  const put = async (bytes: Buffer, position: number) => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
      done += bytesWritten
    }
  }
  return {
    async addDirectory(path) {
      await put(headerOf(`${path}/`, 0, DIRECTORY), at)
      at += BLOCK_BYTES
    },
    async add(path, content) {
      const begin = at + BLOCK_BYTES
      let end = begin
      for await (const piece of content) {
        await put(piece, end)
        end += piece.length
      }
      const size = end - begin
      if (size > LARGEST_MEMBER_BYTES) throw new RangeError(`${path} is too large for a backup: ${size} bytes`)
      await put(headerOf(path, size, FILE), at)
      const next = blocksUp(end)
      await put(Buffer.alloc(next - end), end)
      at = next
    },
    async end() {
      await put(Buffer.alloc(2 * BLOCK_BYTES), at)
      // This removes the rest of an abandoned member.
      await handle.truncate(at + 2 * BLOCK_BYTES)
      await handle.sync()
      await handle.close()
    },
    close: () => handle.close(),
  }
}

/** Returns the files in an archive; throws if its structure is damaged. */
export async function readArchive(file: string): Promise<ReadonlyMap<string, Member>> {
  const handle = await open(file, 'r')
  try {
    const { size: bytes } = await handle.stat()
    const members = new Map<string, Member>()
    for (let at = 0; ; ) {
      const header = await readBlock(handle, at)
      if (header === undefined) throw new DamagedBackupError(file, ['it ends before its end: it was cut off'])
      if (header.every((byte) => byte === 0)) return members
      const { path, size, kind } = parseHeader(file, header, at)
      const offset = at + BLOCK_BYTES
      if (offset + size > bytes) throw new DamagedBackupError(file, [`${path}: it was cut off`])
      if (members.has(path)) throw new DamagedBackupError(file, [`${path}: is in it twice`])
      if (kind === FILE) members.set(path, { offset, size })
      at = blocksUp(offset + size)
    }
  } finally {
    await handle.close()
  }
}

/** Yields the bytes of a file from `begin` to before `end`. */
export async function* readRange(file: string, begin: number, end: number): AsyncGenerator<Buffer> {
  if (begin >= end) return
  yield* createReadStream(file, { start: begin, end: end - 1, highWaterMark: 256 * 1024 })
}

/** Returns the whole content of a member. */
export async function readMember(file: string, { offset, size }: Member): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readRange(file, offset, offset + size)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const blocksUp = (bytes: number) => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES

async function readBlock(handle: FileHandle, at: number): Promise<Buffer | undefined> {
  const block = Buffer.alloc(BLOCK_BYTES)
  try {
    const { bytesRead } = await handle.read(block, 0, BLOCK_BYTES, at)
    return bytesRead === BLOCK_BYTES ? block : undefined
  } catch (error) {
    if (isErrno(error, 'EISDIR')) throw new Error('this is a folder: a backup is one file', { cause: error })
    throw error
  }
}

function headerOf(path: string, size: number, kind: typeof FILE | typeof DIRECTORY): Buffer {
  const { prefix, name } = splitPath(path)
  const header = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1')
  header.write(name, 0)
  octal(kind === FILE ? 0o600 : 0o700, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  header.write(kind, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345)
  octal(sumOf(header), 148, 6)
  header.write('\x00 ', 154, 'latin1')
  return header
}

/** Divides a long path at one of its slashes. */
function splitPath(path: string): { readonly prefix: string; readonly name: string } {
  if (Buffer.byteLength(path) <= NAME_BYTES) return { prefix: '', name: path }
  for (let cut = path.indexOf('/'); cut !== -1; cut = path.indexOf('/', cut + 1)) {
    const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)]
    const isGood = name !== '' && Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES
    if (isGood) return { prefix, name }
  }
  throw new RangeError(`${path} is too long a path for a backup`)
}

/** Returns the checksum of a header: the sum of all its bytes, with the bytes of the checksum itself as blanks. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)

function parseHeader(file: string, header: Buffer, at: number) {
  const text = (begin: number, end: number) => header.toString('utf8', begin, end).split('\0')[0] ?? ''
  const octal = (begin: number, end: number) => Number.parseInt(text(begin, end).trim(), 8)
  const isTar = text(257, 262) === 'ustar' && octal(148, 156) === sumOf(header)
  const size = octal(124, 136)
  const kind = text(156, 157)
  if (!isTar || !Number.isInteger(size) || ![FILE, DIRECTORY].includes(kind))
    throw new DamagedBackupError(file, [at === 0 ? 'this is no backup' : `nothing can be read from byte ${at} on`])
  const prefix = text(345, 500)
  const name = text(0, 100)
  return { path: prefix === '' ? name : `${prefix}/${name}`, size, kind }
}
