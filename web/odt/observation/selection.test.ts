import { expect, test } from 'vitest'
import type { Line } from './facts.ts'
import { isInside, rmsOf, spanText, windowOfAddress } from './selection.ts'

const line = (atMs: number, ra: number, dec: number) => ({ atMs, residual: { ra, dec } }) as Line

test('a window of time is the same after it was written to an address and read back', () => {
  const span = { fromMs: Date.UTC(2026, 10, 20, 1, 8), toMs: Date.UTC(2026, 10, 20, 1, 9) }
  expect(spanText(span)).toBe('2026-11-20T01:08:00.000Z/2026-11-20T01:09:00.000Z')
  expect(windowOfAddress(spanText(span))).toEqual(span)
  for (const text of [undefined, '', 'soon/later', '2026-11-20T01:09:00Z/2026-11-20T01:08:00Z'])
    expect(windowOfAddress(text)).toBeUndefined()
})

test('both ends belong to a window, and without a window all measurements belong', () => {
  expect([9, 10, 20, 21].map((atMs) => isInside(atMs, { fromMs: 10, toMs: 20 }))).toEqual([false, true, true, false])
  expect(isInside(9, undefined)).toBe(true)
})

test('the RMS of residuals is computed for each axis', () => {
  expect(rmsOf([line(0, 3, 1), line(1, -4, -1)])).toEqual({ ra: Math.sqrt(12.5), dec: 1 })
  expect(rmsOf([])).toBeUndefined()
})
