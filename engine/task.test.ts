import type { Encounter } from '@apsis/astro/screening/screened-object.ts'
import { expect, test } from 'vitest'
import { packAnswer, unpackAnswer } from './task.ts'

test('unpackAnswer() returns exactly the data that packAnswer() got: every number, kind and lost object', () => {
  const encounters: Encounter[] = (['minimum', 'start', 'end'] as const).map((kind, k) => ({
    first: 7 + k,
    second: 11 + 2 * k,
    kind,
    seconds: 1234.5678901 + k,
    missM: 0.125 * (k + 1),
    relativeSpeedMps: 14_000.25 / (k + 1),
  }))
  const notScreened = [{ place: 3, reason: 'decayed', untilS: 470 }]
  const answer = packAnswer({ encounters, notScreened })
  expect(unpackAnswer(answer)).toEqual({ encounters, notScreened })
  // All numbers are in one buffer, which has the minimum length.
  expect(answer.numbers).toHaveLength(18)
  expect(unpackAnswer(packAnswer({ encounters: [], notScreened: [] }))).toEqual({ encounters: [], notScreened: [] })
})
