import { expect, test } from 'vitest'
import { levelOfSensor, sensorLegend } from './sensor-marks.tsx'

test('a working sensor, a sensor that is down, and a sensor that takes no requests have different marks', () => {
  const levels = [
    levelOfSensor({ status: 'OPERATIONAL', sensorType: 'RADAR_ACTIVE' }),
    levelOfSensor({ status: 'DOWN', sensorType: 'OPTICAL_PASSIVE' }),
    levelOfSensor({ status: 'OPERATIONAL', sensorType: 'FUTURE' }),
  ]
  expect(levels).toEqual(['ok', 'serious', 'inactive'])
  const words = sensorLegend({ levels: new Set(levels), hasTrack: false }).map(({ text }) => text)
  expect(words).toEqual(['works', 'down', 'takes no requests', 'above its lowest elevation here', 'night'])
  expect(sensorLegend({ levels: new Set(), hasTrack: true }).map(({ text }) => text)).toContain(
    'below the object, to the arrow',
  )
})
