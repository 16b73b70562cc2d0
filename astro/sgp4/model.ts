import type { Epoch } from '../time/epoch.ts'

/**
 * The coefficients of every object, in the order in which a bulk kernel reads them. Units are earth radii, radians and minutes. Quantities that
 * have no common name are named as in Spacetrack Report No. 3 and of Vallado's code.
 */
export const NEAR_FIELDS = [
  // Mean elements at the epoch; the mean motion is Brouwer's instead of Kozai's.
  'meanMotion',
  'semiMajorAxis',
  'eccentricity',
  'inclination',
  'node',
  'argPerigee',
  'meanAnomaly',
  // Their secular rates from J2, J2² and J4, and the effect of drag on the node.
  'meanAnomalyDot',
  'argPerigeeDot',
  'nodeDot',
  'nodecf',
  // Drag: polynomials in time for a, e and the mean longitude; bstar is already in cc4 and cc5.
  'cc1',
  'bstarCc4',
  'bstarCc5',
  'd2',
  'd3',
  'd4',
  't2cof',
  't3cof',
  't4cof',
  't5cof',
  // Drag that is stronger at perigee: its shift of perigee and anomaly, and (1 + η cos M)³ and sin M at the epoch.
  'omgcof',
  'xmcof',
  'eta',
  'delmo',
  'sinmao',
  /** 1 if the terms from cc5 on are omitted: perigee below 220 km, or deep space. */
  'simple',
  // Long- and short-period terms of J3 and J2; in deep space they are computed again at each time.
  'sinInclination',
  'cosInclination',
  // J3 in e sin ω and in the mean longitude; then 3 cos² i − 1, 1 − cos² i and 7 cos² i − 1, for J2.
  'aycof',
  'xlcof',
  'con41',
  'x1mth2',
  'x7thm1',
] as const

/** The additional coefficients of an object with a period of 225 minutes or more, in the same units. */
export const DEEP_FIELDS = [
  // Mean anomalies of the Sun and the Moon at the epoch.
  'zmos',
  'zmol',
  // Periodic terms of the Sun (s…) and the Moon (e…, x…) in e, i, mean anomaly, argument of perigee and node.
  'se2',
  'se3',
  'si2',
  'si3',
  'sl2',
  'sl3',
  'sl4',
  'sgh2',
  'sgh3',
  'sgh4',
  'sh2',
  'sh3',
  'ee2',
  'e3',
  'xi2',
  'xi3',
  'xl2',
  'xl3',
  'xl4',
  'xgh2',
  'xgh3',
  'xgh4',
  'xh2',
  'xh3',
  // Secular rates by the Sun and the Moon together.
  'dedt',
  'didt',
  'dmdt',
  'dnodt',
  'domdt',
  /** 0: none, 1: one revolution a day, 2: two revolutions a day on an eccentric orbit. */
  'resonance',
  // Sidereal angle of Greenwich at epoch; the stroboscopic longitude there, and its rate beyond the mean motion.
  'gsto',
  'xlamo',
  'xfact',
  // Strengths of the harmonics (3,1), (2,2) and (3,3) on orbits of one revolution a day, rad/min².
  'del1',
  'del2',
  'del3',
  // Strengths of the harmonics on orbits of two revolutions a day; the digits are degree and order, and the indices p and q of Kaula's expansion.
  'd2201',
  'd2211',
  'd3210',
  'd3222',
  'd4410',
  'd4422',
  'd5220',
  'd5232',
  'd5421',
  'd5433',
] as const

/**
 * The coefficients that initialisation computes once for an object, by name. Every object has the near-Earth terms. For periods of 225 minutes or
 * more, the theory of deep space adds the effects of the Sun and the Moon, and resonances with the rotating Earth.
 */
export type NearEarth = Readonly<Record<(typeof NEAR_FIELDS)[number], number>>
export type DeepSpace = Readonly<Record<(typeof DEEP_FIELDS)[number], number>>

/**
 * One object ready to be propagated. It consists of plain numbers that never change, so that the propagation of one object, a loop over many and
 * a kernel elsewhere all start from the same record.
 */
export interface Sgp4Model {
  readonly epoch: Epoch
  readonly near: NearEarth
  readonly deep?: DeepSpace
}
