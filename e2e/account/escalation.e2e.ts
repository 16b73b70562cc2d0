import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Account } from '../account.ts'
import { changedMessage } from '../ca/testing/messages.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, moveDutyClock, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { acknowledgeAll, FIRST, forgetDuty, hearing, putAs, SECOND, setChain } from './duty.ts'
import { openSettings } from './settings.ts'
import { NOTHING } from './stored-settings.ts'

useBrowser()

leavesNothing(FIRST)
afterEach(() => moveDutyClock(0))
afterEach(acknowledgeAll)
afterAll(forgetDuty)
const HOUR_MS = 3_600_000
/** The longest wait before the next step (flight-dynamics rule F29). */
const STEP_MINUTES = 30
/** The time limit for one check of the on-call chain and the mail after it, on a busy machine. */
const CALLED = { timeout: 60_000 }
/** The time of two checks of the chain. */
const TURNS_MS = 10_000
const addressOf = ({ username }: Account) => `${username}@escalation.example`

test('a critical event that nobody acknowledges goes to the next person of the chain, who acknowledges it from the mail', async () => {
  const people = [await reachable(FIRST), await reachable(SECOND)] as const
  const [{ page: first }, { page: second }] = people
  await setChain([[FIRST], [SECOND]])

  const nowMs = productNow()
  const times = { createdMs: nowMs - HOUR_MS, tcaMs: nowMs + 90 * HOUR_MS }
  const id = `ESCAL-${nowMs}`
  const objects = { primary: { number: 90_013, name: 'ESCAL-1' }, secondary: { number: 890_031, name: 'ESCAL DEB' } }
  const text = changedMessage({ messageId: id, ...times, ...objects, covarianceFactor: 0.43 })
  const call = await callerOf(first)
  const [taken] = await call<{ conjunctionId: string }[]>('POST', 'cdms', text)
  await mailOf(first, 'Risk raised').waitFor(CALLED)
  expect(await mailOf(first, 'You are called').count()).toBe(0)

  // The chain opens its alarm at one of its next checks, and calls a step later. Nothing outside the product shows an alarm before its first call, so
  // the test waits for two checks. On a busy machine the clock may move before them: then it moves once more.
  await pause(TURNS_MS)
  const called = mailOf(first, 'You are called')
  let moved = 0
  const callsAfterAStep = () => {
    moved += STEP_MINUTES + 1
    moveDutyClock(moved)
    return called.waitFor(CALLED).then(
      () => true,
      () => false,
    )
  }
  expect((await callsAfterAStep()) || (await callsAfterAStep())).toBe(true)
  expect(await mailOf(second, 'You are called').count()).toBe(0)
  moveDutyClock(moved + STEP_MINUTES + 1)
  const answer = mailOf(second, 'You are called')
  await answer.waitFor(CALLED)

  await answer.locator('summary').click()
  // The mail to the last step says that the first step would be called again.
  const next = new RegExp(`If nobody acknowledges by [-\\d]+ [:\\d]+ Z, ${FIRST.name} is called\\.`)
  await seen(answer.getByText(next))
  const link = await answer.getByRole('link', { name: /acknowledgements\/[^#]+$/ }).getAttribute('href')
  // A person who is not signed in acknowledges on a phone without scripts.
  const bare = await newVisitor({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await bare.newPage()
  await page.goto(`${ADDRESS}${link}`)
  await page.getByRole('button', { name: `Acknowledge as ${SECOND.name}` }).click()
  await seen(page.getByRole('heading', { name: /is acknowledged/ }))

  // The record of the event names the person who was called and the one who answered, and nobody is called any more.
  moveDutyClock(moved + 3 * STEP_MINUTES)
  // A chain that calls nobody shows nothing: this is the time of two checks, each of which would call.
  await pause(TURNS_MS)
  const path = `conjunctions/${taken?.conjunctionId}/decision`
  const { history } = await call<{ history: { action: string; by: string; why: string }[] }>('GET', path)
  expect(history.map(({ action, by, why }) => [action, by, why.split('.')[0]])).toEqual([
    ['NOTE', 'Apsis', `Called ${FIRST.username}, step 1 of 2`],
    ['NOTE', 'Apsis', `Called ${SECOND.username}, step 2 of 2`],
    ['ACKNOWLEDGE', SECOND.username, ''],
  ])
})

test('a person who is called passes an event on inside the application: the next person is called, and the record says so', async () => {
  // The chain skips people without a channel.
  for (const who of [FIRST, SECOND]) await putAs(who, 'ca/userconfig', { notifications: { default: await hearing() } })
  await setChain([[FIRST], [SECOND]])
  const nowMs = productNow()
  const times = { createdMs: nowMs - HOUR_MS, tcaMs: nowMs + 80 * HOUR_MS }
  const objects = { primary: { number: 90_014, name: 'PASSED-1' }, secondary: { number: 890_032, name: 'PASSED DEB' } }
  const text = changedMessage({ messageId: `PASS-${nowMs}`, ...times, ...objects, covarianceFactor: 0.43 })
  const first = await visitAs(await newVisitor(), FIRST, '/services')
  const [taken] = await (await callerOf(first))<{ conjunctionId: string }[]>('POST', 'cdms', text)
  const path = `/ca/conjunction/90014/${taken?.conjunctionId}`
  const pair = `${objects.primary.name} × ${objects.secondary.name}`

  // This part tests the banner of a page in German, on a phone and by keyboard: if the question is cancelled, nothing happens.
  const small = await visitAs(await newVisitor({ viewport: { width: 390, height: 844 } }), FIRST, '/docs')
  await small.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await small.reload()
  const german = small.getByRole('button', { name: `${pair} weitergeben` })
  await seen(german)
  // The text has the whole line; both buttons are below it.
  const link = small.getByRole('alert').getByRole('link', { name: pair })
  const [words, act] = await Promise.all([link.boundingBox(), german.boundingBox()])
  expect(act?.y).toBeGreaterThanOrEqual((words?.y ?? Number.NaN) + (words?.height ?? 0))
  await german.focus()
  await small.keyboard.press('Enter')
  const question = small.getByRole('dialog', { name: `${pair} weitergeben?` })
  await seen(question.getByText(`${SECOND.name} wird sofort mit Ihrer Notiz gerufen`))
  await small.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })

  // A person who is not called has no such button; the person who is called names the next one, and passes the event on from its page.
  const second = await visitAs(await newVisitor(), SECOND, path)
  await seen(second.getByRole('button', { name: 'Acknowledge', exact: true }))
  await first.goto(`${ADDRESS}${path}`)
  const button = first.getByRole('button', { name: `Pass on ${pair}` })
  await button.click()
  expect(await second.getByRole('button', { name: `Pass on ${pair}` }).count()).toBe(0)
  const dialog = first.getByRole('dialog', { name: `Pass on ${pair}?` })
  await seen(dialog.getByText(`${SECOND.name} is called at once`))
  await dialog.getByRole('textbox').fill('I am on a train.')
  await dialog.getByRole('button', { name: `Pass on to ${SECOND.name}` }).click()
  await button.waitFor({ state: 'detached' })
  await seen(first.getByText(`${SECOND.name} is called for ${pair},`).first())

  // The next person has it now, without a reload.
  await seen(second.getByRole('button', { name: `Pass on ${pair}` }))
  const record = `conjunctions/${taken?.conjunctionId}/decision`
  const { history } = await (await callerOf(first))<{ history: { by: string; why: string }[] }>('GET', record)
  const why = `${FIRST.username} passed it on to ${SECOND.username}, step 2 of 2: I am on a train.`
  expect(history.map((entry) => [entry.by, entry.why])).toEqual([[FIRST.username, why]])
})

/** Returns the newest mail with these words to the person of a page, in the mailbox that the page shows. */
const mailOf = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Mailbox, simulated' }).getByRole('group').filter({ hasText: words }).first()

/** Opens the settings as a person with a confirmed address. */
async function reachable(who: Account): Promise<{ readonly page: Page }> {
  const address = addressOf(who)
  const { page } = await openSettings(who, { ca: { ...NOTHING, email: { addresses: [address] } } })
  const question = mailOf(page, address)
  await question.locator('summary').click()
  await question.getByRole('link', { name: /confirm=/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await seen(pane(page, 'Channels').getByText(address))
  return { page }
}
