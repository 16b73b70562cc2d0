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
  ...['ca.space-track', 'ca.neighbours', 'ca.folder', 'ca.mailbox'],
]

test('the work of every installation needs no settings', () => {
  expect(namesFor({})).toEqual(ALWAYS)
})

test('adding tracks to events runs separately from other work, which would delay it', () => {
  expect(trackingWork({ demoFleet: true }).name).toBe('odt.events')
})

test.each(['APSIS_SPACETRACK_USER', 'APSIS_CDM_DROP_DIR', 'APSIS_EPHEMERIS_DROP_TENANT'])(
  'a start that finds the former setting %s names the page on which connections are set up',
  (name) => {
    expect(() => readConfig({ [name]: 'x' }, '/project')).toThrow(new RegExp(`${name}: .*/account/connections`))
  },
)
