import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { stillRunning, treeOf } from '@apsis/e2e/process-tree.ts'
import { expect, test } from 'vitest'
import { pooled, ROOT, run, seconds } from './step.ts'

test('run returns the exit code and all that was printed', async () => {
  const script = "console.log('out'); console.error('err'); process.exitCode = 3"
  const ran = await run('script', { program: process.execPath, args: ['-e', script] })
  expect(ran.code).toBe(3)
  expect(ran.output).toContain('out')
  expect(ran.output).toContain('err')
})

test('run treats a program that does not exist, or that was killed, as failed', async () => {
  const missing = await run('missing', { program: 'no-such-program-anywhere', args: [] })
  expect(missing.code).toBe(1)
  expect(missing.output).toContain('no-such-program-anywhere could not be started')
  const killed = await run('killed', {
    program: process.execPath,
    args: ['-e', "process.kill(process.pid, 'SIGKILL')"],
  })
  expect(killed.code).not.toBe(0)
})

test('run kills a program that loops without output, and reports it', async () => {
  const hung = await run('loop', { program: process.execPath, args: ['-e', 'for (;;);'], silentLimitMs: 1500 })
  expect(hung.code).not.toBe(0)
  expect(hung.output).toContain('loop said nothing for 1.5 s and was killed')
})

/** A program that starts a second program, prints the number of its process, and then waits; the second program only waits. */
const PARENT = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
console.log('started ' + child.pid); setInterval(() => {}, 1000)`
const startedIn = (output: string) => Number(/started (\d+)/.exec(output)?.[1])

test('when run kills a program, it also kills the processes that the program has started', async () => {
  const hung = await run('parent', { program: process.execPath, args: ['-e', PARENT], silentLimitMs: 4000 })
  expect(hung.output).toContain('parent said nothing for 4.0 s and was killed')
  const started = startedIn(hung.output)
  expect(started).toBeGreaterThan(0)
  await expect.poll(() => stillRunning([started])).toEqual([])
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s also ends what the commands have started', async (signal) => {
  const step = JSON.stringify(join(import.meta.dirname, 'step.ts'))
  const script = `import { run, stopChildrenOnTermination } from ${step}
stopChildrenOnTermination()
await run('parent', { program: process.execPath, args: ['-e', ${JSON.stringify(PARENT)}], urgent: /started/ })`
  const tests = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { cwd: ROOT })
  let output = ''
  tests.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await expect.poll(() => startedIn(output)).toBeGreaterThan(0)
  const tree = treeOf(tests.pid ?? 0)
  expect(tree).toContain(startedIn(output))
  tests.kill(signal)
  await once(tests, 'exit')
  await expect.poll(() => stillRunning(tree)).toEqual([])
})

test('run passes urgent lines on at once, collects the others, and kills a program that does not end', async () => {
  const script =
    "console.log('fine'); console.log('\\u001b[31m× broken\\u001b[39m'); setInterval(() => console.log('on it'), 20)"
  const said: string[] = []
  // This limit is long enough for a program to start on a busy machine.
  const command = { program: process.execPath, args: ['-e', script], urgent: /^× /, limitMs: 4_000 }
  const endless = await run('talker', command, (line) => said.push(stripVTControlCharacters(line)))
  expect(endless.code).not.toBe(0)
  expect(said).toEqual(['× broken', 'talker had not ended after 4.0 s and was killed'])
  expect(endless.output).toMatch(/^fine\n[\s\S]+on it\n[\s\S]+and was killed\n/)
})

test('run gives a program a lower priority', async () => {
  const script = "console.log(require('node:os').getPriority())"
  // npm test itself runs this test at another niceness.
  const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority() + 3)
  const ran = await run('humble', {
    program: process.execPath,
    args: ['-e', `setTimeout(() => { ${script} }, 500)`],
    niceness,
  })
  expect(ran.output).toBe(`${niceness}\n`)
})

test('pooled keeps the order of its jobs and runs at most one per processor at a time', async () => {
  let [running, most] = [0, 0]
  const job = (answer: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    return answer
  }
  expect(await pooled([4, 3, 2, 1, 0].map(job))).toEqual([4, 3, 2, 1, 0])
  expect(most).toBeLessThanOrEqual(availableParallelism())
})

test('seconds prints one decimal', () => {
  expect(seconds(1250)).toBe('1.3 s')
})
