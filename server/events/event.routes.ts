import type { ServerResponse } from 'node:http'
import { listEvents } from '@apsis/contract/events/event.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { EndedSessions } from '../platform/auth/ended-sessions.ts'
import { bindStream, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { eventsAfter, startPosition } from './event.service.ts'
import { createHub, type Hub } from './hub.ts'

/** All tabs of a browser share one stream, so this allows a person twenty browsers. */
const STREAMS_PER_PERSON = 20
/** The limit of an organisation: each of its changes wakes all its streams, and each stream queries the database. */
const STREAMS_PER_ORGANISATION = 500
const RETRY_S = 30

const PULSE_MS = 15_000
const MOST_BUFFERED_BYTES = 1024 * 1024

export function eventRoutes(door: Door, platform: Platform): void {
  const hub = createHub(platform.listener)
  const open = createOpenStreams(platform.endedSessions)
  // A stream never ends by itself, so shutting down would wait for it for ever.
  door.app.addHook('preClose', async () => open.endAll())
  bindStream(door, listEvents, (request, reply, caller) => {
    const lastEventId = request.headers['last-event-id']
    const response = reply.raw
    open.add(caller, response)
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 1000\n\n')
    platform.metrics.listeners.inc()
    response.on('close', () => platform.metrics.listeners.dec())
    // The session may have ended after its token was checked.
    if (caller.sessionId !== undefined && platform.endedSessions.has(caller.sessionId)) response.end()
    follow({ platform, hub, caller, response }, typeof lastEventId === 'string' ? lastEventId : undefined)
  })
}

type Stream = {
  readonly platform: Platform
  readonly hub: Hub
  readonly caller: Caller
  readonly response: ServerResponse
}

/** Writes the existing changes and then new ones, until the listener leaves or its token ends. */
function follow({ platform, hub, caller, response }: Stream, lastEventId: string | undefined): void {
  let position: number | undefined
  let again = false
  let busy = false
  const drain = async (): Promise<void> => {
    if (position === undefined) {
      const start = await startPosition(platform.db, caller, lastEventId)
      position = start.from
      if (start.reset) write(response, { id: position, type: 'reset', data: {} })
      else response.write(`id: ${position}\n: following\n\n`)
    }
    const { events, isMore } = await eventsAfter(platform.db, caller, position)
    for (const event of events) {
      position = event.id
      write(response, event)
    }
    if (isMore) again = true
  }
  const wake = (): void => {
    again = true
    if (busy) return
    busy = true
    void (async () => {
      while (again && !response.writableEnded) {
        again = false
        await drain()
      }
    })()
      // The listener reconnects with its last id, so ending the stream loses nothing.
      .catch((error: unknown) => {
        platform.log.warn({ err: error }, 'event stream ended')
        response.end()
      })
      .finally(() => {
        busy = false
      })
  }
  const pulse = setInterval(() => {
    if (response.writableLength > MOST_BUFFERED_BYTES) response.destroy()
    else response.write(': still here\n\n')
  }, PULSE_MS)
  // A token ends by the clock with which it was verified, which need not be the database's.
  const ending = setTimeout(() => response.end(), Math.max(0, caller.expiresAt * 1000 - platform.tokens.now()))
  const stop = hub.follow(caller.tenantId, wake)
  response.on('close', () => {
    clearInterval(pulse)
    clearTimeout(ending)
    stop()
  })
  wake()
}

function write(response: ServerResponse, event: { id: number; type: string; data: Record<string, unknown> }): void {
  response.write(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`)
}

type OpenStreams = {
  /** Counts a stream until it closes; throws if its person or organisation has too many. */
  add(caller: Caller, response: ServerResponse): void
  endAll(): void
}

/**
 * Returns the registry of the streams that are open in this process. A stream is also closed when the session in which it was opened ends, even if
 * its token is still valid.
 */
function createOpenStreams(sessions: EndedSessions): OpenStreams {
  const open = new Map<ServerResponse, Caller>()
  const count = (isCounted: (caller: Caller) => boolean) => [...open.values()].filter(isCounted).length
  sessions.onEnd((sessionId) => {
    for (const [response, caller] of open) if (caller.sessionId === sessionId) response.end()
  })
  return {
    add(caller, response) {
      const isTheirs = ({ tenantId }: Caller) => tenantId === caller.tenantId
      const own = count((other) => isTheirs(other) && other.subject === caller.subject)
      if (own >= STREAMS_PER_PERSON) throw tooMany(`You have ${own} event streams open`)
      const all = count(isTheirs)
      if (all >= STREAMS_PER_ORGANISATION) throw tooMany(`Your organisation has ${all} event streams open`)
      open.set(response, caller)
      response.on('close', () => open.delete(response))
    },
    endAll() {
      for (const response of open.keys()) response.end()
    },
  }
}

const tooMany = (state: string) =>
  new ApiError('too-many-requests', `${state}, and no more are allowed: close one first.`, {
    headers: { 'retry-after': String(RETRY_S) },
  })
