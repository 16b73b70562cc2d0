import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { GRADES, type Grade, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { KnownOfEvent } from './known.ts'

/** The stored values of an event for each of its messages. */
export type EventMessage = {
  readonly id: string
  readonly messageId: string
  readonly originator: string
  /** Creation, ms since 1970. */
  readonly createdAt: number
  readonly grade: Grade
  readonly level: RiskLevel
  readonly probability: number | null
  /** Its knowledge about both orbits. */
  readonly known: KnownOfEvent
  readonly isSimulated: boolean
  /** Ignition of a burn that the message does not include, ms since 1970; the message then does not affect the level (F15). */
  readonly beforeBurnAt?: number
  /** True if a track in the message was withdrawn; the message then does not affect the level. */
  readonly isWithdrawn?: boolean
  /** Miss distance, m. */
  readonly missM: number
  /** The track with which the message was made: its object, and its beginning, ms since 1970. */
  readonly track?: { readonly objectId: string; readonly at: number }
}

/** A better grade overrides newer messages of a lower grade for this time: three rounds of screening, eight hours apart. */
export const FRESH_MS = DAY_MS

/** Theories and models of element sets, that a message may name in its statements about its orbits. */
const OF_ELEMENTS = /\b(TLE|SGP4|SDP4|two[- ]line|general perturbations)\b/i

/**
 * Returns the grade of the orbits of a message from its own statements (domain.md C5): a message from element sets has their grade; an ephemeris
 * of an operator is named in the message; the owner of an object may have written the message. All other messages count as special perturbations,
 * as 18 SDS writes them.
 */
export function gradeOf({ header, relative, objects }: Message): Grade {
  const said = objects.flatMap(({ metadata, odParameters, additional, state, covariance }) => [
    metadata.ephemerisName,
    metadata.gravityModel,
    ...[metadata, odParameters, additional, state, covariance].flatMap((block) => block?.comments ?? []),
  ])
  if ([...header.comments, ...relative.comments, ...said].some((text) => text !== undefined && OF_ELEMENTS.test(text)))
    return 'TLE'
  if (objects.some(({ metadata: { ephemerisName } }) => isNamedEphemeris(ephemerisName))) return 'OPERATOR_EPHEMERIS'
  const sender = plain(header.originator)
  const isOwn = objects.some(({ metadata: { operatorOrganization: name } }) => name && plain(name) === sender)
  return isOwn ? 'OWNER_OPERATOR' : 'SPECIAL_PERTURBATIONS'
}

const plain = (name: string) => name.trim().toUpperCase()
/** True if a message states that the orbit of an object is from an ephemeris (EPHEMERIS_NAME, CCSDS 508.0-B-1). */
export const isNamedEphemeris = (ephemeris: string | null | undefined) =>
  ephemeris !== undefined && ephemeris !== null && !['', 'NONE', 'N/A', 'UNKNOWN'].includes(plain(ephemeris))

type GradedMessage = { readonly createdAt: number; readonly grade: Grade }

/**
 * Returns the messages that counted one after the other, from messages in the order of their creation. At each creation the newest message
 * of the best grade among the fresh ones counts. The last message of the result counts now.
 */
export function countedIn<T extends GradedMessage>(ordered: readonly T[]): T[] {
  const counted: T[] = []
  for (const [place, { createdAt }] of ordered.entries()) {
    const fresh = ordered.slice(0, place + 1).filter((one) => createdAt - one.createdAt <= FRESH_MS)
    const best = fresh.reduce((before, one) => (rankOf(one) >= rankOf(before) ? one : before))
    if (counted.at(-1) !== best) counted.push(best)
  }
  return counted
}

const rankOf = ({ grade }: GradedMessage) => -GRADES.indexOf(grade)
