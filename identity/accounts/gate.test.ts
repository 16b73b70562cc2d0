import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('createGate runs a number of calls at once, lets a number wait, and refuses the rest', async () => {
  const gate = createGate(2, 3)
  const open: (() => void)[] = []
  let most = 0
  let running = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => open.push(resolve))
    running -= 1
    return 'done'
  }
  const all = Array.from({ length: 7 }, () => gate(work))
  expect(await Promise.all(all.slice(5))).toEqual(['busy', 'busy'])
  for (let i = 0; i < 5; i++) {
    open[i]?.()
    await all[i]
  }
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done', 'done', 'busy', 'busy'])
  expect(most).toBe(2)
})

test('createGate frees the place of failed work', async () => {
  const gate = createGate(1, 0)
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate(async () => 'done')).toBe('done')
})
