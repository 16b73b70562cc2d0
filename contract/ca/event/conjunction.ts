import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf, Rtn, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { RiskLevel } from '../message/cdm.ts'
import { CDM_ID, EXAMPLE, ID, SATELLITE_ID } from '../message/conjunction-example.data.ts'
import { ACTION_RULE_NAMES, LEVEL_CAUSES, LEVEL_CAUSES_NOTE } from './cause.ts'
import { Commit } from './commit.ts'
import { Coordination } from './coordination.ts'
import { DutyCall } from './duty-call.ts'
import { Comparison, EventEstimates, NewestReport, OwnScreening } from './estimate.ts'
import { EventTrack, LEVEL_SOURCES, LevelBy } from './level-by.ts'

/** The states of an event: open, mitigated by a verified burn, after its TCA, archived a week later. */
export const CONJUNCTION_STATES = ['OPEN', 'MITIGATED', 'PASSED', 'ARCHIVED'] as const
/** The states of a decision. */
export const DECISION_STATES = ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'DECIDED', 'CLOSED'] as const
export const DECISIONS = ['MANOEUVRE', 'NO_ACTION', 'MONITOR', 'REQUEST_TRACKING', 'COORDINATE'] as const
const DECISION_ACTIONS = [
  'ACKNOWLEDGE',
  'UNACKNOWLEDGE',
  'ASSIGN',
  'DECIDE',
  'CLOSE',
  'REOPEN',
  'SNOOZE',
  'NOTE',
] as const
/** The changes of the probability over the messages. */
export const TRENDS = ['FIRST', 'RISING', 'FALLING', 'STEADY', 'FLIPPING'] as const

const ConjunctionData = z
  .strictObject({
    tca: Instant,
    riskLevel: RiskLevel.meta({ description: 'By the thresholds of the satellite, with hysteresis on the way down' }),
    probabilityOfCollision: z.number().nullable().meta({ description: '0 to 1; null where there is none' }),
    totalMissDistance: z.number().meta({ description: 'm' }),
    radialSeparation: z
      .number()
      .nullable()
      .meta({ description: 'Absolute radial part, m; null: a report alone knows of it' }),
    timeToTca: z.number().meta({ description: 'From the answer to TCA, s; below 0 when past' }),
    relativePosition: Rtn.nullable().meta({
      description: 'Object 2 less object 1 along R, T, N of object 1, m; null: as above',
    }),
    relativeVelocity: Rtn.nullable().meta({ description: 'The same, m/s' }),
    relativeSpeed: z.number().nullable().meta({ description: 'm/s' }),
    sigmaRtn: Rtn.nullable().meta({ description: '1σ of the relative position, m' }),
  })
  .meta({ id: 'ConjunctionData', description: 'What the event is about, by the worst estimate that is credible' })

const Participant = z
  .strictObject({
    designator: z.string(),
    name: z.string(),
    objectType: z.string().nullable(),
    manoeuvrable: z.enum(['YES', 'NO', 'UNKNOWN']),
    operatorOrganization: z.string().nullable(),
    lastObservationAt: Instant.nullable(),
    satelliteId: Id.nullable().meta({ description: 'Where the organisation has it as a satellite' }),
  })
  .meta({ id: 'ConjunctionParticipant', description: 'One of the two objects' })

const DecisionSummary = z
  .strictObject({
    state: z.enum(DECISION_STATES),
    owner: z.string().nullable().meta({ description: 'User name to whom it is assigned' }),
    decision: z.enum(DECISIONS).nullable(),
    at: Instant.nullable(),
    by: z.string().nullable(),
    snoozedUntil: Instant.nullable(),
  })
  .meta({ id: 'DecisionSummary', description: 'How far people have come with the event' })

/** The conditions that reopen a decided event: any higher level, a probability above a limit, or a time. */
const Reopening = z
  .strictObject({
    aboveLevel: RiskLevel.meta({ description: 'The level on which it was decided' }),
    aboveProbability: z.number().nullable().meta({ description: 'Null: the level alone reopens it' }),
    lookAgainAt: Instant.nullable().meta({
      description:
        'When it reopens whatever has come until then; null: the decision waits for nothing, or was made when TCA had passed',
    }),
  })
  .meta({ id: 'Reopening', description: 'What reopens a decided or closed event by itself' })

/** The burn after which the remaining risk of an event is acceptable. */
const Mitigation = z
  .strictObject({
    plan: z.string().meta({ description: 'Name of the plan whose burn was verified' }),
    aboveProbability: z.number().meta({
      description: 'What the satellite does not accept: from there on it would have to be decided',
    }),
  })
  .meta({ id: 'Mitigation', description: 'The burn that left nothing of an event' })

/** A conjunction (spec §3): all messages about one close approach of two objects. */
export const Conjunction = z
  .strictObject({
    conjunctionId: Id,
    satelliteId: Id.nullable().meta({ description: 'Satellite of the organisation that is object 1' }),
    conjunctionData: ConjunctionData,
    object1: Participant,
    object2: Participant,
    maximumProbability: z
      .number()
      .nullable()
      .meta({ description: 'Largest over a common factor on the covariance, 0 to 1' }),
    reportedProbability: z
      .number()
      .nullable()
      .meta({ description: 'What the originator of the message, or the report, says, 0 to 1' }),
    method: z.string().nullable(),
    isReliable: z.boolean(),
    isDiluted: z.boolean(),
    needsData: z.boolean().meta({
      description:
        'Diluted, and the maximum would be critical; or no probability is known, or the newest estimate knows less than the one before, of an event that matters: tracking would settle it',
    }),
    mahalanobis: z.number().nullable().meta({ description: 'Miss over uncertainty in the conjunction plane; no unit' }),
    previousProbability: z.number().nullable().meta({ description: 'Of the message that counted before' }),
    trend: z.enum(TRENDS),
    messages: z.int().meta({ description: '0: only screenings of own orbits or reports know of it' }),
    firstCreationDate: Instant,
    lastCreationDate: Instant.meta({
      description:
        'Creation of the newest message, of whatever grade; without one the time of the newest screening or report',
    }),
    activeCdmId: Id.nullable().meta({
      description:
        'The message that counts: the newest of the best grade, while it is fresh; null: mitigated, or no message',
    }),
    originators: z.array(z.string()),
    considerFrom: Instant.meta({ description: 'TCA less considerHours of the satellite' }),
    decideBefore: Instant.meta({
      description:
        'The last command contact before TCA less commitHours of the satellite; TCA less commitHours where none is known',
    }),
    commit: Commit.meta({ description: 'What decideBefore follows from' }),
    action: z
      .enum(['ACT', 'PREPARE', 'WATCH', 'IGNORE', 'GET_DATA', 'NONE'])
      .meta({ description: 'What the rules suggest' }),
    rule: z.enum(ACTION_RULE_NAMES).meta({ description: 'The rule that fired, as a name that stays' }),
    levelCauses: z.array(z.enum(LEVEL_CAUSES)).meta({ description: LEVEL_CAUSES_NOTE }),
    reopens: Reopening.nullable().meta({
      description: 'What reopens the event by itself; null: it is neither decided nor closed',
    }),
    isCoOrbiting: z
      .boolean()
      .meta({ description: 'Relative speed below 10 m/s: one of a series, no planar probability' }),
    state: z.enum(CONJUNCTION_STATES),
    mitigation: Mitigation.nullable().meta({ description: 'Null: it is not mitigated' }),
    levelFrom: z.enum(LEVEL_SOURCES).meta({
      description:
        'Whose estimate conjunctionData is of: the worst that is credible; REPORTED: only a report without covariances knows of it. Each is in the list of estimates',
    }),
    ownScreening: OwnScreening.nullable().meta({
      description: 'What screening of the own orbit says; null: it was not found by any',
    }),
    reported: NewestReport.nullable().meta({
      description: 'The newest report without covariances, which cannot be recomputed; null: there is none',
    }),
    comparison: Comparison.nullable().meta({
      description: 'How far message and own screening are apart; null where they cannot be compared',
    }),
    levelBy: LevelBy.nullable().meta({
      description: 'Which estimate sets the level; null: no level is known',
    }),
    track: EventTrack.nullable().meta({
      description: 'The newest track in its messages; null: there is none',
    }),
    decision: DecisionSummary,
    isSimulated: z.boolean(),
    version: z.int().meta({ description: 'Rises with each change' }),
  })
  .meta({ id: 'Conjunction', description: 'All messages about one close approach of two objects' })
export type Conjunction = z.output<typeof Conjunction>

const SATELLITE = '([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9]{1,9})'
const LIST_OF_SATELLITES = new RegExp(`^${SATELLITE}(,${SATELLITE})*$`)

const MOST_CONJUNCTIONS = 10_000

const common = { tags: ['conjunctions'], access: [CA_USER] } as const

export const listConjunctions = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/conjunctions',
  summary: 'List conjunctions',
  description: `By TCA. Without \`limit\`: all that are ahead and those of the last day, unless times, a state or an event are asked for. Events of removed satellites are left out. The ETag is that of the list: unchanged, it answers 304. ${PAGE_NOTE}`,
  rate: 'read',
  headers: { etag: true, ifNoneMatch: true },
  query: z.strictObject({
    'conjunction-id': Id.optional(),
    'satellite-id': z
      .string()
      .max(8_000)
      .regex(LIST_OF_SATELLITES, 'has to be ids of satellites or numbers of objects, by comma')
      .optional()
      .meta({
        description:
          'Satellites that take part, separated by commas: by their ids, and by the number of object 1 where it is none of yours',
        examples: [SATELLITE_ID],
      }),
    'tca-after': Instant.optional(),
    'tca-before': Instant.optional(),
    'risk-level': z
      .string()
      .max(100)
      .regex(/^(UNKNOWN|LOW|MEDIUM|HIGH|CRITICAL)(,(UNKNOWN|LOW|MEDIUM|HIGH|CRITICAL))*$/, 'has to be levels, by comma')
      .optional()
      .meta({ description: 'Levels, separated by commas' }),
    state: z.enum(CONJUNCTION_STATES).optional(),
    'has-probability': z.stringbool().optional().meta({ description: 'False: what nobody could compute it for' }),
    'min-probability': z.coerce.number().min(0).max(1).optional(),
    'max-miss': z.coerce.number().min(0).optional().meta({ description: 'm' }),
    'max-radial': z.coerce.number().min(0).optional().meta({ description: 'Absolute radial part of the miss, m' }),
    'object-type': z.string().max(1_000).optional().meta({
      description: 'Types of object 2 as messages write them, separated by commas; UNKNOWN where they do not',
    }),
    originator: z
      .string()
      .max(1_000)
      .optional()
      .meta({ description: 'Those who sent a message about it, separated by commas' }),
    'is-between-own': z
      .stringbool()
      .optional()
      .meta({ description: 'True: both objects are satellites of the organisation; false: only one is, or none' }),
    search: z.string().trim().max(200).optional().meta({ description: 'Part of the name or number of object 2' }),
    ...sortOf(
      ['tca', 'riskLevel', 'probabilityOfCollision', 'totalMissDistance', 'relativeSpeed', 'lastCreationDate'],
      'tca',
    ),
    ...pageOf({ standard: MOST_CONJUNCTIONS, most: MOST_CONJUNCTIONS }),
    limit: z.coerce.number().int().min(1).max(MOST_CONJUNCTIONS).optional(),
  }),
  response: z.array(Conjunction).meta({ examples: [[EXAMPLE]] }),
})

/** The reasons for which a decided event can be reopened automatically. */
export const REOPENING_TRIGGERS = ['level', 'probability', 'look', 'message-late', 'tca-moved'] as const

/** One step of the record; steps are never changed or removed. */
const DecisionEntry = z
  .strictObject({
    entryId: Id,
    at: Instant,
    by: z.string().meta({ description: 'User name; Apsis where the product reopened the event' }),
    action: z.enum(DECISION_ACTIONS),
    cdmId: Id.nullable().meta({ description: 'The message it was based on' }),
    riskLevel: RiskLevel,
    probability: z
      .number()
      .nullable()
      .meta({ description: 'Of the message that was looked at, 0 to 1; null: it had none' }),
    owner: z.string().nullable(),
    decision: z.enum(DECISIONS).nullable(),
    snoozedUntil: Instant.nullable(),
    reopenAbove: z.number().nullable().meta({ description: 'The probability above which it reopens' }),
    lookAgainAt: Instant.nullable().meta({ description: 'When it reopens whatever has come until then' }),
    trigger: z.enum(REOPENING_TRIGGERS).nullable().meta({
      description:
        'What reopened the event by itself: its level or its probability rose, the time of the next look has come, a message was two hours late, or TCA moved by more than 60 s; null: a person made this step',
    }),
    why: z.string(),
    call: DutyCall.nullable().meta({
      description: 'The note of a call of the on-call chain as data; null: the step is none',
    }),
    coordination: Coordination.optional().meta({ description: 'Absent: the step says nothing of the other operator' }),
  })
  .meta({ id: 'DecisionEntry', description: 'Who did what, when, on which message, and why' })
export type DecisionEntry = z.output<typeof DecisionEntry>

/** The defaults of a step that decides an event. */
const DecisionDefaults = z
  .strictObject({
    lookAgainAt: Instant.nullable().meta({
      description: 'When a decision to wait that is made now reopens the event; null: TCA has passed',
    }),
    isLookByContact: z.boolean().meta({
      description: 'Whether that is the lead of the satellite before its last command contact',
    }),
    reopenAbove: z.number().nullable().meta({ description: 'The probability above which the event reopens' }),
    mostReopenAbove: z.number().nullable().meta({
      description:
        'The largest that may be named: a fifth above the probability, where that is at or above what the satellite accepts; null: any',
    }),
  })
  .meta({
    id: 'DecisionDefaults',
    description: 'What a decision that is made now carries where it names nothing',
  })

/** The decision record of an event: its present state, and its whole history, oldest step first. */
export const Decision = z
  .strictObject({
    conjunctionId: Id,
    summary: DecisionSummary,
    history: z.array(DecisionEntry),
    coordination: Coordination.extend({ by: z.string().meta({ description: 'User name of who wrote it' }) })
      .optional()
      .meta({ description: 'Where both operators stand: the newest step of the history; absent: nobody was asked' }),
    defaults: DecisionDefaults,
    version: z.int().meta({ description: 'Of the event: rises with each step, and with each message' }),
  })
  .meta({
    id: 'Decision',
    description: 'The decision record of an event',
    examples: [
      {
        conjunctionId: ID,
        summary: {
          state: 'ACKNOWLEDGED',
          owner: null,
          decision: null,
          at: '2026-11-20T06:00:00.000Z',
          by: 'demo',
          snoozedUntil: null,
        },
        history: [
          {
            entryId: '0f8fad5b-d9cb-469f-a165-70867728950e',
            at: '2026-11-20T06:00:00.000Z',
            by: 'demo',
            action: 'ACKNOWLEDGE',
            cdmId: CDM_ID,
            riskLevel: 'CRITICAL',
            probability: 2.12e-4,
            owner: null,
            decision: null,
            snoozedUntil: null,
            reopenAbove: null,
            lookAgainAt: null,
            trigger: null,
            why: '',
            call: null,
          },
        ],
        defaults: {
          lookAgainAt: '2026-11-20T08:13:07.000Z',
          isLookByContact: true,
          reopenAbove: 2.54e-4,
          mostReopenAbove: 2.54e-4,
        },
        version: 1,
      },
    ],
  })
export type Decision = z.output<typeof Decision>

const params = z.strictObject({ 'conjunction-id': Id })

export const getDecision = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/conjunctions/{conjunction-id}/decision',
  summary: 'Read the decision record of an event',
  description: 'Where people stand with it, and every step that led there. The ETag is the version of the event.',
  rate: 'read',
  headers: { etag: true },
  params,
  response: Decision,
})

export const updateDecision = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/v1/ca/conjunctions/{conjunction-id}/decision',
  summary: 'Add a step to the decision record',
  description:
    'ACKNOWLEDGE, take that back (UNACKNOWLEDGE), ASSIGN (owner), DECIDE (decision and why), CLOSE (why), REOPEN, SNOOZE (snoozedUntil) or NOTE (why, or `coordination`: who was asked to move, accepted or refused). A decided or closed event reopens by itself when its level rises above that on which it was decided, its probability above reopenAbove, or, from HIGH on, its TCA moves by more than 60 s. A decision to wait (MONITOR, REQUEST_TRACKING, COORDINATE) also reopens at lookAgainAt, and from HIGH on when a message is two hours late. Each step is kept for ever with who, when and on which message. If-Match names the version of the event on which it was made; where the event has moved since, by a step or by a message, it is refused. To decide and to close need it.',
  rate: 'write',
  headers: { ifMatch: 'optional', etag: true },
  params,
  body: z
    .strictObject({
      action: z.enum(DECISION_ACTIONS),
      cdmId: Id.optional().meta({ description: 'The message it is based on; absent: the one that counts' }),
      owner: z.string().trim().min(1).max(200).optional(),
      decision: z.enum(DECISIONS).optional(),
      snoozedUntil: Instant.optional(),
      reopenAbove: z.number().min(0).max(1).nullable().optional().meta({
        description:
          'To decide or to close: the probability above which the event reopens by itself. Absent: a fifth more than it has, where that is at or above what the satellite accepts, and no more and not null may be named then; else, from HIGH on, five times as much or what is accepted, whichever is less. Null: its level alone does',
      }),
      lookAgainAt: Instant.optional().meta({
        description:
          'To decide: when the event reopens whatever has come until then, before TCA. Absent, a decision to wait (MONITOR, REQUEST_TRACKING, COORDINATE) has the lead before the last command contact, else two hours after the next message is expected (`defaults`)',
      }),
      coordination: Coordination.optional().meta({
        description: 'With a note: who was asked to move, and accepted or refused. Such a note needs no why',
      }),
      why: z.string().trim().max(2_000).default(''),
    })
    .meta({ examples: [{ action: 'NOTE', why: 'The other operator was asked for their plans.' }] }),
  response: Decision,
  errors: ['conflict', 'unprocessable', 'version-stale', 'version-missing'],
})

/** The reasons for a change of an event's level. */
export const LEVEL_REASONS = ['message', 'time', 'satellite', 'mitigated', 'screening', 'withdrawal', 'report'] as const

const LevelChange = z
  .strictObject({
    at: Instant,
    riskLevel: RiskLevel,
    reason: z.enum(LEVEL_REASONS).meta({
      description:
        'message: one that came; time: 12 h after a single lower one; satellite: its radius or thresholds changed; mitigated: by a burn that was verified, the level stays; screening: of an own orbit; withdrawal: of a track in the message that counted; report: one without covariances that came',
    }),
    cdmId: Id.nullable().meta({ description: 'The message that counted then' }),
  })
  .meta({ id: 'LevelChange', description: 'From when on an event had a level, and why' })
export type LevelChange = z.output<typeof LevelChange>

export const listLevels = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/conjunctions/{conjunction-id}/levels',
  summary: 'List the levels that an event had',
  description: `Oldest first; the last is the level that it has. None is ever changed or removed. ${PAGE_NOTE}`,
  rate: 'read',
  params,
  query: z.strictObject(pageOf({ standard: 1_000, most: 10_000 })),
  response: z.array(LevelChange).meta({
    examples: [
      [
        { at: '2026-11-18T21:41:01.000Z', riskLevel: 'HIGH', reason: 'message', cdmId: CDM_ID },
        { at: '2026-11-20T09:41:00.000Z', riskLevel: 'LOW', reason: 'time', cdmId: null },
      ],
    ],
  }),
})

export const listEstimates = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/conjunctions/{conjunction-id}/estimates',
  summary: 'List the estimates of an event by source',
  description:
    'What the messages of the provider, our computation from each of them, and screenings of the own orbits say of one close approach, oldest first; which of them count; and whether the newest contradict each other beyond their covariances.',
  rate: 'read',
  params,
  response: EventEstimates,
})
