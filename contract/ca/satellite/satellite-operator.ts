import { z } from 'zod'
import { Instant } from '../../page.ts'

const EXAMPLE = {
  noradId: 90_401,
  objectName: 'SIM-OPS 1',
  operatorName: 'Example Orbital (simulated)',
  country: 'DE',
  email: 'flight@operator.example',
  phone: null,
  website: null,
  manoeuvrability: 'YES',
  responsibilityTag: null,
  source: 'shared directory',
  lastVerified: '2026-10-01T00:00:00.000Z',
  isSimulated: true,
}

/** The operator of an object, if the directory contains it. */
export const SatelliteOperator = z
  .strictObject({
    noradId: z.int().meta({ description: 'Catalogue number' }),
    objectName: z.string(),
    operatorName: z.string(),
    country: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    manoeuvrability: z.enum(['YES', 'NO', 'UNKNOWN']),
    responsibilityTag: z.string().nullable(),
    source: z.string().meta({ description: 'Who says so: the organisation’s own directory, or the shared one' }),
    lastVerified: Instant.nullable().meta({ description: 'Older than 180 days: check before relying on it' }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'SatelliteOperator',
    description: 'Who operates an object',
    examples: [EXAMPLE],
  })
/** Null if the operator is unknown. */
export const KnownOperator = SatelliteOperator.nullable().meta({ examples: [EXAMPLE, null] })
export type SatelliteOperator = z.output<typeof SatelliteOperator>

/** The entries of the organisation's own directory; each object occurs once. */
export const OperatorEntries = z
  .array(
    z.strictObject({
      noradId: z.int().min(1).max(999_999_999).meta({ description: 'Catalogue number' }),
      objectName: z.string().trim().min(1).max(100),
      operatorName: z.string().trim().min(1).max(200),
      country: z.string().trim().max(60).nullish(),
      email: z.email().max(254).nullish(),
      phone: z.string().trim().max(60).nullish(),
      website: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .nullish(),
      manoeuvrability: z.enum(['YES', 'NO', 'UNKNOWN']).default('UNKNOWN'),
      responsibilityTag: z.string().trim().max(60).nullish(),
      lastVerified: Instant.nullish(),
    }),
  )
  .min(1)
  .max(1_000)
  .superRefine((entries, context) => {
    const first = new Map<number, number>()
    for (const [place, { noradId }] of entries.entries()) {
      const before = first.get(noradId)
      if (before === undefined) first.set(noradId, place)
      else context.addIssue({ code: 'custom', path: [place, 'noradId'], message: `stands at ${before} already` })
    }
  })
  .meta({
    examples: [[{ noradId: 90_401, objectName: 'SIM-OPS 1', operatorName: 'Example Orbital' }]],
  })
