import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

/** Returns work that ends when the test decides. */
function work() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (key: string) => {
    started.push(key)
    return new Promise<void>((resolve) => {
      ends.push(resolve)
    })
  }
  return { started, run, end: () => ends.shift()?.() }
}

test('a burst of calls runs the work once at once, and once more after that run', async () => {
  const { started, run, end } = work()
  const ask = inTurn(run)
  const all = [ask('a'), ask('a'), ask('a')]
  expect(started).toEqual(['a'])
  end()
  await expect.poll(() => started).toEqual(['a', 'a'])
  end()
  await Promise.all(all)
  expect(started).toEqual(['a', 'a'])
})

test('keys do not wait for each other, and after a failure the next call runs the work again', async () => {
  const { started, run, end } = work()
  const ask = inTurn(run)
  const both = [ask('a'), ask('b')]
  expect(started).toEqual(['a', 'b'])
  end()
  end()
  await Promise.all(both)
  let tries = 0
  const failing = inTurn(async () => {
    tries += 1
    throw new Error('away')
  })
  await expect(failing('a')).rejects.toThrow('away')
  await expect(failing('a')).rejects.toThrow('away')
  expect(tries).toBe(2)
})
