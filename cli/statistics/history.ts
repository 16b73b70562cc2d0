import { groupUpdates } from '@apsis/astro/conjunction/group-updates.ts'
import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type AnnualEvent, type AnnualUpdate, SECONDARY_KINDS, sizeOf } from '@apsis/astro/statistics/annual-event.ts'
import type { DecidedEvent } from '@apsis/astro/statistics/compliance.ts'
import { crossingOf } from '@apsis/astro/statistics/crossing.ts'
import type { Crossing } from '@apsis/astro/statistics/flux.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm, eventToleranceS } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { findOwnRadiusM } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import { describeFault, FaultLog } from '@apsis/ccsds/fault.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { scanCsv } from '@apsis/ccsds/notation/csv.ts'
import { openSource, readWhole } from '../input/source.ts'
import { InputError, type Terminal, UsageError } from '../terminal/command.ts'
import { parseInstant } from '../terminal/options.ts'

/** One message of a history: which two objects, when they meet, and what it says of it. */
export interface HistoryMessage {
  readonly objects: readonly [string, string]
  readonly tca: Epoch
  /** How far the TCA may be from that of the first message of its event, s, by the orbits; absent: CARA's value. */
  readonly toleranceS?: number
  readonly created: Epoch
  readonly kind: AnnualEvent['kind']
  readonly otherRadiusM: number | null
  readonly crossing: Crossing | null
  /** Null where it is not known, which is not 0. */
  readonly probability: number | null
  readonly errors: AnnualUpdate['errors']
  /** What was decided about its event; null where nothing was, undefined where the file does not say such things. */
  readonly decision?: string | null | undefined
}

const KINDS: Readonly<Record<string, AnnualEvent['kind']>> = {
  PAYLOAD: 'payload',
  'ROCKET BODY': 'rocket-body',
  DEBRIS: 'debris',
}

/** The messages of a file: conjunction messages, or a table of them. Throws InputError with the fault. */
export async function readHistory(terminal: Terminal, file: string, radiusM: number | null): Promise<HistoryMessage[]> {
  const pieces = await readWhole(await openSource(terminal, file))
  if (/^\s*"?event"?\s*,/.test(pieces.join('').slice(0, 200))) return readTable(file, pieces)
  const { messages, faults } = readMessages(pieces, { strict: false })
  const [fault] = faults
  if (messages.length === 0) throw new InputError(`${file}: ${fault ? describeFault(fault) : 'there is no message'}`)
  return messages.map(({ kind, reading }) => {
    if (!reading.ok) throw new InputError(`${file}: ${reading.errors.map(describeFault).join('; ')}`)
    if (reading.message.kind !== 'CDM') throw new InputError(`${file}: this is an ${kind}, not a CDM`)
    return fromCdm(file, reading.message.message, radiusM)
  })
}

function fromCdm(file: string, cdm: Cdm, radiusM: number | null): HistoryMessage {
  const { assessment, radius, error } = assessCdm(cdm, radiusM === null ? {} : { radius: { radiusM, from: '--hbr' } })
  if (assessment === null || radius === null)
    throw new InputError(`${file}: ${error}${radius === null ? ': give it with --hbr METRES' : ''}`)
  const { encounter, probability } = assessment
  const [one, other] = cdm.objects
  const principal = encounter.plane === null ? null : principalMiss([0, 0], encounter.plane.combined, radius.radiusM)
  return {
    objects: [one.metadata.objectDesignator, other.metadata.objectDesignator],
    tca: cdm.relative.tca,
    toleranceS: eventToleranceS(cdm),
    created: cdm.header.creationDate,
    kind: KINDS[other.metadata.objectType ?? ''] ?? 'unknown',
    otherRadiusM: findOwnRadiusM(other),
    crossing: crossingOf(encounter.missRtnM, encounter.relativeVelocityRtnMps, null),
    probability,
    errors: principal?.ok
      ? { sigmaMinorM: principal.miss.sigmaXM, sigmaMajorM: principal.miss.sigmaYM, radiusM: radius.radiusM }
      : null,
  }
}

/** A table with the columns event, created, tca and probability (empty: not known), and as many of the others as are known. */
function readTable(file: string, pieces: readonly string[]): HistoryMessage[] {
  const found: HistoryMessage[] = []
  const log = new FaultLog(true)
  const scanner = scanCsv(log, (record) => {
    const cells = new Map(record.map(({ name, text }) => [name.trim(), text.trim()]))
    const line = record[0]?.line ?? 0
    const text = (name: string) => cells.get(name) ?? ''
    const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
    const instant = (name: string) => {
      try {
        return parseInstant(text(name))
      } catch (error) {
        if (error instanceof SyntaxError) throw new InputError(`${file}, line ${line}: ${name}: ${error.message}`)
        throw error
      }
    }
    const numbers = ['probability', 'sigmaMinorM', 'sigmaMajorM', 'radiusM', 'radialM', 'horizontalM', 'otherRadiusM']
    const [probability, minor, major, radius, radial, horizontal, other] = numbers.map((name) => {
      const value = number(name)
      if (value !== null && !Number.isFinite(value))
        throw new InputError(`${file}, line ${line}: ${name} is a number, not ${JSON.stringify(text(name))}`)
      return value
    })
    if (probability === undefined || (probability !== null && (probability < 0 || probability > 1)))
      throw new InputError(`${file}, line ${line}: probability is between 0 and 1`)
    found.push({
      objects: ['', text('event')],
      tca: instant('tca'),
      created: instant('created'),
      kind: SECONDARY_KINDS.find((kind) => kind === text('kind')) ?? 'unknown',
      otherRadiusM: other ?? null,
      crossing:
        typeof radial === 'number' && typeof horizontal === 'number'
          ? { radialM: radial, horizontalM: horizontal, boxRadialM: Infinity, boxHorizontalM: Infinity }
          : null,
      probability,
      decision: cells.has('decision') ? text('decision') || null : undefined,
      errors: minor && major && radius ? { sigmaMinorM: minor, sigmaMajorM: major, radiusM: radius } : null,
    })
  })
  for (const piece of pieces) scanner.write(piece)
  scanner.end()
  const [fault] = log.errors
  if (fault !== undefined) throw new InputError(`${file}: ${describeFault(fault)}`)
  return found
}

/** The messages of all files, in their order. Says how many have no probability: nothing is computed from these. */
export async function readAll(
  terminal: Terminal,
  files: readonly string[],
  radiusM: number | null,
): Promise<HistoryMessage[]> {
  if (files.length === 0) throw new UsageError('the file is missing; - is standard input')
  const messages: HistoryMessage[] = []
  for (const file of files) {
    terminal.progress(`${file}: message ${messages.length + 1}`)
    messages.push(...(await readHistory(terminal, file, radiusM)))
  }
  const unknown = messages.filter(({ probability }) => probability === null).length
  if (unknown > 0 && unknown === messages.length) throw new InputError('no message has a probability')
  if (unknown > 0)
    terminal.note(`${unknown === 1 ? '1 message has' : `${unknown} messages have`} no probability: left out`)
  return messages
}

/** The events of a history with what was decided; days are counted from the first closest approach. */
export interface DecidedHistory {
  readonly events: readonly DecidedEvent[]
  /** The first closest approach; null without messages. */
  readonly origin: Epoch | null
  /** From the first closest approach to the last. */
  readonly spanDays: number
  /** Whether any file says what was decided. */
  readonly hasDecisions: boolean
}

/** The events of a history, each with all of its messages. */
export function decidedEventsOf(messages: readonly HistoryMessage[]): DecidedHistory {
  const sorted = [...messages].sort((a, b) => compareEpochs(a.created, b.created))
  const tcas = messages.map(({ tca }) => tca).sort(compareEpochs)
  const [first, last] = [tcas[0], tcas.at(-1)]
  if (first === undefined || last === undefined) return { events: [], origin: null, spanDays: 0, hasDecisions: false }
  const days = (from: Epoch, to: Epoch) => secondsBetween(from, to) / SECONDS_PER_DAY
  const events = groupUpdates(sorted).flatMap((updates): DecidedEvent[] => {
    const newest = updates.at(-1)
    if (newest === undefined) return []
    const event = {
      kind: newest.kind,
      size: sizeOf(newest.otherRadiusM),
      tcaDay: days(first, newest.tca),
      crossing: newest.crossing,
      // A message without a probability decides nothing; where its object crossed is known all the same.
      updates: updates.flatMap(({ created, tca, probability, errors }) =>
        probability === null ? [] : [{ daysBefore: days(created, tca), probability, errors }],
      ),
    }
    return [{ event, decision: updates.findLast(({ decision }) => typeof decision === 'string')?.decision ?? null }]
  })
  const hasDecisions = messages.some(({ decision }) => decision !== undefined)
  return { events, origin: first, spanDays: days(first, last), hasDecisions }
}
