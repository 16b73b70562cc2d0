/** Tests, by a table written by hand, which notices a person with a role gets on the channels outside the application. */
import type { Audience } from '@apsis/contract/roles.ts'
import { AUDIENCE_NAMES } from '@apsis/contract/roles.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../ca/testing/ca-operator.ts'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'
import { type TestReceiver, useReceivers } from './testing/receiver.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
const DAY_MS = 86_400_000
const ORGANISATION = 'audience'
const ALL_ROLES = ['ca:admin', 'odt:admin', 'payments:admin']

/** For each role: the audiences whose notices it gets, whether the chain calls it by telephone, and the status of an acknowledge link. */
const TABLE: readonly [role: string, heard: readonly Audience[], isCalled: boolean, link: number][] = [
  ['ca:user', ['ca', 'everybody', 'tle'], true, 200],
  ['ca:testuser', ['ca', 'everybody', 'tle'], true, 200],
  ['ca:admin', ['administrators', 'ca', 'everybody', 'tle'], true, 200],
  ['odt:user', ['everybody', 'odt', 'tle'], false, 403],
  ['odt:testuser', ['everybody', 'odt', 'tle'], false, 403],
  ['odt:admin', ['administrators', 'everybody', 'odt', 'tle'], false, 403],
  ['payments:user', ['everybody', 'payments'], false, 403],
  ['payments:testuser', ['everybody', 'payments'], false, 403],
  ['payments:admin', ['administrators', 'everybody', 'payments'], false, 403],
  ['account:view-profile', ['everybody'], false, 403],
  ['', ['everybody'], false, 403],
]
const WAYS = ['webhook', 'msteams', 'slack'] as const

let world: Delivering
let bridge: TestReceiver
const receiver = useReceivers('file')
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
  bridge = await receiver()
})
afterAll(async () => {
  await world.close()
})

const textOf = (data: string) => data.replace(/=\r\n/g, '').replaceAll('_', ' ')
/** Returns the audiences that are named in texts; the text of each notice names its audience. */
const audiencesIn = (texts: readonly string[], kind: 'now' | 'later') =>
  AUDIENCE_NAMES.filter((one) => texts.some((text) => text.includes(`${kind} for ${one}.`))).toSorted()

/** Creates a person with every role and every channel; the test removes roles later. */
async function person(role: string) {
  const subject = role === '' ? 'nobody' : role.replace(':', '-')
  const who = { subject, organisation: ORGANISATION, roles: ALL_ROLES }
  const address = `${subject}@operator.example`
  const hooks = { webhook: await receiver(), msteams: await receiver(), slack: await receiver() }
  const put = async (path: string, body: object) =>
    expect([path, (await world.api.call(who, `PUT ${path}`, { body: JSON.stringify(body) })).status]).toEqual([
      path,
      200,
    ])
  const urls = Object.fromEntries(WAYS.map((way) => [way, { url: [hooks[way].url] }]))
  const notifications = { email: { addresses: [address] }, ...urls, statuses: ['CANCELLED'] }
  await put('/api/v1/ca/userconfig', { notifications: { default: notifications } })
  await put(`/api/v1/userconfig/${subject}`, { notifications })
  await put('/api/v1/notifications/rules', {
    rules: [{ leastLevel: 'serious', way: 'now' }, { way: 'digest' }],
    timeZone: 'UTC',
    digestAt: '07:00',
  })
  await put('/api/v1/duty/telephone', { number: '+4930901820', ways: ['text'] })
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  const mails = () => world.smtp.mails.filter(({ to }) => to.includes(address)).map(({ data }) => textOf(data))
  const bodies = (way: (typeof WAYS)[number]) => hooks[way].received.map(({ body }) => body)
  const calls = () =>
    bridge.received.filter(({ body }) => body.includes(`"person":"${subject}"`) && body.includes('"about":"notice"'))
  /** Calls the API with a token that has only this role. */
  const become = () => world.api.call({ ...who, roles: role === '' ? [] : [role] }, 'GET /api/v1/status')
  return { subject, mails, bodies, calls, become }
}

test('each role gets exactly the notices of the table by mail, card, message, webhook, digest, call and link', async () => {
  const admin = { subject: 'admin', organisation: ORGANISATION, roles: ['ca:admin'] }
  const set = await world.api.call(admin, 'PUT /api/v1/duty/bridge', { body: JSON.stringify({ url: bridge.url }) })
  expect(set.status).toBe(200)
  const people = []
  for (const [role] of TABLE) people.push(await person(role))
  await world.api.database.query('update delivery.receiver set confirmed_at = now()')
  // While all people have every role, each of them gets a link for the same event.
  await asOperator(world.api, ORGANISATION, 'feed').take(cdmText({ objects: ['1', '2'] }))
  const links: string[] = []
  for (const one of people) {
    await vi.waitFor(() => expect(one.bodies('webhook')).toHaveLength(1), PATIENCE)
    const { data } = JSON.parse(one.bodies('webhook')[0]!) as { data: { acknowledgeUrl: string } }
    links.push(data.acknowledgeUrl.replace(world.api.config.publicUrl, world.api.origin))
  }
  for (const one of people) expect((await one.become()).status).toBe(200)
  for (const audience of AUDIENCE_NAMES) {
    await world.tell(ORGANISATION, { audience, level: 'serious', title: 'Look', message: `now for ${audience}.` })
    await world.tell(ORGANISATION, { audience, level: 'caution', title: 'Read', message: `later for ${audience}.` })
  }
  const values = { satellite: 'SAT-3', secondary: 'DEB', level: 'CRITICAL' }
  for (const { subject } of people)
    await world.tell(ORGANISATION, {
      audience: 'ca',
      subject,
      level: 'critical',
      matter: 'event',
      finding: { code: 'duty-called', values },
    })
  // The notice for everybody was the last but one, so its mails have arrived when the digest arrives.
  world.ahead.ms += DAY_MS
  for (const one of people)
    await vi.waitFor(() => expect(one.mails().filter((text) => text.includes('Digest:'))).toHaveLength(1), PATIENCE)
  const waiting = 'select 1 from delivery.delivery where state = $1'
  await vi.waitFor(async () => expect(await world.api.database.query(waiting, ['waiting'])).toEqual([]), PATIENCE)
  for (const [place, [role, heard, isCalled, status]] of TABLE.entries()) {
    const { mails, bodies, calls } = people[place]!
    const digest = mails().filter((text) => text.includes('Digest:'))
    const single = mails().filter((text) => !text.includes('Digest:'))
    const answered = (await fetch(links[place]!)).status
    expect([role, 'mail', audiencesIn(single, 'now'), audiencesIn(single, 'later')]).toEqual([role, 'mail', heard, []])
    expect([role, 'digest', audiencesIn(digest, 'later'), audiencesIn(digest, 'now')]).toEqual([
      role,
      'digest',
      heard,
      [],
    ])
    for (const way of WAYS)
      expect([role, way, audiencesIn(bodies(way), 'now'), audiencesIn(bodies(way), 'later')]).toEqual([
        role,
        way,
        heard,
        [],
      ])
    expect([role, 'call', calls().length, answered]).toEqual([role, 'call', isCalled ? 1 : 0, status])
  }
})
