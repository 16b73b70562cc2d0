import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../page.ts'
import { CA_USER } from '../roles.ts'
import { ID as CONJUNCTION_ID } from './conjunction-example.data.ts'
import { Manoeuvre } from './manoeuvre.ts'
import { PlanRequest } from './manoeuvre-plan.ts'

export const createManoeuvreGroup = endpoint({
  tags: ['manoeuvres'],
  access: [CA_USER],
  method: 'POST',
  path: '/api/v1/ca/manoeuvre-groups',
  summary: 'Plan candidates',
  description:
    'Addition. Several burns for one event, the one you like best first. Each is planned and screened; the first that passes is kept, and the others become SUPERSEDED. Where none passes, all stay. 422 where one of them cannot be planned: then none is kept.',
  rate: 'write',
  body: z.strictObject({ 'conjunction-id': Id, candidates: z.array(PlanRequest).min(2).max(6) }).meta({
    id: 'NewManoeuvreGroup',
    description: 'An event, and the burns that stand for choice',
    examples: [
      {
        'conjunction-id': CONJUNCTION_ID,
        candidates: [{ start: { unit: 'PERIODS', value: 1.5 } }, { start: { unit: 'PERIODS', value: 2.5 } }],
      },
    ],
  }),
  response: z.array(Manoeuvre),
  status: 201,
  errors: ['unprocessable'],
})
