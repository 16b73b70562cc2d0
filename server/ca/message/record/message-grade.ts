import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { GRADES, type Grade, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { KnownOfEvent } from './known.ts'

/** What an event stores of each of its messages. */
export type EventMessage = {
  readonly id: string
  readonly messageId: string
  readonly originator: string
  /** Creation, ms since 1970. */
  readonly createdAt: number
  readonly grade: Grade
  readonly level: RiskLevel
  readonly probability: number | null
  /** What it knows of both orbits. */
  readonly known: KnownOfEvent
  readonly isSimulated: boolean
  /** Ignition of a burn of the satellite that it does not know of, ms since 1970; it then drives no level (flight rule F15). */
  readonly beforeBurnAt?: number
  /** A track in it was withdrawn; it then drives no level. */
  readonly isWithdrawn?: boolean
  /** Miss distance, m. */
  readonly missM: number
  /** The track that it was made with: of which object, and when it begins, ms since 1970. */
  readonly track?: { readonly objectId: string; readonly at: number }
}

/**
 * A message of a better grade counts against newer ones of a lesser grade for so long: three rounds of screening, eight hours
 * apart.
 */
export const FRESH_MS = DAY_MS

/** Theories and models that belong to element sets, in what a message says of the orbits it rests on. */
const OF_ELEMENTS = /\b(TLE|SGP4|SDP4|two[- ]line|general perturbations)\b/i

/**
 * What the orbits of a message rest on, as far as it says so itself (domain.md C5): one of element sets is no better than
 * they are; an ephemeris of an operator is named; who owns an object may have written the message. All else is taken for
 * special perturbations, as 18 SDS writes them.
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
/** Whether a message says of an object that its orbit is that of an ephemeris (EPHEMERIS_NAME, CCSDS 508.0-B-1). */
export const isNamedEphemeris = (ephemeris: string | null | undefined) =>
  ephemeris !== undefined && ephemeris !== null && !['', 'NONE', 'N/A', 'UNKNOWN'].includes(plain(ephemeris))

type GradedMessage = { readonly createdAt: number; readonly grade: Grade }

/**
 * The messages that counted one after the other, of all in the order of their creation: whenever one was created, the newest
 * of the best grade among those that were fresh. The last is the one that counts now.
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
