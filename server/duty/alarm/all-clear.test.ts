/** The all-clear is sent to everyone who got the alarm, on the channel on which they got it (flight-dynamics rule F29). */
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { type Delivering, type Person, startDelivering } from '../../delivery/testing/delivering.ts'
import { type TestReceiver, useReceivers } from '../../delivery/testing/receiver.ts'
import { bodyOf } from '../../platform/testing/test-api.ts'
import { escalationWork } from './escalation-work.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
const HOUR_MS = 3_600_000
/** At this miss distance no risk is left. */
const FAR_M = 2_000

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(async () => {
  await world.close()
})

const receiver = useReceivers('file')

type Call = {
  readonly person: string
  readonly about: string
  readonly callId: string
  readonly key?: string
  readonly text: string
}
/** Returns the calls about events that a bridge was asked to make to a person. */
const callsTo = (bridge: TestReceiver, person: string) =>
  bridge.received
    .map(({ body }) => (JSON.parse(body) as { data: Call }).data)
    .filter((call) => call.person === person && call.about === 'notice')

/** Creates an organisation whose on-call chain consists of these people in order, each with a telephone. */
async function chainOf(organisation: string, names: readonly string[]) {
  const bridge = await receiver()
  const people = names.map((subject) => ({ subject, organisation, roles: ['ca:admin'] }))
  const call = async <T>(who: (typeof people)[number], request: string, body?: object, headers = {}) =>
    bodyOf<T>(await world.api.call(who, request, { ...(body && { body: JSON.stringify(body) }), headers }))
  const [first] = people
  for (const who of people) await call(who, 'GET /api/v1/status')
  await call(first!, 'PUT /api/v1/duty/bridge', { url: bridge.url })
  const chain = names.map((one) => ({ people: [one] }))
  const plan = { timeZone: 'UTC', turnsFrom: '2026-01-05', handoverTime: '08:00', overrides: [], absences: [], chain }
  await call(first!, 'PUT /api/v1/duty/plan', plan, { 'if-match': '"0"' })
  for (const who of people) await call(who, 'PUT /api/v1/duty/telephone', { number: '+4930901820', ways: ['text'] })
  await confirmed(organisation, people)
  return { bridge, people, call }
}

/** Confirms every address and number after the questions to their owners were sent. */
async function confirmed(organisation: string, people: readonly Person[]): Promise<void> {
  for (const who of people)
    await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${organisation}'`,
  )
}

/** Creates a critical event in an organisation; `callChain` makes the chain call as if the decision were overdue, `pass` ends the risk. */
async function alarm(organisation: string) {
  const platform = asOperator(world.api, organisation, 'feed')
  const [taken] = await platform.take(cdmText({ objects: ['1', '2'] }))
  const [event] = await platform.events(`?conjunction-id=${taken!.conjunctionId!}`)
  const { db, queue } = world.api.api.platform
  const now = () => Date.parse(event!.decideBefore) + HOUR_MS
  const signal = new AbortController().signal
  return {
    callChain: () =>
      escalationWork.turn({ db, queue, log: world.api.log, now, signal }, `organisation:${organisation}`),
    // The level falls only when two messages in a row confirm it.
    pass: () =>
      platform.take(
        ...['08', '09'].map((hour) =>
          cdmText({ objects: ['1', '2'], missM: FAR_M, createdAt: `2030-01-01T${hour}:00:00.000` }),
        ),
      ),
  }
}

test('a person who was called by telephone is called when the alarm is over, without a key to press; others are not called', async () => {
  const { bridge } = await chainOf('rung', ['ada', 'ben'])
  const { callChain, pass } = await alarm('rung')
  await callChain()
  await vi.waitFor(() => expect(callsTo(bridge, 'ada')).toHaveLength(1), PATIENCE)
  await pass()
  await vi.waitFor(() => expect(callsTo(bridge, 'ada')).toHaveLength(2), PATIENCE)
  const [called, cleared] = callsTo(bridge, 'ada')
  expect(called).toMatchObject({ key: expect.stringMatching(/^\d+$/), text: expect.stringContaining('CRITICAL') })
  expect(cleared?.text).toMatch(/^Apsis: OBJECT 1 \/ OBJECT 2: risk fallen from CRITICAL to LOW, TCA 01-05 12:00Z\.$/)
  expect(cleared).not.toHaveProperty('key')
  expect(callsTo(bridge, 'ben')).toEqual([])
})

test('a person who has lost the role meanwhile is not called', async () => {
  const { bridge, people } = await chainOf('rung-lost', ['ada', 'ben'])
  const { callChain, pass } = await alarm('rung-lost')
  await callChain()
  await vi.waitFor(() => expect(callsTo(bridge, 'ada')).toHaveLength(1), PATIENCE)
  await world.api.call({ ...people[0]!, roles: ['odt:user'] }, 'GET /api/v1/status')
  // Another person, who gets the notice, shows that it was sent.
  const hook = await receiver()
  await world.save({ ...people[1]!, roles: ['ca:admin'] }, { webhook: [hook.url] })
  await pass()
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  await vi.waitFor(async () => expect(await world.deliveries(people[1]!, '?state=waiting')).toEqual([]), PATIENCE)
  expect(callsTo(bridge, 'ada')).toHaveLength(1)
})

test('a person who was only called gets the all-clear on the same channel, whatever their rules about risk are', async () => {
  const { people, call } = await chainOf('ruled', ['ada'])
  const hook = await receiver()
  const [ada] = people
  await world.save(ada!, { email: ['ruled@operator.example'], webhook: [hook.url] })
  await confirmed('ruled', people)
  // The person's rules request only mails about risk; a call is about a decision.
  const rules = [{ types: ['risk'], way: 'now', channels: ['email'] }]
  await call(ada!, 'PUT /api/v1/notifications/rules', { rules, timeZone: 'UTC' })
  const codes = () => hook.received.map(({ body }) => (JSON.parse(body) as WebhookEvent).data.finding?.code)
  const { callChain, pass } = await alarm('ruled')
  await callChain()
  await vi.waitFor(() => expect(codes()).toEqual(['duty-called']), PATIENCE)
  await pass()
  await vi.waitFor(() => expect(codes()).toEqual(['duty-called', 'risk-lowered']), PATIENCE)
})

test('a person who got the alarm on the channel of last resort gets the all-clear there, even if that address belongs to another service', async () => {
  const organisation = 'resorted'
  const who = { subject: 'ada', organisation, roles: ['ca:user', 'odt:user'] }
  const [hook, address] = [await receiver(), 'resorted@operator.example']
  hook.answer = (response) => void response.writeHead(500).end()
  await world.save(who, { webhook: [hook.url] })
  const none = { url: [] }
  const settings = {
    email: { addresses: [address] },
    msteams: none,
    slack: none,
    webhook: none,
    statuses: ['CANCELLED'],
  }
  const body = JSON.stringify({ notifications: settings })
  expect((await world.api.call(who, 'PUT /api/v1/userconfig/ada', { body })).status).toBe(200)
  await confirmed(organisation, [who])
  const tell = (code: 'risk-raised' | 'risk-lowered', level: string) =>
    world.tell(organisation, {
      matter: 'event',
      level: code === 'risk-raised' ? 'critical' : 'ok',
      finding: { code, values: { satellite: 'SAT-3', secondary: 'DEB', level, from: 'CRITICAL' } },
    })
  const subjects = () =>
    world.smtp.mails.filter(({ to }) => to.includes(address)).map(({ data }) => /^Subject: (.+)$/m.exec(data)?.[1])
  await tell('risk-raised', 'CRITICAL')
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  world.ahead.ms += 10_000
  await vi.waitFor(() => expect(subjects().at(-1)).toMatch(/Risk_raised/), PATIENCE)
  await tell('risk-lowered', 'LOW')
  await vi.waitFor(() => expect(subjects().at(-1)).toMatch(/Risk_lowered/), PATIENCE)
})
