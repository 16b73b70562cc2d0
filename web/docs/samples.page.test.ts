import { readdirSync } from 'node:fs'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { commandsOf, GUIDES, readsStream, runCommands } from '@apsis/e2e/docs/commands.ts'
import { SITE } from '@apsis/e2e/odt/testing/site.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { afresh, apiOf, beginsWith, page as open, seen, workOnce } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

// An example of the reference gives the promised result if it is copied and run (audit: 24 of 38 failed).
beginsWith(world.fleet)
// A worker reads the catalogue.
beforeAll(() => workOnce(world.fleet, 'tle.refresh', 'demo'))

/** Two organisations run the examples and the guides, so that each starts with an unchanged fleet. */
const [READER, ADMIN, FOLLOWER] = ['demo', 'demo-admin', 'demo-other'] as const

/** Element sets are first, because they must not depend on a satellite that an example of collision avoidance restores. */
const PARTS = ['tle', 'ca', 'account', 'odt', 'payments']
/** Two files of one satellite are needed for a comparison. */
const UPLOAD = 'createEphemerisFile'
/** The calls that create an item which other examples name: these run first. */
const MAKING = [
  ...['createCdms', 'createEventReport', 'createImport', 'createHandover', 'createManoeuvre', 'createScreening'],
  ...['createSatellite', 'createTleSet', 'createGroundStation', 'loadHistory'],
  UPLOAD,
  'createServiceAccount',
]
/** The effect of these calls depends on a mail that somebody reads, or on days of failures: e2e/account/delivery.e2e.ts tests them. */
const AFTER_A_MAIL = [
  'askConfirmation',
  'confirmChannel',
  'replayDelivery',
  'getAcknowledgement',
  'acknowledge',
  'getUnsubscription',
  'unsubscribe',
  'getSituationReportUnsubscription',
  'unsubscribeSituationReport',
]
/** The report is sent to an address that somebody has confirmed by a mail: web/account/situation-report.page.test.ts sends one. */
const TO_A_CONFIRMED_ADDRESS = ['sendSituationReport']
/**
 * These calls respond to a telephone call to somebody: telephone.test.ts and alarm/pass-on.test.ts in server/duty press keys and pass the
 * alarm on.
 */
const AFTER_A_CALL = ['pressSimulatedKey', 'getDutyAlarm', 'passDutyAlarm']
/** This call pages an on-call system that administrators set: server/duty/paging.test.ts pages one. */
const OF_AN_ON_CALL_SYSTEM = ['testPaging']
/** The address is shown only once, to its author: server/ca/report/calendar.test.ts reads it. */
const WITH_AN_ADDRESS = ['getManoeuvreCalendarFile']
/** The addresses and signatures belong to other systems: the server's paging, telephone and odt/callback tests send them. */
const SIGNED = ['pagingCallback', 'bridgeCallback', 'providerCallback']
/** These calls need a track of a sensor that the reader has: the first call submits it, the others read its result. */
const OF_A_SENSOR = [
  'createObservation',
  'getObservationFile',
  'zipObservationFiles',
  'getObservationReport',
  'getPositionResiduals',
]
/** Only a satellite that manoeuvres by drag has this map: server/ca/plan/design/drag-map.test.ts computes one. */
const OF_A_DRAG_SATELLITE = ['previewDragMap']
/**
 * Earlier examples give a satellite another orbit, or create one without an orbit: the guide to manoeuvres runs both calls for a satellite
 * that has its own orbit.
 */
const OF_A_KNOWN_ORBIT = ['createOwnBurns', 'loadOwnBurns']
/** This call stores an object whose track is unknown: server/odt/observation/analyst-object.test.ts has such a track. */
const OF_AN_UNKNOWN_TRACK = ['createAnalystObject']
/** Settings with a channel that the examples can use. */
const A_CHANNEL = {
  notifications: { default: { webhook: { enabled: true, url: ['https://hooks.operator.example/apsis'] } } },
}
/** The id and secret of this program are in the environment of each example, as in the guide of service accounts. */
const PROGRAM = { name: 'Examples', roles: ['ca:user'], expiresInDays: 1 }
const STREAM_S = 2
/** The time for about two hundred calls in turn, with a start of curl for each. */
const SAMPLES_MS = 600_000
const GOOD = /^2\d\d$/
const LATE = '504'

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** Calls the API of collision avoidance beside the page. */
async function callerOf(username: string): Promise<Call> {
  const api = await apiOf(world.fleet)
  return async <T>(method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await api.call(person(username), `${method} /api/v1/ca/${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}

const tokenOf = async (username: string) => (await apiOf(world.fleet)).issuer.token(person(username))

type Sample = { readonly id: string; readonly code: string }

/** Returns the examples that the reference of a part shows; each is in curl until another language is chosen. */
async function samplesOf(page: Page, part: string): Promise<Sample[]> {
  await afresh(page, `/docs/${part}/reference`)
  const sections = page.locator('section[id]:has(pre)')
  await seen(sections.first())
  return sections.evaluateAll((all) =>
    all.map((one) => ({
      id: one.id,
      code: one.querySelector('pre')?.textContent ?? '',
    })),
  )
}

/** Runs a command unchanged, with a token in its environment; returns the status of each of its calls, as curl prints it. */
async function statusesOf({ code }: Pick<Sample, 'code'>, given: Readonly<Record<string, string>>): Promise<string[]> {
  const isStream = readsStream(code)
  const { statuses, stdout, failed } = await runCommands(code, given, isStream ? STREAM_S : undefined)
  // A search on a busy machine may answer that the caller should try again.
  if (statuses.includes(LATE)) return statusesOf({ code }, given)
  // A stream ends only when its time limit is reached.
  return failed && !isStream ? [...statuses, 'failed', stdout.slice(0, SHOWN)] : [...statuses]
}
const SHOWN = 500

test('every example of the reference runs as it is copied', { timeout: SAMPLES_MS }, async () => {
  const page = await open(world.fleet, READER, '/docs')
  const call = await callerOf(READER)
  // A customer who orders passes needs an account to pay from.
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  const { serviceAccount, clientSecret } = await call<ServiceAccountSecret>('POST', '../service-accounts', PROGRAM)
  const program = { APSIS_CLIENT_ID: serviceAccount.clientId, APSIS_CLIENT_SECRET: clientSecret }
  const { runAll, wrong, ran } = runnerOf(READER, program)
  for (const part of ['ca', 'tle', 'account']) {
    const samples = await samplesOf(page, part)
    await runAll(samples.filter(({ id }) => MAKING.includes(id)))
    await runAll(samples.filter(({ id }) => id === UPLOAD))
  }
  await haveRemoved(call)
  for (const part of PARTS) {
    // An example of collision avoidance has just removed the settings.
    if (part === 'account') await call('PUT', 'userconfig', A_CHANNEL)
    const samples = (await samplesOf(page, part)).filter(
      ({ id }) =>
        ![
          ...AFTER_A_MAIL,
          ...TO_A_CONFIRMED_ADDRESS,
          ...AFTER_A_CALL,
          ...OF_AN_ON_CALL_SYSTEM,
          ...OF_A_SENSOR,
          ...WITH_AN_ADDRESS,
          ...SIGNED,
          ...OF_A_DRAG_SATELLITE,
          ...OF_A_KNOWN_ORBIT,
          ...OF_AN_UNKNOWN_TRACK,
        ].includes(id),
    )
    expect(samples.filter(({ code }) => /\{[a-z-]+\}|'""'|''/.test(code)).map(({ code }) => code)).toEqual([])
    await runAll(samples.filter(({ id }) => !MAKING.includes(id)))
  }
  expect(wrong).toEqual([])
  // The call that reads the description has the same name in each part.
  expect(new Set(ran).size).toBeGreaterThan(45)
})

test('the examples about a track run for a user who has the sensor that made it', { timeout: SAMPLES_MS }, async () => {
  // Only administrators can add sensors.
  const page = await open(world.fleet, ADMIN, '/docs')
  const call = await callerOf(ADMIN)
  await call('POST', '../odt/sensors', SITE)
  const { runAll, wrong, ran } = runnerOf(ADMIN)
  const [handIn, ...reading] = OF_A_SENSOR
  await runAll((await samplesOf(page, 'odt')).filter(({ id }) => id === handIn))
  await runAll((await samplesOf(page, 'odt')).filter(({ id }) => reading.includes(id)))
  expect(wrong).toEqual([])
  expect(ran.toSorted()).toEqual(OF_A_SENSOR.toSorted())
})

/** Returns a function that runs examples in turn, with the lists of the examples that succeeded and that failed. */
function runnerOf(username: string, given: Readonly<Record<string, string>> = {}) {
  const wrong: string[] = []
  const ran: string[] = []
  const runAll = async (samples: readonly Sample[]) => {
    const environment = { TOKEN: await tokenOf(username), ...given }
    for (const sample of samples) {
      const statuses = await statusesOf(sample, environment)
      ran.push(sample.id)
      if (statuses.length === 0 || !statuses.every((status) => GOOD.test(status)))
        wrong.push(`${sample.id}: ${statuses.join(' ')}\n${sample.code}`)
    }
  }
  return { runAll, wrong, ran }
}

/** Creates a removed satellite and a cancelled screening, which some calls restore. */
async function haveRemoved(call: Call): Promise<void> {
  const [added] = await call<Satellite[]>('GET', 'satellites?norad-id=90009')
  await call('DELETE', `satellites/${added?.satelliteId}`)
  const body = { 'satellite-id': (await call<Satellite[]>('GET', 'satellites?limit=1'))[0]?.satelliteId, hours: 744 }
  const { screeningId } = await call<Screening>('POST', 'screenings', body)
  await call('DELETE', `screenings/${screeningId}`)
  await expect.poll(() => call<Screening[]>('GET', 'screenings?state=cancelled')).toHaveLength(1)
}

/** The refusals that the commands of a guide show on purpose. */
const SHOWN_REFUSALS: Readonly<Record<string, readonly string[]>> = {
  'account/user-configuration.md': ['412'],
  // The guide explains all three: nobody has the sensor of the sample track yet, real positions cannot be compared with a simulated
  // satellite, and a file of the provider cannot be withdrawn.
  'odt/observations.md': ['422', '422', '409'],
  'platform/errors-and-limits.md': ['400'],
}
/** These guides are for operators of the platform or for providers of observations, or have their own test. */
const NOT_OF_THE_API = [
  'odt/providers.md',
  'platform/operation.md',
  'platform/accuracy.md',
  'account/service-accounts.md',
  // These guides connect local services: connections.page.test.ts and tle/catalogue.page.test.ts run them.
  'account/connections.md',
  'ca/neighbours.md',
  'tle/catalogue.md',
  // This guide signs in at the identity provider: e2e/docs/authentication.e2e.ts tests it.
  'platform/authentication.md',
]

test('the commands of the guides run unchanged, from the first to the last of each', {
  timeout: SAMPLES_MS,
}, async () => {
  const all = readdirSync(GUIDES, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.de)\.md$/.test(file))
  // The last guide closes the demo fleet.
  const guides = all.filter((file) => !NOT_OF_THE_API.includes(file) && file !== 'ca/demo.md').concat('ca/demo.md')
  const call = await callerOf(FOLLOWER)
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  const { origin } = await apiOf(world.fleet)
  const environment = { APSIS: origin, TOKEN: await tokenOf(FOLLOWER) }
  const wrong: string[] = []
  let ran = 0
  for (const guide of guides) {
    const { statuses, stdout } = await runCommands(commandsOf(guide, origin), environment)
    ran += statuses.length
    const refused = statuses.filter((status) => !GOOD.test(status))
    if (refused.join() !== (SHOWN_REFUSALS[guide] ?? []).join())
      wrong.push(`${guide}: ${statuses.join(' ')}\n${stdout}`)
  }
  expect(wrong).toEqual([])
  expect(ran).toBeGreaterThan(40)
})
