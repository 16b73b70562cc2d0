/** Why the platform moves a plan, or tells of it, as the `reason` of a finding. */
export const PLAN_REASONS = [
  'command-too-late',
  'newer-message',
  'replaced',
  'given-up',
  'event-gone',
  'no-probability',
  'leaves-too-much',
  'meets-another',
  'safe-without',
  'raises',
  'path-meets',
  'in-blackout',
  'storm',
  'found-as-planned',
  'found-different',
  'found-none',
  'group-failed',
  'group-refused',
  'screening-failed',
] as const
export type PlanReason = (typeof PLAN_REASONS)[number]
