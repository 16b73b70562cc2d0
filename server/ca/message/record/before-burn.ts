import type { EventMessage } from './message-grade.ts'

/** A burn of a satellite of the organisation that has begun. */
export type FlownBurn = { readonly designator: string; readonly ignitionMs: number; readonly endMs: number }

/** The times of the data of a message, for each of its objects, and of its arrival. */
export type MessageDates = {
  readonly createdAt: number
  readonly receivedAt: number
  readonly orbits: readonly { readonly designator: string; readonly lastObservationAt: string | null }[]
}

/**
 * Returns the messages of an event, each with the ignition of the newest burn that it does not include although it arrived after the burn: its
 * orbit of the satellite was fitted to observations from before the end of the burn, or, if it does not state their time, it was created before
 * that. Such a message does not affect the level (flight rule F15). A message that was created before ignition and only arrived later is included
 * if the event was known at ignition; a whole history that is uploaded afterwards is used as it is.
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
