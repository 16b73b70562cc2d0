import { createHash } from 'node:crypto'
import type { Cdm as Message } from '@apsis/ccsds/cdm.ts'
import type { Fault } from '@apsis/ccsds/fault.ts'
import { readMessages } from '@apsis/ccsds/read-messages.ts'
import type { Cdm, CdmIntake } from '@apsis/contract/ca/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { designatorOf, toInstant } from './derive-cdm.ts'
import { type CdmPart, refuse } from './open-upload.ts'

/** A message that can be taken in. */
export type ReadCdm = {
  readonly name: string
  readonly message: Message
  readonly format: Cdm['format']
  readonly original: Buffer
  readonly sha256: string
  readonly createdAt: Date
  readonly designators: readonly [string, string]
  readonly warnings: ProblemDetail[]
}

/** NUL and halves of surrogate pairs, as JSON writes them: PostgreSQL takes neither. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/

const FORMATS = { KVN: 'kvn', XML: 'xml', JSON: 'json', CSV: undefined } as const

/** Reads a part of an upload leniently, with warnings; what is no message is refused, with line and keyword. */
export function readPart(part: CdmPart): ReadCdm | CdmIntake {
  const { name, bytes, line } = part
  const { messages, faults, notation } = readMessages(bytes.toString('utf8'), { strict: false })
  const [found, ...others] = messages
  const format = FORMATS[notation]
  if (found === undefined || format === undefined || others.length > 0)
    return refuse(name, faults.length > 0 ? faults.map((fault) => toDetail(fault, line)) : [NO_MESSAGE])
  const { kind, reading } = found
  if (!reading.ok)
    return refuse(
      name,
      reading.errors.map((fault) => toDetail(fault, line)),
    )
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
    message,
    format,
    original: bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: new Date(toInstant(header.creationDate)),
    designators: [first, second],
    warnings: reading.warnings.map((fault) => toDetail(fault, line)),
  }
}

const NO_MESSAGE: ProblemDetail = { code: 'cdm.none', message: 'there is no CDM in it' }

/** A fault as the API tells it, by its line in the file. */
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
