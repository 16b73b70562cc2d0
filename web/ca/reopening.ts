import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { formatProbabilityLine } from '../ui/format/probability.ts'
import { meaningOf } from '../ui/status-meaning.ts'
import { decisionWords } from './decision-words.data.ts'

/** What reopens a decided event, as one sentence. */
export function reopeningText({ aboveLevel, aboveProbability }: NonNullable<Conjunction['reopens']>): string {
  const t = decisionWords
  const level = meaningOf('risk', aboveLevel).word
  const canRise = aboveLevel !== 'CRITICAL'
  if (aboveProbability === null) return canRise ? t('reopensLevel', { level }) : t('reopensNever')
  const pc = formatProbabilityLine(aboveProbability)
  return canRise ? t('reopensBoth', { pc, level }) : t('reopensPc', { pc })
}
