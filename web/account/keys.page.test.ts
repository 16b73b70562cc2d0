import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, page as open, pane, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
/** This is more than the number of tab stops on the page. */
const MOST_TABS = 150

async function answerOf<T>(path: string): Promise<T> {
  const { call } = await apiOf(world.nothing)
  return (await call(person(WHO), `GET /api/v1/${path}`)).json()
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let at = 0; at < MOST_TABS; at++) {
    if ((await target.count()) > 0 && (await target.evaluate((one) => one === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus does not come to ${target}`)
}

test('a rule is added, chosen and saved by keyboard alone', async () => {
  const page = await open(world.nothing, WHO, '/account/notifications')
  const rules = pane(page, 'Rules')
  await tabTo(page, rules.getByRole('button', { name: 'Rules', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, rules.getByRole('button', { name: 'Add a rule' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await seen(dialog)
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Watched objects' }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Apply' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.count()).toBe(0)
  // The focus is at the same place as before the dialog, and Tab continues from there.
  await tabTo(page, rules.getByRole('button', { name: 'Save changes' }))
  await page.keyboard.press('Enter')
  await seen(rules.getByText('Saved.'))
  const saved = await answerOf<{ rules: { types: string[]; way: string }[] }>('notifications/rules')
  expect(saved.rules.map(({ types, way }) => [types, way])).toEqual([[['watch'], 'now']])
})

test('a step of the on-call chain is added and saved by keyboard alone', async () => {
  const page = await open(world.nothing, WHO, '/account/notifications')
  const chain = pane(page, 'On call')
  await tabTo(page, chain.getByRole('button', { name: 'Add a step' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('button', { name: /Add a person/ }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Apply' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.count()).toBe(0)
  await tabTo(page, chain.getByRole('button', { name: 'Save changes' }))
  await page.keyboard.press('Enter')
  await seen(chain.getByText('Saved.'))
  const plan = await answerOf<{ chain: { people: string[] }[] }>('duty/plan')
  expect(plan.chain.map(({ people }) => people.length)).toEqual([1])
})
