import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { processorSecondsOf, timeOther } from './clock.ts'

test('processorSecondsOf() adds the user and system time of the processes that a shell has waited for', () => {
  expect(processorSecondsOf('0m0.00s 0m0.01s\n1m3.50s 0m0.25s\n')).toBe(63.75)
  expect(processorSecondsOf('')).toBeNaN()
})

test('a shell reports how much processor time its child has used', () => {
  const work = 'const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end);'
  const { stdout } = spawnSync('sh', ['-c', '"$0" -e "$1"; times', process.execPath, work], { encoding: 'utf8' })
  // Node itself uses processor time, too, and the clock of processes counts hundredths of a second.
  expect(processorSecondsOf(stdout)).toBeGreaterThan(0.28)
})

test('timeOther() does not count the measured process as a foreign one', async () => {
  const whole = await timeOther(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    // This is more processor time than any machine has.
    return 1e6
  })
  expect(whole).toMatchObject({ processorS: 1e6, foreignCores: 0 })
})
