import { findings } from '@apsis/e2e/findings.ts'
import { faultsOnPaper } from '@apsis/e2e/paper.ts'
import { expect, test } from 'vitest'
import { another, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const PATH = '/account/organisation'

test("an administrator switches the second approver on and off, and another user's open page shows the change", async () => {
  const user = await open(world.nothing, 'demo', PATH)
  const seenByUser = pane(user, 'Approval of plans')
  await seen(seenByUser.getByText('Off: one person may make and approve a plan.'))
  await seen(seenByUser.getByText(/Only an administrator of collision avoidance/))
  expect(await seenByUser.getByRole('button', { name: /^Switch/ }).count()).toBe(0)
  const admin = await another(world.nothing, 'demo-admin', PATH)
  const approval = pane(admin, 'Approval of plans')
  await approval.getByRole('button', { name: 'Switch on' }).click()
  await seen(approval.getByText('On', { exact: true }))
  await seen(seenByUser.getByText('On', { exact: true }))
  await approval.getByRole('button', { name: 'Switch off' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Let one person approve their own plans?' })
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await seen(approval.getByText(/^Off: one person/))
  await seen(seenByUser.getByText(/^Off: one person/))
})

test('everybody can read the page, in dark on a desktop and in light on a phone', async () => {
  for (const options of [
    { colorScheme: 'dark' },
    { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  ] as const) {
    const page = await open(world.nothing, 'demo-admin', PATH, options)
    await seen(page.getByRole('button', { name: 'Switch on' }))
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await faultsOnPaper(page)).toEqual([])
  }
})

test('on a small phone and in German the sentence of a setting takes a second line', async () => {
  const page = await open(world.nothing, 'demo', PATH, { viewport: { width: 320, height: 640 }, language: 'de' })
  const said = page.getByText('Aus: Eine Person darf einen Plan machen und freigeben.')
  const { right, isWhole } = await (await seen(said)).evaluate((one) => ({
    right: one.getBoundingClientRect().right,
    isWhole: one.scrollWidth <= one.clientWidth,
  }))
  expect(right).toBeLessThanOrEqual(320)
  expect(isWhole).toBe(true)
  await page.evaluate(() => localStorage.removeItem('apsis-language'))
})

test('a user without access to plans has no such page', async () => {
  const page = await open(world.nothing, 'demo-tracking', PATH)
  await seen(page.getByText('Page not found').first())
  expect(await page.getByRole('tab', { name: 'Organisation' }).count()).toBe(0)
})
