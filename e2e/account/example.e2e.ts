import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const PHONE = { viewport: { width: 390, height: 844 } }

test('the settings show an EXAMPLE of mail and cards in both languages, for a dark client, at the width of a phone', async () => {
  const page = await visitAs(await newVisitor(PHONE), account('demo'), '/account/notifications')
  const example = pane(page, 'How letters look')
  await seen(example.getByText('EXAMPLE: there is no such event', { exact: true }))
  const mail = example.frameLocator('iframe')
  await seen(mail.getByText('CRITICAL · EXAMPLE'))
  await example.getByRole('button', { name: 'Deutsch' }).click()
  await example.getByRole('button', { name: 'Dark client' }).click()
  await seen(mail.getByText('KRITISCH · BEISPIEL'))
  // The last message is at the bottom: 182 m, and the probability has doubled.
  await seen(mail.getByRole('row', { name: '2026-11-20 05:41 Z 2,12 × 10⁻⁴ 182 m' }))
  // The German mail is there before the dark one.
  const background = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await expect.poll(background).toBe('rgb(16, 20, 24)')
  // Teams and Slack.
  await expect.poll(() => example.getByText(/^\[BEISPIEL\] Kritisch: /).count()).toBe(2)
  await example.getByText('The same mail as plain text').click()
  await seen(example.getByText(/Letzte Konjunktionsnachrichten, älteste zuerst/))
  // Nothing of the mail is cut off: it cannot be scrolled.
  const size = await mail.locator('html').evaluate((html) => ({
    isHigher: html.scrollHeight > html.clientHeight,
    isWider: html.scrollWidth > html.clientWidth,
  }))
  expect(size).toEqual({ isHigher: false, isWider: false })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(PHONE.viewport.width)
})
