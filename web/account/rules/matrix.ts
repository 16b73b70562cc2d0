import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import { NOTICE_TYPES, type NoticeType } from '@apsis/contract/notifications/notice-type.ts'
import { type NoticeRules, RULE_LEVELS } from '@apsis/contract/notifications/rule.ts'
import { refusalOf, ruleOf } from '@apsis/contract/notifications/rule-choice.ts'

type Level = (typeof RULE_LEVELS)[number]

/**
 * The use of a channel for notices: at once, at once from a level on, gathered until a time of day, when the chain calls, or not at all.
 */
export type Cell =
  | { readonly kind: 'now' | 'chain' | 'not' }
  | { readonly kind: 'from'; readonly level: Level }
  | { readonly kind: 'digest'; readonly at: string }

/** A row of the matrix: each level of risk has its own row; the row of any other type states the level from which its notices are sent. */
export type Row = { readonly type: NoticeType; readonly level: Level | undefined }

/** Requests follow the statuses of the form, and have no row. */
export const ROWS: readonly Row[] = [
  ...RULE_LEVELS.toReversed().map((level) => ({ type: 'risk', level }) as const),
  ...NOTICE_TYPES.filter((type) => !['risk', 'screening', 'tracking'].includes(type)).map((type) => ({
    type,
    level: undefined,
  })),
]

type RuleChoice = Pick<NoticeRules, 'rules' | 'digestAt'>

/** Returns the cell of a row and a channel, by rules that apply to all satellites. */
export function cellOf(
  { type, level }: Row,
  channel: PersonChannel,
  chosen: RuleChoice,
  reachableBy: readonly PersonChannel[],
): Cell {
  // Whatever the rules are, the telephone rings when nobody acknowledges a critical event, and again when that event is over.
  if (channel === 'phone') return { kind: type === 'risk' && level === 'critical' ? 'chain' : 'not' }
  const wayOf = (one: Level) => wayAt({ type, level: one }, channel, chosen, reachableBy)
  if (level !== undefined) return wayOf(level)
  const ways = RULE_LEVELS.map(wayOf)
  const [least = { kind: 'not' }] = ways
  if (ways.slice(0, -1).every(({ kind }) => kind === least.kind)) return least
  const from = RULE_LEVELS.find((_, place) => ways.slice(place).every(({ kind }) => kind === 'now'))
  return from === undefined ? least : { kind: 'from', level: from }
}

function wayAt(
  { type, level }: { readonly type: NoticeType; readonly level: Level },
  channel: Exclude<PersonChannel, 'phone'>,
  { rules, digestAt }: RuleChoice,
  reachableBy: readonly PersonChannel[],
): Cell {
  const occasion = { type, level, satelliteId: undefined, status: undefined }
  if (refusalOf(occasion, { channel, ticked: [], reachableBy }, rules) !== undefined) return { kind: 'not' }
  if (ruleOf(occasion, rules)?.way !== 'digest') return { kind: 'now' }
  return channel === 'email' && digestAt !== null ? { kind: 'digest', at: digestAt } : { kind: 'not' }
}
