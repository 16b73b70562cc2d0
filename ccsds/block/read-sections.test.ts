import { expect, test } from 'vitest'
import { LIMITS } from '../notation/limits.ts'
import { readOcm } from '../ocm/ocm.ts'
import { readOem } from '../oem/read-oem.ts'
import { readTdm } from '../tdm/tdm.ts'

type SectionReader = typeof readOcm | typeof readOem | typeof readTdm

/** Returns all faults of a strict reading, in their order. */
function shown(read: SectionReader, lines: readonly string[], limits: object = {}) {
  const reading = read(`${lines.join('\n')}\n`, { limits: { ...LIMITS, ...limits } })
  return reading.ok
    ? []
    : reading.errors.map(({ line, column, keyword, code }) => `${line}:${column} ${keyword} ${code}`)
}

const OCM_HEAD = ['CCSDS_OCM_VERS = 3.0', 'CREATION_DATE = 2026-11-20T00:00:00', 'ORIGINATOR = APSIS']
const OCM_META = ['META_START', 'TIME_SYSTEM = UTC', 'EPOCH_TZERO = 2026-11-20T12:00:00', 'META_STOP']
const PHYS = ['PHYS_START', 'MANUFACTURER = X', 'PHYS_STOP']
const TRAJ = [
  'TRAJ_START',
  'CENTER_NAME = EARTH',
  'TRAJ_REF_FRAME = GCRF',
  'TRAJ_TYPE = CARTPV',
  '0 7000 0 0 0 7.5 0',
  'TRAJ_STOP',
]
const OCM = [...OCM_HEAD, ...OCM_META]

test.each([
  ['a section that is not closed before another', [...OCM, ...TRAJ.slice(0, 5), ...PHYS], ['13:1 null unfinished']],
  ['a section that is not closed at all', [...OCM, ...PHYS.slice(0, 2)], ['9:1 null unfinished']],
  ['a section that ends but did not begin', [...OCM, 'PHYS_STOP'], ['8:1 null wrong-place']],
  ['a section that ends as another', [...OCM, 'PHYS_START', 'COV_STOP', 'PHYS_STOP'], ['9:1 null wrong-place']],
  ['a part of no kind in a section', [...OCM, 'PHYS_START', 'NEW_START', 'PHYS_STOP'], ['9:1 null wrong-place']],
  ['a part of no kind outside', [...OCM, 'NEW_START', 'NEW_STOP'], ['8:1 null wrong-place', '9:1 null wrong-place']],
  ['a part of no kind in the header', [...OCM_HEAD, 'NEW_START', ...OCM_META], ['4:1 null wrong-place']],
  ['a section twice that stands once', [...OCM, ...PHYS, ...PHYS], ['11:1 null wrong-place']],
  ['sections that may stand twice', [...OCM, ...TRAJ, ...TRAJ], []],
  ['a row where there are none', [...OCM, 'PHYS_START', '1 2 3', 'PHYS_STOP'], ['9:1 null bad-line']],
  ['a row in the header', [...OCM_HEAD, '1 2 3', ...OCM_META], ['4:1 null bad-line']],
  ['a row outside', [...OCM, '1 2 3'], ['8:1 null wrong-place']],
  ['a keyword outside', [...OCM, 'X = 1'], ['8:5 null wrong-place']],
  ['a comment outside', [...OCM, 'COMMENT x', ...PHYS], []],
  ['a comment in the header, after its version', [OCM_HEAD[0]!, 'COMMENT x', ...OCM_HEAD.slice(1), ...OCM_META], []],
  ['a comment in the header, later', [...OCM_HEAD, 'COMMENT x', ...OCM_META], ['4:1 COMMENT wrong-place']],
  ['a comment that begins a section', [...OCM, 'PHYS_START', 'COMMENT x', ...PHYS.slice(1)], []],
  ['a comment inside a section', [...OCM, ...PHYS.slice(0, 2), 'COMMENT x', 'PHYS_STOP'], ['10:1 COMMENT wrong-place']],
  ['a second message', [...OCM, OCM_HEAD[0]!], ['8:18 CCSDS_OCM_VERS second-message']],
  ['a second message in a section', [...OCM, 'PHYS_START', OCM_HEAD[0]!], ['9:18 CCSDS_OCM_VERS second-message']],
  ['a message of another kind', [...OCM, 'PHYS_START', 'CCSDS_OEM_VERS = 2.0'], ['9:18 CCSDS_OEM_VERS wrong-kind']],
] as const)('of %s an OCM says exactly what is wrong, and where', (_name, lines, expected) => {
  expect(shown(readOcm, lines)).toEqual(expected)
})

test('a section that is not closed is read up to the line at which the next section begins', () => {
  const reading = readOcm(`${[...OCM, ...TRAJ.slice(0, 5), ...PHYS].join('\n')}\n`, { strict: false })
  expect(reading.ok ? [] : reading.errors).toMatchObject([
    { message: 'TRAJ is not closed before PHYS begins', expected: 'TRAJ_STOP' },
  ])
  // The content of the interrupted section is checked, too.
  const wrong = [...OCM, ...TRAJ.slice(0, 4), '0 x 0 0 0 7.5 0', ...PHYS]
  const inLines = (lines: readonly string[]) => shown(readOcm, lines).map((one) => one.replace(/:\d+ null/, ''))
  expect(inLines(wrong)).toEqual(['12 bad-number', '13 unfinished'])
  const ending = [...OCM, ...TRAJ.slice(0, 4), '0 x 0 0 0 7.5 0']
  expect(inLines(ending).sort()).toEqual(['12 bad-number', '12 unfinished'])
})

test('the numbers of rows, sections and unknown keywords may reach their limits, and may not exceed them', () => {
  const unknown = [...OCM, 'PHYS_START', 'NEW_1 = 1', 'NEW_2 = 1', 'PHYS_STOP']
  const odd = ['9:9 NEW_1 unknown-keyword', '10:9 NEW_2 unknown-keyword']
  expect(shown(readOcm, unknown, { comments: 2 })).toEqual(odd)
  expect(shown(readOcm, unknown, { comments: 1 })).toEqual([odd[0], '10:1 null too-many-lines', odd[1]])
  const rows = [...OCM, ...TRAJ.slice(0, 5), '60 7000 1 0 0 7.5 0', 'TRAJ_STOP']
  expect(shown(readOcm, rows, { points: 2, sections: 2 })).toEqual([])
  expect(shown(readOcm, rows, { points: 1 })).toEqual(['13:1 null too-many-points'])
  expect(shown(readOcm, rows, { sections: 1 })).toEqual(['8:1 null too-many-segments'])
})

const OEM = [
  ...['CCSDS_OEM_VERS = 2.0', 'CREATION_DATE = 2026-11-20T09:30:00', 'ORIGINATOR = APSIS', 'META_START'],
  ...['OBJECT_NAME = SIMULATED 1', 'OBJECT_ID = 2026-001A', 'CENTER_NAME = EARTH', 'REF_FRAME = GCRF'],
  ...['TIME_SYSTEM = UTC', 'START_TIME = 2026-11-20T00:00:00', 'STOP_TIME = 2026-11-21T00:00:00', 'META_STOP'],
  '2026-11-20T00:00:00 7000 0 0 0 7.5 0',
]
const META_AT = 3

test.each([
  [
    'a state before the metadata',
    [...OEM.slice(0, META_AT), OEM.at(-1)!, ...OEM.slice(META_AT)],
    ['4:1 null bad-line'],
  ],
  ['no metadata', OEM.slice(0, META_AT), ['3:1 null unfinished']],
  [
    'a comment before the metadata',
    [...OEM.slice(0, META_AT), 'COMMENT x', ...OEM.slice(META_AT)],
    ['4:1 COMMENT wrong-place'],
  ],
  ['no states', OEM.slice(0, -1), ['12:1 null unfinished']],
  ['a comment before the states', [...OEM.slice(0, -1), 'COMMENT x', OEM.at(-1)!], []],
  ['a comment behind the states', [...OEM, 'COMMENT x'], ['14:1 COMMENT wrong-place']],
] as const)('of %s an OEM says exactly what is wrong, and where', (_name, lines, expected) => {
  expect(shown(readOem, lines)).toEqual(expected)
})

test('for an OEM in XML whose data precede their metadata, the fault says where they should be', () => {
  const xml = `<oem id="CCSDS_OEM_VERS" version="2.0"><header><CREATION_DATE>2026-11-20T09:30:00</CREATION_DATE>
<ORIGINATOR>APSIS</ORIGINATOR></header><body><segment><data>
<COMMENT>x</COMMENT>
<stateVector>
</stateVector></data></segment></body></oem>`
  const reading = readOem(xml)
  const errors = reading.ok ? [] : reading.errors
  expect(errors.map(({ line, code }) => [line, code])).toContainEqual([4, 'wrong-place'])
  expect(errors.filter(({ line }) => line === 3)).toEqual([])
  expect(errors[0]).toMatchObject({ message: 'this stands before the metadata of a segment', expected: 'META_START' })
})

const TDM = [
  ...['CCSDS_TDM_VERS = 2.0', 'CREATION_DATE = 2026-11-20T20:00:00', 'ORIGINATOR = APSIS', 'META_START'],
  ...['TIME_SYSTEM = UTC', 'PARTICIPANT_1 = SITE', 'MODE = SEQUENTIAL', 'PATH = 1', 'META_STOP', 'DATA_START'],
  ...['MAG = 2026-11-20T17:46:39.02 12.5', 'DATA_STOP'],
]
/** Returns the TDM with these lines, from line 11 on, instead of its measurement. */
const measured = (...lines: string[]) => [...TDM.slice(0, 10), ...lines, 'DATA_STOP']

test.each([
  ['a measurement', TDM, []],
  [
    'a measurement before the metadata',
    [...TDM.slice(0, META_AT), 'DATA_START', TDM[10]!],
    ['1:1 null unfinished', '4:1 null wrong-place', '5:7 MAG unknown-keyword'],
  ],
  ['a time alone', measured('MAG = 2026-11-20T17:46:39'), ['11:7 MAG bad-row']],
  ['a third word', measured('MAG = 2026-11-20T17:46:39 12 1'), ['11:7 MAG bad-row']],
  ['a line without a keyword', measured('12 13'), ['11:1 null bad-line']],
  ['a part of no kind', measured('NEW_START', 'NEW_STOP'), ['11:1 null unknown-keyword']],
] as const)('of %s a TDM says exactly what is wrong, and where', (_name, lines, expected) => {
  expect(shown(readTdm, lines)).toEqual(expected)
})

const observed = (...observations: readonly string[]) => `<tdm id="CCSDS_TDM_VERS" version="2.0"><header>
<CREATION_DATE>2026-11-20T20:00:00</CREATION_DATE><ORIGINATOR>APSIS</ORIGINATOR></header><body><segment>
<metadata><TIME_SYSTEM>UTC</TIME_SYSTEM><PARTICIPANT_1>SITE</PARTICIPANT_1><MODE>SEQUENTIAL</MODE><PATH>1</PATH></metadata><data>
${observations.map((one) => `<observation>${one}</observation>`).join('\n')}
</data></segment></body></tdm>`
const TIME = '<EPOCH>2026-11-20T17:46:39</EPOCH>'

test('an observation in XML has exactly one time and one measurement', () => {
  const of = (...observations: readonly string[]) => {
    const reading = readTdm(observed(...observations))
    return reading.ok ? [] : reading.errors.map(({ line, keyword, code }) => `${line} ${keyword} ${code}`)
  }
  const good = `${TIME}<MAG>12.5</MAG>`
  expect(of(good, good)).toEqual([])
  expect(of(good, TIME)).toEqual(['5 EPOCH bad-row'])
  expect(of('<MAG>12.5</MAG>', good)).toEqual(['4 MAG bad-time'])
  // The time of one observation is not used for the next one.
  expect(of(TIME, '<MAG>12.5</MAG>')).toEqual(['4 EPOCH bad-row', '5 MAG bad-time'])
  expect(of(`${good}<MAG>12.5</MAG>`)).toEqual(['4 MAG bad-time'])
  expect(of(`${TIME}<MAG></MAG>`)).toEqual(['4 MAG bad-row'])
})
