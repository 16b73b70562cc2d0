import type { Query } from '@tanstack/react-query'
import type { Live } from '../../api/events.ts'
import type { Outage } from '../../api/outage.ts'
import { ApiProblem } from '../../api/problem.ts'
import type { Session } from '../../session/session.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

type AppWord = 'upToDate' | 'updating' | 'starting' | 'notAuthenticated' | 'notUpToDate' | 'noLive' | 'noServer'
/** The states of the application with the names of spec §2, and the time of the last read. */
export type AppStatus = { readonly level: Level; readonly word: AppWord; readonly asOf: number }

/** Refusals that depend on the query are answers of the server, so nothing on the screen is old. */
const ANSWERS: readonly (string | undefined)[] = ['request-invalid', 'not-found', 'unprocessable']

export function isAnswer(error: unknown): boolean {
  return error instanceof ApiProblem && ANSWERS.includes(error.kind)
}

type QueryState = Pick<Query, 'state' | 'isActive'> & Partial<Pick<Query, 'meta'>>

/** True if the query took too long to answer while the user waits: the timeout is the answer to that query. */
const tookTooLong = ({ state, meta }: QueryState) =>
  meta?.mayTakeTooLong === true && state.error instanceof ApiProblem && state.error.kind === 'timeout'

/** Returns the time of the last read of anything; 0 if nothing was read. */
export function lastReadOf(reads: readonly Pick<Query, 'state'>[]): number {
  return Math.max(0, ...reads.map(({ state }) => state.dataUpdatedAt))
}

/** True for a failed read of something on the screen, so that the shown data may be old. */
export function isFailedRead(read: QueryState): boolean {
  return read.isActive() && read.state.status === 'error' && !isAnswer(read.state.error) && !tookTooLong(read)
}

type Facts = {
  readonly session: Pick<Session, 'status'> & { readonly isEnding?: true }
  readonly outage: Pick<Outage, 'kind'> | undefined
  readonly live: Pick<Live, 'state'>
  readonly isUpdating: boolean
  /** True if a read of something on the screen has failed. */
  readonly failed: boolean
  readonly asOf: number
}

/** Returns the status of the screen; if several things are wrong, it names the one that explains the others. */
export function appStatusOf({ session, outage, live, isUpdating, failed, asOf }: Facts): AppStatus {
  // It is not yet known whether anybody is signed in.
  if (session.status === 'starting') return { level: 'pending', word: 'starting', asOf }
  if (session.status !== 'signed-in' || session.isEnding) return { level: 'inactive', word: 'notAuthenticated', asOf }
  // While the server does not answer, a read that tries again does not update anything.
  if (outage?.kind === 'unreachable') return { level: 'caution', word: 'noServer', asOf }
  if (isUpdating) return { level: 'pending', word: 'updating', asOf }
  // This is an addition: spec §2 has no word for a failed read, and "Up to date" would be wrong.
  if (failed) return { level: 'caution', word: 'notUpToDate', asOf }
  // Data may have changed already if its changes are not announced.
  if (live.state === 'lost') return { level: 'caution', word: 'noLive', asOf }
  if (asOf === 0) return { level: 'pending', word: 'updating', asOf }
  return { level: 'ok', word: 'upToDate', asOf }
}
