import { expect, test } from 'vitest'
import { openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, seen } from '../../testing/page.ts'

test('the buttons around a picture have names and are large enough for a finger, and opposite buttons reverse each other', async () => {
  const page = await openSink(PHONE)
  const part = page.getByRole('region', { name: 'Plots', exact: true })
  const camera = part.locator('output')
  const press = async (name: string) => {
    await part.getByRole('button', { name, exact: true }).press('Enter')
    return camera.innerText()
  }
  await seen(part.getByText('300°, 25°, 26000 km'))
  expect(await press('Go right')).toBe('305°, 25°, 26000 km')
  expect(await press('Go left')).toBe('300°, 25°, 26000 km')
  expect(await press('Go up')).toBe('300°, 30°, 26000 km')
  expect(await press('Go down')).toBe('300°, 25°, 26000 km')
  // The distance becomes a fifth smaller.
  expect(await press('Go near')).toBe('300°, 25°, 20800 km')
  expect(await press('Go far')).toBe('300°, 25°, 26000 km')
  expect(await smallTargets(part)).toEqual([])
})
