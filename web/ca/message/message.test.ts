import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import { type Cdm, listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { expect, test } from 'vitest'
import { correlations, isPositiveDefinite, matrixText } from './covariance-text.ts'
import { influences, type PlaneInput, planarProbability, planeInputOf } from './influence.ts'
import { readFields, rowsOf } from './message-fields.ts'
import { changesOf } from './page/message-diff.ts'
import { relativeMotion, usualSpan } from './relative-motion.ts'
import { MESSAGE } from './testing/message.data.ts'

const CDM = parseCdm(MESSAGE, { strict: false })

test('readFields keeps every keyword as written, in each notation', () => {
  const { fields, comments } = readFields(MESSAGE)
  expect(fields.find(({ keyword }) => keyword === 'X')).toEqual({
    block: 'state',
    segment: 1,
    keyword: 'X',
    value: '-5719.153201',
    unit: 'km',
    line: MESSAGE.split('\n').findIndex((line) => line.startsWith('X =')) + 1,
  })
  expect(comments.map(({ text }) => text)).toContain('Exclusion Volume Radius = 5.000000 [m]')
  for (const notation of ['XML', 'JSON'] as const) {
    const other = readFields(formatCdm(CDM, { notation }))
    expect(other.notation).toBe(notation)
    expect(rowsOf(other.fields).map(({ name, rows }) => [name, rows.map(({ keyword }) => keyword)])).toEqual(
      rowsOf(fields).map(({ name, rows }) => [name, rows.map(({ keyword }) => keyword)]),
    )
  }
})

test('readFields shows an unknown keyword unchanged, and continues after an unreadable line', () => {
  const text = MESSAGE.replace('OBS_USED = 171', 'OBS_USED = 171\nSENSOR_MIX = 12 radar [3 optical]\nthis is no line')
  const { fields } = readFields(text)
  expect(fields.find(({ keyword }) => keyword === 'SENSOR_MIX')).toMatchObject({
    block: 'unknown',
    segment: 1,
    value: '12 radar [3 optical]',
    unit: null,
  })
  expect(fields.filter(({ keyword }) => keyword === 'CNDOT_NDOT')).toHaveLength(2)
})

test('rowsOf returns the quality of the orbit determination first, and both objects beside each other', () => {
  const [first] = rowsOf(readFields(MESSAGE).fields)
  expect(first?.name).toBe('od')
  const used = first?.rows.find(({ keyword }) => keyword === 'OBS_USED')
  expect([used?.first?.value, used?.second?.value]).toEqual(['171', '62'])
})

test('changesOf lists changed values, with the difference also in standard deviations, and ignores other notations of the same value', () => {
  const later = MESSAGE.replace('MISS_DISTANCE = 55 ', 'MISS_DISTANCE = 75 ')
    .replace('TCA = 2023-07-05T20:31:15.893', 'TCA = 2023-07-05T20:31:15.993')
    .replace('COLLISION_PROBABILITY = 0.004450713', 'COLLISION_PROBABILITY = 0.002225357')
    .replace('RELATIVE_SPEED = 14544', 'RELATIVE_SPEED = 14544.0')
    .replace('CATALOG_NAME = SATCAT', 'CATALOG_NAME = OTHER')
    .replace('CT_T = 9738.762752029239', 'CT_T = 38955.051008')
    .replace('CT_R = -216.5469301895778', 'CT_R = -200')
    .replace('CREATION_DATE = 2023-07-05T14:13:59.000000', 'CREATION_DATE = 2023-07-05T18:13:59.000000')
  const { changes, hidden } = changesOf(readFields(MESSAGE).fields, readFields(later).fields, { MISS_DISTANCE: 10 })
  expect(changes.map(({ keyword, segment }) => `${keyword} ${segment}`)).toEqual([
    'TCA 0',
    'MISS_DISTANCE 0',
    'COLLISION_PROBABILITY 0',
    'CATALOG_NAME 1',
    'CT_T 1',
  ])
  expect(hidden).toBe(1)
  const [tca, miss, probability, name, variance] = changes
  expect(tca?.delta).toBeCloseTo(0.1, 6)
  expect(tca?.unit).toBe('s')
  expect(miss).toMatchObject({ before: '55', after: '75', delta: 20, sigmas: 2, unit: 'm' })
  expect(probability?.factor).toBeCloseTo(0.5, 6)
  expect(name).toMatchObject({ delta: undefined, factor: undefined })
  expect(variance?.factor).toBeCloseTo(4, 6)
})

test('changesOf compares days of the year with dates, in any year', () => {
  // 5 July is day 186 of a common year, and day 187 of 2024.
  for (const [date, day] of [
    ['2023-07-05', '2023-186'],
    ['2024-07-05', '2024-187'],
    ['2023-01-01', '2023-001'],
  ]) {
    const withTca = (tca: string) => readFields(MESSAGE.replace('TCA = 2023-07-05T20:31:15.893', `TCA = ${tca}`)).fields
    const { changes } = changesOf(withTca(`${date}T20:31:15.893`), withTca(`${day}T20:32:17.893`), {})
    expect(changes.map(({ keyword }) => keyword)).toEqual(['TCA'])
    expect(changes[0]?.delta).toBeCloseTo(62, 6)
  }
})

const PLANE: PlaneInput = {
  miss: [100, 0],
  covariance1: { xx: 2_500, yx: 0, yy: 400 },
  covariance2: { xx: 10_000, yx: 0, yy: 2_000 },
  hardBody: 5,
}

test('planarProbability of a small body is its area times the probability density (Gauss)', () => {
  const [xx, yy] = [12_500, 2_400]
  const density = Math.exp(-(100 ** 2) / (2 * xx)) / (2 * Math.PI * Math.sqrt(xx * yy))
  expect(planarProbability({ ...PLANE, hardBody: 0.1 }) / (density * Math.PI * 0.01)).toBeCloseTo(1, 5)
})

test('influences returns the change with the largest effect on the probability first, and omits inputs without an effect', () => {
  const after = { ...PLANE, miss: [300, 0] as const, hardBody: 10 }
  const found = influences(PLANE, after)
  expect(found.map(({ driver }) => driver)).toEqual(['miss', 'hardBody'])
  // The exponents differ by (300² − 100²) / (2 · 12 500) = 3.2; the area is four times as large.
  expect(Math.log(found.find(({ driver }) => driver === 'miss')!.factor)).toBeCloseTo(-3.2, 1)
  expect(found.find(({ driver }) => driver === 'hardBody')!.factor).toBeCloseTo(4, 1)
})

test('correlations are between −1 and 1 with standard deviations on the diagonal, and undefined if a variance is zero', () => {
  expect(
    correlations([
      [4, 3, 0],
      [3, 9, 0],
      [0, 0, 0],
    ]),
  ).toEqual([[2], [0.5, 3], [undefined, undefined, 0]])
})

test('isPositiveDefinite detects invalid correlations, and ignores rows that were not estimated', () => {
  expect(
    isPositiveDefinite([
      [4, 3, 0],
      [3, 9, 0],
      [0, 0, 0],
    ]),
  ).toBe(true)
  expect(
    isPositiveDefinite([
      [4, 7],
      [7, 9],
    ]),
  ).toBe(false)
  expect(
    isPositiveDefinite([
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ]),
  ).toBe(false)
  // Two identical errors give an ellipsoid without volume.
  expect(
    isPositiveDefinite([
      [4, 4],
      [4, 4],
    ]),
  ).toBe(false)
  for (const { covariance } of CDM.objects) expect(isPositiveDefinite(covariance.matrix)).toBe(true)
})

test('matrixText has the syntax of each program', () => {
  const matrix = [
    [1, 2.5],
    [2.5, 1e-7],
  ]
  expect(matrixText(matrix, 'CSV')).toBe('1,2.5\n2.5,1e-7\n')
  expect(matrixText(matrix, 'MATLAB')).toBe('[1, 2.5; ...\n 2.5, 1e-7]')
  expect(matrixText(matrix, 'numpy')).toBe('np.array([\n    [1, 2.5],\n    [2.5, 1e-7],\n])')
})

test('relativeMotion agrees with the message of 18 SDS, to the digits with which it is printed', () => {
  const { samples, closest } = relativeMotion(CDM, 0.02)
  const middle = samples[samples.length / 2 - 0.5]!
  // RELATIVE_POSITION_R, _T and _N are printed to 0.1 m.
  expect(middle.r).toBeCloseTo(-21.3, 1)
  expect(middle.t).toBeCloseTo(-15.2, 1)
  expect(middle.n).toBeCloseTo(-49.3, 1)
  // MISS_DISTANCE is cut off to 1 m, and TCA is given to a millisecond, in which the objects move 14.5 m past each other.
  expect(Math.floor(closest!.distanceM)).toBe(55)
  expect(Math.abs(closest!.seconds)).toBeLessThan(0.001)
  expect(samples.every(({ distanceM }) => distanceM >= closest!.distanceM - 1e-3)).toBe(true)
})

test('usualSpan shows the approach, not just a line', () => {
  expect(usualSpan(55, 14_544)).toBe(0.02)
  expect(usualSpan(5_000, 10)).toBe(600)
})

test('planeInputOf returns undefined for a message that lacks a part of its plane', () => {
  const whole = (listCdms.response.meta() as { examples: Cdm[][] }).examples[0]![0]!
  const { combinedPlaneX, combinedPlaneY, combinedHardBodyRadius } = whole.conjunctionData
  expect(planeInputOf(whole)).toMatchObject({
    miss: [combinedPlaneX, combinedPlaneY],
    hardBody: combinedHardBodyRadius,
  })
  for (const part of ['combinedPlaneX', 'combinedPlaneY', 'combinedHardBodyRadius'] as const) {
    expect(planeInputOf({ ...whole, conjunctionData: { ...whole.conjunctionData, [part]: undefined } })).toBeUndefined()
  }
  for (const object of ['object1', 'object2'] as const) {
    const bare = { ...whole[object], conjunctionPlaneCovarianceXX: undefined }
    expect(planeInputOf({ ...whole, [object]: bare })).toBeUndefined()
  }
})

test('changesOf keeps a value that one of two messages lacks, and returns no factor or deviations for texts', () => {
  const fields = readFields(MESSAGE).fields
  const without = fields.filter(({ keyword }) => keyword !== 'MISS_DISTANCE')
  const gone = changesOf(fields, without, { MISS_DISTANCE: 10 }).changes
  expect(gone).toMatchObject([
    {
      keyword: 'MISS_DISTANCE',
      before: '55',
      after: undefined,
      delta: undefined,
      factor: undefined,
      sigmas: undefined,
    },
  ])
  const come = changesOf(without, fields).changes
  expect(come).toMatchObject([{ keyword: 'MISS_DISTANCE', before: undefined, after: '55', delta: undefined }])
  expect(changesOf(fields, fields)).toEqual({ changes: [], hidden: 0 })
})

test('changesOf returns deviations only for values that both messages have, and a factor only for positive values', () => {
  const change = (from: string, to: string) =>
    changesOf(readFields(MESSAGE).fields, readFields(MESSAGE.replace(from, to)).fields, { X: 1, MISS_DISTANCE: 0 })
      .changes
  const [x] = change('X = -5719.153201', 'X = -5720.153201')
  expect(x).toMatchObject({ keyword: 'X', segment: 1, factor: undefined, sigmas: undefined, unit: 'km' })
  expect(x?.delta).toBeCloseTo(-1, 9)
  const [zero] = change('MISS_DISTANCE = 55 ', 'MISS_DISTANCE = 0 ')
  expect(zero).toMatchObject({ delta: -55, factor: undefined, sigmas: undefined })
})
