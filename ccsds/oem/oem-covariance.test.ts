import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { type OemRecord, openOem } from './oem-records.ts'

const HEAD = [
  ...['CCSDS_OEM_VERS = 2.0', 'CREATION_DATE = 2026-11-20T09:30:00', 'ORIGINATOR = APSIS', 'META_START'],
  ...['OBJECT_NAME = SIMULATED 1', 'OBJECT_ID = 2026-001A', 'CENTER_NAME = EARTH', 'REF_FRAME = GCRF'],
  ...['TIME_SYSTEM = UTC', 'START_TIME = 2026-11-20T00:00:00', 'STOP_TIME = 2026-11-21T00:00:00', 'META_STOP'],
  '2026-11-20T00:00:00 7000 0 0 0 7.5 0',
]
const EPOCH = 'EPOCH = 2026-11-20T00:00:00'
const LATER = 'EPOCH = 2026-11-20T00:10:00'
const ROWS = ['1e-6', '0 2e-6', '0 0 3e-6', '0 0 0 1e-12', '0 0 0 0 2e-12', '0 0 0 0 0 3e-12']

/** Returns faults and matrices of a message whose covariances begin in line 15. */
function read(lines: readonly string[], head: readonly string[] = HEAD) {
  const log = new FaultLog(true)
  const reader = openOem(log)
  const text = [...head, 'COVARIANCE_START', ...lines, 'COVARIANCE_STOP'].join('\n')
  const records: OemRecord[] = [...reader.write(`${text}\n`), ...reader.end()]
  return {
    shown: log.errors.map(({ line, column, keyword, code }) => `${line}:${column} ${keyword} ${code}`),
    errors: log.errors,
    matrices: records.flatMap((record) => (record.kind === 'covariance' ? [record] : [])),
    comments: records.flatMap((record) => (record.kind === 'comment' ? [record.text] : [])),
  }
}
/** Returns six rows, of which one is replaced by another. */
const rowsWith = (index: number, row: string) => ROWS.map((each, at) => (at === index ? row : each))

test('each EPOCH begins a matrix, in the frame that it names, otherwise in the frame of the states', () => {
  const { shown, matrices } = read([EPOCH, 'COV_REF_FRAME = RTN', ...ROWS, LATER, ...ROWS])
  expect(shown).toEqual([])
  expect(matrices.map(({ line }) => line)).toEqual([15, 23])
  expect(matrices[0]?.covariance.refFrame).toBe('RTN')
  expect(matrices[1]?.covariance).not.toHaveProperty('refFrame')
  const diagonal = matrices[1]?.covariance.matrix.map((row, index) => row[index])
  expect(diagonal).toEqual([1, 2, 3, 1e-6, 2e-6, 3e-6])
})

test.each([
  ['a row before the EPOCH', ['1e-6', EPOCH, ...ROWS], ['15:1 null bad-row'], 1],
  ['a frame before the EPOCH', ['COV_REF_FRAME = RTN', EPOCH, ...ROWS], ['15:17 COV_REF_FRAME wrong-place'], 1],
  ['a row too many', [EPOCH, ...ROWS, '1'], ['22:1 null bad-row'], 0],
  ['a row too few', [EPOCH, ...ROWS.slice(0, 5)], ['21:1 CZ_DOT_X missing-keyword'], 0],
  ['a number too few', [EPOCH, ...rowsWith(2, '0 0')], ['18:1 null bad-row'], 0],
  ['a number too many', [EPOCH, ...rowsWith(0, '0 0')], ['16:1 null bad-row'], 0],
  ['what is no number', [EPOCH, ...rowsWith(2, '0 x 3e-6')], ['18:3 CZ_Y bad-number'], 0],
  ['a keyword of XML', [EPOCH, 'CX_X = 1', ...ROWS], ['16:8 CX_X unknown-keyword'], 1],
  ['a keyword of nothing', [EPOCH, 'WORD = 1', ...ROWS], ['16:8 WORD unknown-keyword'], 1],
  ['a time that is none', ['EPOCH = x', ...ROWS], ['15:9 EPOCH bad-time'], 0],
  ['a frame that is none', [EPOCH, 'COV_REF_FRAME = NONE', ...ROWS], ['16:17 COV_REF_FRAME bad-value'], 1],
] as const)('%s is one fault, in its place; a matrix that is wrong is left out', (_name, lines, expected, count) => {
  const { shown, matrices } = read(lines)
  expect(shown).toEqual(expected)
  expect(matrices).toHaveLength(count)
})

test('the fault of a wrong matrix says what was expected, and no other matrix is lost', () => {
  const { errors, matrices } = read([EPOCH, ...rowsWith(2, '0 0'), LATER, ...ROWS])
  expect(errors).toMatchObject([
    { line: 18, found: '0 0', expected: '3', message: 'row 3 of the matrix has 2 numbers' },
  ])
  expect(matrices.map(({ line }) => line)).toEqual([22])
})

test('a matrix ends where its section does: missing rows are reported there, not at the next EPOCH', () => {
  const lines = [EPOCH, ...ROWS.slice(0, 5), 'COVARIANCE_STOP', 'COVARIANCE_START', LATER, ...ROWS]
  const { shown, matrices } = read(lines)
  expect(shown).toEqual(['21:1 CZ_DOT_X missing-keyword'])
  expect(matrices.map(({ line }) => line)).toEqual([23])
})

test('covariances in a message of version 1.0 are a deviation, reported once', () => {
  const head = HEAD.map((line) => line.replace('VERS = 2.0', 'VERS = 1.0'))
  expect(read([EPOCH, ...ROWS, LATER, ...ROWS], head).shown).toEqual(['15:1 null wrong-version'])
})

test('a comment belongs to the matrix that contains it, otherwise to the next matrix, otherwise to the segment', () => {
  const { matrices, comments } = read([
    ...['COMMENT before', EPOCH, 'COMMENT inside', ...ROWS],
    ...['COMMENT between', LATER, ...ROWS, 'COMMENT behind'],
  ])
  expect(matrices.map(({ covariance }) => covariance.comments)).toEqual([['before', 'inside'], ['between']])
  expect(comments).toEqual(['behind'])
})

const NAMES = ['X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT']
const ENTRIES = ROWS.flatMap((row, at) =>
  row.split(' ').map((value, column) => `<C${NAMES[at]}_${NAMES[column]}>${value}</C${NAMES[at]}_${NAMES[column]}>`),
)

/** Returns the same for XML, where the content of the matrix begins in line 9. */
function readXml(entries: readonly string[]) {
  const text = `<oem id="CCSDS_OEM_VERS" version="2.0"><header><CREATION_DATE>2026-11-20T09:30:00</CREATION_DATE>
<ORIGINATOR>APSIS</ORIGINATOR></header><body><segment><metadata>
<OBJECT_NAME>SIMULATED 1</OBJECT_NAME><OBJECT_ID>2026-001A</OBJECT_ID>
<CENTER_NAME>EARTH</CENTER_NAME><REF_FRAME>GCRF</REF_FRAME><TIME_SYSTEM>UTC</TIME_SYSTEM>
<START_TIME>2026-11-20T00:00:00</START_TIME><STOP_TIME>2026-11-21T00:00:00</STOP_TIME></metadata><data>
<stateVector><EPOCH>2026-11-20T00:00:00</EPOCH><X>7000</X><Y>0</Y><Z>0</Z>
<X_DOT>0</X_DOT><Y_DOT>7.5</Y_DOT><Z_DOT>0</Z_DOT></stateVector>
<covarianceMatrix>
${entries.join('\n')}
</covarianceMatrix></data></segment></body></oem>`
  const log = new FaultLog(true)
  const reader = openOem(log)
  const records = [...reader.write(text), ...reader.end()]
  return {
    shown: log.errors.map(({ line, keyword, code }) => `${line} ${keyword} ${code}`),
    matrices: records.flatMap((record) => (record.kind === 'covariance' ? [record.covariance] : [])),
  }
}
const TIMED = ['<EPOCH>2026-11-20T00:00:00</EPOCH>', '<COV_REF_FRAME>RTN</COV_REF_FRAME>']

test('a matrix in XML has a keyword for each entry, and is the same as in KVN', () => {
  const { shown, matrices } = readXml([...TIMED, '<COMMENT>inside</COMMENT>', ...ENTRIES])
  expect(shown).toEqual([])
  const [kvn] = read([EPOCH, 'COV_REF_FRAME = RTN', 'COMMENT inside', ...ROWS]).matrices
  expect(matrices).toEqual([kvn?.covariance])
})

test.each([
  ['an entry that is missing', [...TIMED, ...ENTRIES.slice(1)], ['31 CX_X missing-keyword']],
  ['the time that is missing', ENTRIES, ['30 EPOCH missing-keyword']],
  ['an entry that is no number', [...TIMED, '<CX_X>x</CX_X>', ...ENTRIES.slice(1)], ['11 CX_X bad-number']],
  ['an entry in another unit', [...TIMED, '<CX_X units="m**2">1</CX_X>', ...ENTRIES.slice(1)], ['11 CX_X bad-unit']],
] as const)('of a matrix of XML %s is one fault, and it is left out', (_name, entries, expected) => {
  const { shown, matrices } = readXml(entries)
  expect(shown).toEqual(expected)
  expect(matrices).toEqual([])
})

test('in a matrix in XML, an entry that occurs twice, or is unknown, is reported', () => {
  expect(readXml([...TIMED, ...ENTRIES, ENTRIES[0]!]).shown).toEqual(['32 CX_X duplicate-keyword'])
  expect(readXml([...TIMED, ...ENTRIES, '<WORD>1</WORD>']).shown).toEqual(['32 WORD unknown-keyword'])
})
