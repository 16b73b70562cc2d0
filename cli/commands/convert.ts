import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Reading } from '@apsis/ccsds/block/read-message.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import { exchangeCdm, ownCdm, ownMessageId } from '@apsis/ccsds/cdm/own-cdm.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { printMessages } from '@apsis/ccsds/message/format-messages.ts'
import { type AnyMessage, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import type { Oem } from '@apsis/ccsds/oem/oem.ts'
import { printOmmCsv } from '@apsis/ccsds/omm/format-omm-csv.ts'
import { formatOmm, type Omm } from '@apsis/ccsds/omm/omm.ts'
import { fromElementSet, toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { readEphemerisText } from '../input/ephemeris-text.ts'
import { toPlain } from '../input/plain-message.ts'
import { isEphemerisText, openSource, readWhole } from '../input/source.ts'
import { describeTleFault, readElementSets } from '../input/tle-entries.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  requireFiles,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { requirePositive } from '../terminal/options.ts'

const FORMS = ['kvn', 'xml', 'json', 'csv', 'tle'] as const
type Form = (typeof FORMS)[number]

export const convertCommand: Command = {
  help: `Usage: apsis convert FILE... --to kvn|xml|json|csv|tle [--exchange] [--originator NAME [--hbr METRES]]

  FILE     messages in KVN, XML, JSON or CSV, element sets (TLE), or an ephemeris of Starlink (MEME) or STK (*.e).
           - is standard input.
  --to     the notation to write:
           kvn   any message, as the standard has it
           xml   any message, as the standard has it; several messages become one combined NDM
           json  OMM and CDM in an array, as CelesTrak and Space-Track write them; other messages as data in SI units,
                 which Apsis does not read back
           csv   OMM, with the columns of CelesTrak; for the states of an ephemeris as CSV use apsis propagate
           tle   OMM for SGP4, in two or three lines
  --exchange
           CDM: objects 1 and 2 change places, and the relative state is given in the axes of the new object 1
  --originator NAME
           CDM: as a message of NAME for others, with the probability that apsis pc computes, its method and radius
  --hbr METRES
           with --originator: the combined hard-body radius; without it, what the message tells

A TLE is read as an OMM, and an OMM can be written as a TLE. Files are read leniently: faults go to standard error, and
the messages without an error are written.

Examples:
  apsis convert conjunction.cdm --to xml
  apsis convert conjunction.cdm --to kvn --exchange --originator EXAMPLE-ORBITAL
  apsis convert catalogue.csv --to tle
  curl -s https://celestrak.org/NORAD/elements/gp.php?CATNR=25544 | apsis convert - --to kvn`,
  run: runConvert,
}

async function runConvert(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    to: { type: 'string' },
    exchange: { type: 'boolean' },
    originator: { type: 'string' },
    hbr: { type: 'string' },
  })
  const form = FORMS.find((known) => known === values.to?.toLowerCase())
  if (form === undefined) throw new UsageError(`--to is ${FORMS.join(', ')}, not ${JSON.stringify(values.to ?? '')}`)
  const { exchange = false, originator } = values
  if (originator !== undefined && !/^[\x21-\x7e]{1,60}$/.test(originator))
    throw new UsageError('--originator is a name of 1 to 60 ASCII characters without spaces')
  if (values.hbr !== undefined && originator === undefined) throw new UsageError('--hbr needs --originator NAME')
  const radiusM = values.hbr === undefined ? undefined : requirePositive(values.hbr, '--hbr')
  const read: ReadFile[] = []
  for (const file of requireFiles(positionals)) read.push(await readFile(terminal, file))
  for (const { file, faults } of read) for (const fault of faults) terminal.note(`${file}: ${fault}`)
  const given = read.flatMap((one) => one.messages)
  if (given.length === 0) return 1
  try {
    const messages = given.map((any) => {
      if (!exchange && originator === undefined) return any
      if (any.kind !== 'CDM')
        throw new InputError(`an ${any.kind} has no two objects: --exchange and --originator are for CDMs`)
      const seen = exchange ? exchangeCdm(any.message) : any.message
      if (originator === undefined) return { ...any, message: seen }
      return { ...any, message: asOwn(seen, { originator, radiusM, now: terminal.now(), first: exchange ? 2 : 1 }) }
    })
    for (const piece of write(messages, form)) await terminal.write(piece)
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(error.message)
    throw error
  }
  return read.some(({ isWrong }) => isWrong) ? 1 : 0
}

interface MessageOrigin {
  readonly originator: string
  readonly radiusM: number | undefined
  readonly now: Date
  readonly first: 1 | 2
}

/** Returns the message as one of our own: with the new originator, the probability computed from it, and the time. */
function asOwn(cdm: Cdm, { originator, radiusM, now, first }: MessageOrigin): Cdm {
  const { messageId } = cdm.header
  const given = radiusM === undefined ? {} : { radius: { radiusM, from: '--hbr' } }
  const { radius, assessment, error } = assessCdm(cdm, given)
  if (radius === null || assessment === null)
    throw new InputError(`${messageId}: ${error}${radius === null ? ': give it with --hbr METRES' : ''}`)
  return ownCdm(cdm, {
    originator,
    messageId: ownMessageId(messageId, { at: now, first }),
    creationDate: parseTime(now.toISOString()),
    probability: assessment.probability,
    method: assessment.method,
    reason: assessment.reason,
    radiusM: radius.radiusM,
    radiusFrom: radius.from,
  })
}

interface ReadFile {
  readonly file: string
  readonly messages: readonly AnyMessage[]
  readonly faults: readonly string[]
  readonly isWrong: boolean
}

async function readFile(terminal: Terminal, file: string): Promise<ReadFile> {
  const source = await openSource(terminal, file)
  const pieces = await readWhole(source)
  if (source.detection.kind === 'TLE') return { file, ...fromTles(pieces.join(''), terminal.now()) }
  if (isEphemerisText(source.detection.kind)) {
    return { file, ...fromReading(readEphemerisText(source, pieces, terminal.now()).reading) }
  }
  const { messages, faults } = readMessages(pieces, { strict: false, limits: STREAMING_LIMITS })
  const wrong = [...faults, ...messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors))]
  const warnings = messages.flatMap(({ reading }) => reading.warnings)
  return {
    file,
    messages: messages.flatMap(({ reading }) => (reading.ok ? [reading.message] : [])),
    faults: [...wrong.map(describeFault), ...warnings.map((fault) => `warning: ${describeFault(fault)}`)],
    isWrong: wrong.length > 0,
  }
}

function fromTles(text: string, now: Date): Omit<ReadFile, 'file'> {
  const header: Omm['header'] = {
    comments: [],
    version: '3.0',
    creationDate: parseTime(now.toISOString()),
    originator: 'APSIS',
  }
  const entries = [...readElementSets(text)]
  const faults = entries.flatMap((entry) => (entry.ok ? [] : [describeTleFault(entry.fault)]))
  const messages = entries.flatMap((entry): AnyMessage[] =>
    entry.ok ? [{ kind: 'OMM', message: fromElementSet(entry.elements, header) }] : [],
  )
  return { messages, faults, isWrong: faults.length > 0 }
}

function fromReading(reading: Reading<Oem>): Omit<ReadFile, 'file'> {
  const warnings = reading.warnings.map((fault) => `warning: ${describeFault(fault)}`)
  if (reading.ok) return { messages: [{ kind: 'OEM', message: reading.message }], faults: warnings, isWrong: false }
  return { messages: [], faults: [...reading.errors.map(describeFault), ...warnings], isWrong: true }
}

function* write(messages: readonly AnyMessage[], form: Form): Generator<string> {
  if (form === 'json') yield* writeJson(messages)
  else if (form === 'csv') yield* printOmmCsv(requireOmms(messages, form))
  else if (form === 'tle') for (const omm of requireOmms(messages, form)) yield writeTle(toElementSet(omm))
  else yield* printMessages(messages, { notation: form === 'xml' ? 'XML' : 'KVN', strict: false })
}

function requireOmms(messages: readonly AnyMessage[], form: Form): Omm[] {
  return messages.map((any) => {
    if (any.kind !== 'OMM') throw new InputError(`an ${any.kind} cannot be written as ${form}: only OMMs can`)
    return any.message
  })
}

/** Returns the OMM of an element set; an OMM must name its object, so the name is UNKNOWN if the element set has none. */
function writeTle(set: ElementSet): string {
  const said = (text: string) => (text === 'UNKNOWN' ? '' : text)
  const objectName = said(set.objectName)
  const internationalDesignator = said(set.internationalDesignator)
  const [line1, line2] = formatTle({ ...set, objectName, internationalDesignator })
  return `${objectName === '' ? '' : `${objectName}\n`}${line1}\n${line2}\n`
}

function* writeJson(messages: readonly AnyMessage[]): Generator<string> {
  yield '['
  for (const [index, any] of messages.entries()) {
    yield `${index === 0 ? '' : ','}\n${writeOne(any).trim()}`
  }
  yield '\n]\n'
}

function writeOne(any: AnyMessage): string {
  if (any.kind === 'OMM') return formatOmm(any.message, { notation: 'JSON' })
  if (any.kind === 'CDM') return formatCdm(any.message, { notation: 'JSON' })
  return JSON.stringify({ kind: any.kind, ...toPlain(any.message) })
}
