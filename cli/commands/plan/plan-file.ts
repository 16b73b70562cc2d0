import { groupUpdates } from '@apsis/astro/conjunction/group-updates.ts'
import { compareEpochs } from '@apsis/astro/time/epoch.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { eventToleranceS } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { openSource, readWhole, withoutName } from '../../input/source.ts'
import { InputError, type Terminal } from '../../terminal/command.ts'
import { planMessage } from './plan-message.ts'
import type { PlannedEvent, PlannedFile, PlanOptions } from './plan-row.ts'

/**
 * Plans a file with its newest message. A file is one entry of the answer, so that a user who gives ten files gets ten entries. If there are several
 * messages about one event, the newest is planned; if a file has several events, each is planned, and the entry is that of the newest message. A plan
 * moves object 1: a message of the same event with its objects exchanged is planned separately, because it requires the burn of the other one.
 * Unreadable messages are reported in addition.
 */
export async function planFile(terminal: Terminal, file: string, asked: PlanOptions): Promise<PlannedFile> {
  const { cdms, errors } = await readFile(terminal, file)
  const events = groupUpdates(cdms.map(toUpdate)).map((updates) => updates.map(({ cdm }) => cdm))
  const newest = events.flatMap(byMover).map(newestOf)
  const planned = newest.map((cdm) => planEvent(cdm, asked))
  const first = newest.length === 0 ? undefined : planned[newest.indexOf(newestOf(newest))]
  if (cdms.length > 1)
    terminal.note(`${file}: ${whatIsPlanned({ messages: cdms.length, events: events.length, planned, first })}`)
  const all = [...errors, ...(first?.error === null || first === undefined ? [] : [first.error])]
  return {
    file,
    probability: first?.probability ?? null,
    plans: first?.plans ?? [],
    error: all.length === 0 ? null : all.join('\n'),
    ...(planned.length > 1 ? { events: planned } : {}),
  }
}

/** Returns the conjunction messages of a file, and the faults of the messages that cannot be read. */
async function readFile(terminal: Terminal, file: string): Promise<{ cdms: Cdm[]; errors: string[] }> {
  try {
    const { messages, faults } = readMessages(await readWhole(await openSource(terminal, file)), { strict: false })
    if (messages.length === 0)
      return { cdms: [], errors: [faults[0] === undefined ? 'there is no message' : describeFault(faults[0])] }
    const cdms: Cdm[] = []
    const errors: string[] = []
    for (const { kind, reading } of messages) {
      if (!reading.ok) errors.push(...reading.errors.map(describeFault))
      else if (reading.message.kind === 'CDM') cdms.push(reading.message.message)
      else errors.push(`this is an ${kind}, not a CDM`)
    }
    return { cdms, errors }
  } catch (error) {
    if (error instanceof InputError) return { cdms: [], errors: [withoutName(file, error)] }
    throw error
  }
}

function toUpdate(cdm: Cdm) {
  const [one, other] = cdm.objects
  const objects: readonly [string, string] = [one.metadata.objectDesignator, other.metadata.objectDesignator]
  return { objects, tca: cdm.relative.tca, toleranceS: eventToleranceS(cdm), cdm }
}

/** Groups the messages about an event by the object that a plan moves. */
function byMover(cdms: readonly Cdm[]): Cdm[][] {
  return [...Map.groupBy(cdms, ({ objects: [{ metadata }] }) => metadata.objectDesignator).values()]
}

/** Returns the newest message; of several with the same creation time, the last one. */
function newestOf(cdms: readonly Cdm[]): Cdm {
  return cdms.reduce((newest, cdm) =>
    compareEpochs(cdm.header.creationDate, newest.header.creationDate) >= 0 ? cdm : newest,
  )
}

/** Returns the plans for an event, or the reason why its message cannot be planned. */
function planEvent(cdm: Cdm, asked: PlanOptions): PlannedEvent {
  const { messageId } = cdm.header
  try {
    return { messageId, ...planMessage(cdm, asked) }
  } catch (error) {
    if (error instanceof RangeError) return { messageId, probability: null, plans: [], error: error.message }
    throw error
  }
}

type FileCounts = {
  readonly messages: number
  readonly events: number
  readonly planned: readonly PlannedEvent[]
  readonly first: PlannedEvent | undefined
}

function whatIsPlanned({ messages, events, planned, first }: FileCounts): string {
  const has = `${messages} messages of ${events === 1 ? 'one event' : `${events} events`}`
  if (planned.length === 1) return `${has}; the newest is planned with, ${first?.messageId}`
  const exchanged = planned.length > events ? ', and of each object that is object 1,' : ''
  return `${has}; the newest of each${exchanged} is planned with, and the entry of the file is that of ${first?.messageId}`
}
