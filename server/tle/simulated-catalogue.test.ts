import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { SLOT_MS, simulatedSets, slotOf } from './simulated-catalogue.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const SLOT = slotOf(NOON)
const AT = parseTime('2026-11-20T12:00:00')
const now = simulatedSets(SLOT)

function positionOf(set: (typeof now.listed)[number], at = AT): Vec3 {
  const state = propagateSgp4(initSgp4(set), at)
  if (!state.ok) throw new RangeError(state.reason)
  return state.r
}

test('simulatedSets() returns the same sets for the same slot, labels them, and uses no numbers of real objects', () => {
  expect(now.listed).toHaveLength(5_000)
  expect(simulatedSets(SLOT)).toEqual(now)
  expect(now.listed.filter(({ objectName }) => !objectName.startsWith('SIMULATED '))).toEqual([])
  expect(new Set(now.listed.map(({ noradId }) => noradId)).size).toBe(5_000)
  expect(Math.min(...now.listed.map(({ noradId }) => noradId))).toBeGreaterThanOrEqual(300_000)
  // A fragment has a launch number that no year has reached, and each fragment has its own designator.
  const designators = now.listed.flatMap((set) => set.internationalDesignator || [])
  expect(designators).toHaveLength(now.listed.filter(({ objectName }) => objectName.includes('DEBRIS')).length)
  expect(designators.filter((one) => !/^1999-9\d\d[A-Z]{3}$/.test(one))).toEqual([])
  expect(new Set(designators).size).toBe(designators.length)
})

test('no set is from the future; most are recent, and their ages are as in a real catalogue', () => {
  const agesD = now.listed.map(({ epoch }) => secondsBetween(epoch, AT) / 86_400).sort((a, b) => a - b)
  expect(agesD[0]).toBeGreaterThanOrEqual(0)
  expect(agesD[2_500]!).toBeLessThan(2)
  expect(agesD.at(-1)!).toBeLessThan(62)
})

test('in the next slot some objects have a new set of the same orbit, and all others keep their set', () => {
  const next = simulatedSets(SLOT + 1).listed
  const renewed = next.filter(({ epoch }, place) => secondsBetween(now.listed[place]!.epoch, epoch) !== 0)
  expect(renewed.length).toBeGreaterThan(1_000)
  expect(renewed.length).toBeLessThan(5_000)
  const at = addSeconds(AT, SLOT_MS / 1000)
  // The remaining difference is the drag in the older set, which the new orbit does not contain: tens of kilometres at most.
  const missesM = renewed
    .filter((set) => set.objectName.includes('CONSTELLATION') || set.objectName.includes('SUNSYNC'))
    .map((set) => {
      const before = now.listed.find(({ noradId }) => noradId === set.noradId)!
      return norm(subtract(positionOf(set, at), positionOf(before, at)))
    })
    .sort((a, b) => a - b)
  expect(missesM.length).toBeGreaterThan(0)
  expect(missesM[Math.floor(missesM.length / 2)]!).toBeLessThan(5_000)
})

test('docked objects stay together in every slot', () => {
  for (const slot of [SLOT, SLOT + 1, SLOT + 400]) {
    const parts = simulatedSets(slot).listed.filter(({ objectName }) => objectName.includes('STATION PART'))
    const [one, other] = parts
    const at = parseTime(new Date(slot * SLOT_MS).toISOString())
    expect(norm(subtract(positionOf(one!, at), positionOf(other!, at)))).toBe(0)
  }
})

test('the history contains the sets of the last two days that were published before the newest', () => {
  const newest = new Map(now.listed.map((set) => [set.noradId, set.epoch]))
  expect(now.history.length).toBeGreaterThan(1_000)
  const wrong = now.history.filter(({ noradId, epoch }) => secondsBetween(epoch, newest.get(noradId)!) <= 0)
  expect(wrong).toEqual([])
  const keys = [...now.listed, ...now.history].map(({ noradId, epoch }) => `${noradId} ${epoch.taiS} ${epoch.taiFs}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('objects have a country; the first thousand have those of the operators in the shared directory (server/ca/operator)', () => {
  const { listed } = simulatedSets(SLOT)
  expect(listed.filter(({ country }) => country === undefined)).toEqual([])
  const first = Map.groupBy(
    listed.filter(({ noradId }) => noradId < 301_000),
    ({ noradId }) => (noradId < 300_400 ? 'DE' : noradId < 300_800 ? 'US' : 'FR'),
  )
  const countries = [...first].map(([expected, objects]) => [expected, new Set(objects.map(({ country }) => country))])
  expect(countries).toEqual([
    ['DE', new Set(['DE'])],
    ['US', new Set(['US'])],
    ['FR', new Set(['FR'])],
  ])
})
