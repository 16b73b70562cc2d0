import { toGeodetic } from '../frames/geodetic.ts'
import { missing } from '../missing.ts'
import { dateFromDay, dayFromDate } from '../time/calendar.ts'
import type { Epoch } from '../time/epoch.ts'
import { FEMTOS_PER_SECOND } from '../time/epoch.ts'
import { readClock } from '../time/scales.ts'
import { radToDeg } from '../units.ts'
import type { DensityModel } from './drag.ts'
import { PD, PDL, PDM, PMA, PS, PT, PTL, PTM } from './nrlmsise-00.data.ts'
import { gasDensity, type Profile, temperatureAt } from './nrlmsise-00-profile.ts'
import {
  type Conditions,
  magneticFactor,
  makeConditions,
  mesosphereVariation,
  type SpaceWeather,
  thermosphereVariation,
} from './nrlmsise-00-variation.ts'

/** Moderate activity as a default: the mean of a solar cycle, and a quiet field. */
export const MODERATE_WEATHER: SpaceWeather = { f107: 150, f107Average: 150, ap: 4 }

/** Air at one place and time: kg/m³ with anomalous oxygen, and K. */
export interface Air {
  readonly densityKgM3: number
  readonly temperatureK: number
}

/** The lowest height of the model, km; below it the values at this height are used. */
const LOWEST_KM = 72.5
/** Grams of an atomic mass unit, rounded as in the program. */
const GRAMS_PER_UNIT = 1.66e-24
const KG_M3_PER_G_CM3 = 1000

/**
 * Returns the density of NRLMSISE-00 for drag, with given solar and geomagnetic activity (constant, or by the epoch), by default moderate.
 * Source, validity and accuracy: airAt. UTC is used as UT: they differ by less than a second, in which the Sun moves by 15″.
 */
export function makeNrlmsise00(
  weather: SpaceWeather | ((epoch: Epoch) => SpaceWeather) = MODERATE_WEATHER,
): DensityModel {
  return ({ epoch, rEarthFixed }) => {
    const { latRad, lonRad, heightM } = toGeodetic(rEarthFixed)
    const { day, secondOfDay, femtos } = readClock(epoch, 'UTC')
    const { year } = dateFromDay(day)
    const conditions = makeConditions({
      weather: typeof weather === 'function' ? weather(epoch) : weather,
      latDeg: radToDeg(latRad),
      lonDeg: radToDeg(lonRad),
      dayOfYear: day - dayFromDate({ year, month: 1, day: 1 }) + 1,
      utS: secondOfDay + femtos / FEMTOS_PER_SECOND,
    })
    return airAt(conditions, heightM / 1000).densityKgM3
  }
}

/**
 * Returns density and temperature of the atmosphere at a geodetic height in km. Source: J. M. Picone, A. E. Hedin, D. P. Drob, A. C. Aikin,
 * "NRLMSISE-00 empirical model of the atmosphere", JGR 107 (2002) 1468, as in the C program of D. Brodowski (gtd7d, all switches on). Valid above
 * 72.5 km. Accuracy: agrees with that program to a relative 1e-12 (nrlmsise-00.reference.json); the model itself is accurate to 15 % in quiet
 * times and to a factor in storms.
 */
export function airAt(at: Conditions, heightKm: number): Air {
  const z = Math.max(heightKm, LOWEST_KM)
  const profile = profileAt(at, z)
  const species = numberDensities(at, z, profile)
  const grams = GRAMS_PER_UNIT * species.reduce((sum, [mass, density]) => sum + mass * density, 0)
  return { densityKgM3: grams * KG_M3_PER_G_CM3, temperatureK: temperatureAt(profile, z) }
}

/** Returns a coefficient; coefficients after the end of a row are 0. */
const cell = (table: readonly (readonly number[])[], row: number, column: number) =>
  (table[row] ?? missing())[column] ?? 0
const pdl = (row: number, column: number) => cell(PDL, row, column)
const pdm = (row: number, column: number) => cell(PDM, row, column)
const ptm = (column: number) => cell(PTM, 0, column)
/** Returns a leading coefficient with its variation. */
const varied = (at: Conditions, row: readonly number[] = missing()) =>
  (row[0] ?? missing()) * (1 + thermosphereVariation(at, row))

/**
 * Returns the temperature profile at a place and time. Gravity and the effective radius follow from the latitude (the program's glatf).
 * Temperatures at the nodes of the mesosphere are reference values divided by 1 − variation. Names are the program's: ptm and pdm are tables of
 * reference values, pt, ps, pd, ptl and pma of coefficients, and pdl has the parameters of corrections. Above the lower boundary (120 km) the
 * temperature rises towards that of the exosphere by Bates's profile, T(ζ) = T∞ − (T∞ − T_l) exp(−σ ζ) with the geopotential height ζ above the
 * boundary; `shape` is σ. Below it cubic splines of 1/T pass through the nodes (nrlmsise-00-profile.ts).
 */
function profileAt(at: Conditions, z: number): Profile {
  // Gravity at the surface in cm/s², and the effective radius of the Earth in km, twice gravity over its gradient, for geopotential heights.
  const c2 = Math.cos(2 * 1.745_33e-2 * at.latDeg)
  const gravity = 980.616 * (1 - 0.002_637_3 * c2)
  const radiusKm = ((2 * gravity) / (3.085_462e-6 + 2.27e-9 * c2)) * 1e-5
  const topKm = pdl(1, 15)
  // Up to the top node the program uses T∞ without its variation; above it, with the variation.
  const exosphereK = ptm(0) * (z > topKm ? varied(at, PT[0]) : cell(PT, 0, 0))
  const gradient = ptm(3) * (z > LOWEST_KM ? varied(at, PS[0]) : cell(PS, 0, 0))
  const lowerK = ptm(1) * (1 + thermosphereVariation(at, PD[3] ?? [])) * cell(PD, 3, 0)
  // Above 300 km the program omits the variations of the nodes; they share the magnetic factor of the lower boundary.
  const magnetic = magneticFactor(at, PD[3] ?? [])
  const low = (row: readonly number[] = []) => (z < 300 ? mesosphereVariation(at, row, magnetic) : 0)
  const node = (k: number, base: number) => (ptm(base) * cell(PTL, k, 0)) / (1 - low(PTL[k]))
  const nodesK = [node(0, 6), node(1, 2), node(2, 7), node(3, 4)]
  const share = (nodesK[3] ?? missing()) / (ptm(4) * cell(PTL, 3, 0))
  return {
    exosphereK,
    lowerK,
    lowerKm: ptm(5),
    shape: gradient / (exosphereK - lowerK),
    nodesKm: [topKm, 110, 100, 90, LOWEST_KM],
    nodesK,
    lastGradient: ptm(8) * cell(PMA, 0, 0) * (1 + low(PMA[0])) * share * share,
    gravity,
    radiusKm,
  }
}

/** A gas: molecular mass, rows of its tables, thermal diffusion, and the height above which it is not mixed. */
interface Species {
  readonly mass: number
  readonly pdm: number
  readonly pd: number
  readonly alpha: number
  readonly mixedBelowKm: number
}

// Masses are in atomic units; α and the heights are from the program (gts7, alpha and altl).
const HELIUM: Species = { mass: 4, pdm: 0, pd: 0, alpha: -0.38, mixedBelowKm: 200 }
const OXYGEN: Species = { mass: 16, pdm: 1, pd: 1, alpha: 0, mixedBelowKm: 300 }
const NITROGEN_2: Species = { mass: 28, pdm: 2, pd: 2, alpha: 0, mixedBelowKm: 160 }
const OXYGEN_2: Species = { mass: 32, pdm: 3, pd: 4, alpha: 0, mixedBelowKm: 250 }
const ARGON: Species = { mass: 40, pdm: 4, pd: 5, alpha: 0.17, mixedBelowKm: 240 }
const HYDROGEN: Species = { mass: 1, pdm: 5, pd: 6, alpha: -0.38, mixedBelowKm: 320 }
const NITROGEN: Species = { mass: 14, pdm: 6, pd: 7, alpha: 0, mixedBelowKm: 450 }

type Amount = readonly [mass: number, density: number]

/**
 * Returns mass and number density (1/cm³) of each gas. Up to about 105 km (the turbopause) turbulence mixes all gases, so that they decrease with
 * the mean molecular mass 28.95; above it each gas decreases with its own mass. Every gas has a diffusive and a mixed profile, joined by
 * `combined`, with corrections (`fade`) for chemistry and for the flow towards its sources and sinks.
 */
function numberDensities(at: Conditions, z: number, profile: Profile): Amount[] {
  const lowerOf = (gas: Species) =>
    pdm(gas.pdm, 0) * Math.exp(thermosphereVariation(at, PD[gas.pd] ?? [])) * cell(PD, gas.pd, 0)
  const mixedMass = pdm(2, 4)
  // The height of the turbopause changes with the season, in opposite senses on both hemispheres.
  const season = Math.sin(1.745_33e-2 * at.latDeg) * Math.cos(1.721_42e-2 * (at.dayOfYear - cell(PT, 0, 13)))
  const turbopauseKm = pdm(2, 2) * pdl(1, 24) * (1 + pdl(0, 24) * season)
  const mixedAt = (gas: Species, lower: number, homopauseKm: number) =>
    gasDensity(profile, homopauseKm, { lower, mass: gas.mass - mixedMass, alpha: gas.alpha - 1 })
  const mixedN2 = mixedAt(NITROGEN_2, lowerOf(NITROGEN_2), turbopauseKm)
  // The corrections of O and O2 depend on the mean solar flux.
  const activity = 1 + pdl(0, 23) * (at.weather.f107Average - 150)
  /** Returns the net density, and the logarithm of the density if all gases were mixed. */
  const netOf = (gas: Species): { net: number; lack: (factor?: number) => number; isMixed: boolean } => {
    const lower = lowerOf(gas)
    const diffusive = gasDensity(profile, z, { lower, mass: gas.mass, alpha: gas.alpha })
    const base = gas === NITROGEN_2 ? mixedN2 : mixedAt(gas, lower, pdm(gas.pdm, 2))
    const lack = (factor = 1) => Math.log((mixedN2 * pdm(gas.pdm, 1) * factor) / base)
    // Exactly at the height the program mixes all gases except helium.
    if (gas === HELIUM ? z >= gas.mixedBelowKm : z > gas.mixedBelowKm) return { net: diffusive, lack, isMixed: false }
    const mixed = gasDensity(profile, z, { lower: base, mass: mixedMass, alpha: 0 })
    const net = combined(diffusive, mixed, { width: pdm(2, 3) * pdl(1, 5), mixedMass, mass: gas.mass })
    return { net, lack, isMixed: true }
  }
  const curve = (row: number, columns: readonly [number, number], [height, width]: readonly [number, number]) => ({
    z,
    centre: pdm(row, columns[0]) * height,
    width: pdm(row, columns[1]) * width,
  })
  const mixing = (row: number, scales: readonly [number, number]) => curve(row, [4, 5], scales)
  const chemistry = (row: number, scales: readonly [number, number]) => curve(row, [6, 7], scales)
  const corrected = (
    gas: Species,
    scales: readonly [number, number],
    more: { factor?: number; chemistry?: number } = {},
  ) => {
    const { net, lack, isMixed } = netOf(gas)
    if (!isMixed) return net
    return net * fade(lack(more.factor), mixing(gas.pdm, scales)) * (more.chemistry ?? 1)
  }
  const oxygen = netOf(OXYGEN)
  const oxygenMixing = { ...mixing(1, [pdl(1, 2), pdl(1, 3)]), secondWidth: pdm(1, 5) * pdl(1, 4) }
  const oxygenFactor = oxygen.isMixed
    ? fade(pdm(1, 1) * pdl(1, 16) * activity, oxygenMixing) *
      fade(pdm(1, 3) * pdl(1, 14), chemistry(1, [pdl(1, 12), pdl(1, 13)]))
    : 1
  const oxygen2Chemistry = { ...chemistry(3, [pdl(1, 21), pdl(1, 22)]), secondWidth: pdm(3, 7) * pdl(0, 22) }
  const hydrogenChemistry = fade(pdm(5, 3) * pdl(1, 20), chemistry(5, [pdl(1, 18), pdl(1, 19)]))
  const nitrogenChemistry = fade(pdm(6, 3) * pdl(0, 5), chemistry(6, [pdl(0, 3), pdl(0, 4)]))
  return [
    [4, corrected(HELIUM, [pdl(1, 0), pdl(1, 1)])],
    [16, oxygen.net * oxygenFactor],
    [28, netOf(NITROGEN_2).net],
    [32, corrected(OXYGEN_2, [pdl(1, 6), pdl(1, 7)]) * fade(pdm(3, 3) * pdl(1, 23) * activity, oxygen2Chemistry)],
    [40, corrected(ARGON, [pdl(1, 8), pdl(1, 9)])],
    [1, corrected(HYDROGEN, [pdl(1, 10), pdl(1, 11)], { factor: Math.abs(pdl(1, 17)), chemistry: hydrogenChemistry })],
    [14, corrected(NITROGEN, [pdl(0, 0), pdl(0, 1)], { factor: Math.abs(pdl(0, 2)), chemistry: nitrogenChemistry })],
    [16, anomalousOxygen(at, z, profile)],
  ]
}

/**
 * Joins diffusive and mixed density over the turbopause (dnet): n = (n_d^a + n_m^a)^(1/a). The exponent a is the width of the transition over the
 * difference of the masses. It is positive for gases lighter than the mean: the larger density then dominates. It is negative for heavier gases:
 * the smaller density then dominates.
 */
function combined(diffusive: number, mixed: number, of: { width: number; mixedMass: number; mass: number }): number {
  const a = of.width / (of.mixedMass - of.mass)
  const log = a * Math.log(mixed / diffusive)
  // Far from the turbopause one of the two densities dominates.
  if (log < -10) return diffusive
  if (log > 10) return mixed
  return diffusive * (1 + Math.exp(log)) ** (1 / a)
}

interface Fade {
  readonly z: number
  readonly centre: number
  readonly width: number
  readonly secondWidth?: number
}

/** Returns a factor from exp(amount) far below a height to 1 far above it (ccor, ccor2). */
function fade(amount: number, { z, centre, width, secondWidth = width }: Fade): number {
  const [e1, e2] = [(z - centre) / width, (z - centre) / secondWidth]
  if (e1 > 70 || e2 > 70) return 1
  if (e1 < -70 && e2 < -70) return Math.exp(amount)
  return Math.exp(amount / (1 + 0.5 * (Math.exp(e1) + Math.exp(e2))))
}

/**
 * Returns anomalous oxygen: hot atoms and ions at 500 km and above, which have another temperature than the other gases but contribute to drag.
 * They have an isothermal profile that is cut off below.
 */
function anomalousOxygen(at: Conditions, z: number, profile: Profile): number {
  const lower = pdm(7, 0) * Math.exp(thermosphereVariation(at, PD[8] ?? [])) * cell(PD, 8, 0)
  const temperature = pdm(7, 9) * pdl(0, 6)
  const hot = { ...profile, exosphereK: temperature, lowerK: temperature }
  const density = gasDensity(hot, z, { lower, mass: 16, alpha: 0 })
  const [centre, width] = [pdm(7, 4), pdm(7, 5)]
  // H = R T/(g m) in km with the gravity at the height of the cut-off; 831.4 is the gas constant in the program's
  // units.
  const scaleHeight = (831.4 * temperature * (1 + centre / profile.radiusKm) ** 2) / (profile.gravity * 16)
  return density * Math.exp((-width / scaleHeight) * (Math.exp(-(z - centre) / width) - 1))
}
