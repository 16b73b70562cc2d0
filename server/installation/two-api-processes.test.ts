/** Two processes answer at one address: what stops one of them is not noticed by whoever comes. */
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { isRunning } from '../platform/postgres/processes.ts'
import { partsOf } from '../platform/testing/family.ts'
import { useProduct } from '../platform/testing/whole-product.ts'

const product = useProduct({ APSIS_API_PROCESSES: '2', APSIS_RATE_ANONYMOUS: '1000000' })

/** The status of a page, asked for on a connection of its own. */
const ask = (): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${product().origin}/config.json`, { agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      reject,
    )
  })

test('while one of two stands still, the other answers all who come', async () => {
  const pids = partsOf(product().door.pid, 'api')
  expect(pids).toHaveLength(2)
  const [frozen = 0] = pids
  process.kill(frozen, 'SIGSTOP')
  const since = performance.now()
  const answers: (number | undefined)[] = []
  for (let round = 0; round < 50; round += 1) answers.push(await ask())
  // Nobody was answered by one that took its place.
  expect(isRunning(frozen)).toBe(true)
  expect(partsOf(product().door.pid, 'api').toSorted()).toEqual(pids.toSorted())
  process.stdout.write(`two API processes, one stopped: 50 answers in ${Math.round(performance.now() - since)} ms\n`)
  // A process that has just begun may say that it is too busy; what counts is that it answers.
  for (const status of answers) expect([200, 503]).toContain(status)
  process.kill(frozen, 'SIGCONT')
})
