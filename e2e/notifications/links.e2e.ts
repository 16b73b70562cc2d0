import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { openFleet, WHOLE_FLEET_MS } from '../ca/testing/demo-fleet.ts'
import { callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { ADDRESS, newVisitor, seen, useBrowser, visitAs } from '../visitor.ts'
import { list } from './notices.ts'

useBrowser()

const WHO = account('demo-other')
leavesNothing(WHO)
const OPEN = '/services?sidebar=notifications'
/** Of a fleet that was kept the list has everything at once. */
const FLEET = { timeout: 120_000, interval: 1_000 }
/** What the fleet of the demo is always told of. */
const OF_THE_DEMO = ['risk-raised', 'estimates-contradict']

test(
  'each kind of notification of the demo leads to what it is about, by the pointer and by the keyboard',
  async () => {
    const page = await visitAs(await newVisitor(), WHO, '/services')
    const call = await callerOf(page)
    // What other journeys were told of may be gone by now.
    await hideNotices(call)
    await openFleet(call, WHO)
    const told = () => call<Notification[]>('GET', '../notifications?limit=200')
    const codes = async () => (await told()).map(({ finding }) => finding?.code)
    await expect.poll(codes, FLEET).toEqual(expect.arrayContaining(OF_THE_DEMO))
    const kinds = new Map((await told()).map((notice) => [notice.finding?.code ?? '', notice]))
    for (const notice of kinds.values()) {
      expect(notice.link, `${notice.title} leads somewhere`).toBeDefined()
      for (const way of ['pointer', 'keyboard'] as const) {
        await page.goto(`${ADDRESS}${OPEN}`)
        const link = await seen(list(page).locator(`a[href^="${notice.link}"]`).first())
        if (way === 'pointer') await link.click()
        else {
          await link.focus()
          await page.keyboard.press('Enter')
        }
        await page.waitForURL(({ pathname }) => pathname.startsWith(notice.link ?? ''))
        await seenObject(page, notice)
      }
    }
  },
  WHOLE_FLEET_MS,
)

/** The page that is open says of what the notice tells. */
async function seenObject(page: Page, { link = '', finding }: Notification): Promise<void> {
  if (link.startsWith('/ca/conjunction/')) {
    const { satellite, secondary } = finding?.values ?? {}
    const names = [satellite, secondary].filter((name) => name !== undefined)
    for (const name of names)
      await seen(page.getByRole('navigation', { name: 'Breadcrumb' }).filter({ hasText: String(name) }))
  } else if (link.startsWith('/ca/satellite/')) {
    await seen(page.getByRole('main').getByText(String(finding?.values.satellite)).first())
  } else if (link.startsWith('/odt/observation/')) {
    // At some hours a request of the demo changes its state, or tracks show a burn.
    await seen(page.getByRole('main').getByText(String(finding?.values.object)).first())
  } else if (link === '/account/notifications')
    await seen(page.getByRole('main').getByRole('tab', { name: /^Notifications/, selected: true }))
  else throw new Error(`Nobody says what ${link} has to show.`)
  expect(await page.getByText('Page not found').count()).toBe(0)
}
