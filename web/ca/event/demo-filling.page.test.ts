import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, beginsWith, go, pane, seen, settled } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

/** Opens a page in the first seconds of a demo fleet that has its satellites and this number of low events. */
async function whileFilling(events: number): Promise<Page> {
  return another(world.fleet, 'demo', '/ca/conjunctions', {}, async (context) => {
    const demo = {
      open: true,
      isAllowed: true,
      since: '2026-11-20T10:00:00.000Z',
      seed: 1,
      filling: { events, of: 60 },
    }
    await context.route('**/api/v1/ca/demo', (route) => route.fulfill({ json: demo }))
    await context.route('**/api/v1/ca/conjunctions?*', async (route) => {
      const answer = await route.fetch()
      const all: Conjunction[] = await answer.json()
      const low = all.filter(({ conjunctionData }) => conjunctionData.riskLevel === 'LOW')
      await route.fulfill({ response: answer, json: low.slice(0, events) })
    })
  })
}

const VERDICT = /No conjunction above|No decision is waiting|Nothing is watched|No messages yet/

test.each([0, 3])(
  'while a demo fleet is being filled, list, overview and wall show the progress, and no verdict: %s events',
  async (events) => {
    const page = await whileFilling(events)
    const filling = page.getByRole('main').getByText(`Demo fleet: ${events} of 60 events.`)
    for (const path of ['/ca/conjunctions', '/ca/overview', '/ca/overview?wall=on']) {
      await go(page, path)
      await seen(filling.first())
      await settled(page)
      expect(await page.getByRole('main').getByText(VERDICT).count(), path).toBe(0)
    }
  },
)

test('the chain of the demo reads the same on the overview and among the notifications', async () => {
  const page = await another(world.fleet, 'demo', '/ca/overview')
  const said = /^(SIMULATED [^:]+): nobody real is called/
  const text = await (await seen(pane(page, 'Health').getByText(said))).innerText()
  const [, name = ''] = said.exec(text) ?? []
  expect(name).toMatch(/^SIMULATED /)
  await go(page, '/account/notifications')
  await seen(page.getByRole('main').getByText(`${name}: nobody real is called`))
  await seen(page.getByRole('main').locator('p').filter({ hasText: 'No chain of your own' }))
})
