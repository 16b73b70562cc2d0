import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { NewConnection, ReadingResult } from '@apsis/contract/connections/connection.ts'
import { type MailContent, mailText } from '@apsis/tools/services/mail-texts.ts'
import {
  type LocalMailbox,
  type LocalMailboxOptions,
  type MailboxMood,
  startMailbox,
} from '@apsis/tools/services/mailbox.ts'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testConnection, updateConnection } from '../../connections/connection.service.ts'
import { silenceOf, volumeFinding } from '../../connections/feed.service.ts'
import type { ConnectionWays } from '../../connections/reader.service.ts'
import { addConnection, connectionPlatform, setFeed, testWays } from '../../connections/testing/test-connection.ts'
import { type DyingDatabase, dyingAt } from '../../platform/testing/dying-database.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { useFeedPlatform } from '../testing/feed-platform.ts'
import { mailboxWork } from './mailbox-work.ts'

const START = Date.parse('2030-01-01T05:10:00Z')
/** A mail of this size is larger than all others of these tests. */
const MOST_BYTES = 1024 ** 2

const { tenantId, query, turn, turnWith, feed, stored, platform } = useFeedPlatform()
let server: LocalMailbox
let ways: ConnectionWays
let now: number
beforeEach(() => start({}))
afterEach(() => server.close())

async function start(options: LocalMailboxOptions): Promise<void> {
  now = START
  server = await startMailbox({ slowMs: 2_500, longLineBytes: 3 * MOST_BYTES, ...options })
  ways = testWays({ limits: { headMs: 1_000, wholeMs: 30_000, mostBytes: MOST_BYTES, ca: server.ca } })
}
async function restart(options: LocalMailboxOptions): Promise<void> {
  await server.close()
  await start(options)
}

/** Returns the fields of a connection to the mailbox. */
const given = (): NewConnection => ({
  kind: 'MAILBOX',
  name: 'Mailbox',
  address: server.url,
  account: 'messages@operator.example',
  senders: ['partner.example'],
  feeds: ['MESSAGES'],
  periodHours: 8,
  isStaging: false,
})
const connected = () => connectionPlatform(platform().db, { ways, now: () => now })
const connect = (change: object = {}, organisation = tenantId()) =>
  addConnection(connected(), organisation, { ...given(), ...change })
const read = () => turn(mailboxWork(ways), () => now)
const readLater = async (ms = MINUTE_MS) => {
  now += ms
  await read()
}
const attached = (messageId: string, change: MailContent = {}) =>
  mailText({
    subject: messageId,
    text: 'A message is attached.\n',
    parts: [{ name: `${messageId}.cdm`, bytes: cdmText({ messageId }) }],
    ...change,
  })
const caller = () => ({ caller: { tenantId: tenantId(), subject: 'ada', username: 'ada' }, requestId: 'test' })
const folders = () => ['INBOX', 'Apsis/taken', 'Apsis/refused'].map((name) => server.mails(name).length)
const readings = async (organisation = tenantId()) =>
  (await query(
    'select result, detail, received, accepted, known, refused from connections.reading where tenant_id = $1 order by id',
    [organisation],
  )) as { result: ReadingResult; detail: string | null; accepted: number }[]
const lastReading = async () => (await readings()).at(-1)
const states = () => query('select state, state_detail from connections.connection where tenant_id = $1', [tenantId()])
const notices = async () =>
  (
    (await query('select finding from notifications.notification where tenant_id = $1', [tenantId()])) as {
      finding: { code: string }
    }[]
  ).map(({ finding }) => finding.code)

test('the attachments of named senders are stored, and their mails are moved to Apsis/taken', async () => {
  server.deliver(attached('one'))
  server.deliver(attached('two', { from: 'other@partner.example' }))
  await connect()
  await read()
  expect(await stored()).toEqual(['mailbox one', 'mailbox two'])
  expect(folders()).toEqual([0, 2, 0])
  expect(await readings()).toEqual([{ result: 'new', detail: null, received: 2, accepted: 2, known: 0, refused: 0 }])
  expect(await feed(now)).toMatchObject({ lastSuccessAt: new Date(now), lastMessageAt: new Date(now), lastError: null })
  expect(server.violations).toEqual([])
})

test('a mail is read once, every minute is asked, and a look that finds nothing is no delivery', async () => {
  await connect()
  await read()
  expect(await feed(now)).toMatchObject({ lastSuccessAt: null, lastError: null })
  server.deliver(attached('one'))
  await read()
  expect(await stored()).toEqual([])
  await readLater()
  await readLater()
  await readLater()
  expect(await stored()).toEqual(['mailbox one'])
  expect((await readings()).map(({ result }) => result)).toEqual(['nothing-new', 'new'])
  expect(server.commands.filter((command) => command.includes('BODY.PEEK[]'))).toHaveLength(1)
})

test('what a place for tests sends counts as simulated', async () => {
  server.deliver(attached('try'))
  await connect({ isStaging: true })
  await read()
  const rows = await query('select source, is_simulated from ca.cdm where tenant_id = $1', [tenantId()])
  expect(rows).toEqual([{ source: 'mailbox', is_simulated: true }])
})

const zipOf = (messageId: string) => Buffer.from(zipSync({ [`${messageId}.cdm`]: Buffer.from(cdmText({ messageId })) }))
const message = cdmText({ messageId: 'one' })
/** Ways to send one message, each as a whole mail. */
const FORMS: readonly (readonly [string, Buffer])[] = [
  [
    'in quoted-printable',
    attached('one', { parts: [{ name: 'a.cdm', bytes: message, encoding: 'quoted-printable' }] }),
  ],
  [
    'as text/plain in 8 bits',
    attached('one', { parts: [{ name: 'a.txt', type: 'text/plain', bytes: message, encoding: '8bit' }] }),
  ],
  ['in a zip', attached('one', { parts: [{ name: 'a.zip', type: 'application/zip', bytes: zipOf('one') }] })],
  ['in a part without a name', attached('one', { parts: [{ name: null, bytes: message }] })],
  [
    'in a forwarded mail',
    attached('one', { parts: [{ name: null, type: 'message/rfc822', bytes: attached('one'), encoding: '8bit' }] }),
  ],
  [
    'as the text of the mail, between greeting and signature',
    mailText({ text: `Dear operator,\n\n${message}\n-- \nA. Partner\n` }),
  ],
  [
    'beside a picture and a signature',
    attached('one', {
      parts: [
        { name: 'logo.png', type: 'image/png', bytes: 'no picture' },
        { name: 'a.cdm', bytes: message },
        { name: 'signature.asc', type: 'application/pgp-signature', bytes: 'no signature' },
      ],
    }),
  ],
  [
    'with its name in UTF-8 by RFC 2231',
    Buffer.from(
      attached('one').toString('latin1').replace('filename="one.cdm"', "filename*=utf-8''n%C3%A4he.cdm"),
      'latin1',
    ),
  ],
  [
    'with lines that end in LF alone',
    Buffer.from(attached('one').toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  ],
]
test.each(FORMS)('a message is taken %s', async (_, mail) => {
  server.deliver(mail)
  await connect()
  await read()
  expect([await stored(), await lastReading()]).toMatchObject([['mailbox one'], { result: 'new', refused: 0 }])
})

const bad = cdmText({ messageId: 'bad' }).replace(/^TCA = .*$/m, 'TCA = yesterday')
/** Mails of accepted senders without any content that can be stored, each with a part of the expected reason. */
const UNREADABLE: readonly (readonly [string, Buffer, string])[] = [
  ['a damaged message', attached('bad', { parts: [{ name: 'bad.cdm', bytes: bad }] }), 'bad.cdm: line '],
  ['no file and no message', mailText({ text: 'Good morning.\n' }), 'holds no file'],
  ['an empty mail', Buffer.from('From: a@partner.example\r\n\r\n'), 'holds no file'],
  ['a header alone', Buffer.from('From: a@partner.example'), 'holds no file'],
  ['a file that is no message', attached('x', { parts: [{ name: 'x.bin', bytes: Buffer.alloc(500, 7) }] }), 'x.bin'],
  ['a mail that breaks off', attached('cut').subarray(0, -30), 'is cut off'],
  [
    'an unknown encoding',
    Buffer.from(attached('x').toString().replace('ng: base64', 'ng: uuencode')),
    'unknown encoding uuencode',
  ],
  [
    'parts without a boundary',
    Buffer.from(
      attached('x')
        .toString()
        .replace(/boundary="[^"]*"/, 'x=y'),
    ),
    'without a boundary',
  ],
  ['parts in parts in parts', nested(12), 'more than 6 deep'],
  [
    'too many files',
    attached('x', { parts: Array.from({ length: 300 }, () => ({ name: 'a', bytes: 'x' })) }),
    'more than 200',
  ],
]
test.each(UNREADABLE)(
  '%s is refused with its reason, and moved to Apsis/refused; the mails behind it are taken',
  async (_, mail, reason) => {
    server.deliver(mail)
    server.deliver(attached('behind'))
    await connect()
    await read()
    expect(await stored()).toEqual(['mailbox behind'])
    expect(folders()).toEqual([0, 1, 1])
    const reading = await lastReading()
    expect(reading).toMatchObject({ result: 'some-refused', accepted: 1 })
    expect(reading?.detail).toContain(reason)
    expect((await feed(now))?.lastError).toContain(reason)
  },
)

function nested(depth: number): Buffer {
  if (depth === 0) return attached('deep')
  return mailText({ parts: [{ name: null, type: 'message/rfc822', bytes: nested(depth - 1), encoding: '8bit' }] })
}

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\system32\\a.cdm', 'C:Windowssystem32a.cdm'],
  ['a\u202ecdm.exe', 'a cdm.exe'],
  ['x'.repeat(900), 'x'.repeat(120)],
  ['<img src=x onerror=alert(1)>.cdm', '<img src=x onerror=alert(1)>.cdm'],
  ['..', '..'],
  ['', 'hostile'],
])('the hostile name %j of a file is a label, and never a path', async (name, label) => {
  server.deliver(attached('hostile', { parts: [{ name, bytes: bad }] }))
  await connect()
  await read()
  expect((await lastReading())?.detail).toMatch(`"hostile" of flight@partner.example: ${label}: line `.slice(0, 200))
})

/** Mails from senders that are not accepted, some of which look like mails of a partner. */
const STRANGERS: readonly (readonly [string, MailContent])[] = [
  ['of another domain', { from: 'flight@elsewhere.example' }],
  ['of a domain that ends alike', { from: 'flight@notpartner.example' }],
  ['of a domain below', { from: 'flight@mail.partner.example' }],
  ['with the address of a partner as its name', { from: '"flight@partner.example" <a@elsewhere.example>' }],
  ['with two addresses', { from: 'a@partner.example, b@elsewhere.example' }],
  ['with the address in a comment', { from: 'a@elsewhere.example (flight@partner.example)' }],
  ['with two fields From', { received: ['From: a@partner.example'], from: 'a@elsewhere.example' }],
  ['with no address', { from: 'partner.example' }],
  [
    'that fails every check',
    { received: ['Authentication-Results: mx.operator.example; spf=fail smtp.mailfrom=partner.example; dkim=none'] },
  ],
  [
    'whose check confirms another domain',
    {
      received: [
        'Authentication-Results: mx.operator.example; dkim=pass header.d=elsewhere.example; spf=pass smtp.mailfrom=a@elsewhere.example',
      ],
    },
  ],
  [
    'whose pass is in a comment',
    { received: ['Authentication-Results: mx.operator.example; dmarc=fail (dmarc=pass header.from=partner.example)'] },
  ],
  [
    'with a pass of its own below that of the server',
    {
      received: [
        'Authentication-Results: mx.operator.example; none',
        'Authentication-Results: mx.operator.example; dmarc=pass header.from=partner.example',
      ],
    },
  ],
]
test.each(STRANGERS)('a mail %s is left where it is, and the reading says so', async (_, content) => {
  server.deliver(attached('forged', content))
  server.deliver(attached('true'))
  await connect()
  await read()
  expect(await stored()).toEqual(['mailbox true'])
  expect(folders()).toEqual([1, 1, 0])
  expect((await lastReading())?.detail).toMatch(/^{"code":"strangers","values":{"count":1,"who":".+","others":0}}$/)
  await readLater()
  expect(await readings()).toHaveLength(1)
})

test.each([
  ['DMARC', 'mx.operator.example; dmarc=pass (p=reject) header.from=partner.example'],
  ['DKIM of the domain', 'mx.operator.example; spf=none; dkim=pass (2048-bit key) header.d=partner.example header.s=x'],
  ['SPF of the domain', 'mx.operator.example 1; spf=pass smtp.mailfrom=bounce@partner.example'],
  [
    'a server that does not name itself',
    'spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=partner.example; dkim=none',
  ],
])('a mail that the receiving server confirms by %s is taken', async (_, results) => {
  server.deliver(attached('confirmed', { received: [`Authentication-Results: ${results}`] }))
  await connect()
  await read()
  expect(await stored()).toEqual(['mailbox confirmed'])
})

test('a sender that is named later has its earlier mails taken, and nothing is taken twice', async () => {
  server.deliver(attached('early', { from: 'desk@later.example' }))
  server.deliver(attached('known'))
  const { connectionId } = await connect()
  await read()
  expect(await stored()).toEqual(['mailbox known'])
  const change = { ...given(), senders: ['partner.example', 'desk@later.example'] }
  await updateConnection(connected(), caller(), { id: connectionId, given: change, ifMatch: undefined })
  await readLater()
  expect(await stored()).toEqual(['mailbox early', 'mailbox known'])
  expect(folders()).toEqual([0, 2, 0])
})

test('ephemerides come as attachments whose names begin with the number of the satellite, and a wrong one is refused', async () => {
  server.deliver(mailText({ parts: [{ name: 'path.oem', bytes: 'CCSDS_OEM_VERS = 2.0\n' }] }))
  server.deliver(mailText({ parts: [{ name: '99999_a.oem', bytes: 'CCSDS_OEM_VERS = 2.0\n' }] }))
  await connect({ feeds: ['EPHEMERIDES'] })
  await read()
  expect((await lastReading())?.detail).toMatch(
    /path\.oem: has to begin with the catalogue number.*there is no satellite 99999 of yours/,
  )
  expect(folders()).toEqual([0, 0, 2])
})

/**
 * The behaviours of the test server with which mails are stored as usual, with the number of mails that are in INBOX, Apsis/taken and
 * Apsis/refused afterwards.
 */
const HARMLESS: readonly (readonly [MailboxMood, readonly number[]])[] = [
  ['login-only', [0, 1, 1]],
  ['unsolicited', [0, 1, 1]],
  ['no-move', [2, 0, 0]],
  ['move-refused', [2, 0, 0]],
  ['read-only', [2, 0, 0]],
]
test.each(HARMLESS)('%s: the messages are taken once, and the mails lie as the mailbox allows', async (mood, lie) => {
  server.deliver(attached('one'))
  server.deliver(mailText({ text: 'nothing\n' }))
  await connect()
  server.mood = mood
  await read()
  await readLater()
  await readLater()
  expect(await stored()).toEqual(['mailbox one'])
  expect(await readings()).toHaveLength(1)
  expect(folders()).toEqual(lie)
  const flags = server.mails().map((mail) => [...mail.flags].sort())
  if (mood !== 'read-only' && lie[0] === 2) expect(flags).toEqual([['\\Seen'], ['\\Flagged', '\\Seen']])
  expect(server.violations).toEqual([])
})

test('folders lie where the mailbox wants them', async () => {
  await restart({ prefix: 'INBOX.', delimiter: '.' })
  server.deliver(attached('one'))
  await connect()
  await read()
  expect(server.mails('INBOX.Apsis.taken')).toHaveLength(1)
})

test('a folder with any name is read', async () => {
  // As RFC 3501 §5.1.3 writes the name Müll & "Nähe".
  server.deliver(attached('one'), 'M&APw-ll &- "N&AOQ-he"')
  await connect({ mailFolder: 'Müll & "Nähe"' })
  await read()
  expect(await stored()).toEqual(['mailbox one'])
})

test('mails that are numbered anew are looked at again, and their messages are duplicates', async () => {
  server.mood = 'read-only'
  server.deliver(attached('one'))
  await connect()
  await read()
  server.mood = 'new-numbers'
  await readLater()
  expect(await stored()).toEqual(['mailbox one'])
  expect(await lastReading()).toMatchObject({ result: 'nothing-new', known: 1, accepted: 0 })
})

/** The behaviours of the test server with which no mail is stored, with the result that is shown. */
const BAD: readonly (readonly [MailboxMood, ReadingResult])[] = [
  ['unavailable', 'failed'],
  ['too-many-connections', 'throttled'],
  ['login-disabled', 'no-rights'],
  ['folder-missing', 'folder'],
  ['no-rights', 'no-rights'],
  ['slow', 'unreachable'],
  ['silent', 'unreachable'],
  ['cut-off', 'cut-off'],
  ['bye', 'cut-off'],
  ['garbage', 'wrong-type'],
  ['long-line', 'too-large'],
]
test.each(BAD)(
  '%s: nothing is stored, the result is %s, it is tried again soon, and the message comes when it is over',
  async (mood, result) => {
    server.deliver(attached('kept for later'))
    await connect()
    server.mood = mood
    await read()
    expect(await stored()).toEqual([])
    expect(await lastReading()).toMatchObject({ result, received: 0 })
    expect((await feed(now))?.lastError).not.toBeNull()
    const sent = server.commands.length
    now += MINUTE_MS - 1_000
    await read()
    expect(server.commands).toHaveLength(sent)
    server.mood = 'ok'
    await readLater(2_000)
    expect(await stored()).toEqual(['mailbox kept for later'])
    expect(await feed(now)).toMatchObject({ lastError: null, lastSuccessAt: new Date(now) })
    expect(folders()).toEqual([0, 1, 0])
  },
)

test.each<MailboxMood>(['wrong-mail', 'gone-mail'])('%s: nothing is stored and nothing is lost', async (mood) => {
  server.deliver(attached('one'))
  await connect()
  server.mood = mood
  await read()
  await readLater()
  expect(await stored()).toEqual([])
  expect(await lastReading()).toMatchObject({ result: 'failed' })
  server.mood = 'ok'
  await readLater(HOUR_MS)
  expect(await stored()).toEqual(['mailbox one'])
  expect(await feed(now)).toMatchObject({ lastError: null })
})

test('a mail that is larger than what is taken is refused without being read, and also if the mailbox names another size', async () => {
  ways = testWays({ limits: { headMs: 1_000, wholeMs: 30_000, mostBytes: 30_000, ca: server.ca } })
  server.deliver(attached('huge', { parts: [{ name: 'huge.cdm', bytes: Buffer.alloc(60_000, 'x') }] }))
  server.deliver(attached('behind'))
  await connect()
  await read()
  expect(server.commands.filter((command) => command.includes('BODY.PEEK[]'))).toEqual([
    'UID FETCH 2 (UID BODY.PEEK[])',
  ])
  expect(await lastReading()).toMatchObject({ result: 'some-refused' })
  expect((await lastReading())?.detail).toContain('at most 30000 are taken')
  server.deliver(attached('liar', { parts: [{ name: 'huge.cdm', bytes: Buffer.alloc(60_000, 'x') }] }))
  server.deliver(attached('after'))
  server.mood = 'wrong-size'
  await readLater()
  expect(await lastReading()).toMatchObject({ result: 'too-large', refused: 1 })
  server.mood = 'ok'
  await readLater()
  expect(await stored()).toEqual(['mailbox after', 'mailbox behind'])
  expect(folders()).toEqual([0, 2, 2])
})

test('a mailbox that announces 4 GB is not listened to', async () => {
  server.deliver(attached('one'))
  await connect()
  server.mood = 'huge'
  await read()
  expect(await lastReading()).toMatchObject({ result: 'too-large', refused: 1 })
})

test.each(['expired', 'wrong-name', 'unknown'] as const)(
  'a certificate that is %s is refused, and nobody signs in',
  async (tls) => {
    await restart({ tls })
    await connect()
    await read()
    expect(await lastReading()).toMatchObject({ result: 'certificate' })
    expect(server.commands).toEqual([])
  },
)

test.each<MailboxMood>(['wrong-password', 'plain-refusal'])(
  '%s stops the connection at once, tells people once, and waits for one who resumes it',
  async (mood) => {
    const { connectionId } = await connect()
    server.mood = mood
    await read()
    const tries = server.commands.filter((command) => command === 'AUTHENTICATE').length
    for (let hours = 0; hours < 12; hours += 1) await readLater(HOUR_MS)
    expect(server.commands.filter((command) => command === 'AUTHENTICATE')).toHaveLength(tries)
    expect(await states()).toMatchObject([{ state: 'REFUSED' }])
    expect(await notices()).toEqual(['connection-refused'])
    server.mood = 'ok'
    server.deliver(attached('after'))
    const change = { ...given(), isPaused: false }
    await updateConnection(connected(), caller(), { id: connectionId, given: change, ifMatch: undefined })
    await readLater()
    expect(await states()).toMatchObject([{ state: 'ACTIVE' }])
    expect(await stored()).toEqual(['mailbox after'])
  },
)

test('a mailbox that stays away is asked more and more rarely, finally every hour', async () => {
  await connect()
  server.mood = 'unavailable'
  const waits: number[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await read()
    const next = (await feed(now))?.nextAt?.getTime() ?? 0
    waits.push((next - now) / MINUTE_MS)
    now = next
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('workers that read at once open one connection, and take each mail once', async () => {
  for (const name of ['a', 'b', 'c']) server.deliver(attached(name))
  await connect()
  await Promise.all(Array.from({ length: 6 }, read))
  expect(server.mostAtOnce).toBe(1)
  expect(await stored()).toEqual(['mailbox a', 'mailbox b', 'mailbox c'])
  expect(await readings()).toMatchObject([{ accepted: 3 }])
})

test('fifty mails and more are taken over several turns', async () => {
  for (let n = 0; n < 55; n += 1) server.deliver(attached(`m ${n}`))
  await connect()
  await read()
  expect(await stored()).toHaveLength(50)
  await read()
  expect(await stored()).toHaveLength(55)
  expect(folders()).toEqual([0, 55, 0])
})

test('a test says how many mails are there and how many are new, takes none of them, and says why it cannot', async () => {
  for (const name of ['a', 'b']) server.deliver(attached(name))
  const { connectionId } = await connect()
  server.mood = 'read-only'
  await read()
  server.deliver(attached('c'))
  const fact = { code: 'mails', values: { count: 3, folder: 'INBOX', fresh: 1 } }
  const found = { result: 'new', account: 'messages@operator.example', detail: null, fact, satellites: null }
  expect(await testConnection(connected(), caller(), connectionId)).toMatchObject(found)
  expect(await testConnection(connected(), caller(), connectionId)).toMatchObject(found)
  for (const [mood, result] of [
    ['wrong-password', 'password'],
    ['folder-missing', 'folder'],
    ['silent', 'unreachable'],
  ] as const) {
    server.mood = mood
    expect(await testConnection(connected(), caller(), connectionId)).toMatchObject({ result, account: null })
  }
  expect(await stored()).toHaveLength(2)
})

test('silence of a mailbox, and half of what is usual, are alarms as for every connection', async () => {
  const { connectionId } = await connect()
  await read()
  now += 13 * HOUR_MS
  await read()
  expect(silenceOf((await feed(now))!, now)).toMatchObject({ isSilent: true })
  const key = { connectionId, kind: 'MESSAGES' } as const
  for (let day = 1; day <= 10; day += 1)
    await query(
      `insert into connections.reading (tenant_id, connection_id, kind, at, result, received, accepted, known, refused)
       values ($1, $2, 'MESSAGES', $3, 'new', 30, 30, 0, 0)`,
      [tenantId(), connectionId, new Date(now - day * 24 * HOUR_MS)],
    )
  await setFeed(platform().db, tenantId(), key, { nextAt: null })
  server.deliver(attached('alone'))
  await readLater()
  expect(volumeFinding((await feed(now))!, { now, satellites: 30 })).toMatchObject({
    code: 'feed-small',
    values: { feed: 'Mailbox', count: 1, usual: 30 },
  })
})

test('no secret is in a reading, a notice, a feed, an audit record or a command that the mailbox lists', async () => {
  server.password = 'right "and" secret-7 ä'
  server.deliver(attached('one'))
  await connect({ secret: server.password })
  await read()
  server.mood = 'login-only'
  await readLater()
  expect(await stored()).toEqual(['mailbox one'])
  expect(server.commands).toContain('LOGIN')
  const tables = [
    'connections.connection',
    'connections.feed',
    'connections.reading',
    'notifications.notification',
    'platform.audit',
  ]
  for (const table of tables) {
    const rows = await query(`select to_jsonb(t)::text as row from ${table} t where tenant_id = $1`, [tenantId()])
    expect(JSON.stringify(rows)).not.toContain('secret-7')
  }
})

/** Stops a worker at a step of its reading; then other workers read. Returns the number of its transactions if it was stopped. */
async function killAt(name: string, kill: (server: LocalMailbox) => DyingDatabase): Promise<number | undefined> {
  const organisation = `${tenantId()} killed at ${name}`
  await restart({})
  for (const id of ['one', 'two']) server.deliver(attached(`${id} ${name}`))
  server.deliver(attached('bad', { parts: [{ name: 'bad.cdm', bytes: bad }] }))
  await connect({}, organisation)
  const dying = kill(server)
  const isKilled = await turnWith(mailboxWork(ways), () => now, organisation, dying.db).then(
    async () => (await readings(organisation)).length === 0,
    () => true,
  )
  server.onCommand = () => undefined
  // Seven minutes are longer than the time for which a lost worker blocks the mailbox.
  for (let look = 0; look < 3; look += 1) {
    now += 7 * MINUTE_MS
    await turnWith(mailboxWork(ways), () => now, organisation)
  }
  const rows = await query('select message_id from ca.cdm where tenant_id = $1 order by message_id', [organisation])
  expect(rows).toEqual([{ message_id: `one ${name}` }, { message_id: `two ${name}` }])
  expect(folders()).toEqual([0, 2, 1])
  const all = await readings(organisation)
  expect(all.some(({ detail }) => detail?.includes('bad.cdm: line ') === true)).toBe(true)
  return isKilled ? undefined : dying.count()
}

test('a worker that is killed before any of its transactions loses nothing and stores nothing twice', async () => {
  for (let last = 1; ; last += 1) {
    const transactions = await killAt(`transaction ${last}`, () => dyingAt(platform().db, last))
    if (transactions === undefined || transactions > last) continue
    expect(last).toBeGreaterThan(5)
    return
  }
}, 300_000) // Each transaction is interrupted once, each time with a new mailbox.

test('a worker that is killed at any command to the mailbox loses nothing and stores nothing twice', async () => {
  for (let step = 1; ; step += 1) {
    let commands = 0
    const transactions = await killAt(`command ${step}`, (mailbox) => {
      mailbox.onCommand = () => {
        commands += 1
      }
      return dyingAt(platform().db, Number.POSITIVE_INFINITY, () => commands >= step)
    })
    if (transactions === undefined || commands >= step) continue
    expect(step).toBeGreaterThan(10)
    return
  }
}, 300_000) // Each command is interrupted once, each time with a new mailbox.
