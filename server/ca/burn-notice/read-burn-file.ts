import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { isResolved, type MessageTime, scaleOf } from '@apsis/ccsds/block/block.ts'
import type { Fault } from '@apsis/ccsds/fault.ts'
import { detect } from '@apsis/ccsds/message/detect.ts'
import { type Ocm, type OcmManoeuvre, readOcm } from '@apsis/ccsds/ocm/ocm.ts'
import { afterOrigin } from '@apsis/ccsds/ocm/ocm-rows.ts'
import { type Opm, readOpm } from '@apsis/ccsds/opm/opm.ts'
import { BURN_NOTICE_LIMITS, NewBurnNotice } from '@apsis/contract/ca/burn-notice.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { issueInWords } from '@apsis/contract/issue-in-words.ts'
import type { z } from 'zod'
import { toInstant } from '../message/api-value.ts'

const M_PER_KM = 1_000
/** The reading is lenient: a fault that leaves no doubt about the data is no reason to refuse a warning of a burn. */
const LENIENT = { strict: false } as const
/** The most faults of one file that are reported. */
const MOST_FAULTS = 20
/** The most characters of a burn's note that a fault message repeats. */
const MOST_NOTE = 100
/** The most characters of a wrong time that a fault message repeats. */
const MOST_NUMBER = 40
/** The end of a note that is longer in the file. */
const CUT = ' … (cut)'
/** Burns that nobody has decided to fly (CCSDS 502.0-B-3, table 6-7: MAN_BASIS). */
const NOT_DECIDED = ['CANDIDATE', 'SIMULATED']

/** Catalogues of one numbering, that of the U.S. Space Force; the others have numbers of their own. */
const NORAD_CATALOGUES = ['SATCAT', 'CSPOC', '18SPCS']

/** Whose burns a message has: its catalogue number where it says one, else its international designator or name. */
export type BurningObject = { readonly noradId: number | null; readonly designator: string }

/** A burn of a message; whose it is stands beside it. */
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

/** The burns that an OPM or OCM announces, in KVN or XML. For the pool. */
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
  const found = 'state' in message ? ofOpm(message) : ofOcm(message)
  if (found.length === 0)
    return refused(`The ${kind} has no burn that is planned: deployments, candidates and simulated burns are left out.`)
  if (found.length > BURN_NOTICE_LIMITS.burns)
    return refused(`A file has at most ${BURN_NOTICE_LIMITS.burns} burns; this one has ${found.length}.`)
  const burns: AnnouncedBurn[] = []
  for (const [place, burn] of found.entries()) {
    if (typeof burn === 'string') return refused(`Burn ${place + 1}: ${burn}.`)
    const { success, data, error } = Announced.safeParse(burn, { error: issueInWords })
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

/** The states and covariances of a message. */
function linesOf({ trajectories, covariances }: Ocm): number {
  return [...trajectories, ...covariances].reduce((sum, { rows }) => sum + rows.length, 0)
}

const faultOf = ({ line, message }: Fault): ProblemDetail => ({
  code: 'burn-notice.line',
  line,
  message: `Line ${line}: ${message}.`,
})

const Announced = NewBurnNotice.omit({ noradId: true })

/** Which burn of a file is meant: its place, and what the file says of it. */
function nameOf(burns: readonly AnnouncedBurn[], place: number): string {
  const note = burns[place]?.note ?? ''
  return note === '' ? `Burn ${place + 1}` : `Burn ${place + 1} (${note.slice(0, MOST_NOTE)})`
}

/** A burn as the message has it, or why it cannot be used. */
type Found = Readonly<Record<keyof AnnouncedBurn, unknown>> | string

function objectOf(message: Opm | Ocm): BurningObject {
  const { metadata } = message
  if ('objectId' in metadata)
    return { noradId: catalogueNumber(metadata.objectId), designator: metadata.objectId.trim() }
  const { catalogName, objectDesignator = '', internationalDesignator, objectName } = metadata
  const isNorad = catalogName === undefined || NORAD_CATALOGUES.includes(catalogName.trim().toUpperCase())
  const designator = internationalDesignator ?? objectName ?? objectDesignator
  return { noradId: isNorad ? catalogueNumber(objectDesignator) : null, designator: designator.trim() }
}

/** The catalogue number that a designator is; null: it is none, as 0 is. */
function catalogueNumber(designator: string): number | null {
  const number = /^\d{1,9}$/.test(designator.trim()) ? Number(designator) : 0
  return number > 0 ? number : null
}

/** A note as long as it may be: a text that is cut says so. */
function noteOf(text: string): string {
  const most = BURN_NOTICE_LIMITS.note
  return text.length <= most ? text : `${text.slice(0, most - CUT.length)}${CUT}`
}

function ofOpm({ header, manoeuvres }: Opm): Found[] {
  return manoeuvres.map(({ ignition, durationS = 0, refFrame, deltaVMps, comments }) => {
    if (!isResolved(ignition)) return `its time system ${ignition.timeSystem} has no known relation to UTC`
    return {
      ignition: toInstant(ignition),
      durationS,
      deltaV: { frame: refFrame, vector: [...deltaVMps] },
      announcedBy: header.originator,
      note: noteOf(comments.join(' ')),
    }
  })
}

function ofOcm(ocm: Ocm): Found[] {
  return ocm.manoeuvres
    .filter(({ metadata: { manBasis = '' } }) => !NOT_DECIDED.includes(manBasis.toUpperCase()))
    .flatMap((manoeuvre) => burnsOf(ocm, manoeuvre))
}

/** Each line with a Δv is a burn; lines of thrust or acceleration are the profile of one, of which no Δv is told. */
function burnsOf({ header, metadata }: Ocm, { metadata: man, composition, rows }: OcmManoeuvre): Found[] {
  const field = (row: readonly string[], name: string) => row[composition.indexOf(name)]
  const numberOf = (row: readonly string[], name: string) => Number(field(row, name) ?? 0)
  const hasDeltaV = composition.includes('DV_X')
  const isProfile = composition.includes('THR_X') || composition.includes('ACC_X')
  if (!hasDeltaV && !isProfile) return []
  const common = {
    announcedBy: metadata.operator ?? header.originator,
    note: noteOf(
      [man.manId, man.manDeviceId, man.manBasis, man.manPurpose].filter((one) => one !== undefined).join(', '),
    ),
  }
  const timed = rows.map((row) => ({ row, at: timeOf(row, { composition, metadata }) }))
  const fault = timed.map(({ at }) => at).find((at) => typeof at === 'string')
  if (fault !== undefined) return [fault]
  const known = timed.flatMap(({ row, at }) => (typeof at === 'string' ? [] : [{ row, at }]))
  if (hasDeltaV)
    return known.map(({ row, at }) => ({
      ...common,
      ignition: toInstant(at),
      durationS: numberOf(row, 'MAN_DURA'),
      deltaV: {
        frame: man.manRefFrame ?? 'not told',
        vector: ['DV_X', 'DV_Y', 'DV_Z'].map((axis) => numberOf(row, axis) * M_PER_KM),
      },
    }))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const durationS = secondsBetween(first.at, last.at) + numberOf(last.row, 'MAN_DURA')
  return [{ ...common, ignition: toInstant(first.at), durationS, deltaV: null }]
}

/** When a line of a manoeuvre begins: TIME_ABSOLUTE, else TIME_RELATIVE; a number is seconds after EPOCH_TZERO. A string: why that cannot be told. */
function timeOf(
  row: readonly string[],
  { composition, metadata }: Pick<OcmManoeuvre, 'composition'> & Pick<Ocm, 'metadata'>,
): Epoch | string {
  const [absolute, relative] = ['TIME_ABSOLUTE', 'TIME_RELATIVE'].map((name) => row[composition.indexOf(name)])
  const scale = scaleOf(metadata.timeSystem.toUpperCase())
  const origin: MessageTime = metadata.epochTzero
  const isClock = absolute?.includes('T') === true
  const unknown = `its time system ${metadata.timeSystem} has no known relation to UTC`
  if (isClock) return scale === null ? unknown : parseTime(absolute, scale)
  const offset = absolute ?? relative
  if (offset === undefined || !isResolved(origin)) return unknown
  // What the file says is told as it stands there.
  return (
    afterOrigin(origin, Number(offset)) ??
    `it begins ${offset.slice(0, MOST_NUMBER)} s after EPOCH_TZERO, which is no time`
  )
}

function firstOf({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'cannot be used'
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')} ${issue.message}`
}
