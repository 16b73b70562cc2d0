import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer as createTlsServer } from 'node:tls'
import { selfSigned } from '@apsis/tools/services/certificates.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Mail } from './content/mail.ts'
import { type MailDoor, mailboxDoor, mailboxOf, smtpDoor } from './mail-door.ts'
import { startTestSmtp, type TestSmtp } from './testing/smtp-server.ts'

const AT = new Date('2026-11-20T10:00:00.000Z')
const SENT = { at: AT, tenantId: 'organisation:operator', subject: 'ada' }
const MAIL: Mail = {
  from: 'apsis@operator.example',
  to: 'flight@operator.example',
  subject: 'Critical: SAT-3 × COSMOS 2251 DEB',
  messageId: '<4f1c@operator.example>',
  headers: { 'X-Notification-Id': '4f1c' },
  text: 'They pass at 182 m.\n',
  html: '<p>They pass at 182 m.</p>',
  attachments: [{ name: '1.cdm', mediaType: 'text/plain', bytes: Buffer.from('CCSDS_CDM_VERS = 1.0\n') }],
  pictures: [],
}

let smtp: TestSmtp
let folder: string
let door: MailDoor
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apsis-mail-'))
  smtp = await startTestSmtp({ user: 'apsis', password: 'correct horse' })
  for (const [name, text] of [
    ['password', 'correct horse\n'],
    ['wrong', 'battery staple\n'],
    ['ca', smtp.cert],
  ] as const)
    writeFileSync(join(folder, name), text)
  door = smtpDoor(settings())
})
beforeEach(() => {
  smtp.mails.length = 0
  smtp.commands.length = 0
  smtp.reply = () => undefined
})
afterAll(async () => {
  await smtp.close()
  rmSync(folder, { recursive: true })
})

const settings = (change: { passwordFile?: string; caFile?: string | undefined } = {}) => ({
  host: 'localhost',
  port: smtp.port,
  implicitTls: false,
  user: 'apsis',
  passwordFile: join(folder, change.passwordFile ?? 'password'),
  caFile: 'caFile' in change ? change.caFile : join(folder, 'ca'),
})

test('a mail is sent over TLS with a login, text before HTML, with its file', async () => {
  expect(await door.send(MAIL, SENT)).toEqual({
    outcome: { kind: 'delivered' },
    reason: null,
    status: 250,
    answer: '250 2.0.0 queued as 4711',
  })
  const [mail] = smtp.mails
  expect(mail).toMatchObject({ isSecure: true, to: 'RCPT TO:<flight@operator.example>' })
  expect(mail?.data).toContain('Message-ID: <4f1c@operator.example>')
  expect(mail?.data).toMatch(/^X-Notification-ID: 4f1c/im)
  expect(mail?.data).not.toContain('List-Unsubscribe')
  const [text, html, file] = ['Content-Type: text/plain', 'Content-Type: text/html', 'filename=1.cdm'].map((part) =>
    mail?.data.indexOf(part),
  )
  expect(text).toBeGreaterThan(0)
  expect(html).toBeGreaterThan(text ?? 0)
  expect(file).toBeGreaterThan(html ?? 0)
})

test('an address that contains other addresses is treated as one address, and a subject has one line', async () => {
  await door.send({ ...MAIL, to: 'a@x.example\r\nRCPT TO:<evil@y.example>', subject: 'a\r\nBcc: evil@y.example' }, SENT)
  expect(smtp.commands).not.toContain('RCPT TO:<evil@y.example>')
  for (const { data } of smtp.mails) expect(data).not.toMatch(/^Bcc:/im)
})

test('without TLS, or with an untrusted certificate, nothing is sent, not even the password', async () => {
  smtp.reply = (command) => (command.startsWith('EHLO') ? '250 test' : undefined)
  expect((await door.send(MAIL, SENT)).outcome.kind).toBe('failed')
  smtp.reply = () => undefined
  expect(await smtpDoor(settings({ caFile: undefined })).send(MAIL, SENT)).toMatchObject({
    outcome: { kind: 'failed' },
    reason: 'tls-failed',
  })
  expect(smtp.mails).toEqual([])
  expect(smtp.commands).not.toContain('AUTH')
})

test('only a permanently unknown address is a bounce; after a temporary fault or a fault of ours the mail is sent again', async () => {
  const answers: unknown[] = []
  const said = async (reply: TestSmtp['reply'], via = door) => {
    smtp.reply = reply
    const { outcome, reason, status } = await via.send(MAIL, SENT)
    answers.push([outcome.kind, reason, status])
  }
  await said((command) => (command.startsWith('RCPT') ? '550 5.1.1 no such user' : undefined))
  await said((command) => (command.startsWith('RCPT') ? '550 no such user' : undefined))
  // Postfix also reports a refused sender and a refused relay at this point.
  await said((command) => (command.startsWith('RCPT') ? '550 5.1.8 Sender address rejected' : undefined))
  await said((command) => (command.startsWith('RCPT') ? '554 5.7.1 Relay access denied' : undefined))
  await said((command) => (command.startsWith('RCPT') ? '451 4.7.1 greylisted' : undefined))
  await said((command) => (command === '.' ? '554 5.7.1 looks like spam' : undefined))
  await said((command) => (command === '.' ? '452 4.3.1 disk full' : undefined))
  await said(() => undefined, smtpDoor(settings({ passwordFile: 'wrong' })))
  await said((command) => (command === '.' ? 'DROP' : undefined))
  expect(answers).toEqual([
    ['gone', 'bounced', 550],
    ['gone', 'bounced', 550],
    ['refused', 'refused', 550],
    ['refused', 'refused', 554],
    ['failed', 'smtp-reply', 451],
    ['refused', 'refused', 554],
    ['failed', 'smtp-reply', 452],
    ['failed', 'smtp-reply', 535],
    ['failed', 'connection-failed', null],
  ])
  expect(smtp.mails).toEqual([])
})

test('a mail is sent over TLS from its first byte', async () => {
  const { key, cert } = selfSigned()
  const replies: Record<string, string> = { DATA: '354 go on' }
  const said: string[] = []
  const server = createTlsServer({ key, cert }, (socket) => {
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    createInterface(socket).on('line', (line) => {
      said.push(line)
      if (/^(EHLO|MAIL|RCPT|DATA|QUIT|\.$)/.test(line)) socket.write(`${replies[line] ?? '250 taken'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  writeFileSync(join(folder, 'implicit'), cert)
  const door = smtpDoor({ ...settings(), port, implicitTls: true, user: undefined, caFile: join(folder, 'implicit') })
  expect(await door.send(MAIL, SENT)).toMatchObject({ outcome: { kind: 'delivered' }, answer: '250 taken' })
  expect(said).toContain('RCPT TO:<flight@operator.example>')
  server.close()
})

test('a mail server that sends a little again and again does not keep a mail running for ever', async () => {
  const open = new Set<Socket>()
  const dripping = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.write('220 here\r\n')
    socket.once('data', () => {
      const drip = setInterval(() => socket.write('250-more\r\n'), 50)
      socket.on('close', () => clearInterval(drip))
    })
  })
  await new Promise<void>((resolve) => dripping.listen(0, 'localhost', resolve))
  const address = dripping.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const answer = await smtpDoor({ ...settings(), port }, 1_000).send(MAIL, SENT)
  expect(answer).toEqual({ outcome: { kind: 'failed' }, reason: 'answer-timeout', status: null, answer: null })
  await vi.waitFor(() => expect(open.size).toBe(0))
  dripping.close()
})

test('without a mail server, a mail is a file that any mail program opens, and its text is in another file', async () => {
  const mailbox = join(folder, 'mailbox')
  expect(await mailboxDoor(mailbox).send(MAIL, SENT)).toMatchObject({
    outcome: { kind: 'delivered' },
    reason: 'sent-to-nobody',
    status: 250,
  })
  const own = mailboxOf(mailbox, SENT)
  const names = readdirSync(own).sort()
  expect(names.map((name) => name.replace(/[0-9a-f]{8}(?=\.)/, 'x'))).toEqual([
    '2026-11-20T10-00-00-000Z-x.eml',
    '2026-11-20T10-00-00-000Z-x.json',
  ])
  expect(readFileSync(join(own, names[0] ?? ''), 'utf8')).toContain('To: flight@operator.example')
  expect(JSON.parse(readFileSync(join(own, names[1] ?? ''), 'utf8'))).toEqual({
    to: 'flight@operator.example',
    subject: MAIL.subject,
    at: AT.toISOString(),
    text: MAIL.text,
  })
})
