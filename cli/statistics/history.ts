import { groupUpdates } from '@apsis/astro/conjunction/group-updates.ts'
import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { AnnualEvent } from '@apsis/astro/statistics/annual-event.ts'
import { crossingOf } from '@apsis/astro/statistics/crossing.ts'
import type { HistoryMessage } from '@apsis/astro/statistics/history-events.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm, eventToleranceS } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { findOwnRadiusM } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { isHistoryTable, readHistoryTable } from '@apsis/ccsds/history/history-table.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { LOADED_HISTORY_LIMITS } from '@apsis/contract/ca/statistics/loaded-history.ts'
import { openSource, readWhole } from '../input/source.ts'
import { InputError, type Terminal, UsageError } from '../terminal/command.ts'
import { utc } from '../terminal/print.ts'

const KINDS: Readonly<Record<string, AnnualEvent['kind']>> = {
  PAYLOAD: 'payload',
  'ROCKET BODY': 'rocket-body',
  DEBRIS: 'debris',
}

type FileOfHistory = { readonly isTable: boolean; readonly messages: readonly HistoryMessage[] }

/** Returns the messages in a file: conjunction messages, or a table of them. Throws an InputError with the fault. */
async function readHistory(terminal: Terminal, file: string, radiusM: number | null): Promise<FileOfHistory> {
  const pieces = await readWhole(await openSource(terminal, file))
  if (isHistoryTable(pieces.join('').slice(0, 200))) {
    const table = readHistoryTable(pieces)
    if (table.ok) return { isTable: true, messages: table.messages }
    const [first] = table.faults
    throw new InputError(`${file}: ${first === undefined ? 'the table cannot be read' : describeFault(first)}`)
  }
  const { messages, faults } = readMessages(pieces, { strict: false })
  const [fault] = faults
  if (messages.length === 0) throw new InputError(`${file}: ${fault ? describeFault(fault) : 'there is no message'}`)
  const read = messages.map(({ kind, reading }) => {
    if (!reading.ok) throw new InputError(`${file}: ${reading.errors.map(describeFault).join('; ')}`)
    if (reading.message.kind !== 'CDM') throw new InputError(`${file}: this is an ${kind}, not a CDM`)
    return fromCdm(file, reading.message.message, radiusM)
  })
  return { isTable: false, messages: read }
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

/** A period without data between the end of a table and the first message. */
export interface HistoryGap {
  readonly from: Epoch
  readonly to: Epoch
  readonly days: number
}

/** The messages of all files that are counted, and the gap between them; null if there is no gap. */
export interface WholeHistory {
  readonly messages: readonly HistoryMessage[]
  readonly gap: HistoryGap | null
}

/**
 * Returns the messages of all files. Events in tables are counted up to the first event of the conjunction messages, which contain more data
 * (docs/domain/statistics.md). It reports messages that are not counted, and the number of messages without a probability, which are not used.
 */
export async function readAll(
  terminal: Terminal,
  files: readonly string[],
  radiusM: number | null,
): Promise<WholeHistory> {
  if (files.length === 0) throw new UsageError('the file is missing; - is standard input')
  const [tables, cdms]: [HistoryMessage[], HistoryMessage[]] = [[], []]
  for (const file of files) {
    terminal.progress(`${file}: message ${tables.length + cdms.length + 1}`)
    const { isTable, messages } = await readHistory(terminal, file, radiusM)
    const into = isTable ? tables : cdms
    for (const message of messages) into.push(message)
  }
  const first = cdms.map(({ tca }) => tca).toSorted(compareEpochs)[0]
  const { counted, overlapping } = beforeMessages(tables, first)
  const messages = [...counted, ...cdms]
  const unknown = messages.filter(({ probability }) => probability === null).length
  if (unknown > 0 && unknown === messages.length) throw new InputError('no message has a probability')
  if (unknown > 0)
    terminal.note(`${unknown === 1 ? '1 message has' : `${unknown} messages have`} no probability: left out`)
  if (overlapping > 0)
    terminal.note(
      `${overlapping === 1 ? '1 event of the table does' : `${overlapping} events of the table do`} not count: the messages tell of that time themselves`,
    )
  const gap = gapBetween(counted, first)
  if (gap !== null)
    terminal.note(
      `nothing is known of ${gap.days.toFixed(1)} days from ${utc(gap.from, 0)} to ${utc(gap.to, 0)}, between the table and the messages`,
    )
  return { messages, gap }
}

/** Returns the part of the tables before the first event of the messages. */
function beforeMessages(tables: readonly HistoryMessage[], first: Epoch | undefined) {
  if (first === undefined) return { counted: tables, overlapping: 0 }
  const events = groupUpdates(tables.toSorted((a, b) => compareEpochs(a.created, b.created)))
  const before = events.filter((updates) => updates.every(({ tca }) => compareEpochs(tca, first) < 0))
  return { counted: before.flat(), overlapping: events.length - before.length }
}

function gapBetween(table: readonly HistoryMessage[], first: Epoch | undefined): HistoryGap | null {
  const last = table
    .map(({ tca }) => tca)
    .toSorted(compareEpochs)
    .at(-1)
  if (first === undefined || last === undefined) return null
  const days = secondsBetween(last, first) / SECONDS_PER_DAY
  return days > LOADED_HISTORY_LIMITS.gapDays ? { from: last, to: first, days } : null
}
