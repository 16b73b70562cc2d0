import { expect, test } from 'vitest'
import type { Candidate } from './design.ts'
import { choiceOf } from './save.tsx'

const burn = (part: Partial<Candidate>) =>
  ({ meetsTarget: true, blackout: undefined, ignitionMs: 1_000_000, deltaVRtn: [0, 0.05, 0], ...part }) as Candidate

test('burns that differ by less than a satellite can resolve are offered once, with the chosen one first', () => {
  const chosen = burn({ name: 'own' })
  const same = burn({ name: 'cheapest', ignitionMs: 1_000_020, deltaVRtn: [1e-9, 0.050_000_3, 0] })
  const later = burn({ name: 'late', ignitionMs: 1_060_000 })
  const larger = burn({ name: 'margin', deltaVRtn: [0, 0.07, 0] })
  expect(
    choiceOf({ chosen, suggestions: [same, later, larger] }).map(({ ignitionMs, deltaVRtn }) => [
      ignitionMs,
      deltaVRtn[1],
    ]),
  ).toEqual([
    [1_000_000, 0.05],
    [1_060_000, 0.05],
    [1_000_000, 0.07],
  ])
})

test('a burn that misses the target or meets a blackout is not offered', () => {
  const missed = burn({ name: 'late', meetsTarget: false })
  const barred = burn({ name: 'margin', blackout: { fromMs: 0, toMs: 2_000_000, kind: 'ENTERED', reason: '' } })
  expect(choiceOf({ chosen: undefined, suggestions: [missed, barred] })).toEqual([])
})
