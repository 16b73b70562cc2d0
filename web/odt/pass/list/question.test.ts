import { expect, test } from 'vitest'
import { askedOf } from './question.ts'

const nowMs = Date.UTC(2026, 10, 22, 12, 0, 31)
const asked = (search: Parameters<typeof askedOf>[0], message?: string) => askedOf(search, { message, nowMs })

test('askedOf reads a catalogue number; by default the search starts at the minute, lasts seven days, and covers all sensors', () => {
  expect(asked({ object: '25544' })).toEqual({
    ok: true,
    question: {
      orbit: { kind: 'catalogue', catalogueId: 25_544 },
      codes: [],
      fromMs: Date.UTC(2026, 10, 22, 12),
      toMs: Date.UTC(2026, 10, 29, 12),
      elevation: undefined,
    },
    leastMs: 0,
  })
})

test('askedOf reads all parameters of the address', () => {
  const search = {
    satellite: 's-1',
    sensors: 'RAD01, ABC02',
    from: '2026-11-20 07:30',
    days: '3',
    elevation: '25,5',
    least: '4.5',
  }
  expect(asked(search)).toEqual({
    ok: true,
    question: {
      orbit: { kind: 'satellite', satelliteId: 's-1' },
      codes: ['RAD01', 'ABC02'],
      fromMs: Date.UTC(2026, 10, 20, 7, 30),
      toMs: Date.UTC(2026, 10, 23, 7, 30),
      elevation: 25.5,
    },
    leastMs: 270_000,
  })
  expect(asked({}, 'CCSDS_OEM_VERS = 2.0')).toMatchObject({ ok: true, question: { orbit: { kind: 'OEM' } } })
})

test('askedOf names every invalid part', () => {
  expect(asked({ object: 'SAT', from: 'soon', elevation: '91', least: '-1' })).toEqual({
    ok: false,
    faults: ['badObject', 'badFrom', 'badElevation', 'badLeast'],
  })
})
