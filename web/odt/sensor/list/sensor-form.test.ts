import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import { readByContract } from '../../../form/read-by-contract.ts'
import { formOf, SENSOR_RULES, type SensorForm } from './sensor-form.ts'

const readSensorForm = (form: SensorForm) => readByContract(SENSOR_RULES, form)

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
const named = {
  ...formOf(),
  sensorCode: 'ROOF',
  groundSensorName: 'Roof',
  latitude: '48,2',
  longitude: '16.37',
  altitude: '171',
}

test('a sensor is unchanged after it was written to its form and read back', () => {
  const clearSky = { fraction: 0.62, source: 'Log of 2025', asOf: '2026-01-01T00:00:00.000Z' }
  const horizon = [
    { azimuth: 0, elevation: 12 },
    { azimuth: 90.5, elevation: 25 },
  ]
  const before: Sensor = {
    ...example,
    clearSky,
    horizon,
    maximumRange: 2_000_000,
    sigmaMagnitude: 0.08,
    isRangeCorrected: true,
    providerId: 'house',
  }
  const read = readSensorForm(formOf(before))
  // The facts that the platform itself adds to a sensor are not entered.
  const { version, isSimulated, clock, standsSince, formerPlaces, ...fields } = before
  expect(read).toEqual({ ok: true, body: fields })
  expect([version, isSimulated, clock?.objects, standsSince, formerPlaces?.length]).toEqual([
    ...[1, false, 7, '2026-03-01T00:00:00.000Z', 1],
  ])
})

test('readSensorForm reads the date since which a sensor is at its place, and an invalid time is an error', () => {
  expect(readSensorForm({ ...named, movedAt: '2026-03-01 12:30' })).toMatchObject({
    body: { movedAt: '2026-03-01T12:30:00.000Z' },
  })
  const faultsOf = (movedAt: string) => {
    const read = readSensorForm({ ...named, movedAt })
    return read.ok ? [] : [...read.faults]
  }
  for (const wrong of ['in March', '2026-02-30'])
    expect(faultsOf(wrong)).toEqual([['movedAt', 'A time, as 2026-03-01 12:00.']])
})

test('readSensorForm accepts a decimal comma, and omits empty fields', () => {
  const read = readSensorForm(named)
  expect(read).toMatchObject({
    ok: true,
    body: { latitude: 48.2, sigmaArcsec: 1.5, aperture: null, clearSky: null, horizon: [], providerId: null },
  })
})

test('readSensorForm names each invalid field', () => {
  const read = readSensorForm({
    ...named,
    sensorCode: '-x',
    groundSensorName: '',
    latitude: '91',
    altitude: 'high',
    aperture: '0',
    horizon: '0 10\n360 12',
    clear: '120',
    clearSource: 'Log',
    clearAsOf: 'May',
  })
  if (read.ok) throw new Error('the form is wrong')
  expect(Object.fromEntries(read.faults)).toEqual({
    sensorCode: 'Letters, digits, “.”, “_” and “-”; a letter or digit first.',
    groundSensorName: 'This is needed.',
    latitude: 'At most 90.',
    altitude: 'Enter a number.',
    aperture: 'More than 0.',
    clear: 'At most 100.',
    clearAsOf: 'A date, as 2026-01-01.',
  })
  const again = readSensorForm({ ...named, horizon: '0 10\n360 12' })
  expect(!again.ok && [...again.faults.keys()]).toEqual(['horizon'])
  expect(!again.ok && again.faults.get('horizon')).toContain('each azimuth once')
})
