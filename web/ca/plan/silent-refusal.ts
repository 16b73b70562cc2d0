import { SILENT_BURN_DIRECTIONS } from '@apsis/contract/ca/announced/burn-notice.ts'
import { SILENT_SINCE_CODE } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { ApiProblem } from '../../api/problem.ts'
import type { ShownBurn } from '../announced/silent-banners.tsx'

/** A burn that is missing in the message of a plan, as the refusal names it. */
export type RefusedBurn = ShownBurn & { readonly name: string; readonly noradId: number; readonly isUnseen: boolean }

/**
 * Returns the unannounced burns for which an export was refused, as they were known at that instant; empty if it was refused for another
 * reason.
 */
export function refusedBurns({ details }: Pick<ApiProblem, 'details'>): readonly RefusedBurn[] {
  return details.flatMap(({ code, values = {} }) => {
    const { noradId, name, fromAt: from, toAt: to, deltaVMps, confidence } = values
    const direction = SILENT_BURN_DIRECTIONS.find((one) => one === values.direction)
    if (code !== SILENT_SINCE_CODE || direction === undefined) return []
    const source = values.tracks === 1 ? 'TRACKS' : 'ELEMENT_SETS'
    const marks = { isSimulated: values.simulated === 1, isUnseen: values.unseen === 1 }
    const size = { deltaVMps: Number(deltaVMps), confidence: Number(confidence), direction }
    return [
      { noradId: Number(noradId), name: String(name), from: String(from), to: String(to), source, ...size, ...marks },
    ]
  })
}
