import { createHash } from 'node:crypto'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import type { Fault } from '@apsis/ccsds/fault.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { Cdm, CdmIntake, Grade } from '@apsis/contract/ca/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { designatorOf, toInstant } from './api-value.ts'
import { gradeOf } from './message-grade.ts'
import { refuse } from './refuse.ts'

/** Bytes of a file. */
export type Slice = { readonly path: string; readonly start: number; readonly end: number }

/** A message that can be stored: the facts that are needed of it, and where its bytes lie. */
export type ReadCdm = {
  /** The file, and the place in it where it holds several messages. */
  readonly name: string
  readonly slice: Slice
  readonly messageId: string
  readonly originator: string
  readonly format: Cdm['format']
  readonly sha256: string
  readonly createdAt: Date
  readonly designators: readonly [string, string]
  readonly grade: Grade
  /** A comment of its header says that it is made up. */
  readonly isSimulated: boolean
  readonly warnings: ProblemDetail[]
}

/** One message of a file, with the line on which it begins. */
export type Part = {
  readonly name: string
  readonly bytes: Buffer
  readonly line: number
  readonly slice: Slice
}

/** Faults of one message that are listed, the first in any case; the rest is counted. */
const FAULTS_PER_MESSAGE = 20
/** NUL and halves of surrogate pairs as JSON writes them. PostgreSQL accepts neither. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/
const FORMATS = { KVN: 'kvn', XML: 'xml', JSON: 'json', CSV: undefined } as const
const NO_MESSAGE: ProblemDetail = { code: 'cdm.none', message: 'there is no CDM in it' }

/** Reads one message leniently, with warnings; what is no message is refused, with line and keyword. */
export function readMessage({ name, bytes, line, slice }: Part, mostFaults: number): ReadCdm | CdmIntake {
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
 * Whether a message says in its header that it is simulated. Own messages carry the organisation as their originator, so without
 * this mark what was made of simulated data would count as real where it comes back.
 */
export function isMarkedSimulated({ header }: Message): boolean {
  return header.comments.some((comment) => /^\s*SIMULATED:/.test(comment))
}

/** A message that was read before, from the bytes that are stored of it. */
export function readStored(bytes: Uint8Array): Message {
  const [found] = readMessages(Buffer.from(bytes).toString('utf8'), { strict: false }).messages
  if (found?.reading.ok !== true || found.reading.message.kind !== 'CDM')
    throw new TypeError('a stored message cannot be read any more')
  return found.reading.message.message
}

/** Faults as the API answers them, by their lines in the file; of many faults the first, and the number of the others. */
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
