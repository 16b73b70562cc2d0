import { expect, test } from 'vitest'
import { cdAreaOverMass } from './timing-error.ts'

test('how air slows a craft is what its message says, else follows from the craft, else is not known', () => {
  const own = { massKg: 200, dragAreaM2: 4, dragCoefficient: 2.2 }
  expect(cdAreaOverMass(0.03, own)).toBe(0.03)
  // 2.2 · 4 m² / 200 kg.
  expect(cdAreaOverMass(undefined, own)).toBeCloseTo(0.044, 12)
  // A message that says nothing of it may write zero.
  expect(cdAreaOverMass(0, own)).toBeCloseTo(0.044, 12)
  for (const less of [{ massKg: null }, { dragAreaM2: null }, { massKg: 0 }, { dragAreaM2: 0 }])
    expect(cdAreaOverMass(undefined, { ...own, ...less })).toBeUndefined()
})
