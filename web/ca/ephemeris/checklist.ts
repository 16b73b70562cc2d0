import type { Fault, FaultCode } from '@apsis/ccsds/fault.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

/** The checks of an upload, in the order of the list. */
export const CHECKS = [
  'kind',
  'syntax',
  'version',
  'object',
  'timeSystem',
  'frame',
  'epochs',
  'density',
  'span',
  'physics',
  'covariance',
] as const
export type CheckName = (typeof CHECKS)[number]

/** An error from the browser or from the server, which has fewer fields. */
export type Finding = {
  readonly code: string
  readonly message: string
  readonly line?: number | undefined
  readonly keyword?: string | null | undefined
  readonly expected?: string | readonly string[] | null | undefined
}
export type CheckLine = {
  readonly name: CheckName
  readonly level: Level
  readonly faults: readonly (Finding & { readonly isError: boolean })[]
  /** True if the file has no content for this check, so that the check has no result. */
  readonly isAbsent: boolean
  /** True if the complete file is in the past: it can be stored, but not screened. */
  readonly isOver: boolean
}

const BY_CODE: Partial<Readonly<Record<FaultCode, CheckName>>> = {
  'wrong-kind': 'kind',
  'bad-encoding': 'kind',
  'wrong-version': 'version',
  'wrong-object': 'object',
  'bad-time': 'epochs',
  'not-increasing': 'epochs',
  'outside-span': 'span',
  'too-long-span': 'span',
  'too-few-points': 'density',
  'too-sparse': 'density',
  'too-many-points': 'density',
  'bad-physics': 'physics',
  'bad-covariance': 'covariance',
  'flat-covariance': 'covariance',
}
const BY_KEYWORD: Readonly<Record<string, CheckName>> = {
  TIME_SYSTEM: 'timeSystem',
  REF_FRAME: 'frame',
  CENTER_NAME: 'frame',
  OBJECT_ID: 'object',
  OBJECT_NAME: 'object',
  COV_REF_FRAME: 'covariance',
}

/** Returns the check to which an error belongs: by its keyword if that is more specific, else by its code. */
export function checkOf({ code, keyword }: Pick<Finding, 'code' | 'keyword'>): CheckName {
  const byKeyword = keyword ? BY_KEYWORD[keyword] : undefined
  const byCode = Object.entries(BY_CODE).find(([one]) => one === code)?.[1]
  return byKeyword ?? byCode ?? 'syntax'
}

type FileFindings = {
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  /** True if the file contains a covariance; undefined if that is not known. */
  readonly hasCovariance?: boolean | undefined
  /** True if the complete file is in the past. */
  readonly isOver?: boolean | undefined
}

/** Returns every check with its findings: with an error it has failed, with only a warning it has passed with a reservation. */
export function checklistOf(
  { errors, warnings, hasCovariance, isOver }: FileFindings,
  isObjectAsked = true,
): readonly CheckLine[] {
  const all = [
    ...errors.map((fault) => ({ ...fault, isError: true })),
    ...warnings.map((fault) => ({ ...fault, isError: false })),
  ]
  // A file of another kind is not checked further.
  const isOther = all.some((fault) => fault.isError && checkOf(fault) === 'kind')
  return CHECKS.map((name) => {
    const faults = all.filter((fault) => checkOf(fault) === name)
    const isSkipped = (isOther && name !== 'kind') || (name === 'object' && !isObjectAsked)
    const isAbsent = name === 'covariance' && hasCovariance === false && !isSkipped
    const isSpanOver = name === 'span' && isOver === true && !isSkipped
    const passed: Level = isSkipped ? 'inactive' : isAbsent || isSpanOver ? 'caution' : 'ok'
    const level = faults.some(({ isError }) => isError) ? 'serious' : faults.length > 0 ? 'caution' : passed
    return { name, level, faults, isAbsent, isOver: isSpanOver }
  })
}

/** Returns an error that the browser found, in the form of the list of checks. */
export function findingOf({ code, message, line, keyword, expected }: Fault): Finding {
  return { code, message, line, keyword, expected }
}
