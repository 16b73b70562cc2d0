/** Tests two processes that answer at one address: clients must not notice a fault that stops one of them. */
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { isRunning } from '../platform/postgres/processes.ts'
import { partsOf } from '../platform/testing/family.ts'
import { useProduct } from '../platform/testing/whole-product.ts'

const product = useProduct({ APSIS_API_PROCESSES: '2', APSIS_RATE_ANONYMOUS: '1000000' })

/** Requests a page on a new connection and returns its status. */
const ask = (): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${product().origin}/config.json`, { agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      reject,
    )
  })

test('while one of two processes is frozen, the other answers all requests', async () => {
  const pids = partsOf(product().door.pid, 'api')
  expect(pids).toHaveLength(2)
  const [frozen = 0] = pids
  process.kill(frozen, 'SIGSTOP')
  const since = performance.now()
  const answers: (number | undefined)[] = []
  for (let round = 0; round < 50; round += 1) answers.push(await ask())
  // The answers are not from a replacement process.
  expect(isRunning(frozen)).toBe(true)
  expect(partsOf(product().door.pid, 'api').toSorted()).toEqual(pids.toSorted())
  process.stdout.write(`two API processes, one stopped: 50 answers in ${Math.round(performance.now() - since)} ms\n`)
  // A new process may answer that it is too busy; the test only requires an answer.
  for (const status of answers) expect([200, 503]).toContain(status)
  process.kill(frozen, 'SIGCONT')
})
