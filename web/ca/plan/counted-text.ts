import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { planWords } from './words.data.ts'

/** The 95 % upper bound without a hit is this number divided by the number of trials (Garwood, Biometrika 28, 1936). */
const UPPER_OF_NONE = 3.69

/**
 * Returns the text for a burn whose only method was Monte Carlo: the count, and a note that its upper bound applies. If the bound is above
 * the target without any hit, the text also has the number of pairs that the target needs (flight rule F2).
 */
export function countedText(
  { meetsTarget, target }: Pick<Burn, 'meetsTarget' | 'target'>,
  { hits, trials, upper }: NonNullable<Burn['counted']>,
): string {
  const text = planWords('counted', {
    hits: formatNumber(hits),
    trials: formatNumber(trials),
    upper: formatProbabilityLine(upper),
  })
  if (meetsTarget || hits > 0 || target.kind !== 'PROBABILITY' || upper <= target.value) return text
  const needed = formatNumber(Math.ceil(UPPER_OF_NONE / target.value), { significant: 2 })
  return `${text} ${planWords('countedShort', { target: formatProbabilityLine(target.value), needed })}`
}
