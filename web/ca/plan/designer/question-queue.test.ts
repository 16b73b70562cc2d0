import { expect, test } from 'vitest'
import { openQueue } from './question-queue.ts'

/** Returns a worker thread that answers on request. */
function openThread() {
  const posted: { readonly id: number; readonly question: string }[] = []
  const queue = openQueue<string>(
    (id, question) => posted.push({ id, question }),
    (question) => (question.startsWith('slow') ? 1 : 0),
  )
  const answer = () => {
    const { id, question } = posted.at(-1)!
    queue.answered(id, { answer: `${question}!` })
  }
  return { queue, answer, asked: () => posted.map(({ question }) => question), posted }
}
const still = () => new AbortController().signal

test('one query is posted at a time, and those that follow the pointer come first', async () => {
  const { queue, answer, asked } = openThread()
  const first = queue.ask('a', still())
  const slow = queue.ask('slow b', still())
  const quick = queue.ask('c', still())
  expect(asked()).toEqual(['a'])
  answer()
  expect(asked()).toEqual(['a', 'c'])
  answer()
  answer()
  expect(await Promise.all([first, slow, quick])).toEqual(['a!', 'slow b!', 'c!'])
})

test('a cancelled query is never posted, and its answer is dropped if it was posted already', async () => {
  const { queue, answer, asked } = openThread()
  const [running, stale] = [new AbortController(), new AbortController()]
  const first = queue.ask('a', running.signal)
  const second = queue.ask('b', stale.signal)
  const third = queue.ask('c', still())
  stale.abort(new Error('passed'))
  await expect(second).rejects.toThrow('passed')
  running.abort(new Error('passed, too'))
  await expect(first).rejects.toThrow('passed, too')
  answer()
  answer()
  expect(await third).toBe('c!')
  expect(asked()).toEqual(['a', 'c'])
})

test('an error rejects its own query, and a lost thread rejects all queries', async () => {
  const { queue, posted, asked } = openThread()
  const failing = queue.ask('a', still())
  queue.answered(posted[0]!.id, { failure: new Error('no orbit') })
  await expect(failing).rejects.toThrow('no orbit')
  const all = [queue.ask('b', still()), queue.ask('c', still())]
  queue.lost(new Error('gone'))
  for (const one of all) await expect(one).rejects.toThrow('gone')
  // A new thread starts empty; a late answer of the old one is ignored.
  const again = queue.ask('d', still())
  queue.answered(posted[1]!.id, { answer: 'late' })
  queue.answered(posted.at(-1)!.id, { answer: 'in time' })
  expect(await again).toBe('in time')
  expect(asked()).toEqual(['a', 'b', 'd'])
})
