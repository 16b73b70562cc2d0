import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { DecisionEntry } from '@apsis/contract/ca/conjunction.ts'
import { type Told as Notified, notify } from '../notifications/notification.service.ts'
import type { TenantDb } from '../platform/database.ts'
import type { ConjunctionRow } from './conjunction.repository.ts'
import type { EventFacts } from './fold-event.ts'
import { levelOf, rankOf } from './risk-level.ts'

/** An event is no failed request: no code stands before its title (spec §8), and its level says how urgent it is. */
const CODE = 200

export type Told = {
  readonly tenantId: string
  readonly now: Date
  /** The event as it was; undefined: it is new. */
  readonly before: Pick<ConjunctionRow, 'risk_level' | 'facts' | 'decision' | 'reopen_above'> | undefined
  readonly facts: EventFacts
  readonly level: RiskLevel
  readonly satellite: { readonly name: string } | undefined
  /** What opened it again after it had been decided; null: nothing did. */
  readonly reopenedBy: DecisionEntry['trigger']
}

/** How urgent it is that a decided event is open again. */
const URGENCY = {
  CRITICAL: 'critical',
  HIGH: 'serious',
  MEDIUM: 'caution',
  LOW: 'caution',
  UNKNOWN: 'caution',
} as const

/**
 * Tells the organisation of an event that rose to HIGH or CRITICAL, fell from there, began to need data, or was decided and is
 * open again; not of every message, and not of what is past.
 */
export async function tellLevel(tx: TenantDb, told: Told): Promise<void> {
  const { tenantId, facts, now } = told
  if (Date.parse(facts.conjunctionData.tca) < now.getTime()) return
  const change = changeOf(told)
  if (change === undefined) return
  const message = `${describeEvent(told)}${describeReopening(told)}`
  await notify(tx, { tenantId, subject: undefined, audience: 'ca', code: CODE, ...change, message })
}

function changeOf({ before, facts, level, reopenedBy }: Told): Pick<Notified, 'title' | 'level'> | undefined {
  if (reopenedBy !== null) return { level: URGENCY[level], title: 'Decision reopened' }
  const [was, is, high] = [before?.risk_level ?? rankOf('UNKNOWN'), rankOf(level), rankOf('HIGH')]
  if (is > was && level === 'CRITICAL') return { level: 'critical', title: 'Risk raised to CRITICAL' }
  // What would settle the level is worth more than the level.
  if (facts.needsData && before?.facts.needsData !== true) return { level: 'caution', title: 'Tracking data needed' }
  if (is > was && is >= high) return { level: 'serious', title: `Risk raised to ${level}` }
  if (is < was && was >= high) return { level: 'ok', title: `Risk lowered from ${levelOf(was)} to ${level}` }
  return undefined
}

/** Who meets whom, how near to a collision, when, and until when one has to decide. */
function describeEvent({ facts, level, satellite }: Told): string {
  const { conjunctionData, object1, object2, commitHours } = facts
  const tca = Date.parse(conjunctionData.tca)
  const probability = conjunctionData.probabilityOfCollision
  const parts = [
    `${satellite?.name ?? object1.name} × ${object2.name} (${object2.designator})`,
    level,
    probability === null ? 'no probability' : `Pc ${probability.toExponential(2)}`,
    `miss ${Math.round(conjunctionData.totalMissDistance)} m`,
    `TCA ${toMinute(tca)}`,
    `decide before ${toMinute(tca - commitHours * 3_600_000)}`,
  ]
  return `${parts.join(', ')}.`
}

/** What was decided, by whom it is to be looked at again, and why. */
function describeReopening({ before, reopenedBy, level }: Told): string {
  if (reopenedBy === null || before === undefined) return ''
  const { decision, reopen_above, facts } = before
  const why =
    reopenedBy === 'level'
      ? `its level rose to ${level}`
      : `Pc rose above ${(reopen_above ?? facts.conjunctionData.probabilityOfCollision ?? 0).toExponential(2)}`
  const owner = decision.owner === null ? '' : ` Owner: ${decision.owner}.`
  return ` It was decided (${decision.decision ?? decision.state}) by ${decision.by ?? 'nobody'} and is open again: ${why}.${owner}`
}

const toMinute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
