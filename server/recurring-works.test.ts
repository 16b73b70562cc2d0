import { expect, test } from 'vitest'
import { readConfig } from './platform/config.ts'
import { recurringWorks, trackingWork } from './recurring-works.ts'

const namesFor = (env: Record<string, string>) => recurringWorks(readConfig(env, '/project')).map(({ name }) => name)

/** The recurring work that always runs, whatever the settings are. */
const ALWAYS = [
  ...[
    'ca.demo',
    'ca.demo-history',
    'tle.refresh',
    'ca.find',
    'ca.fleet-screening',
    'ca.import',
    'ca.manoeuvres',
    'ca.candidates',
    'ca.commit',
    'ca.reminder',
    'ca.silent-burns',
    'odt.track-history',
  ],
  ...['service-accounts.ending-notice', 'delivery.situation-report', 'duty.escalation', 'duty.paging'],
  ...['payments.expiry', 'payments.reconciliation', 'odt.requests', 'odt.demo-requests', 'ca.weather'],
  'odt.providers',
]

test('without settings the work of every installation runs, and no source of messages is read', () => {
  expect(namesFor({})).toEqual(ALWAYS)
})

test('adding tracks to events runs separately from other work, which would delay it', () => {
  expect(trackingWork({ demoFleet: true }).name).toBe('odt.events')
})

test('each source of messages is read for the organisation in its settings as soon as they are complete', () => {
  const env = {
    APSIS_SPACETRACK_USER: 'flight',
    APSIS_SPACETRACK_PASSWORD_FILE: '/etc/apsis/password',
    APSIS_SPACETRACK_TENANT: 'example',
    APSIS_CDM_DROP_DIR: '/var/lib/drop',
    APSIS_CDM_DROP_TENANT: 'subject:42',
  }
  expect(namesFor(env)).toEqual([...ALWAYS, 'ca.space-track', 'ca.file-drop'])
  const tenants = recurringWorks(readConfig(env, '/project')).map((work) => work.tenants)
  expect(tenants.slice(ALWAYS.length)).toEqual([['organisation:example'], ['subject:42']])
})

test('an incomplete source is refused at the start, with the names of its missing settings; a password over an unencrypted network is refused, too', () => {
  expect(() => readConfig({ APSIS_SPACETRACK_USER: 'flight' }, '/project')).toThrow(
    /APSIS_SPACETRACK_TENANT: is missing/,
  )
  expect(() => readConfig({ APSIS_CDM_DROP_DIR: '/x' }, '/project')).toThrow(/APSIS_CDM_DROP_TENANT: is missing/)
  expect(() => readConfig({ APSIS_SPACETRACK_URL: 'http://example.test' }, '/project')).toThrow(/is not https/)
})

test('a folder of ephemerides is watched if both of its settings are present', () => {
  const env = { APSIS_EPHEMERIS_DROP_DIR: '/var/lib/orbits', APSIS_EPHEMERIS_DROP_TENANT: 'example' }
  const works = recurringWorks(readConfig(env, '/project'))
  expect(works.at(-1)).toMatchObject({ name: 'ca.ephemeris-drop', tenants: ['organisation:example'] })
  expect(() => readConfig({ APSIS_EPHEMERIS_DROP_DIR: '/x' }, '/project')).toThrow(
    /APSIS_EPHEMERIS_DROP_TENANT: is missing/,
  )
})
