import { expect, test } from 'vitest'
import { boxOf, cutTexts, isFocused, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../../testing/page.ts'

test('tabs are stored in the address, and the last one cannot be deselected', async () => {
  const page = await openSink()
  await page.getByRole('tab', { name: 'Message details' }).click()
  await page.getByRole('button', { name: 'Maximum' }).click()
  await page.getByRole('button', { name: 'Reported' }).click()
  await page.getByRole('button', { name: 'Maximum' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?view=message-details&layers=maximum')
  await page.reload()
  await seen(page.getByText('Message details is shown.'))
  expect(await page.getByRole('button', { name: 'Maximum' }).getAttribute('aria-pressed')).toBe('true')
})

test('tabs are reached by arrows, several are pressed by Space, each has its name, and on a phone none is cut off', async () => {
  const page = await openSink(PHONE)
  const [one, many] = [pane(page, 'One at a time'), pane(page, 'Several at once')]
  const tab = (name: string) => one.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name })
  await tab('Summary').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Message details'],
    ['End', 'Data message'],
    ['ArrowRight', 'Summary'],
    ['ArrowLeft', 'Data message'],
    ['Home', 'Summary'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => isFocused(tab(name)), { message: key }).toBe(true)
    expect(await tab(name).getAttribute('aria-selected')).toBe('true')
    await seen(one.getByRole('tabpanel', { name }).getByText(`${name} is shown.`))
  }
  const layer = (name: string) => many.getByRole('group', { name: 'Layers' }).getByRole('button', { name })
  await layer('Recomputed').press('Space')
  await seen(many.getByText('Recomputed is open.'))
  await layer('Reported').press('Enter')
  await expect.poll(() => many.getByText('Reported is open.').count()).toBe(0)
  await layer('Recomputed').press('Space')
  expect(await layer('Recomputed').getAttribute('aria-pressed')).toBe('true')
  expect((await boxOf(one.getByRole('tablist'))).height).toBe(40)
  expect((await boxOf(tab('Summary'))).height).toBeGreaterThanOrEqual(36)
  for (const part of [one, many]) {
    expect(await smallTargets(part)).toEqual([])
    expect(await cutTexts(part)).toEqual([])
  }
})
