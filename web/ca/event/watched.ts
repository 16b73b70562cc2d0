import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { formatInstant } from '../../clock/format.ts'
import { nameOf } from '../../shell/status/people.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { decidedWords } from './decided-words.data.ts'
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
  return lookAgainAt === null ? rising : `${decidedWords('nextLook', { time: lookTime(lookAgainAt) })} ${rising}`
}

function risingText({ aboveLevel, aboveProbability }: NonNullable<Conjunction['reopens']>): string {
  const t = decidedWords
  const level = meaningOf('risk', aboveLevel).word
  const canRise = aboveLevel !== 'CRITICAL'
  if (aboveProbability === null) return canRise ? t('reopensLevel', { level }) : t('reopensNever')
  const pc = formatProbabilityLine(aboveProbability)
  return canRise ? t('reopensBoth', { pc, level }) : t('reopensPc', { pc })
}

/** `monitor, Kim Weber`; without a name where nobody is known. */
export function decidedText({ state, decision, by }: Conjunction['decision']): string {
  const what = decidedWords(state === 'CLOSED' || decision === null ? 'closed' : decision)
  return by ? `${what}, ${nameOf(by)}` : what
}
