import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'

/** Operators of objects that do not exist. */
const [ORBITAL, SAMPLE, MODEL, CONSTELLATIONS, GEO] = [
  { operator: 'Example Orbital (simulated)', domain: 'orbital.example', country: 'DE' },
  { operator: 'Sample Space (simulated)', domain: 'space.example', country: 'IN' },
  { operator: 'Model Constellation (simulated)', domain: 'model.example', country: 'JP' },
  { operator: 'Sample Constellations (simulated)', domain: 'sample.example', country: 'US' },
  { operator: 'Demo Geo Services (simulated)', domain: 'geo.example', country: 'FR' },
] as const
type Operator = { readonly operator: string; readonly domain: string; readonly country: string }
type Numbers = { readonly from: number; readonly to: number }

/** Catalogue numbers of the simulated range whose operators are known; none of them exists. */
const FLEETS: readonly (Numbers & { readonly by: Operator })[] = [
  { from: 300_000, to: 300_399, by: ORBITAL },
  { from: 300_400, to: 300_799, by: CONSTELLATIONS },
  { from: 300_800, to: 300_999, by: GEO },
]

/** SIMULATED: the catalogue numbers of the satellites that the fleet of the demo meets; three operators own them in turn. */
export const DEMO_PAYLOADS: Numbers = { from: 90_401, to: 90_490 }
const DEMO_OPERATORS = [ORBITAL, SAMPLE, MODEL] as const

/** SIMULATED: returns the operator of a satellite that the fleet of the demo meets. */
export const demoOperatorOf = (noradId: number): Operator =>
  DEMO_OPERATORS[(noradId - DEMO_PAYLOADS.from) % DEMO_OPERATORS.length] ?? ORBITAL

const VERIFIED = '2026-10-01T00:00:00.000Z'
/** The date is more than half a year ago: it is shown as stale. */
const VERIFIED_LONG_AGO = '2026-02-01T00:00:00.000Z'

function entriesOf({ from, to }: Numbers, ownerOf: (noradId: number) => Operator): SatelliteOperator[] {
  return Array.from({ length: to - from + 1 }, (_, place) => {
    const { operator, country, domain } = ownerOf(from + place)
    return {
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
    }
  })
}

/** The directory that all organisations share. So far it has only simulated objects. */
export const SHARED_OPERATORS: readonly SatelliteOperator[] = [
  ...FLEETS.flatMap((fleet) => entriesOf(fleet, () => fleet.by)),
  // Messages state for each event whether it can manoeuvre, so the directory does not contradict them.
  ...entriesOf(DEMO_PAYLOADS, demoOperatorOf).map((entry) => ({ ...entry, manoeuvrability: 'UNKNOWN' as const })),
]

/** Numbers of the demo: its fleet, and the debris and rocket bodies that it meets, which have no operator. */
const DEMO_FLEET: Numbers = { from: 90_001, to: 90_006 }
const DEMO_LEFT_BEHIND: readonly Numbers[] = [
  { from: 90_100, to: 90_389 },
  { from: 90_501, to: 90_590 },
]
const LAUNCHED_BY = ['US', 'CN', 'RU', 'FR', 'IN'] as const
const isIn = (noradId: number, { from, to }: Numbers) => noradId >= from && noradId <= to

/** SIMULATED: returns the country of an object of the demo, as a satellite catalogue would state it; undefined for every other object. */
export function demoCountryOf(noradId: number): string | undefined {
  if (isIn(noradId, DEMO_FLEET)) return 'DE'
  if (isIn(noradId, DEMO_PAYLOADS)) return demoOperatorOf(noradId).country
  return DEMO_LEFT_BEHIND.some((numbers) => isIn(noradId, numbers))
    ? LAUNCHED_BY[noradId % LAUNCHED_BY.length]
    : undefined
}
