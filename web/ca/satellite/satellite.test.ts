import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { Satellite, SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { bodyOf, drawingOf, radiusOfShape, radiusThatCounts, scaleBarM } from './body.ts'
import { completenessOf, INPUTS } from './completeness.ts'
import { burnCost } from './page/propulsion/burn-cost.ts'
import { propulsionText } from './propulsion-text.ts'
import { changedFields, fieldOf, formOf, readForm, sizesOf } from './satellite-form.ts'
import { cosparOfTle } from './tle-identity.ts'

const NOW = Date.parse('2026-11-20T07:02:27Z')
const input = (configuration: object) =>
  SatelliteInput.parse({ name: 'SAT-3', noradId: 90_003, configuration }).configuration

// For 3, 4 and 12 m the space diagonal is 13 m.
const BOX = input({ shape: 'BOX', boxWidth: 4, boxHeight: 3, boxLength: 12 })

test('radiusOfShape is half the space diagonal, and a given radius has priority', () => {
  expect(radiusOfShape(BOX)).toBe(6.5)
  expect(radiusThatCounts({ ...BOX, hardBodyRadius: 2 })).toBe(2)
  expect(radiusThatCounts(input({ shape: 'OTHER' }))).toBeUndefined()
})

test('drawingOf shows the box from front and side at one scale, inside the circle of its own radius', () => {
  const drawing = drawingOf(BOX)!
  expect(drawing.views.map(({ rects }) => rects[0])).toEqual([
    { x: 0, y: 0, width: 4, height: 3 },
    { x: 0, y: 0, width: 12, height: 3 },
  ])
  expect(drawing.reachM).toBe(6.5)
  const small = drawingOf({ ...BOX, hardBodyRadius: 2 })!
  // Half of 12 × 3 gives √(6² + 1.5²) = 6.185 m.
  expect(small.reachM).toBeCloseTo(6.185, 3)
  expect(small.hardBodyM).toBe(2)
})

test('drawingOf starts the wings at the box, and has the same centre as the sphere', () => {
  const wings = { boxWidth: 1, boxHeight: 1, boxLength: 1, wingLength: 3, wingWidth: 0.8 }
  const [front] = drawingOf(input({ shape: 'WING_BOX_WING', ...wings }))!.views
  expect(front?.rects.map(({ x, width }) => [x - width / 2, x + width / 2])).toEqual([
    [-0.5, 0.5],
    [0.5, 3.5],
    [-3.5, -0.5],
  ])
  const [one] = drawingOf(input({ shape: 'BOX_WING', ...wings }))!.views
  expect(one?.rects.map(({ x, width }) => [x - width / 2, x + width / 2])).toEqual([
    [-2, -1],
    [-1, 2],
  ])
})

test('drawingOf draws a sphere for a cannonball, only the hard body for another shape, and nothing without sizes', () => {
  expect(drawingOf(input({ shape: 'CANNONBALL', hardBodyRadius: 2.6 }))).toMatchObject({ sphereM: 2.6, hardBodyM: 2.6 })
  expect(drawingOf(input({ shape: 'OTHER', hardBodyRadius: 2.6 }))).toMatchObject({
    sphereM: undefined,
    hardBodyM: 2.6,
  })
  expect(drawingOf(input({ shape: 'BOX' }))).toBeUndefined()
})

test.each([
  [1.9, 1],
  [2, 2],
  [49, 20],
  [0.07, 0.05],
])('scaleBarM of at most %d m is %d m', (most, bar) => {
  expect(scaleBarM(most)).toBeCloseTo(bar, 12)
})

const engine = (propulsion: object) => {
  const { propulsion: parsed } = input({ propulsion })
  if (parsed.type !== 'IMPULSIVE' && parsed.type !== 'CONTINUOUS') throw new Error('no engine')
  return parsed
}

test('burnCost agrees with the rocket equation, computed by hand', () => {
  // 1 N, 220 s, 260 kg, 10 m/s: speed 9.80665 · 220 = 2157.463 m/s, 10 / 2157.463 = 4.635074e-3,
  // 1 − exp(−4.635074e-3) = 4.624349e-3, times 260 kg = 1.2023307 kg; times 2157.463 / 1 N = 2593.98 s.
  const cost = burnCost(engine({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 }), 10, { massKg: 260, periodS: 5_700 })
  expect(cost.propellantKg).toBeCloseTo(1.20233, 4)
  expect(cost.burnS).toBeCloseTo(2_594, 0)
  expect(cost).toMatchObject({ revolutions: undefined, limit: undefined })
})

test('burnCost spreads the thrust of a continuous engine over as many revolutions as needed', () => {
  // 10 mN on 100 kg for 0.18 m/s is 18 N s / 0.01 N = 1800 s (the mass hardly changes), at most 600 s per revolution.
  const ion = engine({ type: 'CONTINUOUS', thrustN: 0.01, ispS: 1_500, maxThrustPerOrbitS: 600 })
  const cost = burnCost(ion, 0.179, { massKg: 100, periodS: 5_700 })
  expect(cost.burnS).toBeCloseTo(1_790, -1)
  expect(cost.revolutions).toBe(3)
  expect(cost.wholeS).toBeCloseTo(2 * 5_700 + 590, -1)
  expect(burnCost(engine({ ...ion, dutyCycle: 0.05 }), 0.179, { massKg: 100, periodS: 5_700 }).revolutions).toBe(7)
})

test('burnCost names the limit of the engine that a burn exceeds', () => {
  const small = engine({
    type: 'IMPULSIVE',
    thrustN: 0.1,
    ispS: 200,
    minDeltaVMps: 0.01,
    maxDeltaVMps: 1,
    maxBurnS: 100,
  })
  const craft = { massKg: 100, periodS: 5_700 }
  expect(burnCost(small, 0.005, craft).limit).toBe('too-small')
  expect(burnCost(small, 0.05, craft).limit).toBeUndefined()
  expect(burnCost(small, 0.5, craft).limit).toBe('too-long')
  expect(burnCost(small, 2, craft).limit).toBe('too-large')
})

const [EXAMPLE] = Satellite.meta()!.examples as [Satellite]

test('completenessOf counts the inputs that are set, and an ephemeris only until its end', () => {
  const satellite = Satellite.parse(EXAMPLE)
  expect(completenessOf(satellite, NOW).missing).toEqual(['dragArea', 'lightArea', 'propulsion', 'ephemeris'])
  const derived = { ...satellite.derived, ephemerisUntil: '2026-11-21T00:00:00.000Z' }
  expect(completenessOf({ ...satellite, derived }, NOW).set).toContain('ephemeris')
  expect(completenessOf({ ...satellite, derived }, NOW + 86_400_000).set).not.toContain('ephemeris')
  const { set, missing } = completenessOf(satellite, NOW)
  expect(set.length + missing.length).toBe(INPUTS.length)
})

test('readForm recovers the input of formOf, and names the field of an error', () => {
  const satellite = Satellite.parse(EXAMPLE)
  const form = formOf(satellite)
  expect(form.acceptedCollisionProbability).toBe('1e-4')
  const read = readForm(form)
  expect(read).toMatchObject({ ok: true, body: { name: 'SAT-3', configuration: satellite.configuration } })
  const wrong = readForm({ ...form, wetMass: 'heavy', name: ' ', highCollisionProbability: '1e-3' })
  expect(wrong.ok ? [] : [...wrong.faults.keys()].toSorted()).toEqual(['highCollisionProbability', 'name', 'wetMass'])
})

test('readForm sends only the sizes that the shape has', () => {
  const form = { ...formOf(Satellite.parse(EXAMPLE)), shape: 'BOX', boxWidth: '1', boxHeight: '1,5', boxLength: '2' }
  const read = readForm({ ...form, wingLength: '9' })
  expect(read.ok && read.body.configuration).toMatchObject({ boxHeight: 1.5 })
  expect(read.ok && read.body.configuration.wingLength).toBeUndefined()
  expect(sizesOf('BOX_WING')).toEqual([
    'hardBodyRadius',
    'boxWidth',
    'boxHeight',
    'boxLength',
    'wingLength',
    'wingWidth',
  ])
  expect(sizesOf('OTHER')).toEqual(['hardBodyRadius'])
})

test('changedFields counts visible changes', () => {
  const form = formOf(Satellite.parse(EXAMPLE))
  expect(changedFields(form, form)).toEqual([])
  expect(changedFields(form, { ...form, wingLength: '3' })).toEqual([])
  expect(changedFields(form, { ...form, wetMass: '250 ', propulsion: { type: 'NONE' } })).toEqual([
    'wetMass',
    'propulsion',
  ])
})

test('cosparOfTle reads the international designator in the format of the catalogue', () => {
  const line = '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544'
  expect(cosparOfTle(line)).toBe('1998-067A')
  expect(cosparOfTle(line.replace('98067A  ', '24031ABC'))).toBe('2024-031ABC')
  expect(cosparOfTle(line.replace('98067A', '      '))).toBeUndefined()
})

test('burnCost needs one revolution for a burn that fits into it, and one pause for a burn that fills two', () => {
  const ion = (maxThrustPerOrbitS: number) =>
    burnCost(engine({ type: 'CONTINUOUS', thrustN: 0.01, ispS: 1_500, maxThrustPerOrbitS, dutyCycle: 1 }), 0.179, {
      massKg: 100,
      periodS: 5_700,
    })
  const one = ion(2_000)
  expect([one.revolutions, one.wholeS]).toEqual([undefined, one.burnS])
  const two = ion(1_000)
  expect(two.revolutions).toBe(2)
  expect(two.wholeS).toBeCloseTo(5_700 + two.burnS - 1_000, 6)
})

test('cosparOfTle reads the two digits of the year from 1957 on', () => {
  const of = (year: string) => cosparOfTle(`1 00001U ${year}001A   57001.00000000`)
  expect([of('57'), of('62'), of('99'), of('00'), of('56')]).toEqual([
    ...['1957-001A', '1962-001A', '1999-001A', '2000-001A', '2056-001A'],
  ])
})

test.each([
  [150, 100],
  [250, 200],
  [700, 500],
  [0.15, 0.1],
  [0.25, 0.2],
  [0.7, 0.5],
])('scaleBarM of at most %d m is the round length %d m, also far from one metre', (most, bar) => {
  expect(scaleBarM(most)).toBeCloseTo(bar, 12)
})

const WINGED = { boxWidth: 2, boxHeight: 1, boxLength: 3, wingLength: 4, wingWidth: 0.5 }

test('drawingOf one wing puts the centre of the whole in the middle, with the wing beside the box', () => {
  const { views, reachM } = drawingOf(input({ shape: 'BOX_WING', ...WINGED }))!
  // 2 + 4 m extend from −3 to 3: the box from −3 to −1, the wing from −1 to 3.
  expect(views[0]).toEqual({
    axes: ['x', 'y'],
    rects: [
      { x: -2, y: 0, width: 2, height: 1 },
      { x: 1, y: 0, width: 4, height: 0.5 },
    ],
  })
  expect(views[1]).toEqual({
    axes: ['z', 'y'],
    rects: [
      { x: 0, y: 0, width: 3, height: 1 },
      { x: 0, y: 0, width: 0, height: 0.5 },
    ],
  })
  expect(reachM).toBeGreaterThanOrEqual(Math.hypot(3, 0.5))
})

test('drawingOf two wings puts the box in the middle and a wing on either side', () => {
  const { views } = drawingOf(input({ shape: 'WING_BOX_WING', ...WINGED }))!
  expect(views[0]?.rects).toEqual([
    { x: 0, y: 0, width: 2, height: 1 },
    { x: 3, y: 0, width: 4, height: 0.5 },
    { x: -3, y: 0, width: 4, height: 0.5 },
  ])
})

test('drawingOf extends to the farthest point: a corner, or the hard body if it is larger', () => {
  expect(drawingOf({ ...BOX, hardBodyRadius: 1 })!.reachM).toBeCloseTo(Math.hypot(6, 1.5), 12)
  expect(drawingOf({ ...BOX, hardBodyRadius: 9 })!.reachM).toBe(9)
  const winged = { ...input({ shape: 'WING_BOX_WING', ...WINGED }), hardBodyRadius: 1 }
  // The end of a wing is 1 + 4 m away and half the width of the wing high.
  expect(drawingOf(winged)!.reachM).toBeCloseTo(Math.hypot(5, 0.25), 12)
  expect(drawingOf(winged)!.hardBodyM).toBe(1)
})

test('bodyOf is undefined if a size is missing or the shape has no body', () => {
  for (const name of ['boxWidth', 'boxHeight', 'boxLength'] as const)
    expect(bodyOf({ ...BOX, [name]: undefined })).toBeUndefined()
  const winged = input({ shape: 'BOX_WING', ...WINGED })
  for (const name of ['wingLength', 'wingWidth'] as const)
    expect(bodyOf({ ...winged, [name]: undefined })).toBeUndefined()
  expect(bodyOf({ ...winged, shape: 'CANNONBALL' })).toBeUndefined()
  expect(bodyOf(winged)).toEqual({
    kind: 'BOX_WING',
    widthM: 2,
    heightM: 1,
    lengthM: 3,
    wingLengthM: 4,
    wingWidthM: 0.5,
  })
})

test.each([
  [1, 1],
  [5, 5],
  [4.99, 2],
  [10, 10],
  [0.2, 0.2],
])('scaleBarM of at most %d m is %d m', (most, bar) => {
  expect(scaleBarM(most)).toBeCloseTo(bar, 12)
})

test('burnCost at exactly a limit is within it', () => {
  const small = { thrustN: 1, ispS: 200, minDeltaVMps: 0.01, maxDeltaVMps: 1 }
  const craft = { massKg: 100, periodS: 5_700 }
  const { burnS } = burnCost(engine({ type: 'IMPULSIVE', ...small }), 1, craft)
  const limitOf = (deltaV: number, maxBurnS: number) =>
    burnCost(engine({ type: 'IMPULSIVE', ...small, maxBurnS }), deltaV, craft).limit
  expect([limitOf(1, burnS), limitOf(0.01, burnS), limitOf(1, burnS * 0.999)]).toEqual([
    undefined,
    undefined,
    'too-long',
  ])
  expect(burnCost(engine({ type: 'IMPULSIVE', ...small }), 1, craft).wholeS).toBe(burnS)
})

test('readForm omits blank fields, and returns the letters of a designator in upper case', () => {
  const form = { ...formOf(Satellite.parse(EXAMPLE)), cosparId: ' 2024-031c ', group: '  ', wetMass: ' ' }
  const read = readForm({ ...form, radialM: '', alongTrackM: '', crossTrackM: '' })
  expect(read.ok && read.body.cosparId).toBe('2024-031C')
  expect(read.ok && 'group' in read.body).toBe(false)
  expect(read.ok && read.body.configuration.wetMass).toBeUndefined()
  expect(read.ok && read.body.configuration.screeningBox).toBeUndefined()
  const boxed = readForm({ ...form, radialM: '400', alongTrackM: '5000', crossTrackM: '5000' })
  expect(boxed.ok && boxed.body.configuration.screeningBox).toEqual({
    radialM: 400,
    alongTrackM: 5_000,
    crossTrackM: 5_000,
  })
})

test('formOf writes small numbers as powers of ten, and others unchanged', () => {
  const satellite = Satellite.parse(EXAMPLE)
  const written = (acceptedCollisionProbability: number) => {
    const thresholds = { ...satellite.configuration.thresholds, acceptedCollisionProbability }
    return formOf({ ...satellite, configuration: { ...satellite.configuration, thresholds } })
      .acceptedCollisionProbability
  }
  expect([1e-3, 9e-4, 0, 2.5e-7].map(written)).toEqual(['0.001', '9e-4', '0', '2.5e-7'])
})

test('changedFields counts a size that one of the two shapes has, and blackout windows', () => {
  const form = formOf(Satellite.parse(EXAMPLE))
  const box = { ...form, shape: 'BOX' }
  expect(changedFields(box, { ...box, boxWidth: '3', wingWidth: '3' })).toEqual(['boxWidth'])
  expect(changedFields(box, { ...form, shape: 'OTHER', boxWidth: '3' })).toEqual(['boxWidth', 'shape'])
  expect(fieldOf(['configuration', 'blackoutWindows', 0, 'from'])).toBe('blackoutWindows')
  expect(fieldOf(['configuration', 'propulsion', 'thrustN'])).toBe('propulsion')
  expect(fieldOf(['configuration', 'thresholds', 'commitHours'])).toBe('commitHours')
  expect(fieldOf(['configuration'])).toBeUndefined()
})

test('propulsionText marks default numbers as assumed', () => {
  const told = (given: unknown) => propulsionText(Propulsion.parse(given))
  expect(told('IMPULSIVE')).toBe('Impulsive, 1 N, 220 s: engine assumed, enter yours')
  expect(told({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 })).toBe('Impulsive, 1 N, 220 s')
  expect(told('DIFFERENTIAL_DRAG')).toMatch(/: engine assumed, enter yours$/)
  expect(told('NONE')).not.toMatch(/assumed/)
})
