import type { AnewFailure, EventTrack } from '@apsis/contract/ca/event/level-by.ts'
import type { EventMessage } from '../message/record/message-grade.ts'

/** The result of a screening of a satellite of ours against the orbit that a track changed. */
export type ScreenedAnew = {
  /** The message with the track. */
  readonly cdmId: string
  readonly satelliteId: string
  readonly state: 'ORDERED' | 'DONE' | 'FAILED'
  readonly reason: AnewFailure | null
}

/** The newest track in the messages of an event that count, as it is stored. */
export type TrackFacts = EventTrack & {
  /** Creation of its message, ms since 1970. */
  readonly fromMs: number
  /** Estimates that use the orbit from before a track. */
  readonly replaced?: readonly string[]
}

type MessageWithTrack = EventMessage & Required<Pick<EventMessage, 'track'>>
export const isTracked = (message: EventMessage): message is MessageWithTrack => message.track !== undefined

/**
 * Returns the newest track among the messages that counted one after the other, and the screenings of our satellites in the event against the
 * orbit after the track. A message without a level says nothing about the orbit, so its track has changed nothing yet.
 */
export function trackIn(
  counted: readonly EventMessage[],
  { anew, satellites }: { readonly anew: readonly ScreenedAnew[]; readonly satellites: readonly (string | null)[] },
): TrackFacts | undefined {
  const message = counted.filter(isTracked).findLast(({ level }) => level !== 'UNKNOWN')
  if (message === undefined) return undefined
  const { id: cdmId, createdAt: fromMs, track } = message
  const own = satellites.filter((id) => id !== null)
  const outcomes = own.map((id) => anew.find((one) => one.cdmId === cdmId && one.satelliteId === id))
  const failed = outcomes.find((one) => one?.state === 'FAILED')
  const isDone = own.length > 0 && outcomes.every((one) => one?.state === 'DONE')
  return {
    cdmId,
    objectId: track.objectId,
    at: new Date(track.at).toISOString(),
    screening: isDone ? 'DONE' : failed === undefined ? 'AWAITED' : 'FAILED',
    reason: isDone ? null : (failed?.reason ?? null),
    fromMs,
  }
}

/** Returns the messages whose level still counts: once the new orbit is screened, no message from before the track counts. */
export const sinceTrack = (counted: readonly EventMessage[], track: TrackFacts | undefined): readonly EventMessage[] =>
  track?.screening === 'DONE' ? counted.filter(({ createdAt }) => createdAt >= track.fromMs) : counted
