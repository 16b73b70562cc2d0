import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { SatelliteConfiguration } from './configuration.ts'
import { KnownOperator, OperatorEntries } from './satellite-operator.ts'
import { ScreeningState } from './screening-state.ts'

const identity = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ examples: ['SAT-3'] }),
  noradId: z
    .int()
    .min(1)
    .max(999_999_999)
    .meta({ description: 'Catalogue number', examples: [90_003] }),
  cosparId: z
    .string()
    .regex(/^\d{4}-\d{3}[A-Z]{1,3}$/, 'has to look like 1998-067A')
    .optional()
    .meta({ examples: ['2024-031C'] }),
  group: z.string().trim().max(60).optional().meta({ 'x-addition': true, description: 'A tag of your own' }),
}

/** A satellite as an input. */
export const SatelliteInput = z.strictObject({
  ...identity,
  configuration: SatelliteConfiguration.default(SatelliteConfiguration.parse({})),
})
export type SatelliteInput = z.output<typeof SatelliteInput>

/** The values that the server derives from the shape if they are not given. */
const Derived = z.strictObject({
  hardBodyRadius: z
    .number()
    .nullable()
    .meta({ description: 'The radius that counts, m; null: neither given nor derivable' }),
  hardBodyRadiusFrom: z.enum(['given', 'shape', 'unknown']),
  dragArea: z.number().nullable().meta({ description: 'The area that counts, m²' }),
  solarRadiationPressureArea: z.number().nullable(),
  regime: z
    .string()
    .nullable()
    .meta({ description: 'Orbit regime by its newest element set', examples: ['LEO2'] }),
  perigeeAltitudeM: z.number().nullable(),
  apogeeAltitudeM: z.number().nullable(),
  elementSetEpoch: Instant.nullable().meta({ description: 'Epoch of its newest element set' }),
  ephemerisUntil: Instant.nullable().meta({ description: 'End of the usable span of its operational ephemeris' }),
  screening: ScreeningState.optional(),
})

const EXAMPLE_ID = '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90'

/** A satellite of the organisation (spec §3). */
export const Satellite = z
  .strictObject({
    satelliteId: Id.meta({ examples: [EXAMPLE_ID] }),
    ...identity,
    cosparId: z.string().optional(),
    configuration: SatelliteConfiguration,
    derived: Derived.meta({ description: 'What follows from the shape and from orbit data' }),
    isSimulated: z.boolean().meta({ description: 'True of the demo fleet' }),
    version: z.int().meta({ description: 'Sent as If-Match, in quotes, it keeps a save from undoing another' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'Satellite',
    description: 'A satellite of the organisation',
    examples: [
      {
        satelliteId: EXAMPLE_ID,
        name: 'SAT-3',
        noradId: 90_003,
        cosparId: '2024-031C',
        configuration: SatelliteConfiguration.parse({ shape: 'CANNONBALL', hardBodyRadius: 2.6, wetMass: 260 }),
        derived: {
          hardBodyRadius: 2.6,
          hardBodyRadiusFrom: 'given',
          dragArea: 21.24,
          solarRadiationPressureArea: 21.24,
          regime: 'LEO2',
          perigeeAltitudeM: 548_000,
          apogeeAltitudeM: 552_000,
          elementSetEpoch: '2026-11-20T05:00:00.000Z',
          ephemerisUntil: null,
        },
        isSimulated: true,
        version: 1,
        createdAt: '2026-11-20T05:00:00.000Z',
        updatedAt: '2026-11-20T05:00:00.000Z',
      },
    ],
  })
export type Satellite = z.output<typeof Satellite>

const Said = z.union([z.string(), z.number(), z.boolean()]).nullable()

/** One step in the record of a satellite. */
const SatelliteStep = z
  .strictObject({
    at: Instant,
    by: z.string().meta({ description: 'User name; the subject of the token where no name is known' }),
    change: z.enum(['create', 'update', 'remove', 'restore']),
    version: z.int().meta({ description: 'The version that it led to' }),
    fields: z
      .array(
        z.strictObject({
          field: z.string().meta({ description: 'As in the satellite, parts joined by dots' }),
          from: Said.meta({ description: 'null: it was blank' }),
          to: Said.meta({ description: 'null: it is blank since' }),
        }),
      )
      .meta({ description: 'What an update changed' }),
  })
  .meta({
    id: 'SatelliteStep',
    description: 'Who changed what of a satellite, and when',
    examples: [
      {
        at: '2026-11-20T05:00:00.000Z',
        by: 'demo',
        change: 'update',
        version: 2,
        fields: [{ field: 'configuration.hardBodyRadius', from: 2.6, to: 4 }],
      },
    ],
  })
export type SatelliteStep = z.output<typeof SatelliteStep>

const common = { tags: ['satellites'], access: [CA_USER] } as const
const satelliteId = z.strictObject({ 'satellite-id': Id })

export const listSatellites = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/satellites',
  summary: 'List satellites',
  description: `The satellites of the organisation, by name. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'satellite-id': Id.optional(),
    'cospar-id': z.string().max(20).optional(),
    'norad-id': z.coerce
      .number()
      .int()
      .min(1)
      .max(999_999_999)
      .optional()
      .meta({ description: 'Only the satellite of this catalogue number' }),
    name: z.string().max(100).optional().meta({ description: 'A part of the name, in upper or lower case' }),
    deleted: z.stringbool().optional().meta({ description: 'True: those that can still be restored' }),
    ...sortOf(['name', 'noradId', 'cosparId', 'createdAt', 'updatedAt'], 'name'),
    ...pageOf({ standard: 500, most: 1_000 }),
  }),
  response: z.array(Satellite),
})

export const createSatellite = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/satellites',
  summary: 'Add a satellite',
  description:
    'Name and catalogue number are needed, each once per organisation (409). Messages about it that came before become its own. Hard-body radius and areas left blank follow from the shape.',
  rate: 'write',
  headers: { etag: true },
  body: SatelliteInput.meta({ examples: [{ name: 'SAT-9', noradId: 90_009 }] }),
  response: Satellite,
  status: 201,
  errors: ['conflict'],
})

export const updateSatellite = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/v1/ca/satellites',
  summary: 'Replace a satellite',
  description:
    'Replaces all fields of the satellite that satelliteId names and answers it. It takes what GET answers: our additions are ignored, unknown fields refused. Its open events are assessed again where the radius or the thresholds changed.',
  rate: 'write',
  headers: { ifMatch: 'optional', etag: true },
  body: SatelliteInput.extend({ satelliteId: Id }).meta({
    examples: [{ satelliteId: EXAMPLE_ID, name: 'SAT-3', noradId: 90_003 }],
  }),
  response: Satellite,
  errors: ['conflict', 'version-stale'],
})

export const removeSatellite = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/satellites/{satellite-id}',
  summary: 'Remove a satellite',
  description: 'Hides the satellite and its events. It can be restored for 30 days.',
  rate: 'write',
  params: satelliteId,
})

export const restoreSatellite = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/satellites/{satellite-id}/restore',
  summary: 'Restore a satellite',
  description: 'Brings a removed satellite and its events back, within 30 days.',
  rate: 'write',
  headers: { etag: true },
  params: satelliteId,
  response: Satellite,
  errors: ['conflict'],
})

export const listSatelliteHistory = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/satellites/{satellite-id}/history',
  summary: 'Read who changed a satellite',
  description: `The steps of its record, newest first, also of a removed satellite. The record is part of the audit trail: no step is ever changed. ${PAGE_NOTE}`,
  rate: 'read',
  params: satelliteId,
  query: z.strictObject(pageOf({ standard: 200, most: 1_000 })),
  response: z.array(SatelliteStep),
})

export const getSatelliteOperator = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/satellites/operator/{noradId}',
  summary: 'Read who operates an object',
  description: 'From the organisation’s own directory, else from the shared one; null where neither knows.',
  rate: 'read',
  params: z.strictObject({
    noradId: z.coerce
      .number()
      .int()
      .min(1)
      .max(999_999_999)
      .meta({ examples: [300_000] }),
  }),
  response: KnownOperator,
})

export const importSatelliteOperators = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/satellites/operator',
  summary: 'Import operators',
  description: 'Adds or replaces entries of the organisation’s own directory, up to 1 000 at once, each object once.',
  rate: 'write',
  body: OperatorEntries,
  response: z.strictObject({ imported: z.int() }).meta({ examples: [{ imported: 1 }] }),
})
