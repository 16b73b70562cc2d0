import { type Satellite, Satellite as SatelliteShape } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { type BulkChange, NO_CHANGE, nowOf, planOf } from './bulk-plan.ts'
import { type BulkRun, bulkRunner, leftMs, undoOf } from './bulk-run.ts'

const EXAMPLE = SatelliteShape.parse((SatelliteShape.meta()!.examples as unknown[])[0])
const satellite = (name: string, more: Partial<Satellite> = {}, thresholds: object = {}): Satellite => ({
  ...EXAMPLE,
  satelliteId: name,
  name,
  ...more,
  configuration: {
    ...EXAMPLE.configuration,
    thresholds: { ...EXAMPLE.configuration.thresholds, ...thresholds },
  },
})
const change = (part: Partial<BulkChange>): BulkChange => ({ ...NO_CHANGE, ...part })

test('blank fields stay unchanged, and nothing else of a satellite changes', () => {
  const [a, b] = [satellite('a', { group: 'one', version: 3 }), satellite('b')]
  const { saves, same, faults } = planOf([a, b], change({ group: ' two ', commitHours: '36' }))
  expect([same, faults]).toEqual([[], []])
  expect(saves.map(({ id, version }) => [id, version])).toEqual([
    ['a', 3],
    ['b', 1],
  ])
  const { satelliteId, derived, isSimulated, version, createdAt, updatedAt, ...before } = a
  expect(saves[0]!.before).toEqual(before)
  const { configuration } = a
  expect(saves[0]!.input).toEqual({
    ...before,
    group: 'two',
    configuration: { ...configuration, thresholds: { ...configuration.thresholds, commitHours: 36 } },
  })
})

test('a satellite with the same value is not saved, and a group can be removed', () => {
  const [a, b] = [satellite('a', { group: 'one' }), satellite('b')]
  expect(planOf([a, b], change({ group: 'one' })).same).toEqual([a])
  const { saves, same } = planOf([a, b], change({ isUngrouped: true }))
  expect(same).toEqual([b])
  expect(saves[0]!.input.group).toBeUndefined()
})

test('a threshold that is valid for some satellites and not for others is reported for the others, before anything is sent', () => {
  const [usual, strict] = [satellite('usual'), satellite('strict', {}, { acceptedCollisionProbability: 2e-5 })]
  const { saves, faults } = planOf([usual, strict], change({ highCollisionProbability: '3e-5' }))
  expect(saves.map(({ id }) => id)).toEqual(['usual'])
  expect(faults).toMatchObject([{ satellite: { name: 'strict' }, field: 'highCollisionProbability' }])
  expect(planOf([usual], change({ commitHours: 'soon' })).faults).toMatchObject([{ field: 'commitHours' }])
})

test('the current value of a field is one text, or the smallest and the largest', () => {
  const all = [satellite('a', { group: 'x' }, { commitHours: 100 }), satellite('b', {}, { commitHours: 24 })]
  expect(nowOf(all, 'commitHours')).toEqual(['24', '100'])
  expect(nowOf(all, 'considerHours')).toEqual(['84'])
  expect(nowOf(all, 'group')).toEqual(['x'])
  expect(nowOf([all[1]!], 'group')).toEqual([])
})

const { saves } = planOf([satellite('a'), satellite('b'), satellite('c')], change({ group: 'new' }))
const busy = new Error('too many')

test('satellites are saved in turn, with a pause if the server is busy, and a failure does not stop the others', async () => {
  const runner = bulkRunner()
  const [asked, slept]: [string[], number[]] = [[], []]
  let ended: BulkRun | undefined
  await runner.start(
    { saves, startedMs: 0 },
    {
      save: async ({ id }) => {
        asked.push(id)
        if (id === 'b') throw new Error('stale')
        if (id === 'c' && slept.length === 0) throw busy
        return 2
      },
      waitMs: (failure) => (failure === busy ? 500 : undefined),
      sleep: async (ms) => void slept.push(ms),
      pace: { burst: 3, pauseMs: 0 },
      onEnd: (run) => {
        ended = run
      },
    },
  )
  expect([asked, slept]).toEqual([['a', 'b', 'c', 'c'], [500]])
  expect([...ended!.outcomes.values()].map(({ kind }) => kind)).toEqual(['saved', 'failed', 'saved'])
  expect(runner.read()).toMatchObject({ isRunning: false })
  const undo = undoOf(ended!)
  expect(undo.map(({ id, version }) => [id, version])).toEqual([
    ['a', 2],
    ['c', 2],
  ])
  expect(undo[0]).toMatchObject({ input: saves[0]!.before, before: saves[0]!.input })
})

test('after the first ones there is a pause before each save, so that other writes are not blocked', async () => {
  const order: string[] = []
  await bulkRunner().start(
    { saves, startedMs: 0 },
    {
      save: async ({ id }) => order.push(id),
      waitMs: () => undefined,
      sleep: async (ms) => void order.push(`${ms} ms`),
      pace: { burst: 1, pauseMs: 1_200 },
      onEnd: () => undefined,
    },
  )
  expect(order).toEqual(['a', '1200 ms', 'b', '1200 ms', 'c'])
})

test('the remaining time includes the remaining pauses', () => {
  const pace = { burst: 40, pauseMs: 1_200 }
  expect(leftMs({ done: 0, all: 100, elapsedMs: 50 }, pace)).toBeUndefined()
  expect(leftMs({ done: 20, all: 40, elapsedMs: 2_000 }, pace)).toBe(2_000)
  expect(leftMs({ done: 20, all: 100, elapsedMs: 2_000 }, pace)).toBe(80 * 100 + 60 * 1_200)
  expect(leftMs({ done: 50, all: 100, elapsedMs: 17_000 }, pace)).toBe(50 * 100 + 50 * 1_200)
})

test('a run that is stopped sends nothing more and keeps its saved changes', async () => {
  const runner = bulkRunner()
  const asked: string[] = []
  await runner.start(
    { saves, startedMs: 0 },
    {
      save: async ({ id }) => {
        asked.push(id)
        runner.stop()
        return 2
      },
      waitMs: () => undefined,
      sleep: async () => undefined,
      pace: { burst: 3, pauseMs: 0 },
      onEnd: () => undefined,
    },
  )
  expect(asked).toEqual(['a'])
  expect([...runner.read()!.outcomes.keys()]).toEqual(['a'])
  runner.forget()
  expect(runner.read()).toBeUndefined()
})
