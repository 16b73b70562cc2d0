// This file checks what a Conjunction Data Message means beyond its single values; each check reports to the log.
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { blocksOf, type CollectedMessage } from '../block/assemble.ts'
import { readInstant } from '../block/read-block.ts'
import { parseQuantity } from '../block/unit.ts'
import type { FaultCode } from '../fault.ts'
import { FaultLog } from '../fault.ts'
import type { Assignment } from '../notation/line.ts'
import { METADATA, RELATIVE } from './cdm.data.ts'

/** The components are printed to 0.1 m and 0.1 m/s, the magnitudes to 1 m and 1 m/s; rounding may cause a difference of this much. */
const ROUNDING_M_AND_MPS = 1
const ROUNDING_SHARE = 1e-3

/**
 * Checks that there are exactly OBJECT1 and OBJECT2 in this order, that the miss distance and the relative speed agree with their components, and
 * that the start of each span precedes its end. Contradictions in the data are warnings, because the originator may have rounded the data, and may
 * define the times differently.
 */
export function checkCdm({ blocks, lastLine, context: { log } }: CollectedMessage): void {
  const objects = blocksOf(blocks, METADATA).map(({ assignments }) => assignments.get('OBJECT'))
  for (const [index, object] of objects.entries()) {
    const expected = `OBJECT${index + 1}`
    if (object === undefined || object.text.toUpperCase() === expected) continue
    const { line, column, keyword, text } = object
    const isThird = index > 1
    const message = isThird ? 'there is a third object' : 'the objects do not stand in their order'
    log.error({ line, column, keyword, code: 'wrong-order', message, found: text, ...(isThird ? {} : { expected }) })
  }
  if (objects.length === 1) {
    const message = 'the message ends before its second object'
    log.error({ line: lastLine, column: 1, keyword: 'OBJECT', code: 'unfinished', message, expected: 'OBJECT2' })
  }
  const relative = blocks.find(({ table }) => table === RELATIVE)?.assignments
  if (relative === undefined) return
  checkLength(relative, ['MISS_DISTANCE', 'RELATIVE_POSITION'], log)
  checkLength(relative, ['RELATIVE_SPEED', 'RELATIVE_VELOCITY'], log)
  checkOrder(relative, ['START_SCREEN_PERIOD', 'STOP_SCREEN_PERIOD'], log)
  checkOrder(relative, ['SCREEN_ENTRY_TIME', 'SCREEN_EXIT_TIME'], log)
  for (const { assignments } of blocks) checkOrder(assignments, ['TIME_LASTOB_START', 'TIME_LASTOB_END'], log)
}

type Lines = ReadonlyMap<string, Assignment>

function checkLength(lines: Lines, [keyword, vector]: readonly [string, string], log: FaultLog): void {
  const length = lines.get(keyword)
  const parts = ['R', 'T', 'N'].map((axis) => parseQuantity(lines.get(`${vector}_${axis}`)?.value ?? '', null))
  const value = length === undefined ? null : parseQuantity(length.value, null)
  if (length === undefined || value === null) return
  const sum = Math.hypot(...parts.map((part) => part ?? Number.NaN))
  if (Number.isNaN(sum) || sum === 0 || Math.abs(sum - value) <= ROUNDING_M_AND_MPS + ROUNDING_SHARE * sum) return
  const message = `${value} is not the length of ${vector}_R, _T, _N`
  warn(length, { code: 'not-consistent', message, expected: sum.toPrecision(6) }, log)
}

function checkOrder(lines: Lines, [begin, end]: readonly [string, string], log: FaultLog): void {
  const last = lines.get(end)
  const [start, stop] = [instantOf(lines.get(begin)), instantOf(last)]
  if (last === undefined || start === null || stop === null || compareEpochs(start, stop) <= 0) return
  warn(last, { code: 'not-increasing', message: `the time is before ${begin}` }, log)
}

/** Returns the time of the line, or null; its faults are reported where the line is read. */
function instantOf(line: Assignment | undefined): Epoch | null {
  if (line === undefined) return null
  const time = readInstant(line.text, { timeSystem: 'UTC', keyword: null, line: 1, column: 1 }, new FaultLog(true))
  return time !== null && 'taiS' in time ? time : null
}

interface Warning {
  readonly code: FaultCode
  readonly message: string
  readonly expected?: string
}

function warn({ line, column, keyword, text }: Assignment, warning: Warning, log: FaultLog): void {
  log.warning({ line, column, keyword, found: text, ...warning })
}
