import { findClosestApproach } from '@apsis/astro/conjunction/closest-approach.ts'
import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'

/** The position of object 2 relative to object 1, along R, T and N of object 1 at that moment, m. */
export type RelativeSample = {
  readonly seconds: number
  readonly r: number
  readonly t: number
  readonly n: number
  readonly distanceM: number
}
export type RelativeMotion = {
  readonly spanS: number
  readonly samples: readonly RelativeSample[]
  /** The closest approach of the states, in seconds from the TCA of the message; undefined if it is outside the span. */
  readonly closest: RelativeSample | undefined
}

/** Spans that can be chosen, seconds to either side of TCA. */
export const SPANS_S = [0.02, 0.1, 0.5, 2, 10, 60, 600] as const
const PATH_SAMPLES = 80

/** Returns the shortest span in which object 2 visibly approaches and departs: three times the miss distance at the relative speed. */
export function usualSpan(missM: number, speedMps: number): number {
  const wanted = (3 * missM) / Math.max(speedMps, 1e-3)
  return SPANS_S.find((span) => span >= wanted) ?? SPANS_S.at(-1) ?? 600
}

/**
 * Returns the motion of object 2 past object 1 around TCA, from both states of the message on Kepler orbits: within a minute of TCA other
 * forces act on both objects in the same way. Throws a RangeError that names a frame that cannot be transformed.
 */
export function relativeMotion(cdm: Cdm, spanS: number): RelativeMotion {
  const [first, second] = cdm.objects.map((object) => inertial(cdm, object)) as [CartesianState, CartesianState]
  const at = (state: CartesianState) => (seconds: number) => propagateTwoBody(state, seconds, GM_EARTH).state
  const [one, two] = [at(first), at(second)]
  const sample = (seconds: number): RelativeSample => {
    const [a, b] = [one(seconds), two(seconds)]
    const apart = subtract(b.r, a.r)
    const [r, t, n] = transform(rtnAxes(a), apart)
    return { seconds, r, t, n, distanceM: norm(apart) }
  }
  const samples = Array.from({ length: PATH_SAMPLES + 1 }, (_, i) => sample(((2 * i) / PATH_SAMPLES - 1) * spanS))
  // The search is so wide that it includes a TCA that is rounded to a millisecond, or to a second, even for a short span.
  const reach = Math.max(spanS, 2)
  const found = findClosestApproach(one, two, { fromS: -reach, toS: reach, stepS: reach / 50 })
  return { spanS, samples, closest: found.ok ? sample(found.seconds) : undefined }
}

function inertial({ relative: { tca } }: Cdm, { metadata, state }: Cdm['objects'][number]): CartesianState {
  const frame = toFrame(metadata.refFrame)
  if (frame === null) throw new RangeError(`${metadata.object}: REF_FRAME ${metadata.refFrame}`)
  return transformState({ frame, epoch: tca, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
}
