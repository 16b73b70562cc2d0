import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { ODT_USER } from '../../roles.ts'
import { INITIAL_ORBIT_EXAMPLE, InitialOrbit } from './initial-orbit.ts'

/** Numbers that no public catalogue uses: each organisation has its own numbers, which begin here. */
export const [FIRST_ANALYST_NUMBER, LAST_ANALYST_NUMBER] = [800_000_001, 899_999_999]
/** The maximum number of objects that an organisation has at a time. */
export const MOST_ANALYST_OBJECTS = 200
/** The maximum length of objects' names in messages. */
export const MOST_NAME_LETTERS = 64
/** The maximum number of roots of a track, that is, of initial orbits that may explain it. */
const MOST_RANK = 100

const CatalogueId = z.coerce.number().int().min(FIRST_ANALYST_NUMBER).max(LAST_ANALYST_NUMBER)

export const AnalystObject = z
  .strictObject({
    catalogueId: z.int().meta({ description: 'Its number, by which all other calls name it' }),
    name: z.string(),
    fileId: Id.meta({ description: 'The file of the track that it was found in' }),
    sensorCode: z.string().meta({ description: 'Which sensor measured that' }),
    orbit: InitialOrbit,
    orbitDataMessage: z.string().meta({ description: 'The orbit as an OMM (KVN), with number and name' }),
    createdAt: Instant,
    createdBy: z.string(),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'AnalystObject',
    description: 'An object of no catalogue that the organisation follows by an orbit of one of its tracks',
    examples: [
      {
        catalogueId: FIRST_ANALYST_NUMBER,
        name: 'ANALYST 1',
        fileId: '9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e10',
        sensorCode: 'RAD01',
        orbit: INITIAL_ORBIT_EXAMPLE,
        orbitDataMessage: 'CCSDS_OMM_VERS = 2.0\n…',
        createdAt: '2026-11-22T18:40:00.000Z',
        createdBy: 'demo',
        isSimulated: true,
      },
    ],
  })
export type AnalystObject = z.output<typeof AnalystObject>

const common = { tags: ['observations'], access: [ODT_USER] } as const
const path = { path: '/api/v1/odt/analyst-objects' } as const

export const listAnalystObjects = endpoint({
  ...common,
  ...path,
  method: 'GET',
  summary: 'List analyst objects',
  description: `The objects that the organisation keeps of its own tracks, newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'file-id': Id.optional().meta({ description: 'Only those of the track of this file' }),
    ...pageOf({ standard: 100, most: MOST_ANALYST_OBJECTS }),
  }),
  response: z.array(AnalystObject),
})

export const createAnalystObject = endpoint({
  ...common,
  ...path,
  method: 'POST',
  summary: 'Keep an orbit of a track as an object',
  description: `Gives an initial orbit of a track a number of the organisation's own (${FIRST_ANALYST_NUMBER} to ${LAST_ANALYST_NUMBER}) and stores its elements: tracks that come later are compared with it, passes are predicted and requested by its number, and its elements are read as those of any object. The number is never given twice. The same orbit again answers the object that is kept. Of a simulated track it is simulated. 404 where there is no such file, 409 where the file is withdrawn or the organisation keeps ${MOST_ANALYST_OBJECTS} objects, 422 where the track has no such orbit, or one by which no passes can be computed.`,
  rate: 'write',
  body: z
    .strictObject({
      fileId: Id,
      rank: z.int().min(1).max(MOST_RANK).default(1).meta({ description: 'Which of its initial orbits' }),
      name: z
        .string()
        .trim()
        .min(1)
        .max(MOST_NAME_LETTERS)
        .regex(/^[\x20-\x7e]+$/)
        .optional()
        .meta({
          description: 'Absent: ANALYST and the last digits of its number',
        }),
    })
    .meta({
      id: 'NewAnalystObject',
      description: 'Which orbit is kept',
      examples: [{ fileId: '9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e10', rank: 1 }],
    }),
  response: AnalystObject,
  status: 201,
  errors: ['not-found', 'conflict', 'unprocessable'],
})

export const removeAnalystObject = endpoint({
  ...common,
  path: '/api/v1/odt/analyst-objects/{catalogue-id}',
  method: 'DELETE',
  summary: 'Stop following an analyst object',
  description:
    'The object leaves the list, and tracks are compared with it no more. Its stored elements and the requests that name it stay.',
  rate: 'write',
  params: z.strictObject({ 'catalogue-id': CatalogueId }),
  errors: ['not-found'],
})
