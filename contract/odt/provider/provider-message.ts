import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { Code } from '../../payments/amount.ts'
import { PASS_STATUSES } from '../request/request-status.ts'

/** The messages that Apsis sends to a provider. */
export const SENT_TYPES = ['pass.order', 'pass.cancel'] as const
/** The messages that a provider sends about a pass. */
export const TOLD_TYPES = [
  ...['pass.accepted', 'pass.refused', 'pass.status', 'pass.measured', 'pass.failed', 'pass.replaced'],
] as const
export const PROVIDER_MESSAGE_TYPES = [...SENT_TYPES, ...TOLD_TYPES] as const

/** The largest accepted clock error, s: a callback is refused if its webhook-timestamp differs by more. */
export const MOST_CLOCK_ERROR_S = 300
/** A track of three minutes with one measurement a second has 40,000 characters; a body has at most 256 KiB. */
export const MOST_CALLBACK_TDM = 200_000
/** An order must be made at least this long before its pass begins, s; a pass that begins earlier is not planned. */
export const LEAST_NOTICE_S = 60

/** The statuses that a provider reports with pass.status, in their order. */
export const TOLD_STATUSES = ['EXECUTING', 'EXECUTED', 'PUBLISHING'] as const

const PASS = '2f1c4f60-6d0e-4c8e-9d55-0b6a5f4e3d21'

/** The body of an order to the provider. */
export const PassOrder = z
  .strictObject({
    type: z.literal('pass.order'),
    passId: Id,
    requestId: Id,
    providerId: z.string(),
    sensorCode: z.string(),
    start: Instant,
    end: Instant,
    catalogueId: z.int(),
    objectName: z.string(),
    measurementType: z.enum(['OPTICAL', 'RADAR']),
    orbitDataMessageType: z.literal('OEM'),
    orbitDataMessage: z.string().meta({ description: 'Where the object is during the pass: OEM, KVN' }),
    isTest: z.boolean().meta({ description: 'Simulated measurements of a demo satellite are wanted' }),
    callbackUrl: z.string(),
  })
  .meta({ id: 'ObservationPassOrder', description: 'The order of a pass, as a provider gets it' })
export type PassOrder = z.output<typeof PassOrder>

/** The body of a cancellation: the pass is no longer wanted. */
export const PassCancel = z
  .strictObject({
    type: z.literal('pass.cancel'),
    passId: Id,
    reason: z.string().meta({ description: 'cancelled, provider-silent or not-delivered' }),
  })
  .meta({ id: 'ObservationPassCancel', description: 'The cancellation of a pass, as a provider gets it' })
export type PassCancel = z.output<typeof PassCancel>

const Reason = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')

/** The data that each kind of message requires in addition to the pass. */
const NEEDS: Readonly<Record<(typeof TOLD_TYPES)[number], readonly ('reason' | 'status' | 'tdm' | 'start' | 'end')[]>> =
  {
    'pass.accepted': [],
    'pass.refused': ['reason'],
    'pass.status': ['status'],
    'pass.measured': ['tdm'],
    'pass.failed': ['reason'],
    'pass.replaced': ['reason', 'start', 'end'],
  }

export const NoticeText = z
  .strictObject({
    type: z.enum(TOLD_TYPES),
    passId: Id,
    providerReference: Code.optional().meta({ description: 'pass.accepted: what the provider calls the pass' }),
    status: z.enum(TOLD_STATUSES).optional().meta({ description: 'pass.status: how far the pass is' }),
    reason: Reason.optional().meta({ description: 'pass.refused, pass.failed, pass.replaced: why, in words' }),
    tdm: z.string().max(MOST_CALLBACK_TDM).optional().meta({
      description: 'pass.measured: tracking data message, KVN or XML; PARTICIPANT_1 is the code of the sensor',
    }),
    sensorCode: Code.optional().meta({ description: 'pass.replaced: a sensor of the provider; absent: the same' }),
    start: Instant.optional().meta({ description: 'pass.replaced: when the other pass begins' }),
    end: Instant.optional().meta({ description: 'pass.replaced: when it ends' }),
  })
  .superRefine((told, context) => {
    for (const field of NEEDS[told.type])
      if (told[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: `is needed for ${told.type}` })
  })
  .meta({
    id: 'ObservationProviderCall',
    description: 'What a provider tells of a pass',
    examples: [{ type: 'pass.accepted', passId: PASS, providerReference: 'N-2026-0815' }],
  })
export type NoticeText = z.output<typeof NoticeText>

export const CALLBACK_RESULTS = ['taken', 'ignored'] as const

export const CallbackAnswer = z
  .strictObject({
    result: z.enum(CALLBACK_RESULTS),
    status: z.enum(PASS_STATUSES).meta({ description: 'Of the pass, as it is now' }),
    observationFileId: Id.nullable(),
  })
  .meta({
    id: 'ObservationProviderAnswer',
    examples: [{ result: 'taken', status: 'PENDING', observationFileId: null }],
  })
export type CallbackAnswer = z.output<typeof CallbackAnswer>
