import { NewGroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { expect, test } from 'vitest'
import { readByContract } from '../../form/read-by-contract.ts'
import { formOfStation, STATION_RULES, type StationForm } from './station-form.ts'

const readStationForm = (form: StationForm) => readByContract(STATION_RULES, form)

const FORM = { ...formOfStation(), name: 'North', latitude: '67.9', longitude: '21.1' }

test('a form is read by the rules of the contract', () => {
  expect(readStationForm(FORM)).toEqual({
    ok: true,
    body: NewGroundStation.parse({ name: 'North', latitude: 67.9, longitude: 21.1 }),
  })
  expect(readStationForm({ ...FORM, horizon: ' 0:8  90:5.5 ' })).toMatchObject({
    body: {
      horizon: [
        { azimuth: 0, elevation: 8 },
        { azimuth: 90, elevation: 5.5 },
      ],
    },
  })
})

test.each([
  ['name', { name: ' ' }],
  ['latitude', { latitude: '' }],
  ['latitude', { latitude: '91' }],
  ['altitude', { altitude: '' }],
  ['horizon', { horizon: '0' }],
  ['horizon', { horizon: '0:8 360:5' }],
] as const)('a value that breaks a rule is an error of its field: %s', (field, part) => {
  const read = readStationForm({ ...FORM, ...part })
  expect(read.ok ? [] : [...read.faults.keys()]).toEqual([field])
})

test('the form shows a station as it was read', () => {
  const read = readStationForm({ ...FORM, horizon: '0:8 90:5', canCommand: false })
  if (!read.ok) throw new Error('the form was refused')
  const again = readStationForm(formOfStation({ stationId: '1', ...read.body }))
  expect(again).toEqual(read)
})
