import { axesAt, matrixAt, statesOf as statesOfColumns } from '@apsis/astro/ephemeris/columns.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import type { ReadOptions } from '../block/read-message.ts'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { openText } from '../message/open-text.ts'
import { decodeText, type TextPiece } from '../notation/decode.ts'
import { LIMITS } from '../notation/limits.ts'
import type { OemRecord } from '../oem/oem-records.ts'
import { type Assumption, type EphemerisRecord, type ExpectedObject, openEphemerisFile } from './ephemeris-file.ts'

const SATELLITE: ExpectedObject = { ids: ['2026-001A', '99001'], names: ['SIM 1', 'SIMULATED 1'] }

interface FileOptions {
  readonly name?: string
  readonly object?: ExpectedObject
  readonly options?: ReadOptions
  /** The bytes of the text in one piece. */
  readonly isWhole?: boolean
}

/** Returns the result of reading a file in pieces of a few characters. */
async function read(
  text: string,
  { name = 'file', object = SATELLITE, options = {}, isWhole = false }: FileOptions = {},
) {
  const records: OemRecord[] = []
  const assumed: Assumption[] = []
  const log = new FaultLog(true)
  const bytes = new TextEncoder().encode(text)
  const decoding = decodeText(log, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }))
  async function* pieces(): AsyncGenerator<TextPiece> {
    if (isWhole) yield decoding.pass(bytes)
    else for (let at = 0; at < text.length; at += 50) yield text.slice(at, at + 50)
  }
  const file = openEphemerisFile(await openText(pieces()), { name, object, options })
  const sink = {
    log,
    take: (record: EphemerisRecord) => records.push(...oneByOne(record)),
    assume: (one: Assumption) => assumed.push(one),
  }
  try {
    await file.read(sink)
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const { errors, warnings } = log
  return { namesObject: file.namesObject, records, assumed, errors, warnings }
}

/** Returns the states of a table, and their covariances, as records. */
function oneByOne(record: EphemerisRecord): OemRecord[] {
  if (record.kind !== 'table') return [record]
  const { states, lines, covariances } = record
  expect([states.taiS.length, lines.length, record.line]).toEqual([states.count, states.count, lines.at(-1)])
  return statesOfColumns(states).flatMap((state, row): OemRecord[] => {
    const line = lines[row]!
    if (covariances === null) return [{ kind: 'state', line, state }]
    const matrix = matrixAt(covariances.triangles, row)
    const covariance = { comments: [], epoch: state.epoch, refFrame: axesAt(covariances, row), matrix }
    return [
      { kind: 'state', line, state },
      { kind: 'covariance', line, covariance },
    ]
  })
}

type Result = Awaited<ReturnType<typeof read>>
const places = ({ records }: Result) => records.map(({ kind, line }) => `${kind} ${line}`)
const segmentsOf = ({ records }: Result) =>
  records.flatMap((record) => (record.kind === 'segment' ? [record.metadata] : []))
const headerOf = ({ records }: Result) =>
  records.flatMap((record) => (record.kind === 'header' ? [record.header] : []))[0]
const statesOf = ({ records }: Result) => records.flatMap((record) => (record.kind === 'state' ? [record.state] : []))

const OEM = `CCSDS_OEM_VERS = 2.0
CREATION_DATE = 2026-11-20T09:30:00
ORIGINATOR = APSIS
META_START
OBJECT_NAME = SIMULATED 1
OBJECT_ID = 2026-001A
CENTER_NAME = EARTH
REF_FRAME = GCRF
TIME_SYSTEM = UTC
START_TIME = 2026-11-20T00:00:00
STOP_TIME = 2026-11-20T00:01:00
META_STOP
2026-11-20T00:00:00 7000 0 0 0 7.5 0
2026-11-20T00:01:00 7000 1 0 0 7.5 0
`

test('an OEM names its object, and gives its states with their lines', async () => {
  const result = await read(OEM)
  expect(result).toMatchObject({ namesObject: true, errors: [], assumed: [] })
  expect(places(result)).toEqual(['header 1', 'segment 4', 'state 13', 'state 14'])
})

const OCM = `CCSDS_OCM_VERS = 3.0
CREATION_DATE = 2026-11-20T00:00:00
ORIGINATOR = SIMULATOR
META_START
OBJECT_NAME = SIMULATED 1
INTERNATIONAL_DESIGNATOR = 2026-001A
OBJECT_DESIGNATOR = 99001
TIME_SYSTEM = UTC
EPOCH_TZERO = 2026-11-20T12:00:00
META_STOP
TRAJ_START
COMMENT the first
INTERPOLATION = LAGRANGE
INTERPOLATION_DEGREE = 5
CENTER_NAME = EARTH
TRAJ_REF_FRAME = GCRF
USEABLE_START_TIME = 2026-11-20T12:00:10
USEABLE_STOP_TIME = 2026-11-20T12:00:50
TRAJ_TYPE = CARTPV

0.0 7000.001 0 0 0 7.5 0
60.0 7000 1 0 0 7.5 0
TRAJ_STOP
TRAJ_START
CENTER_NAME = EARTH
TRAJ_REF_FRAME = TEME
TRAJ_TYPE = CARTPV
120.0 7000 2 0 0 7.5 0
TRAJ_STOP
`

test('each trajectory of an OCM is a segment; its states have the lines of their rows', async () => {
  const result = await read(OCM)
  expect(result).toMatchObject({ namesObject: true, errors: [], assumed: [] })
  expect(places(result)).toEqual(['header 1', 'segment 20', 'state 21', 'state 22', 'segment 27', 'state 28'])
  expect(headerOf(result)).toEqual({
    comments: [],
    version: '3.0',
    originator: 'SIMULATOR',
    creationDate: parseTime('2026-11-20T00:00:00'),
  })
  const [first, second] = segmentsOf(result)
  expect(first).toEqual({
    comments: [],
    objectId: '99001',
    objectName: 'SIMULATED 1',
    centreName: 'EARTH',
    refFrame: 'GCRF',
    timeSystem: 'UTC',
    interpolation: 'LAGRANGE',
    interpolationDegree: 5,
    startTime: parseTime('2026-11-20T12:00:00'),
    stopTime: parseTime('2026-11-20T12:01:00'),
    useableStartTime: parseTime('2026-11-20T12:00:10'),
    useableStopTime: parseTime('2026-11-20T12:00:50'),
  })
  const at = parseTime('2026-11-20T12:02:00')
  expect(second).toMatchObject({ refFrame: 'TEME', startTime: at, stopTime: at })
  for (const absent of ['interpolation', 'interpolationDegree', 'useableStartTime', 'useableStopTime'])
    expect(second).not.toHaveProperty(absent)
  expect(statesOf(result)[1]).toMatchObject({ r: [7_000_000, 1_000, 0], v: [0, 7_500, 0] })
})

test('the object of an OCM is the designator by which the satellite is known, otherwise the first designator', async () => {
  const idOf = async (...ids: string[]) => segmentsOf(await read(OCM, { object: { ids, names: [] } }))[0]?.objectId
  expect(await idOf('2026-001A')).toBe('2026-001A')
  expect(await idOf('99001')).toBe('99001')
  expect(await idOf('12345')).toBe('99001')
})

test('the rows of an OCM in XML have the right lines', async () => {
  const rows = '<trajLine>0.0 7000 0 0 0 7.5 0</trajLine>\n<trajLine>60.0 7000 1 0 0 7.5 0</trajLine>'
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<ocm id="CCSDS_OCM_VERS" version="3.0">
<header><CREATION_DATE>2026-11-20T00:00:00</CREATION_DATE><ORIGINATOR>APSIS</ORIGINATOR></header>
<body><segment>
<metadata><TIME_SYSTEM>UTC</TIME_SYSTEM><EPOCH_TZERO>2026-11-20T12:00:00</EPOCH_TZERO></metadata>
<data>
<traj>
<CENTER_NAME>EARTH</CENTER_NAME><TRAJ_REF_FRAME>GCRF</TRAJ_REF_FRAME><TRAJ_TYPE>CARTPV</TRAJ_TYPE>
${rows}
</traj>
<traj>
<CENTER_NAME>EARTH</CENTER_NAME><TRAJ_REF_FRAME>GCRF</TRAJ_REF_FRAME><TRAJ_TYPE>CARTPV</TRAJ_TYPE>
<trajLine>120.0 7000 2 0 0 7.5 0</trajLine>
</traj>
</data>
</segment></body>
</ocm>
`
  const result = await read(text)
  expect(result.errors).toEqual([])
  expect(places(result)).toEqual(['header 1', 'segment 8', 'state 9', 'state 10', 'segment 13', 'state 14'])
  expect(segmentsOf(result)[0]).toMatchObject({ objectId: '', objectName: '', timeSystem: 'UTC' })
})

test('a trajectory of an OCM without Cartesian states is reported at its beginning, and does not hide other faults', async () => {
  const kept = await read(
    OCM.replace('TRAJ_TYPE = CARTPV', 'TRAJ_TYPE = CARTP').replace(/^(0\.0 .*|60\.0 .*) 0 7\.5 0$/gm, '$1'),
  )
  expect(kept.errors).toMatchObject([{ line: 20, keyword: 'TRAJ_TYPE', code: 'bad-value' }])
  expect(places(kept)).toEqual(['header 1', 'segment 27', 'state 28'])
})

test('an OCM that is refused gives its faults and no state; deviations are reported', async () => {
  const refused = await read(OCM.replace('60.0 7000 1', '60.0 7000 x'))
  expect(refused.records).toEqual([])
  expect(refused.errors).toMatchObject([{ line: 22, found: 'x' }])
  const odd = await read(OCM.replace('TRAJ_TYPE = CARTPV', 'TRAJ_TYPE = CARTPV\nOWN_WORD = 1'), {
    options: { strict: false },
  })
  expect(odd.errors).toEqual([])
  expect(odd.warnings).toMatchObject([{ line: 20, code: 'unknown-keyword' }])
})

const MEME = `created:2026-03-10 20:32:53 UTC
ephemeris_start:2026-03-10 20:16:42 UTC ephemeris_stop:2026-03-10 20:16:42 UTC step_size:60
ephemeris_source:blend
UVW
2026069201642.000 2331.5 -3812.25 -5288.125 7.5 1.25 1.125
4e-07 1e-08 9e-08 0 0 1.6e-07 1e-12
0 0 4e-12 0 0 0 0
1e-12 0 0 0 0 0 9e-12
`
const MEME_NAME = 'MEME_67850_STARLINK-36840_0691642_Operational_1457900000_UNCLASSIFIED.txt'

test('a text of Starlink describes the object in its file name; without a name it is assumed to be the satellite, and this is reported', async () => {
  const named = await read(MEME, { name: MEME_NAME })
  expect(named).toMatchObject({ namesObject: true, errors: [], assumed: [] })
  expect(places(named)).toEqual(['header 1', 'segment 1', 'state 5', 'covariance 5'])
  expect(segmentsOf(named)[0]).toMatchObject({
    objectId: '67850',
    objectName: 'STARLINK-36840',
    centreName: 'EARTH',
    refFrame: 'EME2000',
    timeSystem: 'UTC',
    startTime: parseTime('2026-03-10T20:16:42'),
    stopTime: parseTime('2026-03-10T20:16:42'),
  })
  expect(headerOf(named)).toMatchObject({ creationDate: parseTime('2026-03-10T20:32:53'), originator: 'blend' })
  const unnamed = await read(MEME, { name: 'ephemeris.txt' })
  expect(unnamed).toMatchObject({ namesObject: false, assumed: [{ code: 'object-unnamed' }] })
  expect(unnamed.assumed[0]?.expected).toEqual(['a file named MEME_NUMBER_NAME_….txt'])
  expect(segmentsOf(unnamed)[0]).toMatchObject({ objectId: '2026-001A', objectName: 'SIM 1' })
  const of = segmentsOf(await read(MEME, { name: 'ephemeris.txt', object: { ids: [], names: [] } }))
  expect(of[0]).toMatchObject({ objectId: '', objectName: '' })
})

test('a text of Starlink has its frame from the file name and its span from the header, and a different span in the name is a warning', async () => {
  const said = async (name: string) => {
    const { warnings, ...result } = await read(MEME, { name })
    return [segmentsOf(result as Result)[0]?.refFrame, warnings.map(({ code }) => code)]
  }
  expect(await said('ITRF_67850_A_0692016_Operational__UNCLASSIFIED.txt')).toEqual(['ITRF', []])
  expect(await said('TEME_67850_A_0692016_Operational_1457209020_UNCLASSIFIED.txt')).toEqual(['TEME', []])
  expect(await said('MEME_67850_A_0692017_Operational__UNCLASSIFIED.txt')).toEqual(['EME2000', []])
  expect(await said('MEME_67850_A_0692018_Operational__UNCLASSIFIED.txt')).toEqual(['EME2000', ['not-consistent']])
  expect(await said(MEME_NAME)).toEqual(['EME2000', ['not-consistent']])
})

test('an ephemeris of Starlink without a header is read, and its span is that of its states', async () => {
  const second = MEME.split('\n').slice(4, 8).join('\n').replace('201642', '201742')
  const result = await read(`${MEME}${second}\n`.split('\n').slice(3).join('\n'), { name: MEME_NAME })
  expect(result.errors).toMatchObject([{ code: 'missing-keyword' }])
  expect(places(result)).toEqual(['segment 1', 'state 2', 'covariance 2', 'state 6', 'covariance 6'])
  expect(segmentsOf(result)[0]).toMatchObject({
    startTime: parseTime('2026-03-10T20:16:42'),
    stopTime: parseTime('2026-03-10T20:17:42'),
  })
})

const STK = `stk.v.12.0
BEGIN Ephemeris
NumberOfEphemerisPoints 4
ScenarioEpoch 20 Nov 2026 09:30:00
InterpolationMethod Lagrange
InterpolationSamplesM1 3
CentralBody Earth
CoordinateSystem J2000
BEGIN SegmentBoundaryTimes
0
60
END SegmentBoundaryTimes
EphemerisTimePosVel

0 7000000 0 0 0 7500 125
60 6985250 449500 0 -500 7250 125

60 6985250 449500 0 -250 7500 250
120 6940500 896250 0 -1000 7000 125
END Ephemeris
`

test('an STK ephemeris names no object; each state has the number of its line, even after the boundary of a segment', async () => {
  const result = await read(STK)
  expect(result).toMatchObject({ namesObject: false, errors: [], assumed: [{ code: 'object-unnamed' }] })
  expect(result.assumed[0]).not.toHaveProperty('expected')
  expect(places(result)).toEqual(['segment 15', 'state 15', 'state 16', 'segment 18', 'state 18', 'state 19'])
  expect(segmentsOf(result)).toEqual(
    [
      ['2026-11-20T09:30:00', '2026-11-20T09:31:00'],
      ['2026-11-20T09:31:00', '2026-11-20T09:32:00'],
    ].map(([start = '', stop = '']) => ({
      comments: [],
      objectId: '2026-001A',
      objectName: 'SIM 1',
      centreName: 'EARTH',
      refFrame: 'EME2000',
      timeSystem: 'UTC',
      interpolation: 'LAGRANGE',
      interpolationDegree: 3,
      startTime: parseTime(start),
      stopTime: parseTime(stop),
    })),
  )
  const plain = await read(STK.replace(/^Interpolation.*\n/gm, ''), { object: { ids: [], names: [] } })
  expect(plain.errors).toEqual([])
  expect(segmentsOf(plain)[0]).toMatchObject({ objectId: '', objectName: '' })
  expect(segmentsOf(plain)[0]).not.toHaveProperty('interpolation')
  expect(segmentsOf(plain)[0]).not.toHaveProperty('interpolationDegree')
})

test('each part of an STK ephemeris begins with its first state and ends with its last', async () => {
  const result = await read(STK)
  const times = statesOf(result).map(({ epoch }) => epoch)
  const spans = segmentsOf(result).map(({ startTime, stopTime }) => [startTime, stopTime])
  expect(spans[0]?.[0]).toEqual(times[0])
  expect(spans.at(-1)?.[1]).toEqual(times.at(-1))
})

test('an STK ephemeris that is refused gives its faults, each once, and no state', async () => {
  const result = await read(STK.replace('J2000', 'Elsewhere'))
  expect(result.records).toEqual([])
  expect(result.errors).toMatchObject([
    { line: 8, code: 'bad-value', found: 'Elsewhere' },
    { line: 13, code: 'unfinished' },
  ])
  const row = await read(STK.replace('449500', 'north'))
  expect(row.errors).toMatchObject([{ line: 16, code: 'bad-number', found: 'north' }])
})

test('limits of the caller apply to every format', async () => {
  const limits = { ...LIMITS, points: 1 }
  for (const text of [OEM, OCM, STK]) {
    const { errors } = await read(text, { options: { limits } })
    expect(errors.map(({ code }) => code)).toContain('too-many-points')
  }
})

test('a file that is not an ephemeris is refused, and the fault names its kind', async () => {
  const opm = await read('CCSDS_OPM_VERS = 3.0\nCREATION_DATE = 2026-11-20T00:00:00\n')
  expect(opm).toMatchObject({ namesObject: false, records: [], errors: [{ line: 1, code: 'wrong-kind' }] })
  expect(opm.errors[0]?.message).toBe('this is a OPM: it has no ephemeris')
  const letter = await read('Dear all,\n')
  expect(letter.errors[0]?.message).toBe('the file is none that is known here: it has no ephemeris')
})

test('the times of an OCM are in the system that it names', async () => {
  const result = await read(OCM.replace('TIME_SYSTEM = UTC', 'TIME_SYSTEM = TAI'))
  expect(segmentsOf(result)[0]).toMatchObject({ timeSystem: 'TAI', startTime: parseTime('2026-11-20T12:00:00', 'TAI') })
})

/** Two further states; one line in the covariance of each is the same as in the previous covariance. */
const LONGER = `${MEME}2026069201742.000 2753.5 -3695.25 -5167.5 6.5 2.5 2.25
4e-07 1e-08 9e-08 0 0 1.6e-07 1e-12
0 0 4e-12 0 0 1e-14 0
1e-12 0 0 0 0 0 9e-12
2026069201842.000 3175.5 -3578.25 -5047.5 6.5 2.5 2.25
4e-07 1e-08 9e-08 0 0 1.6e-07 1e-12
0 0 4e-12 0 0 0 0
1e-12 0 0 0 0 0 9e-12
`
const SIX_DIGITS = 'MEME_100001_STARLINK-38128_0692016_Operational__UNCLASSIFIED.txt'

test.each([
  ['nothing', (text: string) => text, []],
  ['ends of lines of Windows', (text: string) => text.replaceAll('\n', '\r\n'), []],
  ['a number that is none', (text: string) => text.replace('-3695.25', '-3695,25'), [[9, 'bad-number']]],
  ['a state with five numbers', (text: string) => text.replace(' 2.25\n', '\n'), [[9, 'bad-row']]],
  ['a time before the one before it', (text: string) => text.replace('201842', '201642'), [[13, 'not-increasing']]],
  [
    'a variance below zero',
    (text: string) => text.replace('0 0 4e-12 0 0 1e-14', '0 0 -4e-12 0 0 0'),
    [
      [10, 'bad-covariance'],
      [11, 'bad-covariance'],
    ],
  ],
  ['the end cut off within a covariance', (text: string) => text.slice(0, -23), [[15, 'unfinished']]],
] as const)(
  'a text of Starlink gives the same columns and faults as bytes in one piece and as text in many: %s',
  async (_, change, faults) => {
    const text = change(LONGER)
    const [whole, pieces] = [
      await read(text, { name: SIX_DIGITS, isWhole: true }),
      await read(text, { name: SIX_DIGITS }),
    ]
    expect(whole).toEqual(pieces)
    expect(whole.errors.map(({ line, code }) => [line, code])).toEqual(faults)
    expect(segmentsOf(whole)[0]).toMatchObject({ objectId: '100001', objectName: 'STARLINK-38128' })
    const covariances = whole.records.flatMap((record) =>
      record.kind === 'covariance' ? [record.covariance.matrix] : [],
    )
    if (faults.length === 0) expect(covariances.map((matrix) => matrix[4]?.[2])).toEqual([0, 1e-8, 0])
  },
)

test('a byte order mark before a text of Starlink is not part of it', async () => {
  const marked = await read(`\ufeff${LONGER}`, { name: SIX_DIGITS, isWhole: true })
  expect(marked).toEqual(await read(LONGER, { name: SIX_DIGITS, isWhole: true }))
  expect(marked.errors).toEqual([])
})
