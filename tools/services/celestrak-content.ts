import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { bundledEop } from '@apsis/astro/frames/bundled-eop.ts'
import { type EopDay, MJD_2000 } from '@apsis/astro/frames/eop.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { type GpRow, gpRowOf } from './celestrak-formats.ts'
import type { AnswerRow } from './service.ts'
import {
  elementsAt,
  epochOfMs,
  msOfEpoch,
  SIMULATED_ISS,
  type SimulatedKind,
  type SimulatedObject,
  simulatedCatalogue,
} from './simulated-objects.ts'

/** The data that the local CelesTrak publishes between two updates. */
export interface CelestrakContent {
  /** One element set for each object, of all kinds. */
  readonly gp: readonly GpRow[]
  /** The catalogue numbers of each group, by the group's name in lower case. */
  readonly groups: Readonly<Record<string, ReadonlySet<number>>>
  /** Supplemental sets, with RMS and DATA_SOURCE as texts; an object may have several, in the order of their epochs. */
  readonly supplemental: readonly GpRow[]
  readonly satcat: readonly AnswerRow[]
  /** Rows of the tables of SpaceData. */
  readonly spaceWeather: readonly AnswerRow[]
  readonly earthOrientation: readonly AnswerRow[]
}

/** The sources of supplemental data (celestrak.org/NORAD/documentation/sup-gp-queries.php, 2026). */
export const SUPPLEMENTAL_SOURCES = [
  'AST-E',
  'CPF',
  'CSS-E',
  'GLONASS-RE',
  'GPS-A',
  'GPS-E',
  'Intelsat-11P',
  'Intelsat-E',
  'Iridium-E',
  'ISS-E',
  'ISS-TLE',
  'Kuiper-E',
  'OneWeb-E',
  'Orbcomm-TLE',
  'Planet-E',
  'SES-11P',
  'SES-E',
  'SpaceX-E',
  'SpaceX-SV',
  'Telesat-E',
  'Transporter-SV',
  'Bandwagon-SV',
] as const

/** Returns the data that the local CelesTrak publishes at a time if a test provides none: a few hundred simulated objects. */
export function simulatedContent(atMs: number): CelestrakContent {
  const objects = simulatedCatalogue()
  const gp = objects.map((object) => gpRowOf(elementsAt(object, atMs)))
  const groups = new Map<string, Set<number>>()
  for (const { noradId, groups: names } of objects)
    for (const name of names) groups.set(name, (groups.get(name) ?? new Set()).add(noradId))
  return {
    gp,
    groups: Object.fromEntries(groups),
    supplemental: supplementalSets(objects, atMs),
    satcat: objects.map(satcatRow),
    spaceWeather: spaceWeatherTable(atMs),
    earthOrientation: earthOrientationTable(atMs),
  }
}

/** The time between two segments of the ISS in its supplemental data (exchange.md A.2). */
const SEGMENT_MS = 6 * HOUR_MS
const SEGMENTS = 4
/** A satellite that is not yet in the catalogue, with a number of nine digits. */
const NINE_DIGITS = 799_501_621
const GEOSTATIONARY = 26_824
/** The time from the publication of an announced set of a geostationary satellite to its burn. */
const ANNOUNCED_MS = 66 * HOUR_MS + 30 * 60_000

/**
 * Returns supplemental sets: one for each satellite of the constellation, one for each of four segments of the ISS, two for a geostationary
 * satellite (before and after a future burn, marked [PM]), and one for an object with a number of nine digits.
 */
function supplementalSets(objects: readonly SimulatedObject[], atMs: number): readonly GpRow[] {
  const segmentMs = Math.floor(atMs / SEGMENT_MS) * SEGMENT_MS
  const ofConstellation = objects
    .filter(({ groups }) => groups.includes('starlink'))
    .map((object, i) => withSource(gpRowOf(elementsAt(object, atMs)), 'SpaceX-E', 0.05 + (i % 50) / 100))
  const ofStation = Array.from({ length: SEGMENTS }, (_, i) =>
    withSource(rowAt(SIMULATED_ISS, segmentMs + i * SEGMENT_MS), 'ISS-E', 0.012 + 0.003 * i),
  )
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS
  const geostationary = (epochMs: number, name: string, anomalyDeg: number, motion: number) =>
    withSource(
      {
        ...gpRowOf({ ...SIMULATED_ISS.elements, epoch: epochOfMs(epochMs) }),
        OBJECT_NAME: name,
        OBJECT_ID: '2001-024A',
        NORAD_CAT_ID: GEOSTATIONARY,
        MEAN_MOTION: motion,
        ECCENTRICITY: 0.0003141,
        INCLINATION: 2.1415,
        RA_OF_ASC_NODE: 85.1021,
        ARG_OF_PERICENTER: 201.441,
        MEAN_ANOMALY: anomalyDeg,
      },
      'Intelsat-11P',
      0.1,
    )
  const burnMs = dayMs + ANNOUNCED_MS
  const launched = objects.find(({ groups }) => groups.includes('starlink')) ?? SIMULATED_ISS
  return [
    ...ofStation,
    geostationary(dayMs, 'SIMULATED GEO', 73.4512, 1.00271214),
    geostationary(burnMs, 'SIMULATED GEO [PM]', (73.4512 + ((burnMs - dayMs) / DAY_MS) * 360.976) % 360, 1.00273801),
    ...ofConstellation,
    {
      ...withSource(rowAt(launched, segmentMs), 'SpaceX-E', 1.234),
      OBJECT_NAME: 'STARLINK-SIMULATED-NEW',
      OBJECT_ID: '2026-219A',
      NORAD_CAT_ID: NINE_DIGITS,
    },
  ]
}

/** Returns the element set of an object whose epoch is a given time. */
function rowAt(object: SimulatedObject, epochMs: number): GpRow {
  const newest = elementsAt(object, epochMs)
  const days = (epochMs - msOfEpoch(newest.epoch)) / DAY_MS
  const anomaly = newest.meanAnomalyDeg + 360 * days * newest.meanMotionRevPerDay
  return gpRowOf({ ...newest, epoch: epochOfMs(epochMs), meanAnomalyDeg: Number((anomaly % 360).toFixed(4)) })
}

/** Marks a set as supplemental: class C, element set number 0, and two texts that only supplemental sets have. */
function withSource(row: GpRow, source: (typeof SUPPLEMENTAL_SOURCES)[number], rmsKm: number): GpRow {
  return { ...row, CLASSIFICATION_TYPE: 'C', ELEMENT_SET_NO: 0, RMS: rmsKm.toFixed(3), DATA_SOURCE: source }
}

const SATCAT_TYPES: Readonly<Record<SimulatedKind, string>> = { PAYLOAD: 'PAY', 'ROCKET BODY': 'R/B', DEBRIS: 'DEB' }
const GM_KM3_S2 = 398_600.8
const EARTH_RADIUS_KM = 6378.135

function satcatRow({ noradId, name, designator, kind, groups, owner, elements }: SimulatedObject): AnswerRow {
  const periodMin = 1440 / elements.meanMotionRevPerDay
  const axisKm = Math.cbrt(GM_KM3_S2 * ((periodMin * 60) / (2 * Math.PI)) ** 2)
  return {
    OBJECT_NAME: name,
    OBJECT_ID: designator,
    NORAD_CAT_ID: noradId,
    OBJECT_TYPE: SATCAT_TYPES[kind],
    OPS_STATUS_CODE: kind === 'PAYLOAD' ? (groups.includes('active') ? '+' : '-') : '',
    OWNER: owner,
    LAUNCH_DATE: `${designator.slice(0, 4)}-03-30`,
    LAUNCH_SITE: 'AFWTR',
    DECAY_DATE: '',
    PERIOD: Number(periodMin.toFixed(2)),
    INCLINATION: Number(elements.inclinationDeg.toFixed(2)),
    APOGEE: Math.round(axisKm * (1 + elements.eccentricity) - EARTH_RADIUS_KM),
    PERIGEE: Math.round(axisKm * (1 - elements.eccentricity) - EARTH_RADIUS_KM),
    RCS: kind === 'DEBRIS' ? 0.02 : null,
    DATA_STATUS_CODE: '',
    ORBIT_CENTER: 'EA',
    ORBIT_TYPE: 'ORB',
  }
}

/** The numbers of days in the tables of SpaceData before the present day, and of predicted days after it. */
const [DAYS_BEFORE, DAYS_AFTER] = [400, 45]

function daysAbout(atMs: number): readonly { readonly date: string; readonly offset: number; readonly day: number }[] {
  const today = Math.floor(atMs / DAY_MS)
  return Array.from({ length: DAYS_BEFORE + DAYS_AFTER + 1 }, (_, i) => {
    const day = today - DAYS_BEFORE + i
    return { date: new Date(day * DAY_MS).toISOString().slice(0, 10), offset: day - today, day }
  })
}

/** The first day of the first solar rotation in Bartels' count, and the days of a rotation (celestrak.org/SpaceData/SpaceWx-format.php). */
const BARTELS_START_DAY = Date.UTC(1832, 1, 8) / DAY_MS
const BARTELS_DAYS = 27

/** Returns space weather that varies with the rotation of the Sun, with the columns of SW-Last5Years.csv. */
function spaceWeatherTable(atMs: number): readonly AnswerRow[] {
  return daysAbout(atMs).map(({ date, offset, day }) => {
    const rotation = day - BARTELS_START_DAY
    const swing = Math.sin((2 * Math.PI * rotation) / BARTELS_DAYS)
    const flux = (160 + 25 * swing).toFixed(1)
    const kp = Array.from({ length: 8 }, (_, i) => Math.round(20 + 10 * Math.sin(rotation + i)))
    const ap = Array.from({ length: 8 }, (_, i) => Math.round(9 + 5 * Math.sin(rotation + i)))
    const isPast = offset < 0
    return Object.fromEntries([
      ['DATE', date],
      ['BSRN', String(Math.floor(rotation / BARTELS_DAYS) + 1)],
      ['ND', String((rotation % BARTELS_DAYS) + 1)],
      ...kp.map((value, i) => [`KP${i + 1}`, isPast ? String(value) : '']),
      ['KP_SUM', isPast ? String(kp.reduce((sum, value) => sum + value, 0)) : ''],
      ...ap.map((value, i) => [`AP${i + 1}`, isPast ? String(value) : '']),
      ['AP_AVG', String(Math.round(ap.reduce((sum, value) => sum + value, 0) / ap.length))],
      ['CP', isPast ? '0.4' : ''],
      ['C9', isPast ? '2' : ''],
      ['ISN', String(Math.round(110 + 40 * swing))],
      ['F10.7_OBS', flux],
      ['F10.7_ADJ', flux],
      ['F10.7_DATA_TYPE', isPast ? 'OBS' : 'PRD'],
      ['F10.7_OBS_CENTER81', '160.0'],
      ['F10.7_OBS_LAST81', '160.0'],
      ['F10.7_ADJ_CENTER81', '160.0'],
      ['F10.7_ADJ_LAST81', '160.0'],
    ])
  })
}

/** Days between the Modified Julian Date of 2000-01-01 and 1970-01-01. */
const MJD_1970 = MJD_2000 - Date.UTC(2000, 0, 1) / DAY_MS
const TAI_MINUS_UTC_S = 37
const RAD_PER_ARCSEC = degToRad(1 / 3600)

/**
 * Returns the Earth orientation parameters that come with the product, with the columns of EOP-Last5Years.csv; later days repeat the last
 * one.
 */
function earthOrientationTable(atMs: number): readonly AnswerRow[] {
  const { days } = bundledEop()
  const byMjd = new Map(days.map((each) => [each.mjd, each]))
  const last = days.at(-1)
  return daysAbout(atMs).flatMap(({ date, offset, day }) => {
    const mjd = day + MJD_1970
    const values: EopDay | undefined = byMjd.get(mjd) ?? last
    if (values === undefined) return []
    const arcsec = (rad: number | undefined) => ((rad ?? 0) / RAD_PER_ARCSEC).toFixed(6)
    return [
      {
        DATE: date,
        MJD: mjd,
        X: arcsec(values.xpRad),
        Y: arcsec(values.ypRad),
        'UT1-UTC': values.ut1MinusUtcS.toFixed(7),
        LOD: (values.lodS ?? 0).toFixed(7),
        DPSI: arcsec(values.dpsiRad),
        DEPS: arcsec(values.depsRad),
        DX: arcsec(values.dxRad),
        DY: arcsec(values.dyRad),
        DAT: TAI_MINUS_UTC_S,
        DATA_TYPE: offset < 0 ? 'O' : 'P',
      },
    ]
  })
}
