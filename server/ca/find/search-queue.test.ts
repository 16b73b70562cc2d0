import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { afterAll, expect, test } from 'vitest'
import { simulatedSets } from '../testing/test-catalogue.ts'
import { openSearchQueue } from './search-queue.ts'

/** The decimals, in metres, to which a minimum from the prepared table of a day agrees with a minimum from a new search. */
const SAME_MINIMUM_DIGITS = 2

const FROM = new Date('2026-11-20T00:00:00Z')
const SETS = simulatedSets(100, FROM)
const CATALOGUE = {
  objects: SETS.map((set) => ({ ...set, name: set.objectName, elements: set as MeanElements })),
  newestEpoch: FROM,
  isSimulated: true,
  version: 'one',
}
const SUBJECT = SETS.findIndex(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)
const question = (hours: number, from = FROM) => ({
  primaries: [{ elements: SETS[SUBJECT]! }],
  wanted: 'encounters' as const,
  absent: [SUBJECT],
  listed: undefined,
  thresholdM: 500_000,
  from,
  to: new Date(from.getTime() + hours * 3_600_000),
})
const never = { tenantId: 'one', signal: new AbortController().signal }

const searchQueue = openSearchQueue(() => FROM.getTime(), { threads: 1 })
afterAll(() => searchQueue.close())

test('openSearchQueue() answers searches one after the other, and refuses only the sixth search of an organisation', async () => {
  const other = { tenantId: 'other', signal: never.signal }
  const order: string[] = []
  const ask = (asking: typeof never) =>
    searchQueue.search(CATALOGUE, question(2), asking).finally(() => order.push(asking.tenantId))
  const asked = Array.from({ length: 7 }, () => ask(never))
  const neighbour = ask(other)
  const answers = await Promise.allSettled(asked)
  expect(answers.map(({ status }) => status)).toEqual([
    ...new Array<string>(5).fill('fulfilled'),
    ...new Array<string>(2).fill('rejected'),
  ])
  const [refused] = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject({ code: 'too-many-requests', headers: { 'retry-after': '5' } })
  // Two searches were refused at once; the search of the other organisation follows the running one.
  expect(order).toEqual(['one', 'one', 'one', 'other', 'one', 'one', 'one', 'one'])
  const [first, ...others] = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(first!.found.length).toBeGreaterThan(0)
  // The first search prepares a day of the catalogue, and the others use it: the minima agree to the last digits.
  for (const one of [...others, await neighbour])
    expect(one.found.map(({ missM }) => missM)).toEqual(
      first!.found.map(({ missM }) => expect.closeTo(missM, SAME_MINIMUM_DIGITS)),
    )
})

test('openSearchQueue() stops a search that nobody waits for, and answers the next one', async () => {
  const gone = new AbortController()
  const left = searchQueue.search(CATALOGUE, question(15 * 24), { tenantId: 'one', signal: gone.signal })
  const waiting = searchQueue.search(CATALOGUE, question(2), { tenantId: 'one', signal: gone.signal })
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  await expect(waiting).rejects.toThrow('aborted')
  expect((await searchQueue.search(CATALOGUE, question(2), never)).compared).toBeGreaterThan(90)
})

test('openSearchQueue() gives the place of a caller who left to other callers of the organisation', async () => {
  const [first, gone] = [new AbortController(), new AbortController()]
  const under = searchQueue.search(CATALOGUE, question(15 * 24), { tenantId: 'one', signal: first.signal })
  const waiting = Array.from({ length: 4 }, () =>
    searchQueue.search(CATALOGUE, question(2), { tenantId: 'one', signal: gone.signal }),
  )
  gone.abort()
  for (const one of waiting) await expect(one).rejects.toThrow('aborted')
  const colleague = searchQueue.search(CATALOGUE, question(2), never)
  first.abort()
  await expect(under).rejects.toThrow('aborted')
  expect((await colleague).compared).toBeGreaterThan(90)
})

test('openSearchQueue() switches to another catalogue, and to another time', async () => {
  const [half] = [SETS.length / 2]
  const smaller = { ...CATALOGUE, objects: CATALOGUE.objects.slice(0, half), version: 'two' }
  const answer = await searchQueue.search(smaller, { ...question(2), absent: [] }, never)
  expect(answer.compared + answer.lost.filter(({ untilS }) => untilS === undefined).length).toBe(half)
  const before = new Date(FROM.getTime() - 86_400_000)
  const earlier = await searchQueue.search(smaller, question(2, before), never)
  expect(earlier.found.every(({ seconds }) => seconds >= 0 && seconds <= 7_200)).toBe(true)
})

test('openSearchQueue() restarts after a fault', async () => {
  const broken = { ...question(2), primaries: [{ elements: { ...SETS[SUBJECT]!, eccentricity: 2 } }] }
  await expect(searchQueue.search(CATALOGUE, broken, never)).rejects.toThrow(/^the search failed/)
  expect((await searchQueue.search(CATALOGUE, question(2), never)).compared).toBeGreaterThan(90)
})

test('openSearchQueue() refuses a search that takes too long, with the advice to start a screening', async () => {
  const hasty = openSearchQueue(() => FROM.getTime(), { threads: 1, mostMs: 1 })
  const late = hasty.search(CATALOGUE, question(24), never)
  await expect(late).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('screening') })
  await hasty.close()
})
