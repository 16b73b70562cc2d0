import { createEphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { ephemerisText } from '@apsis/e2e/ca/testing/ephemeris.ts'
import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings, graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import { takeInReport } from '@apsis/server/platform/testing/take-in-report.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { afresh, apiOf, go, nowIn, page as openPage, PHONE, pane, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
const OWN = { number: 90_777, name: 'JOURNEY-1' }
const HOUR_MS = 3_600_000
const STILL = { reducedMotion: 'reduce' } as const
const call = callerOf(world.nothing, WHO)

let path = ''
let conjunctionId = ''
let cdms: readonly Cdm[] = []

/** Sends messages, and reads the event again. */
async function send(...texts: readonly string[]): Promise<void> {
  for (const text of texts) await call('POST', 'cdms', text)
  const events = await call<Conjunction[]>('GET', 'conjunctions')
  const event = events.find(({ object1 }) => object1.name === OWN.name)
  if (event?.satelliteId == null) throw new Error('There is no event of the satellite.')
  conjunctionId = event.conjunctionId
  path = `/ca/conjunction/${event.satelliteId}/${conjunctionId}`
  cdms = await call<Cdm[]>('GET', `cdms?conjunction-id=${conjunctionId}`)
}

const history = historyOfEvent(await nowIn(world.nothing), OWN)
/** The last message arrives while the page is open. */
const [late, ...early] = history.toReversed()

beforeAll(async () => {
  await call('POST', 'satellites', { name: OWN.name, noradId: OWN.number })
  await send(...early.toReversed().map(({ text }) => text))
})

async function open(query = '', wishes: Parameters<typeof openPage>[3] = {}): Promise<Page> {
  const page = await openPage(world.nothing, WHO, `${path}${query}`, { ...STILL, ...wishes })
  await seen(page.getByRole('tablist', { name: 'Views' }))
  return page
}
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const overflow = (page: Page) =>
  page.locator('#main').evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => ({
    down: scrollHeight - clientHeight,
    aside: scrollWidth - clientWidth,
  }))
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

test('the summary is one screen at 1440 × 900, and on a phone nothing overflows the screen', async () => {
  const page = await open()
  await seen(pane(page, 'Conjunction plane'))
  await seen(pane(page, 'Separation by message'))
  expect(await overflow(page)).toEqual({ down: 0, aside: 0 })
  await page.setViewportSize(PHONE.viewport)
  await seen(verdict(page))
  expect((await overflow(page)).aside).toBe(0)
})

test('the keys step through the messages, all panels follow, and the address stores the selected one', async () => {
  const page = await open()
  await seen(verdict(page))
  const newest = cdms[0]?.cdmId
  await page.keyboard.press('[')
  await seen(page.getByText(`This is message ${cdms.length - 1}; the newest is ${cdms.length}.`))
  await expect.poll(() => query(page, 'message')).toBe(cdms[1]?.cdmId)
  expect(await verdict(page).innerText()).toContain(`as of message ${cdms.length - 1}`)
  await afresh(page, pathOf(page))
  await seen(page.getByText(`This is message ${cdms.length - 1};`, { exact: false }))
  await page.keyboard.press(']')
  await expect.poll(() => query(page, 'message')).toBe(newest)
  await page.getByText('is the newest').waitFor({ state: 'hidden' })
})

/**
 * Engines round the last bit of sines and similar functions differently. This is a nanometre at 7 000 km, which is the eleventh digit of a
 * miss distance of 55 m; the difference is larger for a probability in the tail of the distribution.
 */
const ALIKE = 1e-9

test('a what-if with the values of the message gives the recomputed probability, and its inputs are in the address', async () => {
  const page = await open('?tab=evolution')
  const value = page.locator('[data-what-if]')
  const recomputed = cdms[0]?.assessment.probability ?? Number.NaN
  const apart = async () => Math.abs(Number(await value.getAttribute('data-what-if')) / recomputed - 1)
  await expect.poll(apart).toBeLessThan(ALIKE)
  const part = pane(page, 'What if')
  const radius = (cdms[0]?.assessment.hardBodyRadius ?? 0) * 2
  await part.getByRole('textbox', { name: /^Combined radius/ }).fill(String(radius))
  await page.keyboard.press('Enter')
  await expect.poll(() => query(page, 'hbr')).toBe(String(radius))
  await expect.poll(async () => Number(await value.getAttribute('data-what-if'))).toBeGreaterThan(recomputed)
  const tried = await value.getAttribute('data-what-if')
  await afresh(page, pathOf(page))
  await expect.poll(() => value.getAttribute('data-what-if')).toBe(tried)
  await part.getByRole('button', { name: 'As in the message' }).click()
  await expect.poll(apart).toBeLessThan(ALIKE)
})

test('what-if uses the state of an ephemeris of our own, and the address stores the chosen file', async () => {
  const tcaMs = Date.parse(cdms[0]?.conjunctionData.tca ?? '')
  const about = { name: OWN.name, id: String(OWN.number), fromMs: Math.floor(tcaMs / 60_000) * 60_000 - 3 * 3_600_000 }
  const form = new FormData()
  form.set('satellite-id', path.split('/')[3] ?? '')
  form.set('kind', 'HYPOTHETICAL')
  form.set('file', new Blob([ephemerisText({ ...about, hours: 6 })]), 'tried.oem')
  const api = await apiOf(world.nothing)
  const sent = await api.call(person(WHO), `POST ${createEphemerisFile.path}`, { body: form })
  const { oemFileId } = createEphemerisFile.response.parse(await sent.json())
  const page = await open('?tab=evolution')
  const part = pane(page, 'What if')
  await part.getByRole('button', { name: /State of/ }).click()
  await page.getByRole('option', { name: 'tried.oem' }).click()
  await expect.poll(() => query(page, 'own')).toBe(oemFileId)
  await seen(part.getByText(/^Ephemeris less message: R [+−]/))
  await afresh(page, pathOf(page))
  await seen(part.getByText(/^Ephemeris less message: R [+−]/))
  await part.getByRole('button', { name: 'As in the message' }).click()
  await part.getByText('Ephemeris less message').waitFor({ state: 'hidden' })
})

test('a decision has a reason, is refused after a conflicting change, and is added to the record', async () => {
  const page = await open('?tab=details')
  await seen(page.getByText('Nothing recorded yet.'))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Decide' }).click()
  const dialog = page.getByRole('dialog')
  const decide = dialog.getByRole('button', { name: 'Decide', exact: true })
  await decide.click()
  await seen(dialog.getByText('Say why.'))
  await dialog.getByRole('button', { name: /Choose/ }).click()
  await page.getByRole('option', { name: 'monitor' }).click()
  await dialog.getByLabel('Why').fill('Pc rises; a message is due before the deadline.')
  await call('PUT', `conjunctions/${conjunctionId}/decision`, {
    action: 'ASSIGN',
    owner: 'demo-other',
    why: 'Seen by the other shift.',
  })
  const record = pane(page, 'Decision record')
  // The page has received the change by itself; the decision is based on the data that was read when the
  // dialog opened.
  await seen(page.getByText('Seen by the other shift.'))
  await decide.click()
  const refusal = await seen(dialog.getByText('Somebody was faster', { exact: false }))
  expect(await refusal.innerText()).toContain('not stored; confirm again')
  await decide.click()
  await dialog.waitFor({ state: 'hidden' })
  await seen(record.getByText('Seen by the other shift.'))
  await seen(record.getByText('Pc rises; a message is due before the deadline.'))
  await seen(record.getByText('Decide: monitor'))
})

test('a message that arrives is announced, and the open message stays selected', async () => {
  const page = await open()
  await seen(verdict(page))
  const shown = cdms.length
  await send(late?.text ?? '')
  await seen(page.getByText(`This is message ${shown}.`, { exact: false }))
  expect(await verdict(page).innerText()).toContain(`as of message ${shown}`)
  await page.getByRole('button', { name: `Show message ${shown + 1}` }).click()
  await page.getByText(`This is message ${shown}.`).waitFor({ state: 'hidden' })
  expect(await verdict(page).innerText()).not.toContain('as of message')
})

test('the complete event is on paper, in the light theme, with its provenance', async () => {
  const page = await open()
  await seen(verdict(page))
  await page.emulateMedia({ media: 'print' })
  const paper = await seen(page.locator('[data-report]'))
  const text = await paper.innerText()
  expect(text).toContain(`Conjunction report: ${OWN.name} × HISTORY DEB`)
  expect(text).toContain(cdms[0]?.sha256)
  const { origin } = await apiOf(world.nothing)
  expect(text).toContain(`${origin}${path}?message=${cdms[0]?.cdmId}`)
  // The report also states that nothing was planned (operator F16).
  await seen(paper.getByText('No manoeuvre was planned.'))
  await expect.poll(() => paper.locator('svg[role="img"]').count()).toBe(3)
  expect(await page.getByRole('tablist', { name: 'Views' }).isVisible()).toBe(false)
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages?.length).toBeGreaterThan(1)
})

test('printing the view of plans without a plan gives the report of the event, not an empty sheet', async () => {
  const page = await open('?tab=manoeuvre')
  await seen(page.getByText('No manoeuvre is planned'))
  await page.emulateMedia({ media: 'print' })
  const paper = await seen(page.locator('[data-report]'))
  expect(await paper.innerText()).toContain('No manoeuvre was planned.')
})

test.each(['summary', 'details', 'evolution', 'context', 'data', 'manoeuvre'])(
  '%s is accessible in both themes',
  async (tab) => {
    const page = await open(`?tab=${tab}`)
    await seen(page.getByRole('tabpanel'))
    expect(await graveFindingsInThemes(page, ['dark', 'light'])).toEqual([])
  },
)

test('if the messages cannot be read, the facts about the event from the list are still shown', async () => {
  const page = await openPage(world.nothing, WHO, '/tnc', STILL)
  await page.route(/\/api\/v1\/ca\/cdms\?/, (route) => route.fulfill({ status: 503, body: '' }))
  await go(page, path)
  await seen(page.getByText('The messages could not be read (503).'))
  const known = await pane(page, 'What still holds').innerText()
  expect(known).toContain(cdms[0]?.conjunctionData.tca.slice(0, 19).replace('T', ' '))
  expect(await graveFindings(page)).toEqual([])
})

test('an event that only a report knows says that it cannot be recomputed, wherever it shows its numbers', async () => {
  const now = await nowIn(world.nothing)
  const report = {
    reportId: '900000001',
    createdAt: now - HOUR_MS,
    tca: now + 48 * HOUR_MS,
    missM: 187,
    probability: 2.13e-4,
    isEmergencyReportable: true,
    objects: [
      { designator: String(OWN.number), name: OWN.name, objectType: 'PAYLOAD' },
      { designator: '90778', name: 'REPORTED DEB', objectType: 'DEBRIS' },
    ],
    row: {},
  } as const
  await takeInReport(await apiOf(world.nothing), person(WHO), { now: new Date(now), report })
  const events = await call<Conjunction[]>('GET', 'conjunctions')
  const event = events.find(({ levelFrom }) => levelFrom === 'REPORTED')
  const address = `/ca/conjunction/${event?.satelliteId}/${event?.conjunctionId}`
  const page = await openPage(world.nothing, WHO, address, STILL)
  const banner = await seen(page.getByText('Only a report of Space-Track knows this event', { exact: false }))
  expect(await banner.innerText()).toContain('No basis for a manoeuvre')
  const holds = await pane(page, 'Verdict').innerText()
  expect(holds).toContain('reported, cannot be recomputed')
  expect(holds).toContain('Get data.')
  expect(holds).toContain('2.13')
  expect(holds).toContain('187')
  const estimates = await pane(page, 'All estimates').innerText()
  expect(estimates).toContain('Reported')
  expect(estimates).toContain('an emergency to the service')
  expect(await graveFindings(page)).toEqual([])
})

test('an unknown event is not found', async () => {
  const nowhere = '/ca/conjunction/00000000-0000-4000-8000-000000000000/00000000-0000-4000-8000-000000000000'
  const page = await openPage(world.nothing, WHO, nowhere)
  await seen(page.getByRole('main').getByRole('heading', { name: 'Page not found' }))
  expect(await page.getByRole('tablist', { name: 'Views' }).count()).toBe(0)
})
