import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { productNow } from '../product-now.ts'
import { newVisitor, seen, useBrowser, visitAs } from '../visitor.ts'
import { callerOf, leavesNothing } from './testing/own-satellite.ts'

useBrowser()

/** Another organisation than in most journeys, so that their changes to its fleet are not seen here. */
const who = account('demo-other')
leavesNothing(who)
/** The number of events from the demo's messages. The number that its own screenings add depends on the time of day. */
const EVENTS_OF_MESSAGES = 49
/** Four satellites have an ephemeris, each screened against the catalogue and against the messages. */
const OWN_SCREENINGS = 8

test('where nothing is watched, one press opens the demo fleet, and its events arrive by themselves', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/ca/conjunctions')
  await seen(page.getByText('Nothing is watched yet.'))
  await seen(page.getByRole('link', { name: 'Add satellite' }))
  await page.getByRole('button', { name: 'Open demo fleet' }).click()
  // The messages of the past arrive within the first minute; the ephemerides are screened meanwhile.
  const poll = { timeout: 110_000 }
  const call = await callerOf(page)
  const screened = async () => {
    const own = (await call<Screening[]>('GET', 'screenings?limit=100')).filter(({ oemFileId }) => oemFileId !== null)
    return own.filter(({ state }) => state === 'done').length
  }
  await expect.poll(screened, poll).toBe(OWN_SCREENINGS)
  const events = () =>
    call<Conjunction[]>('GET', `conjunctions?limit=1000&tca-after=${new Date(productNow()).toISOString()}`)
  const ofMessages = async () => (await events()).filter(({ messages }) => messages > 0).length
  await expect.poll(ofMessages, poll).toBe(EVENTS_OF_MESSAGES)
  const ahead = (await events()).length
  const shown = page.getByRole('main').locator('output').first()
  await expect.poll(() => shown.innerText().catch(() => ''), poll).toBe(`${ahead} of ${ahead}`)
})
