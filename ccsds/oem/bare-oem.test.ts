import { expect, test } from 'vitest'
import { readBareOem } from './bare-oem.ts'
import { readOem } from './read-oem.ts'

const META = [
  ...['OBJECT_NAME = A', 'OBJECT_ID = 2020-001A', 'CENTER_NAME = EARTH', 'REF_FRAME = GCRF', 'TIME_SYSTEM = UTC'],
  ...['START_TIME = 2026-01-01T00:00:00', 'STOP_TIME = 2026-01-01T00:01:00'],
]
const kvn = (rows: readonly string[]) =>
  [
    ...['CCSDS_OEM_VERS = 2.0', 'CREATION_DATE = 2026-01-02T00:00:00', 'ORIGINATOR = X', 'META_START', ...META],
    ...['META_STOP', ...rows, ''],
  ].join('\n')
const ROWS = ['2026-01-01T00:00:00 7000 0 -1.5e1', '2026-01-01T00:01:00\t6999.5 450 0  ']

test('readBareOem() reads positions without velocities, in KVN and XML, although the standard requires velocities', () => {
  expect(readOem(kvn(ROWS), { strict: false }).ok).toBe(false)
  const reading = readBareOem(kvn(ROWS))
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors))
  expect(reading.message.segments[0]?.states.map(({ r, v }) => ({ r, v }))).toEqual([
    { r: [7_000_000, 0, -15_000], v: [0, 0, 0] },
    { r: [6_999_500, 450_000, 0], v: [0, 0, 0] },
  ])
  const metadata = META.map((line) => line.split(' = ')).map(([key, value]) => `<${key}>${value}</${key}>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<oem id="CCSDS_OEM_VERS" version="2.0"><header><CREATION_DATE>2026-01-02T00:00:00</CREATION_DATE><ORIGINATOR>X</ORIGINATOR></header>
<body><segment><metadata>${metadata.join('')}</metadata><data><stateVector>
<EPOCH>2026-01-01T00:00:00</EPOCH><X>7000</X><Y>0</Y><Z>-15</Z></stateVector><stateVector>
<EPOCH>2026-01-01T00:01:00</EPOCH><X>6999.5</X><Y>450</Y><Z>0</Z>
</stateVector></data></segment></body></oem>`
  const same = readBareOem(xml)
  if (!same.ok) throw new Error(JSON.stringify(same.errors))
  expect(same.message.segments[0]?.states).toEqual(reading.message.segments[0]?.states)
})

test('readBareOem() reads complete states unchanged, and faults name their lines', () => {
  const whole = kvn(['2026-01-01T00:00:00 7000 0 0 0 7.5 0', '2026-01-01T00:01:00 6999 450 0 -0.5 7.5 0'])
  expect(readBareOem(whole)).toEqual(readOem(whole, { strict: false }))
  const wrong = readBareOem(kvn([ROWS[0] ?? '', '2026-01-01T00:01:00 6999.5 450']))
  expect(wrong.ok ? [] : wrong.errors).toMatchObject([{ code: 'bad-row', line: 14 }])
})
