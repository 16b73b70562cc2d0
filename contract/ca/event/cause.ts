/** The causes of an event's level: the thresholds that were reached, and the reasons that keep the level lower or higher. */
export const LEVEL_CAUSES = [
  'no-probability',
  'probability-accepted',
  'miss-accepted',
  'probability-high',
  'radial-accepted',
  'probability-medium',
  'below-all',
  'capped-by-dilution',
  'capped-without-covariance',
  'held-higher',
  'held-unknown',
  'held-less-known',
  'awaiting-after-burn',
  'reported',
] as const
export type LevelCause = (typeof LEVEL_CAUSES)[number]

export const LEVEL_CAUSES_NOTE =
  'Why the level is what it is: no-probability: none is known: none could be computed, or none that says anything; probability-accepted, probability-high, probability-medium: the probability reaches that threshold of the satellite; miss-accepted, radial-accepted: closer than that threshold; below-all: none is reached; capped-by-dilution: it would be CRITICAL, but the covariance is too large to trust a low or a high probability; capped-without-covariance: it would be higher, but an object has no covariance of its own; held-higher: the newest estimate says less, and the level falls only when a second one agrees or 12 h later; held-unknown: the newest estimate knows no probability, and lowers nothing; held-less-known: the newest estimate says less, but knows less than the one before it (its covariance is wider and it is diluted, or narrower than tracking makes one, or velocities have none any more), and lowers nothing; awaiting-after-burn: messages or own orbits of the satellite are from before a burn; they change nothing, and data from after the burn are awaited; reported: a service reports it without covariances, which cannot be recomputed: the level is that of its report'

/** The rules that suggest an action, in the order in which they are tried; their names must not change. */
export const ACTION_RULE_NAMES = [
  'past',
  'mitigated',
  'decided',
  'reported',
  'critical-before-commit',
  'diluted-beyond-accepted-before-commit',
  'critical-with-time',
  'no-probability',
  'diluted',
  'co-orbiting',
  'high-within-consideration',
  'high-early',
  'medium',
  'low',
] as const
export type ActionRuleName = (typeof ACTION_RULE_NAMES)[number]
