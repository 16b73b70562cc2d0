import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './lock.ts'
import { bootId, findProcess } from './processes.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'apsis-lock-'))
})

afterEach(() => {
  rmSync(directory, { recursive: true })
})

/** Runs a program that uses lock.ts to its end and returns its output. */
async function runBeside(program: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname })
  // The output may end before the process does.
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return output + errors
}

function leave(holder: object): void {
  writeFileSync(join(directory, 'instance-7.lock'), JSON.stringify(holder))
}

test('lockDirectory refuses a second owner and names the pid of the first', () => {
  const first = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(`pid ${process.pid}`)
  first.release()
  expect(() => lockDirectory(directory)).not.toThrow()
})

test('lockDirectory takes over from a process that was killed', async () => {
  const program = `import { lockDirectory } from './lock.ts'
    lockDirectory(${JSON.stringify(directory)})
    process.kill(process.pid, 'SIGKILL')`
  expect(await runBeside(program)).toBe('')
  expect(readdirSync(directory)).toEqual(['instance-1.lock'])
  lockDirectory(directory)
  expect(readdirSync(directory)).toEqual(['instance-2.lock'])
})

test('lockDirectory recognises a pid that was reused by another process', () => {
  leave({ pid: process.pid, started: '1', boot: bootId() })
  expect(() => lockDirectory(directory)).not.toThrow()
})

test('lockDirectory recognises a lock from before the last boot', () => {
  leave({ pid: process.pid, started: findProcess(process.pid)?.started, boot: 'another boot' })
  expect(() => lockDirectory(directory)).not.toThrow()
})

test('lockDirectory refuses a second lock by the same process', () => {
  leave({ pid: process.pid, started: findProcess(process.pid)?.started, boot: bootId() })
  expect(() => lockDirectory(directory)).toThrow('in use by another Apsis process')
})

test('lockDirectory takes over a lock file that is empty because the disk was full', () => {
  writeFileSync(join(directory, 'instance-3.lock'), '')
  lockDirectory(directory)
  expect(readdirSync(directory)).toEqual(['instance-4.lock'])
})

test('lockDirectory lets exactly one of several racing processes take over a stale lock', async () => {
  leave({ pid: 4_194_303, started: '1', boot: bootId() })
  const program = `import { lockDirectory } from './lock.ts'
    let isOwner = true
    try { lockDirectory(${JSON.stringify(directory)}) } catch { isOwner = false }
    console.log(isOwner ? 'owner' : 'refused')
    process.stdin.resume()`
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname }),
  )
  // No process may end before all have tried, because another one may take the lock of a process that has ended.
  const first = await Promise.all(
    children.map((child) => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(`${data}`)))),
  )
  for (const child of children) child.stdin.end()
  expect(first.filter((line) => line.startsWith('owner'))).toHaveLength(1)
})
