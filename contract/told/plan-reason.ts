/** Why a plan ends by itself, or its burn is not needed, as the `reason` of a finding. */
export const PLAN_REASONS = [
  'command-too-late',
  'newer-message',
  'replaced',
  'event-gone',
  'no-probability',
  'leaves-too-much',
  'meets-another',
  'safe-without',
  'raises',
  'path-meets',
] as const
export type PlanReason = (typeof PLAN_REASONS)[number]
