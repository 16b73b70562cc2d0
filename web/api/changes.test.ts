import { expect, test } from 'vitest'
import { onChange, readChange } from './changes.ts'

test('readChange() hands over all that came while the one before was read, in one go', async () => {
  const read: number[][] = []
  let finish = () => {}
  onChange('screening', (events) => {
    read.push(events.map(({ n }) => Number(n)))
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  const first = readChange({ type: 'screening', data: { n: 1 } })
  const others = [2, 3].map((n) => readChange({ type: 'screening', data: { n } }))
  expect(read).toEqual([[1]])
  finish()
  await Promise.all(others)
  await expect.poll(() => read).toEqual([[1], [2, 3]])
  finish()
  await first
})
