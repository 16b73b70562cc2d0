import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { greet } from '@apsis/server/platform/testing/greet.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { list } from '../testing/notices.ts'
import { apiOf, beginsWith, go, page as open, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const OPEN = '/services?sidebar=notifications'
/** The notifications that the demo's fleet always has. */
const OF_THE_DEMO = ['risk-raised', 'estimates-contradict']
/** The notifications that the actions of this test cause. */
const OF_THE_TEST = ['welcome-simulated', 'observation-status']

test.each(['pointer', 'keyboard'] as const)(
  'each kind of notification of the demo leads to its subject, by the %s',
  async (way) => {
    const api = await apiOf(world.fleet)
    await greet(api, person(WHO))
    await cancelRequest()
    const told: Notification[] = await (await api.call(person(WHO), 'GET /api/v1/notifications?limit=200')).json()
    const kinds = new Map(told.map((notice) => [notice.finding?.code ?? '', notice]))
    expect([...kinds.keys()]).toEqual(expect.arrayContaining([...OF_THE_DEMO, ...OF_THE_TEST]))
    const page = await open(world.fleet, WHO, '/services')
    for (const notice of kinds.values()) {
      expect(notice.link, `${notice.title} leads somewhere`).toBeDefined()
      await go(page, OPEN)
      const link = await seen(list(page).locator(`a[href^="${notice.link}"]`).first())
      if (way === 'pointer') await link.click()
      else {
        await link.focus()
        await page.keyboard.press('Enter')
      }
      await page.waitForURL(({ pathname }) => pathname.startsWith(notice.link ?? ''))
      await seenObject(page, notice)
    }
  },
)

/** Requests passes and withdraws the request, so that the user is notified. */
async function cancelRequest(): Promise<void> {
  const { call } = await apiOf(world.fleet)
  const body = JSON.stringify({ catalogueId: 90_001, measurementType: 'RADAR', numberOfPassesRequested: 1 })
  const asked = await call(person(WHO), 'POST /api/v1/odt/requests', { body })
  const { observationRequestId: id } = (await asked.json()) as ObservationRequest
  const cancelled = await call(person(WHO), `DELETE /api/v1/odt/requests?observation-request-id=${id}`)
  expect(cancelled.ok).toBe(true)
}

/** Checks that the page that is open shows the subject of the notice. */
async function seenObject(page: Page, { link = '', finding }: Notification): Promise<void> {
  if (link.startsWith('/ca/conjunction/')) {
    const { satellite, secondary } = finding?.values ?? {}
    const names = [satellite, secondary].filter((name) => name !== undefined)
    for (const name of names)
      await seen(page.getByRole('navigation', { name: 'Breadcrumb' }).filter({ hasText: String(name) }))
  } else if (link.startsWith('/ca/satellite/')) {
    await seen(page.getByRole('main').getByText(String(finding?.values.satellite)).first())
  } else if (link.startsWith('/odt/observation/')) {
    // At some times of day a request of the demo changes its state, or tracks show a burn.
    await seen(page.getByRole('main').getByText(String(finding?.values.object)).first())
  } else if (link === '/account/notifications')
    await seen(page.getByRole('main').getByRole('tab', { name: /^Notifications/, selected: true }))
  else throw new Error(`Nobody says what ${link} has to show.`)
  expect(await page.getByText('Page not found').count()).toBe(0)
}
