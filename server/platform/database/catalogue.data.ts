/** Tables whose rows belong to an organisation: each must be walled off (reliability: tenant isolation). */
export const TENANT_TABLES = [
  'ca.cdm',
  'ca.conjunction',
  'ca.conjunction_list',
  'ca.decision_entry',
  'ca.demo',
  'ca.ephemeris',
  'ca.ephemeris_orbit',
  'ca.ephemeris_piece',
  'ca.estimate',
  'ca.feed',
  'ca.fleet_screening',
  'ca.handover',
  'ca.handover_reading',
  'ca.import',
  'ca.import_file',
  'ca.import_row',
  'ca.level_history',
  'ca.manoeuvre',
  'ca.manoeuvre_policy',
  'ca.manoeuvre_step',
  'ca.operator',
  'ca.reminder',
  'ca.satellite',
  'ca.screening',
  'ca.screening_object',
  'ca.watch',
  'ca.watch_hit',
  'delivery.attempt',
  'delivery.delivery',
  'delivery.receiver',
  'delivery.rules',
  'duty.used_link',
  'events.cursor',
  'events.event',
  'notifications.notification',
  'notifications.reading',
  'odt.sensor',
  'payments.answer',
  'payments.customer',
  'payments.delegate',
  'payments.entry',
  'payments.invoice',
  'payments.order',
  'payments.price',
  'payments.product',
  'payments.reconciliation',
  'platform.audit',
  'platform.member',
  'screening.encounter',
  'screening.input',
  'screening.not_screened',
  'screening.part',
  'screening.screening',
  'service_accounts.secret',
  'service_accounts.service_account',
  'tle.own_set',
  'userconfig.userconfig',
] as const

/** Tables without rows of anybody: what they hold, and so why they need no wall. */
export const SHARED_TABLES = {
  'platform.ended_session': 'random session ids, and when they ended',
  'platform.job_effect': 'keys of effects that took place; never read out to a caller',
  'platform.process': 'processes that live',
  'platform.signing_key': 'public halves of the keys that tokens of service accounts are signed with',
  'platform.standing_work': 'which organisation has work that comes back, and when it is due',
  'public.migration': 'names and hashes of migrations',
  'service_accounts.client': 'client ids of service accounts, and whose they are; no secret',
  'tle.catalogue': 'what is known of the public catalogue and of its source',
  'tle.element_set': 'element sets of the public catalogue',
  'tle.object': 'objects of the public catalogue',
} as const

/** Schemas that a library or another trust boundary owns; the runtime role reaches the jobs, and nothing of identity. */
export const FOREIGN_SCHEMAS = ['pgboss', 'identity'] as const

/** Tenant tables in which nothing may ever be changed or removed. */
export const APPEND_ONLY_TABLES = ['payments.entry', 'payments.price', 'platform.audit'] as const

/** Functions that run with their owner's rights; each needs a reason. There is none. */
export const DEFINER_FUNCTIONS: readonly string[] = []
