import { expect, test } from 'vitest'
import { askedOf, readAddress } from './asked.ts'

const OWN = [{ satelliteId: 'a1', name: 'SAT-3', noradId: 90_003, cosparId: '2024-031C' }]
const LINES =
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537'
const STANDARD = { with: 'all', 'max-km': 5, hours: 24 }

test.each([
  ['sat-3', { 'satellite-id': 'a1' }],
  ['2024-031c', { 'satellite-id': 'a1' }],
  ['90003', { 'satellite-id': 'a1' }],
  [' 25544 ', { 'norad-id': 25_544 }],
  [`ISS (ZARYA)\r\n${LINES.replace('\n', '\r\n')}\r\n`, { tle: LINES }],
])('askedOf() reads %j', (object, expected) => {
  expect(askedOf({ object }, undefined, OWN)).toEqual({ ok: true, search: { ...expected, ...STANDARD } })
})

test('readAddress() reads a number at the end of the address as a catalogue number, and keeps the rest of the query', () => {
  const { satelliteId, search } = readAddress('25544', { hours: '48' })
  expect(askedOf(search, satelliteId, OWN)).toEqual({
    ok: true,
    search: { 'norad-id': 25_544, with: 'all', 'max-km': 5, hours: 48 },
  })
  expect(readAddress('90003', {})).toEqual({ satelliteId: undefined, search: { object: '90003' } })
  const id = '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90'
  expect(readAddress(id, { km: '2' })).toEqual({ satelliteId: id, search: { km: '2' } })
  expect(readAddress(undefined, { object: 'SAT-3' })).toEqual({ satelliteId: undefined, search: { object: 'SAT-3' } })
})

test('askedOf() prefers the satellite in the address to the typed object', () => {
  expect(askedOf({ object: '25544' }, 'b2', OWN)).toMatchObject({ ok: true, search: { 'satellite-id': 'b2' } })
})

test('askedOf() names every invalid part', () => {
  const wrong = { object: 'COSMOS', with: 'all,1', from: 'tomorrow', hours: '400', km: '0' }
  expect(askedOf(wrong, undefined, OWN)).toEqual({
    ok: false,
    faults: ['unknownObject', 'badWith', 'badHours', 'badKm', 'badFrom'],
  })
  expect(askedOf({}, undefined, OWN)).toEqual({ ok: false, faults: ['noObject'] })
  expect(askedOf({ object: '0' }, undefined, OWN)).toMatchObject({ faults: ['unknownObject'] })
})

test('askedOf() accepts the limits that the server accepts, and nothing beyond', () => {
  const faultsOf = (search: object) => {
    const asked = askedOf({ object: '25544', ...search }, undefined, OWN)
    return asked.ok ? [] : asked.faults
  }
  expect(['0.1', '100', '0.09', '100.1', 'x'].map((km) => faultsOf({ km }))).toEqual([
    ...[[], [], ['badKm'], ['badKm'], ['badKm']],
  ])
  expect(['0.5', '336', '0', '336.1', 'x'].map((hours) => faultsOf({ hours }))).toEqual([
    ...[[], [], ['badHours'], ['badHours'], ['badHours']],
  ])
  const list = (length: number) => Array.from({ length }, (_, k) => k + 1).join(',')
  expect([list(100), list(101), '1, 2'].map((others) => faultsOf({ with: others }))).toEqual([[], ['badWith'], []])
})

test.each([
  ['999999999', { 'norad-id': 999_999_999 }],
  ['1234567890', undefined],
  ['', undefined],
  [LINES.split('\n')[0]!, undefined],
  [`noise\n${LINES}\nmore`, { tle: LINES }],
  [LINES.split('\n').reverse().join('\n'), undefined],
])('askedOf() of %j', (object, expected) => {
  const asked = askedOf({ object }, undefined, OWN)
  if (expected === undefined) expect(asked.ok).toBe(false)
  else expect(asked).toEqual({ ok: true, search: { ...expected, ...STANDARD } })
})

test('askedOf() returns a beginning as an instant, and other values without spaces at their ends', () => {
  const asked = askedOf({ object: '25544', from: '2026-11-20 07:02', with: ' 1 , 22 ', km: '7.5' }, undefined, OWN)
  expect(asked).toEqual({
    ok: true,
    search: { 'norad-id': 25_544, with: '1,22', 'max-km': 7.5, hours: 24, from: '2026-11-20T07:02:00.000Z' },
  })
  expect(askedOf({ object: '25544', with: 'ALL' }, undefined, OWN)).toMatchObject({ ok: true, search: { with: 'all' } })
})

test('askedOf() distinguishes an empty field from an unknown object', () => {
  expect(askedOf({ object: '  ' }, undefined, OWN)).toEqual({ ok: false, faults: ['noObject'] })
  expect(askedOf({ object: 'x' }, undefined, OWN)).toEqual({ ok: false, faults: ['unknownObject'] })
  // A satellite in the address needs no other object.
  expect(askedOf({ object: 'x', hours: '0' }, 'b2', OWN)).toEqual({ ok: false, faults: ['badHours'] })
})
