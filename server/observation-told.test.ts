/** A status of a request, by the senders of the product, at local receivers for Teams and Slack. */
import type { SlackMessage, TeamsMessage } from '@apsis/contract/notifications/example.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Delivering, startDelivering } from './delivery/testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from './delivery/testing/receiver.ts'
import { openDesk } from './odt/testing/desk.ts'
import { bodyOf } from './platform/testing/test-api.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }

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

/** The texts of a card: its title first. */
const textsOfCard = ({ attachments: [card] }: TeamsMessage): string[] =>
  card?.content.body.flatMap((block) => ('inlines' in block ? block.inlines.map(({ text }) => text) : [])) ?? []

test('each status of a request that is ticked comes to Teams and to Slack, in its order, and leads to the request', async () => {
  const desk = await openDesk(world.api, 'cards')
  await desk.till.addCredit(50_000)
  const none = { url: [] }
  const settings = {
    email: { addresses: [] },
    webhook: none,
    statuses: ['PENDING', 'CANCELLED'],
    msteams: { url: [teams!.url] },
    slack: { url: [slack!.url] },
  }
  const saved = await world.api.call(desk.person, `PUT /api/v1/userconfig/${desk.person.subject}`, {
    body: JSON.stringify({ notifications: settings }),
  })
  expect(saved.status).toBe(200)
  const satelliteId = desk.fleet[0]?.satelliteId as string
  const asked = await desk.request({ satelliteId, numberOfPassesRequested: 1, measurementType: 'RADAR' })
  const id = asked.observationRequestId
  // What is APPROVED is not ticked: nothing of it is sent.
  await desk.work(Date.now())
  expect((await desk.find(id)).status).toBe('APPROVED')
  const cancelled = await bodyOf<ObservationRequest>(await desk.cancel(id))
  expect(cancelled.status).toBe('CANCELLED')
  const cards = () => teams!.received.map(({ body }) => JSON.parse(body) as TeamsMessage)
  const messages = () => slack!.received.map(({ body }) => JSON.parse(body) as SlackMessage)
  await vi.waitFor(() => expect([cards().length, messages().length]).toEqual([2, 2]), PATIENCE)
  await vi.waitFor(async () => expect(await world.deliveries(desk.person, '?state=waiting')).toEqual([]), PATIENCE)
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
  const delivered = await world.deliveries(desk.person)
  expect(delivered.map(({ channel, state }) => [channel, state]).toSorted()).toEqual([
    ...['msteams', 'msteams', 'slack', 'slack'].map((channel) => [channel, 'delivered']),
  ])
})
