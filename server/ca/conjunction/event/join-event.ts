import { CARA_TOLERANCE_S } from '@apsis/astro/conjunction/group-updates.ts'

/** What decides to which event a message belongs. */
export type Meeting = {
  /** The designators of both objects, in any order. */
  readonly objects: readonly [string, string]
  readonly isCoOrbiting: boolean
  /** TCA, ms since 1970. The TCA of an event is that of its first message. */
  readonly tca: number
  /** How far TCAs of one event may be apart, s, by the orbits; without it CARA's. */
  readonly toleranceS?: number | undefined
}

/**
 * The event that a message belongs to: that of the same two objects whose first message has its TCA within 450 s, a window
 * of 15 minutes around it as CARA has it, and outside LEO within what its orbits allow (flight rule F6); the nearest where there are two; undefined where it opens one of its own. Slow
 * approaches never join fast ones. Two passages of one pair are half a revolution apart, so that the order in which
 * messages come makes no difference to which belong together (join-event.test.ts).
 */
export function findEvent<T extends Meeting>(events: readonly T[], meeting: Meeting): T | undefined {
  const apart = (event: T) => Math.abs(event.tca - meeting.tca)
  return events
    .filter(({ objects, isCoOrbiting }) => isCoOrbiting === meeting.isCoOrbiting && isSame(objects, meeting.objects))
    .filter((event) => apart(event) <= 1000 * Math.max(toleranceOf(event), toleranceOf(meeting)))
    .sort((a, b) => apart(a) - apart(b))[0]
}

function isSame([a, b]: readonly [string, string], [c, d]: readonly [string, string]): boolean {
  return (a === c && b === d) || (a === d && b === c)
}

const toleranceOf = ({ toleranceS = CARA_TOLERANCE_S }: Meeting) => toleranceS
