import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Finding } from '../../finding.ts'
import { Id, Instant, PAGE_NOTE, pageOf, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { BURN_NOTICE_LIMITS } from '../announced/burn-notice.ts'
import { CommandOpportunity } from '../contact/contact.ts'
import { ID as CONJUNCTION_ID, SATELLITE_ID } from '../message/conjunction-example.data.ts'
import { Counted, Separation } from './confirmed.ts'
import { DragMap, DragMapRequest } from './drag-map.ts'
import { ExecutionCheck } from './execution-check.ts'
import {
  Burn,
  EXAMPLE_BURN,
  EXAMPLE_MANOEUVRE_ID,
  EXAMPLE_SCREENING,
  MAN_FRAMES,
  PlanRequest,
  PlanScreening,
  probability,
  ReachedValues,
  SCREENING_VERDICTS,
} from './manoeuvre-plan.ts'
import { MANOEUVRE_STATES } from './manoeuvre-state.ts'
import { NewOwnBurns, ownPlanFields } from './own-burns.ts'
import { Target } from './request-parts.ts'
import { BASIS_FIELDS } from './satellite-basis.ts'

export const EVALUATIONS = ['GO', 'NO_GO', 'NO_LONGER_NEEDED'] as const
export const MANOEUVRE_FILES = ['opm', 'oem', 'ocm', 'json', 'csv', 'zip', 'withdrawal'] as const

/** The maximum number of characters in notes and reasons. */
export const MOST_NOTES = 2_000

const why = z.string().trim().max(MOST_NOTES).default('')
/** The text is stored as the reason of the plan's first step, which nobody can change. */
const notes = why.meta({
  description: 'Notes of whoever plans; they stand with its first step, on the brief and in the report of the event',
})

/** The reason why the platform ended a plan, or objects to it. */
const CauseValues = Finding.shape.values
  .optional()
  .meta({ description: 'The same as data, where the platform gave the reason: `reason` names it' })

const Evaluation = z
  .strictObject({
    at: Instant,
    cdmId: Id,
    verdict: z.enum(EVALUATIONS),
    reason: z.string(),
    cause: CauseValues,
    probabilityWithout: probability('Probability of collision without the burn'),
    probabilityWith: probability('Probability of collision with the burn'),
    missWithM: z.number().meta({ description: 'm' }),
    separation: Separation.optional(),
    counted: Counted.optional().meta({
      description:
        'No other method has a value for what the burn leaves: probabilityWith is null, and the upper bound is held against what is accepted',
    }),
    stoppableUntil: Instant.meta({ description: 'Last time at which the burn can be stopped' }),
  })
  .meta({
    id: 'ManoeuvreEvaluation',
    description: 'The burn as it is, held against the newest message (flight rule F14)',
  })
export type Evaluation = z.output<typeof Evaluation>

const Agreement = z
  .strictObject({
    mover: z.enum(['US', 'THEM']),
    with: z.string().trim().min(1).max(200).meta({ description: 'Who agreed' }),
    at: Instant,
    channel: z.string().trim().min(1).max(200).meta({ description: 'E-mail, telephone, …' }),
  })
  .meta({ id: 'ManoeuvreAgreement', description: 'Who moves, as agreed with the operator of the other object' })
export type Agreement = z.output<typeof Agreement>

const Step = z
  .strictObject({
    at: Instant,
    by: z.string().meta({ description: 'User name, or the work of the platform' }),
    action: z.enum(['CREATE', 'CHANGE', 'MOVE', 'DOWNLOAD']),
    state: z.enum(MANOEUVRE_STATES).meta({ description: 'After the step' }),
    why: z.string(),
    cause: CauseValues,
    agreement: Agreement.optional().meta({ description: 'Of EXPORTED: who moves, where that was agreed' }),
  })
  .meta({ id: 'ManoeuvreStep', description: 'What was done to a plan; no step is ever changed' })

const AwaitedEvidence = z
  .strictObject({
    burnEndAt: Instant.meta({ description: 'Data from before it do not hold the burn' }),
    dueAt: Instant.meta({ description: 'Later it is late' }),
    source: z
      .enum(['MESSAGE', 'EPHEMERIS'])
      .nullable()
      .meta({ description: 'A message fitted after the burn, or an own ephemeris; null: none has come' }),
    arrivedAt: Instant.nullable(),
    olderMessages: z
      .int()
      .meta({ description: 'Messages made since the burn on observations from before it: they do not know of it' }),
    isLate: z.boolean(),
  })
  .meta({ id: 'ManoeuvreAwaited', description: 'The new data that a burn waits for (flight rule F15)' })
export type AwaitedEvidence = z.output<typeof AwaitedEvidence>

const Found = z
  .strictObject({
    deltaVMps: z.number().min(0).max(10_000).meta({
      description: 'Found, m/s; by drag: the change of the semi-major axis as a Δv along the track, n Δa / 2',
    }),
    sigmaMps: z.number().positive().max(10_000).meta({ description: '1σ of what was found, m/s' }),
    source: z.string().trim().min(1).max(200).meta({ description: 'By what it was found' }),
  })
  .meta({ id: 'ManoeuvreFound', description: 'The burn as it was found after it' })

const NO_EVENT = 'null: a burn of your own without an event'

/** A plan: the burn, the message on which it is based, and its state. */
export const Plan = Burn.extend({
  manoeuvreId: Id,
  conjunctionId: Id.nullable().meta({ description: `The event that it is made for; ${NO_EVENT}` }),
  satelliteId: Id,
  object: z
    .string()
    .nullable()
    .meta({ description: `Name of the other object; ${NO_EVENT}` }),
  objectId: z
    .string()
    .nullable()
    .meta({ description: `Its catalogue number, as messages write it; ${NO_EVENT}` }),
  cdmId: Id.nullable().meta({ description: `The message it stands on; ${NO_EVENT}` }),
  orbitsBeforeTca: Burn.shape.orbitsBeforeTca.nullable().meta({
    description: `Osculating revolutions from ignition to the TCA of the message; ${NO_EVENT}`,
  }),
  target: Target.nullable().meta({ description: `What it shall reach; ${NO_EVENT}` }),
  before: ReachedValues.nullable().meta({ description: `Its event without the burn; ${NO_EVENT}` }),
  after: ReachedValues.nullable().meta({ description: `Its event with the burn; ${NO_EVENT}` }),
  ...ownPlanFields,
  name: z.string(),
  state: z.enum(MANOEUVRE_STATES),
  version: z.int().meta({ description: 'Rises with every step' }),
  isSimulated: z.boolean(),
  createdAt: Instant,
  createdBy: z.string(),
  editors: z.array(z.string()).meta({ description: 'Everybody who made or changed it' }),
  approvedAt: Instant.nullable(),
  approvedBy: z.string().nullable(),
  exportedAt: Instant.nullable(),
  commitAt: Instant.meta({
    description: 'Until then one can decide: when sending the commands has to begin at the latest',
  }),
  command: CommandOpportunity,
  newestCdmId: Id.nullable().meta({
    description: 'What counts of the event now; another than cdmId: the plan is older',
  }),
  satelliteChanges: z.array(z.enum(BASIS_FIELDS)).optional().meta({
    description:
      'What has changed of the satellite since an open plan was made: it was planned with other numbers. Absent: the satellite is gone',
  }),
  groupId: Id.nullable().meta({ description: 'Of candidates that stand for choice; null: it stands alone' }),
  groupRank: z.int().nullable().meta({ description: 'Among them, from 1 on: the first that passes is kept' }),
  request: PlanRequest,
  screening: PlanScreening.nullable(),
  evaluation: Evaluation.nullable(),
  found: Found.nullable(),
  awaited: AwaitedEvidence.nullable().meta({ description: 'From ignition on; null: it has not been flown' }),
  checks: z.array(ExecutionCheck).meta({
    description:
      'What data from after the burn say of it, one for each source; the first that can tell settles the plan',
  }),
  steps: z.array(Step),
}).meta({
  id: 'Manoeuvre',
  description: 'A plan of an avoidance manoeuvre, on which message it stands, and how far it is',
  examples: [
    {
      ...EXAMPLE_BURN,
      manoeuvreId: EXAMPLE_MANOEUVRE_ID,
      conjunctionId: CONJUNCTION_ID,
      satelliteId: SATELLITE_ID,
      object: 'SIM DEB',
      objectId: '90127',
      cdmId: EXAMPLE_SCREENING.events[0]?.cdmId,
      name: 'SAT-3_20261121_101012_Z',
      state: 'SCREENED',
      version: 2,
      isSimulated: true,
      createdAt: '2026-11-20T05:55:00.000Z',
      createdBy: 'demo',
      editors: ['demo'],
      approvedAt: null,
      approvedBy: null,
      exportedAt: null,
      commitAt: '2026-11-21T04:10:12.123Z',
      command: { basis: 'NONE', contact: null },
      newestCdmId: EXAMPLE_SCREENING.events[0]?.cdmId,
      groupId: null,
      groupRank: null,
      request: PlanRequest.parse({}),
      screening: EXAMPLE_SCREENING,
      evaluation: null,
      found: null,
      awaited: null,
      checks: [],
      steps: [{ at: '2026-11-20T05:55:00.000Z', by: 'demo', action: 'CREATE', state: 'DRAFT', why: '' }],
    },
  ],
})
export type Plan = z.output<typeof Plan>

/** A plan for an event. */
export type EventPlan = Plan & {
  readonly conjunctionId: string
  readonly cdmId: string
  readonly object: string
  readonly objectId: string
  readonly orbitsBeforeTca: number
  readonly target: Burn['target']
  readonly before: Burn['before']
  readonly after: Burn['after']
}

/** Returns true if a plan is for an event; otherwise it is an own burn. */
export const isForEvent = (plan: Plan): plan is EventPlan => plan.conjunctionId !== null

/** A plan that is not stored, so that it has no name and no state. */
export const PlanPreview = Burn.extend({
  cdmId: Plan.shape.cdmId,
  isSimulated: z.boolean(),
  commitAt: Plan.shape.commitAt,
  command: CommandOpportunity,
}).meta({
  id: 'ManoeuvrePreview',
  description: 'A plan that is not kept',
  examples: [
    {
      ...EXAMPLE_BURN,
      cdmId: EXAMPLE_SCREENING.events[0]?.cdmId,
      isSimulated: true,
      commitAt: '2026-11-21T04:10:12.123Z',
      command: { basis: 'NONE', contact: null },
    },
  ],
})
export type PlanPreview = z.output<typeof PlanPreview>

const common = { tags: ['manoeuvres'], access: [CA_USER] } as const
const params = z.strictObject({ 'manoeuvre-id': Id })

export const createManoeuvre = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/manoeuvres',
  summary: 'Plan a manoeuvre',
  description:
    'The smallest burn that brings the event to its target, from the message that counts and the propulsion of the satellite, flown and judged as it will be written. One that does not reach its target says what it reaches and which limit keeps it from that. 422 for what cannot be planned, with the limit: too late to command, no engine, no mass.',
  rate: 'write',
  headers: { etag: true },
  body: PlanRequest.extend({ 'conjunction-id': Id, why: notes }).meta({
    id: 'NewManoeuvre',
    description: 'An event, and what the burn shall be',
    examples: [
      { 'conjunction-id': CONJUNCTION_ID, start: { unit: 'PERIODS', value: 2.5 } },
      { 'conjunction-id': CONJUNCTION_ID, strategy: 'LONG_TERM' },
    ],
  }),
  response: Plan,
  status: 201,
  errors: ['unprocessable'],
})

export const previewManoeuvre = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/manoeuvres/preview',
  summary: 'Preview a manoeuvre',
  description:
    'What a plan would be that is asked for like this, without keeping it: nothing is stored, and nobody is told. Accept: text/plain answers its OPM (version 2.0, KVN), a draft as that of the plan would be. 422 as for a plan.',
  rate: 'write',
  body: PlanRequest.extend({ 'conjunction-id': Id }).meta({
    id: 'ManoeuvrePreviewRequest',
    description: 'An event, and what the burn shall be',
    examples: [{ 'conjunction-id': CONJUNCTION_ID, start: { unit: 'PERIODS', value: 2.5 } }],
  }),
  response: PlanPreview,
  file: ['text/plain'],
  errors: ['unprocessable', 'not-acceptable', 'conflict'],
})

export const previewDragMap = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/manoeuvres/drag-map',
  summary: 'Map changes of area',
  description:
    'Of a satellite that moves by differential drag: what each area against the flow, from each start on, leaves of an event and of all other open events of the satellite. Each cell is a change that can be planned, with its start, `heldAreaM2` and manoeuvreDuration, flown as a plan is; nothing is stored. 422 as for a plan, and for a satellite with another propulsion. It takes seconds.',
  rate: 'write',
  body: DragMapRequest,
  response: DragMap,
  errors: ['unprocessable'],
})

export const createManoeuvreGroup = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/manoeuvres/groups',
  summary: 'Plan candidates',
  description:
    'Several burns for one event, the one you like best first. Each is planned at once, and answered as a DRAFT; they are then screened one after the other, as `group-id` of the list tells. The first that passes is kept, and the others become SUPERSEDED. Where none passes, all stay. 422 where one of them cannot be planned, or 30 candidates of the organisation wait for their screening: then none is kept.',
  rate: 'write',
  body: z.strictObject({ 'conjunction-id': Id, candidates: z.array(PlanRequest).min(2).max(6), why: notes }).meta({
    id: 'NewManoeuvreGroup',
    description: 'An event, and the burns that stand for choice',
    examples: [
      {
        'conjunction-id': CONJUNCTION_ID,
        candidates: [{ start: { unit: 'PERIODS', value: 1.5 } }, { start: { unit: 'PERIODS', value: 2.5 } }],
      },
    ],
  }),
  response: z.array(Plan),
  status: 201,
  errors: ['unprocessable'],
})

const EXAMPLE_BURNS = {
  'satellite-id': SATELLITE_ID,
  burns: [
    { ignition: '2026-11-21T08:30:00.000Z', frame: 'RTN' as const, vector: [0, 0.045, 0] as [number, number, number] },
    {
      ignition: '2026-11-21T09:18:00.000Z',
      durationS: 42,
      frame: 'VNB' as const,
      vector: [0.045, 0, 0] as [number, number, number],
    },
  ],
}

export const createOwnBurns = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/manoeuvres/burns',
  summary: 'Plan burns of your own',
  description:
    'Burns that your satellite is to make, whatever for: station-keeping, orbit raising, a test. They become one plan without an event, a DRAFT: SCREENED holds it against the messages of all open events of the satellite, and its new path against the catalogue and your fleet; approval, export and withdrawal are those of every plan. It is flown from the operational ephemeris of the satellite, else from its element set, as far as that goes. 422 names the field: burns that overlap or are over, axes that turn under a burn of some length, a start that no command reaches, an orbit that does not reach the burns, or an ephemeris that holds one of them already.',
  rate: 'write',
  headers: { etag: true },
  body: NewOwnBurns.extend({ why: notes }).meta({
    id: 'NewOwnBurns',
    description: 'Whose burns, and which',
    examples: [EXAMPLE_BURNS],
  }),
  response: Plan,
  status: 201,
  errors: ['unprocessable'],
})

export const loadOwnBurns = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/manoeuvres/burns/file',
  summary: 'Plan burns of your own from a message',
  description:
    'The burns of an OPM with manoeuvre blocks or of an OCM with MAN sections, in KVN or XML, as one plan. They are read like burn notices, and planned like burns that are typed in: see there. The satellite is the one that the message names by catalogue number or international designator; else `satellite-id` has to say it. 422: it is no satellite of yours, or another one than `satellite-id`, or of a burn no Δv is told. The path that an OCM holds is not used.',
  rate: 'upload',
  headers: { etag: true },
  query: z.strictObject({ 'satellite-id': Id.optional().meta({ description: 'Whose burns they are' }) }),
  upload: {
    media: ['text/plain', 'application/xml', 'text/xml', 'application/octet-stream'],
    maxBytes: BURN_NOTICE_LIMITS.bytes,
    sample: { file: 'burns.opm' },
  },
  response: Plan,
  status: 201,
  errors: ['unprocessable'],
})

export const listManoeuvres = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/manoeuvres',
  summary: 'List manoeuvres',
  description: `Newest first. Accept: text/csv answers a table. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'conjunction-id': Id.optional(),
    'has-event': z.stringbool().optional().meta({ description: 'False: burns of your own, without an event, alone' }),
    'satellite-id': Id.optional(),
    'group-id': Id.optional(),
    'has-group': z.stringbool().optional().meta({ description: 'True: candidates alone' }),
    state: z.enum(MANOEUVRE_STATES).optional(),
    verdict: z.enum(SCREENING_VERDICTS).optional().meta({ description: 'Of its screening' }),
    'ignition-after': Instant.optional().meta({ description: 'Burns that start then or later' }),
    ...sortOf(['createdAt', 'ignitionEpoch', 'deltaVMagnitude', 'state'], '-createdAt'),
    ...pageOf({ standard: 50, most: 500 }),
  }),
  response: z.array(Plan),
  file: ['text/csv'],
  errors: ['not-acceptable'],
})

export const getManoeuvre = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/manoeuvres/{manoeuvre-id}',
  summary: 'Read a manoeuvre',
  description: 'The plan as it stands, with every step. The ETag is its version.',
  rate: 'read',
  headers: { etag: true },
  params,
  response: Plan,
})

/** The code of the refusal to export a plan whose message does not include an unannounced burn, if nobody has confirmed that. */
export const SILENT_SINCE_CODE = 'manoeuvre.silent-burn'
/** The maximum number of confirmed silent burns: two objects usually have one or two after the data of a message. */
export const MOST_SILENT_BURNS = 10

const SeenSilentBurn = z
  .strictObject({ noradId: z.int().meta({ description: 'Catalogue number of the object' }), to: Instant })
  .meta({
    id: 'SeenSilentBurn',
    description: 'A burn of the list of silent burns: of which object, and when it ended at the latest',
    examples: [{ noradId: 43_617, to: '2026-11-17T15:20:00.000Z' }],
  })

/**
 * The code of the refusal to approve a plan if nobody has confirmed the plans that it withdraws, or that another burn already mitigates its event.
 */
export const REPLACES_CODE = 'manoeuvre.replaces'
export const MITIGATED_CODE = 'manoeuvre.mitigated-already'
/** The maximum number of plans that an approval withdraws. Normally an event has one plan under way; two simultaneous approvals can cause more. */
export const MOST_REPLACED = 10

export const updateManoeuvre = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/v1/ca/manoeuvres/{manoeuvre-id}',
  summary: 'Move or change a manoeuvre',
  description:
    'With `state` the plan takes a step: SCREENED holds it against every open event of the satellite; APPROVED needs another person than its editors where the organisation asks for that, never a service account, `why` unless the screening says PASS, `replaces` where it takes back a plan of the event that was approved or exported, each of them (409 where one came in between), and `isMitigationSeen` where a burn has mitigated the event already; EXPORTED needs `why`: what an outside screening answered, or why it was not asked, with an other object that can manoeuvre, by its message or by a directory of operators, `agreement`, and where element sets or tracks show an unannounced burn of either object after the data of its message `seenSilentBurns`, each of them (409 where one came in between); VERIFIED and PARTIAL, where data from after the burn do not settle it before, need `found` and `why`. With `plan` the burn is planned anew and the plan is a DRAFT again; so it is with `burns`, of a plan without an event, which takes the place of all of its burns. Each needs If-Match. 409 for every other transition, and for a plan that stands on an older message.',
  rate: 'write',
  headers: { ifMatch: 'required', etag: true },
  params,
  body: z
    .strictObject({
      state: z.enum(MANOEUVRE_STATES).optional(),
      plan: PlanRequest.optional(),
      burns: NewOwnBurns.shape.burns.optional().meta({
        description: 'Of a plan without an event: all of its burns, in the order of their ignition',
      }),
      why,
      agreement: Agreement.optional(),
      found: Found.optional(),
      replaces: z.array(Id).max(MOST_REPLACED).optional().meta({
        description:
          'To approve: the plans of the event that it takes back, which become SUPERSEDED; of one that was exported a withdrawal has to be sent',
      }),
      isMitigationSeen: z.boolean().optional().meta({
        description: 'To approve where a burn has mitigated the event already: true, it is approved all the same',
      }),
      seenSilentBurns: z.array(SeenSilentBurn).max(MOST_SILENT_BURNS).optional().meta({
        description:
          'Of EXPORTED: the silent burns of either object that its message does not hold and that were seen; it goes out all the same, and they are recorded',
      }),
    })
    .refine((body) => [body.state, body.plan, body.burns].filter((one) => one !== undefined).length === 1, {
      message: 'state, plan or burns is needed, and one of them alone',
      path: ['state'],
    })
    .meta({ id: 'ManoeuvreChange', description: 'A step of a plan', examples: [{ state: 'SCREENED' }] }),
  response: Plan,
  errors: ['conflict', 'unprocessable', 'version-missing', 'version-stale'],
})

export const getManoeuvreFile = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/manoeuvres/{manoeuvre-id}/file',
  summary: 'Download a manoeuvre',
  description:
    'opm: the state 60 s or more before ignition, without the burn, and the burn; oem: the path through the burn with its covariance; ocm: path, covariance and burn in one message of version 3.0; json; csv; zip: all of these, and the OEM of every case; withdrawal: takes back what was exported. Before it is approved a file is a draft: its name and its comments say DRAFT; those of one that was approved and then rejected, superseded, aborted or has expired say that, and DO NOT EXECUTE. Every download is a step of the plan.',
  rate: 'read',
  params,
  query: z.strictObject({
    format: z.enum(MANOEUVRE_FILES).default('opm'),
    version: z.enum(['2.0', '3.0']).default('2.0').meta({ description: 'Of CCSDS 502.0-B' }),
    notation: z.enum(['kvn', 'xml']).default('kvn'),
    'reference-frame': z.enum(MAN_FRAMES).default('RSW_INERTIAL').meta({
      description:
        'Axes of the Δv in an OPM. A file of version 2.0 says RSW or TNW, as that version has no inertial local axes, and gives an arc of thrust in EME2000',
    }),
    case: z
      .enum(['nominal', 'no-burn', 'hot', 'cold'])
      .default('nominal')
      .meta({ description: 'Of an OPM, OEM or OCM' }),
  }),
  file: ['text/plain', 'application/xml', 'application/json', 'text/csv', 'application/zip'],
  errors: ['conflict', 'unprocessable'],
})
