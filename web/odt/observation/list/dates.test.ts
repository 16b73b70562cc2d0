import { expect, test } from 'vitest'
import { datesText, faultsOf, requestDatesOf } from './dates.ts'

test('requestDatesOf() uses the time of the request; a day without a time means the full day', () => {
  expect(requestDatesOf({ from: '2026-11-20', to: '2026-11-22' })).toEqual({
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
  })
  expect(requestDatesOf({ to: '2026-11-22 06:30' })).toEqual({ to: '2026-11-22T06:30:00.000Z' })
})

test('requestDatesOf() uses the time of a pass if that is chosen', () => {
  expect(requestDatesOf({ dates: 'pass', from: '2026-11-20 12:00' })).toEqual({
    'pass-from': '2026-11-20T12:00:00.000Z',
  })
})

test('requestDatesOf() returns nothing if dates are missing or impossible', () => {
  expect(requestDatesOf({ dates: 'pass' })).toEqual({})
  expect(requestDatesOf({ from: 'yesterday' })).toEqual({})
  expect(requestDatesOf({ from: '2026-11-22', to: '2026-11-20' })).toEqual({})
})

test('faultsOf() names the field and its error', () => {
  expect(faultsOf({ from: 'yesterday', to: '2026-11-20' })).toEqual({ from: 'badDate' })
  // The day after it has a year of five digits, which the API does not accept.
  expect(faultsOf({ to: '9999-12-31' })).toEqual({ to: 'badDate' })
  expect(faultsOf({ from: '2026-11-22', to: '2026-11-20' })).toEqual({ to: 'endFirst' })
  expect(faultsOf({ from: '2026-11-22', to: '2026-11-22' })).toEqual({})
})

test('datesText() returns the dates as the user meant them', () => {
  expect(datesText({ from: '2026-11-20', to: '2026-11-22' })).toBe('2026-11-20 – 2026-11-22')
  expect(datesText({ from: '2026-11-20 12:00' })).toBe('2026-11-20 12:00 –')
  expect(datesText({ to: '2026-11-20' })).toBe('– 2026-11-20')
  expect(datesText({})).toBeUndefined()
})
