import type { ServerResponse } from 'node:http'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { EndedSessions } from '../platform/auth/ended-sessions.ts'

/** All tabs of a browser share one stream, so this allows a person twenty browsers. */
export const STREAMS_PER_PERSON = 20
/** Each change of an organisation wakes all its streams, and each asks the database. */
export const STREAMS_PER_ORGANISATION = 500
const RETRY_S = 30

export type OpenStreams = {
  /** Counts a stream in until it closes; throws when its person or organisation has too many. */
  add(caller: Caller, response: ServerResponse): void
  endAll(): void
}

/** The streams that this process holds open. They end with the session that they were opened in, not with its token. */
export function createOpenStreams(sessions: EndedSessions): OpenStreams {
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
