/** Deliveries name what can decide an event: its next message and, for readers who may see tracking, the passes that are worth ordering. */

import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { openOperator } from '../../odt/testing/operator.ts'
import { bodyOf } from '../../platform/testing/test-api.ts'
import { type Delivering, startDelivering } from '../testing/delivering.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ORGANISATION = 'settle'

let world: Delivering
beforeAll(async () => {
  world = await startDelivering({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => world.close())

const isoOf = (ms: number) => new Date(ms).toISOString()
const minuteOf = (ms: number) => `${isoOf(ms).slice(0, 16).replace('T', ' ')} Z`

test('a mail names the next expected message and, only to readers who may see tracking, the passes in the order of their worth', async () => {
  const operator = await openOperator(world.api, ORGANISATION)
  await operator.till.addCredit(50_000)
  const people = { ada: ['ca:user', 'odt:user', 'payments:user'], ben: ['ca:user'] }
  const addressOf = (subject: string) => `${subject}@${ORGANISATION}.example`
  for (const [subject, roles] of Object.entries(people))
    await world.save({ subject, organisation: ORGANISATION, roles }, { email: [addressOf(subject)] })
  await world.api.database.query(`update delivery.receiver set confirmed_at = now()`)

  const [satellite] = operator.fleet
  const tcaMs = Date.now() + 5 * 24 * HOUR_MS
  const newestMs = Date.now() - HOUR_MS
  // Another user imports the messages: ada's roles are those of her newest token.
  const platform = asOperator(world.api, ORGANISATION, 'max')
  let matter = ''
  // The intervals between the messages are 7 and 9 h, so the usual interval is 8 h.
  for (const ageMs of [16 * HOUR_MS, 9 * HOUR_MS, 0]) {
    const objects = [String(satellite!.noradId), '43617'] as const
    const [taken] = await platform.take(
      cdmText({ objects, createdAt: isoOf(newestMs - ageMs), tca: isoOf(tcaMs), missM: 200 }),
    )
    matter = taken!.conjunctionId!
  }
  const body = { satelliteId: satellite!.satelliteId, numberOfPassesRequested: 1, measurementType: 'RADAR' }
  const asked = await operator.request({ ...body, fileCompressionType: 'GZIP' })
  await operator.work(Date.now())
  const [pass] = (await operator.find(asked.observationRequestId)).passes
  expect(Date.parse(pass!.start)).toBeLessThan(tcaMs)

  const values = { satellite: 'SAT', secondary: 'DEB', level: 'CRITICAL', missM: 200 }
  const times = { tcaAt: isoOf(tcaMs), decideAt: isoOf(tcaMs - 24 * HOUR_MS) }
  await world.tell(ORGANISATION, {
    finding: { code: 'risk-raised', values: { ...values, ...times } },
    level: 'critical',
    matter,
  })
  await world.start()
  const saidTo = async (subject: string) => {
    const told = () =>
      world.smtp.mails.find(({ to, data }) => to.includes(addressOf(subject)) && data.includes('SAT =C3=97 DEB'))
    await vi.waitFor(() => expect(told()).toBeDefined(), PATIENCE)
    return /^What would settle it: .*$/m.exec(told()!.data.replace(/=\r\n/g, ''))?.[0]?.trim()
  }
  const next = `What would settle it: message 4, expected at ${minuteOf(newestMs + 8 * HOUR_MS)}`
  expect(await saidTo('ben')).toBe(`${next}.`)
  // The page ranks the passes in the same way: an ordered pass that is worth less than 5 % is not named.
  const answer = await world.api.call(operator.person, `GET /api/v1/odt/conjunctions/${matter}/tracking`)
  const { objects } = await bodyOf<EventTracking>(answer)
  const worth = objects
    .flatMap(({ passes }) => passes)
    .filter(({ crossingChance }) => crossingChance >= 0.05)
    .toSorted((a, b) => b.crossingChance - a.crossingChance)
  const said = (await saidTo('ada')) ?? ''
  expect(said.startsWith(next)).toBe(true)
  const named = [...said.matchAll(/the pass over (\S+) at (\S+ \S+ Z)/g)].map(([, code, time]) => [code, time])
  const known = worth.map(({ sensorCode, start }) => [sensorCode, minuteOf(Date.parse(start))])
  for (const one of named) expect(known).toContainEqual(one)
  if (worth.length === 0) expect(said).toBe(`${next}. No pass can settle it before the decision.`)
  else expect(named.at(-1)).toEqual(known[0])
})
