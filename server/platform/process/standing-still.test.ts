import { expect, test } from 'vitest'
import { countedMs, type Times } from './standing-still.ts'

const TICK_MS = 250
const BEFORE: Times = { state: 'R', usedMs: 1000, processMs: 5000, machineMs: 100_000, stolenMs: 2000 }
/** Two processors for one tick, of which the host takes nothing. */
const MACHINE = { machineMs: BEFORE.machineMs + 2 * TICK_MS, stolenMs: BEFORE.stolenMs }
const nobody = () => false
const somebody = () => true

const counted = (now: Partial<Times>, isHelperRunnable = nobody) =>
  countedMs({ before: BEFORE, now: { ...BEFORE, ...MACHINE, ...now }, isHelperRunnable }, TICK_MS)

test('of a tick in which the loop could run, the processor time that it got counts, and never more than the tick', () => {
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 40 })).toBe(40)
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 400 })).toBe(TICK_MS)
  // A runnable helper changes nothing: the loop itself has a processor.
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 40, processMs: BEFORE.processMs + 200 }, somebody)).toBe(40)
})

test('what the host of a virtual machine took of the processors is not counted', () => {
  const taken = { stolenMs: BEFORE.stolenMs + TICK_MS }
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 100, ...taken })).toBe(50)
  expect(counted({ state: 'S', processMs: BEFORE.processMs + 100, ...taken }, somebody)).toBe(50)
  // A machine whose clock of processors stood still says nothing of a share.
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 100, machineMs: BEFORE.machineMs })).toBe(100)
})

test('a loop that waits for threads of its process is counted by what these got', () => {
  expect(counted({ state: 'S', processMs: BEFORE.processMs + 30 }, somebody)).toBe(30)
  expect(counted({ state: 'S', processMs: BEFORE.processMs + 900 }, somebody)).toBe(TICK_MS)
})

test('a loop that waits for a disk is given five times as long as one that waits for nothing that could run', () => {
  expect(counted({ state: 'D' })).toBe(TICK_MS / 5)
  expect(counted({ state: 'D' }, somebody)).toBe(TICK_MS / 5)
  expect(counted({ state: 'S' })).toBe(TICK_MS)
})

test('where the machine does not say, the whole tick counts', () => {
  expect(countedMs({ before: undefined, now: BEFORE, isHelperRunnable: somebody }, TICK_MS)).toBe(TICK_MS)
  expect(countedMs({ before: BEFORE, now: undefined, isHelperRunnable: somebody }, TICK_MS)).toBe(TICK_MS)
})
