import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
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

/** What reopens a decided event, as one sentence. */
export function reopeningText({ aboveLevel, aboveProbability }: NonNullable<Conjunction['reopens']>): string {
  const t = decisionWords
  const level = meaningOf('risk', aboveLevel).word
  const canRise = aboveLevel !== 'CRITICAL'
  if (aboveProbability === null) return canRise ? t('reopensLevel', { level }) : t('reopensNever')
  const pc = formatProbabilityLine(aboveProbability)
  return canRise ? t('reopensBoth', { pc, level }) : t('reopensPc', { pc })
}

/** `monitor, kim.weber`. */
export function decidedText({ state, decision, by }: Conjunction['decision']): string {
  const who = by ?? ''
  return state === 'CLOSED' || decision === null
    ? decisionWords('closedBy', { who })
    : decisionWords('decidedBy', { decision: conjunctionWords(decision), who })
}
