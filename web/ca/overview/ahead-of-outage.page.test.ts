import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../testing/caller.ts'
import { another, beginsWith, go, pane, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)
const WHO = 'demo'
const call = callerOf(world.fleet, WHO)

/** Returns the data that this browser has stored, by the keys of the queries. */
const keptOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opened = indexedDB.open('apsis')
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const keys = opened.result.transaction('answer').objectStore('answer').getAllKeys()
          keys.onsuccess = () => {
            opened.result.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )

const offline = (page: Page) =>
  page.getByText(/^Offline since .* Shown is what was read at \d\d:\d\d:\d\d Z or later, at most .* ago/)

/** Finds the age of the data in the head of a pane. */
const age = (where: Locator) => where.getByText(/^read \d+ (s|min) ago$/)

/** Checks that list, overview and event show the data of the last read, with its age, and allow no decision. */
async function expectReadable(page: Page, event: Conjunction): Promise<void> {
  const pair = `${event.object1.name} × ${event.object2.name}`
  await go(page, '/ca/conjunctions')
  await seen(page.getByRole('grid').getByText(event.object2.name))
  await seen(offline(page))
  await seen(page.getByRole('main').getByText(pair).first())
  await seen(age(pane(page, 'Closest approaches, next 7 days')))
  for (const button of await page.getByRole('button', { name: /^Acknowledge/ }).all())
    expect(await button.isDisabled()).toBe(true)

  await go(page, '/ca/overview')
  await seen(pane(page, 'Next decision').getByText(event.object2.name))
  await seen(offline(page))
  const health = pane(page, 'Health')
  await seen(health)
  expect(await health.getByRole('img', { name: 'Normal' }).count()).toBe(0)
  for (const name of ['Next decision', 'Health', 'Plans and burns']) await seen(age(pane(page, name)))

  await go(page, `/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`)
  const verdict = await seen(pane(page, 'Verdict'))
  await seen(verdict.getByText('Critical', { exact: true }))
  await seen(age(verdict))
  // The burns announced for the object are also known: there is no note that they could not be read.
  expect(await page.getByText(/could not be read/).count()).toBe(0)
  await seen(offline(page))
  for (const name of ['Acknowledge', 'Assign', 'Record decision'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
  await page.keyboard.press('d')
  expect(await page.getByRole('dialog').count()).toBe(0)
}

/** Checks that the burn of an event is shown with each step that was taken, although nobody had opened it. */
async function expectPlan(page: Page, { manoeuvreId, name, satelliteId, conjunctionId, steps }: Plan): Promise<void> {
  await go(page, `/ca/conjunction/${satelliteId}/${conjunctionId}?tab=manoeuvre&plan=${manoeuvreId}`)
  const plans = await seen(pane(page, 'Plans'))
  await seen(plans.getByText(name).first())
  await seen(age(plans).first())
  expect(await (await seen(pane(page, 'Steps'))).getByRole('row').count()).toBe(steps.length + 1)
}

test('without the server, list, overview and pending events keep their last data after a reload, and show it to no other user', async () => {
  const events = await call<Conjunction[]>('GET', 'conjunctions?limit=1000')
  const event = events.find(({ conjunctionData }) => conjunctionData.riskLevel === 'CRITICAL')
  if (!event) throw new Error('The demo fleet has no critical event.')
  const plan = (await call<Plan[]>('GET', 'manoeuvres')).find(({ conjunctionId }) => conjunctionId !== null)
  if (!plan) throw new Error('The demo fleet has no burn for an event.')
  const wishes = { fetchesAhead: true, serviceWorkers: 'allow' } as const
  const page = await another(world.fleet, WHO, '/account/profile', wishes)
  const wanted = [
    '["conjunction","ahead"]',
    '["satellite","list"]',
    `["conjunction","cdms","${event.conjunctionId}"]`,
    `["manoeuvre","of","${plan.conjunctionId}"]`,
  ]
  await expect
    .poll(async () => {
      const kept = await keptOf(page)
      return wanted.filter((key) => !kept.includes(key))
    })
    .toEqual([])
  // The code of all screens is stored.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('apsis-code')).keys()).length))
    .toBeGreaterThan(40)

  await page.context().setOffline(true)
  await seen(page.getByText(/^Offline since/))
  await expectReadable(page, event)
  await expectPlan(page, plan)
  await page.reload()
  await expectReadable(page, event)
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText(/^Offline since/).count()).toBe(0)

  // Signing out removes all stored data. The page is left first: if it renewed its session just now, the answer would bring its cookie back.
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${origin}/tnc`)
  await seen(page.getByRole('banner').getByRole('button', { name: 'Login' }))
  await expect.poll(() => keptOf(page)).toEqual([])
})
