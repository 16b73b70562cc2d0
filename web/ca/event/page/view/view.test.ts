import { expect, test } from 'vitest'
import { searchWith, viewOf } from './view.ts'

const NOTHING = { radiusM: undefined, scale1: undefined, scale2: undefined, own: undefined }

test('viewOf an empty address is the summary of the newest message at 3σ', () => {
  expect(viewOf({})).toEqual({
    tab: 'summary',
    message: undefined,
    compare: undefined,
    zoom: '3',
    unit: 'm',
    isLocked: true,
    isMultiple: false,
    whatIf: NOTHING,
    format: undefined,
    at: undefined,
    isGrid: false,
    plan: undefined,
    ask: undefined,
  })
})

test('viewOf an address with a step returns it, and ignores unknown steps', () => {
  expect(['decide', 'note', 'close'].map((ask) => viewOf({ ask }).ask)).toEqual(['DECIDE', 'NOTE', undefined])
})

test('viewOf ignores invalid values', () => {
  const { tab, zoom, unit, whatIf } = viewOf({
    tab: 'x',
    zoom: '9',
    unit: 'km',
    hbr: '-3',
    scale1: 'many',
    scale2: '0',
  })
  expect([tab, zoom, unit, whatIf]).toEqual(['summary', '3', 'm', NOTHING])
})

test('searchWith and viewOf return the values that were set, and omit defaults from the address', () => {
  const change = {
    tab: 'evolution',
    message: 'a',
    compare: 'b',
    zoom: 'body',
    unit: 'sigma',
    isLocked: false,
    isMultiple: true,
    whatIf: { radiusM: 5, scale1: 0.5, scale2: 2, own: 'c' },
    format: 'xml',
    at: 'TCA',
    isGrid: true,
  } as const
  expect(viewOf(searchWith({}, change))).toEqual(change)
  expect(Object.values(searchWith({}, {})).every((value) => value === undefined)).toBe(true)
})
