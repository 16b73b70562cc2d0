import type { SymmetricCovariance } from '@apsis/astro/conjunction/relative-difference.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { AssessedEncounter } from '@apsis/astro/screening/encounter-probability.ts'
import type { DerivedCdm } from './derive-cdm.ts'

/** What an estimate knows of an event beside its numbers, so that one that knows less lowers nothing. */
export type KnownOfEvent = {
  /** Of the positions of the two objects along R, T and N of the first, m²; only their variances are read. */
  readonly primaryM2: SymmetricCovariance
  readonly secondaryM2: SymmetricCovariance
  readonly isDiluted: boolean
  /** Whether velocities have covariances, so that the plane could be checked. */
  readonly isChecked: boolean
  /** Whether somebody has said how large both objects are. */
  readonly isSizeTold: boolean
}

const UNCHECKED = ['unchecked-without-velocity-covariance', 'velocity-covariance-not-credible']
/** In what a radius is from: nobody has told it (choose-radii.ts). */
const ASSUMED = 'default'

type MessageAssessment = {
  readonly comparison: Pick<DerivedCdm['comparison'], 'primaryM2' | 'secondaryM2'>
  readonly assessment: Pick<DerivedCdm['assessment'], 'isDiluted' | 'reason' | 'hardBodyRadiusFrom'>
}

/** Of a message. */
export function knownOfMessage({ comparison, assessment }: MessageAssessment): KnownOfEvent {
  const { primaryM2, secondaryM2 } = comparison
  const { isDiluted, reason, hardBodyRadiusFrom: from } = assessment
  return {
    primaryM2,
    secondaryM2,
    isDiluted,
    isChecked: !UNCHECKED.includes(reason),
    isSizeTold: !from.includes(ASSUMED),
  }
}

type EstimateAssessment = { readonly assessed: AssessedEncounter | null; readonly reason: string }

/** Of an own screening; undefined where an object has no covariance of its own. */
export function knownOfEstimate({ assessed, reason }: EstimateAssessment): KnownOfEvent | undefined {
  if (assessed === null) return undefined
  const { primaryRtnM2: primaryM2, secondaryRtnM2: secondaryM2, isDiluted } = assessed
  return { primaryM2, secondaryM2, isDiluted, isChecked: !UNCHECKED.includes(reason), isSizeTold: true }
}

/**
 * No tracking makes an orbit so many times better known in a direction from one message to the next: from tens of kilometres to tens of
 * metres is a thousand. What is beyond that is a wrong unit or a lost exponent.
 */
const MOST_NARROWED = 3_000
/** Nor does time between two messages of one event make both orbits so many times worse known in a direction. */
const MOST_WIDENED = 10

/**
 * Whether an estimate knows less than the one before it: it is diluted, and the covariance of both objects together is wider, so that
 * its probability is low because less is known (flight rule F3); it is much wider in a direction; the covariance of an object has become
 * narrower than any tracking makes it; the plane could be checked before, and no longer; or the sizes of the objects were told before,
 * and are assumed now.
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
  return isWider || isMuchWider || isTooNarrow || isUnchecked || (before.isSizeTold && !next.isSizeTold)
}

const diagonalOf = ([rr, , , tt, , nn]: SymmetricCovariance) => [rr, tt, nn] as const
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Of both objects together, along R, T and N. */
const variancesOf = ({ primaryM2, secondaryM2 }: KnownOfEvent) =>
  diagonalOf(primaryM2).map((variance, axis) => variance + (diagonalOf(secondaryM2)[axis] ?? missing()))
