import type { Evaluation } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { causeInWords } from '../../notifications/notice-in-words.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { goDistanceText } from './separation-text.ts'
import { planWords } from './words.data.ts'

/**
 * Returns the verdict of the newest message on the burn: by its distance, by its probability, or by both if it has both (flight rule F14).
 */
export function evaluationInWords(evaluation: Evaluation): string {
  const { verdict, cause, reason, probabilityWithout, probabilityWith, separation, counted } = evaluation
  if (verdict !== 'GO') return causeInWords(cause, reason)
  if (counted !== undefined) {
    const { hits, trials, upper } = counted
    const numbers = { hits: formatNumber(hits), trials: formatNumber(trials), upper: formatProbabilityLine(upper) }
    return planWords('goCounted', numbers)
  }
  const byDistance = separation === undefined ? [] : [goDistanceText(separation)]
  if (probabilityWithout === null || probabilityWith === null) return byDistance[0] ?? causeInWords(cause, reason)
  const [without, withBurn] = [probabilityWithout, probabilityWith].map((one) => formatProbabilityLine(one))
  return [...byDistance, planWords('goReason', { without: without ?? '', with: withBurn ?? '' })].join(' ')
}
