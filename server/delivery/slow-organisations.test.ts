/** The receivers of many organisations all answer slowly; a new notice of another organisation must still be sent meanwhile. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RunningWork, startRecurringWork } from '../platform/jobs/recurring-work.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { deliveryWork } from '../recurring-works.ts'
import { DELIVERY_POLL_MS } from '../worker.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { useReceivers } from './testing/receiver.ts'

/** Receivers that answer after 8 s are waited for in several rounds. */
const LIMIT_MS = 240_000
const PATIENCE = { timeout: 90_000, interval: 20 }
/** The worker has fewer places than there are organisations, as with 75 organisations and the 50 places of a real worker. */
const PLACES = 10
const ORGANISATIONS = 40
/** With this number there are more receivers than a worker sends to at once; a person may save at most ten. */
const PEOPLE = 3
const OF_A_PERSON = 10
/** The time for an answer, which is below the limit of 10 s. */
const ANSWER_MS = 8_000
/** The length of one round of a run. */
const ROUND_MS = 5_000
/** Each receiver has this many notices, so that it is slow again and again. */
const NOTICES = 5
/** After this time a receiver counts as slow: within twice this time each receiver was sent to once. */
const SLOW_MS = 2_000
/** A receiver that delays its answer by this time does not count as slow. */
const HELD_MS = 1_600
const ALL_KNOWN_MS = (SLOW_MS * ORGANISATIONS) / PLACES
/** If runs waited for each slow receiver, the first notice would wait until all of them have answered once, which takes this time. */
const ALL_ANSWERED_MS = (ANSWER_MS * ORGANISATIONS) / PLACES
/**
 * A notice waits until the worker looks for due deliveries, every 200 ms. On a busy machine that takes seconds. If runs waited for the slow
 * receivers, three quarters of them would have to answer first, which takes 24 s.
 */
const LONGEST_WAIT_MS = 2 * ANSWER_MS
const LATER_NOTICES = 5

let world: Delivering
const workers: RunningWork[] = []
beforeAll(async () => {
  world = await startDelivering()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(() => world.close())

const started = useReceivers()
const receiver = async (answerMs: number) => {
  const slow = await started()
  slow.answer = (response) => void setTimeout(() => response.writeHead(202).end(), answerMs)
  return slow
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const person = (organisation: string, subject = 'ada'): Person => ({ subject, organisation, roles: ['ca:user'] })
const sending = () => deliveryWork(world.api.config, createMetrics({ process: 'test', version: 'test' }))

test(
  'while the receivers of forty organisations are slow, another organisation’s notice waits only until the worker looks for due deliveries',
  async () => {
    const [slow, quick] = [await receiver(ANSWER_MS), await receiver(0)]
    for (let n = 0; n < ORGANISATIONS; n++) {
      for (let one = 0; one < PEOPLE; one++) {
        const webhook = Array.from({ length: OF_A_PERSON }, (_, k) => `${slow.url}/${n}/${one}/${k}`)
        await world.save(person(`slow-${n}`, `person-${one}`), { webhook })
      }
      for (let told = 0; told < NOTICES; told++)
        await world.tell(`slow-${n}`, { title: `Notice ${told}`, level: 'serious' })
    }
    for (let n = 0; n <= LATER_NOTICES; n++) await world.save(person(`quick-${n}`), { webhook: [`${quick.url}/${n}`] })
    const { db, queue } = world.api.api.platform
    const begun = Date.now()
    workers.push(
      await startRecurringWork({
        works: [sending()],
        db,
        queue,
        log: world.api.log,
        now: Date.now,
        pollMs: DELIVERY_POLL_MS,
        atOnce: PLACES,
      }),
    )
    const waitOf = async (n: number) => {
      const toldAt = Date.now()
      await world.tell(`quick-${n}`, { title: `Quick ${n}`, level: 'serious' })
      await vi.waitFor(() => expect(quick.received.at(-1)?.body).toContain(`Quick ${n}`), PATIENCE)
      return Date.now() - toldAt
    }
    await pause(1_000)
    expect(await waitOf(0)).toBeLessThan(ALL_ANSWERED_MS - ANSWER_MS)
    await pause(Math.max(0, begun + ALL_KNOWN_MS - Date.now()))
    const waits: number[] = []
    for (let n = 1; n <= LATER_NOTICES; n++) {
      await pause(1_000 + 100 * n)
      waits.push(await waitOf(n))
    }
    // The receivers were slow during the whole test.
    expect(slow.received.length).toBeLessThan(ORGANISATIONS * PEOPLE * OF_A_PERSON * NOTICES)
    // A busy machine delays single notices; waiting for slow receivers would delay every notice.
    expect(waits.sort((a, b) => a - b)[Math.floor(LATER_NOTICES / 2)]).toBeLessThan(LONGEST_WAIT_MS)
  },
  LIMIT_MS,
)

type Change = { readonly isWaiting: boolean; readonly atMs: number }

/** Starts a run, and reports when it gave up its place and took it back, also while the run continues. */
function startTurn(work: ReturnType<typeof sending>, organisation: string, database = world.api.api.platform.db) {
  const { queue } = world.api.api.platform
  const begun = performance.now()
  const changes: Change[] = []
  const setWaiting = (isWaiting: boolean) => {
    if (changes.at(-1)?.isWaiting !== isWaiting) changes.push({ isWaiting, atMs: performance.now() - begun })
  }
  const signal = new AbortController().signal
  const platform = { db: database, queue, log: world.api.log, now: Date.now, signal, setWaiting }
  return { changes, done: work.turn(platform, `organisation:${organisation}`) }
}

async function turnOf(...of: Parameters<typeof startTurn>) {
  const { changes, done } = startTurn(...of)
  await done
  return changes
}

test(
  'a run takes its place back only after a round in which no receiver is slow any more',
  async () => {
    const [slow, busy] = [await receiver(2_500), await receiver(0)]
    const who = 'now-and-then'
    await world.save(person(who), { webhook: [slow.url, busy.url] })
    await world.tell(who, { title: 'Slow once', level: 'serious' })
    const begun = performance.now()
    const { changes, done } = startTurn(sending(), who)
    // The other receiver keeps the run busy beyond its round: a run that sends nothing at the end of its round ends,
    // and takes no place. So the last answer of that receiver in the round is delayed until the run takes its place
    // back, but never so long that the receiver becomes slow itself.
    busy.answer = async (response) => {
      const askedAt = performance.now()
      const isHeld = () => performance.now() - begun > ROUND_MS - 1_000 && changes.at(-1)?.isWaiting !== false
      do await pause(200)
      while (isHeld() && performance.now() - askedAt < HELD_MS)
      response.writeHead(202).end()
    }
    await vi.waitFor(() => expect(slow.received).toHaveLength(1), PATIENCE)
    slow.answer = (response) => void response.writeHead(202).end()
    for (let told = 0; performance.now() - begun < ROUND_MS + 1_000; told++) {
      await world.tell(who, { title: `Quick ${told}`, level: 'serious' })
      await pause(100)
    }
    await done
    expect(changes.map(({ isWaiting }) => isWaiting)).toEqual([true, false])
    expect(changes[1]?.atMs).toBeGreaterThan(ROUND_MS)
  },
  LIMIT_MS,
)

test(
  'a receiver that was slow the last time uses no place from the beginning, until it has been quick once',
  async () => {
    const slow = await receiver(SLOW_MS + 500)
    const who = 'known'
    await world.save(person(who), { webhook: [slow.url] })
    const work = sending()
    const tell = () => world.tell(who, { title: 'Slow', level: 'serious' })
    await tell()
    const [first] = await turnOf(work, who)
    expect(first?.atMs).toBeGreaterThan(SLOW_MS)
    await tell()
    const [second] = await turnOf(work, who)
    expect(second).toMatchObject({ isWaiting: true })
    expect(second?.atMs).toBeLessThan(SLOW_MS)
    slow.answer = (response) => void response.writeHead(202).end()
    await tell()
    await turnOf(work, who)
    await tell()
    expect(await turnOf(work, who)).toEqual([])
    expect(slow.received).toHaveLength(4)
  },
  LIMIT_MS,
)

test(
  'a database that blocks before and after a try does not make a receiver count as slow',
  async () => {
    const quick = await receiver(0)
    const who = 'stalled'
    await world.save(person(who), { webhook: [quick.url] })
    const { db } = world.api.api.platform
    const stalled: typeof db = {
      ...db,
      tenant: async (tenantId, work) => {
        await pause(SLOW_MS + 500)
        return db.tenant(tenantId, work)
      },
    }
    const work = sending()
    for (const database of [stalled, db]) {
      await world.tell(who, { title: 'Quick', level: 'serious' })
      expect((await turnOf(work, who, database)).filter(({ isWaiting }) => isWaiting)).toEqual([])
    }
    expect(quick.received).toHaveLength(2)
  },
  LIMIT_MS,
)
