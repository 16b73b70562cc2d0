import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { expect, test } from 'vitest'
import type { Reading } from '../block/read-message.ts'
import { FaultLog } from '../fault.ts'
import { formatOmmCsv } from './format-omm-csv.ts'
import reference from './omm.reference.json' with { type: 'json' }
import { formatOmm, type Omm, parseOmm, readOmm, scanOmms } from './omm.ts'
import { fromElementSet, toElementSet } from './omm-elements.ts'

/** The tolerance is one part in 1e15 of a mean motion of 8e-4 rad/s. */
const ROUNDING_DIGITS = 18

const { messages } = reference

/** An object in the public catalogue, as CelesTrak publishes it (Vanguard 1, values of 2020-10-13). */
const CSV = `OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT
VANGUARD 1,1958-002B,2020-10-13T04:52:48.472320,10.84869164,.1845686,34.2443,225.5254,162.2516,205.2356,0,U,5,999,21814,-.22483E-4,-1.6E-7,0
`

function scan(notation: 'CSV' | 'JSON', text: string) {
  const log = new FaultLog(true)
  const readings: Reading<Omm>[] = []
  const scanner = scanOmms(notation, log, { take: (reading) => readings.push(reading) })
  scanner.write(text)
  scanner.end()
  return { readings, faults: log.errors }
}

function only(text: string): Omm {
  const [reading] = scan('CSV', text).readings
  if (reading?.ok !== true) throw new Error('the row was refused')
  return reading.message
}

function errorsOf(text: string, strict = true) {
  const reading = readOmm(text, { strict })
  return reading.ok ? [] : reading.errors
}

const kvn = formatOmm({
  ...only(CSV),
  header: { ...only(CSV).header, creationDate: parseTime('2020-10-14T00:00:00'), originator: 'X' },
})

test('scanOmms() reads a row of a catalogue, which omits what is the same for all objects', () => {
  const omm = only(CSV)
  expect(omm.metadata).toMatchObject({
    objectName: 'VANGUARD 1',
    refFrame: 'TEME',
    timeSystem: 'UTC',
    meanElementTheory: 'SGP4',
  })
  expect(omm.elements).toMatchObject({
    epoch: parseTime('2020-10-13T04:52:48.472320'),
    meanMotionRevPerDay: 10.84869164,
    eccentricity: 0.1845686,
    incRad: degToRad(34.2443),
  })
  expect(omm.tle).toMatchObject({ noradId: 5, bstarPerEarthRadius: -0.22483e-4, meanMotionDotRevPerDay2: -1.6e-7 })
})

test('scanOmms() returns a separate reading for each object: a wrong object does not hide its neighbours', () => {
  const [names, row] = CSV.split('\n')
  const { readings } = scan(
    'CSV',
    [names, row, row?.replace('34.2443', 'x'), row?.replace(',1958-002B', ','), row].join('\n'),
  )
  expect(readings.map(({ ok }) => ok)).toEqual([true, false, true, true])
  expect(readings[1]).toMatchObject({ errors: [{ line: 3, column: 70, keyword: 'INCLINATION', code: 'bad-number' }] })
  expect(readings[2]).toMatchObject({ message: { metadata: { objectId: 'UNKNOWN' } } })
})

test('scanOmms() refuses only the object whose name is too long', () => {
  const [names, row] = CSV.split('\n')
  const { readings, faults } = scan('CSV', [names, row?.replace('VANGUARD 1', 'V'.repeat(101)), row].join('\n'))
  expect(readings.map(({ ok }) => ok)).toEqual([false, true])
  expect(readings[0]).toMatchObject({ errors: [{ line: 2, keyword: 'OBJECT_NAME', code: 'text-too-long' }] })
  expect(faults).toEqual([])
})

test('scanOmms() reads JSON as CelesTrak and Space-Track write it: numbers or texts, in any order', () => {
  const [names = '', row = ''] = CSV.split('\n')
  const cells = row.split(',')
  const object = Object.fromEntries(
    names
      .split(',')
      .map((name, index) => [name, cells[index]])
      .reverse(),
  )
  const typed = { ...object, NORAD_CAT_ID: 5, MEAN_MOTION: 10.84869164, GP_ID: '1', DECAY_DATE: null }
  const { readings } = scan('JSON', JSON.stringify([object, typed]))
  expect(readings.every(({ ok }) => ok)).toBe(true)
  const [first, second] = readings.map((reading) => (reading.ok ? reading.message : null))
  expect(second).toEqual({ ...first, unknown: [{ keyword: 'GP_ID', text: '1' }] })
  expect(first?.elements).toEqual(only(CSV).elements)
})

test('formatOmmCsv() writes what scanOmms() reads', () => {
  const omm = only(CSV)
  expect(only(formatOmmCsv([omm]))).toEqual(omm)
  const other = { ...omm, metadata: { ...omm.metadata, refFrame: 'GCRF' } }
  expect(() => formatOmmCsv([other])).toThrow(/VANGUARD 1 .* REF_FRAME is GCRF/)
  const formula = { ...omm, metadata: { ...omm.metadata, objectName: '=HYPERLINK("x")' } }
  expect(() => formatOmmCsv([formula])).toThrow(/OBJECT_NAME looks like a formula/)
})

test('toElementSet() returns the input of SGP4, with unchanged angles; fromElementSet() returns its message', () => {
  const omm = only(CSV)
  const set = toElementSet(omm)
  expect(set).toMatchObject({ noradId: 5, objectName: 'VANGUARD 1', incRad: degToRad(34.2443), bstar: -0.22483e-4 })
  expect(set.meanMotionRadPerS).toBeCloseTo((10.84869164 * 2 * Math.PI) / 86400, ROUNDING_DIGITS)
  expect(toElementSet(fromElementSet(set, omm.header))).toEqual(set)
  expect(() => toElementSet({ ...omm, metadata: { ...omm.metadata, meanElementTheory: 'DSST' } })).toThrow(/DSST/)
  expect(() => toElementSet({ ...omm, metadata: { ...omm.metadata, refFrame: 'GCRF' } })).toThrow(/GCRF/)
})

test.each(messages)(
  'readOmm() accepts or refuses $path as its source expects: $expect',
  ({ text, expect: expected }) => {
    expect(readOmm(text, { strict: expected !== 'valid' }).ok).toBe(expected === 'valid')
  },
)

test.each(messages.filter((message) => message.expect === 'valid'))(
  'formatOmm() writes $path in each notation so that it is read as the same data, also a second time',
  ({ text }) => {
    const omm = parseOmm(text, { strict: false })
    for (const notation of ['KVN', 'XML', 'JSON'] as const) {
      const written = formatOmm(omm, { notation })
      const again = parseOmm(written, { strict: false })
      expect(again).toEqual(omm)
      expect(formatOmm(again, { notation })).toBe(written)
    }
  },
)

test.each([
  [/MEAN_MOTION {8}.*\n/, '', 'MEAN_MOTION', 'missing-keyword'],
  [/(MEAN_MOTION {8})/, 'SEMI_MAJOR_AXIS = 7000\n$1', 'MEAN_MOTION', 'not-consistent'],
  [/BSTAR/, 'BTERM = 1\nBSTAR', 'BTERM', 'not-consistent'],
  [/INCLINATION .*/, 'INCLINATION = 181', 'INCLINATION', 'bad-value'],
  [/ECCENTRICITY .*/, 'ECCENTRICITY = -0.1', 'ECCENTRICITY', 'bad-value'],
  [/TEME/, 'TIMI', 'REF_FRAME', 'bad-value'],
  [/OBJECT_ID .*/, 'OBJECT_ID =', 'OBJECT_ID', 'missing-keyword'],
])('readOmm() refuses %s as %j, strict or lenient', (from, to, keyword, code) => {
  expect(kvn).toMatch(from)
  for (const strict of [true, false]) {
    expect(errorsOf(kvn.replace(from, to), strict)).toContainEqual(expect.objectContaining({ keyword, code }))
  }
})

test('readOmm() requires the values that the theory needs', () => {
  expect(errorsOf(kvn)).toEqual([])
  expect(errorsOf(kvn.replace(/BSTAR.*\n/, ''))).toMatchObject([{ keyword: 'BSTAR', code: 'missing-keyword' }])
  expect(errorsOf(kvn.replace(/BSTAR.*\n/, '').replace('= SGP4', '= DSST'))).toEqual([])
})

test('readOmm(), if strict, refuses version 1.0, which never existed, and warns of it if lenient', () => {
  const text = formatOmm(only(CSV)).replace(/CCSDS_OMM_VERS *=.*/, 'CCSDS_OMM_VERS = 1.0')
  const strict = readOmm(text)
  expect(strict.ok || strict.errors).toContainEqual(expect.objectContaining({ line: 1, code: 'wrong-version' }))
  expect(readOmm(text, { strict: false })).toMatchObject({ ok: true })
})

test('scanOmms() accepts a list of comments in JSON, and no list for anything else', () => {
  const [names = '', row = ''] = CSV.split('\n')
  const cells = row.split(',')
  const object = Object.fromEntries(names.split(',').map((name, index) => [name, cells[index]]))
  const readings = (more: object) => scan('JSON', JSON.stringify([{ ...object, ...more }])).readings
  expect(readings({ COMMENT: ['one', 'two'] })).toMatchObject([{ ok: true }])
  expect(readings({ OBJECT_NAME: ['one', 'two'] })).toMatchObject([{ ok: false, errors: [{ keyword: 'OBJECT_NAME' }] }])
  expect(readings({ INCLINATION: { value: 1 } })).toMatchObject([{ ok: false, errors: [{ keyword: 'INCLINATION' }] }])
})

test.each([
  ['SGP', ['MEAN_MOTION_DOT', 'MEAN_MOTION_DDOT']],
  ['PPT3', ['MEAN_MOTION_DOT', 'MEAN_MOTION_DDOT']],
  ['SGP4', ['BSTAR']],
  ['SGP/SGP4', ['BSTAR']],
  ['sgp4', ['BSTAR']],
  ['SGP4-XP', ['BTERM', 'AGOM']],
  ['DSST', []],
])('readOmm() requires for %s what the theory needs (502.0-B-3, table 4-3): %j', (theory, needed) => {
  const bare = kvn.replace('= SGP4', `= ${theory}`).replace(/^(?:BSTAR|MEAN_MOTION_DOT|MEAN_MOTION_DDOT) .*\n/gm, '')
  const missing = errorsOf(bare).filter(({ code }) => code === 'missing-keyword')
  expect(missing.map(({ keyword }) => keyword)).toEqual(needed)
  for (const { keyword, message } of missing)
    expect(message).toBe(`${keyword} is missing, which ${theory.toUpperCase()} needs`)
})

test('readOmm() requires a classification of one letter, and refuses AGOM together with MEAN_MOTION_DDOT', () => {
  const of = (from: RegExp, to: string) => {
    expect(kvn).toMatch(from)
    return errorsOf(kvn.replace(from, to)).map(({ keyword, code }) => [keyword, code])
  }
  expect(of(/^CLASSIFICATION_TYPE.*/m, 'CLASSIFICATION_TYPE = C')).toEqual([])
  expect(of(/^CLASSIFICATION_TYPE.*/m, 'CLASSIFICATION_TYPE = UC')).toEqual([['CLASSIFICATION_TYPE', 'bad-value']])
  expect(of(/^(MEAN_MOTION_DDOT.*)/m, 'AGOM = 1\n$1')).toContainEqual(['AGOM', 'not-consistent'])
})
