import { expect, test } from 'vitest'
import { fromPublished, type PublishedElements, toPublished } from './element-set.ts'
import reference from './tle.reference.json' with { type: 'json' }
import { parseTle } from './tle.ts'

const VANGUARD_1 = reference.gravity_models

test('fromPublished() accepts nine-digit catalogue numbers, and refuses impossible values', () => {
  const good = toPublished(parseTle(VANGUARD_1.line1, VANGUARD_1.line2))
  expect(fromPublished({ ...good, noradId: 799_500_001 }).noradId).toBe(799_500_001)
  const wrong: [Partial<PublishedElements>, RegExp][] = [
    [{ noradId: 1_000_000_000 }, /catalogue number/],
    [{ eccentricity: 1 }, /eccentricity/],
    [{ meanMotionRevPerDay: 0 }, /mean motion/],
    [{ inclinationDeg: -1 }, /inclination/],
    [{ meanAnomalyDeg: Number.NaN }, /mean anomaly/],
    [{ bstar: Infinity }, /drag term/],
  ]
  for (const [part, message] of wrong) expect(() => fromPublished({ ...good, ...part })).toThrow(message)
})
