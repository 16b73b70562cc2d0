import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { sayCall } from '@apsis/contract/notice-text/call-in-words.ts'
import { DELIVERY_REASON_WORDS } from '@apsis/contract/notice-text/delivery-reason-words.data.ts'
import { sayLevelBy } from '@apsis/contract/notice-text/level-by-in-words.ts'
import type { Manner } from '@apsis/contract/notice-text/manner.ts'
import { sayCause, sayEnvelope, sayFinding } from '@apsis/contract/notice-text/notice-in-words.ts'
import { formatMinute } from '../clock/format.ts'
import { CATALOGUE_MANNER } from '../encounter/catalogue-in-words.ts'
import { formatMoney } from '../ui/format/money.ts'
import { formatNumber } from '../ui/format/number.ts'
import { formatProbabilityLine } from '../ui/format/probability.ts'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { chosenLanguage } from '../ui/text/language.ts'
import { toldWords } from './finding-words.data.ts'
import type { Notice } from './notice.ts'

/** The texts of notifications in the chosen language, in the style of the pages. */
const MANNER: Manner = {
  t: toldWords,
  minute: formatMinute,
  number: (value, decimals) => formatNumber(value, { decimals }),
  probability: formatProbabilityLine,
  money: formatMoney,
  level: (level) => meaningOf('risk', level).word,
  deliveryReason: (code) => {
    const words: Readonly<Record<string, string>> = DELIVERY_REASON_WORDS[chosenLanguage()]
    return words[code] ?? code
  },
  catalogue: CATALOGUE_MANNER,
}

/** Returns a notification in the language of the reader; one without a finding keeps its own text. */
export function inWords<N extends Pick<Notice, 'title' | 'message' | 'finding'>>(notice: N): N {
  const said = notice.finding && sayFinding(MANNER, notice.finding)
  return said ? { ...notice, ...said } : notice
}

/** Returns the text of an on-call call in the record of an event, in the language of the reader. */
export const callInWords = (call: DutyCall): string => sayCall(MANNER, call)

/** Returns the text on the flat envelope of a probability, with its maximum; empty if the probability uses none. */
export const envelopeInWords = (values: Finding['values']): string => sayEnvelope(MANNER, values)

/** Returns a text on the estimate that sets the level of an event, in the language of the reader. */
export const levelByInWords = (values: Finding['values']): string => sayLevelBy(MANNER, values)

/**
 * Returns the reason why the platform ended a plan or warns about it, in the language of the reader; the original text if the reason is not
 * known.
 */
export function causeInWords(cause: Finding['values'] | undefined, words: string): string {
  return (cause && sayCause(MANNER, cause)) ?? words
}
