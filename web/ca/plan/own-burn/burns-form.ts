import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { createOwnBurns } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { OWN_BURN_LIMITS, OwnBurn, type OwnBurnFrame, type PlannedOwnBurn } from '@apsis/contract/ca/plan/own-burns.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import type { ApiProblem } from '../../../api/problem.ts'
import { formatInstantMs } from '../../../clock/format.ts'
import { typedInstant } from '../../../clock/typed-instant.ts'
import { readNumber } from '../../../ui/format/number.ts'

/** A burn as it is typed. */
export type BurnRow = Readonly<Record<'ignition' | 'duration' | 'axis1' | 'axis2' | 'axis3', string>> & {
  readonly id: number
  readonly frame: OwnBurnFrame
}
export type BurnField = Exclude<keyof BurnRow, 'id'>
export const AXES = ['axis1', 'axis2', 'axis3'] as const

/** The axes that operators use, first; every other one comes with a message. */
export const OFFERED_FRAMES = ['RTN', 'VNB', 'TNW', 'EME2000'] as const satisfies readonly OwnBurnFrame[]
/** Other words of announcements for these axes; at ignition those that turn are those that stay. */
const WORDS: Readonly<Record<string, (typeof OFFERED_FRAMES)[number]>> = {
  RSW_INERTIAL: 'RTN',
  RTN_INERTIAL: 'RTN',
  RIC_INERTIAL: 'RTN',
  QSW_INERTIAL: 'RTN',
  TNW_INERTIAL: 'TNW',
  VNB_INERTIAL: 'VNB',
  J2000: 'EME2000',
  GCRF: 'EME2000',
  ICRF: 'EME2000',
}
/** The axes of an announcement as the form offers them; undefined: it does not. */
export function offeredFrame(name: string): (typeof OFFERED_FRAMES)[number] | undefined {
  const word = name.trim().toUpperCase()
  return OFFERED_FRAMES.find((one) => one === word) ?? WORDS[word]
}
const LETTERS: Readonly<Record<string, string>> = { RTN: 'RTN', VNB: 'VNB', TNW: 'TNW', EME2000: 'XYZ' }
/** What the axes of a frame are called on the form. */
export const lettersOf = (frame: OwnBurnFrame): readonly string[] => (LETTERS[frame] ?? '123').split('')

export const blankRow = (id: number, { frame = 'RTN' }: { readonly frame?: OwnBurnFrame } = {}): BurnRow => ({
  id,
  ignition: '',
  duration: '0',
  frame,
  axis1: '',
  axis2: '',
  axis3: '',
})

/** A burn of a plan as it was typed; one in axes that the form does not offer, in R, T, N as it is flown. */
export function rowOf({ ignition, durationS, frame: given, vector, deltaVRtn }: GivenBurn, id: number): BurnRow {
  const frame = OFFERED_FRAMES.find((one) => one === given) ?? 'RTN'
  const [axis1, axis2, axis3] = (frame === given ? vector : deltaVRtn).map(String) as [string, string, string]
  return { id, ignition: typed(Date.parse(ignition)), duration: String(durationS), frame, axis1, axis2, axis3 }
}
type GivenBurn = Pick<PlannedOwnBurn, 'ignition' | 'durationS' | 'frame' | 'vector' | 'deltaVRtn'>

const typed = (ms: number) => formatInstantMs(ms).replace(/ ?Z$/, '')

/** A time as it may be typed: tomorrow morning, which no satellite is too late for. */
export const exampleIgnition = (nowMs: number): string =>
  new Date((Math.floor(nowMs / DAY_MS) + 1) * DAY_MS + EXAMPLE_MS).toISOString().slice(0, 19).replace('T', ' ')
/** 08:30. */
const EXAMPLE_MS = 8.5 * HOUR_MS

export const isFull = (rows: readonly BurnRow[]): boolean => rows.length >= OWN_BURN_LIMITS.burns

/** What is wrong with a row, by its field: `wrong` by the rules of the form, a sentence by what the server says. */
export type Faults = ReadonlyMap<number, ReadonlyMap<BurnField, string>>

type Body = SentRequest<typeof createOwnBurns>['body']
export type ReadRows =
  | { readonly ok: true; readonly burns: Body['burns'] }
  | { readonly ok: false; readonly faults: Faults }

/** Fields of the contract by those of the form. */
const FIELDS: Readonly<Record<string, readonly BurnField[]>> = {
  ignition: ['ignition'],
  durationS: ['duration'],
  frame: ['frame'],
  vector: AXES,
}

/** The rows by the rules of the contract. A Δv part that is left blank is nought. */
export function readRows(rows: readonly BurnRow[], wrong: Readonly<Record<BurnField, string>>): ReadRows {
  const read = rows.map((row) => {
    const isTold = AXES.some((axis) => row[axis].trim() !== '')
    const part = (axis: (typeof AXES)[number]) => {
      const text = row[axis].trim()
      return text === '' && isTold ? 0 : (readNumber(text) ?? Number.NaN)
    }
    return OwnBurn.safeParse({
      ignition: typedInstant(row.ignition),
      durationS: readNumber(row.duration) ?? Number.NaN,
      frame: row.frame,
      vector: [part('axis1'), part('axis2'), part('axis3')],
    })
  })
  const burns = read.flatMap(({ success, data }) => (success ? [data] : []))
  if (burns.length === rows.length) return { ok: true, burns }
  const faults = new Map<number, ReadonlyMap<BurnField, string>>()
  for (const [place, { error }] of read.entries()) {
    const row = rows[place]
    if (error === undefined || row === undefined) continue
    // Of a vector whose one part is no number that part is wrong, of one without a length all are.
    const fields = error.issues.flatMap(({ path: [field, part] }): readonly BurnField[] => {
      const axis = typeof part === 'number' ? AXES[part] : undefined
      return field === 'vector' && axis !== undefined ? [axis] : (FIELDS[String(field)] ?? [])
    })
    faults.set(row.id, new Map(fields.map((field) => [field, wrong[field]])))
  }
  return { ok: false, faults }
}

/** What the server says of rows, by the pointers of its answer. */
export function faultsOf({ details = [] }: Pick<ApiProblem, 'details'>, rows: readonly BurnRow[]): Faults {
  const faults = new Map<number, ReadonlyMap<BurnField, string>>()
  for (const { pointer = '', message } of details) {
    const [, burns, place, field = ''] = pointer.split('/')
    const row = burns === 'burns' ? rows[Number(place)] : undefined
    const [first] = FIELDS[field] ?? []
    if (row !== undefined && first !== undefined) faults.set(row.id, new Map([[first, message]]))
  }
  return faults
}

/** Whether a text that is pasted is a message of burns, and not a number for a field. */
export const isMessage = (text: string): boolean => /CCSDS_O[PC]M_VERS|<o[pc]m[\s>]/i.test(text.slice(0, HEAD))
const HEAD = 2_000
