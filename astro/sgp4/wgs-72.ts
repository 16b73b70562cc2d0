// The Earth of SGP4. Element sets are fitted with these constants, so they must not be replaced by better ones. Source: Hoots and Roehrich,
// Spacetrack Report No. 3 (1980), §11, as revised by Vallado, Crawford, Hujsak and Kelso, "Revisiting Spacetrack Report #3", AIAA 2006-6753,
// getgravconst "wgs72".

/** Equatorial radius, km (WGS-72). */
export const EARTH_RADIUS_KM = 6378.135
/** Gravitational constant times mass, km³/s² (WGS-72). */
const GM_KM3_S2 = 398_600.8
/** √GM in (earth radii)^1.5 per minute. */
export const XKE = 60 / Math.sqrt(EARTH_RADIUS_KM ** 3 / GM_KM3_S2)
/** Second, third and fourth zonal harmonic, unnormalised (WGS-72). */
export const J2 = 0.001_082_616
export const J3 = -0.000_002_538_81
export const J4 = -0.000_001_655_97

/** Metres in an earth radius of the theory. */
export const M_PER_EARTH_RADIUS = EARTH_RADIUS_KM * 1000
/** m/s of the theory's unit of speed, √(GM / earth radius). */
export const MPS_PER_UNIT = (EARTH_RADIUS_KM * XKE * 1000) / 60
