import { randomUUID } from 'node:crypto'
import { serialize } from 'node:v8'
import { zstdCompressSync } from 'node:zlib'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings, graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import { asSuperuser } from '@apsis/server/platform/testing/test-database.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { apiOf, go, nowIn, page as openPage, PHONE, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
const OWN = { number: 90_778, name: 'NEAR-1' }
/** The other object of the messages (e2e/ca/testing/messages.ts). */
const OTHER = { number: 890_001, name: 'HISTORY DEB' }
const ADDRESS = 'https://ephemerides.example/public-files/MANIFEST.txt'
const NEWER = 'MEME_890001_HISTORY-DEB_3240742_Operational_1479540180_UNCLASSIFIED.txt'
const OLDER = 'MEME_890001_HISTORY-DEB_3240000_Operational_1479510000_UNCLASSIFIED.txt'
const STILL = { reducedMotion: 'reduce' } as const
const HOUR_MS = 3_600_000
const call = callerOf(world.nothing, WHO)

const nowMs = await nowIn(world.nothing)
const after = (hours: number) => new Date(nowMs + hours * HOUR_MS).toISOString()
let event: Conjunction

/** The change is along R, T, N of the older version. It is largest along the track, as between real published predictions. */
const CHANGE = {
  from: OLDER,
  rmsM: 402.3,
  largestM: 712.4,
  burn: null,
  samples: Array.from({ length: 25 }, (_, place) => ({
    at: after(place * 3 - 6),
    rtnM: [12 * Math.sin(place / 2), -29.6 * place, 3 * Math.cos(place / 2)],
  })),
}

/** Returns a few minutes of an orbit around a time, as stored; the page shows its distance from the messages. */
function orbitAbout(time: string): Buffer {
  const [radiusM, speedMps] = [6_900_000, 7_600]
  const states = Array.from({ length: 11 }, (_, place) => {
    const seconds = (place - 5) * 60
    const angle = (seconds * speedMps) / radiusM
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    return {
      epoch: parseTime(new Date(Date.parse(time) + seconds * 1_000).toISOString()),
      r: [radiusM * c, radiusM * s, 0] as [number, number, number],
      v: [-speedMps * s, speedMps * c, 0] as [number, number, number],
    }
  })
  // This is the format in which server/ca/ephemeris/record/packed-orbit.ts stores an orbit.
  const segments = makeEphemeris([{ frame: 'EME2000', states }]).segments.map(({ segment }) => segment)
  return zstdCompressSync(serialize({ format: 2, shape: {}, segments: serialize(segments) }))
}

async function fillDatabase(): Promise<void> {
  const { database } = await apiOf(world.nothing)
  const { satelliteId, conjunctionId, conjunctionData } = event
  const near = `insert into neighbours.near (tenant_id, satellite_id, norad_id, tca, miss_m, found_at)
    values ($1, $2, $3, $4, $5, $6)`
  const estimate = `insert into ca.estimate (tenant_id, id, conjunction_id, satellite_id, screening_id, ephemeris_id, line,
      object_id, made_at, tca, facts, ended, ended_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
  const facts = {
    missM: 640,
    relativeSpeedMps: 14_000,
    missRtnM: [20, 600, 200],
    velocityRtnMps: [0, -14_000, 0],
    probability: 9.1e-3,
    reason: 'computed',
    maximumProbability: 9.7e-3,
    assessed: {
      method: 'circle-2d',
      isReliable: true,
      isDiluted: false,
      radiusM: 4,
      scaledMaximum: 9.7e-3,
      mahalanobis: 1.2,
      primaryRtnM2: [100, 0, 0, 10_000, 0, 100],
      secondaryRtnM2: [10_000, 0, 0, 1_000_000, 0, 100],
    },
    volumeM: [1_000, 25_000, 25_000],
    toleranceS: 450,
    cdmId: null,
    ownName: OWN.name,
    otherName: OTHER.name,
    fileName: 'near-1.oem',
    isSimulated: true,
    neighbour: {
      source: 'ephemerides.example',
      file: NEWER,
      madeAt: after(-2),
      until: after(70),
      envelopeFrom: after(10),
    },
  }
  const { neighbour: _, ...known } = facts
  const catalogue = { ...known, isSimulated: false }
  await asSuperuser(database.superuserUrl, async (client) => {
    const { rows } = await client.query('select tenant_id from ca.satellite where id = $1', [satelliteId])
    const tenant = rows[0]?.tenant_id
    await client.query(`insert into neighbours.source (address) values ($1)`, [ADDRESS])
    await client.query(
      `insert into neighbours.file (address, name, norad_id, object_name, made_at, received_at, start_at, stop_at, usable_from,
         usable_to, has_covariance, envelope_from, is_simulated, change, packed)
       values ($1, $2, $3, $4, $5, $6, $5, $7, $5, $7, true, $8, false, $9, $10)`,
      [
        ...[ADDRESS, NEWER, OTHER.number, OTHER.name, after(-2), after(-1.5), after(70), after(10)],
        ...[JSON.stringify(CHANGE), orbitAbout(conjunctionData.tca)],
      ],
    )
    await client.query(
      `insert into neighbours.file (address, name, norad_id, object_name, made_at, received_at, start_at, stop_at, usable_from,
         usable_to, has_covariance, envelope_from, is_simulated, change, packed)
       values ($1, $2, $3, $4, null, $5, $5, $6, $5, $6, false, null, true, null, '')`,
      [ADDRESS, 'ISS.OEM_J2K_EPH.txt', 890_002, 'EARLY END', after(-3), after(20)],
    )
    await client.query(near, [tenant, satelliteId, OTHER.number, conjunctionData.tca, 640, after(-1)])
    await client.query(near, [tenant, satelliteId, 890_002, after(30), 8_412, after(-1)])
    await client.query(near, [tenant, satelliteId, 890_003, after(60), 21_004, after(-1)])
    const own = [conjunctionId, satelliteId] as const
    const times = [after(-1), conjunctionData.tca] as const
    await client.query(estimate, [
      ...[tenant, randomUUID(), ...own, randomUUID(), randomUUID(), 'EPH', String(OTHER.number), ...times],
      ...[JSON.stringify(facts), null, null],
    ])
    await client.query(estimate, [
      ...[tenant, randomUUID(), ...own, randomUUID(), randomUUID(), 'CAT', String(OTHER.number), ...times],
      ...[JSON.stringify({ ...catalogue, probability: 1e-9, missM: 2_400 }), 'WITHDRAWN', after(-0.5)],
    ])
    const connectionId = randomUUID()
    await client.query(
      `insert into connections.connection (tenant_id, id, kind, name, folder, state_since, created_at)
       values ($1, $2, 'FOLDER', 'EU SST', 'eu-sst', $3, $3)`,
      [tenant, connectionId, after(-100)],
    )
    await client.query(
      `insert into connections.feed (tenant_id, connection_id, kind, period_s, last_success_at, created_at)
       values ($1, $2, 'MESSAGES', 28800, $3, $4)`,
      [tenant, connectionId, after(-20), after(-100)],
    )
  })
}

beforeAll(async () => {
  await call('POST', 'satellites', { name: OWN.name, noradId: OWN.number })
  for (const { text } of historyOfEvent(nowMs, OWN)) await call('POST', 'cdms', text)
  const events = await call<Conjunction[]>('GET', 'conjunctions')
  const found = events.find(({ object1 }) => object1.name === OWN.name)
  if (found?.satelliteId == null) throw new Error('There is no event of the satellite.')
  event = found
  await fillDatabase()
})

const eventPath = () => `/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`
const satellitePath = () => `/ca/satellite/${event.satelliteId}`
const open = (path: string, wishes: Parameters<typeof openPage>[3] = {}): Promise<Page> =>
  openPage(world.nothing, WHO, path, { ...STILL, ...wishes })
const aside = (page: Page) =>
  page.locator('#main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

test('the sources of an event are listed, the gravest first, each with its level, numbers, age and state', async () => {
  const page = await open(eventPath())
  const sources = pane(page, 'Sources')
  await seen(sources.getByText('Own screening: operator’s ephemeris'))
  await seen(sources.getByText(/^EU SST/))
  const entries = await sources.getByRole('listitem').allInnerTexts()
  expect(entries).toHaveLength(5)
  const [first = '', ...others] = entries.map((text) => text.replaceAll(/\s+/g, ' '))
  // The gravest source names file and host; its covariance is an envelope, so it has the probability and its maximum.
  expect(first).toContain('Critical Own screening: operator’s ephemeris SIMULATED counts')
  expect(first).toMatch(/640 m Pc 9\.10 × 10−3 Pc at most 9\.70 × 10−3 TCA \d\d:\d\d:\d\d Z 1\.0 h ago/)
  expect(first).toContain(`other: ${NEWER} of ephemerides.example`)
  expect(first).toContain('is a flat envelope at the TCA')
  expect(others.join(' | ')).toMatch(/not found any more since/)
  expect(others.join(' | ')).toContain(', uploaded')
  expect(others.join(' | ')).toContain('Our recomputation')
  expect(others.join(' | ')).not.toContain('SIMULATED')
  // The data of a connected source that is silent may be missing here.
  expect(others.at(-1)).toMatch(/^ ?EU SST: silent since .* Z \(messages\) What it knows may be missing here\./)
  expect(await graveFindingsInThemes(page, ['dark', 'light'])).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await seen(sources)
  expect(await aside(page)).toBe(0)
})

test('the report on paper contains the sources', async () => {
  const page = await open(eventPath())
  await seen(pane(page, 'Sources').getByText('Own screening: operator’s ephemeris'))
  await page.emulateMedia({ media: 'print' })
  const paper = await seen(page.locator('[data-report]'))
  await seen(paper.getByRole('heading', { name: 'Sources' }))
  expect(await paper.innerText()).toContain('Own screening: operator’s ephemeris')
})

test('if the estimates cannot be read, the sources say so and nothing is shown as empty', async () => {
  const page = await open('/tnc')
  await page.route(/\/estimates$/, (route) => route.fulfill({ status: 503, body: '' }))
  await go(page, eventPath())
  const sources = pane(page, 'Sources')
  await seen(sources.getByText('The sources could not be read (503).'))
  expect(await sources.getByText('No system has said anything').count()).toBe(0)
})

test('the page of a satellite lists its neighbours by TCA, with what their operators publish', async () => {
  const page = await open(satellitePath())
  const neighbours = pane(page, 'Neighbours with published ephemerides')
  await seen(neighbours.getByText('EARLY END, 890002'))
  const rows = (await neighbours.getByRole('row').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(rows).toHaveLength(4)
  expect(rows[1]).toContain('8 412')
  expect(rows[1]).toContain('no operator path at TCA')
  expect(rows[1]).toContain('ISS.OEM_J2K_EPH.txt (SIMULATED)')
  expect(rows[1]).toMatch(/ephemerides\.example, made .* Z, fetched, until /)
  expect(rows[2]).toContain(`${OTHER.name}, ${OTHER.number}`)
  expect(rows[2]).toContain('402 m RMS, at most 712 m')
  expect(rows[2]).toMatch(/envelope from .* Z, so at TCA/)
  expect(rows[3]).toContain('without a name, 890003')
  expect(await graveFindingsInThemes(page, ['dark', 'light'])).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await seen(neighbours)
  expect(await aside(page)).toBe(0)
})

test('a satellite without neighbours says what to connect', async () => {
  const { satelliteId } = await ownSatellite(call, 90_779)
  const page = await open(`/ca/satellite/${satelliteId}`)
  const neighbours = pane(page, 'Neighbours with published ephemerides')
  await seen(neighbours.getByText('connect their lists.', { exact: false }))
  const link = neighbours.getByRole('link', { name: 'To the connections' })
  expect(await link.getAttribute('href')).toContain('/account/connections')
})

test('the context of an event shows what the other operator publishes, and how its prediction changed', async () => {
  const page = await open(`${eventPath()}?tab=context`)
  const facts = pane(page, 'What the other operator publishes')
  await seen(facts.getByText(NEWER))
  expect(await facts.innerText()).toContain('402 m RMS, at most 712 m')
  const plot = pane(page, 'How the operator’s prediction changed')
  const points = plot.getByRole('slider')
  await points.focus()
  await page.keyboard.press('End')
  await expect.poll(() => points.getAttribute('aria-valuetext')).toMatch(/: R [+−].* T [+−].* N [+−].* total .* m$/)
  await seen(plot.getByText(`${NEWER} less ${OLDER}`, { exact: false }))
  // There is a plot for each object, with the messages and the published file at the TCA of the newest message.
  const consistency = pane(page, `Consistency of ${OTHER.name}`)
  await seen(consistency.getByText(`${OTHER.name}: 6 statements`, { exact: false }))
  await consistency.getByRole('slider').focus()
  await page.keyboard.press('End')
  await expect
    .poll(() => consistency.getByRole('slider').getAttribute('aria-valuetext'))
    .toMatch(/total .* m, .*(message of|published)/)
  await seen(pane(page, `Consistency of ${OWN.name}`).getByText(`${OWN.name}: 5 statements`, { exact: false }))
  expect(await graveFindingsInThemes(page, ['dark', 'light'])).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await seen(plot)
  expect(await aside(page)).toBe(0)
})

test('sources and neighbours are in German', async () => {
  const page = await open(`${eventPath()}?tab=context`, { language: 'de' })
  await seen(pane(page, 'Was der andere Betreiber veröffentlicht'))
  await seen(pane(page, 'Wie sich die Vorhersage des Betreibers geändert hat'))
  await go(page, eventPath())
  await seen(pane(page, 'Quellen').getByText('Eigenes Screening: Ephemeride des Betreibers'))
  await seen(pane(page, 'Quellen').getByText(/EU SST: schweigt seit/))
  expect(await graveFindings(page)).toEqual([])
})

test('what the other operator publishes is in the report once the context was opened', async () => {
  const page = await open(`${eventPath()}?tab=context`)
  await seen(pane(page, 'What the other operator publishes').getByText(NEWER))
  await page.emulateMedia({ media: 'print' })
  const paper = await seen(page.locator('[data-report]'))
  await seen(paper.getByRole('img', { name: `Consistency of ${OTHER.name}` }))
  await seen(paper.getByRole('img', { name: 'How the operator’s prediction changed' }))
  // The sources are read even if their tab was never opened.
  await seen(paper.getByText('Own screening: operator’s ephemeris'))
  expect(await paper.innerText()).toContain('covariance an envelope from')
})
