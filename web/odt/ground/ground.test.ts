import { expect, test } from 'vitest'
import { groundScale, levelOfSite } from './ground.tsx'
import { groundLegend } from './legend.tsx'
import { noteOf } from './pass-map.tsx'

test.each([
  { width: 400, height: 212 },
  { width: 940, height: 212 },
  { width: 300, height: 440 },
])('a degree is as long to the east as to the north, and the complete Earth fits into $width × $height', (size) => {
  const { x, y } = groundScale(size)
  expect(x(10) - x(0)).toBeCloseTo(y(0) - y(10), 9)
  expect(x(-180)).toBeGreaterThanOrEqual(30)
  expect(x(180)).toBeLessThanOrEqual(size.width)
  expect(y(90)).toBeGreaterThanOrEqual(0)
  expect(y(-90)).toBeLessThanOrEqual(size.height - 20)
})

test('a working sensor, a sensor that is down, and a sensor that takes no requests have different marks', () => {
  const levels = [
    levelOfSite({ status: 'OPERATIONAL', sensorType: 'RADAR_ACTIVE' }),
    levelOfSite({ status: 'DOWN', sensorType: 'OPTICAL_PASSIVE' }),
    levelOfSite({ status: 'OPERATIONAL', sensorType: 'FUTURE' }),
  ]
  expect(levels).toEqual(['ok', 'serious', 'inactive'])
  const words = groundLegend({ levels: new Set(levels), hasTrack: false }).map(({ text }) => text)
  expect(words).toEqual(['works', 'down', 'takes no requests', 'above its lowest elevation here', 'night'])
  expect(groundLegend({ levels: new Set(), hasTrack: true }).map(({ text }) => text)).toContain(
    'below the object, to the arrow',
  )
})

test('the note of a map states whether the pass over it is simulated', () => {
  expect(noteOf({ isSimulated: true }, 'night at 12:00')).toBe('SIMULATED; night at 12:00')
  expect(noteOf({ isSimulated: false }, 'night at 12:00')).toBe('night at 12:00')
  expect(noteOf(undefined, 'night at 12:00')).toBe('night at 12:00')
})
