import type { AdviceManner } from '@apsis/contract/notice-text/advice-in-words.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { adviceWords } from './advice-words.data.ts'
import { commitWords } from './commit-words.data.ts'
import { decidedWords } from './decided-words.data.ts'

/** The style in which the pages write advice about an event, in the chosen language. */
export const ADVICE_MANNER: Omit<AdviceManner, 'person'> = {
  advice: adviceWords,
  decided: decidedWords,
  commit: commitWords,
  number: (value) => formatNumber(value),
  probability: formatProbabilityLine,
  level: (level) => meaningOf('risk', level).word,
}
