// What a Tracking Data Message means beyond its single values; each check reports to the log.
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { isResolved, type MessageTime, type RawBlock } from '../block/block.ts'
import type { FaultLog } from '../fault.ts'
import type { Assignment } from '../notation/line.ts'

/** A path names participants that there are; PATH and PATH_1, PATH_2 exclude each other. */
export function checkTdmMetadata({ assignments }: RawBlock, log: FaultLog): void {
  for (const keyword of ['PATH', 'PATH_1', 'PATH_2']) {
    const path = assignments.get(keyword)
    if (path === undefined) continue
    const numbers = path.text.split(',').map((part) => part.trim())
    const unknown = numbers.find((number) => !/^[1-5]$/.test(number) || !assignments.has(`PARTICIPANT_${number}`))
    if (unknown === undefined) continue
    const message = `${JSON.stringify(unknown.slice(0, 10))} is the number of no participant`
    log.deviation({ ...placeOf(path), code: 'not-consistent', message, found: path.text })
  }
  const single = assignments.get('PATH_1')
  if (single !== undefined && assignments.has('PATH')) {
    log.deviation({ ...placeOf(single), code: 'not-consistent', message: 'PATH and PATH_1 exclude each other' })
  }
}

interface Observation {
  readonly keyword: string
  readonly epoch: MessageTime
  readonly line: number
}

/**
 * The times of each kind of measurement rise; angles say which they are, and right ascensions of which frame: deviations.
 */
export function checkObservations(raw: RawBlock, observations: readonly Observation[], log: FaultLog): void {
  const last = new Map<string, Epoch>()
  for (const { keyword, epoch, line } of observations) {
    if (!isResolved(epoch)) continue
    const before = last.get(keyword)
    if (before !== undefined && compareEpochs(before, epoch) > 0) {
      const message = `the time is before that of the ${keyword} before it`
      log.deviation({ line, column: 1, keyword, code: 'not-increasing', message, expected: 'rising times' })
    }
    last.set(keyword, epoch)
  }
  const angle = observations.find(({ keyword }) => keyword === 'ANGLE_1' || keyword === 'ANGLE_2')
  const type = raw.assignments.get('ANGLE_TYPE')
  if (angle !== undefined && type === undefined) {
    const message = 'ANGLE_TYPE is missing, though there are angles'
    log.deviation({ line: raw.line, column: 1, keyword: 'ANGLE_TYPE', code: 'missing-keyword', message })
  }
  if (type?.text.toUpperCase() === 'RADEC' && !raw.assignments.has('REFERENCE_FRAME')) {
    const message = 'REFERENCE_FRAME is missing, though the angles are right ascension and declination'
    log.deviation({ line: raw.line, column: 1, keyword: 'REFERENCE_FRAME', code: 'missing-keyword', message })
  }
}

function placeOf({ line, column, keyword }: Assignment): { line: number; column: number; keyword: string } {
  return { line, column, keyword }
}
