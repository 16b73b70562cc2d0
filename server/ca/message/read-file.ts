import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import type { Fault } from '@apsis/ccsds/fault.ts'
import { findMessageSpans } from '@apsis/ccsds/message/message-spans.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { encodingOf } from '@apsis/ccsds/notation/decode.ts'
import type { Cdm, CdmIntake, Grade } from '@apsis/contract/ca/message/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { designatorOf, toInstant } from './record/api-value.ts'
import type { Slice } from './record/derive-cdm.ts'
import { gradeOf } from './record/message-grade.ts'
import { refuse } from './record/refuse.ts'
import { isZip, listZip, unpack, type ZipEntry, ZipError, ZipTooLargeError } from './zip.ts'

/** The limits of one file, so that reading it and reading the answer come to an end. */
export type FileLimits = {
  /** Messages of a file, and files of a zip. */
  readonly messages: number
  /** The bytes of all files of a zip together, unpacked. */
  readonly unpackedBytes: number
  /** The most listed faults. Each refused message has a line in any case. */
  readonly faults: number
}

export type FileToRead = {
  readonly name: string
  readonly path: string
  /** The path to which the files of a zip are written, one after the other. */
  readonly unpackedPath: string
  readonly limits: FileLimits
}

/** A message that can be stored: its needed facts, and the place of its bytes. */
export type ReadCdm = {
  /** The file, and the place in it if it contains several messages. */
  readonly name: string
  readonly slice: Slice
  readonly messageId: string
  readonly originator: string
  readonly format: Cdm['format']
  readonly sha256: string
  readonly createdAt: Date
  readonly designators: readonly [string, string]
  readonly grade: Grade
  /** True if a comment of its header says that it is simulated. */
  readonly isSimulated: boolean
  readonly warnings: ProblemDetail[]
}

const MESSAGE_BYTES = 2 * 1024 * 1024
/** A zip may unpack to this many times its size. Messages are text, which compresses to about a tenth. */
const MOST_UNPACKED_PER_PACKED = 100
/** The most faults that are listed for one message, at least one; the other faults are counted. */
const FAULTS_PER_MESSAGE = 20
/** NUL and halves of surrogate pairs as JSON writes them. PostgreSQL accepts neither. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/
const FORMATS = { KVN: 'kvn', XML: 'xml', JSON: 'json', CSV: undefined } as const
const NO_MESSAGE: ProblemDetail = { code: 'cdm.none', message: 'there is no CDM in it' }

/** Reading 20 MiB of ordinary messages takes seconds and some hundred MiB (reliability.md §2.5). */
export const READ_FILE = task<typeof readFile>({
  module: new URL(import.meta.url),
  name: 'readFile',
  limits: { seconds: 60, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 16 },
})

/** Returns the messages of a file, or of the files of a zip, with a refusal in the place of each unreadable one. Runs in the worker pool. */
export function readFile({ name, path, unpackedPath, limits }: FileToRead): (ReadCdm | CdmIntake)[] {
  const bytes = readFileSync(path)
  const reader = openReader(limits)
  try {
    if (!isZip(bytes)) reader.take({ name, bytes, path, at: 0 })
    else readZip({ name, bytes, unpackedPath, limits }, reader)
    return reader.rows
  } catch (error) {
    if (error instanceof TooManyError) return [refuse(name, [{ code: 'file.too-many', message: error.message }])]
    if (error instanceof ZipError) return [refuse(name, [{ code: 'zip.refused', message: error.message }])]
    throw error
  }
}

class TooManyError extends Error {}

/** A file, alone or in a zip, and the place of its bytes. */
type OpenFile = { readonly name: string; readonly bytes: Buffer; readonly path: string; readonly at: number }

function openReader(limits: FileLimits) {
  const rows: (ReadCdm | CdmIntake)[] = []
  let faultsLeft = limits.faults
  const requireRoom = (more: number) => {
    if (rows.length + more <= limits.messages) return
    const most = limits.messages.toLocaleString('en')
    throw new TooManyError(`holds more than ${most} messages, which is the most that is taken at a time`)
  }
  const add = (row: ReadCdm | CdmIntake) => {
    requireRoom(1)
    faultsLeft -= 'status' in row ? row.errors.length : row.warnings.length
    rows.push(row)
  }
  return {
    rows,
    add,
    take({ name, bytes, path, at }: OpenFile): void {
      const encoding = encodingOf(bytes)
      if (encoding !== 'utf-8') {
        // Each message is stored byte for byte and read again from the store, so it has to be in a single encoding.
        const message = `is written in ${encoding.slice(0, 6).toUpperCase()}: save it as UTF-8, and send it again`
        add(refuse(name, [{ code: 'file.encoding', message }]))
        return
      }
      // Latin-1 gives one character for each byte, so that an index in the text is an index in the file.
      const spans = findMessageSpans(bytes.toString('latin1'), limits.messages - rows.length)
      requireRoom(spans.length)
      for (const [place, { start, end, line }] of spans.entries()) {
        const part = spans.length === 1 ? name : `${name} #${place + 1}`
        const slice = { path, start: at + start, end: at + end }
        if (end - start > MESSAGE_BYTES)
          add(refuse(part, [{ code: 'cdm.too-large', message: 'a message may have 2 MiB at most', line }]))
        else add(readMessage({ name: part, bytes: bytes.subarray(start, end), line, slice }, faultsLeft))
      }
    },
  }
}

type Zip = Omit<FileToRead, 'path'> & { readonly bytes: Buffer }

function readZip({ name, bytes, unpackedPath, limits }: Zip, reader: ReturnType<typeof openReader>): void {
  const files = listZip(bytes, limits.messages).filter(
    (entry) => !entry.name.endsWith('/') && !entry.name.startsWith('__MACOSX/'),
  )
  if (files.length === 0) {
    reader.add(refuse(name, [{ code: 'zip.empty', message: 'there is no file in it' }]))
    return
  }
  const unpacked = openSync(unpackedPath, 'wx', 0o600)
  try {
    let at = 0
    for (const entry of files) {
      const shown = `${name}/${entry.name}`.slice(0, 300).replaceAll('\0', '')
      const content = open(entry, { left: limits.unpackedBytes - at, of: limits.unpackedBytes })
      if (typeof content === 'string') {
        reader.add(refuse(shown, [{ code: 'zip.entry', message: content }]))
        continue
      }
      // The call writes all bytes or fails, because a short write would shift everything after it.
      writeFileSync(unpacked, content)
      reader.take({ name: shown, bytes: content, path: unpackedPath, at })
      at += content.length
    }
  } finally {
    closeSync(unpacked)
  }
}

/** Returns the bytes of a file of a zip, or the reason why there are none. */
function open(entry: ZipEntry, bytes: { readonly left: number; readonly of: number }): Buffer | string {
  if (/(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:/.test(entry.name)) return 'has a name that leads out of its folder'
  const dense = MOST_UNPACKED_PER_PACKED * Math.max(1, entry.packed.length)
  try {
    const content = unpack(entry, Math.min(bytes.left, dense))
    return isZip(content) ? 'is a zip within a zip' : content
  } catch (error) {
    if (error instanceof ZipTooLargeError)
      throw new ZipError(
        dense < bytes.left
          ? `${entry.name.slice(0, 100)} unpacks to more than ${MOST_UNPACKED_PER_PACKED} times its size`
          : `unpacks to more than ${Math.round(bytes.of / 1024 ** 2)} MiB`,
      )
    if (!(error instanceof ZipError)) throw error
    return error.message
  }
}

/** One message of a file, with the line on which it begins. */
type Part = {
  readonly name: string
  readonly bytes: Buffer
  readonly line: number
  readonly slice: Slice
}

/** Reads one message leniently, with warnings; refuses text that is no message, with line and keyword. */
function readMessage({ name, bytes, line, slice }: Part, mostFaults: number): ReadCdm | CdmIntake {
  const { messages, faults, notation } = readMessages(bytes.toString('utf8'), { strict: false })
  const [found, ...others] = messages
  const format = FORMATS[notation]
  const most = Math.max(1, Math.min(FAULTS_PER_MESSAGE, mostFaults))
  const tell = (all: readonly Fault[], omitted = 0) => listFaults(all, { line, most, omitted })
  if (found === undefined || format === undefined || others.length > 0)
    return refuse(name, faults.length > 0 ? tell(faults) : [NO_MESSAGE])
  const { kind, reading } = found
  if (!reading.ok) return refuse(name, tell(reading.errors, reading.omitted))
  if (reading.message.kind !== 'CDM')
    return refuse(name, [{ code: 'cdm.wrong-kind', message: `this is an ${kind}, not a CDM`, line }])
  const { message } = reading.message
  const { header, objects } = message
  if (UNSTORABLE.test(JSON.stringify([header, objects.map(({ metadata }) => metadata), reading.warnings])))
    return refuse(name, [{ code: 'cdm.bad-character', message: 'a text holds characters that cannot be stored', line }])
  const [first, second] = objects.map(({ metadata }) => designatorOf(metadata.objectDesignator))
  if (first === undefined || second === undefined || first === second)
    return refuse(name, [
      { code: 'cdm.one-object', message: 'is the same for both objects', keyword: 'OBJECT_DESIGNATOR', line },
    ])
  return {
    name,
    slice,
    format,
    messageId: header.messageId,
    originator: header.originator,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: new Date(toInstant(header.creationDate)),
    designators: [first, second],
    grade: gradeOf(message),
    isSimulated: isMarkedSimulated(message),
    warnings: tell(reading.warnings, reading.omitted),
  }
}

/**
 * True if a message says in its header that it is simulated. Own messages have the organisation as their originator, so without
 * this mark a message made from simulated data would count as real when it is received again.
 */
export function isMarkedSimulated({ header }: Message): boolean {
  return header.comments.some((comment) => /^\s*SIMULATED:/.test(comment))
}

/** Returns faults in the form of the API, with their lines in the file. If there are many, the first are returned, with the number of the others. */
function listFaults(
  faults: readonly Fault[],
  { line, most, omitted }: { readonly line: number; readonly most: number; readonly omitted: number },
): ProblemDetail[] {
  const listed = faults.slice(0, most).map((fault) => toDetail(fault, line))
  // The reader itself lists only the first of very many faults.
  const more = faults.length - listed.length + omitted
  if (more === 0) return listed
  const what = more === 1 ? 'fault is' : 'faults are'
  return [...listed, { code: 'cdm.more-faults', message: `${more.toLocaleString('en')} more ${what} not listed` }]
}

function toDetail({ code, message, line, column, keyword, expected }: Fault, firstLine: number): ProblemDetail {
  return {
    code: `cdm.${code}`,
    message,
    line: line + firstLine - 1,
    column,
    ...(keyword === null ? {} : { keyword }),
    ...(expected === null ? {} : { expected: [expected] }),
  }
}
