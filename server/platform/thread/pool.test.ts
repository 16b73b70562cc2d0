import { execFile, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { openPool, type Pool, type PoolOptions } from './pool.ts'
import { type TaskLimits, task } from './task.ts'
import type * as hostile from './testing/hostile-tasks.ts'
import { FILLINGS } from './testing/hostile-tasks.ts'

const module = new URL('./testing/hostile-tasks.ts', import.meta.url)
const SMALL: TaskLimits = { seconds: 30, memoryMiB: 48, answerMiB: 1 }
const echo = task<typeof hostile.echo>({ module, name: 'echo', limits: SMALL })
const waitMs = task<typeof hostile.waitMs>({ module, name: 'waitMs', limits: SMALL })

let pool: Pool | undefined
const open = (options: PoolOptions = {}) => {
  pool = openPool({ mostAtOnce: 1, ...options })
  return pool
}
afterEach(() => pool?.close())

test('a task returns its function’s result, including dates and bytes, and throws its errors', async () => {
  const { run } = open()
  const given = { at: new Date(0), bytes: new Uint8Array([1, 2]), nothing: undefined }
  expect(await run(echo, 'a', given)).toEqual(given)
  const refuse = task<typeof hostile.refuseNumber>({ module, name: 'refuseNumber', limits: SMALL })
  await expect(run(refuse, 'a', 7)).rejects.toThrow(new RangeError('7 is out of range'))
})

test('a task sees no environment variables, because they may contain passwords', async () => {
  const names = task<typeof hostile.namesOfEnvironment>({ module, name: 'namesOfEnvironment', limits: SMALL })
  const seen = await open().run(names, 'a', undefined as never)
  // Node itself sets these variables for a process with a channel.
  expect(seen.filter((name) => !name.startsWith('NODE_CHANNEL'))).toEqual([])
})

test('memory that one task has used is released before the next', async () => {
  const { run } = open()
  const limits = { ...SMALL, memoryMiB: 192 }
  const readText = task<typeof hostile.readText>({ module, name: 'readText', limits })
  const heldBytes = task<typeof hostile.heldBytes>({ module, name: 'heldBytes', limits })
  const textBytes = 100 * 1024 ** 2
  const filled = await run(readText, 'a', textBytes)
  expect(filled).toBeGreaterThan(textBytes)
  await expect.poll(() => run(heldBytes, 'a', undefined as never)).toBeLessThan(filled - textBytes)
})

test.each(Object.keys(FILLINGS))('only the process of a task that fills its memory with %s is ended', async (how) => {
  const { run } = open()
  const fill = task<typeof hostile.fill>({ module, name: 'fill', limits: SMALL })
  const [filled, neighbour] = await Promise.allSettled([run(fill, 'a', how), run(echo, 'b', 'still here')])
  expect(filled).toMatchObject({
    status: 'rejected',
    reason: { name: 'TaskLimitError', message: 'more than 48 MiB of memory' },
  })
  expect(neighbour).toEqual({ status: 'fulfilled', value: 'still here' })
  expect(await run(echo, 'a', 'again')).toBe('again')
})

test('a task that does not end is ended, and so is a task whose answer is too long', async () => {
  // The limit of the task is processor time, of which a busy machine gives it little. In this test the clock does not
  // limit the task.
  const { run } = open({ now: () => 0 })
  const limits = { ...SMALL, seconds: 1 }
  const turn = task<typeof hostile.turnForEver>({ module, name: 'turnForEver', limits })
  await expect(run(turn, 'a', undefined as never)).rejects.toMatchObject({ message: 'more than 1 s' })
  const answer = task<typeof hostile.answerBytes>({ module, name: 'answerBytes', limits: SMALL })
  await expect(run(answer, 'a', 2 * 1024 ** 2)).rejects.toMatchObject({ name: 'TaskLimitError' })
  expect(await run(echo, 'a', 'again')).toBe('again')
})

test('a task that gets hardly any processor time has not exceeded its limit: its process counts as lost, and so does that of the second try', async () => {
  let atMs = 0
  const { run, figures } = open({
    now: () => {
      // From one reading of this clock to the next, more than ten times the limit passes.
      atMs += 21_000
      return atMs
    },
  })
  const wait = task<typeof hostile.waitMs>({ module, name: 'waitMs', limits: { ...SMALL, seconds: 2 } })
  await expect(run(wait, 'a', 600_000)).rejects.toMatchObject({
    name: 'PoolLossError',
    message: 'a process of the pool did not get on for 10 times its limit',
  })
  expect(figures()).toMatchObject({ killed: 0, lost: 2 })
})

test('the end of a process from outside does not mean that its task is at fault, so the task is tried once more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-pool-'))
  const die = task<typeof hostile.dieOnce>({ module, name: 'dieOnce', limits: SMALL })
  expect(await open().run(die, 'a', join(folder, 'died'))).toBe('answered')
  rmSync(folder, { recursive: true })
})

test('an endless task is ended after the process that waits for it was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-pool-'))
  const file = join(folder, 'pid')
  const parent = fork(join(import.meta.dirname, 'testing', 'waiting-parent.ts'), [file], { execArgv: [] })
  let pid = 0
  try {
    const readPid = () => Number(readFileSync(file, { encoding: 'utf8', flag: 'a+' }))
    await expect.poll(readPid, { timeout: 60_000 }).toBeGreaterThan(0)
    pid = readPid()
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
  } finally {
    parent.kill('SIGKILL')
    if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true })
  }
})

/** Returns true if a process exists and has not ended; a zombie (Z) has ended, but nobody has read its exit status. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.startsWith('Z') === false
  } catch {
    return false
  }
}

test('a process that ended unnoticed does not delay the next task', async () => {
  const { run, figures } = open()
  const pid = task<typeof hostile.ownPid>({ module, name: 'ownPid', limits: SMALL })
  process.kill(await run(pid, 'a', undefined as never), 'SIGKILL')
  // The task starts at once, before the end of the process is reported.
  expect(await run(echo, 'a', 'answered')).toBe('answered')
  expect(figures()).toMatchObject({ lost: 1, killed: 0, running: 0 })
})

test('a machine that cannot start another process refuses for the moment, and the organisation’s place is free again', async () => {
  const script = join(import.meta.dirname, 'testing', 'without-room.ts')
  const { stdout } = await promisify(execFile)('sh', ['-c', `ulimit -n 200; exec "${process.execPath}" "${script}"`])
  // One task may run at a time: if a refused request kept its place, the fourth request would not be answered.
  expect(stdout.trim()).toBe('PoolLossError PoolLossError PoolLossError answered')
})

test('a cancelled task, waiting or running, frees its place', async () => {
  const { run, figures, requireRoom } = open({ mostWaiting: 1 })
  const turn = task<typeof hostile.turnForEver>({ module, name: 'turnForEver', limits: SMALL })
  const [first, second] = [new AbortController(), new AbortController()]
  const under = run(turn, 'a', undefined as never, first.signal)
  const waiting = run(echo, 'a', 'never', second.signal)
  expect(figures()).toMatchObject({ running: 1, waiting: 1 })
  expect(() => requireRoom('a')).toThrow()
  second.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  expect(figures()).toEqual({ running: 1, waiting: 0, refused: 1, killed: 0, cancelled: 1, lost: 0 })
  requireRoom('a')
  first.abort()
  await expect(under).rejects.toMatchObject({ name: 'AbortError' })
  expect(await run(echo, 'a', 'next')).toBe('next')
  await expect(run(echo, 'a', 'late', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(figures()).toEqual({ running: 0, waiting: 0, refused: 1, killed: 0, cancelled: 3, lost: 0 })
})

test('an organisation with many waiting tasks does not block another one', async () => {
  const { run } = open()
  const order: string[] = []
  const mine = Array.from({ length: 6 }, () => run(waitMs, 'greedy', 300).then(() => order.push('greedy')))
  await run(waitMs, 'small', 1).then(() => order.push('small'))
  // One task of the greedy organisation may have been running already, and its processes start at the same time.
  expect(order.length).toBeLessThanOrEqual(2)
  await Promise.all(mine)
  expect(order.filter((who) => who === 'greedy')).toHaveLength(6)
})

test('an organisation that has as many waiting tasks as allowed is told to try again, and other organisations are not', async () => {
  const { run, requireRoom } = open({ mostWaiting: 2 })
  const mine = [1, 2, 3].map(() => run(waitMs, 'greedy', 200))
  expect(() => requireRoom('greedy')).toThrow(
    expect.objectContaining({ code: 'too-many-requests', headers: { 'retry-after': '10' } }),
  )
  expect(() => requireRoom('small')).not.toThrow()
  await Promise.all(mine)
  expect(() => requireRoom('greedy')).not.toThrow()
})

test('if the first task of an organisation has waited too long, its new work is refused', async () => {
  let atMs = 0
  const { run, requireRoom } = open({ mostWaitingS: 20, now: () => atMs })
  const mine = [1, 2].map(() => run(waitMs, 'greedy', 300))
  expect(() => requireRoom('greedy')).not.toThrow()
  atMs = 20_000
  expect(() => requireRoom('greedy')).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  await Promise.all(mine)
})
