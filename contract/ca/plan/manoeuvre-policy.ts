import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { CA_ADMIN, CA_USER } from '../../roles.ts'

/** The rules of an organisation for its plans. */
export const PlanPolicy = z
  .strictObject({
    isSecondPersonNeeded: z
      .boolean()
      .meta({ description: 'A plan is approved by another person than those who made or changed it' }),
  })
  .meta({
    id: 'ManoeuvrePolicy',
    description: 'What the organisation asks of its plans',
    examples: [{ isSecondPersonNeeded: true }],
  })
export type PlanPolicy = z.output<typeof PlanPolicy>

export const getManoeuvrePolicy = endpoint({
  tags: ['manoeuvres'],
  access: [CA_USER],
  method: 'GET',
  path: '/api/v1/ca/manoeuvre-policy',
  summary: 'Read the policy of manoeuvres',
  description: 'Whether a second person has to approve.',
  rate: 'read',
  response: PlanPolicy,
})

export const setManoeuvrePolicy = endpoint({
  tags: ['manoeuvres', 'admin'],
  access: [CA_ADMIN],
  method: 'PUT',
  path: '/api/v1/ca/manoeuvre-policy',
  summary: 'Set the policy of manoeuvres',
  description: 'For administrators; it holds from the next approval on.',
  rate: 'write',
  body: PlanPolicy,
  response: PlanPolicy,
})
