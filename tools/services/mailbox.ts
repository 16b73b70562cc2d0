import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { Server } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { certificatesFor, type TlsOption } from './certificates.ts'
import { mailText } from './mail-texts.ts'

/** The moods of the mailbox: the ways in which its answer may differ from the documented one. */
export const MAILBOX_MOODS = {
  ok: 'gives the documented answer',
  'wrong-password': 'refuses every sign-in: NO [AUTHENTICATIONFAILED] (RFC 5530)',
  'plain-refusal': 'refuses every sign-in with NO and no code',
  unavailable: 'refuses every sign-in for the moment: NO [UNAVAILABLE]',
  'too-many-connections': 'greets with BYE and closes',
  'login-disabled': 'offers neither AUTH=PLAIN nor LOGIN',
  'login-only': 'offers LOGIN and no AUTH=PLAIN',
  'folder-missing': 'answers SELECT with NO [NONEXISTENT]',
  'no-rights': 'answers SELECT with NO [NOPERM]',
  'read-only': 'opens folders read-only, and refuses every change in them',
  'no-move': 'does not know MOVE (RFC 6851), as servers of before 2013',
  'move-refused': 'answers every MOVE with NO [OVERQUOTA]',
  'new-numbers': 'numbers all mails anew: another UIDVALIDITY',
  slow: 'gives each answer late',
  silent: 'greets and then says nothing',
  'cut-off': 'closes the connection inside a mail',
  bye: 'says BYE in the middle of a FETCH, and closes',
  garbage: 'answers FETCH with a line that is no IMAP',
  'wrong-mail': 'answers FETCH with a mail of another number',
  'gone-mail': 'has lost each mail when it is fetched, as if a person had moved it',
  'wrong-size': 'says that each mail has 100 bytes, whatever it has',
  huge: 'announces a mail of 4 GB, and sends it',
  'long-line': 'gives one line of 100 MB',
  unsolicited: 'puts answers about other mails between those that were asked for, as any server may',
} as const
export type MailboxMood = keyof typeof MAILBOX_MOODS

export type LocalMailboxOptions = {
  /** The port of the control calls, HTTP without TLS; 0, the default, means any free port. */
  readonly controlPort?: number
  /** The port of the mailbox; 0, the default, means any free port. */
  readonly port?: number
  readonly host?: string
  /** The mailbox always uses TLS. */
  readonly tls?: Exclude<TlsOption, 'none'>
  readonly user?: string
  readonly password?: string
  /** The time before a slow answer, ms. */
  readonly slowMs?: number
  readonly longLineBytes?: number
  /** The separator in folder names, and the prefix of every name: some servers have all folders below INBOX. */
  readonly delimiter?: string
  readonly prefix?: string
}

export type MailboxMail = { readonly uid: number; readonly bytes: Buffer; readonly flags: Set<string> }

export type LocalMailbox = {
  /** The address to be entered in the product. */
  readonly url: string
  /** The address at which a person or a test changes the mood, delivers a mail and reads the record, as in the other services. */
  readonly controlUrl: string
  /** The certificate that a client has to trust, PEM. */
  readonly ca: string
  mood: MailboxMood
  password: string
  /** Each command as it was received, without user names and passwords. */
  readonly commands: readonly string[]
  /** The client's violations of the rules, as sentences. */
  readonly violations: readonly string[]
  /** The largest number of connections that were open at one time. */
  readonly mostAtOnce: number
  /** Called with each command before it is carried out; a test can stop its client at a step by this. */
  onCommand: (command: string) => void
  /** Puts a mail into a folder, and returns its number there. */
  deliver(mail: Buffer, folder?: string): number
  /** The mails of a folder; none if the folder does not exist. */
  mails(folder?: string): readonly MailboxMail[]
  close(): Promise<void>
}

type Folder = { validity: number; next: number; mails: MailboxMail[] }
type Session = { isSignedIn: boolean; folder: Folder | undefined; isReadOnly: boolean }
/** The pieces of an answer, which are sent one after the other; `end` closes the connection afterwards. */
type Answer = { readonly lines: readonly (string | Buffer)[]; readonly end?: boolean }

const MOST_COMMAND_BYTES = 1024 ** 2
const MOST_BODY_BYTES = 64 * 1024 ** 2
const FIRST_VALIDITY = 1_700_000_000

/** Starts a mailbox on this machine that supports the IMAP commands of mail readers (RFC 3501 and RFC 9051) over TLS. */
export async function startMailbox(options: LocalMailboxOptions = {}): Promise<LocalMailbox> {
  const { host = '127.0.0.1', port = 0, tls = 'good', slowMs = 2_000, longLineBytes = 100_000_000 } = options
  const { delimiter = '/', prefix = '', user = 'messages@operator.example', controlPort = 0 } = options
  const certificates = certificatesFor(tls)
  const folders = new Map<string, Folder>()
  const commands: string[] = []
  const times: number[] = []
  const violations: string[] = []
  const sockets = new Set<TLSSocket>()
  let [validities, mostAtOnce] = [FIRST_VALIDITY, 0]
  const addFolder = (name: string): Folder => {
    validities += 1
    const folder = { validity: validities, next: 1, mails: [] }
    folders.set(name, folder)
    return folder
  }
  addFolder('INBOX')

  const put = (folder: Folder, bytes: Buffer, flags: Iterable<string> = []): number => {
    const uid = folder.next
    folder.next += 1
    folder.mails.push({ uid, bytes, flags: new Set(flags) })
    return uid
  }

  function capabilities(): string {
    const { mood } = mailbox
    const login = mood === 'login-disabled' ? 'LOGINDISABLED' : mood === 'login-only' ? '' : 'AUTH=PLAIN'
    const move = mood === 'no-move' ? '' : 'MOVE'
    return ['IMAP4rev1', 'NAMESPACE', 'LITERAL+', move, login].filter((one) => one !== '').join(' ')
  }

  function signIn(session: Session, [name, password]: readonly string[]): string {
    const { mood } = mailbox
    if (mood === 'unavailable') return 'NO [UNAVAILABLE] The store of accounts does not answer'
    if (mood === 'plain-refusal') return 'NO Login failed'
    if (mood === 'wrong-password' || name !== user || password !== mailbox.password)
      return 'NO [AUTHENTICATIONFAILED] Authentication failed'
    session.isSignedIn = true
    return 'OK Signed in'
  }

  function select(session: Session, name: string, isExamined: boolean): Answer {
    const { mood } = mailbox
    if (mood === 'no-rights') return { lines: ['NO [NOPERM] Access denied'] }
    const folder = mood === 'folder-missing' ? undefined : folders.get(inbox(name))
    session.folder = folder
    if (folder === undefined) return { lines: ['NO [NONEXISTENT] Unknown Mailbox'] }
    if (mood === 'new-numbers') renumber(folder)
    session.isReadOnly = isExamined || mood === 'read-only'
    return {
      lines: [
        '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
        `* ${folder.mails.length} EXISTS`,
        '* 0 RECENT',
        `* OK [UIDVALIDITY ${folder.validity}] UIDs valid`,
        `* OK [UIDNEXT ${folder.next}] Predicted next UID`,
        session.isReadOnly ? 'OK [READ-ONLY] Selected' : 'OK [READ-WRITE] Selected',
      ],
    }
  }

  function renumber(folder: Folder): void {
    validities += 1
    const old = folder.mails
    folder.validity = validities
    folder.mails = []
    folder.next = 1
    for (const { bytes, flags } of old) put(folder, bytes, flags)
  }

  const chosen = (folder: Folder, set: string, isUid: boolean) => {
    const most = isUid ? (folder.mails.at(-1)?.uid ?? 0) : folder.mails.length
    const ranges = set.split(',').map((range) => {
      const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? most : Number(end)))
      // The two ends of a range may be in either order (RFC 3501 §9).
      return [Math.min(from, to), Math.max(from, to)] as const
    })
    return folder.mails
      .map((mail, index) => ({ mail, number: index + 1 }))
      .filter(({ mail, number }) => ranges.some(([from, to]) => inRange(isUid ? mail.uid : number, from, to)))
  }

  function fetched(folder: Folder, { set, items, isUid }: Fetch): Answer {
    const { mood } = mailbox
    const isWhole = /BODY(\.PEEK)?\[\]/i.test(items)
    const lines: (string | Buffer)[] = []
    for (const { mail, number } of chosen(folder, set, isUid)) {
      if (mood === 'garbage') return { lines: ['this is no answer of any mailbox', 'OK Done'] }
      if (mood === 'bye')
        return { lines: [`* ${number} FETCH (UID ${mail.uid})`, '* BYE Server shutting down'], end: true }
      if (mood === 'long-line') return { lines: [`* ${number} FETCH (${'x'.repeat(longLineBytes)})`, 'OK Done'] }
      if (mood === 'unsolicited') lines.push(`* ${folder.mails.length} EXISTS`, `* ${number} FETCH (FLAGS (\\Seen))`)
      if (mood === 'gone-mail' && isWhole) continue
      const uid = mood === 'wrong-mail' && isWhole ? mail.uid + 1_000 : mail.uid
      const values = itemsOf(items, { ...mail, uid }, mood === 'wrong-size' ? 100 : mail.bytes.length)
      const literals = values.filter((value) => Buffer.isBuffer(value))
      const [literal] = literals
      if (isWhole && mood === 'cut-off' && literal !== undefined) {
        const half = literal.subarray(0, literal.length / 2)
        return { lines: [`* ${number} FETCH (UID ${mail.uid} BODY[] {${literal.length}}`, half], end: true }
      }
      if (isWhole && mood === 'huge') {
        const lie = Buffer.alloc(1024 ** 2, 'x')
        const lies = Array.from({ length: 4_096 }, () => lie)
        return { lines: [`* ${number} FETCH (UID ${mail.uid} BODY[] {${4 * 1024 ** 3}}`, ...lies], end: true }
      }
      lines.push(...fetchLine(number, values))
      if (isWhole && !/PEEK/i.test(items)) mail.flags.add('\\Seen')
    }
    return { lines: [...lines, 'OK Done'] }
  }

  function moved(folder: Folder, set: string, to: string): Answer {
    if (mailbox.mood === 'move-refused') return { lines: ['NO [OVERQUOTA] Not enough space'] }
    const target = folders.get(inbox(to))
    if (target === undefined) return { lines: ['NO [TRYCREATE] Unknown Mailbox'] }
    const found = chosen(folder, set, true)
    const numbers = found.map(({ mail }) => put(target, mail.bytes, mail.flags))
    folder.mails = folder.mails.filter((mail) => found.every((one) => one.mail !== mail))
    const expunged = found.map(({ number }) => number).toSorted((a, b) => b - a)
    const said = `* OK [COPYUID ${target.validity} ${set} ${numbers.join(',')}] Moved`
    return { lines: [...(found.length === 0 ? [] : [said]), ...expunged.map((one) => `* ${one} EXPUNGE`), 'OK Done'] }
  }

  function create(name: string): string {
    if (mailbox.mood === 'read-only') return 'NO [NOPERM] Access denied'
    if (prefix !== '' && !name.startsWith(prefix)) return 'NO [CANNOT] Folders are below INBOX'
    if (folders.has(inbox(name))) return 'NO [ALREADYEXISTS] Mailbox already exists'
    addFolder(inbox(name))
    return 'OK Created'
  }

  function answer(session: Session, words: readonly string[]): Answer {
    const [command = '', ...given] = words
    const name = command.toUpperCase()
    const done = (line: string): Answer => ({ lines: [line] })
    if (name === 'CAPABILITY') return { lines: [`* CAPABILITY ${capabilities()}`, 'OK Done'] }
    if (name === 'NOOP') return done('OK Done')
    if (name === 'LOGOUT') return { lines: ['* BYE Logging out', 'OK Done'], end: true }
    if (name === 'LOGIN') {
      if (mailbox.mood === 'login-disabled') violations.push('A client signed in although LOGINDISABLED was announced.')
      return done(signIn(session, given))
    }
    if (!session.isSignedIn) return done('BAD Sign in first')
    if (name === 'NAMESPACE') return { lines: [`* NAMESPACE (("${prefix}" "${delimiter}")) NIL NIL`, 'OK Done'] }
    if (name === 'LIST') {
      const all = given[1] === '' ? [''] : [...folders.keys()]
      return { lines: [...all.map((one) => `* LIST () "${delimiter}" "${one}"`), 'OK Done'] }
    }
    if (name === 'SELECT' || name === 'EXAMINE') return select(session, given[0] ?? '', name === 'EXAMINE')
    if (name === 'CREATE') return done(create(given[0] ?? ''))
    if (name === 'APPEND') {
      const folder = folders.get(inbox(given[0] ?? ''))
      if (folder !== undefined) put(folder, Buffer.from(given.at(-1) ?? '', 'latin1'))
      return done(folder === undefined ? 'NO [TRYCREATE] Unknown Mailbox' : 'OK Done')
    }
    return session.folder === undefined ? done('BAD Select a folder first') : inFolder(session, session.folder, words)
  }

  function inFolder({ isReadOnly }: Session, folder: Folder, words: readonly string[]): Answer {
    const isUid = words[0]?.toUpperCase() === 'UID'
    const [command = '', set = '', ...rest] = isUid ? words.slice(1) : words
    const name = command.toUpperCase()
    if (name === 'SEARCH') {
      const found = searched(folder, isUid, [set, ...rest])
      return { lines: [`* SEARCH${found.map((one) => ` ${one}`).join('')}`, 'OK Done'] }
    }
    if (name === 'FETCH') return fetched(folder, { set, items: rest.join(' '), isUid })
    const isChange = ['MOVE', 'STORE', 'EXPUNGE'].includes(name)
    if (isChange && isReadOnly) return { lines: ['NO [READ-ONLY] The folder is read-only'] }
    if (name === 'MOVE' && mailbox.mood !== 'no-move') return moved(folder, set, rest[0] ?? '')
    if (name === 'STORE') {
      const flags = (rest[1] ?? '').replace(/[()]/g, '').split(' ')
      for (const { mail } of chosen(folder, set, isUid)) for (const flag of flags) mail.flags.add(flag)
      return { lines: ['OK Done'] }
    }
    return { lines: [`BAD Unknown command ${name}`] }
  }

  function searched(folder: Folder, isUid: boolean, [key = '', set = '']: readonly string[]): number[] {
    const all = folder.mails.map((mail, index) => ({ mail, number: index + 1 }))
    const found = key.toUpperCase() === 'UID' ? chosen(folder, set, true) : all
    return found.map(({ mail, number }) => (isUid ? mail.uid : number))
  }

  async function serve(socket: TLSSocket): Promise<void> {
    const session: Session = { isSignedIn: false, folder: undefined, isReadOnly: false }
    const send = async (line: string | Buffer) => {
      if (!socket.destroyed && !socket.write(line)) await drained(socket)
    }
    const line = (text: string) => send(`${text}\r\n`)
    if (mailbox.mood === 'too-many-connections') return void socket.end('* BYE Too many connections\r\n')
    await line(`* OK [CAPABILITY ${capabilities()}] SIMULATED mailbox ready`)
    const reader = readerOf(socket, () => line('+ Go on'))
    for (let words = await reader(); words !== undefined; words = await reader()) {
      const [tag = '*', ...command] = words
      const isSignIn = /^(LOGIN|AUTHENTICATE)$/i.test(command[0] ?? '')
      const said = isSignIn ? `${command[0]?.toUpperCase()}` : command.join(' ').slice(0, 300)
      commands.push(said)
      times.push(Date.now())
      mailbox.onCommand(said)
      if (mailbox.mood === 'silent') continue
      if (mailbox.mood === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
      let given: Answer
      if (command[0]?.toUpperCase() === 'AUTHENTICATE') {
        await line('+ ')
        const [, name = '', password = ''] = Buffer.from((await reader())?.[0] ?? '', 'base64')
          .toString()
          .split('\0')
        given = { lines: [signIn(session, [name, password])] }
      } else given = answer(session, command)
      const { lines, end = false } = given
      for (const [place, piece] of lines.entries()) {
        if (Buffer.isBuffer(piece)) await send(piece)
        else await line(/^(OK|NO|BAD) /.test(piece) && place === lines.length - 1 ? `${tag} ${piece}` : piece)
      }
      if (end) return void socket.end()
    }
  }

  const server = createServer(certificates, (socket) => {
    sockets.add(socket)
    mostAtOnce = Math.max(mostAtOnce, sockets.size)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    void serve(socket).catch((error: unknown) => {
      if (!socket.destroyed) violations.push(`The mailbox failed: ${error instanceof Error ? error.stack : error}`)
      socket.destroy()
    })
  })
  // If a client refuses the certificate, the server continues.
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const controls = createHttpServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => undefined)
    if (body === undefined) return void response.destroy()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [, root, call = ''] = pathname.split('/')
    const refusal =
      root !== 'control'
        ? 'The calls are below /control.'
        : request.method === 'POST'
          ? act(call, searchParams, body)
          : undefined
    response.writeHead(refusal === undefined ? 200 : 404, { 'content-type': 'application/json' })
    const answer = refusal === undefined ? state() : { error: refusal, moods: MAILBOX_MOODS }
    response.end(`${JSON.stringify(answer, undefined, 1)}\n`)
  })
  /** Carries out a control call; returns a sentence if the call is not known. */
  function act(call: string, query: URLSearchParams, body: Buffer): string | undefined {
    if (call === 'mail') {
      const [from, subject] = ['from', 'subject'].map((name) => query.get(name) ?? undefined)
      const parts = body.length === 0 ? [] : [{ name: query.get('file'), type: 'text/plain', bytes: body }]
      const text = 'SIMULATED: a person has delivered this mail to try something.\n'
      mailbox.deliver(mailText({ ...(from && { from }), ...(subject && { subject }), text, parts }))
      return undefined
    }
    if (call !== 'mood') return `There is no call "${call}".`
    const mood = query.get('name') ?? ''
    if (!isMailboxMood(mood)) return `There is no mood "${mood}".`
    mailbox.mood = mood
    return undefined
  }
  const state = () => ({
    service: 'mailbox',
    mood: mailbox.mood,
    violations,
    mails: Object.fromEntries([...folders].map(([name, { mails }]) => [name, mails.length])),
    requestsOfTheLastHour: commands.flatMap((command, place) => {
      const at = times[place] ?? 0
      return at < Date.now() - HOUR_MS ? [] : [`${new Date(at).toISOString()} ${command}`]
    }),
    moods: MAILBOX_MOODS,
    controls: ['mood?name=MOOD', 'mail?from=FROM&subject=SUBJECT&file=NAME, with the content of the file as the body'],
  })
  await new Promise<void>((resolve, reject) => {
    controls.once('error', reject)
    controls.listen(controlPort, host, resolve)
  })
  const mailbox: LocalMailbox = {
    url: `imaps://localhost:${portOf(server)}`,
    controlUrl: `http://${host}:${portOf(controls)}/control`,
    ca: certificates.ca,
    mood: 'ok',
    password: options.password ?? 'simulated',
    commands,
    violations,
    get mostAtOnce() {
      return mostAtOnce
    },
    onCommand: () => undefined,
    deliver: (mail, name = 'INBOX') => put(folders.get(name) ?? addFolder(name), mail),
    mails: (name = 'INBOX') => folders.get(name)?.mails ?? [],
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        controls.closeAllConnections()
        controls.close(() => server.close(() => resolve()))
      }),
  }
  return mailbox
}

const isMailboxMood = (name: string): name is MailboxMood => Object.hasOwn(MAILBOX_MOODS, name)

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    bytes += piece.length
    if (bytes > MOST_BODY_BYTES) throw new RangeError(`A request has more than ${MOST_BODY_BYTES} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Fills a mailbox with mails like those of a partner, so that a person has something to read. */
export function deliverSimulated(mailbox: LocalMailbox, messages: readonly string[]): void {
  for (const [place, message] of messages.entries())
    mailbox.deliver(
      mailText({
        subject: `SIMULATED message ${place + 1}`,
        text: 'A simulated message is attached. None of its objects exist.\n',
        parts: [{ name: `simulated-${place + 1}.cdm`, type: 'text/plain', bytes: message }],
      }),
    )
  mailbox.deliver(mailText({ from: 'stranger@elsewhere.example', text: 'A mail of somebody whom nobody named.\n' }))
}

type Fetch = { readonly set: string; readonly items: string; readonly isUid: boolean }

const inRange = (value: number, from: number, to: number) => value >= from && value <= to

/** INBOX may be written in upper or lower case (RFC 3501 §5.1). */
const inbox = (name: string) => (name.toUpperCase() === 'INBOX' ? 'INBOX' : name)

/** Returns the values of the items of a FETCH, each after its name. */
function itemsOf(items: string, { uid, bytes, flags }: MailboxMail, size: number): (string | Buffer)[] {
  const values: (string | Buffer)[] = [`UID ${uid}`]
  if (/RFC822\.SIZE/i.test(items)) values.push(`RFC822.SIZE ${size}`)
  if (/FLAGS/i.test(items)) values.push(`FLAGS (${[...flags].join(' ')})`)
  const fields = /BODY(?:\.PEEK)?\[HEADER\.FIELDS \(([^)]*)\)\s?\]/i.exec(items)?.[1]
  if (fields !== undefined) values.push(`BODY[HEADER.FIELDS (${fields})]`, headerFields(bytes, fields.split(' ')))
  if (/BODY(\.PEEK)?\[\]|RFC822(?!\.)/i.test(items)) values.push('BODY[]', bytes)
  return values
}

/** Returns the requested fields of a header, and the empty line after them. */
function headerFields(mail: Buffer, names: readonly string[]): Buffer {
  const end = mail.indexOf('\r\n\r\n')
  const head = mail.toString('latin1', 0, end < 0 ? mail.length : end).split(/\r\n(?![ \t])/)
  const wanted = names.map((name) => name.toLowerCase())
  const found = head.filter((field) => wanted.includes(field.slice(0, field.indexOf(':')).toLowerCase()))
  return Buffer.from([...found, '', ''].join('\r\n'), 'latin1')
}

function fetchLine(number: number, values: readonly (string | Buffer)[]): (string | Buffer)[] {
  const pieces: (string | Buffer)[] = []
  let text = `* ${number} FETCH (`
  for (const [place, value] of values.entries()) {
    const gap = place === 0 ? '' : ' '
    if (!Buffer.isBuffer(value)) {
      text += `${gap}${value}`
      continue
    }
    pieces.push(`${text}${gap}{${value.length}}`, value)
    text = ''
  }
  return [...pieces, `${text})`]
}

const drained = (socket: TLSSocket) =>
  new Promise<void>((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', () => resolve())
  })

/** Returns a reader that splits commands into words: atoms, quoted texts and literals; `goOn` requests the text of a literal. */
function readerOf(socket: TLSSocket, goOn: () => Promise<void>): () => Promise<string[] | undefined> {
  const pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest = ''
  const more = async () => {
    const { done, value } = await pieces.next()
    if (done === true) return false
    rest += value.toString('latin1')
    if (rest.length > MOST_COMMAND_BYTES) throw new RangeError(`A command has more than ${MOST_COMMAND_BYTES} bytes.`)
    return true
  }
  return async () => {
    const words: string[] = []
    for (;;) {
      while (!rest.includes('\r\n')) if (!(await more())) return undefined
      const line = rest.slice(0, rest.indexOf('\r\n'))
      rest = rest.slice(line.length + 2)
      const literal = /\{(\d{1,9})(\+)?\}$/.exec(line)
      words.push(...wordsIn(literal === null ? line : line.slice(0, literal.index)))
      if (literal === null) return words
      if (literal[2] === undefined) await goOn()
      const length = Number(literal[1])
      while (rest.length < length) if (!(await more())) return undefined
      words.push(rest.slice(0, length))
      rest = rest.slice(length)
    }
  }
}

/** Splits a command at its spaces; a text in quotes or parentheses is one word. */
const wordsIn = (line: string): string[] =>
  (line.match(/"(?:[^"\\]|\\.)*"|\([^()]*\)|\S+(?:\[[^\]]*\])?/g) ?? []).map((word) =>
    word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word,
  )
