import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { confirmAddress } from './testing/confirm-address.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { useReceivers } from './testing/receiver.ts'

let world: Delivering
beforeAll(async () => {
  world = await startDelivering({}, {}, { skipsSaveTests: false })
})
afterAll(() => world.close())
const startReceiver = useReceivers()

const who = (organisation: string, subject = 'ada'): Person => ({
  subject,
  organisation,
  roles: ['ca:user', 'odt:user'],
})
/** Returns the targets of the tests that were sent, sorted. */
const testsOf = async (person: Person) =>
  (await world.deliveries(person, '?limit=200'))
    .filter(({ kind }) => kind === 'test')
    .map(({ target }) => target)
    .sort()
const urls = (count: number, host: string) => Array.from({ length: count }, (_, n) => `https://${host}.example/${n}`)

test('a save sends one test to each new channel, and the channel counts as proven when the test has arrived', async () => {
  const person = who('save-once')
  const [one, other] = [await startReceiver(), await startReceiver()]
  expect((await world.save(person, { webhook: [one.url] })).status).toBe(200)
  expect(await testsOf(person)).toHaveLength(1)
  expect(await world.channels(person)).toMatchObject([{ lastResult: null, lastDeliveredAt: null }])
  // An equal save, and a save of the other service's settings, add no new channel.
  await world.save(person, { webhook: [one.url], statuses: [] })
  const none = { email: { addresses: [] }, msteams: { url: [] }, slack: { url: [] }, statuses: [] }
  const notifications = { ...none, webhook: { url: [one.url] } }
  await world.api.call(person, 'PUT /api/v1/userconfig/ada', { body: JSON.stringify({ notifications }) })
  expect(await testsOf(person)).toHaveLength(1)
  const work = await world.start()
  await vi.waitFor(() => expect(one.received).toHaveLength(1), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await world.channels(person)).toMatchObject([{ lastResult: 'delivered' }]))
  // A changed address is a new channel; an unchanged one is not tested again.
  await world.save(person, { webhook: [one.url, other.url] })
  await vi.waitFor(() => expect(other.received).toHaveLength(1), { timeout: 10_000 })
  expect(one.received).toHaveLength(1)
  await work.stop()
})

test('a channel that is removed and saved again must be proven again; a test that still waits is not sent twice', async () => {
  const person = who('save-again')
  const receiver = await startReceiver()
  await world.save(person, { webhook: [receiver.url] })
  const work = await world.start()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await world.channels(person)).toMatchObject([{ lastResult: 'delivered' }]))
  await work.stop()
  for (const webhook of [[], [receiver.url], [], [receiver.url]]) await world.save(person, { webhook })
  expect(await testsOf(person)).toHaveLength(2)
  expect(await world.channels(person)).toMatchObject([{ lastResult: null, lastDeliveredAt: null, isConfirmed: true }])
})

test('a suspended channel that is saved again works when its test has arrived, and not before', async () => {
  const person = who('save-suspended')
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(410).end()
  await world.save(person, { webhook: [receiver.url] })
  const work = await world.start()
  const own = async () => (await world.channels(person))[0]
  await vi.waitFor(async () => expect((await own())?.suspendedAt).not.toBeNull(), { timeout: 10_000 })
  // The receiver still refuses, so the channel stays suspended.
  const saveAgain = async () => {
    for (const webhook of [[], [receiver.url]]) await world.save(person, { webhook })
  }
  await saveAgain()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 10_000 })
  await vi.waitFor(async () => expect((await own())?.lastResult).toBe('gone'), { timeout: 10_000 })
  expect((await own())?.suspendedAt).not.toBeNull()
  receiver.answer = (response) => void response.writeHead(200).end()
  await saveAgain()
  await vi.waitFor(async () => expect(await own()).toMatchObject({ lastResult: 'delivered', suspendedAt: null }), {
    timeout: 10_000,
  })
  await work.stop()
})

test('an unconfirmed address gets only its confirmation question; when confirmed, it is tested when it is saved again', async () => {
  const person = who('save-mail')
  const address = 'ada@save-mail.example'
  await world.save(person, { email: [address] })
  expect(await testsOf(person)).toEqual([])
  const work = await world.start()
  await confirmAddress(world, person, address)
  await work.stop()
  await world.save(person, { email: [] })
  await world.save(person, { email: [address] })
  expect(await testsOf(person)).toEqual([address])
})

test('saves send at most thirty tests an hour for a person and 200 a day for an organisation; further saves are accepted without tests', async () => {
  const ada = who('save-limit')
  const save = async (person: Person, count: number, host: string) => {
    const targets = {
      webhook: urls(count, `${host}-1`),
      slack: urls(count, `${host}-2`),
      msteams: urls(count, `${host}-3`),
    }
    expect((await world.save(person, targets)).status).toBe(200)
    return (await testsOf(person)).length
  }
  expect(await save(ada, 9, 'a')).toBe(27)
  expect(await save(ada, 2, 'b')).toBe(30)
  // A channel beyond the limit can be tested by hand.
  const untested = (await world.channels(ada)).find(({ target }) => target.startsWith('b-3'))
  const path = `POST /api/v1/notifications/channels/${untested?.channelId}/tests`
  expect((await world.api.call(ada, path)).status).toBe(201)
  for (const subject of ['ben', 'cleo', 'dora', 'eva', 'flo'])
    expect(await save(who('save-limit', subject), 10, subject)).toBe(30)
  expect(await save(who('save-limit', 'gus'), 10, 'gus')).toBe(20)
  await world.api.database.query("update delivery.delivery set created_at = created_at - interval '61 minutes'")
  expect(await save(who('elsewhere', 'gus'), 1, 'gus')).toBe(3)
  expect(await save(ada, 1, 'c')).toBe(31)
  await world.api.database.query("update delivery.delivery set created_at = created_at - interval '24 hours'")
  expect(await save(ada, 1, 'd')).toBe(34)
})
