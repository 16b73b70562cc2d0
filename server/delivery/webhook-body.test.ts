/** Checks the body that a webhook receiver gets against the contract and the guide. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '@apsis/contract/api/openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from '@apsis/contract/api/services.ts'
import { NoticeExample } from '@apsis/contract/notifications/example.ts'
import { WEBHOOK_EXAMPLE, WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bodyOf } from '../platform/testing/test-api.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from './testing/receiver.ts'

let world: Delivering
let hook: TestReceiver
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
  hook = await startTestReceiver()
})
afterAll(async () => {
  await hook.close()
  await world.close()
})

/** The size limit of a body (Standard Webhooks 1.0.0, "Payload size"). */
const MOST_BODY_BYTES = 20_000
const PATIENCE = { timeout: 20_000, interval: 50 }
const ADA = { subject: 'ada', organisation: 'webhook-body', roles: ['ca:user'] }

test('a notice about an event and a test have exactly the fields of the contract', async () => {
  await world.save(ADA, { webhook: [hook.url] })
  await world.tell('webhook-body', {
    matter: 'event',
    level: 'critical',
    link: '/ca/conjunction/1/2',
    finding: {
      code: 'risk-raised',
      values: { satellite: 'SAT-3', level: 'CRITICAL', probability: 2e-4, tcaAt: '2030-01-01T00:00:00.000Z' },
    },
  })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  const [channel] = await world.channels(ADA)
  expect((await world.api.call(ADA, `POST /api/v1/notifications/channels/${channel!.channelId}/tests`)).status).toBe(
    201,
  )
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  const [notice, tried] = hook.received.map(({ body }) => JSON.parse(body))
  // The contract's schema is strict about the envelope; parsing must lose nothing.
  for (const sent of [notice, tried]) expect(WebhookEvent.parse(sent)).toEqual(sent)
  expect([notice.type, notice.version, notice.attempt, tried.type]).toEqual(['notification', 1, 1, 'test'])
  expect(notice.data.url).toBe(`${world.api.config.publicUrl}/ca/conjunction/1/2`)
})

test('a body has at most 20 kB, whatever the notice is: only its long texts are cut', async () => {
  const who = { ...ADA, organisation: 'long' }
  const [webhook, card, blocks] = [await startTestReceiver(), await startTestReceiver(), await startTestReceiver()]
  await world.save(who, { webhook: [webhook.url], msteams: [card.url], slack: [blocks.url] })
  const note = 'Ж'.repeat(20_000)
  const values = { satellite: 'SAT-3', secondary: 'DEB', level: 'CRITICAL', missM: 182, step: 1, by: 'ben', note }
  await world.tell('long', { level: 'critical', subject: 'ada', finding: { code: 'duty-called', values }, matter: 'm' })
  for (const one of [webhook, card, blocks]) await vi.waitFor(() => expect(one.received).toHaveLength(1), PATIENCE)
  for (const one of [webhook, card, blocks])
    expect(Buffer.byteLength(one.received[0]!.body)).toBeLessThanOrEqual(MOST_BODY_BYTES)
  const { data } = WebhookEvent.parse(JSON.parse(webhook.received[0]!.body))
  expect(data.finding?.values).toMatchObject({ satellite: 'SAT-3', missM: 182, note: expect.stringMatching(/^Ж+…$/) })
  expect(data.acknowledgeUrl).toMatch(/acknowledgements/)
  await Promise.all([webhook, card, blocks].map((one) => one.close()))
})

test.each(['', '.de'])('the sample in the guide (delivery%s.md) agrees with the contract', (language) => {
  const guide = readFileSync(join(import.meta.dirname, `../../docs/guide/account/delivery${language}.md`), 'utf8')
  const [, sample = ''] = /## Webhook[\s\S]*?```json\n([\s\S]*?)```/.exec(guide) ?? []
  expect(WebhookEvent.parse(JSON.parse(sample))).toEqual(WEBHOOK_EXAMPLE)
})

test('the specification names the body, and the example of deliveries contains one', async () => {
  const document = openApi(serviceInfo('userconfig', '1'), SERVICE_ENDPOINTS.userconfig)
  const { schemas } = document.components as { schemas: Record<string, { properties?: object }> }
  expect(Object.keys(schemas.WebhookEvent?.properties ?? {})).toEqual(Object.keys(WebhookEvent.shape))
  const example = await bodyOf(await world.api.call(ADA, 'GET /api/v1/notifications/example?lang=de'))
  expect(NoticeExample.parse(example).webhook).toMatchObject({
    type: 'test',
    data: { title: 'Risk raised to CRITICAL' },
  })
})
