import type { SilentBurn } from '@apsis/contract/ca/burn-notice.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { graveFindings } from '../findings.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { hasFleet } from './testing/demo-fleet.ts'
import { type Call, callerOf, hideNotices, leavesNothing } from './testing/own-satellite.ts'

useBrowser()
const who = account('demo-other')
leavesNothing(who)
hasFleet(who)
/** The element sets of the demo come over the first minute, and the worker looks at them after that. */
const FOUND_WITHIN = { timeout: 240_000, interval: 2_000 }
const PHONE = { width: 390, height: 844 }
/** What the demo puts into the sets (server/ca/demo/plans.data.ts), and to what sets show it: 20 % (flight rule F17). */
const [BURN_MPS, SHOWN_TO] = [0.02, 0.2]

async function burnOfDemo(call: Call): Promise<SilentBurn> {
  const found = async () => (await call<SilentBurn[]>('GET', 'burn-notices/silent')).find((one) => one.satelliteId)
  await expect.poll(async () => (await found()) !== undefined, FOUND_WITHIN).toBe(true)
  return (await found()) as SilentBurn
}

const minute = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} Z`

/** The strip says what the burn was, when, how sure that is, and that it is simulated. */
async function seesStrip(page: Page, burn: SilentBurn): Promise<void> {
  const said = await seen(
    page.getByText(/^SIMULATED\. Element sets of .* show a burn that nobody has announced/).first(),
  )
  const text = await said.innerText()
  expect(text).toContain(`at least ${burn.deltaVMps.toFixed(3)} m/s along the track`)
  expect(text).toContain(`between ${minute(burn.from)} and ${minute(burn.to)}`)
  expect(text).toContain(`(confidence ${burn.confidence.toFixed(2)})`)
  expect(await graveFindings(page)).toEqual([])
}

/** As long as it may take to find the burn, and to tell of it. */
const TOLD_WITHIN_MS = 600_000

test('a burn of the demo that nobody announced is told on the overview, and stands above its event and on its satellite', {
  timeout: TOLD_WITHIN_MS,
}, async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const call = await callerOf(page)
  const burn = await burnOfDemo(call)
  expect(burn.isSimulated).toBe(true)
  expect(Math.abs(burn.deltaVMps / BURN_MPS - 1)).toBeLessThan(SHOWN_TO)

  // Told on the overview.
  await page.goto(`${ADDRESS}/ca/overview?sidebar=notifications`)
  const notices = pane(page, 'Notifications')
  const told = notices.getByRole('listitem').filter({ hasText: 'A burn that nobody has announced' }).first()
  await told.waitFor({ timeout: FOUND_WITHIN.timeout })
  expect(await told.innerText()).toMatch(
    /SIMULATED\. Element sets of .* show a burn of at least 0\.0\d+ m\/s along the track/,
  )
  // The event that it names: the next of the satellite.
  const named = /It meets (.+) at \d{4}-/.exec(await told.innerText())?.[1]
  const events = await call<Conjunction[]>('GET', `conjunctions?satellite-id=${burn.satelliteId}&limit=1000`)
  const event = events.find(({ object2 }) => object2.name === named)
  await page.goto(`${ADDRESS}/ca/conjunction/${burn.satelliteId}/${event?.conjunctionId}`)
  await hideNotices(call)
  await seesStrip(page, burn)
  await page.goto(`${ADDRESS}/ca/satellite/${burn.satelliteId}`)
  await seesStrip(page, burn)

  // On a phone in German: whole, with a comma in the number, and the page is not wider than the phone.
  const phone = await visitAs(await newVisitor({ viewport: PHONE }), who, '/services')
  await phone.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await phone.goto(`${ADDRESS}/ca/satellite/${burn.satelliteId}`)
  const german = phone.getByText(/^SIMULIERT\. Bahnelemente von .* zeigen ein Manöver, das niemand angekündigt hat/)
  await seen(german.first())
  expect(await german.first().innerText()).toContain(burn.deltaVMps.toFixed(3).replace('.', ','))
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
})
