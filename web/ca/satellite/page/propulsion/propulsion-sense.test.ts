import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { expect, test } from 'vitest'
import { blankValue, PROPULSION_FIELDS } from './propulsion-fields.data.ts'
import { doubtsAbout } from './propulsion-sense.ts'

const CRAFT = { massKg: 260, periodS: 5_740, radiusM: 2, commitHours: 24 }
const idsOf = (propulsion: object, craft: object = {}) =>
  doubtsAbout(Propulsion.parse(propulsion), { ...CRAFT, ...craft }).map(({ id }) => id)
const HYDRAZINE = { type: 'IMPULSIVE', thrustN: 10, ispS: 220, maxDeltaVMps: 1, maxBurnS: 60 }

test('doubtsAbout returns nothing for consistent values, and nothing for missing ones', () => {
  expect(idsOf(HYDRAZINE)).toEqual([])
  expect(idsOf({ type: 'NONE' })).toEqual([])
  expect(idsOf({ type: 'CONTINUOUS', thrustN: 0.01, ispS: 1_500 })).toEqual([])
  expect(idsOf({ type: 'DIFFERENTIAL_DRAG', minAreaM2: 1, maxAreaM2: 4 })).toEqual([])
})

test('doubtsAbout an engine: its largest change of velocity from thrust, burn and mass, computed by hand', () => {
  // 10 N for 60 s on 260 kg is 600 / 260 = 2.31 m/s, slightly more because the mass decreases.
  const [least] = doubtsAbout(Propulsion.parse({ ...HYDRAZINE, minDeltaVMps: 3, maxDeltaVMps: 4 }), CRAFT)
  expect(least).toMatchObject({ id: 'leastNeverReached', isImpossible: true })
  expect(least?.values.atOnceMps).toBeCloseTo(2.31, 2)
  expect(idsOf({ ...HYDRAZINE, maxDeltaVMps: 3 })).toEqual(['mostInParts'])
  // 1 N needs 43 min for 10 m/s, nearly half a revolution.
  expect(idsOf({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 })).toEqual(['notImpulsive'])
  expect(idsOf({ ...HYDRAZINE, minDeltaVMps: 2 })).toEqual(['leastAboveMost'])
  // exp(−1000 / (9.80665 · 40)) = 0.078: 92 % of the mass would be propellant.
  expect(idsOf({ ...HYDRAZINE, ispS: 40, maxDeltaVMps: 1_000 })).toContain('mostPropellant')
  expect(idsOf({ ...HYDRAZINE, minDeltaVMps: 1, maxBurnS: 1 }, { massKg: undefined })).toEqual([])
})

test('doubtsAbout values that do not fit the orbit, the body, or the deadline', () => {
  expect(idsOf({ type: 'CONTINUOUS', thrustN: 0.01, ispS: 1_500, warmUpS: 4_000 })).toEqual(['warmUpTakesAll'])
  const drag = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 1, maxAreaM2: 4 }
  // A sphere of 2 m has a cross-section of 4π = 12.6 m² at most.
  expect(idsOf({ ...drag, maxAreaM2: 13 })).toEqual(['largerThanBody'])
  expect(idsOf({ ...drag, maxAreaM2: 13 }, { radiusM: undefined })).toEqual([])
  expect(idsOf({ ...drag, minAreaM2: 4 })).toEqual(['areasSwapped'])
  expect(idsOf({ ...drag, slewS: 1_800, maxDurationH: 1 })).toEqual(['neverTurned'])
  expect(idsOf({ ...HYDRAZINE, leadTimeH: 25 })).toEqual(['decidedTooLate'])
})

test('every example is in the usual range, and so is every default', () => {
  const all = Object.entries(PROPULSION_FIELDS).flatMap(([type, fields]) =>
    Object.entries(fields).map(([field, usual]) => ({ type, field, ...usual })),
  )
  expect(all.filter(({ least, most, example }) => example < least || example > most)).toEqual([])
  expect(blankValue('IMPULSIVE', 'maxDeltaVMps')).toBe(10)
  expect(blankValue('IMPULSIVE', 'thrustN')).toBeUndefined()
  expect(blankValue('DIFFERENTIAL_DRAG', 'slewS')).toBe(300)
})

test('doubtsAbout returns nothing exactly at the limit, and names the numbers of each doubt', () => {
  const drag = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 1, maxAreaM2: 4 }
  expect(idsOf({ ...drag, maxAreaM2: Math.PI * 4 })).toEqual([])
  expect(idsOf({ ...drag, slewS: 1_799, maxDurationH: 1 })).toEqual([])
  expect(idsOf({ ...HYDRAZINE, leadTimeH: 24 })).toEqual([])
  expect(idsOf({ ...HYDRAZINE, minDeltaVMps: 1 })).toEqual([])
  // 5740 s minus the 600 s of thrust leaves 5140 s for the warm-up.
  const ion = { type: 'CONTINUOUS', thrustN: 0.01, ispS: 1_500, maxThrustPerOrbitS: 600 }
  expect(idsOf({ ...ion, warmUpS: 5_140 }, { periodS: 5_740 })).toEqual([])
  const [doubt] = doubtsAbout(Propulsion.parse({ ...ion, warmUpS: 5_141 }), CRAFT)
  expect(doubt).toEqual({
    id: 'warmUpTakesAll',
    isImpossible: true,
    values: { warmUpS: 5_141, leftS: 5_140, periodS: 5_740 },
  })
  // A duty cycle of 5 % allows only 287 s of thrust, which is less than 600 s.
  expect(idsOf({ ...ion, dutyCycle: 0.05, warmUpS: 5_400 })).toEqual([])
  expect(idsOf({ ...ion, dutyCycle: 0.05, warmUpS: 5_460 })).toEqual(['warmUpTakesAll'])
})

test('doubtsAbout lists impossible values before unusual ones, with the numbers of each doubt', () => {
  const all = doubtsAbout(
    Propulsion.parse({ ...HYDRAZINE, thrustN: 1, maxDeltaVMps: 10, maxBurnS: 3_000, leadTimeH: 30 }),
    CRAFT,
  )
  expect(all.map(({ id, isImpossible }) => [id, isImpossible])).toEqual([
    ['decidedTooLate', true],
    ['notImpulsive', false],
  ])
  expect(all[0]?.values).toEqual({ leadTimeH: 30, commitH: 24 })
  // 260 kg · 10 m/s / 1 N is 2600 s, slightly less because the mass decreases: 2593.98 s by the rocket equation (see burnCost).
  expect(all[1]?.values.burnS).toBeCloseTo(2_594, 0)
  expect(all[1]?.values.share).toBeCloseTo(2_594 / 5_740, 4)
})

test('doubtsAbout a burn that lasts exactly a tenth of a revolution, and one slightly longer', () => {
  const [least] = doubtsAbout(Propulsion.parse({ ...HYDRAZINE, thrustN: 1, maxDeltaVMps: 10, maxBurnS: 570 }), CRAFT)
  // 570 s is below 574 s, so the only doubt is that it takes several burns.
  expect(least?.id).toBe('mostInParts')
  expect(idsOf({ ...HYDRAZINE, thrustN: 1, maxDeltaVMps: 10, maxBurnS: 570 })).toEqual(['mostInParts'])
  expect(idsOf({ ...HYDRAZINE, thrustN: 1, maxDeltaVMps: 10, maxBurnS: 575 })).toEqual(['mostInParts', 'notImpulsive'])
})
