import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import {
  type ScreeningManner,
  sayObstacle,
  sayScreeningReason,
} from '@apsis/contract/notice-text/screening-in-words.ts'
import { SCREENING_REASON_WORDS } from '@apsis/contract/notice-text/screening-reason-words.data.ts'
import { formatMinute } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { defineWords } from '../../ui/text/language.ts'

/** The phrasing of the pages, in the chosen language. */
const MANNER: ScreeningManner = {
  t: defineWords('plan-screening', SCREENING_REASON_WORDS),
  minute: formatMinute,
  number: (value, decimals) => formatNumber(value, { decimals }),
  probability: formatProbabilityLine,
}

/** Returns the reasons why a screening is not PASS, in the language of the reader. */
export function reasonsInWords({ causes }: Pick<PlanScreening, 'causes'>): readonly string[] {
  return causes.map((cause) => sayScreeningReason(MANNER, cause))
}

/** Returns the reason why an event cannot be computed, in the language of the reader. */
export const obstacleInWords = (cause: ScreeningReason['values']) => sayObstacle(MANNER, cause)
