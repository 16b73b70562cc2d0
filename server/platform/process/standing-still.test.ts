import { expect, test } from 'vitest'
import { countedMs, type Times } from './standing-still.ts'

const TICK_MS = 250
const BEFORE: Times = { state: 'R', usedMs: 1000, processMs: 5000, machineMs: 100_000, stolenMs: 2000 }
/** Two processors for one tick; the host of the virtual machine takes none of their time. */
const MACHINE = { machineMs: BEFORE.machineMs + 2 * TICK_MS, stolenMs: BEFORE.stolenMs }
const nobody = () => false
const somebody = () => true

const counted = (now: Partial<Times>, isHelperRunnable = nobody) =>
  countedMs({ before: BEFORE, now: { ...BEFORE, ...MACHINE, ...now }, isHelperRunnable }, TICK_MS)

test('if the loop could run in a tick, the processor time that it got is counted, and never more than the tick', () => {
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 40 })).toBe(40)
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 400 })).toBe(TICK_MS)
  // A runnable helper thread changes nothing: the loop itself has a processor.
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 40, processMs: BEFORE.processMs + 200 }, somebody)).toBe(40)
})

test('processor time that the host of a virtual machine took is not counted', () => {
  const taken = { stolenMs: BEFORE.stolenMs + TICK_MS }
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 100, ...taken })).toBe(50)
  expect(counted({ state: 'S', processMs: BEFORE.processMs + 100, ...taken }, somebody)).toBe(50)
  // If the machine's processor clock did not advance, the host's share is unknown.
  expect(counted({ state: 'R', usedMs: BEFORE.usedMs + 100, machineMs: BEFORE.machineMs })).toBe(100)
})

test('for a loop that waits for threads of its process, their processor time is counted', () => {
  expect(counted({ state: 'S', processMs: BEFORE.processMs + 30 }, somebody)).toBe(30)
  expect(counted({ state: 'S', processMs: BEFORE.processMs + 900 }, somebody)).toBe(TICK_MS)
})

test('a loop that waits for a disk may take five times as long as one that waits for nothing runnable', () => {
  expect(counted({ state: 'D' })).toBe(TICK_MS / 5)
  expect(counted({ state: 'D' }, somebody)).toBe(TICK_MS / 5)
  expect(counted({ state: 'S' })).toBe(TICK_MS)
})

test('if the machine does not report processor times, the whole tick is counted', () => {
  expect(countedMs({ before: undefined, now: BEFORE, isHelperRunnable: somebody }, TICK_MS)).toBe(TICK_MS)
  expect(countedMs({ before: BEFORE, now: undefined, isHelperRunnable: somebody }, TICK_MS)).toBe(TICK_MS)
})
