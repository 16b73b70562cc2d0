import { expect, test } from 'vitest'
import { cutTexts, openSink } from '../../testing/kitchen-sink.ts'
import { PHONE, pane } from '../../testing/page.ts'

const NAME = 'Aurora Orbital Federated Constellation Operations and Space Traffic Coordination Branch, Unit SAT-00042'

test('a name is shortened in its middle and complete in its title; numbers, units and identifiers are never shortened', async () => {
  const page = await openSink()
  const part = pane(page, 'Name, cut in its middle')
  for (const viewport of [{ width: 1440, height: 900 }, PHONE.viewport]) {
    await page.setViewportSize(viewport)
    const names = part.getByTitle(NAME)
    expect(await names.count()).toBe(2)
    for (const name of await names.all()) {
      const [start, tail] = [name.locator('span').first(), name.locator('span').last()]
      expect(await tail.innerText()).toBe('SAT-00042')
      expect(await start.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
      expect(await tail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    }
    expect(await cutTexts(part.getByText('900000001'))).toEqual([])
    for (const name of ['Probability', 'Quantities', 'Times', 'Sources of numbers', 'No value at all'])
      expect(await cutTexts(pane(page, name)), name).toEqual([])
  }
})
