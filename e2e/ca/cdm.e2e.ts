import type { Cdm, CdmIntake } from '@apsis/contract/ca/cdm.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { historyOfEvent } from './testing/messages.ts'
import { callerOf, leavesNothing, ownSatellite } from './testing/own-satellite.ts'

useBrowser()
leavesNothing(account('demo-other'))

const OWN = 90_311
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Opens the fourth of the five messages of an event; the messages are newest first. */
async function start(): Promise<{ page: Page; cdms: readonly Cdm[]; text: string; address: string }> {
  const page = await visitAs(
    await newVisitor({ ...CLIPBOARD, reducedMotion: 'reduce' }),
    account('demo-other'),
    '/services',
  )
  const call = await callerOf(page)
  const { satelliteId, name } = await ownSatellite(call, OWN)
  const messages = historyOfEvent(productNow(), { number: OWN, name })
  const [fourth] = messages.slice(3)
  for (const { text } of messages) await call<CdmIntake[]>('POST', 'cdms', text)
  const cdms = await call<Cdm[]>('GET', `cdms?satellite-id=${satelliteId}&limit=5`)
  const [, cdm] = cdms
  if (!cdm || !fourth) throw new Error('The messages were not taken.')
  const address = `${ADDRESS}/ca/cdm/${satelliteId}/${cdm.conjunctionId}/${cdm.cdmId}`
  await page.goto(address)
  return { page, cdms, text: fourth.text, address }
}

test('a message is read as it is written, checked, stepped through, compared and copied', async () => {
  const { page, cdms, text, address } = await start()
  const table = pane(page, 'What the message says')
  await seen(table.getByRole('row', { name: /^OBS_USED 171 62$/ }))
  await seen(table.getByRole('row', { name: /^X −5719.153201 −5719.163147 km$/ }))
  const checks = pane(page, 'Checks')
  await seen(checks.getByText('Covariance 2 positive definite'))
  await seen(checks.getByText('55.8 m, reported 55 m'))
  await seen(page.getByText('This address keeps showing message 4.'))
  expect(await graveFindings(page)).toEqual([])

  await page.keyboard.press('c')
  await seen(page.getByText('KVN copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)

  await table.getByRole('button', { name: 'MISS_DISTANCE' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe('MISS_DISTANCE')
  await page.keyboard.press(']')
  await expect.poll(() => page.url()).toContain(cdms[0]?.cdmId)
  await page.keyboard.press('[')
  await expect.poll(() => page.url()).toContain(cdms[1]?.cdmId)

  // From the third message to the fourth both covariances shrink by three.
  await page.getByRole('tab', { name: 'Changes' }).click()
  await seen(
    pane(page, 'What moved the probability')
      .getByText('the covariance of STARLINK-1233')
      .or(page.getByText('the covariance of HISTORY DEB')),
  )
  const variance = pane(page, 'Changes since message 3').getByRole('row', { name: /^CT_T Object 2/ })
  await seen(variance.getByText('↓ ÷3.0'))
  // On a wall of screens a row is still read across.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 3440, height: 1440 })
  expect((await variance.boundingBox())?.width).toBeLessThan(1500)
  if (size) await page.setViewportSize(size)

  await page.goto(address)
  await seen(table.getByRole('row', { name: /^OBS_USED 171 62$/ }))
  await page.emulateMedia({ media: 'print' })
  const paper = await seen(page.locator('[data-paper]'))
  expect(await paper.innerText()).toContain(`OWN ${OWN} × HISTORY DEB, message 4 of 5`)
  const foot = await page.getByRole('main').innerText()
  expect(foot).toContain(cdms[1]?.sha256)
  expect(foot).toContain(`Permanent link: ${address}`)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.emulateMedia({ media: 'screen' })

  await page.goto(`${address}?tab=motion`)
  await seen(page.getByText(/the objects pass each other at 55\.8 m, .* which reports 55 m\./))
  expect(await graveFindings(page)).toEqual([])

  await page.goto(`${address}?tab=text&format=xml&at=TCA`)
  const lines = page.getByRole('region', { name: /^Text of/ })
  await seen(lines.getByText('TCA').first())
  await expect.poll(() => lines.locator('button[aria-pressed="true"]').count()).toBe(1)
  expect(await graveFindings(page)).toEqual([])
})

test('while the text of a message is on its way, nothing is said to be unreadable', async () => {
  const { page, address } = await start()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/ca/cdms/file/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(address)
  const panes = [1, 2].map((number) => pane(page, `Covariance of object ${number}`))
  for (const one of panes) {
    await seen(one.getByText('Loading'))
    expect(await one.innerText()).not.toContain('cannot be read')
  }
  release()
  for (const one of panes) await seen(one.getByRole('table'))
})

test('a message that is none of the event leads to the newest one', async () => {
  const { page, cdms, address } = await start()
  await page.goto(address.replace(/[^/]+$/, 'no-such-message'))
  await page.getByRole('link', { name: 'Open the newest message' }).click()
  await expect.poll(() => page.url()).toContain(cdms[0]?.cdmId)
})
