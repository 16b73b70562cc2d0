// The layout of the kernel's memory. The kernel processes up to 64 lanes at a time, in stages; a lane is one object at one time. Each stage is a
// short loop over columns of 64 numbers, whose iterations do not depend on each other. This keeps all units of the processor busy, and the code
// still reads like the theory.

/** Bytes in a column of 64 numbers. */
export const COLUMN: usize = 512

// Scratch columns, from address 0. Names that start with S_ and C_ are the sine and cosine of an angle. Units are minutes, earth radii and
// radians.
/** Time since the epoch of the elements. */
export const T: usize = 0 * COLUMN
/** Mean anomaly including all effects of drag. */
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
/** The argument of latitude. Its sine and cosine are replaced by the sine and cosine of the eccentric argument of latitude. */
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
/** All bits are set in a lane for which this kernel gives no state. */
export const REFUSED: usize = 17 * COLUMN
/** Inclination, and the seven numbers that follow from it, in the order of a block. */
export const I: usize = 18 * COLUMN
export const ORIENTATION: usize = 19 * COLUMN
// Periodic terms of the Sun and the Moon in e, i, mean anomaly, argument of perigee and node.
export const P_E: usize = 26 * COLUMN
export const P_I: usize = 27 * COLUMN
export const P_L: usize = 28 * COLUMN
export const P_GH: usize = 29 * COLUMN
export const P_H: usize = 30 * COLUMN
/** The mean motion of a resonant orbit divided by that at the epoch. */
export const N_RATIO: usize = 31 * COLUMN
/** One time for all lanes, stored twice. */
export const MINUTES: usize = 32 * COLUMN
/** Mean anomaly of the Sun or the Moon. */
export const PHASE: usize = 33 * COLUMN
// Radius, radial and transverse speed, in m and m/s, and the small rotations of the short-period terms.
export const R: usize = 34 * COLUMN
export const UP: usize = 35 * COLUMN
export const ALONG: usize = 36 * COLUMN
export const TURN_U: usize = 37 * COLUMN
export const TURN_NODE: usize = 38 * COLUMN
export const TURN_I: usize = 39 * COLUMN
/** A block for one object, in lanes 0 and 1. */
export const SINGLE: usize = 40 * COLUMN
/** The address at which the memory of the caller begins. */
export const SCRATCH_BYTES: usize = SINGLE + 90 * COLUMN

// A block holds 64 objects, field by field, in the order of NEAR_FIELDS and DEEP_FIELDS in astro/sgp4/model.ts, which explains each field. It
// starts with the mean elements at the epoch, followed by their secular rates and the drag coefficients.
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
/** The seven numbers that follow from the inclination, after the field `simple`. */
export const ORIENTATION_0: usize = 27 * COLUMN
// After these: the square root of the semi-major axis, and the epoch in minutes after the origin of all times.
export const SQRT_A_0: usize = 34 * COLUMN
export const EPOCH: usize = 35 * COLUMN
export const NEAR_BYTES: usize = 36 * COLUMN

// Offsets within an orientation: sin i, cos i, the two coefficients of the long-period terms of J3, and 3 cos² i − 1, 1 − cos² i and 7 cos² i − 1
// for the short-period terms of J2.
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
// The state reached by the integration of the resonance: time, longitude, mean motion and their rates.
export const AT_TIME: usize = 84 * COLUMN
export const AT_LONGITUDE: usize = 85 * COLUMN
export const AT_MEAN_MOTION: usize = 86 * COLUMN
export const LONGITUDE_DOT: usize = 87 * COLUMN
export const N_DOT: usize = 88 * COLUMN
export const N_DOT_DOT: usize = 89 * COLUMN
export const DEEP_BYTES: usize = 90 * COLUMN
