import type { Encounter, NotScreened, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { expect, test } from 'vitest'
import { partsInOrder } from './parts-in-order.ts'

const at = (seconds: number, first = 1, second = 2): Encounter => ({
  first,
  second,
  seconds,
  kind: 'minimum',
  missM: 1,
  relativeSpeedMps: 1,
})
const lost = (place: number, untilS?: number): NotScreened => ({ place, reason: 'decayed', untilS })
const part = (encounters: readonly Encounter[], notScreened: readonly NotScreened[] = []): ScreeningResult => ({
  encounters,
  notScreened,
})

/** Returns the result of partsInOrder() for parts that arrive in this order; `place` is the number of the part in the interval. */
async function putTogether(parts: readonly (readonly [place: number, result: ScreeningResult])[]) {
  const batches: (readonly Encounter[])[] = []
  const together = partsInOrder((encounters) => void batches.push(encounters))
  for (const [place, result] of parts) await together.add(place, result)
  return { notScreened: await together.end(), batches, times: batches.flat().map(({ seconds }) => seconds) }
}

test('partsInOrder() omits encounters of an object that was lost earlier, and those after its last sample', async () => {
  // The object has no state at 480 s: the previous sample is the last one, and is used.
  const parts = [
    [2, part([at(1000), at(1001, 1, 3), at(1002, 2, 3)], [lost(2, 960)])],
    [0, part([at(5), at(470), at(471), at(472, 2, 3)])],
    [1, part([], [lost(2, 470)])],
  ] as const
  const { times, notScreened } = await putTogether(parts)
  expect(times).toEqual([5, 470, 1001])
  expect(notScreened).toEqual([lost(2, 470)])
})

test('partsInOrder() keeps the earliest of several losses, and nothing of an object that never had a state', async () => {
  const parts = [
    [0, part([at(5), at(6, 1, 3), at(7, 0, 1)], [lost(3), lost(2, 4), lost(0, 9)])],
    [1, part([at(200, 1, 4)], [lost(3, 100), lost(2, 3), lost(2, 6)])],
  ] as const
  const { times, notScreened } = await putTogether(parts)
  expect(times).toEqual([7, 200])
  expect(notScreened).toEqual([lost(0, 9), lost(2, 3), lost(3)])
})

test('partsInOrder() passes on each part when the next one has arrived, in the order of time, and passes on no empty part', async () => {
  const batches: number[][] = []
  const together = partsInOrder((found) => void batches.push(found.map(({ seconds }) => seconds)))
  await together.add(1, part([at(160)]))
  await together.add(2, part([]))
  expect(batches).toEqual([])
  await together.add(0, part([at(20), at(10)]))
  expect(batches).toEqual([[10, 20], [160]])
  await together.add(3, part([at(500)]))
  expect(batches).toHaveLength(2)
  expect(await together.end()).toEqual([])
  expect(batches).toEqual([[10, 20], [160], [500]])
})

test('partsInOrder() waits for the receiver after each part, even after the last one', async () => {
  const taken: number[] = []
  const together = partsInOrder(async ([first]) => {
    await new Promise((resolve) => setTimeout(resolve, first?.seconds === 10 ? 20 : 1))
    taken.push(first?.seconds ?? Number.NaN)
  })
  const first = together.add(0, part([at(10)]))
  await first
  const [second, third] = [together.add(1, part([at(160)])), together.add(2, part([at(320)]))]
  await second
  expect(taken).toContain(10)
  await third
  expect(taken).toEqual([10, 160])
  await together.end()
  expect(taken).toEqual([10, 160, 320])
})
