import { expect, test } from 'vitest'
import { NewContact } from '../contact/contact.ts'
import { SatelliteConfiguration, ScreeningBox, SHAPE_FIELDS, SHAPES } from './configuration.ts'

/** Returns the place and the text of each fault. */
const faults = (given: object) =>
  SatelliteConfiguration.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

const IMPULSIVE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }

test('the largest burn must be at least the smallest: an equal one is accepted, a smaller one is not', () => {
  expect(faults({ propulsion: { ...IMPULSIVE, minDeltaVMps: 2, maxDeltaVMps: 2 } })).toEqual([])
  expect(faults({ propulsion: { ...IMPULSIVE, minDeltaVMps: 1, maxDeltaVMps: 2 } })).toEqual([])
  expect(faults({ propulsion: { ...IMPULSIVE, minDeltaVMps: 2.01, maxDeltaVMps: 2 } })).toEqual([
    'propulsion.maxDeltaVMps has to be at least minDeltaVMps',
  ])
})

test('the largest area must be above the smallest, because a single area cannot change the drag', () => {
  const drag = (minAreaM2: number, maxAreaM2: number) =>
    faults({ propulsion: { type: 'DIFFERENTIAL_DRAG', minAreaM2, maxAreaM2 } })
  expect(drag(1, 1.01)).toEqual([])
  const refused = ['propulsion.maxAreaM2 has to be above minAreaM2']
  expect(drag(1, 1)).toEqual(refused)
  expect(drag(2, 1)).toEqual(refused)
})

test('the propellant must be less than the wet mass, which includes more than propellant', () => {
  const loaded = (propellantKg: number) => faults({ wetMass: 100, propulsion: { ...IMPULSIVE, propellantKg } })
  expect(loaded(99.9)).toEqual([])
  const refused = ['propulsion.propellantKg has to be below wetMass']
  expect(loaded(100)).toEqual(refused)
  expect(loaded(120)).toEqual(refused)
  expect(faults({ propulsion: { ...IMPULSIVE, propellantKg: 120 } })).toEqual([])
})

const SIZES = { boxWidth: 1, boxHeight: 2, boxLength: 3, wingLength: 4, wingWidth: 5 }

test.each(SHAPES)('the shape %s accepts all of its sizes or none of them, and no size of another shape', (shape) => {
  expect(faults({ shape })).toEqual([])
  const own = SHAPE_FIELDS[shape]
  const all = Object.fromEntries(Object.entries(SIZES).filter(([name]) => own.some((one) => one === name)))
  expect(faults({ shape, ...all })).toEqual([])
  for (const name of own) {
    const { [name]: _, ...others } = all
    expect(faults({ shape, ...others })).toEqual([`${name} is missing: a ${shape} needs ${own.join(', ')}`])
  }
  for (const [name, size] of Object.entries(SIZES).filter(([name]) => !(name in all)))
    expect(faults({ shape, ...all, [name]: size })).toEqual([`${name} does not belong to the shape ${shape}`])
})

test('a blackout must end after it begins', () => {
  const window = (from: string, to: string) => faults({ blackoutWindows: [{ from, to }] })
  const [noon, second] = ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:01.000Z']
  expect(window(noon, second)).toEqual([])
  expect(window(noon, noon)).toEqual(['blackoutWindows.0.to has to be after from'])
  expect(window(second, noon)).toEqual(['blackoutWindows.0.to has to be after from'])
})

test('a screening box must have all three half sizes', () => {
  expect(ScreeningBox.safeParse({ radialM: 10, alongTrackM: 10, crossTrackM: 10 }).success).toBe(true)
  expect(ScreeningBox.safeParse({ radialM: 10, alongTrackM: 10 }).success).toBe(false)
})

/** As text, `…00Z` is sorted after `…00.000Z`, although both are the same instant. */
test('a blackout and a contact must end after they begin, whatever the precision of both times is', () => {
  const [plain, exact] = ['2026-11-20T06:12:00Z', '2026-11-20T06:12:00.000Z']
  const contactFaults = (from: string, to: string) =>
    NewContact.safeParse({ from, to, station: 'A' }).error?.issues.map(({ message }) => message) ?? []
  for (const [from, to] of [
    [exact, plain],
    [plain, exact],
  ] as const) {
    expect(faults({ blackoutWindows: [{ from, to }] })).toEqual(['blackoutWindows.0.to has to be after from'])
    expect(contactFaults(from, to)).toEqual(['has to be after from'])
  }
  const later = '2026-11-20T06:12:00.001Z'
  expect(faults({ blackoutWindows: [{ from: plain, to: later }] })).toEqual([])
  expect(contactFaults(plain, later)).toEqual([])
})
