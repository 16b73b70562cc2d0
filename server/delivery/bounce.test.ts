/** Tests mails that a mail server first accepts and later returns: how they are sent, and what the product does when one is returned. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { bounceToken } from './bounce-token.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { report, senderOf } from './testing/report.ts'
import type { TakenMail } from './testing/smtp-server.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }

let world: Delivering
beforeAll(async () => {
  world = await startDelivering({ APSIS_BOUNCE_ADDRESS: 'bounces@ops.example' })
  await world.start()
})
afterEach(() => {
  world.smtp.mails.length = 0
  world.smtp.extensions.length = 0
  world.smtp.reply = () => undefined
  world.ahead.ms = 0
})
afterAll(() => world.close())

const person = (organisation: string): Person => ({ subject: 'ada', organisation, roles: ['ca:user'] })
const mailsTo = (address: string) => world.smtp.mails.filter(({ to }) => to.startsWith(`RCPT TO:<${address}>`))

/** Saves addresses as confirmed by their owner. */
async function confirm(who: Person, ...addresses: string[]): Promise<void> {
  await world.save(who, { email: addresses })
  for (const address of addresses) await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${who.organisation}'`,
  )
  world.smtp.mails.length = 0
}

/** Sends a notice and returns its mail, once it is stored that the server accepted it. */
async function mailOf(who: Person, address: string, level: 'serious' | 'critical', title: string): Promise<TakenMail> {
  await world.tell(who.organisation, { level, title })
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), PATIENCE)
  await vi.waitFor(async () => expect(await delivery(who, title)).toMatchObject({ state: 'delivered' }), PATIENCE)
  return mailsTo(address)[0]!
}

const delivery = async (who: Person, title: string) =>
  (await world.deliveries(who)).find((one) => one.title === title && one.channel === 'email')

const notices = async (who: Person) => bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))

const unheardBy = async (who: Person) =>
  (await notices(who)).filter(({ finding }) => finding?.code === 'critical-unheard').map(({ finding }) => finding)

/** Returns the check of critical notices in the overview. */
async function checkOf(who: Person) {
  const status = await bodyOf<Status>(await world.api.call(who, 'GET /api/v1/status'))
  return status.services.flatMap(({ checks }) => checks).find(({ name }) => name === 'critical notices')
}

/** Passes a mail to the platform as a mail server does: without a token, as a complete message. */
const hand = (text: string, type = 'message/rfc822') =>
  fetch(`${world.api.origin}/api/v1/notifications/bounces`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: text,
  })

async function handed(text: string): Promise<void> {
  const answer = await hand(text)
  expect([answer.status, await answer.text()]).toEqual([204, ''])
}

test('each mail has its own envelope sender, and its readers see the usual sender', async () => {
  const who = person('envelope')
  await confirm(who, 'ada@operator.example')
  world.smtp.extensions.push('DSN')
  const mail = await mailOf(who, 'ada@operator.example', 'serious', 'First')
  const token = bounceToken(world.api.api.platform.box, 'organisation:envelope', {
    deliveryId: (await delivery(who, 'First'))!.deliveryId,
    number: 1,
  })
  expect(senderOf(mail)).toBe(`bounces+${token}@ops.example`)
  expect(mail.from).toContain(`RET=HDRS ENVID=${token}`)
  expect(mail.to).toContain('NOTIFY=FAILURE,DELAY')
  expect(mail.data).toContain('From: apsis@operator.example')
  expect(mail.data).not.toContain(token)
})

test('a returned mail ends its delivery, suspends the address and notifies its owner, once', async () => {
  const who = person('late')
  const address = 'late@operator.example'
  await confirm(who, address)
  const sender = senderOf(await mailOf(who, address, 'serious', 'Raised'))
  const question = (await world.deliveries(who)).find(({ kind }) => kind === 'confirmation')
  await handed(report(sender))
  const dead = await delivery(who, 'Raised')
  expect(dead).toMatchObject({ state: 'dead', reason: 'bounced', status: 550, answer: '550 5.1.1 no such user' })
  expect(Date.parse(dead!.endedAt!)).toBeGreaterThan(Date.parse(dead!.triedAt!))
  const expected = { suspendedReason: 'bounced', lastResult: 'bounced', failures: 1 }
  // The last success is the previous mail.
  expect((await world.channels(who))[0]).toMatchObject({ ...expected, lastDeliveredAt: question!.endedAt })
  const told = async () => (await notices(who)).filter(({ finding }) => finding?.code === 'channel-suspended')
  expect(await told()).toMatchObject([{ level: 'serious', finding: { values: { answer: '550 5.1.1 no such user' } } }])
  // The first report is the same again, the second one is about the same mail with other words.
  await handed(report(sender))
  await handed(report(sender, 'Action: failed\nStatus: 5.7.1'))
  expect(await delivery(who, 'Raised')).toEqual(dead)
  expect(await told()).toHaveLength(1)
  expect((await world.channels(who))[0]?.failures).toBe(1)
})

test('a CRITICAL notice whose mail is returned is sent to the other address; if there is none, the organisation is notified', async () => {
  const who = person('critical')
  const [first, second] = ['first@operator.example', 'second@operator.example']
  await confirm(who, first)
  const sender = senderOf(await mailOf(who, first, 'critical', 'Collision'))
  await world.save(who, { email: [first, second] })
  await vi.waitFor(() => expect(mailsTo(second)).toHaveLength(1), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:critical'`,
  )
  world.smtp.mails.length = 0
  await handed(report(sender))
  await vi.waitFor(() => expect(mailsTo(second).some(({ data }) => data.includes('Collision'))).toBe(true), PATIENCE)
  expect(await unheardBy(who)).toEqual([])
  const last = mailsTo(second).find(({ data }) => data.includes('Collision'))
  await handed(report(senderOf(last)))
  expect(await unheardBy(who)).toMatchObject([{ values: { notice: 'Collision' } }])
  expect(await checkOf(who)).toMatchObject({ level: 'critical', value: 1 })
})

test('a report of a delay is noted; a report that the mail was given up temporarily ends the delivery, and the address stays', async () => {
  const who = person('slow')
  const address = 'slow@operator.example'
  await confirm(who, address)
  const sender = senderOf(await mailOf(who, address, 'critical', 'Slow'))
  await handed(report(sender, 'Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; 451 4.4.1 try later'))
  const late = { state: 'delivered', reason: 'delayed', status: 451, answer: '451 4.4.1 try later' }
  expect(await delivery(who, 'Slow')).toMatchObject(late)
  expect(await checkOf(who)).toMatchObject({ level: 'critical', value: 1 })
  expect(await unheardBy(who)).toHaveLength(1)
  await handed(report(sender, 'Action: failed\nStatus: 4.4.7'))
  expect(await delivery(who, 'Slow')).toMatchObject({
    state: 'dead',
    reason: 'returned',
    status: null,
    answer: '4.4.7',
  })
  expect((await world.channels(who))[0]).toMatchObject({ suspendedAt: null, failures: 1 })
  // The loss was reported when the mail was delayed.
  expect(await unheardBy(who)).toHaveLength(1)
})

test('a delayed CRITICAL notice is sent to the other address, and counts as lost only until it arrives there', async () => {
  const who = person('tardy')
  const [first, second] = ['tardy@operator.example', 'prompt@operator.example']
  await confirm(who, first)
  const sender = senderOf(await mailOf(who, first, 'critical', 'Tardy'))
  expect(await checkOf(who)).toMatchObject({ level: 'ok' })
  await world.save(who, { email: [first, second] })
  await vi.waitFor(() => expect(mailsTo(second)).toHaveLength(1), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:tardy'`,
  )
  await handed(report(sender, 'Action: delayed\nStatus: 4.4.1'))
  await vi.waitFor(() => expect(mailsTo(second).some(({ data }) => data.includes('Tardy'))).toBe(true), PATIENCE)
  await vi.waitFor(
    async () =>
      expect((await world.deliveries(who)).filter(({ title }) => title === 'Tardy')).toMatchObject([
        { state: 'delivered', reason: null },
        { state: 'delivered', reason: 'delayed' },
      ]),
    PATIENCE,
  )
  expect(await checkOf(who)).toMatchObject({ level: 'ok' })
  expect(await unheardBy(who)).toEqual([])
})

test('a CRITICAL notice that every address returns is reported, however often one of the addresses had failed before', async () => {
  const who = person('both')
  const [first, second] = ['both-1@operator.example', 'both-2@operator.example']
  await confirm(who, first, second)
  world.smtp.reply = (command) => (command.startsWith(`RCPT TO:<${second}>`) ? '451 4.3.0 try later' : undefined)
  await world.tell('both', { level: 'critical', title: 'Both' })
  const stands = (state: string, tries: number, status: number) =>
    vi.waitFor(async () => {
      const sent = (await world.deliveries(who)).filter(({ title }) => title === 'Both')
      expect(sent).toContainEqual(expect.objectContaining({ state, tries, status }))
    }, PATIENCE)
  await stands('delivered', 1, 250)
  await stands('waiting', 1, 451)
  world.ahead.ms += 10_000
  await stands('waiting', 2, 451)
  world.smtp.reply = () => undefined
  world.ahead.ms += 400_000
  await stands('delivered', 3, 250)
  await handed(report(senderOf(mailsTo(first)[0])))
  expect(await unheardBy(who)).toEqual([])
  await handed(report(senderOf(mailsTo(second)[0])))
  expect(await unheardBy(who)).toHaveLength(1)
})

test('only the permanent refusals that are about the address suspend it', async () => {
  const who = person('codes')
  const address = 'codes@operator.example'
  await confirm(who, address)
  const back = async (code: string) => {
    world.smtp.mails.length = 0
    await handed(report(senderOf(await mailOf(who, address, 'serious', code)), `Action: failed\nStatus: ${code}`))
    expect((await delivery(who, code))?.state).toBe('dead')
    const [channel] = await world.channels(who)
    return { reason: (await delivery(who, code))?.reason, suspended: channel?.suspendedReason, id: channel?.channelId }
  }
  // In order, the codes are about: nothing, the sender, the mail, the system, the route, the protocol, the content, and a policy (DMARC).
  for (const code of ['5.0.0', '5.1.0', '5.1.7', '5.1.8', '5.2.3', '5.3.4', '5.4.1', '5.5.0', '5.6.1', '5.7.26'])
    expect([code, await back(code)]).toMatchObject([code, { reason: 'refused', suspended: null }])
  for (const code of ['5.1.1', '5.1.10', '5.2.1', '5.2.2']) {
    const { id, ...became } = await back(code)
    expect([code, became]).toEqual([code, { reason: 'bounced', suspended: 'bounced' }])
    await world.api.call(who, `POST /api/v1/notifications/channels/${id}/resumptions`)
  }
})

test('a temporary failure suspends nothing if it comes days after a mail was given up or refused', async () => {
  for (const [organisation, code] of Object.entries({ 'given-up': '4.4.7', refused: '5.7.1' })) {
    const who = person(organisation)
    const address = `${organisation}@operator.example`
    await confirm(who, address)
    await handed(report(senderOf(await mailOf(who, address, 'serious', code)), `Action: failed\nStatus: ${code}`))
    expect(await delivery(who, code)).toMatchObject({ state: 'dead' })
    await world.api.database.query(
      `update delivery.receiver set failing_since = failing_since - interval '6 days' where tenant_id = 'organisation:${organisation}'`,
    )
    world.smtp.reply = (command) => (command.startsWith('RCPT TO') ? '451 4.3.0 try later' : undefined)
    await world.tell(organisation, { level: 'serious', title: `After ${code}` })
    await vi.waitFor(async () => expect(await delivery(who, `After ${code}`)).toMatchObject({ status: 451 }), PATIENCE)
    expect((await world.channels(who))[0]?.suspendedAt).toBeNull()
    world.smtp.reply = () => undefined
  }
})

test('an out-of-office answer, a report of success and a mail without a report change nothing', async () => {
  const who = person('away')
  const address = 'away@operator.example'
  await confirm(who, address)
  const sender = senderOf(await mailOf(who, address, 'serious', 'Raised'))
  const before = await world.deliveries(who)
  await handed(`To: ${sender}\nAuto-Submitted: auto-replied\nSubject: Out of office\n\nI am away.\n`)
  await handed(report(sender, 'Action: relayed\nStatus: 2.0.0'))
  await handed(
    `To: ${sender}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nAction: failed\nStatus: 5.1.1\n--b--`,
  )
  expect(await world.deliveries(who)).toEqual(before)
})

test('a forged token, a token of another organisation and an old one change nothing, and the answer is the same', async () => {
  const [who, other] = [person('mine'), person('theirs')]
  const address = 'mine@operator.example'
  await confirm(who, address)
  const sender = senderOf(await mailOf(who, address, 'serious', 'Raised'))
  const { deliveryId } = (await delivery(who, 'Raised'))!
  await confirm(other, 'theirs@operator.example')
  const box = world.api.api.platform.box
  const madeFor = (tenantId: string, of: { deliveryId: string; number: number }) =>
    `bounces+${bounceToken(box, tenantId, of)}@ops.example`
  const at = sender.indexOf('+') + 20
  const forged = `${sender.slice(0, at)}${sender[at] === '0' ? '1' : '0'}${sender.slice(at + 1)}`
  const before = await world.deliveries(who)
  const senders = [
    forged,
    'bounces@ops.example',
    // These tokens have valid signatures, which only the platform can make: they are for an unknown try, another organisation,
    // an unknown organisation, and an unknown delivery.
    madeFor('organisation:mine', { deliveryId, number: 2 }),
    madeFor('organisation:theirs', { deliveryId, number: 1 }),
    madeFor('organisation:nobody', { deliveryId, number: 1 }),
    madeFor('organisation:mine', { deliveryId: '00000000-0000-4000-8000-000000000000', number: 1 }),
  ]
  for (const one of senders) await handed(report(one))
  const tried = (days: number) =>
    world.api.database.query(
      `update delivery.attempt set started_at = now() - interval '${days} days' where delivery_id = '${deliveryId}'`,
    )
  await tried(14.01)
  await handed(report(sender))
  const now = await world.deliveries(who)
  expect(now.map(({ triedAt: _, ...rest }) => rest)).toEqual(before.map(({ triedAt: _, ...rest }) => rest))
  expect((await world.channels(who))[0]?.suspendedAt).toBeNull()
  // This is the right token within the time limit.
  await tried(13.99)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() - interval '14 days' where tenant_id = 'organisation:mine'`,
  )
  await handed(report(sender))
  expect((await world.channels(who))[0]?.suspendedReason).toBe('bounced')
})

test('a mail that is returned before the worker has stored that it was accepted counts as returned', async () => {
  const who = person('fast')
  const address = 'fast@operator.example'
  await confirm(who, address)
  world.smtp.reply = (command) => (command === '.' ? 'TAKE AND HOLD' : undefined)
  await world.tell('fast', { level: 'critical', title: 'Fast' })
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), PATIENCE)
  await handed(report(senderOf(mailsTo(address)[0])))
  const expected = { state: 'dead', reason: 'bounced', tries: 1, status: 550 }
  expect(await delivery(who, 'Fast')).toMatchObject(expected)
  for (const go of world.smtp.held.splice(0)) go()
  // By now the worker has stored the server's answer.
  await world.twoTurns(who.organisation)
  expect(await delivery(who, 'Fast')).toMatchObject(expected)
})

test('a replay after a return is another try: the report about the first try does not affect it', async () => {
  const who = person('replayed')
  const address = 'replayed@operator.example'
  await confirm(who, address)
  const first = senderOf(await mailOf(who, address, 'serious', 'Raised'))
  await handed(report(first))
  const [channel] = await world.channels(who)
  const { deliveryId } = (await delivery(who, 'Raised'))!
  const act = (what: string) => world.api.call(who, `POST /api/v1/notifications/${what}`)
  expect((await act(`channels/${channel?.channelId}/resumptions`)).status).toBe(201)
  expect((await act(`deliveries/${deliveryId}/replays`)).status).toBe(201)
  await vi.waitFor(
    async () => expect(await delivery(who, 'Raised')).toMatchObject({ state: 'delivered', tries: 2 }),
    PATIENCE,
  )
  await handed(report(first))
  expect(await delivery(who, 'Raised')).toMatchObject({ state: 'delivered', reason: null })
  const second = senderOf(mailsTo(address).at(-1))
  expect(second).not.toBe(first)
  await handed(report(second))
  expect(await delivery(who, 'Raised')).toMatchObject({ state: 'dead', reason: 'bounced', tries: 2 })
})

test('a returned mail suspends nothing if its address was resumed or confirmed after the mail was sent', async () => {
  const who = person('resumed')
  const address = 'resumed@operator.example'
  await confirm(who, address)
  const send = async (title: string) => {
    world.smtp.mails.length = 0
    return senderOf(await mailOf(who, address, 'serious', title))
  }
  const back = async (sender: string, title: string) => {
    await handed(report(sender))
    expect(await delivery(who, title)).toMatchObject({ state: 'dead', reason: 'bounced' })
    return (await world.channels(who))[0]?.suspendedReason
  }
  const [first, second, third] = [await send('First'), await send('Second'), await send('Third')]
  expect(await back(first, 'First')).toBe('bounced')
  const id = (await world.channels(who))[0]?.channelId
  expect((await world.api.call(who, `POST /api/v1/notifications/channels/${id}/resumptions`)).status).toBe(201)
  expect(await back(second, 'Second')).toBeNull()
  const fourth = await send('Fourth')
  await world.api.database.query(
    `update delivery.receiver set resumed_at = null, confirmed_at = now() where tenant_id = 'organisation:resumed'`,
  )
  expect(await back(third, 'Third')).toBeNull()
  expect(await back(fourth, 'Fourth')).toBeNull()
  const fifth = await send('Fifth')
  expect(await back(fifth, 'Fifth')).toBe('bounced')
})

test('Postfix passes a mail on with the configuration in deploy, and keeps the mail while Apsis is unavailable', async () => {
  const who = person('postfix')
  const address = 'postfix@operator.example'
  await confirm(who, address)
  const sender = senderOf(await mailOf(who, address, 'serious', 'Raised'))
  const code = (to: string, text: string) =>
    new Promise((resolve) => {
      const piped = spawn(join(PROJECT_DIR, 'deploy', 'postfix', 'hand-over'), [to], {
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      piped.once('close', resolve)
      piped.stdin.end(text)
    })
  const door = `${world.api.origin}/api/v1/notifications/bounces`
  const whole = `From MAILER-DAEMON Mon Nov 23 10:00:05 2026\n${report(sender)}${'x'.repeat(3_000_000)}`
  expect(await code('http://localhost:1', whole)).toBe(75)
  expect(await code(`${door}/nowhere`, whole)).toBe(75)
  expect(await delivery(who, 'Raised')).toMatchObject({ state: 'delivered' })
  expect(await code(door, whole)).toBe(0)
  expect(await delivery(who, 'Raised')).toMatchObject({ state: 'dead', reason: 'bounced' })
})

test('the endpoint accepts only mail, up to 1 MiB, from any sender', async () => {
  expect((await hand('nothing', 'text/plain')).status).toBe(204)
  expect((await hand('{}', 'application/json')).status).toBe(415)
  expect((await hand('')).status).toBe(400)
  expect((await hand('x'.repeat(1_048_577 + 65_536))).status).toBe(413)
  const log = world.api.logged.join('\n')
  expect(log).toContain('a mail came back')
  expect(log).not.toContain('no such user')
})
