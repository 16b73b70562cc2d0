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

/** Rate of the Earth rotation angle, rad/s (IAU 2000 Resolution B1.8: 1.00273781191135448 turns per day of UT1). */
const EARTH_RATE = (2 * Math.PI * 1.002_737_811_911_354_6) / SECONDS_PER_DAY

/** Returns whether the axes of the frame rotate with the Earth. */
export function isTerrestrial(frame: Frame): frame is 'TIRF' | 'PEF' | 'ITRF' {
  return frame === 'TIRF' || frame === 'PEF' || frame === 'ITRF'
}

/**
 * Returns the angular velocity of the Earth in rad/s, around the z axis of TIRF or PEF. Source: EARTH_RATE, minus the effect of the excess of the
 * length of the day (IERS Conventions 2010, eq. 5.14).
 */
export function earthRate({ orientation }: Earth): number {
  return EARTH_RATE * (1 - orientation.lodS / SECONDS_PER_DAY)
}

/**
 * Returns the rotation from frame `from` to frame `to`. Within a theory it does not depend on the path: MOD and TOD, and the path between the
 * celestial and the terrestrial frames, follow earth.theory (IAU 2006/2000A by the CIO, or IAU 1976/1980 by the equinox). TEME has its own
 * published relations (D. Vallado and others, Revisiting Spacetrack Report 3, AIAA 2006-6753): to the Earth by GMST82, to the stars by the IAU
 * 1980 nutation, uncorrected. The two relations differ by the error of that nutation, 0.05″ today or 2 m in low orbit; SGP4 has larger errors.
 *
 * The angular velocity contains only the rotation of the Earth. The rates of precession and nutation are omitted, as is common: they are up to
 * 1e-11 rad/s, 0.1 mm/s in low orbit.
 *
 * Sources: IERS Conventions 2010, chapter 5; Vallado, Fundamentals of Astrodynamics, 4th ed., §3.7. Accuracy, with the same Earth orientation
 * parameters: agrees with Vallado's example to its printed 0.1 mm and 1 µm/s (GCRF by the CIO: 0.9 mm, because the book uses IAU 2000
 * precession), and with Orekit to 2e-6″ for CIRF, MOD and TOD, 2e-5″ for TEME, 1e-5″ for TIRF and ITRF.
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
 * Returns the state in another frame. See rotationBetween for sources and accuracy, and earthAt for the epochs that it refuses. The velocity is
 * that seen in the frame: for a terrestrial frame ω × r is subtracted.
 */
export function transformState(state: State, to: Frame, model?: EarthModel): State {
  const { frame, epoch } = state
  if (frame === to) return state
  return { frame: to, epoch, ...rotateState(rotationBetween(frame, to, earthAt(epoch, model)), state) }
}

/** Returns the covariance of a state (6 × 6: m², m²/s, m²/s²; or 3 × 3: m²) in another frame, with ω × r; see rotateCovariance. */
export function transformCovariance(covariance: Matrix, from: Frame, to: Frame, earth: Earth): number[][] {
  return rotateCovariance(rotationBetween(from, to, earth), covariance)
}

/** Returns the rotation from a celestial frame to ITRF, by the theory of the frame or of the Earth. */
function throughToItrf(from: Frame, earth: Earth): FrameRotation {
  if (from === 'TEME') return chain(temeToPef(earth), toItrf('PEF', earth))
  if (earth.theory === 'IAU1980') {
    // The theory of 1976/1980 uses the equinox: TOD and PEF are related by GMST with the equation of the equinoxes, and TEME lies between them.
    // The theory of 2006 counts from the CIO, which does not move along the equator: the angle to the Earth is linear in UT1, and nutation is
    // only in the pole.
    const toTeme = chain(fromGcrfInverse(from, earth), teme1980(earth))
    return chain(chain(toTeme, temeToPef(earth)), toItrf('PEF', earth))
  }
  const toCirf = chain(fromGcrfInverse(from, earth), fromGcrf('CIRF', earth))
  return chain(chain(toCirf, spin(earthRotationAngle(earth.ut1), earth)), toItrf('TIRF', earth))
}

/** Returns the rotation from GCRF to the celestial frame `to`. */
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

/** TEME is related to the stars by the theory of 1980 without corrections; if that theory is requested, its corrections are applied. */
function temeTie(earth: Earth): Earth {
  return earth.theory === 'IAU1980' ? earth : { ...earth, corrections: false }
}

/** Returns the bias, precession and nutation of 2006/2000A, with the offsets of the pole converted to nutation angles: dψ = dX/sin ε, dε = dY. */
function tod2006({ t, epoch, corrections, orientation }: Earth) {
  const { dpsiRad, depsRad } = slowTermsAt(epoch)
  const { dxRad, dyRad } = corrections ? orientation : NO_OFFSET
  // Offsets of the pole as nutation, to 0.1 % of a milliarcsecond (IERS Conventions 2010, eq. 5.25, main terms).
  return precessionNutation2006(t, {
    dpsiRad: dpsiRad + dxRad / Math.sin(meanObliquity2006(t)),
    depsRad: depsRad + dyRad,
  })
}

/** The published corrections dψ, dε refer to GCRF. They include the frame bias, which is then omitted. */
function mod1980(earth: Earth) {
  return hasCorrections1980(earth) ? precession1976(earth.t) : multiply(precession1976(earth.t), FRAME_BIAS)
}

/** Returns the precession of 1976 and nutation of 1980, to the true equator and equinox of date. */
function tod1980(earth: Earth, nutation = nutation1980With(earth)) {
  return multiply(nutationMatrix(meanObliquity1980(earth.t), nutation), mod1980(earth))
}

/** Returns TOD rotated around its pole by the equation of the equinoxes, to the mean equinox. */
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

/** Returns the rotation by Greenwich mean sidereal time of 1982 around the true pole. */
function temeToPef(earth: Earth): FrameRotation {
  return spin(gmst1982(earth.ut1), earth)
}

/** Returns a rotation around z, with the rate of the Earth. */
function spin(angleRad: number, earth: Earth): FrameRotation {
  return { matrix: rotationZ(angleRad), omegaRadS: [0, 0, earthRate(earth)] }
}

/** Returns polar motion, and for TIRF also the locator s′. */
function toItrf(from: 'TIRF' | 'PEF' | 'ITRF', { t, orientation }: Earth): FrameRotation {
  if (from === 'ITRF') return NO_ROTATION
  const { xpRad, ypRad } = orientation
  return fixedRotation(polarMotion(xpRad, ypRad, from === 'TIRF' ? tioLocator(t) : 0))
}
