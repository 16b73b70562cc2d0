import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import { expect, test } from 'vitest'
import { ELEMENTS, elementsTable, isConstant, stretchesOf, valueText } from './elements.ts'

const set = (day: number, more: Partial<HistoricSet> = {}): HistoricSet => ({
  epoch: new Date(Date.UTC(2026, 10, day)).toISOString(),
  source: 'upload',
  receivedAt: '2026-11-20T05:00:00.000Z',
  isSimulated: false,
  meanMotionRevPerDay: 15.2,
  eccentricity: 0.0012345,
  inclinationDeg: 97.6,
  raanDeg: 10,
  argPeriapsisDeg: 90,
  meanAnomalyDeg: 270,
  bstar: 1.234e-4,
  semiMajorAxisM: 6_878_136.5,
  perigeeAltitudeM: 491_000,
  apogeeAltitudeM: 508_000,
  ...more,
})
const elementOf = (id: (typeof ELEMENTS)[number]['id']) => ELEMENTS.find((one) => one.id === id)!
const lengths = (id: (typeof ELEMENTS)[number]['id'], sets: readonly HistoricSet[]) =>
  stretchesOf(elementOf(id), sets).map((stretch) => stretch.length)

test('an angle that passes 360° is not drawn back across the plot', () => {
  const sets = [set(1, { raanDeg: 358 }), set(2, { raanDeg: 359 }), set(3, { raanDeg: 0.5 }), set(4, { raanDeg: 1.5 })]
  expect(lengths('node', sets)).toEqual([2, 2])
  expect(lengths('inclination', sets)).toEqual([4])
  // Between two sets the mean anomaly makes many revolutions.
  expect(lengths('anomaly', sets)).toEqual([1, 1, 1, 1])
})

test('days without a set, and a set without a value, are gaps', () => {
  expect(lengths('axis', [set(1), set(2), set(20), set(21)])).toEqual([2, 2])
  expect(lengths('axis', [set(1), set(2, { semiMajorAxisM: null }), set(3)])).toEqual([1, 1])
})

test('the file has all elements with full digits, one row per set', () => {
  const { columns, rows } = elementsTable([set(1), set(2, { semiMajorAxisM: null })])
  expect(rows.map((row) => row.length)).toEqual([columns.length, columns.length])
  expect(rows[0]?.[columns.indexOf('semi_major_axis_km')]).toBe(6_878.1365)
  expect(rows[0]?.[columns.indexOf('bstar_per_earth_radius')]).toBe(1.234e-4)
  expect(rows[1]?.[columns.indexOf('semi_major_axis_km')]).toBeUndefined()
  expect(valueText(elementOf('axis'), set(2, { semiMajorAxisM: null }))).toBe('–')
})

test('a value is shown with its unit: degrees without a space, other units after a space, a pure number without a unit', () => {
  const text = (id: (typeof ELEMENTS)[number]['id']) => valueText(elementOf(id), set(1))
  expect(text('inclination')).toBe('97.6000°')
  expect(text('axis')).toMatch(/878\.1\d\d km$/)
  expect(text('eccentricity')).toBe('0.0012345')
})

test('values that differ only in the last bit are drawn as constant; a metre of the axis and a digit of an angle are a change', () => {
  expect(isConstant(elementOf('inclination'), [97.46, 97.46000000000001])).toBe(true)
  expect(isConstant(elementOf('inclination'), [97.46, 97.4601])).toBe(false)
  expect(isConstant(elementOf('axis'), [6_878.136, 6_878.138])).toBe(false)
  expect(isConstant(elementOf('bstar'), [0, 0])).toBe(true)
  expect(isConstant(elementOf('bstar'), [1.234e-4, 1.2341e-4])).toBe(false)
  // A set is published with five digits, and may differ in the last bit when it is read back.
  expect(isConstant(elementOf('bstar'), [1.234e-4, 1.234e-4 * (1 + Number.EPSILON)])).toBe(true)
})
