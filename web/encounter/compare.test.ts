import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { expect, test } from 'vitest'
import { compareEncounters, isSameVolume, type Volume, withinVolume } from './compare.ts'

const side = (objectId: string) => ({ objectId, name: objectId, epoch: null, daysSinceEpoch: null })
const met = (pair: readonly [string, string], tca: string, missM: number, kind: Encounter['kind'] = 'minimum') =>
  ({ primary: side(pair[0]), secondary: side(pair[1]), tca: `2026-11-20T${tca}.000Z`, missM, kind }) as Encounter

test('compareEncounters() pairs passes of the same two objects by time, in either order, and counts each once', () => {
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
    met(['1', '4'], '08:00:00', 100.9),
    met(['1', '6'], '09:00:00', 70, 'start'),
  ]
  const { fresh, gone, closer, farther } = compareEncounters(before, after)
  const timesOf = (list: readonly Encounter[]) => list.map(({ tca }) => tca.slice(11, 19))
  expect([fresh, gone].map(timesOf)).toEqual([['07:15:01'], ['07:00:00']])
  expect([closer, farther].map((list) => timesOf(list.flatMap((one) => [one.before, one.after])))).toEqual([
    ['06:00:00', '06:00:09'],
    ['06:50:00', '06:49:50'],
  ])
})

test('withinVolume() keeps the encounters that the other screening could have found: in its span, and in its box or distance', () => {
  const missRtn = { r: 100, t: -900, n: 100 }
  const all = ['05:59:59', '06:00:00', '07:00:00'].map((tca) => ({ ...met(['1', '2'], tca, 911), missRtn }))
  const span = { from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T08:00:00.000Z' }
  const volume = (thresholdM: number | null, box: Volume['box'] = null): Volume => ({ ...span, thresholdM, box })
  const box = { radialM: 200, alongTrackM: 1_000, crossTrackM: 200 }
  expect(withinVolume(all, volume(911)).map(({ tca }) => tca)).toEqual([all[1]!.tca, all[2]!.tca])
  expect(withinVolume(all, volume(910))).toEqual([])
  expect(withinVolume(all, volume(null, box))).toHaveLength(2)
  expect(withinVolume(all, volume(null, { ...box, alongTrackM: 899 }))).toEqual([])
  expect(withinVolume(all, volume(null))).toHaveLength(2)
  expect([isSameVolume(volume(910), volume(910)), isSameVolume(volume(null, box), volume(null))]).toEqual([true, false])
})

test('withinVolume() counts an encounter on the surface of the box, or at the end of the span, as inside', () => {
  const one = { ...met(['1', '2'], '07:00:00', 911), missRtn: { r: 100, t: -900, n: 100 } }
  const span = { from: one.tca, to: one.tca, thresholdM: null }
  const box = { radialM: 100, alongTrackM: 900, crossTrackM: 100 }
  expect(withinVolume([one], { ...span, box })).toEqual([one])
  for (const smaller of [{ radialM: 99 }, { alongTrackM: 899 }, { crossTrackM: 99 }])
    expect(withinVolume([one], { ...span, box: { ...box, ...smaller } })).toEqual([])
})

test('compareEncounters() counts a difference of a metre as a change, and passes within a quarter of an hour as the same', () => {
  const { fresh, farther } = compareEncounters([met(['1', '2'], '06:00:00', 500)], [met(['1', '2'], '06:15:00', 501)])
  expect([fresh.length, farther.length]).toEqual([0, 1])
})
