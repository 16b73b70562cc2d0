import { Propulsion } from '@apsis/contract/ca/propulsion.ts'
import { expect, test } from 'vitest'
import { blankValue, PROPULSION_FIELDS } from './propulsion-fields.data.ts'
import { doubtsAbout } from './propulsion-sense.ts'

const CRAFT = { massKg: 260, periodS: 5_740, radiusM: 2, commitHours: 24 }
const idsOf = (propulsion: object, craft: object = {}) =>
  doubtsAbout(Propulsion.parse(propulsion), { ...CRAFT, ...craft }).map(({ id }) => id)
const HYDRAZINE = { type: 'IMPULSIVE', thrustN: 10, ispS: 220, maxDeltaVMps: 1, maxBurnS: 60 }

test('doubtsAbout has none about what fits, and none about what nobody claims', () => {
  expect(idsOf(HYDRAZINE)).toEqual([])
  expect(idsOf({ type: 'NONE' })).toEqual([])
  expect(idsOf({ type: 'CONTINUOUS', thrustN: 0.01, ispS: 1_500 })).toEqual([])
  expect(idsOf({ type: 'DIFFERENTIAL_DRAG', minAreaM2: 1, maxAreaM2: 4 })).toEqual([])
})

test('doubtsAbout an engine: what it can give by its thrust, its burn and its mass, worked out by hand', () => {
  // 10 N for 60 s on 260 kg is 600 / 260 = 2.31 m/s, a little more as the mass falls.
  const [least] = doubtsAbout(Propulsion.parse({ ...HYDRAZINE, minDeltaVMps: 3, maxDeltaVMps: 4 }), CRAFT)
  expect(least).toMatchObject({ id: 'leastNeverReached', isImpossible: true })
  expect(least?.values.atOnceMps).toBeCloseTo(2.31, 2)
  expect(idsOf({ ...HYDRAZINE, maxDeltaVMps: 3 })).toEqual(['mostInParts'])
  // 1 N takes 43 min for 10 m/s, nearly half a revolution.
  expect(idsOf({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 })).toEqual(['notImpulsive'])
  expect(idsOf({ ...HYDRAZINE, minDeltaVMps: 2 })).toEqual(['leastAboveMost'])
  // exp(−1000 / (9.80665 · 40)) = 0.078: 92 % of it would be propellant.
  expect(idsOf({ ...HYDRAZINE, ispS: 40, maxDeltaVMps: 1_000 })).toContain('mostPropellant')
  expect(idsOf({ ...HYDRAZINE, minDeltaVMps: 1, maxBurnS: 1 }, { massKg: undefined })).toEqual([])
})

test('doubtsAbout what does not fit the orbit, the body, or the deadline', () => {
  expect(idsOf({ type: 'CONTINUOUS', thrustN: 0.01, ispS: 1_500, warmUpS: 4_000 })).toEqual(['warmUpTakesAll'])
  const drag = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 1, maxAreaM2: 4 }
  // A sphere of 2 m shows 4π = 12.6 m² at most.
  expect(idsOf({ ...drag, maxAreaM2: 13 })).toEqual(['largerThanBody'])
  expect(idsOf({ ...drag, maxAreaM2: 13 }, { radiusM: undefined })).toEqual([])
  expect(idsOf({ ...drag, minAreaM2: 4 })).toEqual(['areasSwapped'])
  expect(idsOf({ ...drag, slewS: 1_800, maxDurationH: 1 })).toEqual(['neverTurned'])
  expect(idsOf({ ...HYDRAZINE, leadTimeH: 25 })).toEqual(['decidedTooLate'])
})

test('every example is usual, and what is left blank too', () => {
  const all = Object.entries(PROPULSION_FIELDS).flatMap(([type, fields]) =>
    Object.entries(fields).map(([field, usual]) => ({ type, field, ...usual })),
  )
  expect(all.filter(({ least, most, example }) => example < least || example > most)).toEqual([])
  expect(blankValue('IMPULSIVE', 'maxDeltaVMps')).toBe(10)
  expect(blankValue('IMPULSIVE', 'thrustN')).toBeUndefined()
  expect(blankValue('DIFFERENTIAL_DRAG', 'slewS')).toBe(300)
})
