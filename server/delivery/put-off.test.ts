/** Checks a receiver that asks for a pause (Retry-After, RFC 9110 §10.2.3). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { type TestReceiver, useReceivers } from './testing/receiver.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
const WAIT_S = 600

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(() => world.close())

const receiver = useReceivers()
const person = (organisation: string, subject = 'ada'): Person => ({ subject, organisation, roles: ['ca:user'] })
const titles = ({ received }: TestReceiver) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title)
const putsOff: TestReceiver['answer'] = (response) =>
  void response.writeHead(429, { 'retry-after': String(WAIT_S) }).end()
const takes: TestReceiver['answer'] = (response) => void response.writeHead(200).end()

test('a receiver that asks for a pause gets no other delivery until then, and then all in order; other receivers get theirs at once', async () => {
  const who = person('patient')
  const [slow, other] = [await receiver(), await receiver()]
  await world.save(who, { webhook: [slow.url, other.url] })
  slow.answer = putsOff
  await world.tell('patient', { level: 'serious', title: 'First', matter: 'a' })
  await vi.waitFor(() => expect(titles(slow)).toEqual(['First']), PATIENCE)
  for (const [title, matter] of [
    ['Second', 'a'],
    ['Third', 'b'],
    ['Fourth', undefined],
  ] as const)
    await world.tell('patient', { level: 'serious', title, ...(matter === undefined ? {} : { matter }) })
  await vi.waitFor(() => expect(titles(other)).toEqual(['First', 'Second', 'Third', 'Fourth']), PATIENCE)
  await world.twoTurns('patient')
  expect(titles(slow)).toEqual(['First'])
  // The list gives the time of the next try, also for deliveries that were not tried yet.
  const waiting = await world.deliveries(who, '?state=waiting')
  expect(waiting.map(({ title, tries }) => [title, tries])).toEqual([
    ['Fourth', 0],
    ['Third', 0],
    ['Second', 0],
    ['First', 1],
  ])
  const goesOn = waiting.map(({ nextAt }) => Date.parse(nextAt ?? '') - slow.received[0]!.at)
  for (const ms of goesOn) expect(ms).toBeGreaterThanOrEqual(WAIT_S * 1_000)
  slow.answer = takes
  world.ahead.ms += (WAIT_S + 10) * 1_000
  await vi.waitFor(() => expect(titles(slow)).toHaveLength(5), PATIENCE)
  expect(titles(slow).slice(1)).toEqual(['First', 'Second', 'Third', 'Fourth'])
})

test('if an address asks one person’s delivery to wait, everybody’s deliveries to the same address wait', async () => {
  const team = await receiver()
  await world.save(person('team', 'ada'), { webhook: [team.url] })
  await world.save(person('team', 'ben'), { webhook: [team.url] })
  team.answer = putsOff
  await world.tell('team', { level: 'serious', title: 'To ada', subject: 'ada' })
  await vi.waitFor(() => expect(titles(team)).toEqual(['To ada']), PATIENCE)
  await vi.waitFor(
    async () => expect((await world.deliveries(person('team', 'ada')))[0]).toMatchObject({ tries: 1, status: 429 }),
    PATIENCE,
  )
  await world.tell('team', { level: 'serious', title: 'To ben', subject: 'ben' })
  await world.twoTurns('team')
  expect(titles(team)).toEqual(['To ada'])
  team.answer = takes
  world.ahead.ms += (WAIT_S + 10) * 1_000
  await vi.waitFor(() => expect(titles(team).toSorted()).toEqual(['To ada', 'To ada', 'To ben']), PATIENCE)
})

test('when an address accepts a delivery to any person, its pause ends', async () => {
  const team = await receiver()
  await world.save(person('eager', 'ada'), { webhook: [team.url] })
  await world.save(person('eager', 'ben'), { webhook: [team.url] })
  team.answer = putsOff
  await world.tell('eager', { level: 'serious', title: 'To ada', subject: 'ada' })
  await vi.waitFor(
    async () => expect((await world.deliveries(person('eager', 'ada')))[0]).toMatchObject({ tries: 1, status: 429 }),
    PATIENCE,
  )
  await world.tell('eager', { level: 'serious', title: 'To ben', subject: 'ben' })
  await world.twoTurns('eager')
  expect(titles(team)).toEqual(['To ada'])
  team.answer = takes
  await world.tell('eager', { level: 'critical', title: 'Collision', subject: 'ada' })
  await vi.waitFor(() => expect(titles(team)).toEqual(['To ada', 'Collision', 'To ben']), PATIENCE)
})

test('a CRITICAL notice is tried during a pause, is sent by e-mail if it is refused as well, and does not end the pause for others', async () => {
  const who = person('pressing')
  const address = 'pressing@operator.example'
  const mails = () => world.smtp.mails.filter(({ to, data }) => to.includes(address) && data.includes('Collision'))
  const hook = await receiver()
  await world.save(who, { email: [address], webhook: [hook.url] })
  await world.api.database.query(`update delivery.receiver set confirmed_at = now() where shown = '${address}'`)
  const rules = { rules: [{ channels: ['webhook'], way: 'now' }], timeZone: 'UTC' }
  await world.api.call(who, 'PUT /api/v1/notifications/rules', { body: JSON.stringify(rules) })
  hook.answer = putsOff
  await world.tell('pressing', { level: 'serious', title: 'First' })
  await vi.waitFor(() => expect(titles(hook)).toEqual(['First']), PATIENCE)
  // This receiver fails without asking for a pause: after two failures the notice is sent by e-mail.
  hook.answer = (response) => void response.writeHead(503).end()
  await world.tell('pressing', { level: 'critical', title: 'Collision' })
  await vi.waitFor(() => expect(titles(hook)).toEqual(['First', 'Collision']), PATIENCE)
  await vi.waitFor(
    async () => expect((await world.deliveries(who))[0]).toMatchObject({ title: 'Collision', tries: 1, status: 503 }),
    PATIENCE,
  )
  expect(mails()).toEqual([])
  await world.tell('pressing', { level: 'serious', title: 'Second' })
  world.ahead.ms += 10_000
  await vi.waitFor(() => expect(titles(hook)).toEqual(['First', 'Collision', 'Collision']), PATIENCE)
  await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE)
  await world.twoTurns('pressing')
  expect(titles(hook)).toEqual(['First', 'Collision', 'Collision'])
})

test.each([429, 502, 504])(
  'a receiver that answers %i gets nothing else until the refused delivery is tried again',
  async (status) => {
    const organisation = `busy-${status}`
    const who = person(organisation)
    const [busy, broken] = [await receiver(), await receiver()]
    await world.save(who, { webhook: [busy.url, broken.url] })
    busy.answer = (response) => void response.writeHead(status).end()
    // If a delivery fails for another reason, the others need not wait.
    broken.answer = (response) => void response.writeHead(500).end()
    await world.tell(organisation, { level: 'serious', title: 'First' })
    await vi.waitFor(() => expect([...titles(busy), ...titles(broken)]).toEqual(['First', 'First']), PATIENCE)
    await vi.waitFor(
      async () => expect((await world.deliveries(who)).map(({ tries }) => tries)).toEqual([1, 1]),
      PATIENCE,
    )
    await world.tell(organisation, { level: 'serious', title: 'Second' })
    await vi.waitFor(() => expect(titles(broken)).toEqual(['First', 'Second']), PATIENCE)
    await world.twoTurns(organisation)
    expect(titles(busy)).toEqual(['First'])
    // A CRITICAL delivery is tried without waiting for the refused delivery.
    await world.tell(organisation, { level: 'critical', title: 'Collision' })
    await vi.waitFor(() => expect(titles(busy)).toEqual(['First', 'Collision']), PATIENCE)
    busy.answer = takes
    world.ahead.ms += 70_000
    await vi.waitFor(() => expect(titles(busy).slice(2).toSorted()).toEqual(['Collision', 'First', 'Second']), PATIENCE)
  },
)
