import type { EventMessage } from './message-grade.ts'

/** A burn by one of the organisation's satellites; the burn has begun. */
export type FlownBurn = { readonly designator: string; readonly ignitionMs: number; readonly endMs: number }

/** The times of the data of a message, for each of its objects, and of its arrival. */
export type MessageDates = {
  readonly createdAt: number
  readonly receivedAt: number
  readonly orbits: readonly { readonly designator: string; readonly lastObservationAt: string | null }[]
}

/**
 * Returns the messages of an event, each with the ignition of the newest burn that its orbit of the satellite does not include. An orbit
 * does not include a burn if its last observation was made before the end of the burn. If the message does not state the time of that
 * observation, its creation time is used. A message with such an orbit does not affect the level (flight rule F15). Messages that were
 * created after ignition are compared with a burn. Older messages that arrived after ignition are compared only if the event was known at
 * ignition: a whole history that is uploaded afterwards is used as it is.
 */
export function markBeforeBurn<T extends MessageDates & Pick<EventMessage, 'beforeBurnAt'>>(
  messages: readonly T[],
  burns: readonly FlownBurn[],
): T[] {
  const firstMs = Math.min(...messages.map(({ receivedAt }) => receivedAt))
  return messages.map((message) => {
    const unknown = burns.filter((burn) => isBefore(message, burn, firstMs < burn.ignitionMs))
    return unknown.length === 0
      ? message
      : { ...message, beforeBurnAt: Math.max(...unknown.map(({ ignitionMs }) => ignitionMs)) }
  })
}

function isBefore({ createdAt, receivedAt, orbits }: MessageDates, burn: FlownBurn, wasKnown: boolean): boolean {
  const orbit = orbits.find(({ designator }) => designator === burn.designator)
  if (orbit === undefined) return false
  const cameAfter = createdAt >= burn.ignitionMs || (wasKnown && receivedAt >= burn.ignitionMs)
  const dataMs = orbit.lastObservationAt === null ? createdAt : Date.parse(orbit.lastObservationAt)
  return cameAfter && dataMs < burn.endMs
}
