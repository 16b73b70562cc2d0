import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Estimate, EventEstimates } from '@apsis/contract/ca/event/estimate.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Connection, ConnectionReading } from '@apsis/contract/connections/connection.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { CatalogueContent } from '@apsis/contract/tle/catalogue.ts'
import { startOpenEphemerides } from '@apsis/tools/services/open-ephemerides.ts'
import type { CommonMood, RequestFilter } from '@apsis/tools/services/service.ts'
import { elementsOfMotion, simulatedConstellation } from '@apsis/tools/services/simulated-objects.ts'
import { pathOfElements, shifted } from '@apsis/tools/services/simulated-paths.ts'
import { OWN_SATELLITES, simulatedSpaceTrack } from '@apsis/tools/services/space-track/simulated.ts'
import { type LocalSpaceTrack, startSpaceTrack } from '@apsis/tools/services/space-track/space-track.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { account } from '../account.ts'
import { crossingText } from '../ca/testing/crossing.ts'
import { type ApiCall, type ClockedProduct, signInAt, startClockedProduct } from '../clocked-product.ts'
import { pane, seen, useBrowser } from '../visitor.ts'

// These journeys test the data from outside services, from the form to the alarm; local servers represent the services (tools/services).
// The clock of the product is moved forward from turn to turn, so that a day passes in a minute.
useBrowser()

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The administrator of collision avoidance. */
const WHO = account('demo-admin')
const PATH = '/account/connections'
const OPERATOR = 'flight@operator.example'
/** The account with which the catalogue of the installation is fetched. */
const FOR_CATALOGUE = 'catalogue@operator.example'
const PASSWORD = 'right'
/** A fleet of twenty satellites gets messages every day: a day without any message raises an alarm (server/connections/feed.service.ts). */
const READABLE = [...OWN_SATELLITES, ...Array.from({ length: 20 - OWN_SATELLITES.length }, (_, i) => 68_001 + i)]
/**
 * After 17:00 UTC the service allows every class, and ten past is neither the hour nor the half hour, at which requests are not allowed.
 */
const START = '2026-11-20T17:10:00Z'

let product: ClockedProduct
let server: LocalSpaceTrack
beforeAll(async () => {
  product = await startClockedProduct(START, { APSIS_CATALOGUE_ORGANISATION: WHO.organisation })
  const accounts = [
    { identity: OPERATOR, password: PASSWORD, reads: READABLE },
    { identity: FOR_CATALOGUE, password: PASSWORD, reads: [] },
  ]
  server = await startSpaceTrack({ clock: product.now, content: simulatedSpaceTrack(), accounts, slowMs: 100 })
})
afterAll(async () => {
  await product?.stop()
  await server?.close()
})

const sources = (page: Page) => pane(page, 'Services and folders')
const item = (page: Page, name = 'Space-Track') => sources(page).getByRole('listitem', { name, exact: true })
const connections = (call: ApiCall) => call<Connection[]>('GET', 'connections')
const hasCatalogue = ({ feeds }: Connection) => feeds.some(({ feed }) => feed === 'CATALOGUE')
const told = async (call: ApiCall, code: string) =>
  (await call<Notification[]>('GET', 'notifications?limit=200')).filter(({ finding }) => finding?.code === code)

/** Signs in and opens the connections; removes everything that earlier journeys left, except for the catalogue if it is to be kept. */
async function begin({ keepsCatalogue }: { readonly keepsCatalogue: boolean }) {
  const { page, call } = await signInAt(product, WHO, PATH)
  for (const one of await connections(call))
    if (!keepsCatalogue || !hasCatalogue(one)) await call('DELETE', `connections?connection-id=${one.connectionId}`)
  for (const { satelliteId } of await call<Satellite[]>('GET', 'ca/satellites'))
    await call('DELETE', `ca/satellites/${satelliteId}`)
  return { page, call }
}

/** Opens the form for a connection to the local Space-Track, and fills it. */
async function fillConnection(page: Page, identity: string) {
  await page.getByRole('button', { name: 'Add a connection' }).click()
  const form = page.getByRole('dialog', { name: 'Add a connection' })
  await form.getByRole('button', { name: 'Space-Track Address' }).click()
  await page.getByRole('option', { name: 'Another address' }).click()
  await form.getByRole('textbox', { name: 'Another address' }).fill(server.url)
  await form.getByLabel('Account', { exact: true }).fill(identity)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  return form
}

/** Returns the first time, from a given time on, that is ten minutes past the hour or half hour, when requests are allowed. */
function quietFrom(ms: number): number {
  const half = 30 * MINUTE_MS
  return Math.ceil((ms - 10 * MINUTE_MS) / half) * half + 10 * MINUTE_MS
}

test('with an account the whole catalogue is fetched for the installation, its debris is counted, and an hour later only what is new comes', async () => {
  const { page, call } = await begin({ keepsCatalogue: false })
  const form = await fillConnection(page, FOR_CATALOGUE)
  await form.getByText('Messages', { exact: true }).click()
  await form.getByText('Fetch the catalogue of this installation with this account').click()
  await form.getByRole('button', { name: 'Save' }).click()
  await seen(item(page).getByText('Something new came'))
  await item(page).getByRole('button', { name: 'Test Space-Track' }).click()
  const trial = page.getByRole('dialog', { name: 'Test of Space-Track' })
  await seen(trial.getByText(`Signed in as ${FOR_CATALOGUE}.`))
  await trial.getByRole('button', { name: 'Close' }).click()

  const { gp } = server.content()
  const inOrbit = new Map(gp.filter(({ DECAY_DATE }) => DECAY_DATE === null).map((row) => [row.NORAD_CAT_ID, row]))
  const debris = [...inOrbit.values()].filter(({ OBJECT_TYPE }) => OBJECT_TYPE === 'DEBRIS').length
  const content = await call<CatalogueContent>('GET', 'tle/catalogue')
  expect(content.catalogue).toMatchObject({ debris, lacks: [], isWhole: true })
  expect(content.parts.filter(({ kind }) => kind === 'debris').map(({ objects }) => objects)).toEqual([debris])
  expect(content.sources).toMatchObject([{ kind: 'CONNECTION', objects: inOrbit.size, lastResult: 'new' }])

  await product.passTo(quietFrom(product.now() + 80 * MINUTE_MS))
  const [made] = await connections(call)
  const readings = () => call<ConnectionReading[]>('GET', `connections/${made?.connectionId}/readings`)
  const [newest] = await product.worked('the catalogue was read a second time', async () => {
    const all = await readings()
    return all.length === 2 && all
  })
  expect(newest).toMatchObject({ result: 'new', refused: 0 })
  expect(newest?.received).toBeLessThan(inOrbit.size / 2)
  const sets = server.requests.filter(({ path }) => path.includes('/class/gp/'))
  expect(sets.map(({ path }) => path.includes('/CREATION_DATE/>'))).toEqual([false, true])
  expect((await call<CatalogueContent>('GET', 'tle/catalogue')).catalogue).toMatchObject({ debris, isWhole: true })
  expect(server.violations).toEqual([])
})

/** The error of the element sets in this test, which is small enough that the search still finds the objects as near. */
const OFF_UVW_M = [8_000, 0, 0] as const
/** The miss distance; later, an operator publishes that its satellite is HIGHER_M higher. */
const MISS_M = 30
const HIGHER_M = 300
/** An address is read once an hour, with a random delay of up to a quarter of an hour. */
const VERSION_MS = 80 * MINUTE_MS
/** The tolerance of a miss distance, m, because paths and covariances are interpolated. */
const PATH_M = 2

const linkOf = ({ satelliteId, conjunctionId }: Conjunction) => `/ca/conjunction/${satelliteId}/${conjunctionId}`

test('a new version of a neighbour’s ephemeris turns an event from High to Low, and one that ends before the TCA is told', async () => {
  const { page, call } = await begin({ keepsCatalogue: true })
  if (!(await connections(call)).some(hasCatalogue)) {
    const body = { kind: 'SPACE_TRACK', name: 'Catalogue', address: server.url, account: FOR_CATALOGUE }
    await call('POST', 'connections', { ...body, secret: PASSWORD, feeds: ['CATALOGUE'] })
  }
  const catalogue = async () => (await call<CatalogueContent>('GET', 'tle/catalogue')).catalogue
  await product.worked('there is a catalogue', async () => (await catalogue()) !== null)

  // Two neighbours publish their ephemerides, and a satellite of the operator crosses the path of each.
  const neighbours = simulatedConstellation(2).map((one) => {
    const path = shifted(pathOfElements(elementsOfMotion(one)), OFF_UVW_M)
    return { noradId: one.noradId, name: one.name, path }
  })
  const published = await startOpenEphemerides({ clock: product.now, objects: neighbours, everyMs: Infinity })
  onTestFinished(() => published.close())
  const fromMs = Math.floor(product.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS
  const tcaMs = fromMs + 7 * HOUR_MS
  for (const [i, { path }] of neighbours.entries()) {
    const own = { name: `CROSSING-${i + 1}`, noradId: 90_811 + i }
    const { satelliteId } = await call<Satellite>('POST', 'ca/satellites', own)
    const form = new FormData()
    form.set('satellite-id', satelliteId)
    form.set('kind', 'OPERATIONAL')
    form.set('file', new Blob([crossingText(own, path, { tcaMs, belowM: MISS_M, fromMs })]), `${own.name}.oem`)
    await call('POST', 'ca/ephemeris/file', form)
  }
  const address = `${published.url}/public-files/ephemerides/MANIFEST.txt`
  await call('POST', 'connections', { kind: 'OPEN_EPHEMERIDES', name: 'Neighbours', address, feeds: ['NEIGHBOURS'] })
  const eventOf = async (place: 1 | 2) =>
    (await call<Conjunction[]>('GET', 'ca/conjunctions')).find(({ object1 }) => object1.name === `CROSSING-${place}`)
  const estimatesOf = async ({ conjunctionId }: Conjunction) => {
    const { estimates } = await call<EventEstimates>('GET', `ca/conjunctions/${conjunctionId}/estimates`)
    return estimates.filter(({ against }) => against === 'EPH')
  }
  const [first, second] = await product.worked('both satellites have an event', async () => {
    const both = [await eventOf(1), await eventOf(2)] as const
    return both[0] !== undefined && both[1] !== undefined && ([both[0], both[1]] as const)
  })
  expect([first, second].map(({ conjunctionData }) => conjunctionData.riskLevel)).toEqual(['HIGH', 'HIGH'])
  const [early] = await estimatesOf(first)
  expect(Math.abs(early!.missM - MISS_M)).toBeLessThan(PATH_M)

  // One operator publishes a path that is higher, and the other publishes a version that ends before the TCA.
  const [moved, short] = neighbours.map(({ noradId }) => noradId)
  const [newer] = published.publish([moved!], { shiftUvwM: [HIGHER_M, 0, 0] })
  const [ending] = published.publish([short!], { stopMs: tcaMs - HOUR_MS / 2 })
  await product.passTo(product.now() + VERSION_MS)
  const [before, after] = await product.worked('the newer version is screened', async () => {
    const both = await estimatesOf(first)
    return both.length === 2 && both
  })
  const shown = ({ state, riskLevel, neighbour }: Estimate) => [state, riskLevel, neighbour?.file]
  expect([shown(before!), shown(after!)]).toEqual([
    ['SUPERSEDED', 'HIGH', early!.neighbour?.file],
    ['COUNTS', 'LOW', newer],
  ])
  expect(Math.abs(after!.missM - MISS_M - HIGHER_M)).toBeLessThan(PATH_M)
  await page.goto(`${product.address}${linkOf(first)}`)
  const facts = pane(page, 'What the other operator publishes')
  await seen(facts.getByText(newer!))
  await seen(facts.getByText(`changed by ${HIGHER_M} m RMS, at most ${HIGHER_M} m`))
  const plot = pane(page, 'How the operator’s prediction changed')
  await seen(plot.getByText(`${newer} less ${early!.neighbour?.file}`, { exact: false }))
  // A level falls when a second estimate agrees (flight-dynamics rule C7).
  const verdict = pane(page, 'Verdict')
  await seen(verdict.getByText(/Held: the newest estimate says less; it falls when a second agrees/))
  const table = page.getByRole('grid', { name: 'All estimates' })
  await expect.poll(() => table.getByRole('row').count()).toBe(3)

  const [confirming] = published.publish([moved!])
  await product.passTo(product.now() + VERSION_MS)
  await product.worked('the event is Low', async () => (await eventOf(1))?.conjunctionData.riskLevel === 'LOW')
  // The page shows this without any action of the person.
  await seen(verdict.getByText('Low', { exact: true }))
  await seen(pane(page, 'Sources').getByText(confirming!, { exact: false }))

  const [alarm, ...others] = await product.worked('the ephemeris that ends too early is told', async () => {
    const all = (await told(call, 'neighbour-path-short')).filter(({ link }) => link === linkOf(second))
    return all.length > 0 && all
  })
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ level: 'critical', finding: { values: { satellite: 'CROSSING-2', file: ending } } })
  expect((await eventOf(2))?.conjunctionData.riskLevel).toBe('HIGH')
  await page.goto(`${product.address}/services?sidebar=notifications`)
  await pane(page, 'Notifications').getByRole('link', { name: 'No path of the other operator at the TCA' }).click()
  await page.waitForURL(({ pathname }) => pathname === linkOf(second))
  await seen(facts.getByText('no operator path at TCA'))
  expect(published.violations).toEqual([])
  expect(server.violations).toEqual([])
})

/** Matches the requests for messages, and not those for signing in or for the satellites. */
const OF_MESSAGES: RequestFilter = ({ path }) => path.includes('/class/cdm/')

/** Adds all messages that the service has published until now, by their ids, to the known ones. */
function publishedMessages(known: Map<string, number>): void {
  for (const text of server.content().cdms) {
    const field = (name: string) => new RegExp(`^${name} *= *(\\S+)`, 'm').exec(text)?.[1] ?? ''
    known.set(field('MESSAGE_ID'), Date.parse(`${field('CREATION_DATE')}Z`))
  }
}

test('days of Space-Track in all its moods: the page says each in words, alarms are told, and no message is lost or stored twice', async () => {
  const { page, call } = await begin({ keepsCatalogue: false })
  const messages = new Map<string, number>()
  await product.passTo(quietFrom(product.now() + MINUTE_MS))
  const begunMs = product.now()
  await page.goto(`${product.address}${PATH}`)
  await (await fillConnection(page, OPERATOR)).getByRole('button', { name: 'Save' }).click()
  await seen(item(page).getByText('Something new came'))
  publishedMessages(messages)
  await item(page).getByRole('button', { name: 'Test Space-Track' }).click()
  const trial = page.getByRole('dialog', { name: 'Test of Space-Track' })
  await seen(trial.getByText(`Signed in as ${OPERATOR}; may read ${READABLE.length} satellites.`))
  await trial.getByRole('button', { name: `Add ${READABLE.length} satellites to the fleet` }).click()
  await expect.poll(() => trial.getByRole('link', { name: 'added' }).count()).toBe(READABLE.length)
  await trial.getByRole('button', { name: 'Close' }).click()

  const [made] = await connections(call)
  const connection = async () => {
    const all = await connections(call)
    return all.find(({ connectionId }) => connectionId === made?.connectionId)!
  }
  const newest = async () =>
    (await call<ConnectionReading[]>('GET', `connections/${made?.connectionId}/readings?limit=1`))[0]
  /** Returns the time of the next reading that the page announces and that the limits of the service allow. */
  const nextTurn = async () => {
    const { feeds, budget } = await connection()
    const free = budget.find(({ requests }) => requests === 'cdm')?.freeAt ?? null
    const due = [feeds[0]?.nextAt ?? null, free].map((at) => (at === null ? 0 : Date.parse(at)))
    return quietFrom(Math.max(product.now() + MINUTE_MS, ...due))
  }
  /** Moves the clock to the next reading, or to a later time, in a mood of the service; returns the result of the reading. */
  const passTurn = async (result: ConnectionReading['result'], mood: CommonMood = 'ok', fromMs = 0) => {
    if (mood !== 'ok') server.setMood(mood, OF_MESSAGES)
    await product.passTo(Math.max(await nextTurn(), quietFrom(fromMs)))
    const sinceMs = product.now() - MINUTE_MS
    const found = await product.worked(`${mood} is read as ${result}`, async () => {
      const last = await newest()
      return last !== undefined && Date.parse(last.at) > sinceMs && last.result === result && last
    })
    publishedMessages(messages)
    return found
  }
  /** Checks that every message that the service has published is stored once. */
  const allStored = async () => {
    const from = /CREATION_DATE\/>([-\dT:]{19})/.exec(
      server.requests.find((one) => one.atMs >= begunMs && OF_MESSAGES(one))?.path ?? '',
    )?.[1]
    const expected = [...messages].filter(([, createdMs]) => createdMs > Date.parse(`${from}Z`)).map(([id]) => id)
    const stored = (await call<Cdm[]>('GET', 'ca/cdms?limit=1000')).map(({ messageId }) => messageId)
    expect(stored.toSorted()).toEqual(expected.toSorted())
    return stored.length
  }
  const events = await product.worked('the events belong to the satellites', async () => {
    const all = await call<Conjunction[]>('GET', 'ca/conjunctions')
    return all.length > 0 && all.every(({ satelliteId }) => satelliteId !== null) && all
  })
  expect(await allStored()).toBeGreaterThan(events.length)
  await page.goto(`${product.address}/ca/conjunctions`)
  for (const { object2, conjunctionData } of events)
    if (Date.parse(conjunctionData.tca) > product.now())
      await seen(page.getByRole('main').getByText(object2.designator).first())

  // No messages arrive for a day, each time for another reason: the page names the reason, and the product tries again by itself.
  await page.goto(`${product.address}${PATH}`)
  await passTurn('failed', 'error-page')
  await seen(item(page).getByText(/^The service answered with an error: “status 500: Internal Server Error/))
  await passTurn('page', 'page')
  await seen(item(page).getByText(/^The service answered a page and no data: it may be under maintenance/))
  await passTurn('throttled', 'too-many')
  await seen(item(page).getByText('The service limits the requests of the account'))
  await passTurn('cut-off', 'cut-off-length')
  await seen(item(page).getByText(/^The answer was cut off/))
  // The next answer is sent byte by byte, and the worker is killed in the middle of it.
  server.setMood('slow', OF_MESSAGES)
  const asked = server.requests.length
  await product.passTo(await nextTurn())
  await product.worked('messages are requested', async () => server.requests.slice(asked).some(OF_MESSAGES))
  await product.killWorker()
  server.setMood('ok', OF_MESSAGES)
  const [silent] = await product.worked('the silence is told', async () => {
    const all = await told(call, 'feed-silent')
    return all.length > 0 && all
  })
  expect(silent).toMatchObject({ level: 'serious', finding: { values: { feed: 'Space-Track' } } })
  await page.goto(`${product.address}${PATH}`)
  await seen(item(page).getByText(/^Messages: not read for .*; usually something every 8 h\.$/))

  // The session at the service has ended: the product signs in once more, and then fetches everything that was published meanwhile.
  server.next('signed-out', 1, OF_MESSAGES)
  await passTurn('new')
  await product.worked('the end of the silence is told', async () => (await told(call, 'feed-back')).length === 1)
  const storedAfterDay = await allStored()

  // An empty answer is shown as a question, and after a day it raises an alarm.
  await passTurn('empty', 'empty-list')
  const empty = `The answer was empty, though the account may read ${READABLE.length} satellites`
  await seen(item(page).getByText(empty))
  await passTurn('empty', 'empty-list', product.now() + 24 * HOUR_MS)
  const [small] = await product.worked('it is told that nothing came', async () => {
    const all = await told(call, 'feed-small')
    return all.length > 0 && all
  })
  expect(small?.message).toContain(`brought 0 new messages in 24 h for ${READABLE.length} satellites`)
  await page.goto(`${product.address}${PATH}`)
  await seen(item(page).getByText(/^Messages: read, and nothing came in 24 h.* That is no clear sky\.$/))

  // A suspension stops the connection at once; the connection then waits for a person, for any length of time.
  server.suspend(OPERATOR)
  await passTurn('suspended')
  await seen(item(page).getByText('Suspended', { exact: true }))
  await seen(item(page).getByText(/^“.*suspended.*”$/i))
  const requests = server.requests.length
  await product.passTo(quietFrom(product.now() + 16 * HOUR_MS))
  await page.goto(`${product.address}/services?sidebar=notifications`)
  await pane(page, 'Notifications').getByRole('link', { name: 'An account is suspended' }).click()
  await page.waitForURL(({ pathname }) => pathname === PATH)
  expect(server.requests.length).toBe(requests)
  server.reinstate(OPERATOR)
  server.mood = 'ok'
  await page.goto(`${product.address}${PATH}`)
  await item(page).getByRole('button', { name: 'Resume Space-Track' }).click()
  const question = page.getByRole('dialog', { name: 'Resume Space-Track?' })
  await question.getByText('It is settled, and the account may be used again.').click()
  await question.getByRole('button', { name: 'Resume', exact: true }).click()
  await seen(item(page).getByText('Active', { exact: true }))
  await product.worked('it is read again', async () => (await newest())?.result === 'new')
  publishedMessages(messages)
  expect(await allStored()).toBeGreaterThan(storedAfterDay)
  expect(server.violations).toEqual([])
})
