import { z } from 'zod'
import { Instant } from '../page.ts'
import { OBJECT_KINDS } from './object-kind.ts'

const numbers = (description: string) => z.array(z.number()).meta({ description })
const indices = (description: string, least = 0) => z.array(z.int().min(least)).meta({ description })
const texts = (description: string) => z.array(z.string()).meta({ description })

/** The newest set of every object in the catalogue, in columns: the k-th entries of all columns are of one object. */
export const CatalogueElements = z
  .strictObject({
    isSimulated: z.boolean(),
    origin: Instant.meta({ description: 'Epochs are counted from here' }),
    kinds: z.array(z.enum(OBJECT_KINDS)).meta({ description: 'What `kind` points into' }),
    owners: texts('What `owner` points into: codes of the catalogue, as US or PRC'),
    sources: texts('What `source` points into: where sets came from'),
    noradId: z.array(z.int().min(1)).meta({ description: 'Catalogue numbers, ascending' }),
    name: texts('Names'),
    internationalDesignator: texts('As 1998-067A; empty: not known'),
    kind: indices('Place in `kinds`'),
    owner: indices('Place in `owners`; -1: not known', -1),
    source: indices('Place in `sources`'),
    epochS: numbers('Epoch, SI seconds after `origin`, leap seconds included'),
    meanMotionRevPerDay: numbers('Mean motion of Kozai, revolutions per day'),
    eccentricity: numbers('Eccentricity'),
    inclinationDeg: numbers('Inclination, degrees'),
    raanDeg: numbers('Right ascension of the ascending node, degrees'),
    argPeriapsisDeg: numbers('Argument of perigee, degrees'),
    meanAnomalyDeg: numbers('Mean anomaly, degrees'),
    bstar: numbers('Drag term B*, in inverse earth radii'),
  })
  .meta({
    id: 'CatalogueElements',
    description:
      'The newest element set of every object in the catalogue, in columns of the same length: the mean elements of SGP4, in TEME of the epoch',
    examples: [
      {
        isSimulated: true,
        origin: '2026-11-20T00:00:00.000Z',
        kinds: [...OBJECT_KINDS],
        owners: ['US'],
        sources: ['simulated catalogue'],
        noradId: [300_000, 300_001],
        name: ['SIMULATED SHELL 1', 'SIMULATED DEBRIS 2'],
        internationalDesignator: ['', ''],
        kind: [0, 2],
        owner: [0, -1],
        source: [0, 0],
        epochS: [-7_200, 3_600.5],
        meanMotionRevPerDay: [15.06, 14.2],
        eccentricity: [0.0002, 0.011],
        inclinationDeg: [53.05, 98.7],
        raanDeg: [120.5, 10.25],
        argPeriapsisDeg: [90, 33.1],
        meanAnomalyDeg: [12.75, 327.4],
        bstar: [0.0002, 0.0011],
      },
    ],
  })
export type CatalogueElements = z.output<typeof CatalogueElements>
