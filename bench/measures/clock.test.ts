import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { processorSecondsOf, timeOther } from './clock.ts'

test('processorSecondsOf() adds user and system time of the processes that a shell has waited for', () => {
  expect(processorSecondsOf('0m0.00s 0m0.01s\n1m3.50s 0m0.25s\n')).toBe(63.75)
  expect(processorSecondsOf('')).toBeNaN()
})

test('a shell tells what its child has used of the processors', () => {
  const work = 'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end);'
  const { stdout } = spawnSync('sh', ['-c', '"$0" -e "$1"; times', process.execPath, work], { encoding: 'utf8' })
  // The time of Node itself is added; the clock of processes counts hundredths.
  expect(processorSecondsOf(stdout)).toBeGreaterThan(0.28)
})

test('timeOther() does not count the work of the other process as foreign', async () => {
  const whole = await timeOther(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    // More than any machine has.
    return 1e6
  })
  expect(whole).toMatchObject({ processorS: 1e6, foreignCores: 0 })
})
