import { expect, test } from 'vitest'
import { nameObjects } from './name-objects-task.ts'

const segment = (noradId: number) => `META_START
TIME_SYSTEM = UTC
PARTICIPANT_1 = SENSOR
PARTICIPANT_2 = ${noradId}
MODE = SEQUENTIAL
PATH = 2,1
ANGLE_TYPE = RADEC
REFERENCE_FRAME = EME2000
META_STOP
DATA_START
ANGLE_1 = 2026-11-20T00:00:00.000 10.0
ANGLE_2 = 2026-11-20T00:00:00.000 20.0
DATA_STOP
`
const tdm = (noradIds: readonly number[]) =>
  `CCSDS_TDM_VERS = 2.0\nCREATION_DATE = 2026-11-20T01:00:00\nORIGINATOR = TESTER\n${noradIds.map(segment).join('')}`
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('a message names its objects once each, and at most 100 of them', () => {
  expect(nameObjects({ text: tdm([7, 7, 9]), kind: 'TDM' })).toMatchObject({ ok: true, numbers: [7, 9] })
  expect(nameObjects({ text: tdm(upTo(100)), kind: 'TDM' })).toMatchObject({ ok: true })
  expect(nameObjects({ text: tdm(upTo(101)), kind: 'TDM' })).toEqual({
    ok: false,
    message: 'The message names 101 objects: one has 100 at most.',
    errors: [],
  })
})

test('a text with object lines that is not a message is refused before any query about it', () => {
  const text = `CCSDS_TDM_VERS = 2.0\n${upTo(1_000)
    .map((n) => `PARTICIPANT_2 = ${n}`)
    .join('\n')}`
  expect(nameObjects({ text, kind: 'TDM' })).toMatchObject({
    ok: false,
    errors: expect.arrayContaining([expect.anything()]),
  })
  expect(nameObjects({ text, kind: 'OEM' })).toMatchObject({ ok: false })
})
