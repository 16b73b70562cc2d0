import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

const WATCHED = join(import.meta.dirname, 'testing', 'watched-loop.ts')
/** Six times the watchdog's limit for the process. */
const STARVED_MS = 6_000
/** A frozen loop gets a second of processor time within this period, however busy the machine is. */
const ENDED = { timeout: 60_000, interval: 100 }

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** Starts a process whose loop runs; returns its output. */
async function startWatched(): Promise<{ child: ChildProcess; said: () => string; turns: () => number }> {
  const child = fork(WATCHED, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'], execArgv: [] })
  running.push(child)
  let [said, turns] = ['', 0]
  child.stdout?.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  child.on('message', () => {
    turns += 1
  })
  await once(child, 'message')
  return { child, said: () => said, turns: () => turns }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

test('a loop that runs is not ended, however little processor time it gets', async () => {
  const { child, said, turns } = await startWatched()
  // Linux gives a niceness to threads, not to processes. The thread with this number is the main one, and the watchdog's thread keeps its niceness.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  const hogs = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for(;;);']))
  running.push(...hogs)
  const before = turns()
  await pause(STARVED_MS)
  expect([hasEnded(child), said()]).toEqual([false, ''])
  // The loop was really starved: one run of it takes a tenth of a second of processor time.
  expect(turns() - before).toBeLessThan(STARVED_MS / 100 / 4)
})

test('a process whose event loop is blocked is ended', async () => {
  const { child, said } = await startWatched()
  child.send('spin')
  await expect.poll(() => hasEnded(child), ENDED).toBe(true)
  expect([child.signalCode, said()]).toEqual(['SIGKILL', expect.stringContaining('the event loop stood still')])
})

test('a process whose event loop waits for ever is ended, although it uses no processor time', async () => {
  const { child, said } = await startWatched()
  child.send('wait')
  await expect.poll(() => hasEnded(child), ENDED).toBe(true)
  expect([child.signalCode, said()]).toEqual(['SIGKILL', expect.stringContaining('the event loop stood still')])
})
