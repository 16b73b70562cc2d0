/**
 * The values of TIME_SYSTEM (CCSDS 502.0-B-3 §3.2.3.2 and annex B2, according to the SANA registry of time systems; GMST, MET, MRT and SCLK from
 * 502.0-B-2 annex A).
 */
export const TIME_SYSTEMS = [
  'GMST',
  'GPS',
  'MET',
  'MRT',
  'SCLK',
  'TAI',
  'TCB',
  'TCG',
  'TDB',
  'TT',
  'UT1',
  'UTC',
] as const

/** The reference frames of a celestial body (SANA registry of celestial body reference frames; the name J2000 is widely used for EME2000). */
export const BODY_FRAMES: readonly string[] = [
  'ALIGN_CB',
  'ALIGN_EARTH',
  'B1950',
  'CIRF',
  'CIRS',
  'EFG',
  'EME2000',
  'FIXED_CB',
  'FIXED_EARTH',
  'GCRF',
  'GRC',
  'GTOD',
  'ICRF',
  'ITRF',
  'J2000',
  'MCI',
  'MOD',
  'MOD_CB',
  'MOD_EARTH',
  'MOE_CB',
  'MOE_EARTH',
  'MOON_ME',
  'TDR',
  'TEME',
  'TEMEOFDATE',
  'TEMEOFEPOCH',
  'TIRF',
  'TOD',
  'TOD_CB',
  'TOD_EARTH',
  'TOE_CB',
  'TOE_EARTH',
  'TRUE_ECLIPTIC',
  'UVW_GO_INERTIAL',
  'WGS84',
]

/** Families of realisations that have a number or a year: ITRF2000, ITRF-97, GCRF2, ICRF3, DTRF2014, MOON_PA421. */
export const BODY_FRAME_FAMILIES: readonly RegExp[] = [/^(?:ITRF|DTRF)-?\d{2,4}$/, /^[GI]CRF\d$/, /^MOON_PA\d{3}$/]

/** The frames that move with the object (SANA registry of orbit-relative reference frames, and the short names of 502.0-B-2). */
export const ORBIT_FRAMES: readonly string[] = [
  'EQW_INERTIAL',
  'LVLH',
  'LVLH_INERTIAL',
  'LVLH_ROTATING',
  'NSW_INERTIAL',
  'NSW_ROTATING',
  'NTW',
  'NTW_INERTIAL',
  'NTW_ROTATING',
  'PQW_INERTIAL',
  'QSW',
  'RIC',
  'RSW',
  'RSW_INERTIAL',
  'RSW_ROTATING',
  'RTN',
  'SEZ_INERTIAL',
  'SEZ_ROTATING',
  'TNW',
  'TNW_INERTIAL',
  'TNW_ROTATING',
  // This name is in no registry: velocity, normal, binormal. NASA's conjunction team and others use it for the axes of VNC.
  'VNB',
  'VNB_INERTIAL',
  'VNC',
  'VNC_INERTIAL',
  'VNC_ROTATING',
]
