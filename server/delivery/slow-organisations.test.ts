/** Many organisations have receivers that all answer slowly: a new notice of another organisation is sent in between. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RunningWork, startRecurringWork } from '../platform/jobs/recurring-work.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { deliveryWork } from '../recurring-works.ts'
import { DELIVERY_POLL_MS } from '../worker.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { useReceivers } from './testing/receiver.ts'

const LIMIT_MS = 240_000
const PATIENCE = { timeout: 90_000, interval: 20 }
/** There are fewer places than organisations, as with 75 organisations for the 50 places of a worker. */
const PLACES = 10
const ORGANISATIONS = 40
/** This gives more receivers in all than a worker sends to at once; a person may name at most ten. */
const PEOPLE = 3
const OF_A_PERSON = 10
/** The answer time is below the limit of 10 s for an answer. */
const ANSWER_MS = 8_000
/** The length of a round of a turn. */
const ROUND_MS = 5_000
/** Each receiver has this many notices, so that it is slow again and again. */
const NOTICES = 5
/** After this time a receiver counts as slow: within the same time again, each has been sent to once. */
const SLOW_MS = 2_000
/** A receiver that delays its answer by this much is not slow. */
const HELD_MS = 1_600
const ALL_KNOWN_MS = (SLOW_MS * ORGANISATIONS) / PLACES
/** If the turns waited for each of them, the first notice would wait until all have answered once. */
const ALL_ANSWERED_MS = (ANSWER_MS * ORGANISATIONS) / PLACES
/**
 * A notice waits for a look of the worker, and these are 200 ms apart. On a busy machine it takes seconds; if the turns waited for the slow
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
  'while the receivers of forty organisations are slow, a notice for another waits for a look of the worker, and no longer',
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
    // They were slow all that time.
    expect(slow.received.length).toBeLessThan(ORGANISATIONS * PEOPLE * OF_A_PERSON * NOTICES)
    // A busy machine delays single notices; a wait for slow receivers would delay every notice.
    expect(waits.sort((a, b) => a - b)[Math.floor(LATER_NOTICES / 2)]).toBeLessThan(LONGEST_WAIT_MS)
  },
  LIMIT_MS,
)

type Change = { readonly isWaiting: boolean; readonly atMs: number }

/** Performs a turn, and reports when it gave its place back and took it, also while it is running. */
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
  'a turn takes its place back only when a round is over in which no receiver is slow any more',
  async () => {
    const [slow, busy] = [await receiver(2_500), await receiver(0)]
    const who = 'now-and-then'
    await world.save(person(who), { webhook: [slow.url, busy.url] })
    await world.tell(who, { title: 'Slow once', level: 'serious' })
    const begun = performance.now()
    const { changes, done } = startTurn(sending(), who)
    // The other receiver keeps the turn working beyond its round: a turn that sends nothing when its round is over has ended, and takes no
    // place. So its last answer in the round waits until the turn takes its place back, but never so long that it becomes slow itself.
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
  'a receiver that was slow the last time keeps no place from the begin, until it has been quick',
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
  'a database that stands still before and after a try makes no receiver slow',
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
