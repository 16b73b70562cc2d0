import type { Finding } from '@apsis/contract/finding.ts'
import type { Statement } from './choose-way.ts'

const SUBJECTS: Partial<Record<Finding['code'], Statement['subject']>> = {
  'risk-raised': 'risk',
  'act-before': 'risk',
  'risk-grew': 'risk',
  'tca-moved': 'risk',
  'decision-reopened': 'risk',
  'risk-lowered': 'clear',
  'event-mitigated': 'clear',
  'data-needed': 'data',
  'estimates-contradict': 'contradiction',
  'not-found-again': 'not-found',
  'feed-silent': 'silence',
  'feed-small': 'silence',
  'catalogue-small': 'silence',
  'connection-refused': 'silence',
  'connection-suspended': 'silence',
  'event-silent': 'silence',
  'duty-called': 'call',
  'decision-due': 'due',
  'decide-earlier': 'due',
  'feed-back': 'clear',
  'plan-withdrawn': 'plan',
  'burn-not-needed': 'plan',
  'burn-data-late': 'plan',
  'burn-verified': 'plan',
  'burn-partial': 'plan',
  'burn-missed': 'plan',
  'plan-storm': 'plan',
}

/**
 * The findings about a risk (`OF_RISK`), and the findings that a newer notice about the risk replaces: the earlier
 * risk, and its end.
 */
export const OF_RISK: readonly string[] = codesOf('risk')
export const OVERTAKEN_BY_RISK: readonly string[] = [...OF_RISK, ...codesOf('clear')]

function codesOf(subject: Statement['subject']): string[] {
  return Object.entries(SUBJECTS).flatMap(([code, of]) => (of === subject ? [code] : []))
}

/** These notices give the remaining time, which changes (SendingParts.renewed), and the next one of the same kind replaces them. */
export const SAY_TIME_LEFT: readonly Finding['code'][] = ['decision-due', 'decide-earlier']

/** These notices are sent in any case: they call or remind, follow an action of people, end an alarm, or are about a burn that was planned. */
const ALWAYS_NEWS: readonly Finding['code'][] = [
  'decision-reopened',
  'decide-earlier',
  'risk-lowered',
  'event-mitigated',
  'feed-silent',
  'feed-small',
  'catalogue-small',
  'connection-refused',
  'connection-suspended',
  'feed-back',
  'event-silent',
  'duty-called',
  'decision-due',
  'plan-withdrawn',
  'burn-not-needed',
  'burn-data-late',
  'burn-verified',
  'burn-partial',
  'burn-missed',
  'plan-storm',
]

/** Returns what a notice says about an event; undefined if a repetition of the notice is never omitted. */
export function statementOf(finding: Finding | undefined): Statement | undefined {
  const subject = finding && SUBJECTS[finding.code]
  if (subject === undefined) return undefined
  const { level, probability, tcaAt, action } = finding?.values ?? {}
  const isToAct = action === 'ACT'
  const tcaMs = typeof tcaAt === 'string' ? Date.parse(tcaAt) : Number.NaN
  return {
    // A person who has to act must not get an all-clear, or only a request for data.
    subject: isToAct && (subject === 'clear' || subject === 'data') ? 'risk' : subject,
    riskLevel: String(level ?? ''),
    isToAct,
    probability: typeof probability === 'number' ? probability : undefined,
    tcaMs: Number.isFinite(tcaMs) ? tcaMs : undefined,
    isAlwaysNews: finding !== undefined && ALWAYS_NEWS.includes(finding.code),
  }
}

/**
 * Returns the time until which a reader can act on an event that is HIGH or CRITICAL or has the action ACT. It is the deadline of its
 * decision or, if the deadline has passed, the closest approach. Returns undefined if the notice is about any other event, is an all-clear,
 * or names no future time.
 */
export function actBefore(finding: Finding | undefined, nowMs: number): number | undefined {
  const { level, action, decideAt, tcaAt } = finding?.values ?? {}
  if (statementOf(finding)?.subject === 'clear' || (level !== 'HIGH' && level !== 'CRITICAL' && action !== 'ACT'))
    return undefined
  return [decideAt, tcaAt].map((text) => Date.parse(String(text))).find((at) => at > nowMs)
}
