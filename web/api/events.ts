import { Event, listEvents } from '@apsis/contract/events/event.ts'
import { now } from '../clock/clock.ts'
import { getSession, isSignedIn, onSession } from '../session/session.ts'
import { createStore, useStore } from '../ui/store/store.ts'
import { send } from './call.ts'
import { eventParser, type StreamMessage } from './event-parser.ts'
import { probe } from './outage.ts'
import { problemOfAnswer } from './problem.ts'
import { beginStream, giveUpStream, notePosition } from './stream-start.ts'

/** The state of the event stream, and the time since which it has been in this state. */
export type Live = { readonly state: 'connecting' | 'live' | 'lost'; readonly since: number }

/** The handlers of events, and of positions in the stream before which events may have been missed. */
export type EventListener = {
  readonly onEvent: (event: Event) => void
  /** Events before this moment may have been missed: the lists must be read again. */
  readonly onGap: () => void
}

// The server sends a comment every 15 s: if two are missing, the line is dead even if no error was reported.
const SILENCE_LIMIT_MS = 40_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

const live = createStore<Live>({ state: 'connecting', since: now() })

function setLive(state: Live['state']): void {
  if (live.read().state !== state) live.set({ state, since: now() })
}

/** Returns the state of the stream; the component renders again when it changes. */
export function useLive(): Live {
  return useStore(live)
}

/** Returns the delay after this number of failures: doubled each time, minus up to a fifth so that tabs do not all retry at once. */
export function reconnectDelayMs(failures: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10)) * (1 - random / 5)
}

/** Returns the event in a message of the stream; undefined for a kind that this version does not know. */
export function eventOf(message: StreamMessage): Event | undefined {
  try {
    return Event.safeParse({ id: message.id, type: message.event, data: JSON.parse(message.data) }).data
  } catch {
    // Data that is not JSON does not match this contract: a newer server may send it.
    return undefined
  }
}

/** The messages to other tabs from the tab that owns the stream. */
type TabMessage =
  | { readonly kind: 'state'; readonly state: Live['state'] }
  | { readonly kind: 'position'; readonly id: string }
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'gap' }
  | { readonly kind: 'hello' }

/**
 * Follows the organisation's events as long as the page exists, and resumes after the last one received. All tabs of a user share one
 * stream, because a browser opens at most six connections to a server; when the tab that owns it closes, another takes over at its
 * position.
 */
export async function followEvents(listener: EventListener): Promise<void> {
  for (;;) {
    const subject = await signedInSubject()
    const name = `apsis-events ${subject}`
    const channel = new BroadcastChannel(name)
    let lastId = ''
    let holding = false
    const take = (told: TabMessage) => {
      if (told.kind === 'state') setLive(told.state)
      else if (told.kind === 'position') {
        lastId = told.id
        // The server announces changes only after this position: earlier changes are only in the lists.
        if (notePosition()) listener.onGap()
      } else if (told.kind === 'event') listener.onEvent(told.event)
      else if (told.kind === 'gap') listener.onGap()
      else if (holding) {
        channel.postMessage({ kind: 'state', state: live.read().state } satisfies TabMessage)
        if (lastId !== '') channel.postMessage({ kind: 'position', id: lastId } satisfies TabMessage)
      }
    }
    const tell = (told: TabMessage) => {
      channel.postMessage(told)
      take(told)
    }
    channel.onmessage = (message: MessageEvent<TabMessage>) => take(message.data)
    channel.postMessage({ kind: 'hello' } satisfies TabMessage)
    await navigator.locks.request(name, async () => {
      holding = true
      await hold(() => lastId, tell)
    })
    channel.close()
  }
}

/** Keeps the stream open while the session lasts. */
async function hold(lastId: () => string, tell: (told: TabMessage) => void): Promise<void> {
  let failures = 0
  while (isSignedIn()) {
    try {
      await followOnce(lastId(), {
        onOpen: () => {
          failures = 0
          tell({ kind: 'state', state: 'live' })
        },
        onPosition: (id) => {
          if (id !== '' && id !== lastId()) tell({ kind: 'position', id })
        },
        onEvent: (event) => tell(event.type === 'reset' ? { kind: 'gap' } : { kind: 'event', event }),
      })
      // The server ends the stream when the token expires: this is not an error, because a new token is available.
      tell({ kind: 'state', state: 'connecting' })
    } catch (failure) {
      giveUpStream()
      if (isRenewed) tell({ kind: 'state', state: 'connecting' })
      else {
        if (isSignedIn()) console.warn('The event stream was lost.', failure)
        tell({ kind: 'state', state: 'lost' })
        // The stream is the first to fail when the server goes away.
        void probe()
      }
    }
    if (!isRenewed) await delay(reconnectDelayMs(failures, Math.random()))
    isRenewed = false
    failures += 1
  }
}

type Following = {
  readonly onOpen: () => void
  readonly onPosition: (id: string) => void
  readonly onEvent: (event: Event) => void
}

async function followOnce(lastId: string, { onOpen, onPosition, onEvent }: Following): Promise<void> {
  const silence = new AbortController()
  hangUp = () => silence.abort()
  let timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
  try {
    const response = await send(listEvents, {}, silence.signal, lastId ? { 'Last-Event-ID': lastId } : {})
    if (!response.ok || !response.body) throw problemOfAnswer(response, undefined)
    onOpen()
    const onMessage = (message: StreamMessage) => {
      const event = eventOf(message)
      if (event) onEvent(event)
    }
    const feed = eventParser({ onMessage, onPosition })
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
      feed(piece)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the subject of the signed-in user, waiting until somebody signs in. */
async function signedInSubject(): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const session = getSession()
      if (session.status !== 'signed-in' || !isSignedIn()) return
      stop()
      // This must happen before anything can be read.
      beginStream()
      resolve(session.who.subject)
    }
    const stop = onSession(look)
    look()
  })
}

let hangUp = () => {}
let goOn = () => {}
let isRenewed = false

/** Opens the stream again at once: the open one may be dead, and the next try may be far away. */
export function renewStream(): void {
  isRenewed = true
  hangUp()
  goOn()
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    goOn = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
