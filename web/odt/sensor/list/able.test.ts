import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import { countAble } from './able.ts'

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
const sensor = (part: Partial<Sensor>): Sensor => ({
  ...example,
  sensorType: 'OPTICAL_PASSIVE',
  status: 'OPERATIONAL',
  providerId: 'simulator',
  isSimulated: true,
  ...part,
})

test('only sensors for which somebody takes requests can observe for the reader; the others are counted separately', () => {
  const own = { providerId: null, isSimulated: false }
  const sensors = [
    sensor({}),
    sensor({ sensorType: 'RADAR_ACTIVE' }),
    sensor({ status: 'DOWN' }),
    sensor(own),
    sensor({ ...own, sensorType: 'RADAR_ACTIVE' }),
    sensor({ ...own, status: 'DOWN' }),
    // A test sensor does not observe for any user.
    sensor({ sensorType: 'TEST_OPTICAL' }),
  ]
  expect(countAble(sensors)).toEqual({ able: 2, telescopes: 1, radars: 1, simulated: 2, down: 1, unasked: 3 })
  expect(countAble([])).toMatchObject({ able: 0, unasked: 0 })
})
