import type { Trajectory } from '../frames/topocentric.ts'
import { apparentBodyPosition } from '../sky/body.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { complement, findIntervals, type Interval, intersect, stepsBetween } from '../time/intervals.ts'
import type { Vec3 } from '../vec3.ts'
import { lightingOf } from './lighting.ts'

/** A span of time with one kind of light. */
export interface Eclipse {
  readonly light: 'penumbra' | 'umbra'
  readonly start: Epoch
  readonly end: Epoch
}

/** The inputs of a search for eclipses. */
export interface EclipseSearch {
  /** Position in GCRF, or in any frame in which the Sun is given too. */
  readonly trajectory: Trajectory
  readonly start: Epoch
  readonly end: Epoch
  /** Returns the position of the Sun, m; default: the apparent one in GCRF. */
  readonly sunAt?: (epoch: Epoch) => Vec3
  readonly earthRadiusM?: number
  /** Step of the search, s: shorter than half an orbit; default 60 s. */
  readonly stepS?: number
}

/**
 * Returns the eclipses of an object by the Earth, in time order. A total eclipse is three of them: penumbra, umbra, penumbra. Source and accuracy:
 * see lightingOf. Eclipses shorter than a step are found by the extremum between steps (findIntervals).
 */
export function findEclipses(search: EclipseSearch): Eclipse[] {
  const { trajectory, start, end, sunAt = sunInGcrf, earthRadiusM, stepS = 60 } = search
  const lengthS = secondsBetween(start, end)
  if (!(lengthS > 0)) throw new RangeError('the search for eclipses ends before it starts')
  const at = (seconds: number) => {
    const epoch = addSeconds(start, seconds)
    return lightingOf(trajectory(epoch).r, sunAt(epoch), earthRadiusM)
  }
  const samples = stepsBetween(0, lengthS, stepS)
  const shaded = findIntervals((seconds) => -at(seconds).penumbraMarginRad, samples)
  const dark = shaded.flatMap((interval) => findUmbra((seconds) => -at(seconds).umbraMarginRad, interval, stepS))
  const half = shaded.flatMap((interval) => complement(intersect(dark, [interval]), interval))
  const eclipses = (light: Eclipse['light'], intervals: readonly Interval[]) =>
    intervals.map(({ startS, endS }) => ({ light, startS, endS }))
  return [...eclipses('umbra', dark), ...eclipses('penumbra', half)]
    .sort((a, b) => a.startS - b.startS)
    .map(({ light, startS, endS }) => ({ light, start: addSeconds(start, startS), end: addSeconds(start, endS) }))
}

function findUmbra(margin: (seconds: number) => number, { startS, endS }: Interval, stepS: number): Interval[] {
  return findIntervals(margin, stepsBetween(startS, endS, Math.min(stepS, (endS - startS) / 8)))
}

function sunInGcrf(epoch: Epoch): Vec3 {
  return apparentBodyPosition('Sun', epoch)
}
