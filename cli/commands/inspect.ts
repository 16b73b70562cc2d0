import { describeFault, type Fault, type FaultLog } from '@apsis/ccsds/fault.ts'
import type { Detection, FileKind } from '@apsis/ccsds/message/detect.ts'
import { type FoundMessage, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { DecodingError, openSource, readWhole, type Source, withoutName } from '../input/source.ts'
import { readElementSets } from '../input/tle-entries.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  requireFiles,
  type Terminal,
} from '../terminal/command.ts'
import { ROW_FORM_OPTIONS, rowForm, writeForPrograms } from '../terminal/print.ts'
import {
  inspectMeme,
  inspectOems,
  inspectOemsWithin,
  inspectStk,
  inspectUpload,
  type Manner,
} from './inspect-ephemeris.ts'

export const inspectCommand: Command = {
  help: `Usage: apsis inspect FILE... [--strict] [--upload] [--json|--ndjson|--csv]

  FILE         a CCSDS message (CDM, OPM, OEM, OMM, OCM, TDM, or several in an NDM) in KVN, XML, JSON or CSV; element
               sets (TLE, 2LE, 3LE); or an ephemeris of Starlink (MEME) or STK (*.e). - is standard input.
  --strict     report every deviation from the standard as an error. Without this option, a common deviation that leaves
               no doubt about the data is a warning.
  --upload     also check that an ephemeris can be screened: about the Earth, in UTC, dense enough, at most 21 days
  --json, --ndjson, --csv
               for programs, an array of { "file", "kind", "version", "notation", "messages", "valid", "errors",
               "warnings", "truncated", "omitted" }; a fault has "line", "column", "keyword", "code", "message",
               "found", "expected"; "omitted" counts the faults and warnings that are not listed

Apsis compares the states of an ephemeris with the motion that gravity allows, and so finds a wrong frame, unit or time
system; the fault names the line. At most 100 faults of a file are listed; the others are counted. The exit code is 0 if
all files are valid, and 1 otherwise.

Examples:
  apsis inspect satellite.oem
  apsis inspect *.cdm --strict --json
  cat catalogue.tle | apsis inspect -`,
  run: runInspect,
}

/** A fault of a file; its code may be one that messages do not use. */
type Finding = Omit<Fault, 'code'> & { readonly code: string }

interface Inspection {
  readonly file: string
  readonly kind: FileKind
  readonly version: string | null
  readonly notation: Detection['notation']
  /** The number of messages, or element sets, in the file. */
  readonly messages: number
  readonly valid: boolean
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  /** True if there are more faults and warnings than are listed; `omitted` is the number of the others. */
  readonly truncated: boolean
  readonly omitted: number
}

/** The result of the checks of a file. */
type Findings = Pick<Inspection, 'messages' | 'errors' | 'warnings' | 'omitted'> &
  Partial<Pick<Inspection, 'kind' | 'version'>>

const MOST_FINDINGS = 100
/** The code of a file that is missing, or unreadable for another reason. */
const UNREADABLE = 'unreadable'

async function runInspect(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    strict: { type: 'boolean', default: false },
    upload: { type: 'boolean', default: false },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const manner = { strict: values.strict, upload: values.upload }
  const inspections: Inspection[] = []
  for (const file of requireFiles(positionals)) {
    const inspection = await inspect(terminal, file, manner)
    inspections.push(inspection)
    if (form === 'text') await terminal.write(`${describe(inspection)}\n`)
  }
  if (form !== 'text') await writeForPrograms(terminal, form, inspections)
  return inspections.every(({ valid }) => valid) ? 0 : 1
}

async function inspect(terminal: Terminal, file: string, manner: Manner): Promise<Inspection> {
  try {
    const source = await openSource(terminal, file)
    const { notation } = source.detection
    const { errors, warnings, messages, omitted, ...detected } = await check(source, manner)
    const { kind, version } = { ...source.detection, ...detected }
    const findings = { valid: errors.length === 0, errors, warnings, truncated: omitted > 0, omitted }
    return { file, kind, version, notation, messages, ...findings }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const faults = error instanceof DecodingError ? error.faults : [finding(UNREADABLE, withoutName(file, error))]
    const nothing = { kind: 'unknown', version: null, notation: 'text', messages: 0 } as const
    return { file, ...nothing, valid: false, errors: faults, warnings: [], truncated: false, omitted: 0 }
  }
}

function finding(
  code: string,
  message: string,
  at: { line: number; column: number } = { line: 1, column: 1 },
): Finding {
  return { line: at.line, column: at.column, keyword: null, code, message, found: null, expected: null }
}

async function check(source: Source, manner: Manner): Promise<Findings> {
  const { kind, notation } = source.detection
  if (kind === 'OEM' && (notation === 'KVN' || notation === 'XML'))
    return limit(findingsOf(await inspectOems(source.text, manner)))
  if (manner.upload && ['OCM', 'MEME', 'STK'].includes(kind)) return findingsOf([await inspectUpload(source, manner)])
  if (kind === 'MEME') return findingsOf([await inspectMeme(source, manner)])
  if (kind === 'STK') return findingsOf([await inspectStk(source.text, manner)])
  if (kind === 'TLE') return checkTles(source)
  return checkMessages(source, manner)
}

function findingsOf(logs: readonly FaultLog[]): Findings {
  const inOrder = (faults: readonly Fault[]) => faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
  return {
    messages: logs.length,
    errors: inOrder(logs.flatMap(({ errors }) => errors)),
    warnings: inOrder(logs.flatMap(({ warnings }) => warnings)),
    omitted: logs.reduce((sum, { omitted }) => sum + omitted, 0),
  }
}

async function checkTles(source: Source): Promise<Findings> {
  const errors: Finding[] = []
  let messages = 0
  for (const entry of readElementSets((await readWhole(source)).join(''))) {
    if (entry.ok) messages += 1
    else errors.push(entry.fault)
  }
  return limit({ messages, errors, warnings: [], omitted: 0 })
}

async function checkMessages(source: Source, manner: Manner): Promise<Findings> {
  const { strict } = manner
  const pieces = await readWhole(source)
  const { messages, faults, warnings: odd } = readMessages(pieces, { strict })
  const errors: Finding[] = [...faults]
  const warnings: Finding[] = [...odd]
  let omitted = 0
  for (const { reading } of messages) {
    if (!reading.ok) for (const fault of reading.errors) errors.push(fault)
    for (const fault of reading.warnings) warnings.push(fault)
    omitted += reading.omitted
  }
  if (source.detection.kind === 'NDM') {
    const inside = await inspectOemsWithin(pieces.join(''), manner)
    for (const fault of inside.errors) errors.push(fault)
    for (const fault of inside.warnings) warnings.push(fault)
  }
  if (messages.length === 0 && errors.length === 0) errors.push(finding('unfinished', 'there is no message'))
  // A file of unknown kind cannot be checked, so it is never valid.
  else if (source.detection.kind === 'unknown' && errors.length === 0)
    errors.push(finding('wrong-kind', 'the beginning of the file does not tell what it is'))
  return limit({ messages: messages.length, errors, warnings, omitted, ...kindOf(source, messages) })
}

/** Returns the kind of a file; a combined NDM whose messages are all of one kind is of that kind. */
function kindOf(
  { detection }: Source,
  messages: readonly FoundMessage[],
): Partial<Pick<Inspection, 'kind' | 'version'>> {
  const [kind, ...more] = new Set(messages.map((message) => message.kind))
  if (detection.kind !== 'NDM' || kind === undefined || kind === 'unknown' || more.length > 0) return {}
  const versions = messages.map(({ reading }) => (reading.ok ? reading.message.message.header.version : null))
  return { kind, version: versions[0] ?? null }
}

function limit({ messages, errors, warnings, omitted, ...rest }: Findings): Findings {
  const left = [errors, warnings].reduce((sum, { length }) => sum + Math.max(0, length - MOST_FINDINGS), 0)
  return {
    messages,
    errors: errors.slice(0, MOST_FINDINGS),
    warnings: warnings.slice(0, MOST_FINDINGS),
    omitted: omitted + left,
    ...rest,
  }
}

function describe({ file, kind, version, notation, messages, valid, errors, warnings, omitted }: Inspection): string {
  // An unreadable file has no kind, lines or columns.
  const unreadable = errors.find(({ code }) => code === UNREADABLE)
  if (unreadable !== undefined) return `${file}: ${unreadable.message}`
  const what =
    kind === 'unknown' ? 'not a file that is known here' : [kind, version, notation].filter(Boolean).join(' ')
  const many = messages > 1 ? `, ${messages} messages` : ''
  const verdict = valid ? 'valid' : count(errors.length, 'fault')
  const noted = warnings.length === 0 ? '' : `, ${count(warnings.length, 'warning')}`
  const lines = [
    `${file}: ${what}${many}: ${verdict}${noted}`,
    ...errors.map((fault) => `  ${describeFault(fault as Fault)} [${fault.code}]`),
    ...warnings.map((fault) => `  warning: ${describeFault(fault as Fault)} [${fault.code}]`),
    ...(omitted === 0 ? [] : [`  and ${omitted.toLocaleString('en')} more`]),
  ]
  return lines.join('\n')
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
