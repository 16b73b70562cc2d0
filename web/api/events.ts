import { Event, listEvents } from '@apsis/contract/events/event.ts'
import { useSyncExternalStore } from 'react'
import { now } from '../clock/clock.ts'
import { isSignedIn, onSession } from '../session/session.ts'
import { send } from './call.ts'
import { eventParser, type StreamMessage } from './event-parser.ts'
import { problemOfAnswer } from './problem.ts'

/** Whether changes arrive by themselves, and since when it has been so. */
export type Live = { readonly state: 'connecting' | 'live' | 'lost'; readonly since: number }

// The server sends a comment every 15 s: two missing ones mean that the line is dead, though nobody has said so.
const SILENCE_LIMIT_MS = 40_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

let live: Live = { state: 'connecting', since: now() }
const listeners = new Set<() => void>()

function set(state: Live['state']): void {
  if (live.state === state) return
  live = { state, since: now() }
  for (const listener of listeners) listener()
}

/** How the stream is; the component renders again when it changes. */
export function useLive(): Live {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => live,
  )
}

/** Delay before try number `failures` + 1: doubled each time, with up to a fifth less so that tabs spread out. */
export function reconnectDelayMs(failures: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10)) * (1 - random / 5)
}

/** The event in a message of the stream; undefined for one of a kind that this version does not know. */
export function eventOf(message: StreamMessage): Event | undefined {
  try {
    return Event.safeParse({ id: message.id, type: message.event, data: JSON.parse(message.data) }).data
  } catch {
    // Data that is no JSON is not from this contract: a newer server may send it.
    return undefined
  }
}

/** What to do with events, and where some may have been missed. */
export type EventListener = {
  readonly onEvent: (event: Event) => void
  /** Events before this moment may have been missed: the lists must be read again. */
  readonly onGap: () => void
}

/** Follows the organisation's events for as long as the page lives, resuming after the last one seen. */
export async function followEvents({ onEvent, onGap }: EventListener): Promise<void> {
  let lastId = ''
  let failures = 0
  while (await signedIn()) {
    try {
      await followOnce(lastId, {
        onOpen: () => {
          failures = 0
        },
        onPosition: (id) => {
          // Only from this position on does the server tell: what happened before it is only in the lists.
          if (lastId === '' && id !== '') onGap()
          lastId = id
        },
        onEvent: (event) => {
          if (event.type === 'reset') onGap()
          else onEvent(event)
        },
      })
      // The server ends the stream when the token expires: that is no fault, a new token is at hand.
      set('connecting')
    } catch (failure) {
      if (isSignedIn()) console.warn('The event stream was lost.', failure)
      set('lost')
    }
    await delay(reconnectDelayMs(failures, Math.random()))
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
  let timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
  try {
    const response = await send(listEvents, {}, silence.signal, lastId ? { 'Last-Event-ID': lastId } : {})
    if (!response.ok || !response.body) throw problemOfAnswer(response, undefined)
    set('live')
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

/** Resolves to true while somebody is signed in, waiting where the session is still being opened. */
async function signedIn(): Promise<boolean> {
  if (isSignedIn()) return true
  return new Promise((resolve) => {
    const stop = onSession(() => {
      if (!isSignedIn()) return
      stop()
      resolve(true)
    })
  })
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
