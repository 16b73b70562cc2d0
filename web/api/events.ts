import { Event, listEvents } from '@apsis/contract/events/event.ts'
import { now } from '../clock/clock.ts'
import { getSession, isSignedIn, onSession } from '../session/session.ts'
import { createStore, useStore } from '../ui/store/store.ts'
import { send } from './call.ts'
import { eventParser, type StreamMessage } from './event-parser.ts'
import { probe } from './outage.ts'
import { problemOfAnswer } from './problem.ts'
import { beginStream, giveUpStream, notePosition } from './stream-start.ts'

/** True while changes arrive by themselves, with the time since which it has been so. */
export type Live = { readonly state: 'connecting' | 'live' | 'lost'; readonly since: number }

/** The handlers of events, and of places in the stream where some may have been missed. */
export type EventListener = {
  readonly onEvent: (event: Event) => void
  /** Events before this moment may have been missed: the lists must be read again. */
  readonly onGap: () => void
}

// The server sends a comment every 15 s: two missing ones mean that the line is dead, though no error was reported.
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

/** Delay before try number `failures` + 1: doubled each time, with up to a fifth less so that tabs spread out. */
export function reconnectDelayMs(failures: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10)) * (1 - random / 5)
}

/** Returns the event in a message of the stream; undefined for a kind that this version does not know. */
export function eventOf(message: StreamMessage): Event | undefined {
  try {
    return Event.safeParse({ id: message.id, type: message.event, data: JSON.parse(message.data) }).data
  } catch {
    // Data that is no JSON is not from this contract: a newer server may send it.
    return undefined
  }
}

/** The messages of the tab that holds the stream to the others. */
type TabMessage =
  | { readonly kind: 'state'; readonly state: Live['state'] }
  | { readonly kind: 'position'; readonly id: string }
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'gap' }
  | { readonly kind: 'hello' }

/**
 * Follows the organisation's events for as long as the page lives, resuming after the last one seen. All tabs of a user
 * share one stream, since a browser opens no more than six connections to a server; when the tab that holds it goes,
 * another takes over where it was.
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
        // The server announces changes only from this position on: earlier changes are only in the lists.
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
      // The server ends the stream when the token expires: that is no fault, a new token is at hand.
      tell({ kind: 'state', state: 'connecting' })
    } catch (failure) {
      giveUpStream()
      if (isRenewed) tell({ kind: 'state', state: 'connecting' })
      else {
        if (isSignedIn()) console.warn('The event stream was lost.', failure)
        tell({ kind: 'state', state: 'lost' })
        // A stream that breaks is the first to know that the server is gone.
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
      // Before anything can be read.
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

/** Opens the stream anew at once: the one that is open may be dead, and the next try far away. */
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
