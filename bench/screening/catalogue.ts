import { readFileSync } from 'node:fs'
import type { Screening } from '@apsis/astro/screening/screening-object.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { type ElementSet, fromPublished, toPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { json2satrec, type SatRec } from 'satellite.js'
import { readTable } from '../stage/csv.ts'

const PUBLIC_CATALOGUE = 'catalogue/celestrak_gp_2024-11-01.csv'
/** The file of the public catalogue, if the reference collection is there. */
export const CATALOGUE_FILE = collectionPath(PUBLIC_CATALOGUE)
const AS_LARGE_AS_THE_REAL_ONE = 27_000

/** The time at which the benches' screenings begin: the day on which the real catalogue was published. */
export const START = parseTime('2024-11-01T00:00:00.000')
export const THRESHOLD_M = 5000

/** The objects of a bench, in the same order for the engine and for the peers. */
export interface BenchCatalogue {
  readonly name: string
  /** True for the public catalogue, false for one made from a seed. */
  readonly isReal: boolean
  readonly sets: readonly ElementSet[]
  readonly models: readonly Sgp4Model[]
}

/** Reads the public catalogue if the reference collection is there, else makes a synthetic one of its size; the catalogue is never committed. */
export function readWholeCatalogue(): BenchCatalogue {
  if (!hasCollection(PUBLIC_CATALOGUE)) return makeSyntheticCatalogue(AS_LARGE_AS_THE_REAL_ONE)
  const sets = Array.from(readTable(readFileSync(CATALOGUE_FILE, 'utf8')), readRow)
  return { name: 'real catalogue of 2024-11-01', isReal: true, sets, models: sets.map(initSgp4) }
}

export function makeSyntheticCatalogue(size: number, seed = 1): BenchCatalogue {
  const sets = makeCatalogue({ seed, size, epoch: START })
  return { name: `synthetic catalogue of seed ${seed}`, isReal: false, sets, models: sets.map(initSgp4) }
}

function readRow(cells: ReadonlyMap<string, string>): ElementSet {
  const number = (name: string) => Number(cells.get(name))
  return fromPublished({
    ...UNSAID,
    noradId: number('NORAD_CAT_ID'),
    objectName: cells.get('OBJECT_NAME') ?? '',
    internationalDesignator: cells.get('OBJECT_ID') ?? '',
    epoch: parseTime(cells.get('EPOCH') ?? ''),
    meanMotionRevPerDay: number('MEAN_MOTION'),
    eccentricity: number('ECCENTRICITY'),
    inclinationDeg: number('INCLINATION'),
    raanDeg: number('RA_OF_ASC_NODE'),
    argPeriapsisDeg: number('ARG_OF_PERICENTER'),
    meanAnomalyDeg: number('MEAN_ANOMALY'),
    bstar: number('BSTAR'),
  })
}

/** Returns the screening of the engine: all objects of a catalogue against each other. */
export function screeningOf({ sets, models }: BenchCatalogue, durationS: number): Screening {
  return {
    objects: models.map((model, place) => ({
      id: String(sets[place]?.noradId),
      flight: { kind: 'elements', model },
    })),
    start: START,
    durationS,
    thresholdM: THRESHOLD_M,
  }
}

/** Returns an element set as satellite.js initialises it. */
export function recordOf(set: ElementSet): SatRec {
  const published = toPublished(set)
  return json2satrec({
    OBJECT_NAME: published.objectName,
    OBJECT_ID: published.internationalDesignator,
    EPOCH: formatTime(published.epoch, { digits: 6 }),
    MEAN_MOTION: published.meanMotionRevPerDay,
    ECCENTRICITY: published.eccentricity,
    INCLINATION: published.inclinationDeg,
    RA_OF_ASC_NODE: published.raanDeg,
    ARG_OF_PERICENTER: published.argPeriapsisDeg,
    MEAN_ANOMALY: published.meanAnomalyDeg,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: published.noradId,
    ELEMENT_SET_NO: 1,
    REV_AT_EPOCH: 0,
    BSTAR: published.bstar,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
  })
}
