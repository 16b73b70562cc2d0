/** In a drill the clock of the on-call chain is an hour ahead. The time of the next call that people read must be that of the ordinary clock. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../ca/testing/ca-operator.ts'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from '../delivery/testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from '../delivery/testing/receiver.ts'
import { type RunningWork, startRecurringWork } from '../platform/jobs/recurring-work.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { deliveryWork } from '../recurring-works.ts'
import { readLink, useLink } from './acknowledge.service.ts'
import { escalationWork } from './alarm/escalation-work.ts'
import { chainClock, withMovedClock } from './plan/moved-clock.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const AHEAD_MS = HOUR_MS
const ORGANISATION = 'drill'

const folder = mkdtempSync(join(tmpdir(), 'apsis-drill-'))
const file = join(folder, 'clock')
let world: Delivering
let worker: RunningWork
const hooks: Record<string, TestReceiver> = {}
beforeAll(async () => {
  world = await startDelivering()
  writeFileSync(file, String(AHEAD_MS / 1_000))
  const { db, queue } = world.api.api.platform
  const config = { ...world.api.config, dutyClockFile: file }
  const works = [deliveryWork(config, createMetrics({ process: 'test', version: 'test' }))]
  const platform = { db, queue, log: world.api.log, now: Date.now }
  worker = await startRecurringWork({ ...platform, works, pollMs: 50, atOnce: 4, timesSooner: 20 })
})
afterAll(async () => {
  await worker.stop()
  await Promise.all(Object.values(hooks).map((hook) => hook.close()))
  await world.close()
  rmSync(folder, { recursive: true })
})

const moved = withMovedClock(escalationWork, file)
const turn = (at: number) => {
  const { db, queue } = world.api.api.platform
  const platform = { db, queue, log: world.api.log, now: () => at, signal: new AbortController().signal }
  return moved.turn(platform, `organisation:${ORGANISATION}`)
}
const minuteOf = (text: string) => {
  const [, day, time] = /by (\d{4}-\d\d-\d\d) (\d\d:\d\d) Z, ada is called/.exec(text) ?? []
  return Date.parse(`${day}T${time}:00Z`)
}

test('delivery and page give the time of the call by the ordinary clock, and the time after passing on is the usual one', async () => {
  const platform = asOperator(world.api, ORGANISATION)
  for (const subject of ['ada', 'ben', 'max']) {
    const hook = await startTestReceiver()
    hooks[subject] = hook
    await world.save({ subject, organisation: ORGANISATION, roles: ['ca:user'] }, { slack: [hook.url] })
  }
  const chain = ['ada', 'ben', 'max'].map((person) => ({ people: [person] }))
  const rota = { timeZone: 'UTC', turnsFrom: '2026-01-05', handoverTime: '08:00', overrides: [], absences: [] }
  await platform.json('PUT /api/v1/duty/plan', { ...rota, chain }, { 'if-match': '"0"' })
  const tca = (ms: number) => new Date(ms).toISOString()
  const [far] = await platform.take(cdmText({ objects: ['7', '8'], tca: tca(Date.now() + 96 * HOUR_MS), missM: 9_000 }))
  const [known] = await platform.events(`?conjunction-id=${far!.conjunctionId}`)
  const commitMs = Date.parse(known!.conjunctionData.tca) - Date.parse(known!.decideBefore)
  // Two hours are left to decide by the ordinary clock, and one hour by the clock of the chain: an eighth of an hour is seven and a half minutes.
  const [taken] = await platform.take(cdmText({ objects: ['1', '2'], tca: tca(Date.now() + commitMs + 2 * HOUR_MS) }))
  const id = taken!.conjunctionId!
  const expected = Date.now() + 7.5 * MINUTE_MS
  await turn(Date.now())
  // Ada also gets the notice that nothing has arrived yet on the channels of the chain.
  const letters = () =>
    hooks.ada!.received.map(({ body }) => body).filter((body) => body.includes('/acknowledgements/'))
  await vi.waitFor(() => expect(letters()).toHaveLength(1), PATIENCE)
  const letter = letters()[0]!
  expect(Math.abs(minuteOf(letter) - expected)).toBeLessThan(1.5 * MINUTE_MS)

  const { db, box, now } = world.api.api.platform
  const [, token = ''] = /\/duty\/acknowledgements\/([^"#|]+)/.exec(letter) ?? []
  const chained = { db, box, now, chainNow: chainClock(now, file) }
  const read = await readLink(chained, token)
  const nextCall = 'about' in read ? read.about.nextCall : undefined
  expect(nextCall).toMatchObject({ person: 'ada', when: 'exact' })
  const saidAt = Date.parse(nextCall!.at)
  expect(Math.abs(saidAt - expected)).toBeLessThan(MINUTE_MS)
  const called = async () =>
    (await platform.read<Decision>(`/conjunctions/${id}/decision`)).history.flatMap(({ call }) => call?.person ?? [])
  await turn(saidAt - 1_000)
  expect(await called()).toEqual([])
  await turn(saidAt + 1_000)
  expect(await called()).toEqual(['ada'])

  // The time of the next person starts with the call, and not an hour before.
  const passed = await useLink(chained, token, { does: 'pass', note: '', requestId: 'drill' })
  expect(passed).toMatchObject({ kind: 'passed', about: { passTo: 'ben', nextCall: { person: 'max' } } })
  await turn(Date.now() + MINUTE_MS)
  expect(await called()).toEqual(['ada', 'ben'])
  const next = Date.parse(('about' in passed ? passed.about.nextCall?.at : undefined) ?? '')
  await turn(next + 1_000)
  expect(await called()).toEqual(['ada', 'ben', 'max'])
})
