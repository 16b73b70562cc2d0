import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { formatOcm } from './format-ocm.ts'
import reference from './ocm.reference.json' with { type: 'json' }
import { parseOcm, readOcm, statesOfTrajectory } from './ocm.ts'

/** The number of digits to which two ways of rounding one product agree. */
const RADIAN_DIGITS = 15

const messages = reference.messages.filter(({ path }) => path.startsWith('ocm/'))

function textOf(name: string): string {
  return reference.messages.find(({ path }) => path.endsWith(name))!.text
}

const minimal = `CCSDS_OCM_VERS = 3.0
CREATION_DATE = 2026-11-20T00:00:00
ORIGINATOR = APSIS
META_START
TIME_SYSTEM = UTC
EPOCH_TZERO = 2026-11-20T12:00:00
META_STOP
TRAJ_START
CENTER_NAME = EARTH
TRAJ_REF_FRAME = GCRF
TRAJ_TYPE = CARTPV
0.0 7000.001 0 0 0 7.5 0
2026-11-20T12:01:00 7000 1 0 0 7.5 0
TRAJ_STOP
`

function errorsOf(text: string, strict = true) {
  const reading = readOcm(text, { strict })
  return reading.ok ? [] : reading.errors
}

test('parseOcm() reads rows with absolute times or with seconds after EPOCH_TZERO', () => {
  const [trajectory] = parseOcm(minimal).trajectories
  expect(trajectory?.rows).toEqual([
    { epoch: parseTime('2026-11-20T12:00:00'), values: [7000.001, 0, 0, 0, 7.5, 0] },
    { epoch: parseTime('2026-11-20T12:01:00'), values: [7000, 1, 0, 0, 7.5, 0] },
  ])
  expect(statesOfTrajectory(trajectory!)?.[0]).toEqual({
    epoch: parseTime('2026-11-20T12:00:00'),
    r: [7_000_001, 0, 0],
    v: [0, 7500, 0],
  })
})

test('parseOcm() reads every section and every keyword of the standard', () => {
  const ocm = parseOcm(textOf('OCMExample4.txt'), { strict: false })
  expect(ocm.metadata).toMatchObject({ objectName: 'POLYSAT', timeSpanS: 0.041550925925 * 86400, taimutcAtTzeroS: 37 })
  expect(ocm.trajectories.map(({ rows }) => rows[0]?.values.length)).toEqual([9, 3, 6])
  expect(statesOfTrajectory(ocm.trajectories[0]!)?.[1]?.a).toEqual([3, -4, -5])
  expect(statesOfTrajectory(ocm.trajectories[2]!)).toBeNull()
  expect(ocm.physical).toMatchObject({
    dvBolMps: 1900,
    attPointingRad: expect.closeTo((2.3 * Math.PI) / 180, RADIAN_DIGITS),
    dragUncertaintyPercent: 10,
  })
  expect(ocm.covariances[0]?.rows[2]?.values).toHaveLength(21)
  expect(ocm.manoeuvres).toHaveLength(3)
  expect(ocm.manoeuvres[2]?.composition.slice(0, 2)).toEqual(['TIME_ABSOLUTE', 'DEPLOY_ID'])
  expect(ocm.manoeuvres[2]?.rows[0]?.[1]).toBe('BEE_1')
  expect(ocm.manoeuvres[0]?.metadata.manPrevEpoch).toEqual(parseTime('2019-07-22T23:58:20')) // this is 100 s before EPOCH_TZERO
  expect(ocm.perturbations).toMatchObject({ gmM3PerS2: 398600441500000, equatorialRadiusM: 6378137 })
  expect(ocm.orbitDetermination).toMatchObject({ odId: 'OD_24', obsUsed: 90, maximumObsGapS: 86400 })
  expect(ocm.userDefined?.values).toEqual([{ keyword: 'USER_DEFINED_LIBRARY', text: 'OREKIT' }])
})

test.each(messages)(
  'readOcm() accepts or refuses $path as its source expects: $expect',
  ({ text, expect: expected }) => {
    expect(readOcm(text, { strict: false }).ok).toBe(expected === 'valid')
  },
)

test.each(messages.filter((message) => message.expect === 'valid'))(
  'formatOcm() writes $path in KVN and XML so that it is read as the same data, also a second time',
  ({ text }) => {
    const ocm = parseOcm(text, { strict: false })
    for (const notation of ['KVN', 'XML'] as const) {
      const written = formatOcm(ocm, { notation, strict: false })
      const again = parseOcm(written, { strict: false })
      expect(again).toEqual(ocm)
      expect(formatOcm(again, { notation, strict: false })).toBe(written)
    }
  },
)

test.each([
  ['7000.001 0', '7000.001', 12, 'bad-row'],
  ['7000.001', '7000,001', 12, 'bad-number'],
  ['12:01:00 7000', '12:61:00 7000', 13, 'bad-time'],
  ['GCRF', 'ZZRF', 10, 'bad-value'],
  ['TRAJ_STOP\n', '', 13, 'unfinished'],
  ['TRAJ_START', 'TRAJ_START\nORB_REVNUM = 1', 8, 'missing-keyword'],
  ['TRAJ_START', 'X = 1\nTRAJ_START', 8, 'wrong-place'],
])('readOcm() refuses %j as %j, strict or lenient, and names the place', (from, to, line, code) => {
  for (const strict of [true, false]) {
    expect(errorsOf(minimal.replace(from, to), strict)).toContainEqual(expect.objectContaining({ line, code }))
  }
})

test('readOcm() keeps unknown keywords in their section', () => {
  const text = minimal.replace('TRAJ_TYPE', 'NEW = 1 [x]\nTRAJ_TYPE')
  expect(errorsOf(text)).toMatchObject([{ keyword: 'NEW', code: 'unknown-keyword' }])
  const ocm = parseOcm(text, { strict: false })
  expect(ocm.trajectories[0]?.metadata.unknown).toEqual([{ keyword: 'NEW', text: '1 [x]' }])
  for (const notation of ['KVN', 'XML'] as const) {
    expect(parseOcm(formatOcm(ocm, { notation }), { strict: false })).toEqual(ocm)
  }
})

const METRES = 'TRAJ_TYPE = CARTPV\nTRAJ_UNITS = [m, m, m, m/s, m/s, m/s]'
const MANOEUVRE = `MAN_START
MAN_ID = 1
MAN_DEVICE_ID = A4
MAN_REF_FRAME = VNC_ROTATING
MAN_COMPOSITION = TIME_RELATIVE, DV_X, DV_Y, DV_Z
MAN_UNITS = [km/s, km/s, km/s]
0 -0.1 0 0
MAN_STOP
`

test.each([
  ['units of another size', minimal.replace('TRAJ_TYPE = CARTPV', METRES), 'TRAJ_UNITS', 'bad-unit'],
  [
    'units of another kind',
    minimal.replace('TRAJ_TYPE = CARTPV', 'TRAJ_TYPE = CARTPV\nTRAJ_UNITS = [kg, furlong, m, m, m, m]'),
    'TRAJ_UNITS',
    'bad-unit',
  ],
  [
    'too few units',
    minimal.replace('TRAJ_TYPE = CARTPV', 'TRAJ_TYPE = CARTPV\nTRAJ_UNITS = [km, km, km]'),
    'TRAJ_UNITS',
    'bad-unit',
  ],
  [
    'units of a covariance',
    `${minimal}COV_START\nCOV_REF_FRAME = TNW_ROTATING\nCOV_TYPE = CARTP\nCOV_UNITS = [m, m, m]\n0.0 1 0 1 0 0 1\nCOV_STOP\n`,
    'COV_UNITS',
    'bad-unit',
  ],
  ['units of a manoeuvre', minimal + MANOEUVRE.replace('km/s,', 'm/s,'), 'MAN_UNITS', 'bad-unit'],
  [
    'a manoeuvre without its time',
    minimal + MANOEUVRE.replace('TIME_RELATIVE, ', '').replace('0 -0.1', '-0.1'),
    'MAN_COMPOSITION',
    'missing-keyword',
  ],
  [
    'a degree that is no integer',
    minimal.replace('TRAJ_TYPE', 'INTERPOLATION_DEGREE = 7.1\nTRAJ_TYPE'),
    'INTERPOLATION_DEGREE',
    'bad-value',
  ],
  ['times that go back', minimal.replace('12:01:00', '11:59:00'), null, 'not-increasing'],
])('readOcm() refuses %s, strict or lenient', (_name, text, keyword, code) => {
  for (const strict of [true, false]) {
    expect(errorsOf(text, strict)).toContainEqual(expect.objectContaining({ keyword, code }))
  }
})

test.each(['TRAJ_UNITS = [km,km,km,km/s,km/s,km/s]', 'TRAJ_UNITS = [ KM, km, km, km/s, km/s, km/s ]'])(
  'readOcm() accepts %s as the units of the type, and reads the manoeuvre',
  (units) => {
    const text = minimal.replace('TRAJ_TYPE = CARTPV', `TRAJ_TYPE = CARTPV\n${units}`)
    expect(errorsOf(text + MANOEUVRE)).toEqual([])
    expect(errorsOf(text + MANOEUVRE.replace('[km/s,', '[s, km/s,'))).toEqual([])
    expect(parseOcm(text + MANOEUVRE).manoeuvres[0]?.rows).toEqual([['0', '-0.1', '0', '0']])
  },
)

test('readOcm() refuses a message with too many sections before it stores them', () => {
  const many = (count: number) => minimal + 'MAN_START\nMAN_STOP\n'.repeat(count)
  expect(errorsOf(many(10_001), false).map(({ code }) => code)).toContain('too-many-segments')
  expect(errorsOf(many(9_000), false).map(({ code }) => code)).not.toContain('too-many-segments')
})

test('readOcm() accepts user-defined keywords in any order', () => {
  const own = 'USER_START\nUSER_DEFINED_B = 1\nUSER_DEFINED_A = 2\nUSER_STOP\n'
  expect(errorsOf(`${minimal}${own}`)).toEqual([])
  const twice = `${minimal}${own.replace('_A = 2', '_B = 2')}`
  expect(errorsOf(twice)).toMatchObject([{ line: 17, keyword: 'USER_DEFINED_B', code: 'duplicate-keyword' }])
})

test.each([
  ['COV_TYPE = CARTP', '0.0 1 0 1 0 0 1', []],
  ['COV_TYPE = CARTP', '0.0 1 0 1 0 0', [[19, 'bad-row']]],
  ['COV_TYPE = CARTP\nCOV_ORDERING = UTM', '0.0 1 0 1 0 0 1', []],
  ['COV_TYPE = CARTP\nCOV_ORDERING = UTM', '0.0 1 0 1 0 0', [[20, 'bad-row']]],
  // A full matrix, and one with correlations, have other numbers of entries; for elements that are in no list, the number is unknown.
  ['COV_TYPE = CARTP\nCOV_ORDERING = FULL', '0.0 1 0 0 0 1 0 0 0 1', []],
  ['COV_TYPE = OWN', '0.0 1 0 1', []],
  ['COV_TYPE = CARTP\nCOV_UNITS = [km, km, km]', '0.0 1 0 1 0 0 1', []],
  ['COV_TYPE = OWN\nCOV_UNITS = [m, m, m]', '0.0 1 0 1', []],
])('readOcm() checks the number of entries in a covariance of %j: %s', (keywords, row, expected) => {
  const section = `COV_START\nCOV_REF_FRAME = TNW_ROTATING\n${keywords}\n${row}\nCOV_STOP\n`
  const found = errorsOf(minimal + section).filter(({ code }) => code === 'bad-row' || code === 'bad-unit')
  const place = 15 + 2 + keywords.split('\n').length
  expect(found.map(({ line, code }) => [line, code])).toEqual(expected.map(([, code]) => [place, code]))
})

test('statesOfTrajectory() returns no states from rows in which numbers are missing, if no TRAJ_TYPE gives their number', () => {
  const untyped = minimal.replace('TRAJ_TYPE = CARTPV\n', '')
  const of = (text: string) => statesOfTrajectory(parseOcm(text, { strict: false }).trajectories[0]!)
  expect(of(untyped)).toEqual(of(minimal))
  expect(of(untyped.replaceAll(' 0 7.5 0\n', '\n'))).toBeNull()
  expect(of(untyped.replaceAll(' 0 7.5 0\n', ' 0 7.5 0 1\n'))).toBeNull()
})
