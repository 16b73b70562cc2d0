import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '../account.ts'
import { findings } from '../findings.ts'
import { unfolded } from '../unfolded.ts'
import { ADDRESS, newVisitor, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

/** Only administrators set the organisation's telephone bridge. */
const WHO = account('demo-admin')

// An example of the API reference also sets a number, so the number is removed first.
beforeAll(forget)
afterAll(forget)

async function forget(): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOf(await visitAs(await newVisitor(), WHO, '/services'))}` }
  for (const what of ['telephone', 'bridge'])
    await fetch(`${ADDRESS}/api/v1/duty/${what}`, { method: 'DELETE', headers })
}

test('a number is set, confirmed by the key of a simulated call, and deleted again', async () => {
  const page = await visitAs(await newVisitor(), WHO, '/account/notifications')
  const telephone = await unfolded(page, 'Telephone')
  await telephone.getByRole('button', { name: 'Set telephone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number').fill('030 901820')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByText('must begin with plus and country code, then digits'))
  await dialog.getByLabel('Number').fill('+49 30 901820')
  await dialog.getByText('Text message').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(telephone.getByText('+4930901820'))
  await seen(telephone.getByText('Not confirmed'))
  await seen(telephone.getByText('SIMULATED: without a telephone bridge nobody is called. This would have been said.'))
  await telephone.getByRole('button', { name: /^Press \d{4}$/ }).click()
  await seen(telephone.getByText('This number is confirmed.'))
  await seen(telephone.getByText('Confirmed', { exact: true }))
  // The pressed button is gone, and the element that is now under the pointer may show a tooltip outside the page's regions.
  await page.mouse.move(0, 0)
  await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await telephone.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await seen(telephone.getByText('No telephone', { exact: true }))
  await expect.poll(() => page.content()).not.toContain('901820')
})
