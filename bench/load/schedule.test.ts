import { expect, test } from 'vitest'
import { createRandom } from '../stage/random.ts'
import { MIX } from './mix.data.ts'
import { drawSchedule } from './schedule.ts'

const crowd = [{ subject: 'a', organisation: 'x', notifications: ['1', '2', '3', '4'] }]
const draw = (seed: number) =>
  drawSchedule({ perSecond: 200, seconds: 100, operations: MIX, crowd, random: createRandom(seed) })

test('drawSchedule draws Poisson arrivals: their number is as requested, and their gaps spread like an exponential', () => {
  const schedule = draw(1)
  // Five standard deviations of a Poisson count of 20 000 are 707.
  expect(Math.abs(schedule.length - 20_000)).toBeLessThan(707)
  const gaps = schedule.slice(1).map(({ atMs }, place) => atMs - (schedule[place]?.atMs ?? 0))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length)
  // The standard deviation of an exponential equals its mean; even spacing would give 0.
  expect(deviation / mean).toBeCloseTo(1, 1)
})

test('drawSchedule keeps the shares of the mix, which are in percent', () => {
  expect(MIX.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
  const schedule = draw(2)
  for (const { name, weight } of MIX) {
    const share = schedule.filter(({ operation }) => operation.name === name).length / schedule.length
    expect(Math.abs(share - weight / 100), name).toBeLessThan(0.02)
  }
})

test('drawSchedule draws the same schedule for the same seed', () => {
  const plain = (seed: number) => draw(seed).map(({ atMs, operation }) => `${atMs} ${operation.name}`)
  expect(plain(3)).toEqual(plain(3))
  expect(plain(3)).not.toEqual(plain(4))
})
