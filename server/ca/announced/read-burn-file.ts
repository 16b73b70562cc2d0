import type { Fault } from '@apsis/ccsds/fault.ts'
import { detect } from '@apsis/ccsds/message/detect.ts'
import { plannedBurnsOf } from '@apsis/ccsds/message/planned-burns.ts'
import { type Ocm, readOcm } from '@apsis/ccsds/ocm/ocm.ts'
import { type Opm, readOpm } from '@apsis/ccsds/opm/opm.ts'
import { BURN_NOTICE_LIMITS, NewBurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { issueInWords } from '@apsis/contract/issue-in-words.ts'
import type { z } from 'zod'
import { toInstant } from '../message/record/api-value.ts'

/** The file is read leniently: a fault that leaves the data clear is no reason to refuse a warning of a burn. */
const LENIENT = { strict: false } as const
/** The most faults of one file that are reported. */
const MOST_FAULTS = 20
/** The most characters of a burn's note that a fault message repeats. */
const MOST_NOTE = 100
/** The mark at the end of a note that was cut. */
const CUT = ' … (cut)'

/** The catalogues that use the numbers of the U.S. Space Force; other catalogues have other numbers. */
const NORAD_CATALOGUES = ['SATCAT', 'CSPOC', '18SPCS']

/** The object that burns: its catalogue number if the message gives one, else its international designator or name. */
export type BurningObject = { readonly noradId: number | null; readonly designator: string }

/** A burn of a message; the object of the burns is returned separately. */
export type AnnouncedBurn = Omit<NewBurnNotice, 'noradId'>

export type BurnFile =
  | {
      readonly ok: true
      readonly source: 'OPM' | 'OCM'
      readonly object: BurningObject
      readonly burns: readonly AnnouncedBurn[]
    }
  | { readonly ok: false; readonly errors: readonly ProblemDetail[] }

const refused = (message: string): BurnFile => ({ ok: false, errors: [{ code: 'burn-notice.file', message }] })

/** Reads the burns that an OPM or OCM announces, in KVN or XML. Runs in the worker pool. */
export function readBurnFile(text: string): BurnFile {
  const { kind } = detect(text)
  if (kind !== 'OPM' && kind !== 'OCM')
    return refused(
      `A burn notice is an OPM or an OCM; this is ${kind === 'unknown' ? 'neither' : `one of kind ${kind}`}.`,
    )
  const reading = kind === 'OPM' ? readOpm(text, LENIENT) : readOcm(text, LENIENT)
  if (!reading.ok) return { ok: false, errors: reading.errors.slice(0, MOST_FAULTS).map(faultOf) }
  const { message } = reading
  const lines = 'state' in message ? 0 : linesOf(message)
  if (lines > BURN_NOTICE_LIMITS.lines)
    return refused(
      `A file of burns has at most ${BURN_NOTICE_LIMITS.lines} states and covariances; this one has ${lines}. Take its MAN sections alone.`,
    )
  const found = plannedBurnsOf(message)
  if (found.length === 0)
    return refused(`The ${kind} has no burn that is planned: deployments, candidates and simulated burns are left out.`)
  if (found.length > BURN_NOTICE_LIMITS.burns)
    return refused(`A file has at most ${BURN_NOTICE_LIMITS.burns} burns; this one has ${found.length}.`)
  const burns: AnnouncedBurn[] = []
  for (const [place, burn] of found.entries()) {
    if (typeof burn === 'string') return refused(`Burn ${place + 1}: ${burn}.`)
    const told = { ...burn, ignition: toInstant(burn.ignition), note: noteOf(burn.note) }
    const { success, data, error } = Announced.safeParse(told, { error: issueInWords })
    if (!success) return refused(`Burn ${place + 1}: ${firstOf(error)}.`)
    const same = burns.findIndex(({ ignition }) => ignition === data.ignition)
    if (same >= 0)
      return refused(
        `${nameOf(burns, same)} and ${nameOf([...burns, data], place)} both begin at ${data.ignition}, and a notice holds one burn of an ignition: enter the sum of both.`,
      )
    burns.push(data)
  }
  return { ok: true, source: kind, object: objectOf(message), burns }
}

/** Returns the number of states and covariances in a message. */
function linesOf({ trajectories, covariances }: Ocm): number {
  return [...trajectories, ...covariances].reduce((sum, { rows }) => sum + rows.length, 0)
}

const faultOf = ({ line, message }: Fault): ProblemDetail => ({
  code: 'burn-notice.line',
  line,
  message: `Line ${line}: ${message}.`,
})

const Announced = NewBurnNotice.omit({ noradId: true })

/** Names one burn of a file by its position and its note. */
function nameOf(burns: readonly AnnouncedBurn[], place: number): string {
  const note = burns[place]?.note ?? ''
  return note === '' ? `Burn ${place + 1}` : `Burn ${place + 1} (${note.slice(0, MOST_NOTE)})`
}

function objectOf(message: Opm | Ocm): BurningObject {
  const { metadata } = message
  if ('objectId' in metadata)
    return { noradId: catalogueNumber(metadata.objectId), designator: metadata.objectId.trim() }
  const { catalogName, objectDesignator = '', internationalDesignator, objectName } = metadata
  const isNorad = catalogName === undefined || NORAD_CATALOGUES.includes(catalogName.trim().toUpperCase())
  const designator = internationalDesignator ?? objectName ?? objectDesignator
  return { noradId: isNorad ? catalogueNumber(objectDesignator) : null, designator: designator.trim() }
}

/** Returns the catalogue number in a designator, or null if it has none; 0 is not a number of the catalogue. */
function catalogueNumber(designator: string): number | null {
  const number = /^\d{1,9}$/.test(designator.trim()) ? Number(designator) : 0
  return number > 0 ? number : null
}

/** Cuts a note to the longest allowed length, and marks the cut. */
function noteOf(text: string): string {
  const most = BURN_NOTICE_LIMITS.note
  return text.length <= most ? text : `${text.slice(0, most - CUT.length)}${CUT}`
}

function firstOf({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'cannot be used'
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')} ${issue.message}`
}
