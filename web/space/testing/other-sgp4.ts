import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { json2satrec, sgp4 } from 'satellite.js'

type Triple = readonly [number, number, number]

/** Returns the state of the k-th object of a catalogue by satellite.js, an independent SGP4: km and km/s in TEME; undefined where it has none. */
export function stateByOtherProgram(
  elements: CatalogueElements,
  k: number,
  atMs: number,
): { readonly r: Triple; readonly v: Triple } | undefined {
  const epochMs = Date.parse(elements.origin) + 1_000 * (elements.epochS[k] ?? Number.NaN)
  const record = json2satrec({
    OBJECT_NAME: elements.name[k] ?? '',
    OBJECT_ID: '2000-001A',
    EPOCH: new Date(epochMs).toISOString().replace('Z', ''),
    MEAN_MOTION: elements.meanMotionRevPerDay[k] ?? Number.NaN,
    ECCENTRICITY: elements.eccentricity[k] ?? Number.NaN,
    INCLINATION: elements.inclinationDeg[k] ?? Number.NaN,
    RA_OF_ASC_NODE: elements.raanDeg[k] ?? Number.NaN,
    ARG_OF_PERICENTER: elements.argPeriapsisDeg[k] ?? Number.NaN,
    MEAN_ANOMALY: elements.meanAnomalyDeg[k] ?? Number.NaN,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: String(elements.noradId[k]),
    ELEMENT_SET_NO: 1,
    REV_AT_EPOCH: 1,
    BSTAR: elements.bstar[k] ?? Number.NaN,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
  })
  const state = sgp4(record, (atMs - epochMs) / 60_000)
  if (!state) return undefined
  const { position, velocity } = state
  return { r: [position.x, position.y, position.z], v: [velocity.x, velocity.y, velocity.z] }
}
