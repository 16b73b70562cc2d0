// What an Orbit Mean-Elements Message means beyond its single values; each check reports to the log.
import { type CollectedMessage, findBlock } from '../block/assemble.ts'
import type { FaultLog } from '../fault.ts'
import type { Assignment } from '../notation/line.ts'
import { HEADER, MEAN_ELEMENTS, METADATA, TLE_PARAMETERS } from './omm.data.ts'

/**
 * One of the two sizes of the orbit; one of BSTAR and BTERM, one of MEAN_MOTION_DDOT and AGOM; what the theory cannot do
 * without (502.0-B-3 table 4-3); a class of one letter.
 */
export function checkOmm({ blocks, lastLine, context: { log } }: CollectedMessage): void {
  checkVersion(findBlock(blocks, HEADER)?.assignments.get('CCSDS_OMM_VERS'), log)
  const elements = findBlock(blocks, MEAN_ELEMENTS)
  const tle = findBlock(blocks, TLE_PARAMETERS)
  const theory = findBlock(blocks, METADATA)?.assignments.get('MEAN_ELEMENT_THEORY')?.text.toUpperCase() ?? ''
  const missing = (keyword: string, message: string, line = elements?.line ?? lastLine) =>
    ({ line, column: 1, keyword, code: 'missing-keyword', message }) as const
  const both = ({ line, column, keyword }: Assignment, other: string) =>
    ({ line, column, keyword, code: 'not-consistent', message: `${keyword} and ${other} exclude each other` }) as const

  const axis = elements?.assignments.get('SEMI_MAJOR_AXIS')
  const motion = elements?.assignments.get('MEAN_MOTION')
  if (axis !== undefined && motion !== undefined) log.error(both(motion, 'SEMI_MAJOR_AXIS'))
  if (elements !== undefined && axis === undefined && motion === undefined) {
    log.error(missing('MEAN_MOTION', 'there must be one of SEMI_MAJOR_AXIS and MEAN_MOTION'))
  }
  for (const [one, other] of [
    ['BTERM', 'BSTAR'],
    ['AGOM', 'MEAN_MOTION_DDOT'],
  ] as const) {
    const line = tle?.assignments.get(one)
    if (line !== undefined && tle?.assignments.has(other) === true) log.error(both(line, other))
  }
  for (const keyword of neededBy(theory)) {
    if (tle?.assignments.has(keyword) === true || elements === undefined) continue
    log.deviation(missing(keyword, `${keyword} is missing, which ${theory} needs`, tle?.line))
  }
  const letter = tle?.assignments.get('CLASSIFICATION_TYPE')
  if (letter !== undefined && letter.text.length !== 1) {
    const { line, column, keyword, text } = letter
    const message = 'the class is not one letter'
    log.deviation({ line, column, keyword, code: 'bad-value', message, found: text, expected: 'U, C or S' })
  }
}

/** The OMM came with version 2.0 of the standard; some write 1.0, and mean the same. */
function checkVersion(version: Assignment | undefined, log: FaultLog): void {
  if (version?.text !== '1.0') return
  const { line, column, keyword, text } = version
  const message = 'there is no OMM of version 1.0'
  log.deviation({ line, column, keyword, code: 'wrong-version', message, found: text, expected: '2.0 or 3.0' })
}

function neededBy(theory: string): readonly string[] {
  if (theory === 'SGP4-XP') return ['BTERM', 'AGOM']
  if (theory === 'SGP4' || theory === 'SGP/SGP4') return ['BSTAR']
  return theory === 'SGP' || theory === 'PPT3' ? ['MEAN_MOTION_DOT', 'MEAN_MOTION_DDOT'] : []
}
