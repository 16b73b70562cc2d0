import { distanceVerdict } from '@apsis/contract/ca/plan/distance-verdict.ts'
import { expect, test } from 'vitest'
import { distanceFailures, distanceReasons } from './distance-verdict.ts'

const near = (missM: number) => ({ missM, at: '2030-01-05T12:00:00.000Z' })
const METRES = [50, 98.9, 99.5, 101, 500, 989, 991, 1_100]

test('lists show the same verdict on a screened distance as the screening (F12)', () => {
  const seen = new Set<string>()
  for (const targetM of [1_000, null])
    for (const nominal of METRES)
      for (const off of METRES)
        for (const before of METRES) {
          const separation = {
            targetM,
            acceptedM: 100,
            until: null,
            sigmaM: 122,
            before: near(before),
            nominal: near(nominal),
            hot: near(off),
            cold: near(2_000),
          }
          const { failed, warned } =
            targetM === null ? distanceReasons('DEB', separation) : { failed: distanceFailures(separation), warned: [] }
          const said = failed.length > 0 ? 'FAIL' : warned.length > 0 ? 'WARN' : 'PASS'
          expect(distanceVerdict(separation), JSON.stringify(separation)).toBe(said)
          seen.add(`${targetM} ${said}`)
        }
  expect(seen.size).toBe(5)
})
