import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { cutTexts, openSink, styleOf } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../../testing/page.ts'

/** Returns the shapes of symbols, without their colours. */
const shapesOf = (symbols: Locator) =>
  symbols.evaluateAll((all) =>
    all.map((one) =>
      [...one.children]
        .map((part) => `${part.tagName} ${part.getAttribute('points') ?? part.getAttribute('r')}`)
        .join(', '),
    ),
  )

test('each level has its own shape beside its word, the same in every theme, and its word is not cut off on a phone', async () => {
  const page = await openSink(PHONE)
  const shapes = []
  for (const theme of ['dark', 'light', 'contrast']) {
    const levels = page.getByRole('main').locator(`[data-theme="${theme}"]`)
    expect((await levels.locator('p:first-child').allInnerTexts()).map((text) => text.trim())).toEqual([
      'Inactive',
      'Pending',
      'Normal',
      'Caution',
      'Serious',
      'Critical',
    ])
    shapes.push(await shapesOf(levels.locator('svg')))
    // The word is beside the symbol, so the shape is not read out.
    expect(await levels.locator('svg:not([aria-hidden="true"])').count()).toBe(0)
  }
  expect(new Set(shapes[0]).size).toBe(6)
  expect(shapes[1]).toEqual(shapes[0])
  expect(shapes[2]).toEqual(shapes[0])
  for (const name of ['Risk', 'Requests and observations', 'Screening', 'Notifications'])
    expect(await cutTexts(pane(page, name)), name).toEqual([])
  const ages = pane(page, 'Age of the data')
  await seen(ages.getByRole('definition').filter({ hasText: '16.0 h' }).getByRole('img', { name: 'Caution' }))
  await seen(ages.getByRole('definition').filter({ hasText: '1.3 d' }).getByRole('img', { name: 'Serious' }))
  expect(await ages.getByRole('img').count()).toBe(2)
})

test('with the colours of the system every symbol is still visible', async () => {
  const page = await openSink({ forcedColors: 'active' })
  const ground = await styleOf(page.locator('body'), 'background-color')
  const symbols = pane(page, 'Requests and observations').getByRole('listitem').locator('svg')
  const inks = await symbols.evaluateAll((all) =>
    all.map((one) =>
      [...one.children]
        .map((part) => getComputedStyle(part))
        .filter(({ visibility }) => visibility === 'visible')
        .flatMap(({ fill, stroke }) => [fill, stroke])
        .filter((ink) => ink.startsWith('rgb(')),
    ),
  )
  expect(inks).toHaveLength(14)
  for (const ink of inks) expect(ink.filter((one) => one !== ground)).not.toEqual([])
})
