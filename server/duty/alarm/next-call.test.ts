/** Checks what deliveries and the acknowledge page say about the on-call chain: whom it calls next, and when (flight-dynamics.md F29). */
import type { Acknowledgement } from '@apsis/contract/duty/acknowledgement.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from '../../delivery/testing/delivering.ts'
import { startTestReceiver } from '../../delivery/testing/receiver.ts'
import { bodyOf } from '../../platform/testing/test-api.ts'
import { escalationWork } from './escalation-work.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/**
 * The time that writing the deliveries may take. It is long enough for a busy machine, and short enough that all of
 * them name the same minute.
 */
const WITHIN_MS = 40_000
/** Times are stored to the millisecond, and each of them is rounded. */
const ROUNDING_MS = 2

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(() => world.close())

const plain = (mail: string) =>
  mail
    .replace(/=\r\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('=C2=A0', ' ')
    .replace(/<[^>]+>/g, '')

/** Creates an organisation in which ada has a mail address, Teams and Slack, and ben has a webhook; with or without a chain. */
async function organisationOf(organisation: string, chain: readonly { readonly people: readonly string[] }[]) {
  const { api } = world
  const platform = asOperator(api, organisation)
  const [teams, slack, hook] = [await startTestReceiver(), await startTestReceiver(), await startTestReceiver()]
  onTestFinished(async () => void (await Promise.all([teams, slack, hook].map((one) => one.close()))))
  const who = (subject: string) => ({ subject, organisation, roles: ['ca:user'] })
  const address = `ada@${organisation}.example`
  await world.save(who('ada'), { email: [address], msteams: [teams.url], slack: [slack.url] })
  await world.save(who('ben'), { webhook: [hook.url] })
  await api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${organisation}'`,
  )
  const rota = { timeZone: 'UTC', turnsFrom: '2026-01-05', handoverTime: '08:00', overrides: [], absences: [] }
  if (chain.length > 0)
    expect((await platform.json('PUT /api/v1/duty/plan', { ...rota, chain }, { 'if-match': '"0"' })).status).toBe(200)
  /** Creates a critical event whose decision is due in this number of hours. */
  const critical = async (hours: number) => {
    const at = (tcaMs: number) => new Date(tcaMs).toISOString()
    const [far] = await platform.take(
      cdmText({ objects: ['7', '8'], tca: at(Date.now() + 96 * HOUR_MS), missM: 9_000 }),
    )
    const [known] = await platform.events(`?conjunction-id=${far!.conjunctionId}`)
    const commitMs = Date.parse(known!.conjunctionData.tca) - Date.parse(known!.decideBefore)
    const [taken] = await platform.take(
      cdmText({ objects: ['1', '2'], tca: at(Date.now() + commitMs + hours * HOUR_MS) }),
    )
    const [event] = await platform.events(`?conjunction-id=${taken!.conjunctionId}`)
    return event!
  }
  const mails = () =>
    world.smtp.mails.filter(({ to, data }) => to.includes(address) && data.includes('Importance: high'))
  /** Returns the texts of the newest delivery by mail, Teams and Slack, when this number of them has arrived. */
  const letters = async (count: number) => {
    await vi.waitFor(() => expect(mails()).toHaveLength(count), PATIENCE)
    await vi.waitFor(() => expect([teams.received.length, slack.received.length]).toEqual([count, count]), PATIENCE)
    const mail = mails().at(-1)!.data
    return { mail: plain(mail), teams: teams.received.at(-1)!.body, slack: slack.received.at(-1)!.body }
  }
  const { db, queue } = api.api.platform
  const platformOf = (at: number) => ({ db, queue, log: api.log, now: () => at, signal: new AbortController().signal })
  const turn = (at: number) => escalationWork.turn(platformOf(at), `organisation:${organisation}`)
  const page = (card: string) => {
    const url = /https?:[^"]+\/duty\/acknowledgements\/[^"#]+/.exec(card)?.[0] ?? ''
    return url.replace(api.config.publicUrl, api.origin)
  }
  return { platform, critical, letters, turn, page }
}

const SENTENCE = /If nobody acknowledges by (\d{4}-\d\d-\d\d) (\d\d:\d\d) Z, (\w+) is called\./g

/** Returns the person and the time of each call that a text names; checks that the text names them as often as it should. */
function saidIn(text: string): { person: string; at: number }[] {
  return [...text.matchAll(SENTENCE)].map(([, day, time, person = '']) => ({
    person,
    at: Date.parse(`${day}T${time}:00Z`),
  }))
}

test('while nobody acknowledges, deliveries and page name the next person and the time, which is after an eighth of the remaining time', async () => {
  const { platform, critical, letters, turn, page } = await organisationOf('chained', [
    { people: ['ada'] },
    { people: ['ben'] },
  ])
  const event = await critical(2)
  const first = await letters(1)
  // Two hours are left to decide, and an eighth of them is a quarter of an hour.
  const expected = Date.now() + 15 * MINUTE_MS
  const sayings = { mail: saidIn(first.mail), teams: saidIn(first.teams), slack: saidIn(first.slack) }
  expect(Object.values(sayings).map((said) => said.length)).toEqual([2, 1, 1])
  for (const { person, at } of Object.values(sayings).flat()) {
    expect(person).toBe('ada')
    // Times are written to the minute, rounded down.
    expect(expected - at).toBeGreaterThan(-MINUTE_MS)
    expect(expected - at).toBeLessThan(MINUTE_MS + WITHIN_MS)
  }
  const raisedAt = Date.now()
  await turn(raisedAt)
  const calledAt = raisedAt + 15 * MINUTE_MS
  await turn(calledAt)
  // Ada is called, and her time is an eighth of the time that is then left.
  const commitMs = Date.parse(event.decideBefore)
  const nextAt = calledAt + (commitMs - calledAt) / 8
  const second = await letters(2)
  for (const text of [second.mail, second.teams, second.slack])
    expect(saidIn(text)[0]).toEqual({ person: 'ben', at: Math.floor(nextAt / MINUTE_MS) * MINUTE_MS })
  const url = page(second.teams)
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  expect(html).toMatch(/<span class="time">[-\d]+ [:\d]+ Z<\/span>/)
  expect(saidIn(plain(html))).toEqual([{ person: 'ben', at: Math.floor(nextAt / MINUTE_MS) * MINUTE_MS }])
  const german = await (await fetch(`${url}?lang=de`, { headers: { accept: 'text/html' } })).text()
  expect(german).toContain('niemand, wird ben gerufen.')
  const { nextCall } = await bodyOf<Acknowledgement>(await fetch(url))
  expect(nextCall).toEqual({ person: 'ben', at: expect.any(String), when: 'exact' })
  expect(Math.abs(Date.parse(nextCall?.at ?? '') - nextAt)).toBeLessThan(ROUNDING_MS)
  // After somebody has acknowledged the event, the texts do not mention the chain.
  await platform.decide(event.conjunctionId, { action: 'ACKNOWLEDGE' })
  const seen = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  expect(seen).toContain('was acknowledged before')
  expect(seen).not.toContain('If nobody')
})

test('without a chain no text mentions one; if nobody in it can be called, everybody is notified; after the deadline the latest time is given', async () => {
  const none = await organisationOf('unchained', [])
  await none.critical(2)
  for (const text of Object.values(await none.letters(1))) expect(text).not.toContain('If nobody')
  const deaf = await organisationOf('unreached', [{ people: ['ben'] }])
  await world.api.database.query(
    `update delivery.receiver set suspended_at = now() where subject = 'ben' and tenant_id = 'organisation:unreached'`,
  )
  await deaf.critical(2)
  for (const text of Object.values(await deaf.letters(1)))
    expect(text).toMatch(/If nobody acknowledges by [-\d: ]+ Z, everybody of collision avoidance is told\./)
  // The decision was due an hour ago: the chain calls at once, and then by TCA, unless a contact requires a call earlier.
  const late = await organisationOf('late', [{ people: ['ada'] }, { people: ['ben'] }])
  await late.critical(-1)
  for (const text of Object.values(await late.letters(1)))
    expect(text).toContain('If nobody acknowledges at once, ada is called.')
  await late.turn(Date.now())
  for (const text of Object.values(await late.letters(2)))
    expect(text).toMatch(/If nobody acknowledges, ben is called by [-\d: ]+ Z at the latest\./)
})
