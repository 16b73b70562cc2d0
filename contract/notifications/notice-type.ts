import type { FindingCode } from '../finding.ts'
import type { Audience } from '../roles.ts'

/** The types of notices, by which a person chooses their deliveries. */
export const NOTICE_TYPES = [
  'risk',
  'decision',
  'doubt',
  'watch',
  'input',
  'screening',
  'tracking',
  'payments',
  'account',
] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

const TYPES: Partial<Record<FindingCode, NoticeType>> = {
  'risk-raised': 'risk',
  'risk-lowered': 'risk',
  'act-before': 'risk',
  'event-mitigated': 'risk',
  'risk-grew': 'risk',
  'tca-moved': 'risk',
  'decision-reopened': 'decision',
  'data-needed': 'doubt',
  'estimates-contradict': 'doubt',
  'not-found-again': 'doubt',
  'level-kept': 'doubt',
  'decision-due': 'decision',
  'decide-earlier': 'decision',
  'event-silent': 'doubt',
  'burn-announced': 'doubt',
  'announced-burn-changed': 'doubt',
  'announced-burn-removed': 'doubt',
  'silent-burn': 'doubt',
  'ephemeris-ended': 'input',
  'ephemeris-missing': 'input',
  'ephemeris-put-aside': 'input',
  'neighbour-ephemeris-ended': 'input',
  'neighbour-path-short': 'input',
  'neighbour-burn': 'doubt',
  'feed-silent': 'input',
  'feed-small': 'input',
  'catalogue-small': 'input',
  'connection-refused': 'input',
  'connection-suspended': 'input',
  'feed-back': 'input',
  'duty-called': 'decision',
  'duty-gap': 'input',
  'watch-found': 'watch',
  'screening-status': 'screening',
  'plan-withdrawn': 'decision',
  'plan-superseded': 'decision',
  'plan-expired': 'decision',
  'plan-contact-lost': 'decision',
  'burn-not-needed': 'decision',
  'burn-data-late': 'decision',
  'burn-verified': 'decision',
  'burn-partial': 'decision',
  'burn-missed': 'decision',
  'plan-storm': 'decision',
  'observation-status': 'tracking',
  'observation-overdue': 'tracking',
  'track-off': 'doubt',
  'candidate-chosen': 'decision',
  'plan-screening-worse': 'decision',
  'plan-not-held': 'decision',
}

/** Returns the type of a notice for an audience; the default type is for notices about the account and its channels. */
export function noticeTypeOf(code: FindingCode | undefined, audience: Audience): NoticeType {
  return (code === undefined ? undefined : TYPES[code]) ?? (audience === 'payments' ? 'payments' : 'account')
}
