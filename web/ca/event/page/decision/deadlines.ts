import { HOUR_MS } from '@apsis/astro/constants.ts'
import { isDecided } from '@apsis/contract/ca/event/duty.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { commitText } from '../../commit-text.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { decisionWords } from '../../decision-words.data.ts'
import { cadenceOf, expectedAfter } from '../../messages.ts'
import type { Event } from '../view/use-event.ts'

/** A fact to know before a decision: its time, its name, and its reason. */
export type Deadline = {
  readonly id: string
  readonly atMs: number | undefined
  readonly what: string
  readonly why: string
}

/** The parts of an event on which its deadlines depend. */
export type EventWithTimes = Pick<Event, 'conjunction' | 'messages' | 'newest' | 'satellite'>

/** Returns the known deadlines before TCA, in the order of time; no time is estimated without data. */
export function deadlinesOf(event: EventWithTimes, nowMs: number): readonly Deadline[] {
  const { conjunction } = event
  const tcaMs = Date.parse(conjunction.conjunctionData.tca)
  if (nowMs >= tcaMs)
    return [{ id: 'over', atMs: undefined, what: conjunctionWords('over'), why: conjunctionWords('overWhy') }]
  const all = [nextMessage(event, tcaMs, nowMs), decision(event, nowMs)].flatMap((one) => one ?? [])
  return [...all.toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0)), ...settling(event), ...suggestion(event)]
}

function nextMessage({ messages, newest }: EventWithTimes, tcaMs: number, nowMs: number): Deadline | undefined {
  const t = conjunctionWords
  const number = newest.number + 1
  const cadence = cadenceOf(messages)
  if (cadence === undefined) return { id: 'next', atMs: undefined, what: t('nextUnknown'), why: t('nextUnknownWhy') }
  const due = newest.atMs + cadence
  if (due < nowMs)
    return {
      id: 'next',
      atMs: undefined,
      what: t('nextLate', { number }),
      why: t('nextLateWhy', { time: formatInstant(due) }),
    }
  const [next] = expectedAfter(messages, tcaMs, nowMs)
  if (next === undefined) return undefined
  const hours = formatNumber(cadence / HOUR_MS, { decimals: 1 })
  return { id: 'next', atMs: next, what: t('nextMessage', { number }), why: t('nextMessageWhy', { hours }) }
}

function decision({ conjunction, satellite }: EventWithTimes, nowMs: number): Deadline | undefined {
  const t = conjunctionWords
  const atMs = Date.parse(conjunction.decideBefore)
  // No deadline is due if no action is needed.
  if (atMs < nowMs || isDecided(conjunction) || conjunction.action === 'IGNORE') return undefined
  const why = t('deadlineWhy', {
    why: commitText(conjunction),
    satellite: satellite?.name ?? conjunction.object1.name,
  })
  return { id: 'decide', atMs, what: t('deadline'), why }
}

function settling({ conjunction }: EventWithTimes): readonly Deadline[] {
  const t = conjunctionWords
  if (!conjunction.needsData) return []
  const { maximumProbability } = conjunction
  const why =
    maximumProbability === null
      ? decisionWords('rule-no-probability')
      : t('wouldSettleWhy', { maximum: formatProbabilityLine(maximumProbability) })
  return [{ id: 'data', atMs: undefined, what: t('wouldSettle'), why }]
}

function suggestion({ conjunction: { action, rule } }: EventWithTimes): readonly Deadline[] {
  const t = conjunctionWords
  if (action === 'NONE') return []
  const why = decisionWords(`rule-${rule}`)
  return [{ id: 'rule', atMs: undefined, what: t('ruleSays', { action: t(`action${action}`) }), why }]
}
