import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { Conjunction } from '../event/conjunction.ts'
import { RiskLevel } from '../message/cdm.ts'
import { ID as CONJUNCTION_ID, SATELLITE_ID } from '../message/conjunction-example.data.ts'

const ID = '7c1d1f0e-5b4a-4f0b-8a55-2f7d3b1c6e90'

/** A decided event as it was at the end of a shift. */
const WatchedEvent = Conjunction.pick({ conjunctionId: true, satelliteId: true, decision: true, reopens: true })
  .extend({
    pair: z.string().meta({ description: 'Names of both objects' }),
    tca: Instant,
    riskLevel: RiskLevel,
    probability: z
      .number()
      .nullable()
      .meta({ description: 'Probability of collision, 0 to 1; null where there is none' }),
  })
  .meta({ id: 'WatchedConjunction', description: 'A decided event ahead of its TCA, and what would reopen it' })
export type WatchedEvent = z.output<typeof WatchedEvent>

const EXAMPLE_WATCHED = {
  conjunctionId: CONJUNCTION_ID,
  satelliteId: SATELLITE_ID,
  decision: {
    state: 'DECIDED',
    owner: 'demo',
    decision: 'MONITOR',
    at: '2026-11-20T05:50:00.000Z',
    by: 'demo',
    snoozedUntil: null,
  },
  reopens: { aboveLevel: 'HIGH', aboveProbability: 1e-4, lookAgainAt: '2026-11-20T08:13:07.000Z' },
  pair: 'SAT-3 × SIM DEB',
  tca: '2026-11-21T14:13:07.000Z',
  riskLevel: 'HIGH',
  probability: 4e-5,
}

/** The handover from one shift to the next; handovers are never changed or removed. */
export const Handover = z
  .strictObject({
    handoverId: Id,
    at: Instant,
    by: z.string().meta({ description: 'User name' }),
    text: z.string(),
    watching: z.array(WatchedEvent).meta({
      description:
        'What had been decided and was still ahead when the note was written, as the product knew it then; worst first',
    }),
    readings: z
      .array(z.strictObject({ by: z.string(), at: Instant }))
      .meta({ description: 'Who has marked it as read, and when; oldest first' }),
    isRead: z.boolean().meta({ description: 'Whether the caller wrote it or has marked it as read' }),
  })
  .meta({
    id: 'Handover',
    description: 'A note from one shift to the next',
    examples: [
      {
        handoverId: ID,
        at: '2026-11-20T06:00:00.000Z',
        by: 'demo',
        text: 'SAT-3 × SIM DEB: decide before 14:13 Z. Ground station 2 is down until noon.',
        watching: [EXAMPLE_WATCHED],
        readings: [{ by: 'demo-admin', at: '2026-11-20T06:04:00.000Z' }],
        isRead: true,
      },
    ],
  })
export type Handover = z.output<typeof Handover>

const common = { tags: ['handovers'], access: [CA_USER] } as const

export const listHandovers = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/handovers',
  summary: 'List handover notes',
  description: `Notes from shift to shift, newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({ ...sortOf(['at'], '-at'), ...pageOf({ standard: 20, most: 200 }) }),
  response: z.array(Handover),
})

export const createHandover = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/handovers',
  summary: 'Write a handover note',
  description: 'Kept for ever with who and when; nobody can change or remove it.',
  rate: 'write',
  body: z
    .strictObject({ text: z.string().trim().min(1).max(10_000) })
    .meta({ examples: [{ text: 'SAT-3 × SIM DEB: decide before 14:13 Z.' }] }),
  response: Handover,
  status: 201,
})

export const readHandover = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/handovers/{handover-id}/readings',
  summary: 'Mark a handover note as read',
  description: 'Keeps who has read it and when; once is enough, and the first time stays.',
  rate: 'write',
  params: z.strictObject({ 'handover-id': Id }),
  response: Handover,
})
