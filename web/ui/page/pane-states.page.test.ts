import { expect, test } from 'vitest'
import { boxOf, cutTexts, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../../testing/page.ts'

test('each state of a pane is read out by its role', async () => {
  const page = await openSink()
  await seen(
    pane(page, 'First load')
      .getByRole('status')
      .filter({ hasText: /^Loading$/ }),
  )
  expect(await pane(page, 'Refreshing').getAttribute('aria-busy')).toBe('true')
  expect(await pane(page, 'Good and empty').getAttribute('aria-busy')).toBe('false')
  const failed = pane(page, 'Failed').getByRole('alert')
  expect((await failed.innerText()).split(/\n+/)).toEqual([
    'Separation could not be read (503).',
    'The service is away. Message 6 still holds.',
    'Try again',
    'c7f3-91ab',
  ])
  const partial = pane(page, 'Partial').getByRole('status').filter({ hasText: '2 of 3 providers answered' })
  await seen(partial.getByRole('img', { name: 'Caution' }))
  const frozen = pane(page, 'Not following').getByRole('status').filter({ hasText: 'frozen at 06:50:00 Z' })
  await seen(frozen.getByRole('img', { name: 'Notice' }))
  await frozen.getByRole('button', { name: 'Follow' }).press('Enter')
  await seen(pane(page, 'Not following').getByText('Follows the clock again.'))
  // An event that becomes critical is read out at once; an event that already was critical is not.
  const banner = page.getByRole('alert').filter({ hasText: 'SAT-3 × 90417 reached Critical' })
  await seen(banner.getByRole('img', { name: 'Critical' }))
  expect(await page.getByRole('alert').filter({ hasText: 'Offline since' }).count()).toBe(0)
  await seen(page.getByRole('status').filter({ hasText: 'Offline since 06:58 Z.' }))
})

test('on a phone a pane shows its complete title and state, and the buttons of a banner are large enough for a finger', async () => {
  const page = await openSink(PHONE)
  for (const name of [
    'A pane whose title is far longer than anybody would have thought when the pane was drawn',
    'Partial',
    'Stale',
    'Failed',
    'Nothing yet',
    'Not following',
    'SAT-00042',
  ]) {
    const part = pane(page, name)
    expect(await smallTargets(part), name).toEqual([])
    expect(await cutTexts(part), name).toEqual([])
  }
  const banner = page.getByRole('alert').filter({ hasText: 'SAT-3 × 90417 reached Critical' })
  const [text, action] = [
    await boxOf(banner.getByText(/reached Critical/)),
    await boxOf(banner.getByRole('button').first()),
  ]
  // The buttons are below the text and do not narrow it.
  expect(action.y).toBeGreaterThanOrEqual(text.y + text.height)
  expect(await smallTargets(banner)).toEqual([])
  expect(await cutTexts(banner)).toEqual([])
})
