import type { Encounter } from '@apsis/contract/ca/screening.ts'
import { expect, test } from 'vitest'
import { compareEncounters } from './compare.ts'

const side = (objectId: string) => ({ objectId, name: objectId, epoch: null, daysSinceEpoch: null })
const met = (pair: readonly [string, string], tca: string, missM: number, kind: Encounter['kind'] = 'minimum') =>
  ({ primary: side(pair[0]), secondary: side(pair[1]), tca: `2026-11-20T${tca}.000Z`, missM, kind }) as Encounter

test('compareEncounters() pairs passes of the same two objects in time, whoever is first, and counts each once', () => {
  const before = [
    met(['1', '2'], '06:00:00', 500),
    met(['1', '2'], '06:50:00', 900),
    met(['1', '3'], '07:00:00', 100),
    met(['1', '4'], '08:00:00', 100),
    met(['1', '5'], '09:00:00', 70, 'end'),
  ]
  const after = [
    met(['2', '1'], '06:00:09', 300),
    met(['1', '2'], '06:49:50', 950),
    met(['1', '3'], '07:15:01', 100),
    met(['1', '4'], '08:00:00', 100),
    met(['1', '6'], '09:00:00', 70, 'start'),
  ]
  const { fresh, gone, closer, farther } = compareEncounters(before, after)
  expect([fresh, gone, closer, farther].map((list) => list.map(({ tca }) => tca.slice(11, 19)))).toEqual([
    ['07:15:01'],
    ['07:00:00'],
    ['06:00:09'],
    ['06:49:50'],
  ])
})
