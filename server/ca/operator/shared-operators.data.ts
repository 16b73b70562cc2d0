import type { SatelliteOperator } from '@apsis/contract/ca/satellite-operator.ts'

/** Catalogue numbers of the simulated range whose operators are known; none of them exists. */
const FLEETS = [
  { from: 300_000, to: 300_399, operator: 'Example Orbital (simulated)', domain: 'orbital.example', country: 'DE' },
  {
    from: 300_400,
    to: 300_799,
    operator: 'Sample Constellations (simulated)',
    domain: 'sample.example',
    country: 'US',
  },
  { from: 300_800, to: 300_999, operator: 'Demo Geo Services (simulated)', domain: 'geo.example', country: 'FR' },
] as const

const VERIFIED = '2026-10-01T00:00:00.000Z'
/** Longer ago than half a year: it is shown as stale. */
const VERIFIED_LONG_AGO = '2026-02-01T00:00:00.000Z'

function entriesOf({ from, to, operator, domain, country }: (typeof FLEETS)[number]): SatelliteOperator[] {
  return Array.from({ length: to - from + 1 }, (_, place) => ({
    noradId: from + place,
    objectName: `SIMULATED ${from + place}`,
    operatorName: operator,
    country,
    email: `flight@${domain}`,
    phone: null,
    website: `https://${domain}`,
    manoeuvrability: place % 10 === 9 ? 'UNKNOWN' : 'YES',
    responsibilityTag: null,
    source: 'shared directory',
    lastVerified: place % 7 === 6 ? VERIFIED_LONG_AGO : VERIFIED,
    isSimulated: true,
  }))
}

/** The directory that all organisations share. So far it is of simulated objects alone. */
export const SHARED_OPERATORS: readonly SatelliteOperator[] = FLEETS.flatMap(entriesOf)
