import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { type EventTracking, isProposable, type TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import { findings } from '@apsis/e2e/findings.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../testing/caller.ts'
import { another, beginsWith, forgetAnswers, go, nowIn, page as open, PHONE, pane, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const call = callerOf(world.fleet, WHO)
const HOUR_MS = 3_600_000
/** The sizes of a desktop screen, a tablet and a phone. */
const SIZES = [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const

const DIALOG = '/odt/observations?dialog=new-observation'
const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: /^(New observation request|Neuer Beobachtungsauftrag)$/ })
const checkedIn = (dialog: Locator) => choicesIn(dialog).getByRole('checkbox', { checked: true })
const choicesIn = (dialog: Locator) => dialog.getByRole('table', { name: /^(Passes to choose|Überflüge zur Wahl)$/ })

beforeAll(async () => {
  await call('POST', '../payments/demo')
})

const at = (path: string, wishes = {}) => open(world.fleet, WHO, path, { reducedMotion: 'reduce', ...wishes })

/** Returns events with a known message, critical ones first: the value of a pass is computed from the message's covariances. */
async function eventsWithMessages(): Promise<Conjunction[]> {
  const critical = await call<Conjunction[]>('GET', 'conjunctions?risk-level=CRITICAL')
  const all = [...critical, ...(await call<Conjunction[]>('GET', 'conjunctions'))]
  return all.filter(({ messages }) => messages > 0)
}

/** Returns an object of an event that is still undecided, with two passes of one kind that may change the decision. */
async function uncertain(): Promise<{ event: Conjunction; found: EventTracking; object: TrackedObject } | undefined> {
  // The critical event is first, because one event is enough and ranking the passes of all events takes long.
  const known = await eventsWithMessages()
  const laterMs = (await nowIn(world.fleet)) + 2 * HOUR_MS
  for (const event of known.filter(({ decideBefore }) => Date.parse(decideBefore) > laterMs)) {
    const found = await call<EventTracking>('GET', `../odt/conjunctions/${event.conjunctionId}/tracking`)
    const object = found.objects.find(
      ({ passes }) => ofOneKind(passes).length > 1 && passes[0] !== undefined && isProposable(passes[0]),
    )
    if (object) return { event, found, object }
  }
  return undefined
}

const ofOneKind = (passes: TrackedObject['passes']) =>
  passes.filter(({ measurementType }) => measurementType === passes[0]?.measurementType)

/** Checks that the primary action is completely on the screen, whatever its size. */
async function actionStaysInSight(page: Page, send: Locator) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(
        async () => {
          const box = await send.boundingBox()
          return box !== null && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height
        },
        { message: `${width} × ${height}` },
      )
      .toBe(true)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('passes of an event are ordered by their value, with their sky, their times and their cost', async () => {
  const given = await uncertain()
  if (given === undefined) throw new Error('no event of the demo has passes that may change its decision')
  const { event, found, object } = given
  const [first, second] = ofOneKind(object.passes)
  if (first === undefined || second === undefined) throw new Error('there are no two passes to choose')
  const about = `satellite=${object.catalogueId}&event=${event.conjunctionId}&type=${first.measurementType}`
  // Without passes in the address the best passes in time for the decision are proposed.
  const page = await at(`${DIALOG}&${about}`)
  const dialog = dialogOf(page)
  // The dialog proposes up to two passes, if their value is high enough.
  const proposed = Math.min(2, ofOneKind(object.passes).filter(isProposable).length)
  await expect.poll(() => checkedIn(dialog).count()).toBe(proposed)
  await seen(choicesIn(dialog).getByText(/^best chance/))
  if (proposed > 1) await seen(choicesIn(dialog).getByText(/^no\. 2 by chance/))
  await seen(dialog.getByText(/^(2|1) proposed: /))
  const decide = new Date(found.commitBefore).toISOString().slice(0, 16).replace('T', ' ')
  expect(await dialog.getByLabel('Needed before, UTC').inputValue()).toBe(decide)
  await go(page, `${DIALOG}&${about}&passes=${first.name}`)

  const names = found.objects.map(({ name }) => name).join(' × ')
  await seen(dialog.getByRole('status').filter({ hasText: `carries ${names} across the line in` }))
  await seen(dialog.getByText(/It stands at .*; the line is .*\./))
  const rows = choicesIn(dialog).getByRole('row')
  // The first row is the head; the pass with the highest value is first.
  const best = rows.nth(1)
  await seen(best.getByText(first.sensorCode, { exact: true }))
  expect(await best.getByRole('checkbox').isChecked()).toBe(true)
  const worths = await choicesIn(dialog).locator('tbody tr td:nth-last-child(2)').allInnerTexts()
  expect(worths.map(Number)).toEqual(worths.map(Number).toSorted((a, b) => b - a))
  await seen(dialog.getByText(/Last result by .* before the decision\./))
  await seen(pane(page, 'Sky').getByRole('slider'))
  await seen(dialog.getByText('decide', { exact: false }).first())
  // The complete legend of the marks is visible above the list.
  const room = async () => {
    // The legend and the list are read at once, because the page may move between two reads.
    const [legend, list] = await Promise.all([
      dialog.getByText('can be observed', { exact: true }).first().boundingBox(),
      pane(page, 'By chance to cross the line').boundingBox(),
    ])
    return list!.y - legend!.y - legend!.height
  }
  await expect.poll(room).toBeGreaterThanOrEqual(0)
  expect(await findings(page)).toEqual([])

  // The keyboard chooses one more pass, and its price is reserved.
  const held = pane(page, 'Cost').getByRole('definition').first()
  const heldForOne = await held.innerText()
  await rows.nth(2).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await seen(dialog.getByText(/The best of 2 carries/))
  await seen(dialog.getByText('Held, 2 passes'))
  await expect.poll(() => held.innerText()).not.toBe(heldForOne)
  const send = dialog.getByRole('button', { name: /^Send request, €/ })
  await actionStaysInSight(page, send)

  // The choice is kept when Escape closes the dialog.
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await go(page, `${DIALOG}&${about}&passes=${first.name}`)
  await seen(dialog.getByText(/The best of 2 carries/))
})

test('without a conjunction the dialog states that the passes have no value for a decision, in German and in the light theme too', async () => {
  const page = await at(`${DIALOG}&satellite=90002`, { colorScheme: 'light', language: 'de' })
  const dialog = dialogOf(page)
  await seen(dialog.getByText('Nach Zeit, ohne Wert: Keine Konjunktion ist genannt.'))
  await seen(dialog.getByText(/^1 vorgeschlagen: /))
  await seen(choicesIn(dialog).getByText(/^bester nach Zeit und Höhe/))
  await expect.poll(() => checkedIn(dialog).count()).toBe(1)
  expect(await choicesIn(dialog).getByRole('columnheader', { name: /Quert/ }).count()).toBe(0)
  // The shown pass is in the address, so that a reload shows the sky of the same pass.
  const other = choicesIn(dialog).getByRole('checkbox', { checked: false }).nth(2)
  const label = (await other.getAttribute('aria-label')) ?? ''
  await other.check()
  await seen(dialog.getByText(/^2 gewählt: /))
  await expect.poll(() => new URL(page.url()).searchParams.get('look')).toMatch(/^\w+@/)
  const [code] = new URL(page.url()).searchParams.get('look')?.split('@') ?? []
  const note = await seen(pane(page, 'Himmel').getByText(`${code}, `).first())
  const shown = await note.innerText()
  await page.reload()
  await seen(pane(page, 'Himmel').getByText(shown).first())
  await choicesIn(dialog).getByRole('checkbox', { name: label }).uncheck()
  await seen(dialog.getByText(/SIMULIERT;/).first())
  // The mark in the head stays whatever point is read in the plot.
  const mark = dialog.getByText('SIMULIERT', { exact: true })
  await seen(mark)
  await pane(page, 'Überflüge').getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => dialog.getByText(/SIMULIERT;/).count()).toBe(0)
  await seen(mark)
  await actionStaysInSight(page, dialog.getByRole('button', { name: /^Auftrag senden, / }))
  await page.setViewportSize(PHONE.viewport)
  // All fields but the object are folded into a line, so that the passes begin in the upper half of the first screen.
  const [passes, folded] = [pane(page, 'Überflüge'), dialog.getByText(/^Ändern; Packung, Grenzen/)]
  await seen(folded)
  expect((await passes.boundingBox())?.y).toBeLessThan(422)
  await seen(dialog.getByText(/^Optisch: Richtung und Helligkeit · Normal/))
  await folded.click()
  await seen(dialog.getByLabel('Mindestelevation'))
  await folded.click()
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('passes are found by keys alone, with their reasons, removed, and proposed again', async () => {
  const page = await at(DIALOG)
  const dialog = dialogOf(page)
  await dialog.getByLabel('Object: name, number or orbit').fill('90003')
  const wanted = dialog.getByRole('textbox', { name: 'Passes wanted' })
  await wanted.fill('2')
  await wanted.press('Enter')
  // The focus is on the first proposed pass, and both passes have a reason.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await expect.poll(focused).toMatch(/^Choose the pass of /)
  await expect.poll(() => checkedIn(dialog).count()).toBe(2)
  expect(await dialog.locator(':focus').isChecked()).toBe(true)
  await seen(choicesIn(dialog).getByText(/^best by time and height/))
  await seen(choicesIn(dialog).getByText(/^no\. 2 by time and height/))
  await seen(dialog.getByText(/^2 proposed: \S+ \d\d-\d\d \d\d:\d\d Z, \S+ .* Z\.$/))
  expect(await findings(page)).toEqual([])

  await page.keyboard.press('Space')
  await seen(dialog.getByText(/^1 chosen: /))
  expect(await wanted.inputValue()).toBe('1')
  await checkedIn(dialog).press('Space')
  await seen(dialog.getByText(/^None chosen: choose one/))
  await seen(pane(page, 'Cost').getByText('Nothing: no pass chosen.'))
  const send = dialog.getByRole('button', { name: /^Send request/ })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('button', { name: 'Propose passes again' }).press('Enter')
  await seen(dialog.getByText(/^1 proposed: /))
  await expect.poll(() => checkedIn(dialog).count()).toBe(1)
  expect(await send.getAttribute('aria-disabled')).toBe('false')
})

test('nothing is sent without an object, and an answer that cannot be read is reported and can be read again', async () => {
  // A new browser has no draft with an object of an earlier test.
  const page = await another(world.fleet, WHO, DIALOG, { reducedMotion: 'reduce' })
  const dialog = dialogOf(page)
  await seen(dialog.getByRole('status').getByText(/^Name the object: satellite, catalogue number, or orbit\.$/))
  const send = dialog.getByRole('button', { name: /^Send request/ })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await page.route('**/api/v1/odt/passprediction**', (route) => route.abort())
  await dialog.getByLabel('Object: name, number or orbit').fill('90002')
  await seen(dialog.getByText(/The passes could not be computed/))
  expect(await send.getAttribute('aria-disabled')).toBe('false')
  await dialog.getByRole('button', { name: 'Try again' }).first().click()
  await page.unroute('**/api/v1/odt/passprediction**')
  await seen(choicesIn(dialog))

  await page.route('**/api/v1/odt/sensors**', (route) => route.abort())
  // Otherwise an answer that was read before the outage would be shown instead of the error.
  await forgetAnswers(page)
  await page.reload()
  await seen(dialog.getByText(/The sensors could not be read/))
  await seen(dialog.getByText('Which passes can be chosen is not known.'))
  await dialog.getByRole('button', { name: 'Try again' }).first().click()
  await page.unroute('**/api/v1/odt/sensors**')
  await seen(choicesIn(dialog))
})

test('nothing is proposed until the existing orders are known, and a reader who continues to type keeps the focus', async () => {
  const page = await at('/tnc')
  await page.route('**/api/v1/odt/requests?**', (route) => route.abort())
  await go(page, `${DIALOG}&satellite=90003`)
  const dialog = dialogOf(page)
  await seen(choicesIn(dialog))
  await seen(dialog.getByText(/^Ordered passes could not be read: press Find passes\./))
  expect(await checkedIn(dialog).count()).toBe(0)
  await page.unroute('**/api/v1/odt/requests?**')
  await dialog.getByRole('button', { name: 'Find passes' }).press('Enter')
  await seen(dialog.getByText(/^1 proposed: /))
  await expect.poll(() => checkedIn(dialog).count()).toBe(1)

  // The reader asks for passes while they are being read, and types something meanwhile.
  let release = (): void => undefined
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/v1/odt/passprediction**', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const least = dialog.getByLabel('Elevation at least')
  await least.press('Enter')
  await least.fill('11')
  release()
  await expect.poll(() => checkedIn(dialog).count()).toBe(1)
  expect(await least.evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a request whose answer was lost is sent again unchanged, whatever is known by then', async () => {
  const page = await at('/odt/observations')
  await page.route('**/api/v1/odt/passprediction**', (route) => route.abort())
  await go(page, `${DIALOG}&satellite=90003`)
  const dialog = dialogOf(page)
  await seen(dialog.getByText(/The passes could not be computed/))
  const sent: (string | null)[][] = []
  await page.route('**/api/v1/odt/requests', async (route) => {
    const answer = await route.fetch()
    const { observationRequestId } = (await answer.json()) as ObservationRequest
    sent.push([route.request().postData(), await route.request().headerValue('idempotency-key'), observationRequestId])
    return sent.length === 1 ? route.abort() : route.fulfill({ response: answer })
  })
  const send = dialog.getByRole('button', { name: /^Send request/ })
  await send.click()
  await seen(dialog.getByText(/It was not sent/))
  // The page repeats failed reads by itself, so that the passes are known now. The request that was written is sent as it was: without them.
  await page.unroute('**/api/v1/odt/passprediction**')
  await seen(choicesIn(dialog))
  await send.click()
  await seen(page.getByRole('dialog', { name: 'Request sent' }))
  expect(sent).toHaveLength(2)
  // Both calls together created one request.
  expect(sent[1]).toEqual(sent[0])
})
