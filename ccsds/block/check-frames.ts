import type { FaultLog } from '../fault.ts'
import type { Assignment } from '../notation/line.ts'
import type { RawBlock } from './block.ts'
import { BODY_FRAME_FAMILIES, BODY_FRAMES, ORBIT_FRAMES } from './names.data.ts'

/**
 * Checks that every keyword that ends with REF_FRAME names a frame of the registry, or one of `frames`: REF_FRAME and TRAJ_REF_FRAME must name the
 * frame of a body; the others (covariance, manoeuvre) may also name a frame of the orbit. An unknown frame is an error in every reading, because the
 * numbers have no meaning without it.
 */
export function checkFrames(blocks: readonly RawBlock[], frames: readonly string[], log: FaultLog): void {
  for (const { assignments } of blocks) {
    for (const [keyword, assignment] of assignments)
      if (keyword.endsWith('REF_FRAME')) checkFrame(assignment, frames, log)
  }
}

/** Checks the frame that one line names; `checkFrames` does this for every such line of a message. */
export function checkFrame(assignment: Assignment, frames: readonly string[], log: FaultLog): void {
  const { keyword, text, line, column } = assignment
  const ofBodyOnly = keyword === 'REF_FRAME' || keyword === 'TRAJ_REF_FRAME'
  if (isFrame(text, ofBodyOnly) || frames.includes(text)) return
  const message = `${JSON.stringify(text.slice(0, 40))} is not known`
  const expected = 'a frame of the SANA registry, such as GCRF, EME2000 or ITRF2000'
  log.error({ line, column, keyword, code: 'bad-value', message, found: text, expected })
}

/** Returns true if a frame has this name, in upper or lower case. */
export function isFrame(name: string, ofBodyOnly: boolean): boolean {
  const upper = name.toUpperCase()
  return (
    BODY_FRAMES.includes(upper) ||
    BODY_FRAME_FAMILIES.some((family) => family.test(upper)) ||
    (!ofBodyOnly && ORBIT_FRAMES.includes(upper))
  )
}
