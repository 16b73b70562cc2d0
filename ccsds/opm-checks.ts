// What an Orbit Parameter Message means beyond its single values; each check reports to the log.
import type { BlockTable, RawBlock } from './block.ts'
import type { FaultLog } from './fault.ts'
import type { KvnAssignment } from './kvn.ts'
import { BODY_FRAME_FAMILIES, BODY_FRAMES, ORBIT_FRAMES } from './names.data.ts'
import { COVARIANCE_ENTRIES } from './opm.data.ts'

// Real covariances are printed with six digits and more: a correlation may exceed 1 by their rounding.
const CORRELATION_ROUNDING = 1e-5

interface Choice {
  readonly table: BlockTable
  readonly keyword: string
  readonly choices: readonly string[]
}

/** The keyword's value must be one of the choices. */
export function checkChoice(blocks: readonly RawBlock[], { table, keyword, choices }: Choice, log: FaultLog): void {
  const assignment = blocks.find((block) => block.table === table)?.assignments.get(keyword)
  if (assignment === undefined || choices.includes(assignment.text)) return
  reportValue(assignment, `one of ${choices.join(', ')}`, log)
}

/** REF_FRAME names a frame of a body; COV_REF_FRAME and MAN_REF_FRAME one of a body or of the orbit; or one of `frames`. */
export function checkFrames(blocks: readonly RawBlock[], frames: readonly string[], log: FaultLog): void {
  for (const { assignments } of blocks) {
    for (const [keyword, assignment] of assignments) {
      if (!keyword.endsWith('REF_FRAME')) continue
      const name = assignment.text
      const isKnown =
        BODY_FRAMES.includes(name) ||
        BODY_FRAME_FAMILIES.some((family) => family.test(name)) ||
        (keyword !== 'REF_FRAME' && ORBIT_FRAMES.includes(name)) ||
        frames.includes(name)
      if (!isKnown) reportValue(assignment, 'a frame of the SANA registry, such as GCRF, EME2000 or ITRF2000', log)
    }
  }
}

function reportValue({ line, column, keyword, text }: KvnAssignment, expected: string, log: FaultLog): void {
  const message = `${JSON.stringify(text.slice(0, 40))} is not known`
  log.error({ line, column, keyword, code: 'bad-value', message, found: text, expected })
}

/** No variance may be negative, and no correlation beyond ±1: the first conditions of a positive semi-definite matrix. */
export function checkCovariance(matrix: readonly (readonly number[])[], raw: RawBlock, log: FaultLog): void {
  const variances = matrix.map((row, index) => row[index] ?? 0)
  for (const { row, column, keyword } of COVARIANCE_ENTRIES) {
    const value = matrix[row]?.[column] ?? 0
    const bound = Math.sqrt(Math.max(0, (variances[row] ?? 0) * (variances[column] ?? 0)))
    const isVariance = row === column
    if (isVariance ? value >= 0 : Math.abs(value) <= bound * (1 + CORRELATION_ROUNDING)) continue
    const { line = raw.line, column: at = 1 } = raw.assignments.get(keyword) ?? {}
    const message = isVariance ? 'a variance is negative' : 'the correlation that follows is beyond 1'
    log.error({ line, column: at, keyword, code: 'bad-value', message, expected: 'a positive semi-definite matrix' })
  }
}
