/** The rules by which an action is suggested, in the order in which they are tried; the names stay. */
export const ACTION_RULE_NAMES = [
  'past',
  'mitigated',
  'decided',
  'critical-before-commit',
  'diluted-beyond-accepted-before-commit',
  'critical-with-time',
  'diluted',
  'co-orbiting',
  'no-probability',
  'high-within-consideration',
  'high-early',
  'medium',
  'low',
] as const
export type ActionRuleName = (typeof ACTION_RULE_NAMES)[number]
