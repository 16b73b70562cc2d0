import { expect, test } from 'vitest'
import { compareSensors } from './sensor.ts'

test('sensors are sorted by type in descending order of the alphabet, and within a type by code (spec §5)', () => {
  const sensors = [
    { sensorType: 'FUTURE', sensorCode: 'A' },
    { sensorType: 'RADAR_ACTIVE', sensorCode: 'B' },
    { sensorType: 'OPTICAL_PASSIVE', sensorCode: 'C' },
    { sensorType: 'RADAR_ACTIVE', sensorCode: 'A' },
  ] as const
  expect(sensors.toSorted(compareSensors).map(({ sensorType, sensorCode }) => `${sensorType} ${sensorCode}`)).toEqual([
    'RADAR_ACTIVE A',
    'RADAR_ACTIVE B',
    'OPTICAL_PASSIVE C',
    'FUTURE A',
  ])
})
