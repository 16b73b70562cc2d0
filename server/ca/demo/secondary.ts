import type { Random } from '@apsis/astro/random.ts'
import { DEMO_PAYLOADS, demoOperatorOf } from '../satellite/record/shared-operators.data.ts'
import type { OrbitQuality } from './fleet.data.ts'
import type { DemoEvent } from './plan.ts'

/** An object that the fleet meets. */
export interface DemoSecondary {
  readonly noradId: number
  readonly name: string
  readonly internationalDesignator: string
  readonly objectType: 'DEBRIS' | 'PAYLOAD' | 'ROCKET BODY'
  readonly operatorOrganization: string | null
  readonly isManoeuvrable: boolean
  readonly radiusM: number
  readonly massKg: number
  readonly quality: OrbitQuality
}

interface Kind {
  readonly objectType: DemoSecondary['objectType']
  readonly label: string
  readonly share: number
  readonly firstId: number
  readonly ids: number
  readonly radiusM: readonly [least: number, most: number]
  readonly massKg: number
  /** The factor by which the stated uncertainty of the object is multiplied. */
  readonly uncertainty: number
}

// The catalogue numbers of each kind are consecutive, and enough for the events of some weeks. The radius of debris is the 1.5 m that CARA
// adds for an object of unknown size (domain.md, part 3).
const DEBRIS: Kind = {
  objectType: 'DEBRIS',
  label: 'SIM DEB',
  share: 0.62,
  firstId: 90_100,
  ids: 290,
  radiusM: [1.5, 1.5],
  massKg: 4,
  uncertainty: 1,
}
const PAYLOAD: Kind = {
  objectType: 'PAYLOAD',
  label: 'SIM-OPS',
  share: 0.24,
  firstId: DEMO_PAYLOADS.from,
  ids: DEMO_PAYLOADS.to - DEMO_PAYLOADS.from + 1,
  radiusM: [1.8, 4.5],
  massKg: 280,
  uncertainty: 0.35,
}
const ROCKET_BODY: Kind = {
  objectType: 'ROCKET BODY',
  label: 'SIM R/B',
  share: 0.14,
  firstId: 90_501,
  ids: 90,
  radiusM: [3.4, 5.8],
  massKg: 1_900,
  uncertainty: 0.55,
}
const KINDS: readonly Kind[] = [DEBRIS, PAYLOAD, ROCKET_BODY]
const QUALITY: Readonly<Record<DemoEvent['satellite']['regime'], OrbitQuality>> = {
  LEO: { semiMajorAxisM: 0.8, eccentricityM: 14, normalM: 15, dragMPerDay2: 28 },
  MEO: { semiMajorAxisM: 6, eccentricityM: 45, normalM: 60, dragMPerDay2: 2 },
  GEO: { semiMajorAxisM: 15, eccentricityM: 90, normalM: 120, dragMPerDay2: 3 },
}

/** Returns the other object of an event; the number of the event selects it, so that no two events of a week have the same pair. */
export function secondaryOf({ index, satellite, story }: DemoEvent, random: Random): DemoSecondary {
  const drawn = random()
  const kind = story !== null ? DEBRIS : (KINDS.find((_, at) => drawn < shareUpTo(at)) ?? DEBRIS)
  const place = (index * 37) % kind.ids
  const noradId = kind.firstId + place
  const [least, most] = kind.radiusM
  const { semiMajorAxisM, eccentricityM, normalM, dragMPerDay2 } = QUALITY[satellite.regime]
  return {
    noradId,
    name: `${kind.label} ${String(noradId - 90_000).padStart(4, '0')}`,
    internationalDesignator: `20${String(10 + (place % 15)).padStart(2, '0')}-9${String(10 + (place % 90)).padStart(2, '0')}${letterOf(place)}`,
    objectType: kind.objectType,
    operatorOrganization: kind === PAYLOAD ? demoOperatorOf(noradId).operator : null,
    isManoeuvrable: kind === PAYLOAD && place % 3 !== 0,
    radiusM: Math.round((least + (most - least) * random()) * 10) / 10,
    massKg: kind.massKg,
    quality: {
      semiMajorAxisM: semiMajorAxisM * kind.uncertainty,
      eccentricityM: eccentricityM * kind.uncertainty,
      normalM: normalM * kind.uncertainty,
      dragMPerDay2: dragMPerDay2 * kind.uncertainty,
    },
  }
}

function shareUpTo(at: number): number {
  return KINDS.slice(0, at + 1).reduce((sum, { share }) => sum + share, 0)
}

function letterOf(place: number): string {
  return 'ABCDEFGHJK'.charAt(place % 10)
}
