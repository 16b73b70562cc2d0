import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { forEachItem } from './each-item.ts'

const log = createLog({ level: 'fatal', process: 'test', version: 'test' })

test('one item that fails delays no other item, and the run fails at its end', async () => {
  const done: string[] = []
  const work = async (id: string) => {
    if (id === 'broken') throw new Error('its record cannot be written')
    done.push(id)
  }
  const turn = { log, signal: new AbortController().signal, what: 'no call for an event' }
  await expect(forEachItem(turn, ['broken', 'second', 'third'], work)).rejects.toThrow('no call for an event: 1 of 3')
  expect(done).toEqual(['second', 'third'])
  await forEachItem(turn, ['fourth'], work)
  expect(done).toContain('fourth')
})

test('a worker that ends leaves the remaining items for the next run', async () => {
  const ending = new AbortController()
  const done: string[] = []
  await forEachItem({ log, signal: ending.signal, what: '' }, ['first', 'second'], async (id) => {
    done.push(id)
    ending.abort()
  })
  expect(done).toEqual(['first'])
})
