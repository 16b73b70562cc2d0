import { z } from 'zod'
import { PERSON_CHANNELS } from '../../notifications/channel-names.ts'
import { DELIVERY_STATES } from '../../notifications/delivery.ts'

const Answer = z.strictObject({
  channel: z.enum(PERSON_CHANNELS),
  state: z.enum(DELIVERY_STATES),
  answer: z.string().nullable().meta({ description: 'In the words of the receiver, or its status' }),
})

/** A call of the on-call chain, as it is in the record of an event. */
export const DutyCall = z
  .strictObject({
    step: z
      .int()
      .min(0)
      .meta({ description: 'Place in the chain, from 1; 0: none, but everybody with a role of collision avoidance' }),
    steps: z.int().min(0).meta({ description: 'How many steps the chain had' }),
    person: z.string().nullable().meta({ description: 'User name; null: nobody had the step' }),
    isUnreachable: z.literal(true).optional().meta({
      description:
        'The person has no channel that is confirmed and works, and was passed over; absent: they were called, or nobody had the step',
    }),
    before: z.array(Answer).nullable().meta({
      description: 'How the call before reached its person, by channel; empty: by none; null: there was none',
    }),
    passed: z
      .strictObject({
        by: z.string().meta({ description: 'User name' }),
        note: z.string().meta({ description: 'To who was called; empty: none' }),
      })
      .optional()
      .meta({ description: 'Who passed the event on before the time of the call; absent: nobody, its time was over' }),
  })
  .meta({ id: 'DutyCall', description: 'Who was called because nobody had acknowledged the event' })
export type DutyCall = z.output<typeof DutyCall>
