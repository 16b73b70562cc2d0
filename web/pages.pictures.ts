// Draws every page of the demo fleet at four widths in both themes: `npm run tool -- nets` compares two revisions by these pictures. The clock is
// stopped, so that two drawings of the same code are equal.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { asSuperuser } from '@apsis/server/platform/testing/test-database.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Call, callerOf, hideNotices } from './testing/caller.ts'
import { afresh, apiOf, beginsWith, page as open, prefer, settled } from './testing/page.ts'
import { world } from './testing/world.ts'

/** The folder of the pictures. */
const FOLDER = process.env.APSIS_TEST_PICTURES ?? ''
/** The height of the longest page that scrolls inside. */
const HEIGHT_PX = 2400
const WIDTHS_PX = [1440, 1180, 768, 390] as const
const THEMES = ['dark', 'light'] as const
const PAGE_LIMIT_MS = 240_000
/** Plots are drawn in the frames after their answers, and threads answer later than the server, so the page must be quiet for this time. */
const QUIET_MS = 250
const MOST_LOOKS = 40

beginsWith(world.fleet)

type Place = {
  readonly name: string
  readonly who?: string
  readonly path: (ids: Ids) => string
}

/** The objects of the demo fleet that the pages show. */
type Ids = { readonly event: string; readonly satellite: string; readonly message: string; readonly calm: string }

const PLACES: readonly Place[] = [
  ...['/', '/tnc', '/services', '/connection-error', '/screening', '/no/such/page', '/dev', '/dev/kitchensink'],
  ...['/account', '/account/notifications', '/account/service-accounts', '/account/organisation'],
  '/account/connections',
  '/tle/catalogue',
  ...['/account/balance', '/account/orders', '/account/usage'],
  ...['/odt/observations', '/odt/sensors', '/odt/passes'],
  ...['/ca/overview', '/ca/assets', '/ca/oems', '/ca/conjunctions', '/ca/conjunctions?plot=matrix'],
  ...[
    '/ca/find',
    '/ca/find/90001',
    '/ca/element-sets',
    '/ca/element-sets/90001',
    '/ca/object/90003',
    '/ca/annual-collision-statistics',
  ],
  ...['/ca/space', '/ca/space?view=table', '/ca/space?view=globe'],
  ...['/ca/space-weather', '/ca/event-reports', '/ca/candidates', '/ca/burns'],
  ...['/docs/ca', '/docs/odt', '/docs/api', '/docs/reference'],
].map((path): Place => ({ name: path, path: () => path }))
const OF_OBJECTS: readonly Place[] = [
  { name: 'event', path: ({ event }) => `/ca/conjunction/${event}` },
  { name: 'calm event', path: ({ calm }) => `/ca/conjunction/${calm}` },
  { name: 'message', path: ({ message }) => `/ca/cdm/${message}` },
  { name: 'manoeuvre', path: ({ event }) => `/ca/manoeuvre/${event}` },
  { name: 'post-manoeuvre screening', path: ({ event }) => `/ca/post-manoeuvre-screening/${event}` },
  { name: 'satellite', path: ({ satellite }) => `/ca/satellite/${satellite}` },
  { name: 'statistics', path: ({ satellite }) => `/ca/annual-collision-statistics/${satellite}` },
  { name: 'burns', path: ({ satellite }) => `/ca/burns/${satellite}` },
  { name: 'own request', path: () => '/odt/observation/r-1/' },
]
const OF_OTHERS: readonly Place[] = [
  ...[
    '/account/organisation',
    '/account/connections',
    '/account/service-accounts',
    '/odt/sensors',
    '/odt/observations',
    '/screening',
  ].map((path): Place => ({ name: `${path} of an administrator`, who: 'demo-admin', path: () => path })),
  ...['/services', '/account', '/odt/observations'].map(
    (path): Place => ({ name: `${path} of a customer of tracking`, who: 'demo-tracking', path: () => path }),
  ),
]

/** Stops the clock of the database; each page stops its own. */
async function stopClock(): Promise<Date> {
  const { database } = await apiOf(world.fleet)
  return asSuperuser(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ start: string }>(
      `select obj_description(to_regnamespace('clock')::oid, 'pg_namespace') as start`,
    )
    const now = new Date(Date.parse(rows[0]?.start ?? '') + 60_000)
    for (const [name, kind] of [
      ['now', 'stable'],
      ['clock_timestamp', 'volatile'],
    ])
      await client.query(
        `create or replace function clock.${name}() returns timestamptz language sql ${kind} parallel safe
         as $$ select timestamptz '${now.toISOString()}' $$`,
      )
    return now
  })
}

async function idsOf(call: Call): Promise<Ids> {
  const satellites = await call<Satellite[]>('GET', 'satellites')
  const first = satellites.toSorted((a, b) => (a.name < b.name ? -1 : 1))[0]
  const events = await call<Conjunction[]>('GET', 'conjunctions')
  const ofLevel = (level: string) => {
    const found = events.find(({ conjunctionData }) => conjunctionData.riskLevel === level)
    if (!found) throw new Error(`The demo fleet has no event of the level ${level}.`)
    return found
  }
  const [worst, calm] = [ofLevel('CRITICAL'), ofLevel('LOW')]
  const place = ({ satelliteId, conjunctionId }: Conjunction) => `${satelliteId}/${conjunctionId}`
  const messages = await call<{ readonly cdmId: string }[]>('GET', `cdms?conjunction-id=${worst.conjunctionId}&limit=1`)
  return {
    event: place(worst),
    calm: place(calm),
    message: `${place(worst)}/${messages[0]?.cdmId}`,
    satellite: first?.satelliteId ?? '',
  }
}

/** Saves a picture of a page that no longer changes: two consecutive pictures are equal. */
async function stillPicture(page: Page, path: string): Promise<void> {
  let before: Buffer = Buffer.alloc(0)
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await settled(page)
    const picture = await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    if (picture.equals(before)) return
    before = picture
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
  console.error(`${path} goes on changing`)
}

let [ids, now]: [Ids | undefined, Date | undefined] = [undefined, undefined]

test.each([...PLACES, ...OF_OBJECTS, ...OF_OTHERS])('$name', { timeout: PAGE_LIMIT_MS }, async (place) => {
  expect(FOLDER, 'APSIS_TEST_PICTURES names the folder of the pictures').not.toBe('')
  mkdirSync(FOLDER, { recursive: true })
  now ??= await stopClock()
  ids ??= await idsOf(callerOf(world.fleet, 'demo'))
  // The notification on the page depends on the second in which it arrived, so it is hidden.
  await hideNotices(callerOf(world.fleet, place.who ?? 'demo'))
  const name = place.name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home'
  const page = await open(world.fleet, place.who ?? 'demo', '/tnc', { reducedMotion: 'reduce' })
  const aheadMs = await page.evaluate(() =>
    Number(document.querySelector('[name="apsis-clock-ahead"]')?.getAttribute('content')),
  )
  await page.clock.setFixedTime(now.getTime() - aheadMs)
  // Data that was loaded before the clock stopped has other times, so the page is loaded again.
  await page.reload()
  for (const theme of THEMES)
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: HEIGHT_PX })
      await afresh(page, place.path(ids))
      await prefer(page, 'theme', theme)
      await stillPicture(page, join(FOLDER, `${name}.${width}.${theme}.png`))
    }
})
