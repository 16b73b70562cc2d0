/** What becomes of a table: 'included', or what is done instead and why. */
type Fate = 'included' | `${'left out' | 'kept'}: ${string}`

type Table = {
  /** The backup copies the whole cluster, and the restore brings all of it back. */
  readonly backup: Fate
  readonly restore: Fate
  /** The file that an organisation may ask for with all that is kept of it. */
  readonly export: Fate
  /** The end of an organisation. */
  readonly deletion: Fate
}

const ORGANISATION: Table = { backup: 'included', restore: 'included', export: 'included', deletion: 'included' }
const SHARED: Table = {
  ...ORGANISATION,
  export: 'left out: rows of nobody',
  deletion: 'kept: rows of nobody',
}

/**
 * Every table and what becomes of it: whoever adds a table adds its line, and whoever writes an export or a deletion of an
 * organisation goes by this list. A test holds it to the live database. Tables of the job queue and of the identity
 * provider belong to them (FOREIGN_SCHEMAS).
 */
export const TABLES: Readonly<Record<string, Table>> = {
  'ca.burn_notice': ORGANISATION,
  'ca.cdm': ORGANISATION,
  'ca.command_window': { ...ORGANISATION, export: 'left out: follows from contacts and orbits' },
  'ca.conjunction': ORGANISATION,
  'ca.conjunction_list': { ...ORGANISATION, export: 'left out: versions of lists' },
  'ca.contact': ORGANISATION,
  'ca.decision_entry': ORGANISATION,
  'ca.demo': ORGANISATION,
  'ca.ephemeris': ORGANISATION,
  'ca.ephemeris_orbit': ORGANISATION,
  'ca.ephemeris_piece': ORGANISATION,
  'ca.estimate': ORGANISATION,
  'ca.event_report': ORGANISATION,
  'ca.feed': ORGANISATION,
  'ca.fleet_screening': ORGANISATION,
  'ca.ground_station': ORGANISATION,
  'ca.handover': ORGANISATION,
  'ca.handover_reading': ORGANISATION,
  'ca.import': ORGANISATION,
  'ca.import_file': ORGANISATION,
  'ca.import_row': ORGANISATION,
  'ca.level_history': ORGANISATION,
  'ca.loaded_history': ORGANISATION,
  'ca.manoeuvre': ORGANISATION,
  'ca.manoeuvre_calendar': ORGANISATION,
  'ca.manoeuvre_policy': ORGANISATION,
  'ca.manoeuvre_step': ORGANISATION,
  'ca.object_size': ORGANISATION,
  'ca.operator': ORGANISATION,
  'ca.reminder': ORGANISATION,
  'ca.satellite': ORGANISATION,
  'ca.screened_anew': ORGANISATION,
  'ca.screening': ORGANISATION,
  'ca.screening_object': ORGANISATION,
  'ca.silent_burn': ORGANISATION,
  'ca.silent_look': ORGANISATION,
  'ca.silent_mark': ORGANISATION,
  'ca.watch': ORGANISATION,
  'ca.watch_hit': ORGANISATION,
  'delivery.attempt': ORGANISATION,
  'delivery.delivery': ORGANISATION,
  'delivery.receiver': ORGANISATION,
  'delivery.rules': ORGANISATION,
  'duty.alarm': ORGANISATION,
  'duty.page': ORGANISATION,
  'duty.plan': ORGANISATION,
  'duty.used_link': ORGANISATION,
  'events.cursor': { ...ORGANISATION, export: 'left out: changes that open pages are told, gone after a while' },
  'events.event': { ...ORGANISATION, export: 'left out: changes that open pages are told, gone after a while' },
  'notifications.notification': ORGANISATION,
  'notifications.reading': ORGANISATION,
  'odt.analyst_object': ORGANISATION,
  'odt.event_update': ORGANISATION,
  'odt.observation': ORGANISATION,
  'odt.pass': ORGANISATION,
  'odt.provider': ORGANISATION,
  'odt.provider_message': ORGANISATION,
  'odt.request': ORGANISATION,
  'odt.sensor': ORGANISATION,
  'odt.track_history': { ...ORGANISATION, export: 'left out: follows from observations and element sets' },
  'payments.customer': ORGANISATION,
  'payments.delegate': ORGANISATION,
  'payments.entry': ORGANISATION,
  'payments.invoice': ORGANISATION,
  'payments.order': ORGANISATION,
  'payments.price': ORGANISATION,
  'payments.product': ORGANISATION,
  'payments.reconciliation': ORGANISATION,
  'platform.audit': { ...ORGANISATION, deletion: 'kept: who did what must stay provable' },
  'platform.ended_session': SHARED,
  'platform.forced_end': SHARED,
  'platform.forced_end_removed': SHARED,
  'platform.job_effect': SHARED,
  'platform.kept_answer': { ...ORGANISATION, export: 'left out: answers that are given again for a day' },
  'platform.key_mark': SHARED,
  'platform.member': ORGANISATION,
  'platform.process': SHARED,
  'platform.signing_key': SHARED,
  'platform.standing_work': { ...SHARED, deletion: 'included' },
  'public.migration': SHARED,
  'screening.encounter': ORGANISATION,
  'screening.input': ORGANISATION,
  'screening.not_screened': ORGANISATION,
  'screening.part': ORGANISATION,
  'screening.screening': ORGANISATION,
  'service_accounts.client': { ...SHARED, deletion: 'included' },
  'service_accounts.secret': { ...ORGANISATION, export: 'left out: hashes of secrets' },
  'service_accounts.service_account': ORGANISATION,
  'tle.catalogue': SHARED,
  'tle.element_set': SHARED,
  'tle.object': SHARED,
  'tle.own_set': ORGANISATION,
  'userconfig.userconfig': ORGANISATION,
  'weather.day_value': SHARED,
  'weather.source': SHARED,
  'weather.storm': SHARED,
}
