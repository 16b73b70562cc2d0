import { sizeShare } from '@apsis/astro/manoeuvre/execution-error.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import type { PathCase } from '@apsis/contract/ca/plan/path-screening.ts'
import { firstInside, lastInside } from '../../ephemeris/record/inside-span.ts'
import { packOrbit } from '../../ephemeris/record/packed-orbit.ts'
import { errorOf, openEvent } from '../design/planned-event.ts'
import { type FileTask, oemOf } from './file-task.ts'

export type FlownPath = {
  readonly case: PathCase
  /** The packed form in which ephemerides are stored (packed-orbit.ts). */
  readonly packed: Uint8Array
  readonly from: string
  readonly to: string
  readonly periodS: number
}

const FILE_CASES = { nominal: 'nominal', hot: 'hot', cold: 'cold', missed: 'no-burn' } as const

/**
 * Returns the paths in the files of a plan, as the screening uses them: the screened path is the exported one. A burn
 * without errors has no paths with a stronger and a weaker burn. Runs in the worker pool.
 */
export function flyCases(task: FileTask): FlownPath[] {
  const event = openEvent(task.message, task.burn.dynamics)
  const error = errorOf(task.propulsion, task.errors)
  const hasError = error !== null && sizeShare(task.burn.deltaVRtn as Vec3, error) > 0
  const isExact = !hasError && task.burn.drag === null
  const cases: readonly PathCase[] = isExact ? ['nominal', 'missed'] : ['nominal', 'hot', 'cold', 'missed']
  return cases.map((one) => {
    const { segments } = oemOf({ ...task, case: FILE_CASES[one] }, event)
    const ephemeris = toTemeEphemeris(segments)
    const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
    if (first === undefined || last === undefined) throw new TypeError('a path has segments')
    const packed = packOrbit(ephemeris)
    return {
      case: one,
      packed,
      periodS: event.model.periodS,
      from: firstInside(first.start),
      to: lastInside(last.stop),
    }
  })
}
