import { connect, type TLSSocket } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { mailText } from './mail-texts.ts'
import {
  deliverSimulated,
  type LocalMailbox,
  type LocalMailboxOptions,
  MAILBOX_MOODS,
  startMailbox,
} from './mailbox.ts'

// Every command below was tried by hand against this server with Python's imaplib, an independent client; a test cannot rely on Python.

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(options: LocalMailboxOptions = {}): Promise<LocalMailbox> {
  const mailbox = await startMailbox({ slowMs: 200, longLineBytes: 100_000, ...options })
  closing.push(() => mailbox.close())
  return mailbox
}

type Talk = { readonly socket: TLSSocket; text(): string; say(line: string, until?: RegExp): Promise<string> }

/** Opens a connection on which the test itself writes the client's lines. */
async function talk(mailbox: LocalMailbox): Promise<Talk> {
  const port = Number(new URL(mailbox.url).port)
  const socket = connect({ host: 'localhost', port, servername: 'localhost', ca: mailbox.ca })
  closing.push(() => socket.destroy())
  let heard = ''
  socket.on('error', () => undefined)
  socket.on('data', (piece: Buffer) => {
    heard += piece.toString('latin1')
  })
  let read = 0
  const hear = async (until: RegExp) => {
    await expect
      .poll(() => until.test(heard.slice(read)) || socket.destroyed, { timeout: 5_000, interval: 5 })
      .toBe(true)
    const answer = heard.slice(read)
    read = heard.length
    return answer
  }
  await hear(/\r\n$/)
  return {
    socket,
    text: () => heard,
    say: (line, until = new RegExp(`^${line.split(' ')[0]} .*\\r\\n$`, 'm')) => {
      socket.write(`${line}\r\n`, 'latin1')
      return hear(until)
    },
  }
}

async function signedIn(mailbox: LocalMailbox): Promise<Talk> {
  const client = await talk(mailbox)
  expect(await client.say('a LOGIN messages@operator.example simulated')).toBe('a OK Signed in\r\n')
  return client
}

test('a mailbox signs in by LOGIN, by literals and by AUTHENTICATE PLAIN, and refuses a wrong password with its code', async () => {
  const mailbox = await start({ password: 'a "b" c' })
  const client = await talk(mailbox)
  expect(client.text()).toMatch(/^\* OK \[CAPABILITY IMAP4rev1 NAMESPACE LITERAL\+ MOVE AUTH=PLAIN\]/)
  expect(await client.say('a SELECT INBOX')).toBe('a BAD Sign in first\r\n')
  expect(await client.say('a LOGIN messages@operator.example wrong')).toMatch(/^a NO \[AUTHENTICATIONFAILED\]/)
  expect(await client.say('b LOGIN "messages@operator.example" "a \\"b\\" c"')).toBe('b OK Signed in\r\n')
  expect(await client.say('c LOGIN messages@operator.example {7}', /^\+ /m)).toBe('+ Go on\r\n')
  expect(await client.say('a "b" c', /^c /m)).toBe('c OK Signed in\r\n')
  expect(await client.say('d AUTHENTICATE PLAIN', /^\+ /m)).toBe('+ \r\n')
  const secret = Buffer.from('\0messages@operator.example\0a "b" c').toString('base64')
  expect(await client.say(secret, /^d /m)).toBe('d OK Signed in\r\n')
  expect(mailbox.commands.join()).not.toContain('"b"')
})

test('a mail is listed, fetched byte for byte, flagged and moved, as RFC 3501 and RFC 6851 have it', async () => {
  const mailbox = await start()
  const mail = mailText({ text: 'grüße\n', parts: [{ name: 'a.cdm', bytes: 'CCSDS_CDM_VERS = 1.0\n' }] })
  mailbox.deliver(mail)
  mailbox.deliver(mailText({ text: 'two' }))
  const client = await signedIn(mailbox)
  expect(await client.say('b SELECT inbox')).toMatch(
    /\* 2 EXISTS\r\n[\s\S]*\[UIDVALIDITY \d+\][\s\S]*b OK \[READ-WRITE\]/,
  )
  expect(await client.say('c UID SEARCH UID 2:*')).toBe('* SEARCH 2\r\nc OK Done\r\n')
  // The two ends of a range may be in either order, so n:* always includes the last mail.
  expect(await client.say('d UID SEARCH UID 9:*')).toBe('* SEARCH 2\r\nd OK Done\r\n')
  const head = await client.say('e UID FETCH 1 (UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (FROM SUBJECT)])')
  const fields = 'From: Simulated partner <flight@partner.example>\r\nSubject: SIMULATED messages\r\n\r\n'
  const items = `UID 1 RFC822.SIZE ${mail.length} BODY[HEADER.FIELDS (FROM SUBJECT)] {${fields.length}}`
  expect(head).toBe(`* 1 FETCH (${items}\r\n${fields})\r\ne OK Done\r\n`)
  expect(await client.say('f UID FETCH 1 (BODY.PEEK[])', /^f OK/m)).toContain(
    `{${mail.length}}\r\n${mail.toString('latin1')})\r\n`,
  )
  expect([...mailbox.mails()[0]!.flags]).toEqual([])
  await client.say('g UID STORE 1 +FLAGS.SILENT (\\Seen \\Flagged)')
  expect([...mailbox.mails()[0]!.flags]).toEqual(['\\Seen', '\\Flagged'])
  expect(await client.say('h UID MOVE 1 Apsis/taken')).toMatch(/^h NO \[TRYCREATE\]/)
  expect(await client.say('i CREATE Apsis/taken')).toBe('i OK Created\r\n')
  expect(await client.say('j CREATE Apsis/taken')).toMatch(/^j NO \[ALREADYEXISTS\]/)
  expect(await client.say('k UID MOVE 1 Apsis/taken')).toMatch(/COPYUID \d+ 1 1\][\s\S]*\* 1 EXPUNGE\r\nk OK/)
  expect([mailbox.mails().length, mailbox.mails('Apsis/taken')[0]?.bytes]).toEqual([1, mail])
  expect(await client.say('l LOGOUT')).toBe('* BYE Logging out\r\nl OK Done\r\n')
  expect(mailbox.violations).toEqual([])
})

const FETCH = 'f UID FETCH 1 (UID RFC822.SIZE BODY.PEEK[])'
/** The effect of each mood that does not concern the sign-in: a command, and the answer. */
const MOODS: readonly (readonly [keyof typeof MAILBOX_MOODS, string, RegExp])[] = [
  ['ok', FETCH, /^\* 1 FETCH \(UID 1 RFC822\.SIZE \d+ BODY\[\] \{\d+\}\r\n/],
  ['folder-missing', 'f SELECT INBOX', /^f NO \[NONEXISTENT\]/],
  ['no-rights', 'f SELECT INBOX', /^f NO \[NOPERM\]/],
  ['read-only', 'f SELECT INBOX', /f OK \[READ-ONLY\]/],
  ['no-move', 'f UID MOVE 1 INBOX', /^f BAD/],
  ['move-refused', 'f UID MOVE 1 INBOX', /^f NO \[OVERQUOTA\]/],
  ['new-numbers', 'f SELECT INBOX', /UIDVALIDITY 170000000[2-9]/],
  ['slow', FETCH, /f OK Done/],
  ['cut-off', FETCH, /^\* 1 FETCH \(UID 1 BODY\[\] \{(\d+)\}\r\n(?![\s\S]*f OK)/],
  ['bye', FETCH, /\* BYE/],
  ['garbage', FETCH, /^this is no answer/],
  ['wrong-mail', FETCH, /UID 1001 /],
  ['gone-mail', FETCH, /^f OK Done/],
  ['wrong-size', FETCH, /RFC822\.SIZE 100 /],
  ['huge', FETCH, /\{4294967296\}\r\nx/],
  ['long-line', FETCH, /x{100000}/],
  ['unsolicited', FETCH, /EXISTS\r\n\* 1 FETCH \(FLAGS/],
]
test.each(MOODS)('in the mood %s, %s is answered as said', async (mood, command, heard) => {
  const mailbox = await start()
  mailbox.deliver(mailText({ text: 'one' }))
  const client = await signedIn(mailbox)
  await client.say('b SELECT INBOX')
  mailbox.mood = mood
  expect(await client.say(command, /^(f (OK|NO|BAD)|\* BYE|\* 1 FETCH .*\{\d+\}\r\nx)/m)).toMatch(heard)
  if (['cut-off', 'bye'].includes(mood)) await expect.poll(() => client.socket.destroyed).toBe(true)
  else if (mood !== 'huge') expect(await client.say('z NOOP')).toContain('z OK')
})

test.each([
  ['wrong-password', 'b NO [AUTHENTICATIONFAILED] Authentication failed\r\n'],
  ['plain-refusal', 'b NO Login failed\r\n'],
  ['unavailable', 'b NO [UNAVAILABLE] The store of accounts does not answer\r\n'],
  ['login-only', 'b OK Signed in\r\n'],
] as const)('in the mood %s a sign-in with the right password is answered with %j', async (mood, said) => {
  const mailbox = await start()
  const client = await talk(mailbox)
  mailbox.mood = mood
  expect(await client.say('b LOGIN messages@operator.example simulated')).toBe(said)
  expect((await client.say('c CAPABILITY')).includes('AUTH=PLAIN')).toBe(mood !== 'login-only')
})

test('a mailbox that takes no password says so, and notes who signs in all the same; a silent one greets alone; a full one says BYE', async () => {
  const mailbox = await start()
  const client = await talk(mailbox)
  mailbox.mood = 'login-disabled'
  expect(await client.say('a CAPABILITY')).toContain('LOGINDISABLED')
  await client.say('b LOGIN messages@operator.example simulated')
  expect(mailbox.violations).toEqual(['A client signed in although LOGINDISABLED was announced.'])
  mailbox.mood = 'silent'
  client.socket.write('c NOOP\r\n')
  await expect.poll(() => mailbox.commands.at(-1)).toBe('NOOP')
  expect(client.text()).not.toContain('c OK')
  mailbox.mood = 'too-many-connections'
  const late = await talk(mailbox)
  expect(late.text()).toBe('* BYE Too many connections\r\n')
})

test('every mood is in a test of this file, and what a person starts has mails of a partner and of a stranger', async () => {
  const tested: string[] = MOODS.map(([mood]) => mood)
  const others = [
    'wrong-password',
    'plain-refusal',
    'unavailable',
    'login-only',
    'login-disabled',
    'silent',
    'too-many-connections',
  ]
  expect([...tested, ...others].sort()).toEqual(Object.keys(MAILBOX_MOODS).sort())
  const mailbox = await start()
  deliverSimulated(mailbox, ['CCSDS_CDM_VERS = 1.0\n'])
  expect(mailbox.mails().map(({ bytes }) => /^From: (.*)\r$/m.exec(bytes.toString())?.[1])).toEqual([
    'Simulated partner <flight@partner.example>',
    'stranger@elsewhere.example',
  ])
})

test('a person changes the mood, delivers a mail and sees what was done by calls as of every service', async () => {
  const mailbox = await start()
  const control = async (call: string, body?: string) => {
    const answer = await fetch(`${mailbox.controlUrl}${call}`, {
      method: 'POST',
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, said: (await answer.json()) as Record<string, unknown> }
  }
  expect(
    (await control('/mail?from=one@partner.example&subject=two&file=three.cdm', 'CCSDS_CDM_VERS = 1.0')).status,
  ).toBe(200)
  const [mail] = mailbox.mails()
  expect(mail?.bytes.toString()).toMatch(/From: one@partner\.example\r\n[\s\S]*Subject: two[\s\S]*name="?three\.cdm/)
  await signedIn(mailbox)
  const { said } = await control('/mood?name=bye')
  expect(said).toMatchObject({ service: 'mailbox', mood: 'bye', violations: [], mails: { INBOX: 1 } })
  expect(said.requestsOfTheLastHour).toEqual([expect.stringMatching(/^20\S+Z LOGIN$/)])
  expect(JSON.stringify(said)).not.toContain('simulated')
  expect(mailbox.mood).toBe('bye')
  expect((await control('/mood?name=gzip')).status).toBe(404)
  expect((await control('/nothing')).said.error).toBe('There is no call "nothing".')
})
