import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../page.ts'
import { CA_USER } from '../roles.ts'

/** The ways to reach a person by telephone. */
export const TELEPHONE_WAYS = ['call', 'text'] as const
export type TelephoneWay = (typeof TELEPHONE_WAYS)[number]

/** The number of digits that acknowledge an event. */
export const KEY_DIGITS = 4

const Ways = z
  .array(z.enum(TELEPHONE_WAYS))
  .min(1)
  .max(TELEPHONE_WAYS.length)
  .meta({ description: 'call: it rings and a voice reads; text: a text message' })

const EXAMPLE_NUMBER = '+4930901820'

export const Telephone = z
  .strictObject({
    number: z.string().nullable().meta({ description: 'In the form of E.164; null: there is none' }),
    ways: z.array(z.enum(TELEPHONE_WAYS)).meta({ description: 'How you are reached' }),
    channelId: Id.nullable().meta({ description: 'Its channel: a test is sent there as to any other' }),
    isConfirmed: z.boolean().meta({ description: 'Nothing but the question goes there until its key was pressed' }),
    simulatedAt: Instant.nullable().meta({
      description:
        'When it was confirmed in the simulator, which does not hold once mails and calls really go out; null: never, or it was really confirmed since',
    }),
    askedAt: Instant.nullable().meta({ description: 'When the question was sent' }),
  })
  .meta({
    id: 'Telephone',
    description: 'The telephone at which the on-call chain calls a person',
    examples: [
      {
        number: EXAMPLE_NUMBER,
        ways: ['call', 'text'],
        channelId: '3b2e8a74-55b1-4c5a-9f0e-1d2c3b4a5f60',
        isConfirmed: true,
        simulatedAt: null,
        askedAt: '2026-11-21T02:00:00.000Z',
      },
    ],
  })
export type Telephone = z.output<typeof Telephone>

const common = { tags: ['duty'], access: [CA_USER], path: '/api/v1/duty/telephone' } as const

export const getTelephone = endpoint({
  ...common,
  method: 'GET',
  summary: 'Read your telephone',
  description: 'The number at which the on-call chain calls you, whole: nobody else can read it here.',
  rate: 'read',
  response: Telephone,
})

export const updateTelephone = endpoint({
  ...common,
  method: 'PUT',
  summary: 'Set your telephone',
  description:
    'The on-call chain then calls this number, too. A new number is asked first: nothing else goes there until somebody has pressed the key that the question names, within an hour. 409 within a minute of the last new number.',
  rate: 'write',
  body: z
    .strictObject({
      number: z
        .string()
        .max(16)
        .regex(/^\+[1-9]\d{6,14}$/, 'must be a plus, the country code and digits, such as +4930901820')
        .meta({ description: 'A plus, the country code and digits, without blanks (E.164)' }),
      ways: Ways,
    })
    .meta({ examples: [{ number: EXAMPLE_NUMBER, ways: ['call', 'text'] }] }),
  response: Telephone,
  errors: ['conflict'],
})

export const removeTelephone = endpoint({
  ...common,
  method: 'DELETE',
  summary: 'Delete your telephone',
  description:
    'Nobody is called there any more. The number is deleted: neither the delivery log nor the audit trail has it.',
  rate: 'write',
})

const SimulatedCall = z
  .strictObject({
    callId: Id,
    at: Instant,
    number: z.string().meta({ description: 'Its last digits' }),
    ways: Ways,
    text: z.string().meta({ description: 'What would have been read out or written' }),
    key: z.string().nullable().meta({ description: 'What would have to be pressed; null: nothing is asked' }),
    pressedAt: Instant.nullable().meta({ description: 'When the key did what it is for; null: not yet' }),
  })
  .meta({
    id: 'SimulatedCall',
    description: 'SIMULATED. A call or text message that was made to nobody',
    examples: [
      {
        callId: '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11',
        at: '2026-11-21T02:30:00.000Z',
        number: '…1820',
        ways: ['call'],
        text: 'Apsis calls demo. You are called. To acknowledge, press 4 8 2 1.',
        key: '4821',
        pressedAt: null,
      },
    ],
  })
export type SimulatedCall = z.output<typeof SimulatedCall>

export const listSimulatedCalls = endpoint({
  ...common,
  path: '/api/v1/duty/telephone/calls',
  method: 'GET',
  summary: 'Read the simulated calls',
  description:
    'Where the organisation has no bridge to a telephone network, calls are SIMULATED: what would have been said to the caller of this API, the newest 20. Empty where a bridge is set.',
  rate: 'read',
  response: z.strictObject({ isSimulated: z.boolean(), calls: z.array(SimulatedCall) }).meta({
    examples: [{ isSimulated: true, calls: [] }],
  }),
})

/** The results of pressing a key. */
export const KEY_RESULTS = ['acknowledged', 'confirmed', 'wrong-key', 'ignored'] as const

export const KeyResult = z
  .strictObject({
    result: z
      .enum(KEY_RESULTS)
      .meta({ description: 'ignored: there is nothing left to do, or the call asked for nothing' }),
    say: z.string().meta({ description: 'One sentence for whoever pressed the key, in their language' }),
  })
  .meta({
    id: 'KeyResult',
    description: 'What pressing a key did',
    examples: [{ result: 'acknowledged', say: 'Acknowledged. Nobody else is called.' }],
  })
export type KeyResult = z.output<typeof KeyResult>

export const Key = z
  .string()
  .regex(/^\d{1,8}$/, 'must be digits')
  .meta({ description: 'The digits that were pressed' })

export const pressSimulatedKey = endpoint({
  ...common,
  path: '/api/v1/duty/telephone/calls/{call-id}/keys',
  method: 'POST',
  summary: 'Press a key of a simulated call',
  description:
    'Does what a bridge does when somebody presses the key: acknowledges the event or confirms the number. Only for simulated calls to the caller of this API: 409 where a bridge is set.',
  rate: 'write',
  params: z.strictObject({ 'call-id': Id }),
  body: z.strictObject({ key: Key }).meta({ examples: [{ key: '4821' }] }),
  response: KeyResult,
  status: 201,
  errors: ['conflict'],
})
