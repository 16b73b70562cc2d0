import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening.ts'
import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import type { Observation } from '@apsis/contract/odt/observation.ts'
import type { ServiceAccount, ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { NOTHING } from '../account/stored-settings.ts'
import { account } from '../account.ts'
import { type Call, callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { addSite } from '../odt/testing/track-of-own-site.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'

// Whoever copies an example of the reference and runs it gets what it promises (audit: 24 of 38 failed).
useBrowser()
const who = account('demo-other')
leavesNothing(who)

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'apsis-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Element sets first: of a satellite that an example of collision avoidance brings back, nothing need be known. */
const PARTS = ['tle', 'ca', 'account', 'odt', 'payments']
/** Two files of one satellite can be compared. */
const UPLOAD = 'createEphemerisFile'
/** What makes something that other examples name: these run first. */
const MAKING = [
  ...['createCdms', 'createEventReport', 'createImport', 'createHandover', 'createManoeuvre', 'createScreening'],
  ...['createSatellite', 'createTleSet', 'createGroundStation'],
  UPLOAD,
  'createServiceAccount',
]
/** What they do depends on a mail that somebody reads, or on days of failures: e2e/account/delivery.e2e.ts follows them. */
const AFTER_A_MAIL = [
  'askConfirmation',
  'confirmChannel',
  'replayDelivery',
  'readAcknowledgement',
  'acknowledge',
  'readUnsubscription',
  'unsubscribe',
]
/** They answer a call that was made to somebody: telephone.test.ts and alarm/pass-on.test.ts in server/duty press keys and pass on. */
const AFTER_A_CALL = ['pressSimulatedKey', 'getDutyAlarm', 'passDutyAlarm']
/** Administrators set the on-call system that it pages: server/duty/paging.test.ts pages one. */
const OF_AN_ON_CALL_SYSTEM = ['testPaging']
/** Its address is shown once, to whoever makes it: server/ca/calendar/calendar.test.ts reads it. */
const WITH_AN_ADDRESS = ['readManoeuvreCalendar']
/** Their addresses and signatures are another system's: paging, telephone and odt/callback tests of the server send them. */
const SIGNED = ['pagingCallback', 'bridgeCallback', 'providerCallback']
/** They speak of a track of a sensor that the reader has: the first hands it in, the others read what became of it. */
const OF_A_SENSOR = [
  'createObservation',
  'getObservationFile',
  'zipObservationFiles',
  'getObservationReport',
  'getPositionResiduals',
]
/** Settings that name a channel of which the examples can speak. */
const A_CHANNEL = {
  notifications: { default: { webhook: { enabled: true, url: ['https://hooks.operator.example/apsis'] } } },
}
/** Its id and secret are in the environment of each example, as the guide of service accounts has them. */
const PROGRAM = { name: 'Examples', roles: ['ca:user'], expiresInDays: 1 }
const STREAM_S = 2
const CALL_S = 30
/** A worker sends what the demo fleet has; on a busy machine that takes its time. */
const FLEET_MS = 120_000
/** Some two hundred calls one after the other, with the start of curl for each. */
const SAMPLES_MS = 600_000
/** The demo fleet has nine more, when all of its messages have come. */
const EVENTS_AHEAD = 40
const GOOD = /^2\d\d$/
const LATE = '504'

type Sample = { readonly id: string; readonly code: string }

/** The examples that the reference of a part shows; each is in curl until another language is chosen. */
async function samplesOf(page: Page, part: string): Promise<Sample[]> {
  await page.goto(`${ADDRESS}/docs/${part}/reference`)
  const sections = page.locator('section[id]:has(pre)')
  await seen(sections.first())
  return sections.evaluateAll((all) =>
    all.map((one) => ({
      id: one.id,
      code: one.querySelector('pre')?.textContent ?? '',
    })),
  )
}

/** Runs a command as it stands, with a token in its environment; answers the status of each of its calls, as curl tells it. */
async function statusesOf({ code }: Pick<Sample, 'code'>, given: Readonly<Record<string, string>>): Promise<string[]> {
  const isStream = code.includes('curl -sSN')
  const { statuses, stdout, failed } = await runInShell(code, given, isStream ? { limitS: STREAM_S } : CALLS)
  // A search on a busy machine: its answer says that one tries again.
  if (statuses.includes(LATE)) return statusesOf({ code }, given)
  // A stream ends only when the time is up.
  return failed && !isStream ? [...statuses, 'failed', stdout.slice(0, SHOWN)] : statuses
}
const SHOWN = 500

type Calls = {
  readonly limitS: number
  /** How often a call is made again that a busy machine answers with 503, after the time that the answer names. */
  readonly retries?: number
}
const CALLS: Calls = { limitS: CALL_S, retries: 4 }

/** Runs a script in which each curl tells the status it got in the end beside its answer, and takes so long at most. */
async function runInShell(script: string, environment: Readonly<Record<string, string>>, calls: Calls) {
  const { limitS, retries = 0 } = calls
  const settings = [`write-out = "%{stderr}<%{http_code}>\\n"`, `max-time = ${limitS}`, `retry = ${retries}`]
  writeFileSync(join(folder, '.curlrc'), `${settings.join('\n')}\n`)
  const done = await runIn('sh', ['-c', script], { CURL_HOME: folder, ...environment })
  // A command of a guide may ask curl for the status itself: then it stands in a line of the answer.
  const said = [...done.stderr.matchAll(/^<(\d+)>$/gm), ...done.stdout.matchAll(/(?:^|[}\]])(\d{3})$/gm)]
  return { ...done, statuses: said.map(([, status = '']) => status) }
}

async function runIn(program: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 ** 2 }
  return run(program, args, options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, failed: false }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr, failed: true }),
  )
}

test('every example of the reference runs as it is copied', { timeout: SAMPLES_MS }, async () => {
  const page = await visitAs(await newVisitor(), who, '/docs')
  const call = await callerOf(page)
  await openDemoAlone(call)
  await expect.poll(() => call('GET', 'ephemeris?limit=1'), { timeout: FLEET_MS }).not.toEqual([])
  // Not only the first of them: an example plans a burn for a late one.
  const ahead = `conjunctions?limit=1000&tca-after=${new Date(productNow()).toISOString()}`
  await expect
    .poll(async () => (await call<unknown[]>('GET', ahead)).length, { timeout: FLEET_MS })
    .toBeGreaterThan(EVENTS_AHEAD)

  const { serviceAccount, clientSecret } = await call<ServiceAccountSecret>('POST', '../service-accounts', PROGRAM)
  const program = { APSIS_CLIENT_ID: serviceAccount.clientId, APSIS_CLIENT_SECRET: clientSecret }
  const { runAll, wrong, ran } = runnerOf(page, program)
  for (const part of ['ca', 'tle', 'account']) {
    const samples = await samplesOf(page, part)
    await runAll(samples.filter(({ id }) => MAKING.includes(id)))
    await runAll(samples.filter(({ id }) => id === UPLOAD))
  }
  await haveRemoved(call)
  for (const part of PARTS) {
    // An example of collision avoidance has just forgotten the settings.
    if (part === 'account') await call('PUT', 'userconfig', A_CHANNEL)
    const samples = (await samplesOf(page, part)).filter(
      ({ id }) =>
        ![
          ...AFTER_A_MAIL,
          ...AFTER_A_CALL,
          ...OF_AN_ON_CALL_SYSTEM,
          ...OF_A_SENSOR,
          ...WITH_AN_ADDRESS,
          ...SIGNED,
        ].includes(id),
    )
    expect(samples.filter(({ code }) => /\{[a-z-]+\}|'""'|''/.test(code)).map(({ code }) => code)).toEqual([])
    await runAll(samples.filter(({ id }) => !MAKING.includes(id)))
  }
  await putBack(call)
  for (const { serviceAccountId } of await call<ServiceAccount[]>('GET', '../service-accounts?state=ACTIVE'))
    await call('DELETE', `../service-accounts/${serviceAccountId}`)
  expect(wrong).toEqual([])
  // The description of each part is one and the same name.
  expect(new Set(ran).size).toBeGreaterThan(45)
})

test('the examples about a track run for whoever has the sensor that made it', { timeout: SAMPLES_MS }, async () => {
  // Administrators add sensors.
  const page = await visitAs(await newVisitor(), account('demo-admin'), '/docs')
  const call = await callerOf(page)
  await addSite(call)
  const { runAll, wrong, ran } = runnerOf(page)
  const [handIn, ...reading] = OF_A_SENSOR
  await runAll((await samplesOf(page, 'odt')).filter(({ id }) => id === handIn))
  await runAll((await samplesOf(page, 'odt')).filter(({ id }) => reading.includes(id)))
  expect(wrong).toEqual([])
  expect(ran.toSorted()).toEqual(OF_A_SENSOR.toSorted())
  const [track] = await call<Observation[]>('GET', '../odt/observations?limit=1')
  await call('DELETE', `../odt/observations/file/${track?.observationFileId}?reason=example`)
})

/** Runs examples one after the other, and keeps what they are and which did not do what they promise. */
function runnerOf(page: Page, given: Readonly<Record<string, string>> = {}) {
  const wrong: string[] = []
  const ran: string[] = []
  const runAll = async (samples: readonly Sample[]) => {
    const environment = { TOKEN: await tokenOf(page), ...given }
    for (const sample of samples) {
      const statuses = await statusesOf(sample, environment)
      ran.push(sample.id)
      if (statuses.length === 0 || !statuses.every((status) => GOOD.test(status)))
        wrong.push(`${sample.id}: ${statuses.join(' ')}\n${sample.code}`)
    }
  }
  return { runAll, wrong, ran }
}

/** What examples and guides have set of settings and rules is not there for the next journey. */
async function putBack(call: Call): Promise<void> {
  await call('PUT', 'userconfig', { notifications: { default: NOTHING } })
  await call('PUT', `../userconfig/${who.id}`, { notifications: NOTHING })
  await call('PUT', '../notifications/rules', { language: 'en' })
  const { timeZone, turnsFrom, handoverTime, version } = await call<DutyPlan>('GET', '../duty/plan')
  const nobody = { timeZone, turnsFrom, handoverTime, chain: [], overrides: [], absences: [] }
  await call('PUT', '../duty/plan', nobody, `"${version}"`)
  await call('DELETE', '../duty/telephone').catch((failure: Error) => expect(failure.message).toContain(': 404 '))
}

/** Opens the demo fleet in an organisation that has no other satellite: examples name the first of them. */
async function openDemoAlone(call: Call): Promise<void> {
  await call('DELETE', 'demo')
  for (const { satelliteId } of await call<Satellite[]>('GET', 'satellites?limit=1000'))
    await call('DELETE', `satellites/${satelliteId}`)
  await call('POST', 'demo')
  // An example makes the settings, which other journeys have put back but not forgotten.
  await call('DELETE', `userconfig/${who.id}`).catch((failure: Error) => expect(failure.message).toContain(': 404 '))
  // Whoever orders passes has an account to pay from.
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
}

/** Leaves a removed satellite and a cancelled screening, which some calls bring back. */
async function haveRemoved(call: Call): Promise<void> {
  const [added] = await call<Satellite[]>('GET', 'satellites?norad-id=90009')
  await call('DELETE', `satellites/${added?.satelliteId}`)
  const body = { 'satellite-id': (await call<Satellite[]>('GET', 'satellites?limit=1'))[0]?.satelliteId, hours: 744 }
  const { screeningId } = await call<Screening>('POST', 'screenings', body)
  await call('DELETE', `screenings/${screeningId}`)
  await expect.poll(() => call<Screening[]>('GET', 'screenings?state=cancelled')).toHaveLength(1)
}

const GUIDES = join(import.meta.dirname, '..', '..', 'docs', 'guide')
/** What the commands of a guide show on purpose beside what works. */
const SHOWN_REFUSALS: Readonly<Record<string, readonly string[]>> = {
  'account/user-configuration.md': ['412'],
  // The guide says all three: the sample track is of a sensor that nobody has yet, real positions are compared with no simulated
  // satellite, and what the provider has sent is not withdrawn.
  'odt/observations.md': ['422', '422', '409'],
  'platform/errors-and-limits.md': ['400'],
  'platform/authentication.md': ['401'],
}
/** For operators of the platform, for providers of observations, and what a test of its own follows. */
const NOT_OF_THE_API = [
  'odt/providers.md',
  'platform/operation.md',
  'platform/accuracy.md',
  'account/service-accounts.md',
]

test('the commands of the guides run as they stand, from the first to the last of each', {
  timeout: SAMPLES_MS,
}, async () => {
  const page = await visitAs(await newVisitor(), who, '/docs')
  const call = await callerOf(page)
  const all = readdirSync(GUIDES, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.de)\.md$/.test(file))
  // The last one closes the demo fleet.
  const guides = all.filter((file) => !NOT_OF_THE_API.includes(file) && file !== 'ca/demo.md').concat('ca/demo.md')
  await openDemoAlone(call)
  // The approved plan is the last that the fleet is given. A plan that a guide screens before would be refused for what came since.
  const states = async () => (await call<Manoeuvre[]>('GET', 'manoeuvres?limit=100')).map(({ state }) => state)
  await expect.poll(states, { timeout: 2 * FLEET_MS }).toContain('APPROVED')
  const environment = { APSIS: ADDRESS, TOKEN: await tokenOf(page) }
  const wrong: string[] = []
  let ran = 0
  for (const guide of guides) {
    const text = readFileSync(join(GUIDES, guide), 'utf8').replaceAll('http://localhost:8080', ADDRESS)
    const script = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code]) => code).join('\n')
    const { statuses, stdout } = await runInShell(script, environment, CALLS)
    ran += statuses.length
    const refused = statuses.filter((status) => !GOOD.test(status))
    if (refused.join() !== (SHOWN_REFUSALS[guide] ?? []).join())
      wrong.push(`${guide}: ${statuses.join(' ')}\n${stdout}`)
  }
  await putBack(call)
  expect(wrong).toEqual([])
  expect(ran).toBeGreaterThan(40)
})
