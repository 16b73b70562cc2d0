import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, newVisitor, pane, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'
import { openSettings } from './settings.ts'

useBrowser()

/** Another organisation than most journeys: its rules and its chain are its own. */
const WHO = account('demo-other')
/** More than there are places for the focus on the page. */
const MOST_TABS = 150
const NO_CHAIN = {
  timeZone: 'UTC',
  turnsFrom: '2026-01-05',
  handoverTime: '08:00',
  chain: [],
  overrides: [],
  absences: [],
}
afterAll(async () => {
  const token = await tokenOf(await visitAs(await newVisitor(), WHO, '/services'))
  await callApi(token, 'PUT', 'notifications/rules', {})
  await callApi(token, 'PUT', 'duty/plan', NO_CHAIN)
})

async function callApi<T>(token: string, method: 'GET' | 'PUT', path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const url = `${ADDRESS}/api/v1/${path}`
  if (method === 'PUT') headers['If-Match'] = (await fetch(url, { headers })).headers.get('etag') ?? ''
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  expect(answer.status, path).toBe(200)
  return answer.json() as Promise<T>
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let at = 0; at < MOST_TABS; at++) {
    if ((await target.count()) > 0 && (await target.evaluate((one) => one === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus does not come to ${target}`)
}

test('a rule is added, chosen and saved by keyboard alone', async () => {
  const { page, token } = await openSettings(WHO)
  const rules = pane(page, 'Rules')
  await tabTo(page, rules.getByRole('button', { name: 'Add a rule' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await seen(dialog)
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Watched objects' }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Apply' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.count()).toBe(0)
  // The focus is where it was before the dialog, and the journey goes on from there.
  await tabTo(page, rules.getByRole('button', { name: 'Save changes' }))
  await page.keyboard.press('Enter')
  await seen(rules.getByText('Saved.'))
  const saved = await callApi<{ rules: { types: string[]; way: string }[] }>(token, 'GET', 'notifications/rules')
  expect(saved.rules.map(({ types, way }) => [types, way])).toEqual([[['watch'], 'now']])
})

test('a step of the on-call chain is added and saved by keyboard alone', async () => {
  const { page, token } = await openSettings(WHO)
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
  const plan = await callApi<{ chain: { people: string[] }[] }>(token, 'GET', 'duty/plan')
  expect(plan.chain.map(({ people }) => people.length)).toEqual([1])
})
