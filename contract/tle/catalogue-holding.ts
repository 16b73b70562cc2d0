import { z } from 'zod'
import { Instant } from '../page.ts'
import { type KindCounts, LACKED_KINDS, lacksOf } from './object-kind.ts'

const count = (of: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `Number of ${of}` })

const HoldingSource = z
  .strictObject({
    source: z.string().meta({ description: 'Where the sets came from' }),
    objects: count('objects whose set came from there'),
    payloads: count('satellites among them'),
    rocketBodies: count('stages of launchers among them'),
    debris: count('pieces of debris among them'),
    unknown: count('those among them of which nobody says what they are'),
    newestEpoch: Instant.meta({ description: 'Newest element set of them' }),
  })
  .meta({ id: 'HoldingSource', description: 'A source of the objects of a catalogue' })
export type HoldingSource = z.output<typeof HoldingSource>

/**
 * The contents of a catalogue, its age, and the kinds of objects that it lacks: a clear result is valid only for the objects that it
 * contains.
 */
export const CatalogueHolding = z
  .strictObject({
    payloads: count('satellites, working or not'),
    rocketBodies: count('stages of launchers'),
    debris: count('pieces of debris'),
    unknown: count('objects of which neither their element set nor their name says what they are'),
    lacks: z.array(z.enum(LACKED_KINDS)).meta({
      description:
        'Kinds of object that are not in it, or of which fewer than one in a hundred is: a close approach with such an object may not be found',
    }),
    isWhole: z.boolean().meta({ description: 'False: single objects of it were named, and nothing is lacked' }),
    isSimulated: z.boolean(),
    newestEpoch: Instant.nullable().meta({ description: 'Newest element set' }),
    sources: z
      .array(HoldingSource)
      .meta({ description: 'Where its sets came from, the most first; empty: not stated then' }),
  })
  .meta({
    id: 'CatalogueHolding',
    description:
      'The objects of the catalogue by kind: what OBJECT_TYPE of an element set says, else the ending of its name (DEB, R/B), else unknown',
  })
export type CatalogueHolding = z.output<typeof CatalogueHolding>

type Facts = Pick<CatalogueHolding, 'isSimulated'> & {
  readonly newestEpoch: Date | null
  readonly isWhole?: boolean
  readonly sources?: readonly HoldingSource[]
}

export function holdingOf(
  counts: KindCounts,
  { isSimulated, newestEpoch, isWhole = true, sources = [] }: Facts,
): CatalogueHolding {
  const { payloads, rocketBodies, debris, unknown } = counts
  return {
    payloads,
    rocketBodies,
    debris,
    unknown,
    lacks: isWhole ? lacksOf(counts) : [],
    isWhole,
    isSimulated,
    newestEpoch: newestEpoch?.toISOString() ?? null,
    sources: [...sources],
  }
}

export const EXAMPLE_HOLDING: CatalogueHolding = {
  payloads: 2_000,
  rocketBodies: 300,
  debris: 2_600,
  unknown: 100,
  lacks: [],
  isWhole: true,
  isSimulated: true,
  newestEpoch: '2026-11-20T05:00:00.000Z',
  sources: [
    {
      source: 'simulated catalogue',
      objects: 5_000,
      payloads: 2_000,
      rocketBodies: 300,
      debris: 2_600,
      unknown: 100,
      newestEpoch: '2026-11-20T05:00:00.000Z',
    },
  ],
}
