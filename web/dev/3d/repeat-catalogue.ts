import { missing } from '@apsis/astro/missing.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'

/** Each copy is turned by these angles, deg, which share no small multiple, so that no two objects lie on each other. */
const [NODE_DEG, ANOMALY_DEG] = [37.3, 101.7]

/** SIMULATED: returns as many objects as wanted, by repeating those of a catalogue on orbits that are turned around the Earth. */
export function repeatCatalogue(columns: CatalogueElements, size: number): CatalogueElements {
  const have = columns.noradId.length
  if (have === 0) return columns
  const places = Array.from({ length: size }, (_, k) => ({ from: k % have, copy: Math.floor(k / have) }))
  const taken = <Value>(column: readonly Value[]) => places.map(({ from }) => column[from] ?? missing())
  const moved = (column: readonly number[], byDeg: number) =>
    places.map(({ from, copy }) => ((column[from] ?? missing()) + copy * byDeg) % 360)
  return {
    ...columns,
    noradId: places.map((_, k) => k + 1),
    name: taken(columns.name),
    internationalDesignator: taken(columns.internationalDesignator),
    kind: taken(columns.kind),
    owner: taken(columns.owner),
    source: taken(columns.source),
    epochS: taken(columns.epochS),
    meanMotionRevPerDay: taken(columns.meanMotionRevPerDay),
    eccentricity: taken(columns.eccentricity),
    inclinationDeg: taken(columns.inclinationDeg),
    raanDeg: moved(columns.raanDeg, NODE_DEG),
    argPeriapsisDeg: taken(columns.argPeriapsisDeg),
    meanAnomalyDeg: moved(columns.meanAnomalyDeg, ANOMALY_DEG),
    bstar: taken(columns.bstar),
    isSimulated: true,
  }
}
