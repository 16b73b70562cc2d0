import { findMessageSpans } from '@apsis/ccsds/message-spans.ts'
import type { CdmIntake } from '@apsis/contract/ca/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { type UnzipFileInfo, unzipSync } from 'fflate'

/** A file as it came. */
export type CdmFile = { readonly name: string; readonly bytes: Uint8Array }
/** One message of it, with the line on which it begins. */
export type CdmPart = { readonly name: string; readonly bytes: Buffer; readonly line: number }

export const UPLOAD_LIMITS = {
  zipEntries: 2_000,
  /** Of all files of a zip together, unpacked. */
  zipBytes: 20 * 1024 * 1024,
  /** Unpacked over packed; messages are text, which packs ten times. */
  zipRatio: 100,
  messageBytes: 2 * 1024 * 1024,
} as const

/** Of the first file, or of the directory where there is none. */
const ZIP_BEGINS = [0x04034b50, 0x06054b50]
/** Read at a time, so that others are answered in between. */
const ENTRIES_AT_ONCE = 50

/** The messages of files and of zips of files, one by one; what cannot be opened is a refusal in their place. */
export async function* openUpload(files: readonly CdmFile[]): AsyncGenerator<CdmPart | CdmIntake> {
  for (const { name, bytes: given } of files) {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    if (isZip(bytes)) yield* unpack({ name, bytes })
    else yield* partsOf({ name, bytes })
  }
}

/** Lets others of the process have their turn. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A line of the answer for what was not taken. */
export function refuse(name: string, errors: readonly ProblemDetail[], messageId: string | null = null): CdmIntake {
  return {
    name,
    status: 'refused',
    cdmId: null,
    conjunctionId: null,
    messageId,
    riskLevel: null,
    errors: [...errors],
  }
}

const isZip = (bytes: Buffer) => bytes.length >= 4 && ZIP_BEGINS.includes(bytes.readUInt32LE())

type Opened = Pick<CdmPart, 'name' | 'bytes'>

function* partsOf({ name, bytes }: Opened): Generator<CdmPart | CdmIntake> {
  // One character for each byte, so that places in the text are places in the file.
  const spans = findMessageSpans(bytes.toString('latin1'))
  for (const [place, { start, end, line }] of spans.entries()) {
    const part = spans.length === 1 ? name : `${name} #${place + 1}`
    if (end - start <= UPLOAD_LIMITS.messageBytes) yield { name: part, bytes: bytes.subarray(start, end), line }
    else yield refuse(part, [{ code: 'cdm.too-large', message: 'a message may have 2 MiB at most', line }])
  }
}

async function* unpack(zip: Opened): AsyncGenerator<CdmPart | CdmIntake> {
  const listed = listEntries(zip.bytes)
  const fault = typeof listed === 'string' ? listed : overLimit(listed)
  if (fault !== undefined || typeof listed === 'string') {
    yield refuse(zip.name, [{ code: 'zip.refused', message: fault ?? 'cannot be read' }])
    return
  }
  const files = listed.filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'))
  if (files.length === 0) yield refuse(zip.name, [{ code: 'zip.empty', message: 'there is no file in it' }])
  for (let at = 0; at < files.length; at += ENTRIES_AT_ONCE) {
    const names = files.slice(at, at + ENTRIES_AT_ONCE).map(({ name }) => name)
    const unpacked = inflate(zip.bytes, new Set(names))
    for (const name of names) yield* openEntry({ zip: zip.name, name, bytes: unpacked?.[name] })
    await giveWay()
  }
}

function* openEntry({ zip, name, bytes: unpacked }: { zip: string; name: string; bytes: Uint8Array | undefined }) {
  const shown = `${zip}/${name}`.slice(0, 300)
  const no = (message: string) => refuse(shown, [{ code: 'zip.entry', message }])
  const bytes = unpacked && Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength)
  if (/(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:/.test(name)) yield no('has a name that leads out of its folder')
  else if (bytes === undefined) yield no('cannot be unpacked')
  else if (isZip(bytes)) yield no('is a zip within a zip')
  else yield* partsOf({ name: shown.replaceAll('\0', ''), bytes })
}

/** The directory of a zip, without unpacking anything; a sentence where it cannot be read. */
function listEntries(bytes: Buffer): UnzipFileInfo[] | string {
  const entries: UnzipFileInfo[] = []
  try {
    unzipSync(bytes, {
      filter: (entry) => {
        entries.push(entry)
        if (entries.length > UPLOAD_LIMITS.zipEntries) throw new RangeError('too many')
        return false
      },
    })
  } catch (error) {
    if (entries.length > UPLOAD_LIMITS.zipEntries) return `may hold ${UPLOAD_LIMITS.zipEntries} files at most`
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  return entries
}

function overLimit(entries: readonly UnzipFileInfo[]): string | undefined {
  const total = entries.reduce((sum, { originalSize }) => sum + originalSize, 0)
  if (total > UPLOAD_LIMITS.zipBytes) return 'unpacks to more than 20 MiB'
  const dense = entries.find(({ size, originalSize }) => originalSize > UPLOAD_LIMITS.zipRatio * Math.max(size, 1))
  if (dense !== undefined)
    return `${dense.name.slice(0, 100)} unpacks to more than ${UPLOAD_LIMITS.zipRatio} times its size`
  return undefined
}

/** Unpacks to no more than the sizes that the directory names: the library fills a room of that size. */
function inflate(bytes: Buffer, names: ReadonlySet<string>): Record<string, Uint8Array> | undefined {
  try {
    return unzipSync(bytes, { filter: ({ name }) => names.has(name) })
  } catch {
    // One that is broken hides its neighbours: each by itself.
    const alone = [...names].flatMap((name): [string, Uint8Array][] => {
      try {
        return Object.entries(unzipSync(bytes, { filter: (entry) => entry.name === name }))
      } catch {
        return []
      }
    })
    return Object.fromEntries(alone)
  }
}
