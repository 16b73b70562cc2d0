import { seededRandom } from '@apsis/astro/random.ts'
import { expect, test } from 'vitest'
import { simulateCluster } from './simulate-cluster.ts'

const CALM = { spread: 0, overheadS: 0, killShare: 0, detectionS: 45, random: seededRandom(1) }

test('simulateCluster() shares equal parts evenly, and no faster than one part', () => {
  expect(simulateCluster({ ...CALM, parts: 100, meanS: 3, workers: 1 })).toEqual({ makespanS: 300, busy: 1 })
  expect(simulateCluster({ ...CALM, parts: 100, meanS: 3, workers: 10 })).toEqual({ makespanS: 30, busy: 1 })
  expect(simulateCluster({ ...CALM, parts: 100, meanS: 3, workers: 1000 })).toEqual({ makespanS: 3, busy: 0.1 })
})

test('simulateCluster() pays for each part, and for each killed worker the time until it is missed', () => {
  const paid = simulateCluster({ ...CALM, parts: 10, meanS: 3, overheadS: 1, workers: 1 })
  expect(paid).toEqual({ makespanS: 40, busy: 0.75 })
  // The first draw is for the duration, the second for the kill, the third for the time of it.
  const draws = [0.5, 0, 0.5, 0.5, 1]
  const random = () => draws.shift() ?? 1
  const killed = simulateCluster({ ...CALM, parts: 1, meanS: 3, workers: 1, killShare: 0.5, random })
  expect(killed.makespanS).toBe(1.5 + 45 + 3)
})
