import { GM_EARTH } from '../constants.ts'
import type { Mat3 } from '../mat3.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { FrameRotation, PositionVelocity } from './rotation.ts'

/**
 * The axes that an orbit carries, as the registry of CCSDS has them (SANA, Orbit-Relative Reference Frames). x, y, z:
 * RSW (also QSW, RIC, RTN): radial outward; along-track, y = z × x; orbit normal r × v.
 * TNW: along the velocity; y = z × x, inward; orbit normal.
 * NTW: outward in the orbit plane, x = y × z; along the velocity; orbit normal.
 * LVLH: x = y × z, near the velocity; against the orbit normal; to the centre. (STK's LVLH is RSW.)
 * VNC: along the velocity; orbit normal; outward, z = x × y. VNB (velocity, normal, binormal) is the same.
 * EQW: to the ascending node; y = z × x; orbit normal.
 * PQW: to the periapsis; y = z × x; orbit normal.
 * NSW: to the centre; as near to the Sun as can be; z = x × y.
 * SEZ: south; east; radial outward, where the z axis of the frame of the state is north.
 */
export const LOCAL_FRAMES = ['RSW', 'TNW', 'NTW', 'LVLH', 'VNC', 'EQW', 'PQW', 'NSW', 'SEZ'] as const
export type LocalFrame = (typeof LOCAL_FRAMES)[number]

/** The names under which messages and users know the local frames. */
export const LOCAL_FRAME_ALIASES: Readonly<Record<string, LocalFrame>> = {
  QSW: 'RSW',
  RIC: 'RSW',
  RTN: 'RSW',
  VNB: 'VNC',
}

/** What else the axes depend on, and whether they turn with the orbit. */
export interface LocalOptions {
  /**
   * Whether velocities are seen from turning axes, or from axes frozen at the instant. rotating; EQW and PQW never
   * turn.
   */
  readonly kind?: 'rotating' | 'inertial'
  /** Acceleration of the object, m/s², on which the turning of most axes depends. That of a point mass of `gm`. */
  readonly acceleration?: Vec3
  /** m³/s². GM_EARTH. */
  readonly gm?: number
  /** Position and velocity of the Sun in the frame of the state, which NSW needs. */
  readonly sun?: PositionVelocity
}

/** A vector and how it changes in time. */
interface Moving {
  readonly value: Vec3
  readonly rate: Vec3
}

// Below this share of its parts a direction is rounding noise, and the axes that need it do not exist.
const SINGULAR_SHARE = 1e-12

/**
 * The local frame and its kind that a name like QSW, RTN, TNW_INERTIAL or LVLH_ROTATING means; undefined for others.
 */
export function parseLocalFrame(name: string): { frame: LocalFrame; kind: 'rotating' | 'inertial' } | undefined {
  const [, base = '', suffix] = /^(.*?)(_ROTATING|_INERTIAL)?$/.exec(name.toUpperCase()) ?? []
  const frame = LOCAL_FRAME_ALIASES[base] ?? LOCAL_FRAMES.find((known) => known === base)
  if (frame === undefined) return undefined
  return { frame, kind: suffix === '_INERTIAL' || frame === 'EQW' || frame === 'PQW' ? 'inertial' : 'rotating' }
}

/**
 * The rotation to the local frame of an object, from the inertial frame in which its position (m) and velocity (m/s)
 * are; rotateState of the state of another object less that of this one gives its relative state. Source: SANA
 * registry, Orbit-Relative Reference Frames; rates by differentiating the axes. Reached: STK 0.002″ and 1e-11 rad/s for
 * RSW and TNW; all frames 1e-14, and rates 1e-16 rad/s, against 50 digits (local.reference.json). Throws RangeError
 * where an axis does not exist: on a straight line, NSW without the Sun or with the Sun overhead, PQW on a circle, EQW
 * in the equator, SEZ at a pole.
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
  // ω = (ẏ·z, ż·x, ẋ·y): the angular velocity of axes that turn rigidly, in these axes.
  return { matrix, omegaRadS: [dot(y.rate, z.value), dot(z.rate, x.value), dot(x.rate, y.value)] }
}

/**
 * The axes of RSW alone, bit for bit those of localRotation. A screening takes them twice for each encounter, and their
 * rates would be most of the work.
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

/** z × h, which points to the ascending node. */
function node({ value: [x, y, z], rate }: Moving): Moving {
  if (!(Math.hypot(x, y) > SINGULAR_SHARE * Math.abs(z)))
    throw new RangeError('EQW: an orbit in the equator has no node')
  return { value: [-y, x, 0], rate: [-rate[1], rate[0], 0] }
}

/** The eccentricity vector v × h/µ − r/|r|, which two-body motion keeps. */
function periapsis({ r, v, h, gm }: AxisVectors): Moving {
  const value = subtract(scale(cross(v.value, h.value), 1 / gm), unit(r).value)
  if (!(norm(value) > SINGULAR_SHARE)) throw new RangeError('PQW: a circle has no periapsis')
  return { value, rate: [0, 0, 0] }
}

/** The direction to the Sun from the object, less its part along the radius. */
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

/** A direction and its rate: of u̇ only what is across u. */
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
