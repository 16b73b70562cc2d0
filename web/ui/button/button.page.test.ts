import { expect, test } from 'vitest'
import { boxOf, cutTexts, isFocused, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../../testing/page.ts'

test('buttons are pressed by Enter and Space, a disabled one states the reason, and in a group of segments one stays pressed', async () => {
  const page = await openSink()
  const part = pane(page, 'Buttons')
  const names = ['Plan manoeuvre', 'Acknowledge', 'Print', 'Notifications of the demo']
  for (const [place, name] of names.entries())
    await part.getByRole('button', { name }).press(place % 2 === 0 ? 'Enter' : 'Space')
  await seen(part.getByText('pressed 4 times'))
  const saving = part.getByRole('button', { name: 'Saving...' })
  expect(await saving.isDisabled()).toBe(true)
  await part.getByRole('button', { name: 'Notifications of the demo' }).focus()
  await page.keyboard.press('Tab')
  const send = part.getByRole('button', { name: 'Send request', description: 'Needs at least one pass.' })
  expect(await isFocused(send)).toBe(true)
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  await send.click({ force: true })
  await seen(part.getByText('pressed 4 times'))
  const out = part.getByRole('link', { name: 'out of here (opens a new window)' })
  expect(await out.getAttribute('target')).toBe('_blank')
  expect(await out.getAttribute('rel')).toBe('noreferrer')
  const group = pane(page, 'Choices').getByRole('group', { name: 'Frame of the burn' })
  const pressed = () =>
    group
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('aria-pressed')]))
  await group.getByRole('button', { name: 'EME2000' }).press('Space')
  await expect.poll(pressed).toEqual([
    ['RTN', 'false'],
    ['TNW', 'false'],
    ['EME2000', 'true'],
  ])
})

test('a text is copied by a key, and the button reports success or that copying is not allowed', async () => {
  const page = await openSink()
  const part = pane(page, 'Buttons')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await part.getByRole('button', { name: 'Copy: within this page' }).press('Enter')
  const copied = await seen(part.getByRole('button', { name: 'Copied: within this page' }))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('#numbers')
  expect(await copied.innerText()).toBe('Copied')
  await seen(part.getByRole('button', { name: 'Copy: within this page' }))
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
  })
  await part.getByRole('button', { name: 'Copy: within this page' }).press('Enter')
  await seen(part.getByRole('button', { name: 'Not allowed: within this page' }))
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'))
})

test('every button is large enough for a finger, and its text is not cut off', async () => {
  const page = await openSink()
  const part = pane(page, 'Buttons')
  const heights = () =>
    Promise.all(
      ['Plan manoeuvre', 'Acknowledge', 'Print', 'Notifications of the demo'].map(
        async (name) => (await boxOf(part.getByRole('button', { name }))).height,
      ),
    )
  for (const { viewport, plainPx } of [
    { viewport: { width: 1440, height: 900 }, plainPx: 28 },
    { ...PHONE, plainPx: 32 },
  ]) {
    await page.setViewportSize(viewport)
    await expect.poll(heights).toEqual([plainPx, plainPx, 24, 32])
    expect(await smallTargets(part)).toEqual([])
    expect(await cutTexts(part)).toEqual([])
  }
})
