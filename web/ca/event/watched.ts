import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { chosenLanguage } from '../../ui/text/language.ts'
import { conjunctionWords } from './conjunction-words.data.ts'
import { decisionWords } from './decision-words.data.ts'
import { type EventRow, isAbove } from './event-row.ts'

/** Decided events ahead, and closed ones above their thresholds: nobody has to act, and nobody may lose sight of them. */
export function watchedOf(rows: readonly EventRow[], nowMs: number): readonly EventRow[] {
  return rows
    .filter((row) => row.tcaMs >= nowMs && row.event.reopens !== null)
    .filter((row) => row.event.decision.state === 'DECIDED' || isAbove(row))
    .toSorted((a, b) => b.rank - a.rank || a.tcaMs - b.tcaMs || (a.id < b.id ? -1 : 1))
}

/** `2026-11-21 10:00 Z`. */
export const lookTime = (iso: string): string => `${formatInstant(Date.parse(iso)).slice(0, 16)} Z`

/** When somebody looks again at a decided event, and what reopens it before. */
export function reopeningText(reopens: NonNullable<Conjunction['reopens']>): string {
  const { lookAgainAt } = reopens
  const rising = risingText(reopens)
  return lookAgainAt === null ? rising : `${decisionWords('nextLook', { time: lookTime(lookAgainAt) })} ${rising}`
}

function risingText({ aboveLevel, aboveProbability }: NonNullable<Conjunction['reopens']>): string {
  const t = decisionWords
  const level = meaningOf('risk', aboveLevel).word
  const canRise = aboveLevel !== 'CRITICAL'
  if (aboveProbability === null) return canRise ? t('reopensLevel', { level }) : t('reopensNever')
  const pc = formatProbabilityLine(aboveProbability)
  return canRise ? t('reopensBoth', { pc, level }) : t('reopensPc', { pc })
}

/** What a decision that is about to be made leaves to wake whoever makes it. */
export type Waking = {
  readonly level: RiskLevel
  readonly aboveProbability: number | null
  /** When somebody looks again; null where the decision waits for nothing. */
  readonly lookAgainAt: string | null
  readonly waits: boolean
}

/** What will wake whoever decides, as one sentence. */
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

/** `monitor, kim.weber`. */
export function decidedText({ state, decision, by }: Conjunction['decision']): string {
  const who = by ?? ''
  return state === 'CLOSED' || decision === null
    ? decisionWords('closedBy', { who })
    : decisionWords('decidedBy', { decision: conjunctionWords(decision), who })
}
