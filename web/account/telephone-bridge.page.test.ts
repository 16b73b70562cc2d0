import { unfolded } from '@apsis/e2e/unfolded.ts'
import { expect, test } from 'vitest'
import { page as open, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

/** Only administrators set the bridge of the organisation. */
const WHO = 'demo-admin'

test('a bridge needs an address that may be used, shows its secret once, and can replace a secret that has leaked', async () => {
  const page = await open(world.nothing, WHO, '/account/notifications')
  const bridge = await unfolded(page, 'Telephone bridge')
  await bridge.getByRole('button', { name: 'Set bridge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address of the bridge').fill('http://bridge.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByText('Not https'))
  await dialog.getByLabel('Address of the bridge').fill('https://journey.operator.example/apsis')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await bridge.getByRole('button', { name: 'New secret' }).click()
  await seen(page.getByRole('dialog').getByText(/^whsec_/))
  await seen(page.getByRole('dialog').getByText(/The one before signs until .+; another new one ends both\.$/))
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect.poll(() => page.content()).not.toContain('whsec_')
  await bridge.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog', { name: 'End both secrets?' }).getByRole('button', { name: 'End both' }).click()
  await seen(page.getByRole('dialog').getByText(/^whsec_/))
  await seen(page.getByRole('dialog').getByText(/Every earlier one has ended\.$/))
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect.poll(() => bridge.textContent()).not.toContain('The old secret signs')
  await bridge.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await seen(bridge.getByText('No bridge: calls are SIMULATED'))
})
