import { expect, test } from 'vitest'
import { changeText } from './history.ts'
import { draftsOf, windowsOf } from './propulsion/blackout-fields.tsx'

test.each([
  ['configuration.hardBodyRadius', 2, 4, 'Hard-body radius 2 → 4 m'],
  ['configuration.wetMass', null, 260, 'Wet mass blank → 260 kg'],
  ['configuration.wetMass', 260, null, 'Wet mass 260 → blank'],
  [
    'configuration.thresholds.acceptedCollisionProbability',
    1e-4,
    1e-5,
    'Critical from Pc 1.00\u00a0×\u00a010⁻⁴ → 1.00\u00a0×\u00a010⁻⁵',
  ],
  ['configuration.propulsion.type', 'UNKNOWN', 'IMPULSIVE', 'Type Unknown → Impulsive'],
  ['configuration.blackoutWindows.0.reason', null, 'eclipse', 'Time without manoeuvres blank → eclipse'],
  ['configuration.blackoutInContacts', null, true, 'No burn during contacts blank → yes'],
  ['configuration.blackoutInEclipse', 'UMBRA', 'PENUMBRA', 'No burn in eclipse in the umbra → in penumbra or umbra'],
  // A text that a user entered is not translated.
  ['group', null, 'save', 'Group blank → save'],
  ['configuration.later', 1, 2, 'configuration.later 1 → 2'],
])('changeText of %s from %s to %s is %s', (field, from, to, text) => {
  expect(changeText({ field, from, to })).toBe(text)
})

test('windowsOf reads what draftsOf wrote, and rejects a window that ends before it begins or that has an invalid time', () => {
  const window = { from: '2026-11-21T14:00:00.000Z', to: '2026-11-21T15:30:10.000Z', reason: 'eclipse' }
  const [draft] = draftsOf([window])
  expect(draft).toMatchObject({ from: '2026-11-21 14:00', to: '2026-11-21 15:30:10' })
  expect(windowsOf(draft ? [draft] : [])).toEqual([window])
  expect(windowsOf([{ key: 0, from: '2026-11-21 14:00', to: '2026-11-21 13:00', reason: '' }])).toBeUndefined()
  expect(windowsOf([{ key: 0, from: 'soon', to: '2026-11-21 13:00', reason: '' }])).toBeUndefined()
})
