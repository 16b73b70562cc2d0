import { GM_EARTH } from '../constants.ts'
import type { Mat3 } from '../mat3.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { FrameRotation, PositionVelocity } from './rotation.ts'

/**
 * Axes defined by an orbit, as in the registry of CCSDS (SANA, Orbit-Relative Reference Frames). x, y, z: RSW (also QSW, RIC, RTN): radial
 * outward; along-track, y = z × x; orbit normal r × v. TNW: along the velocity; y = z × x, inward; orbit normal. NTW: outward in the orbit plane,
 * x = y × z; along the velocity; orbit normal. LVLH: x = y × z, near the velocity; against the orbit normal; to the centre. (STK's LVLH is RSW.)
 * VNC: along the velocity; orbit normal; outward, z = x × y. VNB (velocity, normal, binormal) is the same. EQW: to the ascending node; y = z × x;
 * orbit normal. PQW: to the periapsis; y = z × x; orbit normal. NSW: to the centre; as near to the Sun as can be; z = x × y. SEZ: south; east;
 * radial outward, where the z axis of the frame of the state is north.
 */
export const LOCAL_FRAMES = ['RSW', 'TNW', 'NTW', 'LVLH', 'VNC', 'EQW', 'PQW', 'NSW', 'SEZ'] as const
export type LocalFrame = (typeof LOCAL_FRAMES)[number]

/** The names of the local frames in messages and in common use. */
export const LOCAL_FRAME_ALIASES: Readonly<Record<string, LocalFrame>> = {
  QSW: 'RSW',
  RIC: 'RSW',
  RTN: 'RSW',
  VNB: 'VNC',
}

/** What the axes depend on in addition, and whether they rotate with the orbit. */
export interface LocalOptions {
  /** Whether velocities are relative to rotating axes or to axes frozen at the instant. Default: rotating; EQW and PQW never rotate. */
  readonly kind?: 'rotating' | 'inertial'
  /** Acceleration of the object, m/s², on which the rotation of most axes depends. Default: that of a point mass of `gm`. */
  readonly acceleration?: Vec3
  /** Gravitational parameter, m³/s². Default: GM_EARTH. */
  readonly gm?: number
  /** Position and velocity of the Sun in the frame of the state, needed for NSW. */
  readonly sun?: PositionVelocity
}

/** A vector and its rate of change. */
interface Moving {
  readonly value: Vec3
  readonly rate: Vec3
}

// Below this fraction of its parts, a direction is only rounding, and the axes that need it are not defined.
const SINGULAR_SHARE = 1e-12

/** Returns the local frame and kind for a name like QSW, RTN, TNW_INERTIAL or LVLH_ROTATING, or undefined for an unknown name. */
export function parseLocalFrame(name: string): { frame: LocalFrame; kind: 'rotating' | 'inertial' } | undefined {
  const [, base = '', suffix] = /^(.*?)(_ROTATING|_INERTIAL)?$/.exec(name.toUpperCase()) ?? []
  const frame = LOCAL_FRAME_ALIASES[base] ?? LOCAL_FRAMES.find((known) => known === base)
  if (frame === undefined) return undefined
  return { frame, kind: suffix === '_INERTIAL' || frame === 'EQW' || frame === 'PQW' ? 'inertial' : 'rotating' }
}

/**
 * Returns the rotation to the local frame of an object, from the inertial frame of its position (m) and velocity (m/s). With it, rotateState
 * converts the state of another object minus the state of this one to the relative state in the local frame. Source: SANA registry,
 * Orbit-Relative Reference Frames; rates by differentiating the axes. Accuracy: 0.002″ and 1e-11 rad/s against STK for RSW and TNW; for all
 * frames 1e-14, and 1e-16 rad/s for the rates, against 50 digits (local.reference.json). Throws RangeError where an axis does not exist: on a
 * straight line, NSW without the Sun or with the Sun overhead, PQW on a circle, EQW in the equator, SEZ at a pole.
 */
export function localRotation(frame: LocalFrame, state: PositionVelocity, options: LocalOptions = {}): FrameRotation {
  const { kind = 'rotating', gm = GM_EARTH, acceleration = pointMass(state.r, gm), sun } = options
  const r: Moving = { value: state.r, rate: state.v }
  const v: Moving = { value: state.v, rate: acceleration }
  const h = crossed(r, v)
  requirePlane(frame, { r: r.value, v: v.value, h: h.value })
  const [x, y, z] = axesOf(frame, { r, v, h, gm, sun })
  const matrix: Mat3 = [x.value, y.value, z.value]
  if (kind === 'inertial' || frame === 'EQW' || frame === 'PQW') return { matrix, omegaRadS: [0, 0, 0] }
  // ω = (ẏ·z, ż·x, ẋ·y) is the angular velocity of rigidly rotating axes, in these axes.
  return { matrix, omegaRadS: [dot(y.rate, z.value), dot(z.rate, x.value), dot(x.rate, y.value)] }
}

/**
 * Returns the axes of RSW only, exactly those of localRotation. A screening needs them twice for each encounter, and the rates would be most of
 * the work.
 */
export function inertialRsw({ r, v }: Pick<PositionVelocity, 'r' | 'v'>): Mat3 {
  const h = cross(r, v)
  requirePlane('RSW', { r, v, h })
  const [x, z] = [scale(r, 1 / norm(r)), scale(h, 1 / norm(h))]
  return [x, cross(z, x), z]
}

function requirePlane(frame: LocalFrame, { r, v, h }: { readonly r: Vec3; readonly v: Vec3; readonly h: Vec3 }): void {
  if (norm(h) > SINGULAR_SHARE * norm(r) * norm(v)) return
  throw new RangeError(`${frame}: a state at the centre, at rest or on a straight line has no orbit plane`)
}

interface AxisVectors {
  readonly r: Moving
  readonly v: Moving
  readonly h: Moving
  readonly gm: number
  readonly sun: PositionVelocity | undefined
}

type Axes = readonly [x: Moving, y: Moving, z: Moving]

function axesOf(frame: LocalFrame, given: AxisVectors): Axes {
  const { r, v, h } = given
  switch (frame) {
    case 'RSW':
      return fromXz(unit(r), unit(h))
    case 'TNW':
      return fromXz(unit(v), unit(h))
    case 'NTW':
      return fromYz(unit(v), unit(h))
    case 'LVLH':
      return fromYz(opposite(unit(h)), opposite(unit(r)))
    case 'VNC':
      return fromXy(unit(v), unit(h))
    case 'EQW':
      return fromXz(unit(node(h)), unit(h))
    case 'PQW':
      return fromXz(unit(periapsis(given)), unit(h))
    case 'NSW':
      return fromXy(opposite(unit(r)), unit(towardsSun(given)))
    case 'SEZ':
      return fromYz(unit(east(r)), unit(r))
  }
}

/** z = x × y, with its rate. */
function fromXy(x: Moving, y: Moving): Axes {
  return [x, y, crossed(x, y)]
}

/** x = y × z, with its rate. */
function fromYz(y: Moving, z: Moving): Axes {
  return [crossed(y, z), y, z]
}

/** y = z × x, with its rate. */
function fromXz(x: Moving, z: Moving): Axes {
  return [x, crossed(z, x), z]
}

/** Returns z × h, which points to the ascending node. */
function node({ value: [x, y, z], rate }: Moving): Moving {
  if (!(Math.hypot(x, y) > SINGULAR_SHARE * Math.abs(z)))
    throw new RangeError('EQW: an orbit in the equator has no node')
  return { value: [-y, x, 0], rate: [-rate[1], rate[0], 0] }
}

/** Returns the eccentricity vector v × h/µ − r/|r|, which is constant in two-body motion. */
function periapsis({ r, v, h, gm }: AxisVectors): Moving {
  const value = subtract(scale(cross(v.value, h.value), 1 / gm), unit(r).value)
  if (!(norm(value) > SINGULAR_SHARE)) throw new RangeError('PQW: a circle has no periapsis')
  return { value, rate: [0, 0, 0] }
}

/** Returns the direction from the object to the Sun, minus its part along the radius. */
function towardsSun({ r, sun }: AxisVectors): Moving {
  if (sun === undefined) throw new RangeError('NSW needs the position of the Sun')
  const away: Moving = { value: subtract(sun.r, r.value), rate: subtract(sun.v, r.rate) }
  const up = unit(r)
  const along = dot(away.value, up.value)
  const alongRate = dot(away.rate, up.value) + dot(away.value, up.rate)
  const value = subtract(away.value, scale(up.value, along))
  if (!(norm(value) > 1e-9 * norm(away.value))) throw new RangeError('NSW: the Sun is on the vertical')
  return { value, rate: subtract(away.rate, add(scale(up.value, alongRate), scale(up.rate, along))) }
}

function east({ value: [x, y, z], rate }: Moving): Moving {
  if (!(Math.hypot(x, y) > SINGULAR_SHARE * Math.abs(z))) throw new RangeError('SEZ: at a pole there is no south')
  return { value: [-y, x, 0], rate: [-rate[1], rate[0], 0] }
}

/** Returns a direction and its rate, which is the part of the derivative perpendicular to u. */
function unit({ value, rate }: Moving): Moving {
  const length = norm(value)
  const direction = scale(value, 1 / length)
  return { value: direction, rate: scale(subtract(rate, scale(direction, dot(direction, rate))), 1 / length) }
}

function opposite({ value, rate }: Moving): Moving {
  return { value: scale(value, -1), rate: scale(rate, -1) }
}

function crossed(a: Moving, b: Moving): Moving {
  return { value: cross(a.value, b.value), rate: add(cross(a.rate, b.value), cross(a.value, b.rate)) }
}

function pointMass(r: Vec3, gm: number): Vec3 {
  return scale(r, -gm / norm(r) ** 3)
}
