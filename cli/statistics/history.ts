import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import type { AnnualEvent } from '@apsis/astro/statistics/annual-event.ts'
import { crossingOf } from '@apsis/astro/statistics/crossing.ts'
import type { HistoryMessage } from '@apsis/astro/statistics/history-events.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm, eventToleranceS } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { findOwnRadiusM } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { isHistoryTable, readHistoryTable } from '@apsis/ccsds/history/history-table.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { openSource, readWhole } from '../input/source.ts'
import { InputError, type Terminal, UsageError } from '../terminal/command.ts'

const KINDS: Readonly<Record<string, AnnualEvent['kind']>> = {
  PAYLOAD: 'payload',
  'ROCKET BODY': 'rocket-body',
  DEBRIS: 'debris',
}

/** The messages of a file: conjunction messages, or a table of them. Throws InputError with the fault. */
export async function readHistory(terminal: Terminal, file: string, radiusM: number | null): Promise<HistoryMessage[]> {
  const pieces = await readWhole(await openSource(terminal, file))
  if (isHistoryTable(pieces.join('').slice(0, 200))) {
    const table = readHistoryTable(pieces)
    if (table.ok) return [...table.messages]
    const [first] = table.faults
    throw new InputError(`${file}: ${first === undefined ? 'the table cannot be read' : describeFault(first)}`)
  }
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
