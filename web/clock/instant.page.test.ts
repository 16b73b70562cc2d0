import { expect, test } from 'vitest'
import { another, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

test('a time shows the local time on focus and on hover, unless that is switched off, and Escape closes it', async () => {
  const page = await another(world.nothing, 'demo', '/dev/kitchensink', { timezoneId: 'Europe/Berlin' })
  const time = pane(page, 'Times').locator('time').first()
  expect(await time.innerText()).toBe('2026-11-21 14:13:07 Z')
  await time.hover()
  const hint = await seen(page.getByRole('tooltip'))
  expect(await hint.innerText()).toBe('2026-11-21 15:13:07 CET')
  await hint.hover()
  await page.keyboard.press('Escape')
  expect(await hint.count()).toBe(0)
  await page.evaluate(() => localStorage.setItem('apsis-localTime', 'off'))
  await page.reload()
  await seen(time)
  expect(await time.getAttribute('tabindex')).toBeNull()
})
