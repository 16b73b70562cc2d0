import { unfolded } from '@apsis/e2e/unfolded.ts'
import { expect, test } from 'vitest'
import { page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

test('the settings show an EXAMPLE of mail and cards in both languages, for a client with a dark theme, at the width of a phone', async () => {
  const page = await open(world.nothing, 'demo', '/account/notifications', PHONE)
  const example = pane(page, 'How notices look')
  await seen(example.getByText('Mail, Microsoft Teams and Slack; yours are in English'))
  await unfolded(page, 'How notices look')
  await seen(example.getByText('EXAMPLE: there is no such event', { exact: true }))
  const mail = example.frameLocator('iframe')
  await seen(mail.getByText('CRITICAL · EXAMPLE'))
  await example.getByRole('button', { name: 'Deutsch' }).click()
  await example.getByRole('button', { name: 'Dark client' }).click()
  await seen(mail.getByText('KRITISCH · BEISPIEL'))
  // The last message is at the bottom, with 182 m and twice the probability.
  await seen(mail.getByRole('row', { name: '2026-11-20 05:41 Z 2,12 × 10⁻⁴ 182 m' }))
  // The German mail is loaded before the dark one.
  const background = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await expect.poll(background).toBe('rgb(16, 20, 24)')
  // The drawing of the encounter is also shown in the dark mail, with a text below it.
  const picture = mail.getByRole('img', { name: /^Konjunktionsebene, quer zur Relativgeschwindigkeit: 1 Sigma/ })
  await seen(picture)
  // 848 m fill the 680-pixel width; 283 m are then 227 pixels high, with a margin of 104 in total.
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    720, 332,
  ])
  const curve = mail.getByRole('img', { name: /^Wahrscheinlichkeit je Nachricht, in Zehnerpotenzen: 2,60 × 10⁻⁶/ })
  await seen(curve)
  expect(await curve.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    720, 320,
  ])
  await seen(mail.getByText('+58, +114, +129 m'))
  // The text is in the mail, the card and the message, and below them in the mail as plain text.
  await expect.poll(() => example.getByText('Überflug über ABC01').count()).toBe(3)
  await seen(mail.getByText('Überflug über ABC01'))
  await seen(mail.getByText('Quittiert es bis 2026-11-20 06:11 Z niemand, wird kim gerufen.'))
  // The cards of Teams and Slack both have this line.
  await expect.poll(() => example.getByText(/^\[BEISPIEL\] Stufe gestiegen auf Kritisch: /).count()).toBe(2)
  await expect.poll(() => example.getByText('wird kim gerufen.').count()).toBe(3)
  await example.getByText('The mail as plain text').click()
  await seen(example.getByText(/Letzte Konjunktionsnachrichten, älteste zuerst/))
  // No part of the mail is cut off, because the mail cannot be scrolled.
  const size = await mail.locator('html').evaluate((html) => ({
    isHigher: html.scrollHeight > html.clientHeight,
    isWider: html.scrollWidth > html.clientWidth,
  }))
  expect(size).toEqual({ isHigher: false, isWider: false })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(PHONE.viewport.width)
})

/** The bounds of the colours of a picture, as a browser reads its file: the box around all pixels that are nearly opaque. */
type Boxes = Record<'body' | 'near' | 'bar', { left: number; right: number; top: number; bottom: number }>

/** The accuracy of edges is a pixel; lines are 4 pixels wide, the ends of the bar 3. */
const [EDGE_PX, LINE_PX, BAR_PX] = [1.5, 4, 3]

test('a browser that reads the picture of the mail finds each point at the place that follows from design/alerts.html', async () => {
  const page = await open(world.nothing, 'demo', '/account/notifications')
  const src = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/notifications/example?lang=en', { headers: { accept: 'application/json' } })
    return /src="(data:image\/png;base64,[^"]+)"/.exec(((await answer.json()) as { html: string }).html)?.[1] ?? ''
  })
  const boxes: Boxes = await page.evaluate(async (file) => {
    const image = new Image()
    image.src = file
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    const boxOf = (isOf: (colour: string, row: number) => boolean) => {
      const box = { left: width, right: 0, top: height, bottom: 0 }
      for (let row = 0; row < height; row++)
        for (let column = 0; column < width; column++) {
          const at = (row * width + column) * 4
          if (data[at + 3]! < 250 || !isOf(`${data[at]},${data[at + 1]},${data[at + 2]}`, row)) continue
          box.left = Math.min(box.left, column)
          box.right = Math.max(box.right, column + 1)
          box.top = Math.min(box.top, row)
          box.bottom = Math.max(box.bottom, row + 1)
        }
      return box
    }
    return {
      body: boxOf((colour) => colour === '229,72,77'),
      near: boxOf((colour) => colour === '111,143,176'),
      bar: boxOf((colour, row) => colour === '128,139,152' && row > height - 30),
    }
  }, src)
  const { body, near, bar } = boxes
  // The bar is 200 m long, as stated in the mail and in its label.
  const pxPerM = (bar.right - bar.left - BAR_PX) / 200
  const middle = (box: Boxes['body']) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const
  const [[x0, y0], [x1, y1]] = [middle(body), middle(near)]
  // The miss is 172 m to the right and 58 m down; the sigmas are 26 and 139 m horizontally, 14 and 45 m vertically.
  expect(Math.abs((x1 - x0) / pxPerM - 172) * pxPerM).toBeLessThan(EDGE_PX)
  expect(Math.abs((y1 - y0) / pxPerM - 58) * pxPerM).toBeLessThan(EDGE_PX)
  expect(Math.abs((near.right - near.left - LINE_PX) / 2 - Math.hypot(26, 139) * pxPerM)).toBeLessThan(EDGE_PX)
  expect(Math.abs((near.bottom - near.top - LINE_PX) / 2 - Math.hypot(14, 45) * pxPerM)).toBeLessThan(EDGE_PX)
})
