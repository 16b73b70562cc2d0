// Where things lie in the memory of the kernel. It works on up to 64 lanes at a time, stage by stage: each stage is a short
// loop over columns of 64 numbers, whose rounds do not wait for each other. That keeps all units of the processor busy
// with code that reads like the theory. A lane is one object at one time.

/** Bytes of a column: 64 numbers. */
export const COLUMN: usize = 512

// Scratch columns, from address 0 on; sine and cosine of an angle are S_… and C_…. Units are minutes, earth radii and radians.
/** Time since the epoch of the elements. */
export const T: usize = 0 * COLUMN
/** Mean anomaly with all that drag adds to it. */
export const M: usize = 1 * COLUMN
/** Argument of perigee. */
export const W: usize = 2 * COLUMN
/** Right ascension of the ascending node. */
export const NODE: usize = 3 * COLUMN
/** Semi-major axis, its square root and its inverse. */
export const A: usize = 4 * COLUMN
export const SQRT_A: usize = 5 * COLUMN
export const INVERSE_A: usize = 6 * COLUMN
/** Eccentricity. */
export const E: usize = 7 * COLUMN
/** Argument of latitude; its sine and cosine become those of the eccentric one. */
export const U: usize = 8 * COLUMN
/** e cos ω, and e sin ω with its long-period term. */
export const AXN: usize = 9 * COLUMN
export const AYN: usize = 10 * COLUMN
export const S_W: usize = 11 * COLUMN
export const C_W: usize = 12 * COLUMN
export const S_U: usize = 13 * COLUMN
export const C_U: usize = 14 * COLUMN
export const S_NODE: usize = 15 * COLUMN
export const C_NODE: usize = 16 * COLUMN
/** All bits of a lane that this kernel gives no state for. */
export const REFUSED: usize = 17 * COLUMN
/** Inclination, and the seven numbers that follow from it, in the order in which a block has them. */
export const I: usize = 18 * COLUMN
export const ORIENTATION: usize = 19 * COLUMN
// Periodic terms of Sun and Moon in e, i, mean anomaly, argument of perigee and node.
export const P_E: usize = 26 * COLUMN
export const P_I: usize = 27 * COLUMN
export const P_L: usize = 28 * COLUMN
export const P_GH: usize = 29 * COLUMN
export const P_H: usize = 30 * COLUMN
/** The mean motion of a resonant orbit over that at epoch. */
export const N_RATIO: usize = 31 * COLUMN
/** One time, twice, for all lanes. */
export const MINUTES: usize = 32 * COLUMN
/** Mean anomaly of Sun or Moon. */
export const PHASE: usize = 33 * COLUMN
// Radius and speeds up and along, in m and m/s, and the small turns of the short-period terms.
export const R: usize = 34 * COLUMN
export const UP: usize = 35 * COLUMN
export const ALONG: usize = 36 * COLUMN
export const TURN_U: usize = 37 * COLUMN
export const TURN_NODE: usize = 38 * COLUMN
export const TURN_I: usize = 39 * COLUMN
/** A block for one object, in lanes 0 and 1. */
export const SINGLE: usize = 40 * COLUMN
/** Where the memory of the caller begins. */
export const SCRATCH_BYTES: usize = SINGLE + 90 * COLUMN

// A block holds 64 objects, field by field, in the order of NEAR_FIELDS and DEEP_FIELDS of astro/sgp4/model.ts, where each field
// is explained. First come the mean elements at epoch, then their secular rates, then the coefficients of drag.
export const MEAN_MOTION: usize = 0 * COLUMN
export const SEMI_MAJOR_AXIS: usize = 1 * COLUMN
export const ECCENTRICITY: usize = 2 * COLUMN
export const INCLINATION: usize = 3 * COLUMN
export const NODE_0: usize = 4 * COLUMN
export const ARG_PERIGEE: usize = 5 * COLUMN
export const MEAN_ANOMALY: usize = 6 * COLUMN
export const MEAN_ANOMALY_DOT: usize = 7 * COLUMN
export const ARG_PERIGEE_DOT: usize = 8 * COLUMN
export const NODE_DOT: usize = 9 * COLUMN
export const NODECF: usize = 10 * COLUMN
export const CC1: usize = 11 * COLUMN
export const BSTAR_CC4: usize = 12 * COLUMN
export const BSTAR_CC5: usize = 13 * COLUMN
export const D2: usize = 14 * COLUMN
export const D3: usize = 15 * COLUMN
export const D4: usize = 16 * COLUMN
export const T2COF: usize = 17 * COLUMN
export const T3COF: usize = 18 * COLUMN
export const T4COF: usize = 19 * COLUMN
export const T5COF: usize = 20 * COLUMN
export const OMGCOF: usize = 21 * COLUMN
export const XMCOF: usize = 22 * COLUMN
export const ETA: usize = 23 * COLUMN
export const DELMO: usize = 24 * COLUMN
export const SINMAO: usize = 25 * COLUMN
/** After `simple`: the seven numbers of the inclination. */
export const ORIENTATION_0: usize = 27 * COLUMN
// Beside those: the square root of the semi-major axis, and the epoch in minutes after the origin of all times.
export const SQRT_A_0: usize = 34 * COLUMN
export const EPOCH: usize = 35 * COLUMN
export const NEAR_BYTES: usize = 36 * COLUMN

// Offsets within either orientation: sin i, cos i, the two coefficients of the long-period terms of J3, and 3 cos² i − 1,
// 1 − cos² i and 7 cos² i − 1 of the short-period terms of J2.
export const SIN_I: usize = 0 * COLUMN
export const COS_I: usize = 1 * COLUMN
export const AYCOF: usize = 2 * COLUMN
export const XLCOF: usize = 3 * COLUMN
export const CON41: usize = 4 * COLUMN
export const X1MTH2: usize = 5 * COLUMN
export const X7THM1: usize = 6 * COLUMN

// Deep space: the fields of DEEP_FIELDS that have names here, in their order.
export const ZMOS: usize = 36 * COLUMN
export const ZMOL: usize = 37 * COLUMN
/** se2 se3 si2 si3 sl2 sl3 sl4 sgh2 sgh3 sgh4 sh2 sh3. */
export const SUN: usize = 38 * COLUMN
/** ee2 e3 xi2 xi3 xl2 xl3 xl4 xgh2 xgh3 xgh4 xh2 xh3. */
export const MOON: usize = 50 * COLUMN
export const DEDT: usize = 62 * COLUMN
export const DIDT: usize = 63 * COLUMN
export const DMDT: usize = 64 * COLUMN
export const DNODT: usize = 65 * COLUMN
export const DOMDT: usize = 66 * COLUMN
export const RESONANCE: usize = 67 * COLUMN
export const GSTO: usize = 68 * COLUMN
export const XLAMO: usize = 69 * COLUMN
export const XFACT: usize = 70 * COLUMN
/** del1 del2 del3. */
export const DEL: usize = 71 * COLUMN
/** d2201 d2211 d3210 d3222 d4410 d4422 d5220 d5232 d5421 d5433. */
export const D: usize = 74 * COLUMN
// How far the resonance has been integrated: time, longitude, mean motion and their rates there.
export const AT_TIME: usize = 84 * COLUMN
export const AT_LONGITUDE: usize = 85 * COLUMN
export const AT_MEAN_MOTION: usize = 86 * COLUMN
export const LONGITUDE_DOT: usize = 87 * COLUMN
export const N_DOT: usize = 88 * COLUMN
export const N_DOT_DOT: usize = 89 * COLUMN
export const DEEP_BYTES: usize = 90 * COLUMN
