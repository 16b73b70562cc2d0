import type { SymmetricCovariance } from '@apsis/astro/conjunction/relative-difference.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { AssessedEncounter } from '@apsis/astro/screening/encounter-probability.ts'
import type { DerivedCdm } from './derive-cdm.ts'

/** The knowledge of an estimate besides its values: an estimate that knows less must not lower a level. */
export type KnownOfEvent = {
  /** Covariances of the positions of the two objects along R, T and N of the first, m²; only their variances are read. */
  readonly primaryM2: SymmetricCovariance
  readonly secondaryM2: SymmetricCovariance
  readonly isDiluted: boolean
  /** True if velocities have covariances, so that the plane could be checked. */
  readonly isChecked: boolean
  /** True if the sizes of both objects were stated. */
  readonly isSizeKnown: boolean
}

const UNCHECKED = ['unchecked-without-velocity-covariance', 'velocity-covariance-not-credible']
/** The source of a radius that nobody has stated (choose-radii.ts). */
const ASSUMED = 'default'

type MessageAssessment = {
  readonly comparison: Pick<DerivedCdm['comparison'], 'primaryM2' | 'secondaryM2'>
  readonly assessment: Pick<DerivedCdm['assessment'], 'isDiluted' | 'reason' | 'hardBodyRadiusFrom'>
}

/** Returns what a message knows about its event. */
export function knownOfMessage({ comparison, assessment }: MessageAssessment): KnownOfEvent {
  const { primaryM2, secondaryM2 } = comparison
  const { isDiluted, reason, hardBodyRadiusFrom: from } = assessment
  return {
    primaryM2,
    secondaryM2,
    isDiluted,
    isChecked: !UNCHECKED.includes(reason),
    isSizeKnown: !from.includes(ASSUMED),
  }
}

type EstimateAssessment = { readonly assessed: AssessedEncounter | null; readonly reason: string }

/** Returns what our own screening knows about its event; undefined if an object has no covariance of its own. */
export function knownOfEstimate({ assessed, reason }: EstimateAssessment): KnownOfEvent | undefined {
  if (assessed === null) return undefined
  const { primaryRtnM2: primaryM2, secondaryRtnM2: secondaryM2, isDiluted } = assessed
  return { primaryM2, secondaryM2, isDiluted, isChecked: !UNCHECKED.includes(reason), isSizeKnown: true }
}

/**
 * No tracking improves an orbit by this factor in a direction from one message to the next: from tens of kilometres to tens of metres is a
 * thousand. A larger factor means a wrong unit or a lost exponent.
 */
const MOST_NARROWED = 3_000
/** The time between two messages of one event does not worsen both orbits by this factor in a direction. */
const MOST_WIDENED = 10

/**
 * True if an estimate knows less than the previous one, for one of these reasons. It is diluted, and the combined covariance is wider, so
 * that its probability is low because less is known (flight rule F3). Its covariance is much wider in one direction. The covariance of an
 * object has become narrower than any tracking makes it. The plane could be checked before, and cannot be checked now. The sizes of the
 * objects were stated before, and are assumed now.
 */
export function knowsLess(next: KnownOfEvent, before: KnownOfEvent): boolean {
  const [now, then] = [variancesOf(next), variancesOf(before)]
  const isWider = next.isDiluted && sumOf(now) > sumOf(then)
  const isMuchWider = now.some((variance, axis) => variance > MOST_WIDENED ** 2 * (then[axis] ?? missing()))
  const isTooNarrow = (['primaryM2', 'secondaryM2'] as const).some((of) =>
    diagonalOf(next[of]).some(
      (variance, axis) => MOST_NARROWED ** 2 * variance < (diagonalOf(before[of])[axis] ?? missing()),
    ),
  )
  const isUnchecked = before.isChecked && !next.isChecked
  return isWider || isMuchWider || isTooNarrow || isUnchecked || (before.isSizeKnown && !next.isSizeKnown)
}

const diagonalOf = ([rr, , , tt, , nn]: SymmetricCovariance) => [rr, tt, nn] as const
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Returns the variances of both objects together, along R, T and N. */
const variancesOf = ({ primaryM2, secondaryM2 }: KnownOfEvent) =>
  diagonalOf(primaryM2).map((variance, axis) => variance + (diagonalOf(secondaryM2)[axis] ?? missing()))
