import { transform } from '../mat3.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { subtract } from '../vec3.ts'
import { addNoise } from './angles.ts'
import type { GroundSite } from './ground-site.ts'
import { lightPath, type StateAt } from './light-path.ts'
import { type ObjectAt, sightLine } from './sight-line.ts'
import { standardAir, troposphericDelay } from './troposphere.ts'

/** The object of a simulated sensor, and the sensor's errors. */
export interface SimulatedPass {
  /** Returns the state of the object in GCRF, m and m/s; throws RangeError if it has none. */
  readonly stateAt: StateAt
  readonly site: GroundSite
  /** The true times of the exposures. */
  readonly epochs: readonly Epoch[]
  /** How far the clock of the sensor is ahead, s: every time tag is later by this. */
  readonly clockErrorS: number
  /** Returns standard normal numbers (standardNormal of random.ts): the same seed gives the same track. */
  readonly normal: () => number
}

/** A direction as a telescope delivers it: GCRF, including light time, without annual and diurnal aberration (F22). */
export interface SimulatedDirection {
  readonly epoch: Epoch
  readonly raRad: number
  readonly decRad: number
}

/** Noise of a telescope, one sigma: of the image on each axis, and of the time tag. */
export interface TelescopeNoise {
  readonly sigmaRad: number
  readonly timeSigmaS: number
}

/**
 * Returns the directions that a telescope measures. Each is the direction to the object when the light left it, plus noise of the image and of
 * the time, σ² I + σt² ω ωᵀ, with a time tag that has the error of the clock. Source: domain.md C21. Verified: the noise has the requested size,
 * and the track gives back the orbit (simulate-track.test.ts).
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

/** An echo as a radar delivers it: half of the path forth and back, including the delay of the atmosphere, and the direction at reception. */
export interface SimulatedEcho {
  readonly epoch: Epoch
  readonly rangeM: number
  readonly azimuthRad: number
  readonly elevationRad: number
}

/** Noise of a radar, one sigma: of the range and of each axis of the mount. */
export interface RadarNoise {
  readonly rangeSigmaM: number
  readonly angleSigmaRad: number
}

/**
 * Returns the echoes that a radar measures, tagged with their reception. Elevations are corrected for refraction, ranges are not corrected for
 * the delay of the atmosphere. Sources: lightPath(), troposphericDelay(); domain.md C21.
 */
export function simulateEchoes(pass: SimulatedPass, noise: RadarNoise): SimulatedEcho[] {
  const { site, stateAt, epochs, clockErrorS, normal } = pass
  return epochs.map((epoch) => {
    const { rangeM, object, receiver } = lightPath(site, stateAt, { epoch, timeOf: 'receive', way: 'two-way' })
    const [south, east, up] = transform(receiver.toSez, subtract(object.r, receiver.r))
    const elevation = Math.atan2(up, Math.hypot(south, east))
    const delay = troposphericDelay(standardAir('radio', site.place.heightM), site.place, elevation) ?? 0
    // Both axes of the mount have the same noise; the azimuth's noise is not divided by the cosine of the elevation, as in the convention of
    // residuals.
    const azimuth = Math.atan2(east, -south) + noise.angleSigmaRad * normal()
    return {
      epoch: addSeconds(epoch, clockErrorS),
      rangeM: rangeM + delay + noise.rangeSigmaM * normal(),
      azimuthRad: azimuth < 0 ? azimuth + 2 * Math.PI : azimuth,
      elevationRad: elevation + noise.angleSigmaRad * normal(),
    }
  })
}

/** Returns times of exposures at a constant interval over a span. */
export function exposureTimes(start: Epoch, end: Epoch, everyS: number): Epoch[] {
  const count = Math.floor(secondsBetween(start, end) / everyS) + 1
  return Array.from({ length: Math.max(0, count) }, (_unused, i) => addSeconds(start, i * everyS))
}

/** Returns the same path with a delay: an error along the track. */
export function lateBy(stateAt: StateAt, lateS: number): StateAt {
  return (epoch) => stateAt(addSeconds(epoch, -lateS))
}
