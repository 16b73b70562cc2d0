import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { OWN_BURN_LIMITS, OwnBurn, type OwnBurnFrame, type PlannedOwnBurn } from '@apsis/contract/ca/plan/own-burns.ts'
import type { ApiProblem } from '../../../api/problem.ts'
import { formatInstantMs } from '../../../clock/format.ts'
import { typedInstant } from '../../../clock/typed-instant.ts'
import type { Faults } from '../../../form/use-form.ts'
import { readNumber } from '../../../ui/format/number.ts'
import { ownBurnWords } from './words.data.ts'

/** A burn as it is typed. */
export type BurnRow = Readonly<Record<'ignition' | 'duration' | 'axis1' | 'axis2' | 'axis3', string>> & {
  readonly id: number
  readonly frame: OwnBurnFrame
}
export type BurnField = Exclude<keyof BurnRow, 'id'>
/** The burns of a plan as they are typed. */
export type BurnsForm = { readonly rows: readonly BurnRow[]; readonly why: string }
export const AXES = ['axis1', 'axis2', 'axis3'] as const

/** The axes that operators use come first; other axes are only possible in a message. */
export const OFFERED_FRAMES = ['RTN', 'VNB', 'TNW', 'EME2000'] as const satisfies readonly OwnBurnFrame[]
/** Other names of these axes in announcements; at ignition the rotating axes equal the inertial ones. */
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
/** Returns the axes of an announcement as the form offers them; undefined if the form does not offer them. */
export function offeredFrame(name: string): (typeof OFFERED_FRAMES)[number] | undefined {
  const word = name.trim().toUpperCase()
  return OFFERED_FRAMES.find((one) => one === word) ?? WORDS[word]
}
const LETTERS: Readonly<Record<string, string>> = { RTN: 'RTN', VNB: 'VNB', TNW: 'TNW', EME2000: 'XYZ' }
/** Returns the labels of the axes of a frame in the form. */
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

/** Returns a burn of a plan as it was typed; a burn in axes that the form does not offer is in R, T, N, as it is performed. */
export function rowOf({ ignition, durationS, frame: given, vector, deltaVRtn }: GivenBurn, id: number): BurnRow {
  const frame = OFFERED_FRAMES.find((one) => one === given) ?? 'RTN'
  const [axis1, axis2, axis3] = (frame === given ? vector : deltaVRtn).map(String) as [string, string, string]
  return { id, ignition: typed(Date.parse(ignition)), duration: String(durationS), frame, axis1, axis2, axis3 }
}
type GivenBurn = Pick<PlannedOwnBurn, 'ignition' | 'durationS' | 'frame' | 'vector' | 'deltaVRtn'>

const typed = (ms: number) => formatInstantMs(ms).replace(/ ?Z$/, '')

/** Returns an example of a time to type: tomorrow morning, which is never too late. */
export const exampleIgnition = (nowMs: number): string =>
  new Date((Math.floor(nowMs / DAY_MS) + 1) * DAY_MS + EXAMPLE_MS).toISOString().slice(0, 19).replace('T', ' ')
/** 08:30 as a time of day. */
const EXAMPLE_MS = 8.5 * HOUR_MS

export const isFull = (rows: readonly BurnRow[]): boolean => rows.length >= OWN_BURN_LIMITS.burns

/** The fields of the form for each field of the contract. */
const FIELDS: Readonly<Record<string, readonly BurnField[]>> = {
  ignition: ['ignition'],
  durationS: ['duration'],
  frame: ['frame'],
  vector: AXES,
}
const WRONG = {
  ignition: 'wrongTime',
  duration: 'wrongDuration',
  frame: 'wrongFrame',
  axis1: 'wrongNumber',
  axis2: 'wrongNumber',
  axis3: 'wrongNumber',
} as const satisfies Record<BurnField, string>

/** Returns a row as the contract accepts it. A blank component of the Δv is zero. */
export function burnOf(row: BurnRow) {
  const isTold = AXES.some((axis) => row[axis].trim() !== '')
  const part = (axis: (typeof AXES)[number]) => {
    const text = row[axis].trim()
    return text === '' && isTold ? 0 : readNumber(text)
  }
  return {
    ignition: typedInstant(row.ignition),
    durationS: readNumber(row.duration),
    frame: row.frame,
    vector: AXES.map(part),
  }
}

/** Returns the errors of the rows by the rules of the contract. */
export function faultsOf(rows: readonly BurnRow[]): Faults<BurnsForm> {
  const faults = rows.flatMap((row, place) => {
    const issues = OwnBurn.safeParse(burnOf(row)).error?.issues ?? []
    return issues.flatMap(({ path: [name, part] }) => {
      // If one component of a vector is not a number, that component is wrong; if the vector has no length, all components are.
      const axis = typeof part === 'number' ? AXES[part] : undefined
      const fields = axis === undefined ? (FIELDS[String(name)] ?? []) : [axis]
      return fields.map((field) => [`rows.${place}.${field}`, ownBurnWords(WRONG[field])] as const)
    })
  })
  return Object.fromEntries(faults)
}

/** Returns the errors that the server found in rows, by the pointers of its answer. */
export function refusedOf({ details = [] }: Pick<ApiProblem, 'details'>): Faults<BurnsForm> {
  const faults = details.flatMap(({ pointer = '', message }) => {
    const [, list, place, name = ''] = pointer.split('/')
    const [field] = FIELDS[name] ?? []
    return list === 'burns' && field !== undefined ? [[`rows.${place}.${field}`, message] as const] : []
  })
  return Object.fromEntries(faults)
}

/** True if a pasted text is a message with burns, and not a number for a field. */
export const isMessage = (text: string): boolean => /CCSDS_O[PC]M_VERS|<o[pc]m[\s>]/i.test(text.slice(0, HEAD))
const HEAD = 2_000
