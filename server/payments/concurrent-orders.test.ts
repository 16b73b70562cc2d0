/**
 * Tests many simultaneous orders whose total is twice the balance, while connections and processes are killed. `npm test` runs a part;
 * `npm run tool -- campaigns orders` runs 1,000 rounds.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { reconcile } from './reconciliation-work.ts'
import type { OrderOutcome, OrderTask } from './testing/order-process.ts'
import { openTill } from './testing/till.ts'

const ROUNDS = Number(process.env.APSIS_PAYMENT_ROUNDS ?? 3)
const SEED = Number(process.env.APSIS_PROPERTY_SEED ?? 1)
const ORDERS = 200
const REACHES_FOR = 100
const PRICE = 3_800
const PROCESSES = 2
/** In one of this number of rounds a process is killed, in the others connections to the database. */
const PROCESS_KILL_EVERY = 3
const CONNECTIONS_KILLED = 3
/** This is much longer than a round takes, even on a slow, busy machine. */
const ROUND_LIMIT_MS = 60_000

let api: TestApi
const children: ChildProcess[] = []
beforeAll(async () => {
  api = await startTestApi()
  for (let place = 0; place < PROCESSES; place++) children[place] = await startProcess()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await api.close()
})

async function startProcess(): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'testing', 'order-process.ts')
  const child = fork(program, [api.database.appUrl], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}

/** Returns a number between 0 and 1 for a round; it is the same for the same seed (mulberry32, Tommy Ettinger 2017). */
function chance(round: number): number {
  let state = (SEED * 1_000_003 + round * 2_654_435_761 + 0x6d2b79f5) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
}

type Round = { readonly task: Omit<OrderTask, 'requestIds'>; readonly number: number }
type Outcomes = Map<string, OrderOutcome['outcome']>

/**
 * Sends each process its share of the remaining orders, and waits until all outcomes are reported or the process has
 * ended.
 */
async function send({ task }: Round, left: readonly string[], outcomes: Outcomes): Promise<void> {
  await Promise.all(
    children.map(async (child, place) => {
      const requestIds = left.filter((_, index) => index % PROCESSES === place)
      if (requestIds.length === 0) return
      let told = 0
      const all = new Promise<void>((resolve) => {
        child.on('message', ({ requestId, outcome }: OrderOutcome) => {
          outcomes.set(requestId, outcome)
          told += 1
          if (told === requestIds.length) resolve()
        })
      })
      child.send({ ...task, requestIds } satisfies OrderTask)
      await Promise.race([all, once(child, 'exit')])
      child.removeAllListeners('message')
    }),
  )
}

/** Kills a process, or some connections, at some time in the round. */
async function kill({ number }: Round): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20 + 400 * chance(number)))
  if (number % PROCESS_KILL_EVERY === 0) {
    children[number % PROCESSES]?.kill('SIGKILL')
    return 1
  }
  const killed = await api.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'order-process' and datname = current_database() order by random() limit ${CONNECTIONS_KILLED}`,
  )
  return killed.length
}

test(
  `${ROUNDS} rounds of ${ORDERS} orders at once against a balance for ${REACHES_FOR}, with kills: nothing is lost, duplicated or overspent`,
  async () => {
    let kills = 0
    for (let number = 0; number < ROUNDS; number++) {
      const organisation = `round-${number}`
      const till = await openTill(api, organisation)
      await till.addCredit(REACHES_FOR * PRICE)
      const tenantId = `organisation:${organisation}`
      const round = { task: { tenantId, subject: 'ada', customerId: till.customerId }, number }
      const ids = Array.from({ length: ORDERS }, (_, index) => `R-${index}`)
      const outcomes: Outcomes = new Map()
      const [, killed] = await Promise.all([send(round, ids, outcomes), kill(round)])
      kills += killed
      // A client that does not know the outcome of an order repeats it with the same request-id and key.
      for (;;) {
        for (const [place, child] of children.entries())
          if (child.exitCode !== null || child.signalCode !== null) children[place] = await startProcess()
        const left = ids.filter((id) => !['placed', 'refused'].includes(outcomes.get(id) ?? ''))
        if (left.length === 0) break
        await send(round, left, outcomes)
      }
      const placed = ids.filter((id) => outcomes.get(id) === 'placed')
      const orders = await till.orders()
      const ledger = await till.ledger()
      const balance = await till.balance()
      expect(placed).toHaveLength(REACHES_FOR)
      expect(
        orders
          .filter(({ state }) => state === 'HELD')
          .map((one) => one['request-id'])
          .sort(),
      ).toEqual(placed.sort())
      expect(orders).toHaveLength(ORDERS)
      expect(balance).toMatchObject({ available: 0, held: REACHES_FOR * PRICE })
      expect(ledger).toHaveLength(REACHES_FOR + 1)
      const sums = ledger.map((one) => one.available + one.held + one.captured + one.paidIn + one.vat + one.correction)
      expect(sums.filter((sum) => sum !== 0)).toEqual([])
      expect(ledger.filter(({ availableAfter }) => availableAfter < 0)).toEqual([])
      const { customerId } = till
      const faults = await api.api.platform.db.tenant(tenantId, (tx) =>
        reconcile(tx, { tenantId, customerId, now: new Date() }),
      )
      expect(faults).toEqual([])
    }
    expect(kills).toBeGreaterThanOrEqual(ROUNDS)
    process.stdout.write(`${ROUNDS} rounds, ${ROUNDS * ORDERS} orders, ${kills} kills: none lost, none doubled\n`)
  },
  ROUNDS * ROUND_LIMIT_MS,
)
