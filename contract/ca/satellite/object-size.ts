import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

/** The limits of a table of sizes and masses: the lines of a file, an organisation's entries, and the values of one object. */
export const OBJECT_SIZE_LIMITS = {
  lines: 10_000,
  entries: 20_000,
  bytes: 2 * 1024 * 1024,
  radiusM: { least: 0.001, most: 1_000 },
  massKg: { least: 0.001, most: 1_000_000 },
} as const

const NoradId = z.coerce.number().int().min(1).max(999_999_999).meta({ description: 'Catalogue number' })
const known = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}; null: the table does not say` })

export const ObjectSize = z
  .strictObject({
    noradId: z.int().meta({ description: 'Catalogue number' }),
    name: z.string(),
    radiusM: known('Hard-body radius with all appendages, m'),
    coreRadiusM: known('Radius of the body without wings, m'),
    massKg: known('Mass, kg'),
    source: z.string().meta({ description: 'Who says so, as the file has it' }),
    loadedAt: Instant,
  })
  .meta({
    id: 'ObjectSize',
    description: 'Size and mass of an object, as the organisation has loaded them',
    examples: [
      {
        noradId: 90_401,
        name: 'SIM-OPS 0401',
        radiusM: 2.9,
        coreRadiusM: 1.4,
        massKg: 260,
        source: 'example: operator',
        loadedAt: '2026-11-20T05:00:01.000Z',
      },
    ],
  })
export type ObjectSize = z.output<typeof ObjectSize>

const common = { tags: ['object-sizes'], access: [CA_USER] } as const

export const listObjectSizes = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/object-sizes',
  summary: 'List sizes and masses of objects',
  description: `The organisation’s own table, by catalogue number. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({ 'norad-id': NoradId.optional(), ...pageOf({ standard: 100, most: 1_000 }) }),
  response: z.array(ObjectSize),
})

export const loadObjectSizes = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/object-sizes',
  summary: 'Load a table of sizes and masses',
  description:
    'A CSV file with a line of heads: norad_id and at least one of radius_m and mass_kg, also core_radius_m, name and source; comma or semicolon. Up to 10 000 lines, each object once, all or none: what is wrong is told by line. An object has the radius of your own satellite first, then of this table, then of the message, then a default; its mass likewise. Events to come of the objects that change are assessed again.',
  rate: 'upload',
  query: z.strictObject({
    replace: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'true: what the file does not name is removed from the table' }),
  }),
  upload: {
    media: ['text/csv', 'application/octet-stream'],
    maxBytes: OBJECT_SIZE_LIMITS.bytes,
    sample: { file: 'object-sizes.csv' },
  },
  response: z
    .strictObject({
      loaded: z.int().meta({ description: 'Objects of the file' }),
      removed: z.int().meta({ description: 'Objects that the table had and the file has not' }),
      total: z.int().meta({ description: 'Objects of the table now' }),
      reassessed: z.int().meta({ description: 'Events to come that are assessed again' }),
    })
    .meta({ examples: [{ loaded: 2, removed: 0, total: 2, reassessed: 1 }] }),
  errors: ['unprocessable'],
})

export const removeObjectSize = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/object-sizes/{norad-id}',
  summary: 'Remove an object from the table of sizes',
  description: 'Its events to come are assessed again, by what the message or the default says.',
  rate: 'write',
  params: z.strictObject({ 'norad-id': NoradId }),
  errors: ['not-found'],
})
