import { expect, test } from 'vitest'
import { Exclusion, excludedSpans, exclusionText, isExcluded } from './exclusion.ts'

const [A, B, C] = ['2026-11-22T18:15:08.000Z', '2026-11-22T18:16:00.000Z', '2026-11-22T18:16:30.500Z'] as const
const [a, b, c] = [A, B, C].map((time) => Date.parse(time)) as [number, number, number]

test('an exclusion consists of times and of windows with both ends', () => {
  const spans = excludedSpans(`${A},${B}/${C}`)
  expect(spans).toEqual([
    { fromMs: a, toMs: a },
    { fromMs: b, toMs: c },
  ])
  expect([a, b, c, c - 1].every((ms) => isExcluded(ms, spans!))).toBe(true)
  expect([a + 1, b - 1, c + 1].some((ms) => isExcluded(ms, spans!))).toBe(false)
  expect(exclusionText(spans!)).toBe(`${A},${B}/${C}`)
  expect(excludedSpans('')).toEqual([])
})

test.each(['yesterday', `${C}/${B}`, `${A}/${B}/${C}`, '2026-11-22', `${A};${B}`, `${A}/`])(
  '%s is not an exclusion',
  (text) => {
    expect(excludedSpans(text)).toBeUndefined()
    expect(Exclusion.safeParse(text).success).toBe(false)
  },
)
