import { Buffer } from 'node:buffer'
import { env } from 'node:process'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { NOTHING } from '../account/stored-settings.ts'
import { type Account, account } from '../account.ts'
import { openFleet, WHOLE_FLEET_MS } from '../ca/testing/demo-fleet.ts'
import { ephemerisText } from '../ca/testing/ephemeris.ts'
import { callerOf, leavesNothing, ownSatellite } from '../ca/testing/own-satellite.ts'
import { plannedEvent } from '../ca/testing/planned-event.ts'
import { lookAtTables, scrolledSideways } from '../cut-numbers.ts'
import { filesWithTables } from '../files-with-tables.ts'
import { eventWithPasses } from '../odt/testing/event-with-passes.ts'
import { type FilePair, pairOf } from '../odt/testing/file-pair.ts'
import { sendTrack } from '../odt/testing/track-of-own-site.ts'
import { faultsOnPaper } from '../paper.ts'
import { productNow } from '../product-now.ts'
import { brokenWords, namesCutBesideRoom, writtenOver } from '../table-room.ts'
import { admit, answered, newVisitor, seen, useBrowser, visit, visitAs } from '../visitor.ts'
import { LANGUAGES, speak } from './language.ts'
import { sendPositions, sendRanges } from './own-tracks.ts'

// Numbers are never cut, at any width, zoom or language, and with scroll bars that take room (ux.md R6, issue 12 §4).
useBrowser({ scrollBars: true })
const who = account('demo-other')
/** An administrator enters the organisation's own sensors, and this organisation has one. */
const observer = account('demo-admin')
leavesNothing(who)
leavesNothing(observer)
afterAll(async () => {
  const call = await callerOf(await visitAs(await newVisitor(), who, '/services'))
  await call('PUT', 'userconfig', { notifications: { default: NOTHING } })
})

const WALL = [3440, 1440] as const
const DESK = [1440, 900] as const
const PHONE = [390, 844] as const
const TABLET = 768
const TABLET_ACROSS = [1180, 820] as const
const TABLETS: readonly number[] = [TABLET, TABLET_ACROSS[0]]
/** 720 and 512 are the widths of screens of 1440 and 1024 at 200 % zoom. */
const SIZES = [
  WALL,
  DESK,
  TABLET_ACROSS,
  [1024, 768],
  [TABLET, 1024],
  [720, 450],
  [512, 384],
  PHONE,
  [360, 780],
] as const
/** Three widths represent the others in `npm test`: two with little room and a language with long words, and the wall display. */
const CORNERS = [
  ['en', DESK],
  ['en', WALL],
  ['de', TABLET_ACROSS],
  ['de', [360, 780]],
] as const
/** All layouts are tested on request, as in the campaign `layouts`, and if styles or shared components have changed (tools/draw.ts). */
const LAYOUTS =
  env.APSIS_TEST_LAYOUTS === 'all'
    ? LANGUAGES.flatMap((language) => SIZES.map((size) => [language, size] as const))
    : CORNERS
/** A page without a table, which is opened in between so that nothing of the page before is left. */
const BETWEEN = '/tnc'
const IN_CATALOGUE = 90_003
const OWN = 90_316
const OWN_FILES = 'stage-own-'
const HOOK = 'https://hooks.operator.example/apsis'

/** A station that sees every orbit of the demo fleet. */
const STATION = { name: 'Stage North', latitude: 67.8765, longitude: 21.0666, altitude: 402.5, minimumElevation: 5 }
const SIZES_FILE = {
  name: 'sizes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'norad_id,name,radius_m,core_radius_m,mass_kg,source\n90401,SIM-OPS 0401,12.345,1.4,260125,example\n',
  ),
}

/** The ids of the objects that the screens show. */
type Subject = {
  readonly event: string
  readonly tracked: string
  readonly planned: string
  readonly candidate: string
  readonly message: string
  readonly before: string
  readonly compare: string
}
let subject: Subject
let screening: Screening
let track: string
let [ranges, positions] = ['', '']
let pair: FilePair

type Stage = {
  /** The files of web/ whose tables this screen shows. */
  readonly files: readonly string[]
  readonly path: () => string
  /** The account, if it is another one. */
  readonly who?: Account
  /** True if its tables contain only words. */
  readonly hasNoNumber?: boolean
  /** True if, on a phone, nothing around its tables scrolls sideways: their rows are cards. */
  readonly fitsPhone?: boolean
  /** True if, on a tablet, nothing around its tables scrolls sideways either. */
  readonly fitsTablet?: boolean
  /** True if no word of its tables is broken over lines, such as a time or the name of a plan. */
  readonly wholeWords?: boolean
  /** True if its first table takes more than half of a tablet. */
  readonly fillsTablet?: boolean
  /** Presses the elements that have to be pressed before the table is shown. */
  readonly press?: (page: Page) => Promise<void>
}

const ROOMY = { fitsPhone: true, fitsTablet: true, wholeWords: true } as const
const own = (id: () => string, files: readonly string[]): Stage => ({
  files: files.map((file) => `odt/${file}.tsx`),
  path: () => `/odt/observation/own/${id()}`,
  who: observer,
  fillsTablet: true,
})
const STAGES: Readonly<Record<string, Stage>> = {
  'list of conjunctions': { files: ['ca/event/event-table.tsx'], path: () => '/ca/conjunctions' },
  'list of conjunctions without groups': {
    files: ['ca/event/event-table.tsx'],
    path: () => '/ca/conjunctions?sort=-pc&window=all',
  },
  'conjunctions compared': {
    files: ['ca/event/list/compare/compare-dialog.tsx'],
    path: () => `/ca/conjunctions?compare=${subject.compare}`,
    ...ROOMY,
  },
  'burns and passes of the fleet': {
    files: ['ca/plan/burns/burns-pane.tsx', 'ca/pass/passes-pane.tsx'],
    path: () => '/ca/overview',
    ...ROOMY,
    // Each appears when its own list has been read.
    press: async (page) => {
      await seen(page.getByRole('table').nth(1))
    },
  },
  'burns of a satellite': {
    files: ['ca/plan/burns/burns-pane.tsx'],
    path: () => `/ca/satellite/${subject.planned.split('/')[0]}`,
    ...ROOMY,
    press: async (page) => {
      await seen(page.getByRole('region', { name: /^Plans and burns of/ }).getByRole('table'))
    },
  },
  assets: { files: ['ca/satellite/list/satellites-pane.tsx'], path: () => '/ca/assets', wholeWords: true },
  'contacts of a satellite': {
    files: ['ca/contact/contacts-table.tsx'],
    path: () => `/ca/satellite/${subject.event.split('/')[0]}`,
    wholeWords: true,
    press: async (page) => {
      await seen(page.getByRole('cell', { name: STATION.name }).first())
    },
  },
  'ground stations': {
    files: ['ca/contact/stations-dialog.tsx'],
    path: () => `/ca/satellite/${subject.event.split('/')[0]}?dialog=stations`,
    fitsPhone: true,
    press: async (page) => {
      await seen(page.getByRole('dialog').getByRole('table'))
    },
  },
  'sizes and masses': {
    files: ['ca/satellite/list/sizes-dialog.tsx'],
    path: () => '/ca/assets?dialog=sizes',
    press: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles([SIZES_FILE])
      await seen(dialog.getByRole('table'))
    },
  },
  ephemerides: { files: ['ca/ephemeris/files-pane.tsx'], path: () => '/ca/oems' },
  'event in context': {
    files: [
      'ca/event/page/context/changes-table.tsx',
      'ca/event/page/context/drag.tsx',
      'ca/event/page/context/objects-table.tsx',
      'ca/plot/drag/ladder-plot.tsx',
    ],
    path: () => `/ca/conjunction/${subject.event}?tab=context`,
    wholeWords: true,
  },
  'tracking of an event': {
    files: [
      'ca/event/page/tracking/ranked-passes.tsx',
      'ca/event/page/tracking/tracking-tab.tsx',
      'ca/event/page/tracking/tracks-pane.tsx',
    ],
    path: () => `/ca/conjunction/${subject.tracked}?tab=tracking`,
    ...ROOMY,
    press: async (page) => {
      await seen(page.getByRole('table').nth(2))
    },
  },
  event: { files: ['ca/event/page/summary/verdict.tsx'], path: () => `/ca/conjunction/${subject.event}` },
  'messages of an event, two compared': {
    files: ['ca/event/page/details/details-tab.tsx'],
    path: () => `/ca/conjunction/${subject.event}?tab=details&message=${subject.message}&compare=${subject.before}`,
    fitsPhone: true,
  },
  'estimates of an event': {
    files: ['ca/event/page/estimates/estimates-tab.tsx'],
    path: () => `/ca/conjunction/${subject.event}?tab=estimates`,
  },
  'plans of an event': {
    files: [
      'ca/plan/number-table.tsx',
      'ca/plan/path-table.tsx',
      'ca/plan/plan-facts.tsx',
      'ca/plan/plan-table.tsx',
      'ca/plan/screening-table.tsx',
    ],
    path: () => `/ca/conjunction/${subject.planned}?tab=manoeuvre`,
    fitsPhone: true,
    fitsTablet: true,
  },
  'candidates of an event': {
    files: ['ca/plan/group-pane.tsx', 'ca/plan/plan-table.tsx'],
    path: () => `/ca/conjunction/${subject.planned}?tab=manoeuvre&plan=${subject.candidate}`,
    fitsTablet: true,
  },
  'files of a plan': {
    files: ['ca/plan/export-tab.tsx', 'ca/plan/plan-facts.tsx', 'ca/plan/plan-table.tsx'],
    path: () => `/ca/conjunction/${subject.planned}?tab=export`,
  },
  'event on paper': {
    files: ['ca/event/page/report/report.tsx'],
    path: () => `/ca/conjunction/${subject.event}`,
    press: (page) => page.emulateMedia({ media: 'print' }),
  },
  'event with plans on paper': {
    files: ['ca/event/page/report/report.tsx', 'ca/plan/plans-on-paper.tsx'],
    path: () => `/ca/conjunction/${subject.planned}`,
    press: async (page) => {
      await page.emulateMedia({ media: 'print' })
      await seen(page.getByRole('columnheader', { name: 'Stands on' }))
    },
  },
  'burns of one’s own': {
    files: ['ca/burns.page.tsx', 'ca/plan/own-burn/own-plan.tsx'],
    // The demo fleet has a routine manoeuvre.
    path: () => '/ca/burns',
    fitsTablet: true,
    press: async (page) => {
      await seen(page.getByRole('table').nth(1))
    },
  },
  message: {
    files: ['ca/message/page/field-table.tsx', 'ca/message/page/side-panes.tsx'],
    path: () => `/ca/cdm/${subject.event}/${subject.message}`,
    fitsPhone: true,
    wholeWords: true,
  },
  'covariance of a message as values': {
    files: ['ca/message/page/side-panes.tsx'],
    path: () => `/ca/cdm/${subject.event}/${subject.message}?matrix=values`,
  },
  'changes of a message': {
    files: ['ca/message/page/changes-tab.tsx'],
    path: () => `/ca/cdm/${subject.event}/${subject.message}?tab=changes`,
    ...ROOMY,
  },
  'plot as a table': {
    files: ['chart/table-view.tsx'],
    path: () => '/ca/conjunctions',
    press: async (page) => {
      await page
        .getByRole('button', { name: /^(Menu of|Menü von) / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: /Show as table|Als Tabelle/ }).click()
    },
  },
  find: { files: ['encounter/encounter-list.tsx'], path: () => `/ca/find?object=${IN_CATALOGUE}&km=100` },
  screenings: {
    files: ['screening/screening.page.tsx', 'screening/changes.tsx', 'encounter/encounter-list.tsx'],
    path: () => `/screening?screening=${screening.screeningId}`,
    wholeWords: true,
  },
  'what was not screened': {
    files: ['encounter/not-screened-list.tsx'],
    path: () => `/ca/find?object=${IN_CATALOGUE}&with=999999999`,
  },
  services: { files: ['services/status-pane.tsx'], path: () => '/services' },
  guide: { files: ['docs/guide/article.tsx'], path: () => '/docs/platform/accuracy' },
  'annual statistics': {
    files: ['ca/statistics/below-panes.tsx', 'ca/statistics/compliance-pane.tsx', 'ca/statistics/side-panes.tsx'],
    path: () => `/ca/annual-collision-statistics/${subject.event.split('/')[0]}`,
  },
  sensors: { files: ['odt/sensors.page.tsx'], path: () => '/odt/sensors' },
  requests: { files: ['odt/observations.page.tsx'], path: () => '/odt/observations' },
  'new request': {
    files: ['odt/request/ranked.tsx'],
    path: () => '/odt/observations?dialog=new-observation&satellite=90003',
    press: async (page) => {
      await seen(page.getByRole('table', { name: /^(Passes to choose|Überflüge zur Wahl)$/ }))
    },
  },
  'observation of a track of one’s own': own(
    () => track,
    // Real measurements are not compared with simulated objects, so there is no object here to associate.
    ['observation/measurements-pane'],
  ),
  'observation of ranges alone': own(() => ranges, ['observation/track-table']),
  'observation of positions': own(() => positions, ['observation/track-table']),
  'two files of a request': {
    files: [
      'odt/observation/beside-pane.tsx',
      'odt/observation/measurements-pane.tsx',
      'odt/observation/association-pane.tsx',
    ],
    path: () => `/odt/observation/${pair.requestId}/${pair.files[0]['file-id']}?beside=${pair.files[1]['file-id']}`,
    ...ROOMY,
  },
  'groups of candidates': { files: ['ca/candidates.page.tsx'], path: () => '/ca/candidates' },
  'archived reports': { files: ['ca/event-reports.page.tsx'], path: () => '/ca/event-reports' },
  'space weather': { files: ['ca/space-weather/indices-table.tsx'], path: () => '/ca/space-weather' },
  'object of the catalogue': { files: ['ca/object/lists.tsx'], path: () => `/ca/object/${IN_CATALOGUE}` },
  catalogue: {
    files: ['tle/catalogue/content-pane.tsx', 'tle/catalogue/sources-pane.tsx'],
    path: () => '/tle/catalogue',
  },
  passes: { files: ['odt/passes.page.tsx'], path: () => '/odt/passes?object=90003&days=3' },
  'what goes by which channel': {
    files: ['account/rules/rules-matrix.tsx'],
    path: () => '/account/notifications#rules',
    hasNoNumber: true,
  },
  usage: { files: ['account/payments/usage-tab.tsx'], path: () => '/account/usage' },
  orders: { files: ['account/payments/orders-tab.tsx'], path: () => '/account/orders' },
  balance: { files: ['account/payments/balance-tab.tsx'], path: () => '/account/balance' },
  'kitchen sink': { files: ['dev/kitchensink/rows.tsx'], path: () => '/dev/kitchensink' },
}

test('every screen of this test has data to show', { timeout: WHOLE_FLEET_MS }, async () => {
  const page = await visitAs(await newVisitor(), who, '/screening')
  const call = await callerOf(page)
  await openFleet(call, who)
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  const { name, noradId } = await ownSatellite(call, OWN)
  const about = { name, id: String(noradId), fromMs: Math.floor(productNow() / 60_000) * 60_000, hours: 6 }
  const owned = async () =>
    (await call<Screening[]>('GET', 'screenings?limit=1000')).filter(({ title }) => title.includes(OWN_FILES))
  const done = async () => (await owned()).filter(({ state }) => state === 'done').length
  for (const [place, aheadRad] of [0, 0.5].entries()) {
    const text = ephemerisText({ ...about, aheadRad })
    const file = { name: `${OWN_FILES}${place}.oem`, mimeType: 'text/plain', buffer: Buffer.from(text) }
    await page.getByLabel('Screen files…').setInputFiles([file])
    await expect.poll(done, { timeout: 90_000 }).toBe(place + 1)
  }
  const satellites = await call<{ satelliteId: string }[]>('GET', 'satellites?name=SAT-1')
  await call('POST', '../odt/requests', { satelliteId: satellites[0]?.satelliteId })
  track = await sendTrack(await visitAs(await newVisitor(), observer, '/odt/observations'))
  ranges = await sendRanges(await visitAs(await newVisitor(), observer, '/odt/observations'))
  positions = await sendPositions(await visitAs(await newVisitor(), observer, '/odt/observations'))
  // The distance is large enough that something is found, and that both orbits find different encounters.
  for (const { oemFileId } of await owned())
    screening = await call<Screening>('POST', 'screenings', { 'oem-id': oemFileId, hours: 6, thresholdM: 200_000 })
  await expect.poll(done, { timeout: 90_000 }).toBe(4)
  const critical = async () => {
    const events = await call<Conjunction[]>('GET', 'conjunctions?risk-level=CRITICAL')
    return events[0]
  }
  await expect.poll(critical, { timeout: 110_000 }).toBeDefined()
  const event = await critical()
  if (!event) throw new Error('The demo fleet has no critical event.')
  const cdms = await call<Cdm[]>('GET', `cdms?conjunction-id=${event.conjunctionId}`)
  const [one, two] = cdms.toSorted((a, b) => (a.creationDate < b.creationDate ? 1 : -1))
  const others = await call<Conjunction[]>('GET', 'conjunctions?limit=2')
  subject = {
    event: `${event.satelliteId}/${event.conjunctionId}`,
    ...(await plannedEvent(call)),
    tracked: await eventWithPasses(call),
    message: one?.cdmId ?? '',
    before: two?.cdmId ?? '',
    compare: [event, ...others].map(({ conjunctionId }) => conjunctionId).join(','),
  }
  expect([subject.message, subject.before]).not.toContain('')
  await call('POST', 'event-reports', { 'conjunction-id': event.conjunctionId, note: 'Seen on its stage.' })
  await call('PUT', 'userconfig', { notifications: { default: { ...NOTHING, webhook: { url: [HOOK] } } } })
  // This follows the plan, because a burn is commanded over the known stations.
  await call('POST', 'ground-stations', STATION)
})

test('the history of the demo has two files of one request', async () => {
  pair = await pairOf(await callerOf(await visitAs(await newVisitor(), who, '/services')))
  expect(pair.files).toHaveLength(2)
})

/** Waits until the page has been drawn twice, because sizes are measured in between. */
async function laidOut(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Tables that need data which no fleet here has, and the tests that check them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'tle/catalogue/object-list.tsx': 'web/tle/catalogue.page.test.ts reads a catalogue from local services',
  'account/connections/connection-item.tsx': 'web/account/connections.page.test.ts has an account with limits',
  'account/connections/readings-pane.tsx': 'web/account/connections.page.test.ts has readings, on a phone and on paper',
  'account/connections/test-dialog.tsx': 'web/account/connections.page.test.ts has an account that may read satellites',
  'ca/neighbour/neighbours-pane.tsx': 'web/ca/neighbours.page.test.ts has published ephemerides',
  'ca/space/inspector.tsx': 'web/ca/space.page.test.ts picks objects of a catalogue',
  'ca/space/objects-table.tsx': 'web/ca/space.page.test.ts has a whole catalogue',
  'ca/space/space-conductor.tsx': 'web/ca/space-keys.page.test.ts prints the time line',
  'ca/space/printed-places.tsx': 'web/ca/space-keys.page.test.ts prints what the map marks',
  'odt/observation/initial-pane.tsx': 'web/odt/observation/initial-orbits.page.test.ts has an unknown track',
}

test('every table of the product is on a screen of this test, or is checked elsewhere', () => {
  const staged = [...Object.values(STAGES).flatMap(({ files }) => files), ...Object.keys(ELSEWHERE)]
  expect(filesWithTables().filter((file) => !staged.includes(file))).toEqual([])
  expect(staged.filter((file) => !filesWithTables().includes(file))).toEqual([])
})

/** The last open page of each person, which the next screen reuses so that loaded data are not loaded again. */
const left = new Map<Account, Page>()

/** Goes to a screen as a link does, by way of a page that shows no data of the previous screen. */
async function goTo(page: Page, path: string): Promise<void> {
  const moveTo = (address: string) => page.evaluate((to) => history.pushState(null, '', to), address)
  await moveTo(BETWEEN)
  await expect.poll(() => page.locator('table, [role="grid"], figure, dialog[open]').count()).toBe(0)
  await moveTo(path)
}

async function pageAt({ who: observed = who, path }: Stage): Promise<Page> {
  const known = left.get(observed)
  left.delete(observed)
  if (known) {
    await goTo(known, path())
    return known
  }
  const visitor = await newVisitor({ reducedMotion: 'reduce' }, { stays: true })
  await admit(visitor, observed)
  return visit(visitor, path())
}

test.each(Object.entries(STAGES))('%s: no number is cut, and the printed page has everything', async (_name, stage) => {
  const cut: string[] = []
  let numbers = 0
  const page = await pageAt(stage)
  await seen(page.getByRole('table').or(page.getByRole('grid')).or(page.getByRole('figure')).first())
  await answered(page)
  await stage.press?.(page)
  for (const [language, [width, height]] of LAYOUTS) {
    await speak(page, language)
    await page.setViewportSize({ width, height })
    await laidOut(page)
    const look = await lookAtTables(page)
    expect(look.tables, `${language} ${width}: there is no table`).toBeGreaterThanOrEqual(stage.files.length)
    numbers += look.numbers
    cut.push(...look.cut.map((line) => `${language} ${width}: ${line}`))
    const fits = width <= PHONE[0] ? stage.fitsPhone : TABLETS.includes(width) && stage.fitsTablet
    const room = [...(fits ? await scrolledSideways(page) : []), ...(stage.wholeWords ? await brokenWords(page) : [])]
    const around = [...(await namesCutBesideRoom(page)), ...(await writtenOver(page))]
    cut.push(...[...room, ...around].map((line) => `${language} ${width}: ${line}`))
  }
  if (stage.fillsTablet) {
    await page.setViewportSize({ width: TABLET, height: 1024 })
    await laidOut(page)
    expect((await page.locator('table').first().boundingBox())?.width).toBeGreaterThan(TABLET / 2)
    await page.setViewportSize({ width: 360, height: 780 })
  }
  expect(cut).toEqual([])
  expect(numbers > 0).toBe(stage.hasNoNumber !== true)
  // The last screen is the narrowest, a phone: its layout must not leave anything out on paper either.
  expect(await faultsOnPaper(page)).toEqual([])
  await page.setViewportSize({ width: DESK[0], height: DESK[1] })
  await speak(page, 'en')
  left.set(stage.who ?? who, page)
})
