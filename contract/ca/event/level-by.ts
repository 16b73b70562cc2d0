import { z } from 'zod'
import { Id, Instant } from '../../page.ts'

/**
 * The sources of the estimate that determines a level: a message, a screening of the own orbit, or a report without covariances, which
 * nobody can recompute.
 */
export const LEVEL_SOURCES = ['MESSAGE', 'OWN_SCREENING', 'REPORTED'] as const

/** The estimate that determines the level of an event. */
export const LevelBy = z
  .strictObject({
    source: z.enum(LEVEL_SOURCES),
    id: Id.meta({ description: 'The message, or the estimate of the screening or of the report' }),
    at: Instant.meta({
      description: 'Creation of the message or report, or when the orbits were taken for the screening',
    }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'The probability that the level rests on, 0 to 1; null where there is none' }),
    missM: z.number().nullable().meta({ description: 'Its miss distance, m; null where it is not known' }),
    isShown: z.boolean().meta({
      description: 'Whether conjunctionData is of this estimate; otherwise its numbers are those of another, newer one',
    }),
    isBeforeTrack: z.boolean().meta({
      description:
        'Whether it rests on an orbit that a track has replaced since, and holds the level until the new orbit is screened',
    }),
    isSimulated: z.boolean().meta({
      description: 'Whether it is simulated, or came from a connection for tests, whatever else is known of the event',
    }),
  })
  .meta({ id: 'LevelBy', description: 'Which estimate sets the level, with its number and time' })
export type LevelBy = z.output<typeof LevelBy>

/**
 * Returns true if all data about an event, or the estimate that determines its level, are simulated: the level is then marked wherever it
 * is shown.
 */
export const isLevelSimulated = ({
  isSimulated,
  levelBy,
}: {
  readonly isSimulated: boolean
  readonly levelBy: Pick<LevelBy, 'isSimulated'> | null
}): boolean => isSimulated || levelBy?.isSimulated === true

type LevelledEvent = {
  readonly levelBy: LevelBy | null
  readonly conjunctionData: { readonly probabilityOfCollision: number | null }
}

/** Returns the probability on which the level of an event is based; null if there is none. */
export function levelPcOf({ levelBy, conjunctionData }: LevelledEvent): number | null {
  return levelBy === null || levelBy.isShown ? conjunctionData.probabilityOfCollision : levelBy.probability
}

/** The state of the repeated screening of the own orbit against an orbit that was updated by a track. */
export const ANEW_STATES = ['AWAITED', 'DONE', 'FAILED'] as const
/** The reasons why the repeated screening failed. */
export const ANEW_FAILURES = [
  'no-orbit',
  'not-reached',
  'before-burn',
  'object-lost',
  'weaker',
  'failed',
  'refused',
] as const
export type AnewFailure = (typeof ANEW_FAILURES)[number]

export const EventTrack = z
  .strictObject({
    cdmId: Id.meta({ description: 'The message that the track made' }),
    objectId: z.string().meta({ description: 'Designator of the object that the track is of' }),
    at: Instant.meta({ description: 'Begin of the track' }),
    screening: z.enum(ANEW_STATES).meta({
      description:
        'Screening of the own orbit against the orbit with the track: AWAITED: until it is there, estimates from before the track hold the level; DONE: none of them sets the level any more; FAILED: they go on holding it, and it is tried again every ten minutes',
    }),
    reason: z.enum(ANEW_FAILURES).nullable().meta({
      description:
        'Why it failed: no-orbit: no orbit of the satellite is known; not-reached: its orbit does not reach the closest approach; before-burn: its orbit does not hold a burn; object-lost: the orbit of the other object cannot be followed; weaker: the new screening has no covariance of the own orbit and the earlier one had; failed: it ended with a fault; refused: it could not be ordered',
    }),
  })
  .meta({ id: 'EventTrack', description: 'The newest track in the messages of an event' })
export type EventTrack = z.output<typeof EventTrack>
