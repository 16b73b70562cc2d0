import { SECONDS_PER_DAY } from '../constants.ts'
import { multiply } from '../mat3.ts'
import type { Matrix } from '../matrix.ts'
import type { Epoch } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import { cip2006, cirfMatrix, earthRotationAngle, slowTermsAt } from './cip.ts'
import { type Earth, type EarthModel, earthAt } from './earth.ts'
import { type Nutation, nutation1980, nutationMatrix } from './nutation-1980.ts'
import { polarMotion, tioLocator } from './polar-motion.ts'
import { meanObliquity1980, precession1976 } from './precession-1976.ts'
import { FRAME_BIAS, meanObliquity2006, precessionNutation2006 } from './precession-2006.ts'
import {
  chain,
  type FrameRotation,
  fixedRotation,
  invert,
  NO_ROTATION,
  rotateCovariance,
  rotateState,
  rotationZ,
} from './rotation.ts'
import { equationOfEquinoxes1994, gmst1982 } from './sidereal-1982.ts'

/**
 * The geocentric frames. Celestial: GCRF (the axes of ICRF), EME2000 (mean equator and equinox of J2000.0), MOD and TOD
 * (mean and true equator and equinox of date), TEME (true equator, mean equinox: SGP4), CIRF (celestial intermediate).
 * Terrestrial: TIRF (terrestrial intermediate), PEF (pseudo Earth fixed, its counterpart of 1982), ITRF.
 */
export const FRAMES = ['GCRF', 'EME2000', 'MOD', 'TOD', 'TEME', 'CIRF', 'TIRF', 'PEF', 'ITRF'] as const
export type Frame = (typeof FRAMES)[number]

/** A state: position r (m) and velocity v (m/s) in a frame, at an epoch. */
export interface State {
  readonly frame: Frame
  readonly epoch: Epoch
  readonly r: Vec3
  readonly v: Vec3
}

/** Rate of the Earth rotation angle, rad/s (IAU 2000 Resolution B1.8: 1.00273781191135448 turns a day of UT1). */
const EARTH_RATE = (2 * Math.PI * 1.002_737_811_911_354_6) / SECONDS_PER_DAY

/** Whether the axes of the frame turn with the Earth. */
export function isTerrestrial(frame: Frame): frame is 'TIRF' | 'PEF' | 'ITRF' {
  return frame === 'TIRF' || frame === 'PEF' || frame === 'ITRF'
}

/** The angular velocity of the Earth in rad/s, about the z axis of TIRF or PEF. Source: as EARTH_RATE, less the excess
 * of the length of the day (IERS Conventions 2010, eq. 5.14). */
export function earthRate({ orientation }: Earth): number {
  return EARTH_RATE * (1 - orientation.lodS / SECONDS_PER_DAY)
}

/**
 * The rotation to frame `to` from frame `from`. Within a theory it does not depend on the way: MOD and TOD, and the way
 * between the celestial and the terrestrial frames, are those of earth.theory (IAU 2006/2000A by the CIO, or IAU
 * 1976/1980 by the equinox). TEME has its own ties, as published (D. Vallado and others, Revisiting Spacetrack Report
 * 3, AIAA 2006-6753): to the Earth by GMST82, to the stars by the IAU 1980 nutation, uncorrected. The two differ by the
 * error of that nutation, 0.05″ today or 2 m in low orbit; SGP4 is not good to that.
 *
 * Only the rotation of the Earth gives an angular velocity; that of precession and nutation is left out, as is common:
 * up to 1e-11 rad/s, 0.1 mm/s in low orbit.
 *
 * Sources: IERS Conventions 2010, chapter 5; Vallado, Fundamentals of Astrodynamics, 4th ed., §3.7. Reached with the
 * same Earth orientation parameters: the printed 0.1 mm and 1 µm/s of Vallado's example (GCRF by the CIO: 0.9 mm, where
 * the book has IAU 2000 precession); against Orekit 2e-6″ for
 * CIRF, MOD and TOD, 2e-5″ for TEME, 1e-5″ for TIRF and ITRF.
 */
export function rotationBetween(from: Frame, to: Frame, earth: Earth): FrameRotation {
  if (from === to) return NO_ROTATION
  if (isTerrestrial(from)) {
    if (isTerrestrial(to)) return chain(toItrf(from, earth), invert(toItrf(to, earth)))
    return invert(rotationBetween(to, from, earth))
  }
  if (!isTerrestrial(to)) return chain(fromGcrfInverse(from, earth), fromGcrf(to, earth))
  return chain(throughToItrf(from, earth), invert(toItrf(to, earth)))
}

/**
 * The state in another frame; see rotationBetween for sources and reached accuracy, earthAt for what it refuses. The
 * velocity is that seen in the frame: a terrestrial frame takes ω × r off.
 */
export function transformState(state: State, to: Frame, model?: EarthModel): State {
  const { frame, epoch } = state
  if (frame === to) return state
  return { frame: to, epoch, ...rotateState(rotationBetween(frame, to, earthAt(epoch, model)), state) }
}

/**
 * The covariance of a state (6 × 6: m², m²/s, m²/s²; or 3 × 3: m²) in another frame, with ω × r; see rotateCovariance.
 */
export function transformCovariance(covariance: Matrix, from: Frame, to: Frame, earth: Earth): number[][] {
  return rotateCovariance(rotationBetween(from, to, earth), covariance)
}

/** From a celestial frame to ITRF, by the theory of the frame or of the Earth. */
function throughToItrf(from: Frame, earth: Earth): FrameRotation {
  if (from === 'TEME') return chain(temeToPef(earth), toItrf('PEF', earth))
  if (earth.theory === 'IAU1980') {
    // The way of 1976/1980 by the equinox: GMST with the equation of the equinoxes is what joins TOD to PEF, and TEME
    // lies between them. The way of 2006 counts from the CIO, which does not move along the equator: the angle to the
    // Earth is linear in UT1, and nutation is in the pole alone.
    const toTeme = chain(fromGcrfInverse(from, earth), teme1980(earth))
    return chain(chain(toTeme, temeToPef(earth)), toItrf('PEF', earth))
  }
  const toCirf = chain(fromGcrfInverse(from, earth), fromGcrf('CIRF', earth))
  return chain(chain(toCirf, spin(earthRotationAngle(earth.ut1), earth)), toItrf('TIRF', earth))
}

/** The rotation to the celestial frame `to` from GCRF. */
function fromGcrf(to: Frame, earth: Earth): FrameRotation {
  const { t } = earth
  switch (to) {
    case 'EME2000':
      return fixedRotation(FRAME_BIAS)
    case 'MOD':
      return fixedRotation(earth.theory === 'IAU2006' ? precessionNutation2006(t) : mod1980(earth))
    case 'TOD':
      return fixedRotation(earth.theory === 'IAU2006' ? tod2006(earth) : tod1980(earth))
    case 'TEME':
      return teme1980(temeTie(earth))
    case 'CIRF': {
      const { x, y, sRad } = cip2006(t, slowTermsAt(earth.epoch))
      const { dxRad, dyRad } = earth.corrections ? earth.orientation : NO_OFFSET
      return fixedRotation(cirfMatrix({ x: x + dxRad, y: y + dyRad, sRad }))
    }
    default:
      return NO_ROTATION
  }
}

const NO_OFFSET = { dxRad: 0, dyRad: 0 }

function fromGcrfInverse(from: Frame, earth: Earth): FrameRotation {
  return invert(fromGcrf(from, earth))
}

/** TEME is tied to the stars by the plain theory; with the theory of 1980 asked for, by what that is corrected to. */
function temeTie(earth: Earth): Earth {
  return earth.theory === 'IAU1980' ? earth : { ...earth, corrections: false }
}

/**
 * The bias, precession and nutation of 2006/2000A, with the offsets of the pole turned into nutation angles: dψ =
 * dX/sin ε, dε = dY.
 */
function tod2006({ t, epoch, corrections, orientation }: Earth) {
  const { dpsiRad, depsRad } = slowTermsAt(epoch)
  const { dxRad, dyRad } = corrections ? orientation : NO_OFFSET
  // Offsets of the pole as nutation, to 0.1 % of a milliarcsecond (IERS Conventions 2010, eq. 5.25, main terms).
  return precessionNutation2006(t, {
    dpsiRad: dpsiRad + dxRad / Math.sin(meanObliquity2006(t)),
    depsRad: depsRad + dyRad,
  })
}

/** The published corrections dψ, dε refer to GCRF: they contain the frame bias, which is then left out. */
function mod1980(earth: Earth) {
  return hasCorrections1980(earth) ? precession1976(earth.t) : multiply(precession1976(earth.t), FRAME_BIAS)
}

/** Precession of 1976 and nutation of 1980: to the true equator and equinox of date. */
function tod1980(earth: Earth, nutation = nutation1980With(earth)) {
  return multiply(nutationMatrix(meanObliquity1980(earth.t), nutation), mod1980(earth))
}

/** TOD turned about its pole by the equation of the equinoxes, to the mean equinox. */
function teme1980(earth: Earth): FrameRotation {
  const nutation = nutation1980With(earth)
  const equinoxes = equationOfEquinoxes1994(earth.t, nutation.dpsiRad)
  return fixedRotation(multiply(rotationZ(equinoxes), tod1980(earth, nutation)))
}

function hasCorrections1980({ corrections, orientation }: Earth): boolean {
  return corrections && (orientation.dpsiRad !== 0 || orientation.depsRad !== 0)
}

function nutation1980With(earth: Earth): Nutation {
  const { dpsiRad, depsRad } = nutation1980(earth.t)
  if (!hasCorrections1980(earth)) return { dpsiRad, depsRad }
  return { dpsiRad: dpsiRad + earth.orientation.dpsiRad, depsRad: depsRad + earth.orientation.depsRad }
}

/** By Greenwich mean sidereal time of 1982, about the true pole. */
function temeToPef(earth: Earth): FrameRotation {
  return spin(gmst1982(earth.ut1), earth)
}

/** A turn about z, with the rate of the Earth. */
function spin(angleRad: number, earth: Earth): FrameRotation {
  return { matrix: rotationZ(angleRad), omegaRadS: [0, 0, earthRate(earth)] }
}

/** Polar motion, and for TIRF the locator s′. */
function toItrf(from: 'TIRF' | 'PEF' | 'ITRF', { t, orientation }: Earth): FrameRotation {
  if (from === 'ITRF') return NO_ROTATION
  const { xpRad, ypRad } = orientation
  return fixedRotation(polarMotion(xpRad, ypRad, from === 'TIRF' ? tioLocator(t) : 0))
}
