/** Seconds in a day of any uniform scale (exact; SI Brochure, table 8: 1 d = 86 400 s). */
export const SECONDS_PER_DAY = 86_400

/** Hours in a day, and seconds in an hour, of any uniform scale (exact; SI Brochure, table 8). */
export const HOURS_PER_DAY = 24
export const SECONDS_PER_HOUR = 3_600

/** A minute, an hour and a day of any uniform scale in milliseconds (exact; SI Brochure, table 8). */
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Days in a Julian century (exact; IAU 1976 System of Astronomical Constants). */
export const DAYS_PER_JULIAN_CENTURY = 36_525

/** TT − TAI in milliseconds, an integer because no double is 32.184 s (exact; IAU 1991 Resolution A4, rec. IV). */
export const TT_MINUS_TAI_MS = 32_184

/** TAI − GPS time in seconds. Exact: GPS time equals UTC on 1980-01-06, when TAI − UTC was 19 s (IS-GPS-200, §3.3.4). */
export const TAI_MINUS_GPS_S = 19

/** Geocentric gravitational constant, m³/s², TCG-compatible (IERS Conventions 2010, Technical Note 36, table 1.1). */
export const GM_EARTH = 3.986004418e14

/** Equatorial radius of the WGS 84 ellipsoid, m (exact; NGA.STND.0036, table 3.1). */
export const WGS84_RADIUS_M = 6_378_137

/** Nominal radius of the Sun, m (exact; IAU 2015 Resolution B3). */
export const SUN_RADIUS_M = 695_700_000

/*
 * The lunar distance of spec §9 (384,000 km) has no constant: calculations use the real distance of the Moon, and no
 * measurement is refused because of its range.
 */

/** Flattening of the WGS 84 ellipsoid (exact: 1/298.257 223 563; NGA.STND.0036, table 3.1). */
export const WGS84_FLATTENING = 1 / 298.257_223_563

/** Speed of light in vacuum, m/s (exact; SI Brochure, table 1). */
export const SPEED_OF_LIGHT = 299_792_458
