import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { Acknowledgement } from '@apsis/contract/duty/acknowledgement.ts'
import type { DutyAlarm } from '@apsis/contract/duty/alarm.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from '../../delivery/testing/delivering.ts'
import { startTestReceiver } from '../../delivery/testing/receiver.ts'
import { bodyOf } from '../../platform/testing/test-api.ts'
import { escalationWork } from './escalation-work.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const MINUTE_MS = 60_000
/** The longest time that the chain waits for a person (flight-dynamics.md F29). */
const WAIT_MS = 30 * MINUTE_MS

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(() => world.close())

/** Creates an organisation with two people who each have a webhook, and a critical event; ada has the link. */
async function alarm(organisation: string, chain?: readonly { readonly people: readonly string[] }[]) {
  const { api } = world
  const platform = asOperator(api, organisation)
  const who = (subject: string) => ({ subject, organisation, roles: ['ca:user'] })
  // These receivers are new, because late deliveries of another organisation would arrive at the receivers of the
  // earlier tests.
  const hooks = { ada: await startTestReceiver(), ben: await startTestReceiver() }
  onTestFinished(async () => void (await Promise.all([hooks.ada.close(), hooks.ben.close()])))
  for (const subject of ['ada', 'ben'] as const) await world.save(who(subject), { webhook: [hooks[subject].url] })
  const rota = { timeZone: 'UTC', turnsFrom: '2026-01-05', handoverTime: '08:00', overrides: [], absences: [] }
  if (chain !== undefined) {
    const set = await platform.json('PUT /api/v1/duty/plan', { ...rota, chain }, { 'if-match': '"0"' })
    expect(set.status).toBe(200)
  }
  const [taken] = await platform.take(cdmText({ objects: ['1', '2'] }))
  const id = taken!.conjunctionId!
  const newNoticeOf = async (subject: 'ada' | 'ben', count: number) => {
    await vi.waitFor(() => expect(hooks[subject].received).toHaveLength(count), PATIENCE)
    return (JSON.parse(hooks[subject].received[count - 1]!.body) as WebhookEvent).data
  }
  const urlOf = ({ acknowledgeUrl = '' }: WebhookEvent['data']) =>
    acknowledgeUrl.replace(api.config.publicUrl, api.origin)
  const notices = async (subject: string) =>
    bodyOf<Notification[]>(await api.call(who(subject), 'GET /api/v1/notifications'))
  const { db, queue } = api.api.platform
  const turn = (at: number) =>
    escalationWork.turn(
      { db, queue, log: api.log, now: () => at, signal: new AbortController().signal },
      `organisation:${organisation}`,
    )
  const record = () => platform.read<Decision>(`/conjunctions/${id}/decision`)
  return { id, url: urlOf(await newNoticeOf('ada', 1)), urlOf, newNoticeOf, notices, record, turn, who }
}

const pass = (url: string, note: string) =>
  fetch(url, { method: 'POST', headers: BROWSER, body: new URLSearchParams({ do: 'pass', note }) })

test('a link passes an event on to the next person in the chain, with a note, and the chain continues from there', async () => {
  const { url, urlOf, newNoticeOf, notices, record, turn } = await alarm('pass', [
    { people: ['ada'] },
    { people: ['ben'] },
  ])
  await newNoticeOf('ben', 1)
  const raisedAt = Date.now()
  await turn(raisedAt)
  // The page shows the effect before it happens, and reading the page changes nothing.
  expect(await bodyOf<Acknowledgement>(await fetch(url))).toMatchObject({ person: 'ada', passTo: 'ben' })
  const page = await (await fetch(url, { headers: BROWSER })).text()
  expect(page).toContain('Pass on to ben')
  expect(page).toContain('Passing on calls ben at once')
  expect((await record()).history).toEqual([])

  const done = await pass(url, 'I have no <orbit> tool here.')
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('is passed on')])
  const passedAt = Date.now()
  const { summary, history } = await record()
  expect(summary.state).toBe('NEW')
  const passed = { by: 'ada', note: 'I have no <orbit> tool here.' }
  const call = { step: 2, steps: 2, person: 'ben', before: null, passed }
  const why = 'ada passed it on to ben, step 2 of 2: I have no <orbit> tool here.'
  expect(history).toMatchObject([{ action: 'NOTE', by: 'ada', why, call }])

  // Ben gets the notice with the note and his own link; ada does not get it.
  const told = await newNoticeOf('ben', 2)
  expect(told).toMatchObject({ title: 'Passed on by ada', level: 'critical' })
  expect(told.message).toContain(
    'ada passes it on to you. Acknowledge it, or the next person is called. Note: I have no <orbit> tool',
  )
  expect((await notices('ada')).map(({ title }) => title)).not.toContain('Passed on by ada')
  expect(await (await fetch(urlOf(told), { headers: BROWSER })).text()).toContain('Acknowledge as ben')

  // The link works once, and ben has as much time to answer as anybody who is called.
  expect((await pass(url, '')).status).toBe(409)
  await turn(passedAt + WAIT_MS - MINUTE_MS)
  expect((await record()).history).toHaveLength(1)
  await turn(passedAt + WAIT_MS + MINUTE_MS)
  expect((await record()).history.at(-1)).toMatchObject({ by: 'Apsis', call: { step: 1, person: 'ada' } })
  // Then ben acknowledges by his link, and nothing can be passed on any more.
  expect((await fetch(urlOf(told), { method: 'POST', body: new URLSearchParams() })).status).toBe(200)
  expect((await record()).summary).toMatchObject({ state: 'ACKNOWLEDGED', by: 'ben' })
})

test('notices, deliveries and the page of a link use people’s names; programs get accounts', async () => {
  const { url, newNoticeOf, record, turn, who } = await alarm('names', [{ people: ['ada'] }, { people: ['ben'] }])
  await world.api.call({ ...who('ada'), name: 'Ada King' }, 'GET /api/v1/status')
  await world.api.call({ ...who('ben'), name: 'Ben Okafor' }, 'GET /api/v1/status')
  await newNoticeOf('ben', 1)
  await turn(Date.now())
  expect(await bodyOf<Acknowledgement>(await fetch(url))).toMatchObject({ person: 'ada', passTo: 'ben' })
  const page = await (await fetch(url, { headers: BROWSER })).text()
  expect(page).toContain('Acknowledge as Ada King')
  expect(page).toContain('Pass on to Ben Okafor')
  await pass(url, '')
  expect(await newNoticeOf('ben', 2)).toMatchObject({ title: 'Passed on by Ada King' })
  expect((await record()).history.at(-1)).toMatchObject({ by: 'ada', call: { person: 'ben', passed: { by: 'ada' } } })
  expect(await (await pass(url, '')).text()).toContain('Ada King')
})

test('a link that is used before the chain’s first run opens the alarm, and the chain continues', async () => {
  const { id, url, newNoticeOf, record, turn, who } = await alarm('early', [
    { people: ['ada'] },
    { people: ['ben'] },
    { people: ['ada'] },
  ])
  await newNoticeOf('ben', 1)
  expect((await pass(url, '')).status).toBe(200)
  const passedAt = Date.now()
  expect(await newNoticeOf('ben', 2)).toMatchObject({ title: 'Passed on by ada' })
  // From now on ben is the called person, and can pass the event on himself.
  const seenByBen = await world.api.call(who('ben'), `GET /api/v1/duty/alarms/${id}`)
  expect(await bodyOf<DutyAlarm>(seenByBen)).toEqual({ conjunctionId: id, person: 'ben', passTo: 'ada', refused: null })
  // Ben has the usual time to answer, whenever the chain first runs. After that the step after his is called, and not
  // the first one.
  await turn(passedAt + 1)
  await turn(passedAt + WAIT_MS - MINUTE_MS)
  expect((await record()).history).toHaveLength(1)
  await turn(passedAt + WAIT_MS + MINUTE_MS)
  expect((await record()).history.at(-1)).toMatchObject({ by: 'Apsis', call: { step: 3, person: 'ada' } })
})

test('if the chain has nobody else, everybody in collision avoidance is notified; of many simultaneous uses only one succeeds', async () => {
  const { url, notices, record, who } = await alarm('role')
  await world.api.call({ ...who('odo'), roles: ['odt:user'] }, 'GET /api/v1/status')
  const german = await (await fetch(`${url}?lang=de`, { headers: BROWSER })).text()
  expect(german).toContain('An alle weitergeben')
  expect(german).toContain('Weitergeben benachrichtigt alle der Kollisionsvermeidung')
  const answers = await Promise.all(Array.from({ length: 6 }, () => pass(url, '')))
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect((await record()).history).toMatchObject([
    { action: 'NOTE', by: 'ada', why: 'ada passed it on to everybody of collision avoidance.', call: { step: 0 } },
  ])
  const isTold = async (subject: string) => (await notices(subject)).some(({ title }) => title === 'Passed on by ada')
  expect([await isTold('ada'), await isTold('ben')]).toEqual([true, true])
  const odo = await bodyOf<Notification[]>(
    await world.api.call({ ...who('odo'), roles: ['odt:user'] }, 'GET /api/v1/notifications'),
  )
  expect(odo.map(({ title }) => title)).not.toContain('Passed on by ada')
})

test('the called person passes an event on inside the application; nobody else can, and of many simultaneous uses only one succeeds', async () => {
  const { who, record, notices, turn, id } = await alarm('inside', [{ people: ['ada'] }, { people: ['ben'] }])
  const path = `/api/v1/duty/alarms/${id}`
  const seenBy = async (subject: string) => bodyOf<DutyAlarm>(await world.api.call(who(subject), `GET ${path}`))
  const passAs = (subject: string, note = '') =>
    world.api.call(who(subject), `POST ${path}/passes`, {
      body: JSON.stringify({ note }),
      headers: { 'content-type': 'application/json' },
    })
  expect(await seenBy('ada')).toEqual({ conjunctionId: id, person: 'ada', passTo: 'ben', refused: null })
  expect(await seenBy('ben')).toEqual({ conjunctionId: id, person: 'ada', passTo: null, refused: 'not-called' })
  const wrong = await passAs('ben')
  expect([wrong.status, (await bodyOf<{ message: string }>(wrong)).message]).toEqual([
    409,
    'ada is called for this event: only who is called for it can pass it on.',
  ])
  expect((await record()).history).toEqual([])

  // This works even before the chain's first run.
  const answers = await Promise.all(Array.from({ length: 5 }, () => passAs('ada', 'On a train.')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  const done = answers.find(({ status }) => status === 200)
  expect(await bodyOf<DutyAlarm>(done!)).toMatchObject({ person: 'ben', refused: 'not-called' })
  const call = { step: 2, steps: 2, person: 'ben', passed: { by: 'ada', note: 'On a train.' } }
  const { summary, history } = await record()
  expect([summary.state, history]).toMatchObject(['NEW', [{ action: 'NOTE', by: 'ada', call }]])
  expect((await notices('ben')).map(({ title }) => title)).toContain('Passed on by ada')
  const audit = await world.api.database.query<{ actor: string }>(
    `select actor from platform.audit where action = 'duty.pass' and object = '${id}'`,
  )
  expect(audit).toEqual([{ actor: 'ada' }])

  // Ben has his time to answer, then the chain continues.
  const passedAt = Date.now()
  await turn(passedAt + WAIT_MS - MINUTE_MS)
  expect((await record()).history).toHaveLength(1)
  await turn(passedAt + WAIT_MS + MINUTE_MS)
  expect((await record()).history.at(-1)).toMatchObject({ by: 'Apsis', call: { step: 1, person: 'ada' } })
})

test('an event is not passed on without a chain, if nobody else may be called, or when it is acknowledged', async () => {
  const alone = await alarm('alone')
  const passOn = async (of: Awaited<ReturnType<typeof alarm>>, organisation = 'alone') => {
    const platform = asOperator(world.api, organisation)
    const answer = await platform.json(`POST /api/v1/duty/alarms/${of.id}/passes`, { note: '' })
    return [answer.status, (await bodyOf<{ message: string }>(answer)).message]
  }
  expect(await passOn(alone)).toEqual([409, expect.stringContaining('Nobody set an on-call chain')])
  const single = await alarm('single', [{ people: ['ada'] }])
  const read = async () =>
    bodyOf<DutyAlarm>(await world.api.call(single.who('ada'), `GET /api/v1/duty/alarms/${single.id}`))
  expect(await read()).toEqual({ conjunctionId: single.id, person: 'ada', passTo: null, refused: 'nobody-next' })
  expect(await passOn(single, 'single')).toEqual([409, expect.stringContaining('Nobody else of the on-call chain')])
  const platform = asOperator(world.api, 'single')
  expect((await platform.decide(single.id, { action: 'ACKNOWLEDGE' })).status).toBe(200)
  expect(await read()).toMatchObject({ refused: 'not-waiting' })
  expect(await passOn(single, 'single')).toEqual([409, expect.stringContaining('acknowledged already')])
  expect((await single.record()).history.map(({ action }) => action)).toEqual(['ACKNOWLEDGE'])
  // The event of another organisation is unknown.
  expect((await passOn(single, 'alone'))[0]).toBe(404)
})
