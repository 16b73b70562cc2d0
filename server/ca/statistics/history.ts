import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { DAY_MS } from '@apsis/astro/constants.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import type { EncounterErrors } from '@apsis/astro/statistics/alert-region.ts'
import {
  type AnnualEvent,
  type AnnualUpdate,
  type SecondaryKind,
  sizeOf,
} from '@apsis/astro/statistics/annual-event.ts'
import { crossingOf } from '@apsis/astro/statistics/crossing.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { MessageFacts } from './statistics.repository.ts'

/** The kinds of objects in CDMs (OBJECT_TYPE); any other value is unknown. */
const KINDS: Readonly<Record<string, SecondaryKind>> = {
  PAYLOAD: 'payload',
  'ROCKET BODY': 'rocket-body',
  DEBRIS: 'debris',
}

/** Makes the events of a history, as the statistics use them, from its messages in the order of their creation. */
export function eventsOf(
  messages: readonly MessageFacts[],
  { from, box }: { readonly from: Date; readonly box: ScreeningBox | null },
): AnnualEvent[] {
  const boxM: Vec3 | null = box === null ? null : [box.radialM, box.transverseM, box.normalM]
  return [...Map.groupBy(messages, ({ conjunctionId }) => conjunctionId).values()].flatMap((updates) => {
    const newest = updates.at(-1)
    if (newest === undefined) return []
    // The table's default radius does not describe the object's size. Neither does 0, which marks a message with only a combined radius
    // (choose-radii.ts).
    const isKnown = newest.otherRadiusFrom !== 'default' && newest.otherRadiusM !== 0
    return {
      kind: KINDS[newest.otherType ?? ''] ?? 'unknown',
      size: sizeOf(isKnown ? newest.otherRadiusM : null),
      tcaDay: (newest.tca.getTime() - from.getTime()) / DAY_MS,
      crossing: crossingOf(vectorOf(newest.missRtn), vectorOf(newest.velocityRtn), boxM),
      updates: updates.flatMap((update) => updateOf(update)),
    }
  })
}

/** A message without a probability cannot decide an event. */
function updateOf(message: MessageFacts): AnnualUpdate[] {
  const { probability, tca, createdAt } = message
  if (probability === null) return []
  return [{ daysBefore: (tca.getTime() - createdAt.getTime()) / DAY_MS, probability, errors: errorsOf(message) }]
}

function errorsOf({ plane, combinedRadiusM: radiusM }: MessageFacts): EncounterErrors | null {
  if (plane === null || radiusM === null || !(radiusM > 0)) return null
  const [xx, yx, yy] = plane
  const principal = principalMiss([0, 0], { xx, yx, yy }, radiusM)
  if (!principal.ok) return null
  return { sigmaMinorM: principal.miss.sigmaXM, sigmaMajorM: principal.miss.sigmaYM, radiusM }
}

export function vectorOf([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return [x, y, z]
}
