import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { readAddress } from '../delivery/signed-post.service.ts'
import { connectOutside } from '../platform/outbound/ask-outside.ts'
import { pool } from '../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../platform/thread/task.ts'
import { type Line, ServiceError, serviceErrorOf } from './ask.service.ts'
import { type ImapAnswer, type ImapConnection, ImapRefusal, type ImapValue, openImap } from './imap.ts'
import { isNamed, MOST_SENDER_BYTES, readSender, SENDER_FIELDS } from './mail-sender.ts'
import type { UnpackedMail } from './read-mail.ts'

export type MailboxAccount = {
  /** `imaps://host[:port]` */
  readonly address: string
  readonly user: string
  readonly password: string
  readonly folder: string
  /** The addresses and domains whose mails are accepted. */
  readonly senders: readonly string[]
}

/** A mail in the folder, before it is read. */
export type MailHead = {
  readonly uid: number
  readonly bytes: number
  readonly subject: string
  /** The address of its sender; null if it cannot be read. */
  readonly from: string | null
  /** True if the connection names the sender. */
  readonly isTaken: boolean
}

/** A folder that is open. */
export type Mailbox = {
  /** While this value stays the same, a number identifies the same mail. */
  readonly validity: number
  readonly mails: number
  /** Larger mails are not read. */
  readonly mostBytes: number
  /** Returns the numbers of the mails from this number on, in ascending order. */
  listFrom(uid: number): Promise<number[]>
  readHeads(uids: readonly number[]): Promise<MailHead[]>
  /** Returns a mail as it is; undefined if it is not there any more. */
  read(uid: number): Promise<Buffer | undefined>
  /**
   * Moves a mail into the folder Apsis/taken or Apsis/refused, or marks it as read or as flagged; if the mailbox allows neither, the mail
   * stays as it is.
   */
  putAway(uid: number, to: 'taken' | 'refused'): Promise<void>
  close(): Promise<void>
}

const IMAPS_PORT = '993'
const ADDRESS = /^imaps:\/\/([^\s/?#@:]{1,253}|\[[0-9a-f:]{2,45}\])(?::(\d{1,5}))?\/?$/i

/**
 * Returns the address of a mailbox, `imaps://host[:port]`, as an https URL, so that one parser reads all hosts; undefined if the address is
 * invalid.
 */
function urlOfMailbox(address: string): URL | undefined {
  const [, host, port = IMAPS_PORT] = ADDRESS.exec(address) ?? []
  const text = `https://${host}:${port}`
  return host === undefined || !URL.canParse(text) ? undefined : new URL(text)
}

/** Returns the URL of a mailbox that a person has entered, or the reason why it is refused. */
export function readMailboxAddress(address: string, rules: Parameters<typeof readAddress>[1]) {
  const url = urlOfMailbox(address)
  if (url === undefined) return 'not-a-url'
  const isUsual = url.port === IMAPS_PORT
  const read = readAddress(isUsual ? `https://${url.hostname}` : url.href, rules)
  return read instanceof URL && !isUsual && !rules.allowLoopback ? 'port-closed' : read
}

/** Returns the address of a mailbox as it is stored. */
export function storedMailboxAddress(address: string): string {
  const url = urlOfMailbox(address)
  return `imaps://${url?.hostname.replace(/\.$/, '') ?? ''}:${url?.port ?? IMAPS_PORT}`
}

/** A mail of this size holds files of 25 MiB in all. */
const MOST_MAIL_BYTES = 36 * 1024 ** 2
const IDLE_MS = MINUTE_MS
const WHOLE_MS = 4 * MINUTE_MS
const HEADS_AT_ONCE = 50

/** Signs in at a mailbox and opens its folder; the connection ends after a maximum time. */
export async function openMailbox(account: MailboxAccount, line: Line): Promise<Mailbox> {
  const { signal, proxy, rules, ca, headMs = IDLE_MS, wholeMs = WHOLE_MS, mostBytes = MOST_MAIL_BYTES } = line
  const late = AbortSignal.timeout(wholeMs)
  const either = AbortSignal.any([signal, late])
  const url = urlOfMailbox(account.address)
  if (url === undefined) throw new ServiceError('unreachable', 'no address of a mailbox')
  const way = { signal: either, proxy, ...(rules === undefined ? {} : { rules }), ...(ca === undefined ? {} : { ca }) }
  const socket = await connectOutside(url, {
    ...way,
    signal: AbortSignal.any([either, AbortSignal.timeout(headMs)]),
  }).catch((error: unknown) => {
    throw errorOf(error)
  })
  const stop = () =>
    void socket.destroy(
      late.aborted ? new ServiceError('unreachable', 'the mailbox did not answer in time') : undefined,
    )
  either.addEventListener('abort', stop, { once: true })
  socket.once('close', () => either.removeEventListener('abort', stop))
  // The reader of answers gets the error, too.
  socket.on('error', () => undefined)
  try {
    const imap = await openImap(socket, { idleMs: headMs, mostBytes })
    return await openFolder(guarded(imap), account, mostBytes)
  } catch (error) {
    socket.destroy()
    throw errorOf(error)
  }
}

/** Converts an error that ends a connection into the error of a service. */
function errorOf(error: unknown): unknown {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ServiceError('unreachable', 'no answer in time')
  return serviceErrorOf(error)
}

/** Returns a connection that throws errors of services, and ends after most of them; a refusal by the server stays an ImapRefusal. */
const guarded = (imap: ImapConnection): ImapConnection => ({
  ...imap,
  run: (...words) =>
    imap.run(...words).catch((error: unknown) => {
      if (error instanceof ImapRefusal) throw error
      const known = errorOf(error)
      if (!(known instanceof ServiceError) || known.result !== 'failed') imap.end()
      throw known
    }),
})

async function openFolder(imap: ImapConnection, account: MailboxAccount, mostBytes: number): Promise<Mailbox> {
  await signIn(imap, account, await capabilitiesOf(imap))
  // The server lists its capabilities again after the sign-in, and may then have more.
  const able = await capabilitiesOf(imap)
  const opened = await refusedAs(imap.run('SELECT', { text: folderName(account.folder) }), (refusal) =>
    refusal.code === 'NOPERM' ? 'no-rights' : 'folder',
  )
  const validity = numberIn(opened, /^\[UIDVALIDITY (\d{1,10})\]/i)
  if (validity === undefined) throw new ServiceError('wrong-type', 'the folder has no UIDVALIDITY')
  const mails = Number(opened.find(([, word]) => isWord(word, 'EXISTS'))?.[0])
  let way: Promise<(to: string) => string | undefined> | undefined
  return {
    validity,
    mails: Number.isInteger(mails) ? mails : 0,
    mostBytes,
    async listFrom(uid) {
      const found = await sure(imap.run('UID', 'SEARCH', 'UID', `${uid}:*`))
      const numbers = found.flatMap(([word, ...values]) => (isWord(word, 'SEARCH') ? values : [])).map(Number)
      // The last mail is always within n:*, even if its number is less than n.
      return [...new Set(numbers)].filter((one) => Number.isInteger(one) && one >= uid).sort((a, b) => a - b)
    },
    async readHeads(uids) {
      const heads: MailHead[] = []
      for (let at = 0; at < uids.length; at += HEADS_AT_ONCE) {
        const some = uids.slice(at, at + HEADS_AT_ONCE)
        const items = `(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (${SENDER_FIELDS.join(' ')})])`
        const answers = await sure(imap.run('UID', 'FETCH', some.join(','), items))
        heads.push(...answers.flatMap((answer) => readHead(answer, some, account.senders)))
      }
      return heads.sort((a, b) => a.uid - b.uid)
    },
    async read(uid) {
      for (const answer of await sure(imap.run('UID', 'FETCH', `${uid}`, '(UID BODY.PEEK[])'))) {
        const values = valuesOfFetch(answer)
        const mail = values.get('BODY[]')
        if (Number(values.get('UID')) !== uid || !Buffer.isBuffer(mail)) continue
        if (mail.length > mostBytes) throw new ServiceError('too-large', `a mail of ${mail.length} bytes`)
        return mail
      }
      return undefined
    },
    async putAway(uid, to) {
      way ??= folderWay(imap, able)
      const folder = (await way)(to)
      if (folder !== undefined && (await allowed(imap.run('UID', 'MOVE', `${uid}`, { text: folder })))) return
      await allowed(
        imap.run('UID', 'STORE', `${uid}`, '+FLAGS.SILENT', to === 'taken' ? '(\\Seen)' : '(\\Seen \\Flagged)'),
      )
    },
    async close() {
      await imap.run('LOGOUT').catch(() => undefined)
      imap.end()
    },
  }
}

async function signIn(
  imap: ImapConnection,
  { user, password }: MailboxAccount,
  able: ReadonlySet<string>,
): Promise<void> {
  if (able.has('AUTH=PLAIN')) {
    const answer = Buffer.from(`\0${user}\0${password}`).toString('base64')
    await refusedAs(imap.run('AUTHENTICATE', 'PLAIN', `\r\n${answer}`), signInResult)
  } else if (able.has('LOGINDISABLED')) throw new ServiceError('no-rights', 'the mailbox takes no password')
  else await refusedAs(imap.run('LOGIN', { text: user }, { text: password }), signInResult)
}

/** Returns the reason why a sign-in was refused: the server is busy, or a person has to do something. */
function signInResult({ code }: ImapRefusal) {
  if (code === 'UNAVAILABLE' || code === 'SERVERBUG') return 'failed'
  if (code === 'LIMIT' || code === 'INUSE') return 'throttled'
  if (code === 'CONTACTADMIN') return 'suspended'
  return code === 'AUTHORIZATIONFAILED' ? 'no-rights' : 'password'
}

async function capabilitiesOf(imap: ImapConnection): Promise<ReadonlySet<string>> {
  const answers = await sure(imap.run('CAPABILITY'))
  const words = answers.flatMap(([word, ...values]) => (isWord(word, 'CAPABILITY') ? values : []))
  return new Set(words.map((word) => String(word).toUpperCase()))
}

/**
 * Creates the folders for mails that were read; returns a function that gives the name of each, or undefined if mails cannot be moved
 * there.
 */
async function folderWay(imap: ImapConnection, able: ReadonlySet<string>): Promise<(to: string) => string | undefined> {
  if (!able.has('MOVE')) return () => undefined
  const { prefix, delimiter } = await namespaceOf(imap, able)
  const names = new Map<string, string>()
  for (const to of ['taken', 'refused']) {
    const name = `${prefix}Apsis${delimiter}${to}`
    const isMade = await imap.run('CREATE', { text: name }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof ImapRefusal)) throw error
        // Servers from before RFC 5530 say only in their text that the folder exists already.
        return error.code === 'ALREADYEXISTS' || /exist/i.test(error.words)
      },
    )
    if (isMade) names.set(to, name)
  }
  return (to) => names.get(to)
}

/** Returns the prefix of the names of the user's own folders, and the separator between their parts. */
async function namespaceOf(imap: ImapConnection, able: ReadonlySet<string>) {
  if (able.has('NAMESPACE')) {
    const answers = await sure(imap.run('NAMESPACE'))
    const own = answers.find(([word]) => isWord(word, 'NAMESPACE'))?.[1]
    const first = Array.isArray(own) ? own[0] : undefined
    if (Array.isArray(first)) return { prefix: wordOf(first[0]), delimiter: wordOf(first[1]) || '/' }
  }
  const answers = await sure(imap.run('LIST', { text: '' }, { text: '' }))
  const delimiter = wordOf(answers.find(([word]) => isWord(word, 'LIST'))?.[2])
  return { prefix: '', delimiter: delimiter === '' || delimiter === 'NIL' ? '/' : delimiter }
}

function readHead(answer: ImapAnswer, wanted: readonly number[], senders: readonly string[]): MailHead[] {
  const values = valuesOfFetch(answer)
  const [uid, bytes] = [Number(values.get('UID')), Number(values.get('RFC822.SIZE'))]
  const head = [...values].find(([name]) => name.startsWith('BODY[HEADER.FIELDS'))?.[1]
  // A server may send data that was not requested.
  if (!wanted.includes(uid) || !Number.isInteger(bytes) || head === undefined) return []
  const text = Buffer.isBuffer(head) ? head.subarray(0, MOST_SENDER_BYTES) : Buffer.from(wordOf(head))
  const { address, check, subject } = readSender(text)
  const isTaken = address !== null && check !== 'failed' && isNamed(address, senders)
  return [{ uid, bytes, subject, from: address, isTaken }]
}

/** Returns the values of an answer to FETCH by their names; an empty map for any other answer. */
function valuesOfFetch([, word, list]: ImapAnswer): ReadonlyMap<string, ImapValue> {
  const values = new Map<string, ImapValue>()
  if (!isWord(word, 'FETCH') || !Array.isArray(list)) return values
  for (let at = 0; at + 1 < list.length; at += 2) {
    const [name, value]: ImapValue[] = [list[at], list[at + 1]]
    if (typeof name === 'string' && value !== undefined) values.set(name.toUpperCase(), value)
  }
  return values
}

const isWord = (value: ImapValue | undefined, word: string) => typeof value === 'string' && value.toUpperCase() === word
const wordOf = (value: ImapValue | undefined) => (typeof value === 'string' ? value : '')

function numberIn(answers: readonly ImapAnswer[], pattern: RegExp): number | undefined {
  const found = answers.map(([, words]) => pattern.exec(wordOf(words))?.[1]).find((one) => one !== undefined)
  return found === undefined ? undefined : Number(found)
}

/** Returns true if the server carried out a command that it is allowed to refuse. */
const allowed = (done: Promise<unknown>): Promise<boolean> =>
  done.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ImapRefusal || (error instanceof ServiceError && error.result === 'failed')) return false
      throw error
    },
  )

/** Turns a refusal into the error of a service, and throws it. */
function refusedAs<T>(done: Promise<T>, resultOf: (refusal: ImapRefusal) => ServiceError['result']): Promise<T> {
  return done.catch((error: unknown) => {
    throw error instanceof ImapRefusal ? new ServiceError(resultOf(error), error.words || null) : error
  })
}

const sure = <T>(done: Promise<T>): Promise<T> => refusedAs(done, () => 'failed')

/** Returns the name of a folder as the protocol writes it: in modified UTF-7 (RFC 3501 §5.1.3). */
function folderName(name: string): string {
  return name.replace(/&|[^ -~]+/g, (text) => {
    if (text === '&') return '&-'
    const bytes = Buffer.from(text, 'utf16le').swap16()
    return `&${bytes.toString('base64').replaceAll('/', ',').replaceAll('=', '')}-`
  })
}

/** A mail may come from anybody, so it is read in the process pool. */
const READ_MAIL = task<typeof import('./read-mail.ts').readMail>({
  module: new URL('./read-mail.ts', import.meta.url),
  name: 'readMail',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Writes the parts of a mail into a folder, one file for each part. */
export async function unpackMail(mail: Buffer, folder: string, tenantId: string): Promise<UnpackedMail> {
  const path = join(folder, 'mail')
  await writeFile(path, mail, { mode: 0o600 })
  return pool.run(READ_MAIL, tenantId, { path, folder })
}
