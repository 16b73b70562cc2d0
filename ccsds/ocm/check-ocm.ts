// This file checks what an Orbit Comprehensive Message means beyond its single values; each check reports to the log.
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { isResolved, type RawBlock } from '../block/block.ts'
import type { RawSection } from '../block/read-sections.ts'
import type { FaultLog } from '../fault.ts'
import type { Assignment } from '../notation/line.ts'
import { MANOEUVRE_UNITS, TIME_FIELDS } from './ocm.data.ts'
import type { OcmRow } from './ocm-rows.ts'

/**
 * Checks a list of units, which repeats what the type of the rows already says. If a unit or their number differs, that is an error in every reading,
 * because it is unknown which of the two the numbers follow. `allowed` contains the valid lists.
 */
export function checkUnits(
  assignment: Assignment | undefined,
  allowed: readonly (readonly string[])[],
  log: FaultLog,
): void {
  if (assignment === undefined) return
  const { line, column, keyword, text } = assignment
  const units = text
    .replace(/^\s*\[/, '')
    .replace(/\]\s*$/, '')
    .split(',')
    .map(plainUnit)
  const isOne = allowed.some(
    (list) => list.length === units.length && list.every((unit, at) => plainUnit(unit) === units[at]),
  )
  if (isOne) return
  const expected = `[${allowed.at(-1)?.join(', ')}]`
  log.error({ line, column, keyword, code: 'bad-unit', message: 'these are not the units', found: text, expected })
}

/** Returns a unit in a common form: km/s² and KM/S**2 are the same unit, and so are °, deg and degrees. */
function plainUnit(unit: string): string {
  return unit
    .trim()
    .toLowerCase()
    .replace('²', '**2')
    .replace(/\^(?=\d)/, '**')
    .replace(/^(?:°|degrees?)$/, 'deg')
}

/**
 * Checks that the rows of a manoeuvre contain their time, and that their units are those of their fields. The standard omits the units of the times,
 * but its examples do not. An unknown field is a deviation.
 */
export function checkComposition({ line, assignments }: RawBlock, composition: readonly string[], log: FaultLog): void {
  const at = assignments.get('MAN_COMPOSITION')
  const place = { line: at?.line ?? line, column: at?.column ?? 1, keyword: 'MAN_COMPOSITION' }
  if (!composition.some((field) => TIME_FIELDS.includes(field))) {
    const message = 'the rows do not say when the manoeuvre is'
    log.error({ ...place, code: 'missing-keyword', message, expected: TIME_FIELDS.join(' or ') })
  }
  const unknown = composition.find((field) => !MANOEUVRE_UNITS.has(field))
  if (unknown !== undefined) {
    const message = `${JSON.stringify(unknown.slice(0, 40))} is no field of a manoeuvre`
    log.deviation({ ...place, code: 'bad-value', message, found: unknown })
    return
  }
  const unitsOf = (fields: readonly string[]) => fields.map((field) => MANOEUVRE_UNITS.get(field) ?? '')
  const untimed = composition.filter((field) => !TIME_FIELDS.includes(field))
  checkUnits(assignments.get('MAN_UNITS'), [unitsOf(composition), unitsOf(untimed)], log)
}

/** Checks that the times of a trajectory do not go back; an equal time is a deviation, as in an OEM. */
export function checkRising({ rows: lines }: RawSection, rows: readonly OcmRow[], { log }: { log: FaultLog }): void {
  // Rows that could not be read are missing here, and are reported elsewhere.
  if (lines.length !== rows.length) return
  let last: Epoch | null = null
  for (const [index, { epoch }] of rows.entries()) {
    if (!isResolved(epoch)) continue
    const order: number = last === null ? -1 : compareEpochs(last, epoch)
    last = epoch
    if (order < 0) continue
    const { line, column } = lines[index] ?? { line: 1, column: 1 }
    const message = `the time is ${order === 0 ? 'that of' : 'before'} the one before it`
    const report = { line, column, keyword: null, code: 'not-increasing', message, expected: 'rising times' } as const
    if (order === 0) log.deviation(report)
    else log.error(report)
  }
}
