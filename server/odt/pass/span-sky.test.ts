import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { bodiesOver } from '@apsis/astro/visibility/bodies-over.ts'
import { earthTurns } from '@apsis/astro/visibility/path.ts'
import { expect, test } from 'vitest'
import { bodiesDuring, turnsDuring } from './span-sky.ts'

const START = parseTime('2026-11-20T00:00:00Z')
const DAY_S = 86_400

test('Sun, Moon and the rotation of the Earth are those of the requested span, whatever was requested before', () => {
  const spans = [
    [START, DAY_S],
    [addSeconds(START, 1), DAY_S],
    [START, 2 * DAY_S],
    [START, 2 * DAY_S],
    [START, DAY_S],
  ] as const
  for (const [start, lengthS] of spans) {
    const at = addSeconds(start, lengthS - 100)
    expect(bodiesDuring(start, lengthS)(at)).toEqual(bodiesOver(start, lengthS)(at))
    expect(turnsDuring(start, lengthS)).toEqual(earthTurns('TEME', start, lengthS))
  }
})

test('the same span is computed once', () => {
  expect(bodiesDuring(START, DAY_S)).toBe(bodiesDuring(START, DAY_S))
  expect(turnsDuring(START, DAY_S)).toBe(turnsDuring(START, DAY_S))
})
