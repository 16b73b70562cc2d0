/** Creates receivers that fail, each in its own way, and that record what they accepted. */
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { selfSigned } from '@apsis/tools/services/certificates.ts'
import { type Card, readCard } from './card.ts'
import type { Stage } from './stage.ts'

/** Fourteen ways to fail: ten for a webhook, one each for Teams and Slack, two for a mail server. */
export const WAYS = [
  'answers 500',
  'redirects',
  'is gone (410)',
  'asks to wait (429, Retry-After)',
  'never answers',
  'resets the connection before it reads',
  'breaks off after it took the notice',
  'fails with an endless answer',
  'shows a bad certificate',
  'drips its headers',
  'fails as a Workflow of Teams (502)',
  'fails as Slack (500)',
  'puts the mail off (451)',
  'breaks off after it took the mail',
] as const
export type Way = (typeof WAYS)[number]
export const isMail = (way: Way) => way.includes('mail')
/** Returns the channel whose settings contain the receiver. */
export const channelOf = (way: Way) =>
  isMail(way) ? 'email' : way.includes('Teams') ? 'msteams' : way.includes('Slack') ? 'slack' : 'webhook'
export const isCard = (way: Way) => channelOf(way) === 'msteams' || channelOf(way) === 'slack'

/** One copy of a notice that a receiver accepted, even if the sender could not know that. */
export type Copy = {
  readonly way: Way
  /** The organisation to which the receiver belongs, for example `o3`. */
  readonly organisation: string
  /** The id that the sender gave it; a card has no id, and the judge finds it by its text. */
  readonly id: string
  readonly notificationId: string
  readonly attempt: number
  readonly card?: Omit<Card, 'attempt'>
}

/** The share of tries that fail in a certain way; ways that take much time, or suspend the receiver, fail less often. */
const SHARES: Partial<Record<Way, number>> = {
  'is gone (410)': 0.005,
  'never answers': 0.01,
  'drips its headers': 0.01,
}
const USUAL_SHARE = 0.2
/** The share of the failing notices whose tries all fail. */
const FOR_EVER = 0.05
const MOST_FAILURES = 3
/** The interval between single letters of a header: the whole header would never arrive. */
const DRIP_MS = 500
/** This is more than the 64 KiB of an answer that are read. */
const ENDLESS_BYTES = 1024 * 1024

export type Receivers = {
  readonly book: readonly Copy[]
  /** The number of failures of each way. */
  readonly failed: ReadonlyMap<Way, number>
  /** Returns the address of an organisation's receiver, as a webhook or a mail address. */
  target(way: Way, organisation: string): string
  /** The number of calls to the target of a redirect, which must be 0. */
  readonly followed: () => number
  close(): Promise<void>
}

/**
 * Counts the failures of each way, and makes each way fail at least once, however few notices there are: until it has failed, the next try fails.
 */
function startTally() {
  const failed = new Map<Way, number>(WAYS.map((way) => [way, 0]))
  return {
    failed,
    /** Decides if a try fails in this way; `isChosen` is the decision of the seed. */
    decide(way: Way, isChosen: boolean): boolean {
      const before = failed.get(way) ?? 0
      const isFailing = isChosen || before === 0
      if (isFailing) failed.set(way, before + 1)
      return isFailing
    },
  }
}
type Tally = ReturnType<typeof startTally>

/** Returns the number of failing tries of one notice at a receiver; it is the same for the same seed. */
export function failuresOf(seed: number, way: Way, key: string): number {
  const share = SHARES[way] ?? USUAL_SHARE
  const chance = unitHash(`${seed} ${way} ${key}`) / share
  if (chance >= 1) return 0
  // A webhook receiver that resets the connection has not read the notice. A mail server that drops it has already accepted the mail.
  if (chance < FOR_EVER && way === 'answers 500') return Number.POSITIVE_INFINITY
  return 1 + Math.floor(chance * MOST_FAILURES)
}

/** Returns a number from 0 to 1 for a text (FNV-1a with 32 bits, Fowler, Noll and Vo 1991, and the finaliser of MurmurHash3). */
function unitHash(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Starts a server for each webhook way to fail, and makes the mail server fail in the other two ways. */
export async function startReceivers(
  seed: number,
  { smtp, trusted }: Pick<Stage, 'smtp' | 'trusted'>,
): Promise<Receivers> {
  const book: Copy[] = []
  const tally = startTally()
  let followed = 0
  const trap = await listen((_request, response) => {
    followed += 1
    response.end()
  })
  const servers = new Map<Way, Listening>()
  for (const way of WAYS.filter((one) => !isMail(one)))
    servers.set(way, await startHttp(way, { seed, book, tally, trap: trap.port, trusted }))
  smtp.reply = (command, { to, data = '' }) =>
    command === '.' ? mailReply({ seed, book, tally }, to, data) : undefined
  return {
    book,
    failed: tally.failed,
    followed: () => followed,
    target: (way, organisation) =>
      isMail(way)
        ? `${mailbox(way)}@${organisation}.example`
        : `${isTls(way) ? 'https://localhost' : 'http://127.0.0.1'}:${servers.get(way)?.port}/${organisation}`,
    close: async () => void (await Promise.all([trap, ...servers.values()].map((server) => server.close()))),
  }
}

type Listening = { readonly port: number; close(): Promise<void> }
type Handler = NonNullable<Parameters<typeof createServer>[1]>
type Tls = { readonly trusted: Stage['trusted']; readonly isBad: () => boolean }
type Manners = { readonly isReset?: () => boolean; readonly tls?: Tls }

function secured({ trusted, isBad }: Tls) {
  const [good, bad] = [createSecureContext(trusted), createSecureContext(selfSigned())]
  return {
    ...trusted,
    SNICallback: (_name: string, answer: (error: null, context: typeof good) => void) =>
      answer(null, isBad() ? bad : good),
  }
}

const isTls = (way: Way) => way === 'shows a bad certificate'

/** Starts a server on this machine; with `tls` it shows the trusted certificate, or another one if it must fail. */
async function listen(handler: Handler, { isReset = () => false, tls }: Manners = {}): Promise<Listening> {
  const server = tls === undefined ? createServer(handler) : createTlsServer(secured(tls), handler)
  server.on('connection', (socket) => {
    if (isReset()) socket.resetAndDestroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Booking = { readonly seed: number; readonly book: Copy[]; readonly tally: Tally }

type Serving = Booking & { readonly trap: number; readonly trusted: Stage['trusted'] }

/** Returns the content of a post that its receiver can know. */
function readPost(way: Way, body: string) {
  if (isCard(way)) {
    const card = readCard(body)
    return { card, attempt: card?.attempt ?? 1, about: card, key: `${card?.designator} ${card?.subject}` }
  }
  const { attempt, data, type } = JSON.parse(body) as WebhookEvent
  const designator = type === 'test' ? undefined : data.finding?.values.designator
  return { attempt, notificationId: data.id, about: designator, key: `${designator} ${data.title}` }
}

function startHttp(way: Way, { seed, book, tally, trap, trusted }: Serving): Promise<Listening> {
  let connections = 0
  const isTroubledConnection = () => tally.decide(way, failuresOf(seed, way, String(++connections)) > 0)
  const isReset = () => way === 'resets the connection before it reads' && isTroubledConnection()
  return listen(
    (request, response) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('error', () => undefined)
      request.on('data', (piece: string) => {
        body += piece
      })
      request.on('end', () => {
        const { attempt, notificationId = '', card, about, key } = readPost(way, body)
        // Tests, and notices about channels, never fail.
        const mayFail = about !== undefined && !way.startsWith('resets') && !isTls(way)
        const copy = {
          way,
          attempt,
          organisation: (request.url ?? '').slice(1),
          id: String(request.headers['webhook-id'] ?? ''),
          notificationId,
          ...(card !== undefined && { card }),
        }
        const isTroubled = mayFail && tally.decide(way, attempt <= failuresOf(seed, way, key))
        const isNamed = card !== undefined || !isCard(way)
        if (isNamed && (!isTroubled || way.startsWith('breaks off'))) book.push(copy)
        if (isTroubled) fail(way, response, trap)
        else response.writeHead(202).end()
      })
    },
    { isReset, ...(isTls(way) && { tls: { trusted, isBad: isTroubledConnection } }) },
  )
}

/** Begins an answer whose headers never end. */
function drip({ socket }: ServerResponse): void {
  socket?.on('error', () => undefined)
  socket?.write('HTTP/1.1 202 Accepted\r\nx-drip: ')
  const dripping = setInterval(() => socket?.write('x'), DRIP_MS)
  socket?.once('close', () => clearInterval(dripping))
}

function fail(way: Way, response: ServerResponse, trap: number): void {
  response.on('error', () => undefined)
  if (way === 'answers 500' || way === 'fails as Slack (500)') response.writeHead(500).end()
  else if (way === 'redirects') response.writeHead(301, { location: `http://127.0.0.1:${trap}/` }).end()
  else if (way === 'is gone (410)') response.writeHead(410).end()
  else if (way.startsWith('asks to wait')) response.writeHead(429, { 'retry-after': '60' }).end()
  else if (way.includes('(502)')) response.writeHead(502).end()
  else if (way.startsWith('breaks off')) response.destroy()
  else if (way === 'drips its headers') drip(response)
  else if (way === 'fails with an endless answer') {
    response.writeHead(503, { 'content-type': 'text/plain' })
    response.write('x'.repeat(ENDLESS_BYTES))
  }
  // The last way never answers: the connection ends when the sender gives up.
}

const MAILBOXES: Partial<Record<Way, string>> = {
  'puts the mail off (451)': 'later',
  'breaks off after it took the mail': 'broken',
}
const mailbox = (way: Way) => MAILBOXES[way] ?? ''

/** Returns the reply of the mail server at the end of a mail; an accepted mail is recorded. */
function mailReply({ seed, book, tally }: Booking, to: string, data: string): string | undefined {
  const [, name = '', organisation = ''] = /<(\w+)@(\w+)\.example>/.exec(to) ?? []
  const way = WAYS.find((one) => isMail(one) && mailbox(one) === name)
  if (way === undefined) return undefined
  const header = (key: string) => new RegExp(`^${key}: *(?:\\r\\n )?(.*?)\\r$`, 'im').exec(data)?.[1] ?? ''
  const [attempt, notificationId] = [Number(header('X-Attempt')), header('X-Notification-Id')]
  const id = header('Message-ID').replace(/^<|@.*$/g, '')
  // The confirmation question must arrive before a mail to the address may fail.
  const isQuestion = data.includes('confirm=')
  const isFailing = !isQuestion && tally.decide(way, attempt <= failuresOf(seed, way, notificationId))
  const takesIt = !isFailing || way.startsWith('breaks off')
  if (takesIt) book.push({ way, organisation, id, notificationId, attempt })
  if (!isFailing) return undefined
  return takesIt ? 'TAKE AND DROP' : '451 4.3.0 try again later'
}
