import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { chosenLanguage } from '../../../../ui/text/language.ts'
import { decisionWords } from '../../decision-words.data.ts'
import { lookTime } from '../../watched.ts'

/** The conditions under which a pending decision notifies the user. */
export type Waking = {
  readonly level: RiskLevel
  readonly aboveProbability: number | null
  /** The time of the next look; null if the decision waits for nothing. */
  readonly lookAgainAt: string | null
  readonly waits: boolean
}

/** Returns the conditions that notify the user, as one sentence. */
export function wakingText({ level, aboveProbability, lookAgainAt, waits }: Waking): string {
  const t = decisionWords
  const word = meaningOf('risk', level).word
  const isAbove = RISK_LEVELS.indexOf(level) >= RISK_LEVELS.indexOf('HIGH')
  const isHighest = level === 'CRITICAL'
  const what = [
    ...(lookAgainAt === null ? [] : [t('wakeLook', { time: lookTime(lookAgainAt) })]),
    ...(aboveProbability === null ? [] : [t('wakePc', { pc: formatProbabilityLine(aboveProbability) })]),
    ...(isHighest ? [] : [t('wakeLevel', { level: word })]),
    ...(isAbove ? [t('wakeTca'), t(waits ? 'wakeLate' : 'wakeSilence')] : []),
  ]
  const language = chosenLanguage()
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'disjunction' }).format(what)
  return t(isHighest ? 'wakesHighest' : 'wakes', { level: word, what: list })
}
