import { transform } from '../mat3.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { subtract } from '../vec3.ts'
import { addNoise } from './angles.ts'
import type { GroundSite } from './ground-site.ts'
import { lightPath, type StateAt } from './light-path.ts'
import { type ObjectAt, sightLine } from './sight-line.ts'
import { standardAir, troposphericDelay } from './troposphere.ts'

/** What a simulated sensor looks at, and how it errs. */
export interface SimulatedPass {
  /** The state of the object in GCRF, m and m/s; throws RangeError where it has none. */
  readonly stateAt: StateAt
  readonly site: GroundSite
  /** When the exposures are really made. */
  readonly epochs: readonly Epoch[]
  /** By how much the clock of the sensor is ahead, s: every time tag is later by so much. */
  readonly clockErrorS: number
  /** Standard normal numbers (standardNormal of random.ts): the same source gives the same track. */
  readonly normal: () => number
}

/** A direction as a telescope delivers it: GCRF, light time in it, free of annual and diurnal aberration (F22). */
export interface SimulatedDirection {
  readonly epoch: Epoch
  readonly raRad: number
  readonly decRad: number
}

/** Noise of a telescope, one sigma: of the image on either axis, and of the time tag. */
export interface TelescopeNoise {
  readonly sigmaRad: number
  readonly timeSigmaS: number
}

/**
 * The directions that a telescope measures. Each is where the object was when the light left it, plus noise of the image and of
 * the time, σ² I + σt² ω ωᵀ, at a time tag that has the error of the clock. Source: domain.md C21. Reached: the noise that was
 * asked for, and an orbit that comes back from the track (simulate-track.test.ts).
 */
export function simulateDirections(pass: SimulatedPass, noise: TelescopeNoise): SimulatedDirection[] {
  const { site, epochs, clockErrorS, normal } = pass
  return epochs.map((epoch) => {
    const object: ObjectAt = (seconds) => pass.stateAt(addSeconds(epoch, seconds))
    const line = sightLine(object, site.at(epoch), { seconds: 0, reduction: 'light-time' })
    if (line === null) throw new RangeError('the object has no state at an exposure')
    return { epoch: addSeconds(epoch, clockErrorS), ...addNoise(line, noise, normal) }
  })
}

/** An echo as a radar delivers it: half of the way there and back, with the air in it, and the direction of reception. */
export interface SimulatedEcho {
  readonly epoch: Epoch
  readonly rangeM: number
  readonly azimuthRad: number
  readonly elevationRad: number
}

/** Noise of a radar, one sigma: of the range and of either axis of the mount. */
export interface RadarNoise {
  readonly rangeSigmaM: number
  readonly angleSigmaRad: number
}

/**
 * The echoes that a radar measures, tagged with their reception. Elevations are corrected for the bending of the air, ranges are not
 * corrected for its delay. Sources: lightPath(), troposphericDelay(); domain.md C21.
 */
export function simulateEchoes(pass: SimulatedPass, noise: RadarNoise): SimulatedEcho[] {
  const { site, stateAt, epochs, clockErrorS, normal } = pass
  return epochs.map((epoch) => {
    const { rangeM, object, receiver } = lightPath(site, stateAt, { epoch, timeOf: 'receive', way: 'two-way' })
    const [south, east, up] = transform(receiver.toSez, subtract(object.r, receiver.r))
    const elevation = Math.atan2(up, Math.hypot(south, east))
    const delay = troposphericDelay(standardAir('radio', site.place.heightM), site.place, elevation) ?? 0
    // The noise of both axes of the mount is the same; that of the azimuth is not divided by the cosine of the
    // elevation, as the convention of residuals has it.
    const azimuth = Math.atan2(east, -south) + noise.angleSigmaRad * normal()
    return {
      epoch: addSeconds(epoch, clockErrorS),
      rangeM: rangeM + delay + noise.rangeSigmaM * normal(),
      azimuthRad: azimuth < 0 ? azimuth + 2 * Math.PI : azimuth,
      elevationRad: elevation + noise.angleSigmaRad * normal(),
    }
  })
}

/** Times of exposures, evenly over a span. */
export function exposureTimes(start: Epoch, end: Epoch, everyS: number): Epoch[] {
  const count = Math.floor(secondsBetween(start, end) / everyS) + 1
  return Array.from({ length: Math.max(0, count) }, (_unused, i) => addSeconds(start, i * everyS))
}

/** The same path, so many seconds later: an error along the track. */
export function lateBy(stateAt: StateAt, lateS: number): StateAt {
  return (epoch) => stateAt(addSeconds(epoch, -lateS))
}
