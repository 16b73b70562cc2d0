import { expect, test } from 'vitest'
import { readDecays, readSatcat, readTips } from './space-track-records.ts'

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

/** A record with the fields and values of brahe's reader (reference/exchange/space-track/satcat.json). */
const ISS = {
  INTLDES: '1998-067A',
  NORAD_CAT_ID: '25544',
  OBJECT_TYPE: 'PAYLOAD',
  SATNAME: 'ISS (ZARYA)',
  COUNTRY: 'ISS',
  LAUNCH: '1998-11-20',
  DECAY: null,
  RCS_SIZE: 'LARGE',
}

test('readSatcat() reads what the satellite catalogue says of each object, and cuts hostile texts', () => {
  const hostile = {
    ...ISS,
    NORAD_CAT_ID: '100000',
    SATNAME: `A\u0000\u202eB${'x'.repeat(10_000)}`,
    DECAY: '2026-11-20',
  }
  const read = readSatcat(bytes([ISS, hostile]))
  expect(read?.records[0]).toEqual({
    noradId: 25_544,
    name: 'ISS (ZARYA)',
    internationalDesignator: '1998-067A',
    objectType: 'PAYLOAD',
    rcs: 'LARGE',
    country: 'ISS',
    launchedOn: '1998-11-20',
    decayedOn: null,
  })
  expect(read?.records[1]).toMatchObject({
    noradId: 100_000,
    decayedOn: '2026-11-20',
    name: expect.stringMatching(/^A {2}Bx{56}$/),
  })
})

test.each([
  ['a number that is none', { ...ISS, NORAD_CAT_ID: 'x' }],
  ['a number of ten digits', { ...ISS, NORAD_CAT_ID: '1000000000' }],
  ['a day that is none', { ...ISS, DECAY: 'soon' }],
  ['text in place of a record', 'x'],
])('readSatcat() refuses %s alone', (_, row) => {
  expect(readSatcat(bytes([row, ISS]))).toMatchObject({ records: [{ noradId: 25_544 }], refused: 1 })
})

test.each(['[{"NORAD_CAT_ID":', '{"error":"x"}', '<html>'])('readSatcat() takes nothing from %s', (text) => {
  expect(readSatcat(bytes(text))).toBeNull()
})

const TIP = {
  NORAD_CAT_ID: '58003',
  MSG_EPOCH: '2026-11-20 06:00:00',
  DECAY_EPOCH: '2026-11-21 9:05:00',
  WINDOW: '480',
}

test('readTips() reads a prediction with its window, and refuses one without', () => {
  const { records, refused } = readTips([TIP, { ...TIP, WINDOW: null }, { ...TIP, DECAY_EPOCH: '' }])
  expect(refused).toBe(2)
  expect(records).toEqual([
    {
      noradId: 58_003,
      name: '',
      source: 'TIP',
      statedAt: new Date('2026-11-20T06:00:00Z'),
      expectedAt: new Date('2026-11-21T09:05:00Z'),
      windowMinutes: 480,
    },
  ])
})

test('readDecays() tells predictions from what has happened, and refuses a source that it does not know', () => {
  const row = { ...TIP, OBJECT_NAME: 'SL-4 R/B' }
  const { records, refused } = readDecays(
    ['60day_msg', 'tip_msg', 'decay_msg', 'satcat', 'other'].map((SOURCE) => ({ ...row, SOURCE })),
  )
  expect(refused).toBe(1)
  expect(records.map(({ source }) => source)).toEqual(['SIXTY_DAYS', 'TIP', 'DECAY_MESSAGE', 'SATCAT'])
  expect(records[0]).toMatchObject({ name: 'SL-4 R/B', windowMinutes: null })
})
