import type { Conjunction, Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, hideNotices, ownSatellite } from '../../../testing/caller.ts'
import { afresh, go, nowIn, page as open, pane, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)
const OWN = { number: 90_611, name: 'OWN 90611' }
const HOUR_MS = 3_600_000

const at = (path: string) => open(world.nothing, WHO, path, { reducedMotion: 'reduce' })

/**
 * Returns a message of an event 40 h ahead, whose decision is due in 16 h. With the published covariance its probability of 3.5e-3 is
 * diluted, so the level is limited to HIGH. With 0.43 times this covariance the probability is at its maximum, so the level is CRITICAL.
 */
async function messageOf(secondary: { number: number; name: string }, place: number, covarianceFactor: number) {
  const nowMs = await nowIn(world.nothing)
  return changedMessage({
    messageId: `DECISION-${secondary.number}-${place}`,
    createdMs: nowMs - (9 - place) * HOUR_MS,
    tcaMs: nowMs + 40 * HOUR_MS,
    primary: OWN,
    secondary,
    covarianceFactor,
  })
}

async function eventOf(text: string): Promise<Conjunction> {
  const [known] = await call<unknown[]>('GET', `satellites?norad-id=${OWN.number}`)
  if (known === undefined) await ownSatellite(call, OWN.number)
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  if (!event) throw new Error('The message opened no event.')
  return event
}

async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('region', { name: 'New notifications' }).locator('[data-closes="toast"]')
  while (await close.first().isVisible()) await close.first().click()
}

const addressOf = ({ satelliteId, conjunctionId }: Conjunction) => `/ca/conjunction/${satelliteId}/${conjunctionId}`
const historyOf = async ({ conjunctionId }: Conjunction) =>
  (await call<Decision>('GET', `conjunctions/${conjunctionId}/decision`)).history

test('a decision stays in headline, wall and handover with its conditions for reopening, and a higher level reopens it', async () => {
  const secondary = { number: 891_001, name: 'WATCHED DEB' }
  const event = await eventOf(await messageOf(secondary, 1, 1))
  await hideNotices(call)
  expect(event).toMatchObject({ action: 'ACT', conjunctionData: { riskLevel: 'HIGH' } })

  // Dilution limits the level, but the event needs the next action, and the page gives the reason.
  const page = await at(addressOf(event))
  const verdict = await seen(pane(page, 'Verdict'))
  await seen(verdict.getByText(/^Capped to High by dilution/))
  await seen(page.getByText(/Pc is above accepted, decision due within 24 h/))
  await seen(page.getByRole('banner').getByRole('link', { name: /^Next to act/ }))
  expect(await graveFindings(page)).toEqual([])

  // No decision is preset; the suggested one is listed first.
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
  await seen(dialog.getByText('Choose a decision.'))
  await dialog.getByRole('button', { name: /Choose/ }).click()
  await expect.poll(() => page.getByRole('option').nth(1).innerText()).toBe('manoeuvre (suggested)')
  await page.getByRole('option', { name: 'monitor' }).click()
  // The dialog suggests a fifth more than 3.4965e-3, in the notation of the screen, and the time of the next look.
  expect(await dialog.getByLabel('Reopen when Pc rises above').inputValue()).toMatch(/^4\.19\s×\s10⁻³$/)
  expect(await dialog.getByLabel('Look again by').inputValue()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d Z$/)
  await seen(
    dialog.getByText(/nothing will wake you but the time .* Z, a Pc above 4\.19\s×\s10⁻³, a level above High, a TCA/),
  )
  await dialog.getByLabel('Why').fill('The next message tells more.')
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
  await seen(verdict.getByText('Decided: monitor', { exact: true }))
  await seen(verdict.getByText(/^Decided: monitor, Mika Tanaka\. Look again by .* Z\. Reopens when/))
  // After the decision the button "Decide" does not become "Reopen", and no action is due any more.
  expect(await page.getByRole('button', { name: 'Reopen', exact: true }).count()).toBe(0)
  await seen(
    pane(page, 'Before you decide').getByText(
      /Look again by .* Z\. Reopens when Pc > 4\.19\s×\s10⁻³ or the level rises above High\./,
    ),
  )
  expect(await page.getByText('Decision due.').count()).toBe(0)

  await go(page, '/ca/overview')
  await seen(page.getByRole('status').getByText('Settled'))
  // A handover note of an earlier test may name the events that were watched then.
  const watched = pane(page, 'Decided, watching').filter({ hasText: 'WATCHED DEB' }).first()
  await seen(watched.getByRole('link', { name: /WATCHED DEB/ }))
  await seen(watched.getByText(/^monitor, Mika Tanaka\. Look again by .* Z\. Reopens when Pc > 4\.19\s×\s10⁻³/))
  await page.getByRole('button', { name: 'Write handover note' }).click()
  const note = await seen(dialog.getByRole('textbox', { name: 'Note' }))
  expect(await note.inputValue()).toMatch(
    /\nDecided, watching:\n.*WATCHED DEB, High, .*: monitor, Mika Tanaka\. Look again by .* Z\. Reopens when/,
  )
  // The author of the note cannot leave out the list.
  await note.fill('A quiet night.')
  await dialog.getByRole('button', { name: 'Leave note' }).click()
  const handover = await seen(pane(page, 'Handover'))
  await seen(handover.getByText('A quiet night.'))
  await seen(
    handover.getByText(/WATCHED DEB.*monitor, Mika Tanaka\. Look again by .* Z\. Reopens when Pc > 4\.19\s×\s10⁻³/),
  )
  expect(await graveFindings(page)).toEqual([])
  await go(page, '/ca/overview?wall=on')
  await seen(pane(page, 'Decided, watching').getByText(/WATCHED DEB/))

  // The level rises: the product reopens the event in all places at once, and gives the reason.
  await call('POST', 'cdms', await messageOf(secondary, 2, 0.43))
  await seen(pane(page, 'Next decision').getByText(/WATCHED DEB/))
  await expect.poll(() => pane(page, 'Decided, watching').count()).toBe(0)
  await afresh(page, addressOf(event))
  await seen(verdict.getByText('Acknowledged'))
  await page.getByRole('button', { name: /^Record \(/ }).click()
  await seen(page.getByRole('dialog').getByText(/Reopen, Apsis: the level rose/))
  expect((await historyOf(event)).map(({ action }) => action)).toEqual(['ACKNOWLEDGE', 'DECIDE', 'REOPEN'])
})

test('acknowledging has no dialog and can be undone: by the toast, in the list, and on the page', async () => {
  const event = await eventOf(await messageOf({ number: 891_002, name: 'SEEN DEB' }, 1, 0.43))
  await hideNotices(call)
  const steps = async () => (await historyOf(event)).map(({ action }) => action)

  // In the list the key acknowledges, and the toast takes the acknowledgement back.
  const page = await at(`/ca/conjunctions?event=${event.conjunctionId}`)
  const inspector = await seen(page.getByRole('complementary', { name: 'Selected conjunction' }))
  await seen(inspector.getByRole('button', { name: /^Acknowledge/ }))
  await page.keyboard.press('a')
  const toasts = page.getByRole('region', { name: 'New notifications' })
  // The list has received the change.
  await seen(inspector.getByRole('button', { name: 'Take back' }))
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await seen(toasts.getByText('Acknowledgement taken back'))
  // The toast covers the buttons of the inspector, so it is closed.
  await closeToasts(page)
  await seen(inspector.getByRole('button', { name: /^Acknowledge/ }))
  expect(await steps()).toEqual(['ACKNOWLEDGE', 'UNACKNOWLEDGE'])
  // Later the button at the same place in the inspector takes the acknowledgement back.
  await inspector.getByRole('button', { name: /^Acknowledge/ }).click()
  await seen(toasts.getByRole('button', { name: 'Undo' }))
  await closeToasts(page)
  await inspector.getByRole('button', { name: 'Take back' }).click()
  await seen(inspector.getByRole('button', { name: /^Acknowledge/ }))

  // The page of the event works in the same way: the key, the button, and the menu that takes the acknowledgement back.
  await go(page, addressOf(event))
  const verdict = await seen(pane(page, 'Verdict'))
  // The banner of another event also has a button with this name; the menu is beside the page's own button.
  const more = await seen(page.getByRole('button', { name: 'More', exact: true }))
  await page.keyboard.press('a')
  await seen(verdict.getByText('Acknowledged'))
  await more.click()
  await page.getByRole('menuitem', { name: 'Take back acknowledgement' }).click()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).first().waitFor()
  const both = ['ACKNOWLEDGE', 'UNACKNOWLEDGE']
  await expect.poll(steps).toEqual([...both, ...both, ...both])
})

test('if an event is printed directly, every page is on paper: plots, messages and record', async () => {
  const event = await eventOf(await messageOf({ number: 891_003, name: 'PAPER DEB' }, 1, 0.43))
  await hideNotices(call)
  const page = await at(addressOf(event))
  // The skeleton also has a verdict pane, but not the content below it.
  await seen(pane(page, 'Verdict').getByText('How sure'))
  await seen(pane(page, 'Sources').getByRole('listitem').first())
  // Stores the content of the page at the time when the browser lays it out for paper.
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      document.documentElement.dataset.laidOut = document.querySelector<HTMLElement>('[data-report]')?.innerText ?? ''
    }),
  )
  const direct = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  const text = (await page.evaluate(() => document.documentElement.dataset.laidOut)) ?? ''
  for (const part of ['PAPER DEB', 'All messages', 'Decision record', 'Before you decide', 'Dilution', 'Sources'])
    expect(text).toContain(part)
  // A print preview uses the same document.
  await page.emulateMedia({ media: 'print' })
  await page.locator('[data-report]').waitFor()
  const previewed = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  expect(direct).toBeGreaterThanOrEqual(2)
  expect(direct).toBe(previewed)
})

test('d, n and m open decision, note and plan, on the event and from the list; the help lists them, and a field takes them as text', async () => {
  const event = await eventOf(await messageOf({ number: 891_009, name: 'KEYS DEB' }, 1, 0.43))
  await hideNotices(call)
  const page = await at(addressOf(event))
  await seen(pane(page, 'Verdict'))
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('?')
  for (const name of ['Decide', 'Note', 'Plan manoeuvre']) await seen(dialog.getByText(name, { exact: true }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await seen(dialog.getByRole('heading', { name: /^Decide/ }))
  await dialog.getByLabel('Why').fill('')
  await dialog.getByLabel('Why').pressSequentially('dnm')
  expect(await dialog.getByLabel('Why').inputValue()).toBe('dnm')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.keyboard.press('n')
  await seen(dialog.getByRole('heading', { name: /^Note/ }))
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.keyboard.press('m')
  await page.waitForURL(/\/ca\/manoeuvre\//)

  await go(page, `/ca/conjunctions?event=${event.conjunctionId}`)
  const inspector = page.getByRole('complementary', { name: 'Selected conjunction' })
  await seen(inspector.getByText('OWN 90611 × KEYS DEB'))
  await page.keyboard.press('n')
  await page.waitForURL(/ask=note/)
  await seen(dialog.getByRole('heading', { name: /^Note/ }))
  // The dialog opens once: neither a step forward nor a reload opens it again.
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).not.toContain('ask')
  await go(page, `/ca/conjunctions?event=${event.conjunctionId}`)
  await seen(inspector)
  await page.keyboard.press('d')
  await seen(dialog.getByRole('heading', { name: /^Decide/ }))
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
})
