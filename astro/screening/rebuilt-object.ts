import type { EarthModel } from '../frames/earth.ts'
import { type Frame, isTerrestrial, type State, transformState } from '../frames/frame.ts'
import { type FitFailure, fitElements } from '../sgp4/fit-elements.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { EARTH_RADIUS_KM } from '../sgp4/wgs-72.ts'
import type { Epoch } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import { dragTermOf } from './drag-term.ts'
import type { ScreeningObject } from './screening-object.ts'

/** The data of one object in a conjunction message: its state at the time of closest approach, m and m/s. */
export interface MessageState {
  readonly id: string
  readonly epoch: Epoch
  readonly frame: Frame
  readonly r: Vec3
  readonly v: Vec3
  /** Cd A/m, m²/kg; default 0, no drag. */
  readonly cdAreaOverMass?: number
  /** B*, 1/(earth radius), if it is known from a published element set: more accurate than any ballistic coefficient. */
  readonly bstar?: number
  readonly set?: number
}

/** An object for a screening, or the reason why the state gives none. */
export type RebuiltObject =
  | { readonly ok: true; readonly object: ScreeningObject }
  | { readonly ok: false; readonly reason: FitFailure }

/**
 * Returns the object of a conjunction message with elements fitted to its one state: exact at TCA (fitElements: 1 mm), and with SGP4's accuracy
 * around it. Forces that SGP4 neglects are in that state and affect the mean motion: compared with NASA's ephemeris of the ISS the error is 0.4
 * km one hour from TCA, 1.5 km after six and 10 km after a day (medians). Its drag is the published term, otherwise the term of its ballistic
 * coefficient (dragTermOf). The state is converted to TEME through GCRF, so that objects keep their relative positions for any frames; velocities
 * in a terrestrial frame are converted with ω × r. Throws RangeError for a terrestrial state outside the Earth orientation parameters.
 */
export function rebuildObject(message: MessageState, model: EarthModel = {}): RebuiltObject {
  const { id, set, cdAreaOverMass = 0 } = message
  const fitted = fitElements(toTeme(message, model))
  if (!fitted.ok) return fitted
  const { semiMajorAxis, eccentricity } = fitted.model.near
  const perigeeKm = (semiMajorAxis * (1 - eccentricity) - 1) * EARTH_RADIUS_KM
  const bstar = message.bstar ?? dragTermOf(cdAreaOverMass, perigeeKm)
  // At the epoch itself drag has no effect yet: the state is the same.
  const flight = { kind: 'elements', model: initSgp4({ ...fitted.elements, bstar }) } as const
  return { ok: true, object: { id, flight, ...(set === undefined ? {} : { set }) } }
}

function toTeme({ frame, epoch, r, v }: MessageState, model: EarthModel): State {
  if (frame === 'TEME') return { frame, epoch, r, v }
  // Conversions between celestial frames do not depend on the daily orientation of the Earth.
  const celestial: EarthModel = { ...model, outside: 'hold' }
  const inGcrf = transformState({ frame, epoch, r, v }, 'GCRF', isTerrestrial(frame) ? model : celestial)
  return transformState(inGcrf, 'TEME', celestial)
}
