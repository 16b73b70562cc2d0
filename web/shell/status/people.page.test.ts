import { readFile } from 'node:fs/promises'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, hideNotices } from '../../testing/caller.ts'
import { afresh, apiOf, beginsWith, nowIn, page as open, pane, settled } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

const [WHO, LOOKS] = ['demo', 'demo-admin']
const NAME = 'Kim Weber'
const SIGNED = `${NAME} (${WHO})`
/** A screen as wide as a video wall has room for every column. */
const WALL = { viewport: { width: 3440, height: 1440 } }
const DAY_MS = 86_400_000
const call = callerOf(world.fleet, WHO)

let event: Conjunction
let plan: Plan
let own: Plan
let request: ObservationRequest

/** Creates the actions of Kim; in the demo's fleet such actions are by people who do not exist, or by nobody. */
beforeAll(async () => {
  const nowMs = await nowIn(world.fleet)
  await hideNotices(callerOf(world.fleet, LOOKS))
  const planned = await call<Plan[]>('GET', 'manoeuvres?has-event=true&limit=200')
  const ahead = await call<Conjunction[]>('GET', 'conjunctions?limit=1000')
  const isAhead = ({ conjunctionId, decideBefore }: Conjunction) =>
    Date.parse(decideBefore) > nowMs && planned.some((plan) => plan.conjunctionId === conjunctionId)
  event = ahead.find(isAhead)!
  const { conjunctionId, satelliteId } = event
  await call('PUT', `conjunctions/${conjunctionId}/decision`, { action: 'ASSIGN', owner: WHO, why: 'It is mine.' })
  plan = await call<Plan>('POST', 'manoeuvres', {
    'conjunction-id': conjunctionId,
    start: { unit: 'PERIODS', value: 1.5 },
  })
  const burns = [{ ignition: new Date(nowMs + DAY_MS).toISOString(), frame: 'RTN', vector: [0, 0.02, 0] }]
  own = await call<Plan>('POST', 'manoeuvres/burns', { 'satellite-id': satelliteId, burns })
  await call('POST', 'handovers', { text: 'All is quiet.' })
  await call('POST', 'event-reports', { 'conjunction-id': conjunctionId, note: '', language: 'en' })
  request = (await call<ObservationRequest[]>('GET', '../odt/requests?limit=1000')).find(
    (one) => one.createdBy === WHO,
  )!
  const { call: ask } = await apiOf(world.fleet)
  const turns = { timeZone: 'UTC', turnsFrom: '2026-01-05', handoverTime: '08:00', overrides: [], absences: [] }
  const body = JSON.stringify({
    ...turns,
    chain: [person(LOOKS), person(WHO)].map(({ subject }) => ({ people: [subject] })),
  })
  const set = await ask(person(WHO), 'PUT /api/v1/duty/plan', { body, headers: { 'if-match': '"0"' } })
  expect(set.status, await set.text()).toBe(200)
})

type ShownPerson = readonly [
  what: string,
  path: () => string,
  where: (page: Page) => ReturnType<typeof pane>,
  text: string,
]
const eventPath = (tab: string) => `/ca/conjunction/${event.satelliteId}/${event.conjunctionId}?tab=${tab}`
const planPath = () => `${eventPath('manoeuvre')}&plan=${plan.manoeuvreId}`

test.each<ShownPerson>([
  [
    'the list of events',
    () => '/ca/conjunctions?columns=level,owner&sort=owner',
    (page) => page.getByRole('grid'),
    NAME,
  ],
  [
    'the events of a satellite',
    () => `/ca/satellite/${event.satelliteId}?columns=level,owner&sort=owner`,
    (page) => page.getByRole('grid'),
    NAME,
  ],
  ['the headline of an event', () => eventPath('summary'), (page) => page.getByRole('main'), `Assigned ${NAME}`],
  ['the record of an event', () => eventPath('details'), (page) => pane(page, 'Decision record'), SIGNED],
  ['the plans of an event', planPath, (page) => pane(page, 'Plans').getByRole('cell'), NAME],
  ['the steps of a plan', planPath, (page) => pane(page, 'Steps'), SIGNED],
  [
    'the burns of a satellite',
    () => `/ca/burns/${event.satelliteId}?plan=${own.manoeuvreId}`,
    (page) => pane(page, 'Steps'),
    SIGNED,
  ],
  [
    'the requests',
    () => `/odt/observations?request=${request.observationRequestId}`,
    (page) => page.getByRole('complementary'),
    NAME,
  ],
  [
    'the life of a request',
    () => `/odt/observation/${request.observationRequestId}`,
    (page) => pane(page, 'Life of the request'),
    NAME,
  ],
  ['the ephemerides', () => '/ca/oems?columns=file,by', (page) => page.getByRole('grid'), NAME],
  ['the archived reports', () => '/ca/event-reports', (page) => page.getByRole('grid'), NAME],
  ['the note of the shift before', () => '/ca/overview', (page) => pane(page, 'Handover'), NAME],
  ['the chain of calls', () => '/account/notifications', (page) => pane(page, 'On call'), `Step 2: ${NAME}`],
])(
  'another person is shown by the full name on a page before which nothing was read: %s',
  async (_, path, where, text) => {
    const page = await open(world.fleet, LOOKS, '/tnc', WALL)
    await afresh(page, path())
    await expect.poll(() => where(page).getByText(text).first().isVisible()).toBe(true)
  },
)

test('a file names people as the page does', async () => {
  const page = await open(world.fleet, LOOKS, '/tnc', WALL)
  const saved = async (name: string) => {
    await page.getByRole('button', { name: `Menu of ${name}` }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^CSV/ }).click(),
    ])
    return readFile(await file.path(), 'utf8')
  }
  await afresh(page, planPath())
  await settled(page)
  expect(await saved('Plans')).toContain(`,${NAME},`)
  expect(await saved('Steps')).toContain(`,${SIGNED},`)
  // The list of this page has no room for the column.
  await afresh(page, '/screening')
  await settled(page)
  expect(await saved('Screenings')).toContain(`,${NAME},`)
})
