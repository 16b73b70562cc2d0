import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { SmtpConfig } from '../platform/mail-settings.ts'
import { oneLine } from './content/facts.ts'
import type { Mail } from './content/mail.ts'
import { type Outcome, SENT_TO_NOBODY } from './retry.ts'
import { takesNoMail } from './takes-no-mail.ts'

export type MailAnswer = {
  readonly outcome: Outcome
  readonly reason:
    | 'smtp-reply'
    | 'sent-to-nobody'
    | 'bounced'
    | 'refused'
    | 'connect-timeout'
    | 'answer-timeout'
    | 'tls-failed'
    | 'connection-failed'
    | null
  readonly status: number | null
  readonly answer: string | null
}

/** The time of a mail and the person who receives it. */
type SendTime = { readonly at: Date } & Person
type Person = { readonly tenantId: string; readonly subject: string }

export type MailDoor = {
  /** True if the mails are not really sent. */
  readonly isSimulated: boolean
  send(mail: Mail, sent: SendTime): Promise<MailAnswer>
}

/** Limits of one mail. `totalMs` applies even if the server still sends something, because other mails to the address wait. */
export const MAIL_LIMITS = { connectMs: 5_000, greetingMs: 10_000, silentMs: 15_000, totalMs: 60_000 } as const
const MOST_ANSWER_CHARACTERS = 200

// Loading the library takes long, and many processes never send a mail.
const library = () => import('nodemailer')

/** Sends through a real mail server; only tests shorten the time limit of a mail. */
export function smtpDoor(
  { host, port, implicitTls, user, passwordFile, caFile }: SmtpConfig,
  totalMs: number = MAIL_LIMITS.totalMs,
): MailDoor {
  const open = async (socket: Socket) => {
    const password = passwordFile === undefined ? undefined : readFileSync(passwordFile, 'utf8').trim()
    return (await library()).createTransport({
      host,
      port,
      socket,
      secure: implicitTls,
      requireTLS: !implicitTls,
      connectionTimeout: MAIL_LIMITS.connectMs,
      greetingTimeout: MAIL_LIMITS.greetingMs,
      socketTimeout: MAIL_LIMITS.silentMs,
      // A text must never make the library read a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
      tls: { minVersion: 'TLSv1.2', ...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }) },
      ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    })
  }
  return {
    isSimulated: false,
    async send(mail) {
      const socket = new Socket()
      const transport = await open(socket)
      let isTooLong = false
      const whole = setTimeout(() => {
        isTooLong = true
        socket.destroy()
      }, totalMs)
      try {
        const { response } = await transport.sendMail(messageOf(mail))
        const words = oneLine(String(response)).slice(0, MOST_ANSWER_CHARACTERS)
        return {
          outcome: { kind: 'delivered' },
          reason: null,
          status: Number.parseInt(words, 10) || 250,
          answer: words,
        }
      } catch (error) {
        return isTooLong ? TOO_LONG : judgeSmtp(error)
      } finally {
        clearTimeout(whole)
        transport.close()
      }
    },
  }
}

const TOO_LONG: MailAnswer = { outcome: { kind: 'failed' }, reason: 'answer-timeout', status: null, answer: null }

/** The answer of a mail server, as far as the library passes it on. */
type SmtpError = {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

/** Returns what a failed try means: a permanently unknown address is a bounce; after a temporary fault the mail is sent again. */
export function judgeSmtp(error: unknown): MailAnswer {
  const { code, command, responseCode, response } = Object(error) as SmtpError
  const status = typeof responseCode === 'number' ? responseCode : null
  const answer = typeof response === 'string' ? oneLine(response).slice(0, MOST_ANSWER_CHARACTERS) : null
  const reply = { status, answer }
  if (status === null) return { ...reply, outcome: { kind: 'failed' }, reason: reasonOf(code) }
  // If our login failed, we correct it on our side, and the server will then accept the mail.
  const isAboutUs = code === 'EAUTH' || status === 530 || status === 535
  if (status < 500 || isAboutUs) return { ...reply, outcome: { kind: 'failed' }, reason: 'smtp-reply' }
  // Many servers refuse our sender, or the relay of our mail, only at this command.
  const isUnknown = command === 'RCPT TO' && takesNoMail({ code: null, status, words: answer })
  if (isUnknown) return { ...reply, outcome: { kind: 'gone' }, reason: 'bounced' }
  return { ...reply, outcome: { kind: 'refused' }, reason: 'refused' }
}

function reasonOf(code: unknown): MailAnswer['reason'] {
  if (code === 'ETIMEDOUT') return 'connect-timeout'
  return code === 'ETLS' || code === 'ESOCKET' ? 'tls-failed' : 'connection-failed'
}

/** The data that is stored with a simulated mail, for the settings page. */
export type KeptMail = { readonly to: string; readonly subject: string; readonly at: string; readonly text: string }

/** Returns the folder of a person's simulated mails. Nobody else can read it, whatever addresses they save. */
export const mailboxOf = (folder: string, { tenantId, subject }: Person): string =>
  join(
    folder,
    createHash('sha256')
      .update(JSON.stringify([tenantId, subject]))
      .digest('hex'),
  )

/**
 * Returns a `MailDoor` that stores mails in folders instead of sending them: each mail as it would have been sent, and its text for the
 * page.
 */
export function mailboxDoor(folder: string): MailDoor {
  return {
    isSimulated: true,
    async send(mail, { at, ...person }) {
      const own = mailboxOf(folder, person)
      mkdirSync(own, { recursive: true, mode: 0o700 })
      const transport = (await library()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await transport.sendMail(messageOf(mail))
      const name = `${at.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
      const kept: KeptMail = { to: mail.to, subject: mail.subject, at: at.toISOString(), text: mail.text }
      write(join(own, `${name}.eml`), Buffer.isBuffer(message) ? message : '')
      write(join(own, `${name}.json`), JSON.stringify(kept))
      return {
        outcome: { kind: 'delivered' },
        reason: SENT_TO_NOBODY,
        status: 250,
        answer: '250 SIMULATED: written to the mailbox',
      }
    },
  }
}

/** Writes a file so that another reader of the folder sees the complete file or none. */
function write(path: string, content: string | Buffer): void {
  writeFileSync(`${path}.draft`, content, { mode: 0o600 })
  renameSync(`${path}.draft`, path)
}

function messageOf({ from, to, subject, messageId, headers, text, html, attachments, pictures, comesBack }: Mail) {
  // This is an object, because the library would search a string for a list or a group of addresses.
  const receiver = { name: '', address: to }
  return {
    from,
    to: receiver,
    ...(comesBack && {
      envelope: { from: comesBack.address, to: receiver },
      // Servers that support RFC 3461 also put the token into their report, and return our headers without our text.
      dsn: { id: comesBack.token, return: 'headers', notify: ['failure', 'delay'] },
    }),
    subject,
    messageId,
    headers: { ...headers },
    text,
    html,
    attachments: [
      ...pictures.map(({ name, mediaType, bytes, cid }) => ({
        filename: name,
        contentType: mediaType,
        contentDisposition: 'inline' as const,
        content: bytes,
        cid,
      })),
      // The attachments are bytes, because the library would change the line ends of a text.
      ...attachments.map(({ name, mediaType, bytes }) => ({
        filename: name,
        contentType: mediaType,
        contentTransferEncoding: 'base64' as const,
        content: bytes,
      })),
    ],
  }
}
