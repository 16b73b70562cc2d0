import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { type EventTracking, isProposable, type RankedPass } from '@apsis/contract/odt/tracking/conjunction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { openFleet, WHOLE_FLEET_MS } from '../ca/testing/demo-fleet.ts'
import { ephemerisText } from '../ca/testing/ephemeris.ts'
import { changedMessage } from '../ca/testing/messages.ts'
import { type Call, callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { OWN_RADAR, ownTrackText, tcaOfTrackUntil } from '../ca/testing/own-track.ts'
import { findings } from '../findings.ts'
import { noteToasts } from '../note-toasts.ts'
import { list } from '../notifications/notices.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, tokenOf, useBrowser, visit, visitAs } from '../visitor.ts'
import { eventsWithMessages } from './testing/event-with-passes.ts'
import { giveMoney } from './testing/money.ts'

useBrowser()

const who = account('demo')
leavesNothing(who)
const HOUR_MS = 3_600_000
/** The worker notices within a second that there is work; on a busy machine this takes longer. */
const SOON = { timeout: 90_000 }

const addressOf = ({ satelliteId, conjunctionId }: Conjunction) =>
  `${ADDRESS}/ca/conjunction/${satelliteId}/${conjunctionId}?tab=tracking`

/** Returns the banner that every screen of a user shows while an event is critical. */
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'is critical' })
const countdown = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Next critical/ })
/** Matches a number that is below everything that is written as a number. */
const BELOW_ALL = /<\s?1\s?×\s?10/
/** Matches "Critical" above such a number: there the page would contradict itself. */
const CONTRADICTION = new RegExp(`Critical[^]{0,400}${BELOW_ALL.source}`)
const LOWERED = /Risk lowered from Critical to Low, by the track of 20\d\d-\d\d-\d\d \d\d:\d\d Z/

/** Returns the text of a page without its sources, and then the text of each source, because each source has its own level and number. */
async function partsOf(page: Page): Promise<string[]> {
  const sources = pane(page, 'Sources')
  const rest = await sources.evaluate((element) => {
    element.style.display = 'none'
    const text = element.closest('main')?.innerText ?? ''
    element.style.display = ''
    return text
  })
  const rows = await sources.getByRole('listitem').allInnerTexts()
  expect(rows.length).toBeGreaterThan(1)
  return [rest, ...rows]
}

/** Opens an event that is critical for a colleague, and another screen; returns the checks for the time after the track has come. */
async function readerOf(event: Conjunction) {
  const beside = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), account('demo-test'), '/services')
  await hideNotices(await callerOf(beside))
  await seen(banner(beside).getByText(/decide before 20/))
  await seen(countdown(beside))
  const page = await visit(beside.context(), addressOf(event).slice(ADDRESS.length).replace('?tab=tracking', ''))
  const verdict = await seen(pane(page, 'Verdict'))
  await seen(verdict.getByText('Critical', { exact: true }))
  await seen(countdown(page))
  const said = await noteToasts(page)
  return {
    /** The level has fallen: everything changes by itself except the part that is being read, which offers the change. */
    hasSeenItFall: async () => {
      await expect.poll(said, SOON).toContainEqual(expect.stringMatching(LOWERED))
      for (const screen of [beside, page]) {
        await expect.poll(() => countdown(screen).count(), SOON).toBe(0)
        await expect.poll(() => banner(screen).count()).toBe(0)
      }
      // The message that is being read stays: the one that was critical, with its own number, and next to it the present state of the event.
      await seen(page.getByText(/^Message 2 arrived at .* This is message 1\. It is Low now\.$/))
      await seen(verdict.getByText(/^Critical\s*as of message 1$/))
      for (const part of await partsOf(page)) expect(part).not.toMatch(CONTRADICTION)
      await page.getByRole('button', { name: 'Show message 2' }).click()
      await seen(verdict.getByText('Low', { exact: true }))
      const told = await verdict.innerText()
      expect(told).toMatch(BELOW_ALL)
      expect(told).not.toContain('Critical')
      for (const part of await partsOf(page)) expect(part).not.toMatch(CONTRADICTION)
      expect(await findings(page)).toEqual([])
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Notifications, / })
        .click()
      await expect.poll(() => list(page).filter({ hasText: LOWERED }).count()).toBe(1)
    },
  }
}

test('a track that nobody ordered changes the event on the screens of colleagues, one of whom is asked to decide', async () => {
  const watcher = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const call = await callerOf(watcher)
  const [primary, secondary] = [
    { number: 90_612, name: 'OWN 90612' },
    { number: 891_010, name: 'TRACKED DEB' },
  ]
  const { satelliteId } = await call<Satellite>('POST', 'satellites', {
    name: primary.name,
    noradId: primary.number,
    configuration: { thresholds: { commitHours: 0.5, considerHours: 12 } },
  })
  const tcaMs = tcaOfTrackUntil(productNow() - 10 * 60_000)
  const about = { messageId: 'LOOP-1', createdMs: productNow() - 8 * HOUR_MS, tcaMs, primary, secondary }
  // With a smaller covariance the probability is not diluted, and the event is critical.
  const text = changedMessage({ ...about, covarianceFactor: 0.43 })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
  const read = async () => {
    const [found] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
    if (found === undefined) throw new Error('The message opened no event.')
    return found
  }
  const event = await read()
  expect(event).toMatchObject({ conjunctionData: { riskLevel: 'CRITICAL' }, track: null })
  // By its own ephemeris the satellite is elsewhere, so its screening finds nothing near, which is a result, too.
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('isDisagreementSeen', 'true')
  const flown = ephemerisText({
    name: primary.name,
    id: String(primary.number),
    fromMs: productNow() - HOUR_MS,
    hours: 12,
  })
  form.set('file', new Blob([flown]), 'own.oem')
  const headers = { Authorization: `Bearer ${await tokenOf(watcher)}` }
  const kept = await fetch(`${ADDRESS}/api/v1/ca/ephemeris/file`, { method: 'POST', headers, body: form })
  expect(kept.status).toBe(201)
  await hideNotices(call)
  await watcher.goto(addressOf(event))
  await seen(watcher.getByText('No own track is in this event.'))
  const reader = await readerOf(event)

  const station = await visitAs(await newVisitor(), account('demo-admin'), '/odt/observations')
  const make = await callerOf(station)
  const [known] = await make<unknown[]>('GET', `../odt/sensors?sensor-code=${OWN_RADAR.sensorCode}`)
  if (known === undefined) await make('POST', '../odt/sensors', OWN_RADAR)
  const buffer = Buffer.from(ownTrackText(secondary.number, tcaMs))
  await station.getByLabel('Add a track…').setInputFiles([{ name: 'track.tdm', mimeType: 'text/plain', buffer }])
  await station.waitForURL(/\/odt\/observation\/own\/.+/)
  await seen(station.getByText(/TRACKED DEB/).first())

  // Nobody touches the other screen: it shows the values before and after, and the new message next to the provider's message.
  const changed = watcher.getByRole('table', { name: 'What tracks changed' })
  await changed.getByText(/Added as its own message/).waitFor(SOON)
  await seen(changed.getByText(/CSpOC/))
  await seen(changed.getByText(/AURORA-DEMO/))
  const observed = watcher.getByRole('table', { name: 'Tracks and ordered passes' })
  const made = await seen(observed.getByRole('row', { name: /^TRACKED DEB OWNR .* Track \d+$/ }))
  const own = new URL(station.url()).pathname
  expect(await made.getByRole('link').getAttribute('href')).toBe(own)
  expect(await findings(watcher)).toEqual([])

  // The satellite's own orbit is screened against the orbit from the track. After that no older result keeps the level up, and both people are
  // notified of the reason.
  await expect.poll(async () => (await read()).track?.screening, SOON).toBe('DONE')
  const settled = await read()
  expect(settled).toMatchObject({ levelBy: { source: 'MESSAGE', id: settled.activeCdmId, isBeforeTrack: false } })
  expect(settled.conjunctionData.riskLevel).toBe('LOW')
  expect(settled.levelBy?.probability).toBe(settled.conjunctionData.probabilityOfCollision)
  await reader.hasSeenItFall()
  const titles = async () => (await call<Notification[]>('GET', '../notifications?limit=50')).map(({ title }) => title)
  await expect
    .poll(titles, SOON)
    .toContainEqual(expect.stringMatching(/^Risk lowered from CRITICAL to LOW, by the track of /))

  // The report links to the event and the event to the report. The object is in no catalogue, so its position comes from its message.
  const events = pane(station, 'Events beside it')
  await events.getByText('Added, a message of its own').waitFor(SOON)
  await seen(station.getByText(/^Over OWNR, by the orbit known now/).first())
  const report = new URL(station.url()).pathname
  await events.getByRole('link', { name: 'Open the conjunction' }).click()
  await station.waitForURL((url) => url.pathname.endsWith(event.conjunctionId))
  await station.getByRole('table', { name: 'What tracks changed' }).getByRole('link', { name: /OWNR/ }).click()
  await expect.poll(() => new URL(station.url()).pathname).toBe(report)
  await watcher.getByRole('tab', { name: 'Summary' }).click()
  await seen(pane(watcher, 'Verdict'))
  await watcher.keyboard.press('a')
  await seen(watcher.getByRole('button', { name: 'Decide', exact: true }).first())
})

/** Returns an event of the demo that is still undecided and has a pass that may change the decision. */
async function uncertainEvent(call: Call): Promise<{ event: Conjunction; name: string; best: RankedPass } | undefined> {
  const open = await eventsWithMessages(call)
  for (const event of open.filter(({ decideBefore }) => Date.parse(decideBefore) > productNow() + 6 * HOUR_MS)) {
    const { objects } = await call<EventTracking>('GET', `../odt/conjunctions/${event.conjunctionId}/tracking`)
    for (const { name, passes } of objects) {
      const [best] = passes
      if (best !== undefined && isProposable(best)) return { event, name, best }
    }
  }
  return undefined
}

test('passes of an uncertain event are ranked by what they are worth and ordered in four clicks', {
  timeout: WHOLE_FLEET_MS,
}, async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const call = await callerOf(page)
  await openFleet(call, who)
  await giveMoney(call)
  let found: Awaited<ReturnType<typeof uncertainEvent>>
  await expect
    .poll(
      async () => {
        found = await uncertainEvent(call)
        return found !== undefined
      },
      { timeout: 90_000, interval: 3_000 },
    )
    .toBe(true)
  if (found === undefined) throw new Error('no event of the demo has a pass that may change its decision')
  const { event, name, best } = found
  await hideNotices(call)

  await page.goto(addressOf(event).replace('?tab=tracking', ''))
  await seen(pane(page, 'Verdict'))
  let clicks = 0
  const click = async (target: ReturnType<typeof page.getByRole>) => {
    clicks += 1
    await target.click()
  }
  await click(page.getByRole('tab', { name: 'Tracking' }))
  const table = await seen(page.getByRole('table', { name: `Track ${name}` }))
  // The best pass is the first, and its worth comes before its facts.
  await seen(table.getByRole('row').nth(1).getByText(best.sensorCode))
  expect(await table.getByRole('columnheader').nth(1).innerText()).toMatch(/crosses the line/i)
  // Before the button is pressed, the dialog says if the balance is enough; the demo's account has money for the proposed passes.
  await seen(pane(page, `Track ${name}`).getByText(/^€\s[\d.,]+ is held; the balance is enough\.$/))
  expect(await findings(page)).toEqual([])
  await click(pane(page, `Track ${name}`).getByRole('link', { name: /^Order \d+ pass/ }))
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  await click(dialog.getByRole('button', { name: /^Send request, €/ }))
  const sent = page.getByRole('dialog', { name: 'Request sent' })
  await seen(sent)
  expect(clicks).toBeLessThanOrEqual(4)
  await sent.getByRole('link', { name: 'Back to the event' }).click()

  // The event shows an order, to colleagues, too.
  const colleague = await visitAs(await newVisitor(), account('demo-test'), '/services')
  await colleague.goto(addressOf(event))
  for (const screen of [page, colleague]) {
    await screen.getByText(/own tracks, [1-9]\d* passes? ordered/).waitFor(SOON)
    const observed = screen.getByRole('table', { name: 'Tracks and ordered passes' })
    await seen(observed.getByRole('row', { name: /to come$/ }).first())
  }
})
