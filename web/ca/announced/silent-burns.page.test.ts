import type { SilentBurn } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, hideNotices } from '../../testing/caller.ts'
import { beginsWith, go, page as open, PHONE, pane, prefer, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const call = callerOf(world.fleet, WHO)
/**
 * The burn that the demo puts into the element sets (server/ca/demo/plans.data.ts), and the accuracy with which element sets show it: 20 %
 * (flight rule F17).
 */
const [BURN_MPS, SHOWN_TO] = [0.02, 0.2]

async function burnOfDemo(): Promise<SilentBurn> {
  const found = (await call<SilentBurn[]>('GET', 'burn-notices/silent')).find((one) => one.satelliteId)
  if (found === undefined) throw new Error('The demo has no silent burn.')
  return found
}

const minute = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} Z`

/** Checks that the banner states the size, time and confidence of the burn, and that it is simulated. */
async function seesStrip(page: Page, burn: SilentBurn): Promise<void> {
  const said = await seen(page.getByText(/^SIMULATED\. Element sets of .* show an unannounced burn/).first())
  const text = await said.innerText()
  expect(text).toContain(`at least ${burn.deltaVMps.toFixed(3)} m/s along the track`)
  expect(text).toContain(`between ${minute(burn.from)} and ${minute(burn.to)}`)
  expect(text).toContain(`(confidence ${burn.confidence.toFixed(2)})`)
  expect(await graveFindings(page)).toEqual([])
}

test('an unannounced burn of the demo is notified on the overview, and is shown above its event and on its satellite', async () => {
  const burn = await burnOfDemo()
  expect(burn.isSimulated).toBe(true)
  expect(Math.abs(burn.deltaVMps / BURN_MPS - 1)).toBeLessThan(SHOWN_TO)

  // The overview shows the notification.
  const page = await open(world.fleet, WHO, '/ca/overview?sidebar=notifications', { reducedMotion: 'reduce' })
  const notices = pane(page, 'Notifications')
  const told = notices.getByRole('listitem').filter({ hasText: 'An unannounced burn' }).first()
  await seen(told)
  expect(await told.innerText()).toMatch(
    /SIMULATED\. Element sets of .* show an unannounced burn of at least 0\.0\d+ m\/s along the track/,
  )
  // The notification names the next event of the satellite.
  const named = /It meets (.+) at \d{4}-/.exec(await told.innerText())?.[1]
  const events = await call<Conjunction[]>('GET', `conjunctions?satellite-id=${burn.satelliteId}&limit=1000`)
  const event = events.find(({ object2 }) => object2.name === named)
  await hideNotices(call)
  await go(page, `/ca/conjunction/${burn.satelliteId}/${event?.conjunctionId}`)
  await seesStrip(page, burn)
  await go(page, `/ca/satellite/${burn.satelliteId}`)
  await seesStrip(page, burn)

  // On a phone in German the text is complete, with a decimal comma, and the page is not wider than the phone.
  await page.setViewportSize(PHONE.viewport)
  await prefer(page, 'language', 'de')
  const german = page.getByText(/^SIMULIERT\. Bahnelemente von .* zeigen ein nicht angekündigtes Manöver/)
  await seen(german.first())
  expect(await german.first().innerText()).toContain(burn.deltaVMps.toFixed(3).replace('.', ','))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.viewport.width)
})
