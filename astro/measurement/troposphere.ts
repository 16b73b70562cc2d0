/** The air at a site, which refracts and delays a signal. */
export interface SiteAir {
  readonly band: 'laser' | 'radio'
  /** The wavelength of a laser, µm. */
  readonly wavelengthUm?: number
  readonly pressureHpa: number
  readonly temperatureK: number
  /** Relative humidity, per cent. */
  readonly humidityPercent: number
}

/** The position of a site: geodetic latitude (rad), height above the ellipsoid (m). */
export interface SitePlace {
  readonly latRad: number
  readonly heightM: number
}

/** Below this elevation, 2°, the mapping functions are invalid. */
const LOWEST_RAD = Math.PI / 90
const LASER_UM = 0.532

/**
 * Returns the standard atmosphere (ISO 2533) at a height, with a relative humidity of 50 %: for sites that measure none. The zenith delay of the
 * real atmosphere differs from it by 1 to 2 %.
 */
export function standardAir(band: SiteAir['band'], heightM: number): SiteAir {
  const temperatureK = 288.15 - 0.0065 * heightM
  return { band, pressureHpa: 1013.25 * (temperatureK / 288.15) ** 5.2559, temperatureK, humidityPercent: 50 }
}

/**
 * Returns the delay of one way of a signal by the atmosphere, m, at an elevation without refraction. Sources: laserDelay() for light,
 * radioDelay() for radio waves. Null below 2°.
 */
export function troposphericDelay(air: SiteAir, place: SitePlace, elevationRad: number): number | null {
  if (!(elevationRad >= LOWEST_RAD)) return null
  return air.band === 'laser' ? laserDelay(air, place, elevationRad) : radioDelay(air, place, elevationRad)
}

/**
 * Returns the delay of light: zenith delay of V. B. Mendes and E. C. Pavlis, High-accuracy zenith delay prediction at optical wavelengths,
 * Geophys. Res. Lett. 31 (2004) L14602, times the mapping function FCULa of Mendes and others, Geophys. Res. Lett. 29 (2002) 1414; both as in
 * IERS Conventions 2010, §9.1. Accuracy: agrees with the check values of the Conventions to their digits (troposphere.test.ts); its authors state
 * 5 mm against ray tracing at 10°.
 */
export function laserDelay(air: SiteAir, place: SitePlace, elevationRad: number): number {
  return laserZenithDelay(air, place) * laserMapping(air.temperatureK, place, elevationRad)
}

/** Returns the zenith delay of light, m: IERS Conventions 2010, eq. 9.3 to 9.7 (FCULZD_HPA). */
export function laserZenithDelay(air: SiteAir, place: SitePlace): number {
  const sigma2 = 1 / (air.wavelengthUm ?? LASER_UM) ** 2
  const gravity = 1 - 0.002_66 * Math.cos(2 * place.latRad) - 2.8e-7 * place.heightM
  // Carbon dioxide of 375 ppm, against 450 ppm in the formula.
  const carbon = 1 + 0.534e-6 * (375 - 450)
  const [k0, k1, k2, k3] = [238.0185, 19_990.975, 57.362, 579.551_74]
  const dispersion =
    0.01 * carbon * ((k1 * (k0 + sigma2)) / (k0 - sigma2) ** 2 + (k3 * (k2 + sigma2)) / (k2 - sigma2) ** 2)
  const hydrostatic = (0.002_416_579 * dispersion * air.pressureHpa) / gravity
  const wetDispersion =
    0.003_101 * (295.235 + 3 * 2.6422 * sigma2 - 5 * 0.032_38 * sigma2 ** 2 + 7 * 0.004_028 * sigma2 ** 3)
  const wet = (1e-4 * (5.316 * wetDispersion - 3.759 * dispersion) * vapourPressureHpa(air)) / gravity
  return hydrostatic + wet
}

/** Returns the ratio of the delay at an elevation to the zenith delay, for light: FCULa, IERS Conventions 2010, eq. 9.8 to 9.10. */
export function laserMapping(temperatureK: number, { latRad, heightM }: SitePlace, elevationRad: number): number {
  const celsius = temperatureK - 273.15
  const level = Math.cos(latRad)
  const a1 = 12_100.8e-7 + 1729.5e-9 * celsius + 319.1e-7 * level - 1847.8e-11 * heightM
  const a2 = 30_496.5e-7 + 234.6e-8 * celsius - 103.5e-6 * level - 185.6e-10 * heightM
  const a3 = 6877.7e-5 + 197.2e-7 * celsius - 345.8e-5 * level + 106.0e-9 * heightM
  return continuedFraction(elevationRad, [a1, a2, a3])
}

/**
 * Returns Marini's continued fraction, m(El) = (1 + a1/(1 + a2/(1 + a3)))/(sin El + a1/(sin El + a2/(sin El + a3))): 1 at the zenith, close to
 * 1/sin El (flat layers) at high elevations, and finite at the horizon, because the layers are curved.
 */
function continuedFraction(elevationRad: number, [a1, a2, a3]: readonly [number, number, number]): number {
  const sine = Math.sin(elevationRad)
  return (1 + a1 / (1 + a2 / (1 + a3))) / (sine + a1 / (sine + a2 / (sine + a3)))
}

/**
 * Returns the delay of radio waves: the hydrostatic zenith delay of J. Saastamoinen (1972) as in J. L. Davis and others, Radio Science 20 (1985)
 * 1593, and the wet one of Saastamoinen, each with the mapping function of C. C. Chao, JPL Technical Report 32-1526 (1974). The ionosphere is
 * neglected: at 400 MHz it may add 20 m, at 2 GHz 1 m. Accuracy: some centimetres in the hydrostatic part, a fifth of the wet part.
 */
export function radioDelay(air: SiteAir, { latRad, heightM }: SitePlace, elevationRad: number): number {
  const gravity = 1 - 0.002_66 * Math.cos(2 * latRad) - 2.8e-7 * heightM
  const hydrostatic = (0.002_276_8 * air.pressureHpa) / gravity
  const wet = 0.002_277 * (1255 / air.temperatureK + 0.05) * vapourPressureHpa(air)
  const mapping = (a: number, b: number) => 1 / (Math.sin(elevationRad) + a / (Math.tan(elevationRad) + b))
  return hydrostatic * mapping(0.001_43, 0.0445) + wet * mapping(0.000_35, 0.017)
}

/**
 * Returns the pressure of water vapour, hPa: the relative humidity times the saturation pressure, 6.112 exp(17.62 t/(243.12 + t)) with t in °C
 * (Magnus' formula with the constants of D. Sonntag, Z. Meteorol. 40 (1990) 340).
 */
export function vapourPressureHpa({ temperatureK, humidityPercent }: SiteAir): number {
  const celsius = temperatureK - 273.15
  return (humidityPercent / 100) * 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius))
}
