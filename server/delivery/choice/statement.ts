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

/** What a newer notice of the risk says anew: the risk as it was measured before, and that it was over. */
export const OF_RISK: readonly string[] = codesOf('risk')
export const OVERTAKEN_BY_RISK: readonly string[] = [...OF_RISK, ...codesOf('clear')]

function codesOf(subject: Statement['subject']): string[] {
  return Object.entries(SUBJECTS).flatMap(([code, of]) => (of === subject ? [code] : []))
}

/** They say how much time is left: later they say something else (SendingParts.renewed), and the next of its kind says it anew. */
export const SAY_TIME_LEFT: readonly Finding['code'][] = ['decision-due', 'decide-earlier']

/** It calls or reminds, people did something in between, it is over, or there is news of a burn that was on its way. */
const ALWAYS_NEWS: readonly Finding['code'][] = [
  'decision-reopened',
  'decide-earlier',
  'risk-lowered',
  'event-mitigated',
  'feed-silent',
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

/** What a notice says of an event; undefined: nothing that is left out when it was said before. */
export function statementOf(finding: Finding | undefined): Statement | undefined {
  const subject = finding && SUBJECTS[finding.code]
  if (subject === undefined) return undefined
  const { level, probability, tcaAt, action } = finding?.values ?? {}
  const isToAct = action === 'ACT'
  const tcaMs = typeof tcaAt === 'string' ? Date.parse(tcaAt) : Number.NaN
  return {
    // Whoever has to act is not told that it is over, and not only that data are needed.
    subject: isToAct && (subject === 'clear' || subject === 'data') ? 'risk' : subject,
    riskLevel: String(level ?? ''),
    isToAct,
    probability: typeof probability === 'number' ? probability : undefined,
    tcaMs: Number.isFinite(tcaMs) ? tcaMs : undefined,
    isAlwaysNews: finding !== undefined && ALWAYS_NEWS.includes(finding.code),
  }
}

/**
 * Until when whoever hears of an event that is HIGH or CRITICAL can act on it: until it has to be decided, and after that until its
 * closest approach. Undefined: the notice is of no such event, says that it is over, or names no time that is to come.
 */
export function actBefore(finding: Finding | undefined, nowMs: number): number | undefined {
  const { level, action, decideAt, tcaAt } = finding?.values ?? {}
  if (statementOf(finding)?.subject === 'clear' || (level !== 'HIGH' && level !== 'CRITICAL' && action !== 'ACT'))
    return undefined
  return [decideAt, tcaAt].map((text) => Date.parse(String(text))).find((at) => at > nowMs)
}
