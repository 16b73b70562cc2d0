import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '../account.ts'
import { findings } from '../findings.ts'
import { ADDRESS, newVisitor, pane, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

/** Sets the bridge of the organisation; only administrators do. */
const WHO = account('demo-admin')

// An example of the reference sets a number, too.
beforeAll(forget)
afterAll(forget)

async function forget(): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(await visitAs(await newVisitor(), WHO, '/services'))}` }
  for (const what of ['telephone', 'bridge'])
    await fetch(`${ADDRESS}/api/v1/duty/${what}`, { method: 'DELETE', headers })
}

test('a number is set, confirmed by the key of a simulated call, and deleted again', async () => {
  const page = await visitAs(await newVisitor(), WHO, '/account/notifications')
  const telephone = pane(page, 'Telephone')
  await telephone.getByRole('button', { name: 'Set telephone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number').fill('030 901820')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByText('has to begin with a plus and the country code, followed by digits'))
  await dialog.getByLabel('Number').fill('+49 30 901820')
  await dialog.getByText('Text message').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(telephone.getByText('+4930901820'))
  await seen(telephone.getByText('Not confirmed'))
  await seen(
    telephone.getByText('SIMULATED: no telephone bridge is set. Nobody is called; this is what would have been said.'),
  )
  await telephone.getByRole('button', { name: /^Press \d{4}$/ }).click()
  await seen(telephone.getByText('This number is confirmed.'))
  await seen(telephone.getByText('Confirmed', { exact: true }))
  expect(await findings(page)).toEqual([])
  await telephone.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await seen(telephone.getByText('No telephone', { exact: true }))
  await expect.poll(() => page.content()).not.toContain('901820')
})

test('a bridge is set by an address to which something may be sent, shows its secret once, and ends one that has leaked', async () => {
  const page = await visitAs(await newVisitor(), WHO, '/account/notifications')
  const bridge = pane(page, 'Telephone bridge')
  await bridge.getByRole('button', { name: 'Set bridge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address of the bridge').fill('http://bridge.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByText('Not https'))
  await dialog.getByLabel('Address of the bridge').fill('https://journey.operator.example/apsis')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await bridge.getByRole('button', { name: 'New secret' }).click()
  await seen(page.getByRole('dialog').getByText(/^whsec_/))
  await seen(
    page.getByRole('dialog').getByText(/The one before signs as well until .+; another new one ends both at once\.$/),
  )
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
