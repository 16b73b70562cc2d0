import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMetrics } from '../platform/operation/metrics.ts'
import { bareEnvironment } from '../platform/testing/bare-environment.ts'
import { deliveryWork } from '../recurring-works.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from './testing/receiver.ts'

const WORKER = join(import.meta.dirname, '..', 'platform', 'jobs', 'testing', 'job-worker.ts')
const RECEIVERS = 3
const NOTICES = 12
const MATTERS = 4
/** The time that a receiver takes to answer: long enough that the worker is killed while many tries are running. */
const ANSWER_MS = 60
/** A run takes 5 s, or 15 s if receivers do not answer, and twice that on a busy machine. */
const LONGEST_TURN_MS = 30_000
/** This is less than the 500 ms for which a run waits after its last delivery. */
const BACK_AFTER_MS = 250
/** The run of a lost worker is free after 3 s; on a busy machine everything takes longer. */
const LEASE_OUT = { timeout: 90_000, interval: 200 }

let world: Delivering
let worker: ChildProcess | undefined
const receivers: TestReceiver[] = []
beforeAll(async () => {
  world = await startDelivering()
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await Promise.all(receivers.map((receiver) => receiver.close()))
  await world.close()
})

async function startWorker(): Promise<ChildProcess> {
  const child = fork(WORKER, { env: { ...bareEnvironment(), ...world.workerSettings }, execArgv: [] })
  await once(child, 'message')
  return child
}

test('a worker that is killed while it sends loses nothing: each notice arrives, in order, and a second copy says so', async () => {
  const who: Person = { subject: 'ada', organisation: 'kill', roles: ['ca:user'] }
  for (let count = 0; count < RECEIVERS; count++) {
    const receiver = await startTestReceiver()
    receiver.answer = (response) => void setTimeout(() => response.writeHead(200).end(), ANSWER_MS)
    receivers.push(receiver)
  }
  await world.save(who, { webhook: receivers.map(({ url }) => url) })
  for (let n = 0; n < NOTICES; n++)
    await world.tell('kill', { level: 'serious', title: String(n), matter: String(n % MATTERS) })
  worker = await startWorker()
  await vi.waitFor(() => expect(receivers[0]?.received.length).toBeGreaterThanOrEqual(3), LEASE_OUT)
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
  const before = receivers.map(({ received }) => received.length)
  expect(before.every((count) => count < NOTICES)).toBe(true)
  worker = await startWorker()
  await vi.waitFor(
    async () => expect(await world.deliveries(who, '?state=delivered&limit=200')).toHaveLength(RECEIVERS * NOTICES),
    LEASE_OUT,
  )
  for (const { received } of receivers) {
    const came = received.map(({ headers, body }) => {
      const { attempt, data } = JSON.parse(body) as { attempt: number; data: { title: string } }
      return { id: String(headers['webhook-id']), attempt, title: Number(data.title) }
    })
    expect(new Set(came.map(({ title }) => title)).size).toBe(NOTICES)
    expect(new Set(came.map(({ id }) => id)).size).toBe(NOTICES)
    // No try arrives twice: a repeated delivery has the number of a new try.
    expect(new Set(came.map(({ id, attempt }) => `${id} ${attempt}`)).size).toBe(came.length)
    for (let matter = 0; matter < MATTERS; matter++) {
      const first = [...new Set(came.map(({ title }) => title).filter((title) => title % MATTERS === matter))]
      expect(first).toEqual(first.toSorted((a, b) => a - b))
    }
  }
})

test.each([
  ['is busy', 0],
  ['had its clock set back by a minute', 60_000],
])('a run ends if its organisation %s, because others wait for it', async (_, backMs) => {
  const organisation = `busy-${backMs}`
  const receiver = await startTestReceiver()
  receivers.push(receiver)
  await world.save({ subject: 'ada', organisation, roles: ['ca:user'] }, { webhook: [receiver.url] })
  const { db, queue } = world.api.api.platform
  let isOver = false
  await world.tell(organisation, { level: 'serious', title: '0' })
  const feeding = (async () => {
    for (let n = 1; !isOver && backMs === 0; n++) {
      await world.tell(organisation, { level: 'serious', title: String(n) })
      await pause(50)
    }
  })()
  // The clock is set back after the first delivery was sent, and before the run would end by itself.
  const isBack = () => Date.now() - (receiver.received[0]?.at ?? Number.POSITIVE_INFINITY) > BACK_AFTER_MS
  const now = () => Date.now() - (isBack() ? backMs : 0)
  const work = deliveryWork(world.api.config, createMetrics({ process: 'test', version: 'test' }))
  const platform = { db, queue, log: world.api.log, now, signal: new AbortController().signal }
  const turn = work.turn(platform, `organisation:${organisation}`).then(() => 'ended')
  const ended = await Promise.race([turn, pause(LONGEST_TURN_MS, 'goes on', { ref: false })])
  isOver = true
  await Promise.all([feeding, turn])
  expect(ended).toBe('ended')
  expect(receiver.received.length).toBeGreaterThan(0)
})
