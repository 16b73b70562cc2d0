import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { expect, test } from 'vitest'
import { oemText } from '../../testing/oem-text.ts'
import { simulatedSets } from '../../testing/test-catalogue.ts'
import { readEphemeris } from './reading.ts'

const FROM = new Date('2026-11-20T00:00:00.000Z')
const SET: ElementSet = simulatedSets(30, FROM).find(
  ({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3,
)!
const OBJECT = { ids: [String(SET.noradId), '2024-031C'], names: ['SAT-3'] }
const HEAD_LINES = 14
/** A state is judged with two states on each side of it. */
const JUDGED_AROUND = 2
/** The rows of an ephemeris: time, km and km/s. */
const ROWS = oemText(SET, { from: FROM, hours: 2 }).trimEnd().split('\n').slice(HEAD_LINES)

const read = (text: string, name = 'file.txt') => readEphemeris(bytesOf(text), { name, object: OBJECT })
/** Yields the text in pieces that end at arbitrary places. */
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
}

function ocm(rows: readonly string[], designator = String(SET.noradId)): string {
  return [
    ...['CCSDS_OCM_VERS = 3.0', 'CREATION_DATE = 2026-11-20T00:00:00', 'ORIGINATOR = TEST', ''],
    ...['META_START', 'OBJECT_NAME = ANY', `OBJECT_DESIGNATOR = ${designator}`, 'INTERNATIONAL_DESIGNATOR = 2099-001A'],
    ...['TIME_SYSTEM = UTC', 'EPOCH_TZERO = 2026-11-20T00:00:00', 'META_STOP', ''],
    ...['TRAJ_START', 'CENTER_NAME = EARTH', 'TRAJ_REF_FRAME = TEME', 'TRAJ_TYPE = CARTPV', ...rows, 'TRAJ_STOP', ''],
  ].join('\n')
}

function stk(rows: readonly string[]): string {
  const states = rows.map((row, minute) => {
    const [, ...numbers] = row.split(' ')
    return [minute * 60, ...numbers.map((number) => Number(number) * 1_000)].join(' ')
  })
  return [
    ...['stk.v.12.0', 'BEGIN Ephemeris', `NumberOfEphemerisPoints ${rows.length}`],
    ...['ScenarioEpoch 20 Nov 2026 00:00:00.000000', 'CentralBody Earth', 'CoordinateSystem TEMEOfDate'],
    ...['EphemerisTimePosVel', '', ...states, '', 'END Ephemeris', ''],
  ].join('\n')
}

test('readEphemeris() reads the states of an OCM, and recognises the object by either of its numbers', async () => {
  const { format, errors, orbit } = await read(ocm(ROWS))
  expect([format, errors]).toEqual(['OCM KVN', []])
  expect(orbit?.facts).toMatchObject({ originator: 'TEST', points: ROWS.length, segments: 1, referenceFrame: 'TEME' })
  const wrong = await read(ocm(ROWS, '7'))
  expect(wrong.errors).toContainEqual(expect.objectContaining({ code: 'wrong-object', keyword: 'OBJECT_ID' }))
})

test('readEphemeris() names the line of an OCM in which the motion is wrong', async () => {
  const rows = ROWS.map((row, place) => (place === 50 ? row.replace(/ (-?)(\d)/, ' $19$2') : row))
  const text = ocm(rows)
  const { errors } = await read(text)
  const line = text.split('\n').indexOf(rows[50]!) + 1
  expect(errors.map(({ code }) => code)).toContain('bad-physics')
  for (const { line: at = 0 } of errors) expect(Math.abs(at - line)).toBeLessThanOrEqual(JUDGED_AROUND)
})

test('readEphemeris() reads an ephemeris of STK, which names no object', async () => {
  const { format, errors, warnings, orbit } = await read(stk(ROWS), 'sat.e')
  expect([format, errors]).toEqual(['STK', []])
  expect(warnings).toMatchObject([{ code: 'object-unnamed' }])
  expect(orbit?.facts).toMatchObject({ points: ROWS.length, referenceFrame: 'TEME', covariance: 'assumed' })
})

test('readEphemeris() reports a gap between segments, and where it is', async () => {
  const text = oemText(SET, { from: FROM, hours: 2 })
  const lines = text.split('\n')
  const second = lines.slice(4, HEAD_LINES - 1)
  const split = [...lines.slice(0, HEAD_LINES + 31), '', ...second, '', ...lines.slice(HEAD_LINES + 40)].join('\n')
  const { errors, orbit } = await read(
    split
      .replace(/^(START|STOP)_TIME.*$/gm, '$1_TIME = 2026-11-20T00:00:00')
      .replace(/^STOP_TIME.*$/gm, 'STOP_TIME = 2026-11-20T02:00:00'),
  )
  expect(errors).toEqual([])
  expect(orbit?.facts.segments).toBe(2)
  expect(orbit?.facts.gaps).toHaveLength(1)
  const [gap] = orbit!.facts.gaps
  expect(gap!.to.taiS - gap!.from.taiS).toBe(600)
})

test.each([
  [
    'an element set',
    '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537\n',
    'this is a TLE',
  ],
  ['packed bytes', 'PK\u0003\u0004 and more', 'packed'],
])('readEphemeris() refuses %s and says what it is', async (_name, text, message) => {
  const { errors, orbit } = await read(text)
  expect(orbit).toBeUndefined()
  expect(errors).toMatchObject([{ line: 1, message: expect.stringContaining(message) }])
})

test('readEphemeris() reads the single ephemeris of a combined message, and refuses a second one with its line', async () => {
  const message = parseOem(oemText(SET, { from: FROM, hours: 2 }), { strict: false })
  const xml = formatOem(message, { notation: 'XML', strict: false }).replace(/^<\?xml.*\?>\n/, '')
  const head = '<ndm>\n<MESSAGE_ID>1</MESSAGE_ID>\n<COMMENT>all</COMMENT>\n'
  const one = await read(`${head}${xml}</ndm>`)
  expect([one.format, one.errors, one.warnings]).toEqual(['NDM XML', [], []])
  expect(one.orbit?.facts).toMatchObject({ points: ROWS.length, segments: 1 })
  const two = await read(`${head}${xml}${xml}</ndm>`)
  const line = 4 + xml.split('\n').length - 1
  expect(two.errors).toMatchObject([{ code: 'second-message', line, keyword: 'CCSDS_OEM_VERS' }])
  const omm = await read('<ndm><omm id="CCSDS_OMM_VERS" version="2.0"></omm></ndm>')
  expect(omm.errors.map(({ code }) => code)).toContain('wrong-kind')
})

test('readEphemeris() reads an ephemeris of STK that has accelerations', async () => {
  const text = stk(ROWS)
    .replace('EphemerisTimePosVel', 'EphemerisTimePosVelAcc')
    .replace(/^(\d+ .*)$/gm, '$1 0.1 0.2 0.3')
    .replace(/^(NumberOf|stk|BEGIN|Scenario)(.*) 0.1 0.2 0.3$/gm, '$1$2')
  const { errors, orbit } = await read(text, 'sat.e')
  expect(errors).toEqual([])
  expect(orbit?.facts).toMatchObject({ points: ROWS.length })
})
