/** Tests the notice of a request's status through the product's senders, with local receivers for Teams, Slack, webhooks and mail. */
import type { SlackMessage, TeamsMessage } from '@apsis/contract/notifications/example.ts'
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Delivering, startDelivering } from '../../delivery/testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from '../../delivery/testing/receiver.ts'
import { bodyOf } from '../../platform/testing/test-api.ts'
import { openOperator } from '../testing/operator.ts'
import { moveRequest } from './request-state.service.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
/** A simulated sensor delivers five minutes after its pass. */
const DELIVERED_MS = 6 * 60_000

let world: Delivering
let [teams, slack]: (TestReceiver | undefined)[] = []
beforeAll(async () => {
  world = await startDelivering({ APSIS_DEMO_FLEET: 'true' })
  await world.start()
  teams = await startTestReceiver()
  slack = await startTestReceiver()
})
afterAll(async () => {
  await Promise.all([teams?.close(), slack?.close()])
  await world.close()
})

/** Returns the texts of a card, with its title first. */
const textsOfCard = ({ attachments: [card] }: TeamsMessage): string[] =>
  card?.content.body.flatMap((block) => ('inlines' in block ? block.inlines.map(({ text }) => text) : [])) ?? []

test('each ticked status of a request is sent to Teams and to Slack, in its order, with a link to the request', async () => {
  const operator = await openOperator(world.api, 'cards')
  await operator.till.addCredit(50_000)
  const none = { url: [] }
  const settings = {
    email: { addresses: [] },
    webhook: none,
    statuses: ['PENDING', 'CANCELLED'],
    msteams: { url: [teams!.url] },
    slack: { url: [slack!.url] },
  }
  const saved = await world.api.call(operator.person, `PUT /api/v1/userconfig/${operator.person.subject}`, {
    body: JSON.stringify({ notifications: settings }),
  })
  expect(saved.status).toBe(200)
  const satelliteId = operator.fleet[0]?.satelliteId as string
  const asked = await operator.request({ satelliteId, numberOfPassesRequested: 1, measurementType: 'RADAR' })
  const id = asked.observationRequestId
  // The status APPROVED is not ticked, so no notice of it is sent.
  await operator.work(Date.now())
  expect((await operator.find(id)).status).toBe('APPROVED')
  const cancelled = await bodyOf<ObservationRequest>(await operator.cancel(id))
  expect(cancelled.status).toBe('CANCELLED')
  const cards = () => teams!.received.map(({ body }) => JSON.parse(body) as TeamsMessage)
  const messages = () => slack!.received.map(({ body }) => JSON.parse(body) as SlackMessage)
  await vi.waitFor(() => expect([cards().length, messages().length]).toEqual([2, 2]), PATIENCE)
  await vi.waitFor(async () => expect(await world.deliveries(operator.person, '?state=waiting')).toEqual([]), PATIENCE)
  expect([cards().length, messages().length]).toEqual([2, 2])

  const titles = [/Observation requested$/, /Observation cancelled$/]
  for (const [place, title] of titles.entries()) {
    const [subject, message] = textsOfCard(cards()[place]!)
    expect(subject).toMatch(title)
    expect(message).toContain(asked.objectName)
    expect(messages()[place]?.text).toMatch(new RegExp(title.source.replace('$', '')))
    expect(JSON.stringify(messages()[place])).toContain(asked.objectName)
  }
  const url = `${world.api.config.publicUrl}/odt/observation/${id}/`
  for (const card of cards()) expect(card.attachments[0]?.content.actions.map((action) => action.url)).toEqual([url])
  for (const message of messages()) expect(JSON.stringify(message)).toContain(JSON.stringify(url))
  const delivered = await world.deliveries(operator.person)
  expect(delivered.map(({ channel, state }) => [channel, state]).toSorted()).toEqual([
    ...['msteams', 'msteams', 'slack', 'slack'].map((channel) => [channel, 'delivered']),
  ])
})

type Operator = Awaited<ReturnType<typeof openOperator>>

type Cards = { readonly msteams?: TestReceiver; readonly slack?: TestReceiver }

/** Makes an operator with money who ticked these statuses and has a webhook and a confirmed mail address, and the given cards. */
async function openTold(organisation: string, statuses: readonly string[], cards: Cards = {}) {
  const operator = await openOperator(world.api, organisation)
  await operator.till.addCredit(50_000)
  const hook = await startTestReceiver()
  const address = `operator@${organisation}.example`
  const at = (receiver: TestReceiver | undefined) => ({ url: receiver ? [receiver.url] : [] })
  const { msteams, slack: inSlack } = cards
  const [urls, email] = [{ msteams: at(msteams), slack: at(inSlack), webhook: at(hook) }, { addresses: [address] }]
  const notifications = { email, ...urls, statuses }
  const saved = await world.api.call(operator.person, `PUT /api/v1/userconfig/${operator.person.subject}`, {
    body: JSON.stringify({ notifications }),
  })
  expect(saved.status).toBe(200)
  const mails = () =>
    world.smtp.mails.filter(({ to }) => to === `RCPT TO:<${address}>`).map(({ data }) => unfolded(data))
  await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE)
  const token = decodeURIComponent(/confirm=([\w%.-]+)/.exec(mails()[0] ?? '')?.[1] ?? '')
  const confirmed = await world.api.call(operator.person, 'POST /api/v1/notifications/channels/confirmations', {
    body: JSON.stringify({ token }),
  })
  expect(confirmed.status).toBe(200)
  return { operator, hook, mails: () => mails().slice(1) }
}

/** Joins the lines of a mail: a line ends with = if it continues (RFC 2045, 6.7). */
const unfolded = (data: string) => data.replace(/=\r\n/g, '').replaceAll('=3D', '=')

/** Runs a request of one pass of a radar, which sees through clouds, from its plan to its end. */
async function liveThrough(operator: Operator): Promise<ObservationRequest> {
  const satelliteId = operator.fleet[0]?.satelliteId as string
  const { observationRequestId: id } = await operator.request({
    satelliteId,
    numberOfPassesRequested: 1,
    measurementType: 'RADAR',
  })
  await operator.work(Date.now())
  const [pass] = (await operator.find(id)).passes
  if (pass === undefined) throw new Error('no pass was planned')
  await operator.work(Date.parse(pass.start) + 1_000)
  expect((await operator.find(id)).status).toBe('IN_PROGRESS')
  await operator.work(Date.parse(pass.end) + DELIVERED_MS)
  const done = await operator.find(id)
  expect(done.status).toBe('COMPLETE')
  return done
}

test.each([
  [
    ['IN_PROGRESS', 'COMPLETED_OK'],
    ['IN_PROGRESS', 'COMPLETE'],
    ['in progress', 'complete'],
  ],
  [['COMPLETED_OK'], ['COMPLETE'], ['complete']],
  [['IN_PROGRESS'], ['IN_PROGRESS'], ['in progress']],
  [['PENDING', 'CANCELLED'], ['PENDING'], ['requested']],
])('a user who ticked %s is told of %s by mail and by webhook, and of nothing else', async (statuses, told, titles) => {
  const { operator, hook, mails } = await openTold(
    `told-${statuses.join('-').toLowerCase().replaceAll('_', '-')}`,
    statuses,
  )
  const { observationRequestId: id, objectName } = await liveThrough(operator)
  const wanted = 2 * told.length
  await vi.waitFor(async () => {
    expect(await world.deliveries(operator.person, '?state=waiting')).toEqual([])
    expect((await world.deliveries(operator.person, '?state=delivered')).length).toBeGreaterThanOrEqual(wanted)
  }, PATIENCE)
  const calls = hook.received.map(({ body }) => (JSON.parse(body) as WebhookEvent).data)
  const url = `${world.api.config.publicUrl}/odt/observation/${id}/`
  expect(calls.map(({ finding, url }) => [finding?.values.status, url])).toEqual(told.map((one) => [one, url]))
  expect(mails()).toHaveLength(titles.length)
  for (const [at, title] of titles.entries()) {
    const mail = mails()[at] ?? ''
    expect(/^Subject: (.*)$/m.exec(mail)?.[1]).toMatch(new RegExp(`Observation ${title}`))
    for (const part of [objectName, url]) expect(mail).toContain(part)
  }
  await hook.close()
})

/** Runs a request of two passes until one has measurements; returns the slot of the other. */
async function untilPartial(operator: Operator) {
  const body = { satelliteId: operator.fleet[0]?.satelliteId, numberOfPassesRequested: 2, measurementType: 'RADAR' }
  const { observationRequestId: id, objectName } = await operator.request(body)
  await operator.work(Date.now())
  const [first] = (await operator.find(id)).passes.toSorted((a, b) => a.start.localeCompare(b.start))
  await operator.work(Date.parse(first?.start ?? '') + 1_000)
  await operator.work(Date.parse(first?.end ?? '') + DELIVERED_MS)
  const partial = await operator.find(id)
  expect(partial).toMatchObject({ status: 'PARTIAL', isEnded: false })
  return { id, objectName, slot: partial.passes.findIndex(({ status }) => status === 'PENDING') }
}

/** Makes a pass fail without a replacement. */
async function endShort(organisation: string, id: string, slot: number): Promise<void> {
  const tenantId = `organisation:${organisation}`
  const mover = { tenantId, actor: 'test', requestId: organisation, now: new Date() }
  for (const to of ['EXECUTING', 'UNSUCCESSFUL'] as const)
    await world.api.api.platform.db.tenant(tenantId, (tx) =>
      moveRequest(tx, mover, id, { event: { kind: 'pass', slot, to, canReplace: false } }),
    )
}

test('first measurements, and an end with fewer passes than requested, are sent by mail, webhook, Teams and Slack', async () => {
  const [card, line] = [await startTestReceiver(), await startTestReceiver()]
  const { operator, hook, mails } = await openTold('in-part-told', ['IN_PROGRESS'], { msteams: card, slack: line })
  const { id, objectName, slot } = await untilPartial(operator)
  const subjects = () => ({
    // A long header is folded over lines (RFC 5322).
    mail: mails().map((mail) => /^Subject: (.*)$/m.exec(mail.replaceAll(/\r?\n[ \t]/g, ' '))?.[1]),
    webhook: hook.received.map(({ body }) => (JSON.parse(body) as WebhookEvent).data.title),
    msteams: card.received.map(({ body }) => textsOfCard(JSON.parse(body) as TeamsMessage)[0]),
    slack: line.received.map(({ body }) => (JSON.parse(body) as SlackMessage).text),
  })
  const toldOf = (titles: readonly string[]) =>
    Object.fromEntries(
      ['mail', 'webhook', 'msteams', 'slack'].map((channel) => [
        channel,
        titles.map((title) => expect.stringContaining(title)),
      ]),
    )
  const begun = ['Observation in progress', 'First measurements are there']
  await vi.waitFor(() => expect(subjects()).toEqual(toldOf(begun)), PATIENCE)

  await endShort('in-part-told', id, slot)
  expect(await operator.find(id)).toMatchObject({ status: 'PARTIAL', isEnded: true })
  const ended = [...begun, 'Observation ended with fewer passes than ordered']
  await vi.waitFor(() => expect(subjects()).toEqual(toldOf(ended)), PATIENCE)
  await vi.waitFor(async () => expect(await world.deliveries(operator.person, '?state=waiting')).toEqual([]), PATIENCE)
  expect(subjects()).toEqual(toldOf(ended))
  const url = `${world.api.config.publicUrl}/odt/observation/${id}/`
  for (const said of [...mails(), ...[hook, card, line].flatMap(({ received }) => received.map(({ body }) => body))])
    for (const part of [objectName, url]) expect(said).toContain(part)
  await Promise.all([hook.close(), card.close(), line.close()])
})

test('a user who ticked no status is notified only of an end with fewer passes', async () => {
  const { operator, hook } = await openTold('short-told', ['CANCELLED'])
  const { id, slot } = await untilPartial(operator)
  await endShort('short-told', id, slot)
  const titles = () => hook.received.map(({ body }) => (JSON.parse(body) as WebhookEvent).data.title)
  await vi.waitFor(() => expect(titles()).toEqual([expect.stringContaining('with fewer passes')]), PATIENCE)
  await vi.waitFor(async () => expect(await world.deliveries(operator.person, '?state=waiting')).toEqual([]), PATIENCE)
  expect(titles()).toHaveLength(1)
  await hook.close()
})
