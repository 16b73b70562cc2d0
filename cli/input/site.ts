import { makeStation, type Station } from '@apsis/astro/frames/topocentric.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { ElevationMask } from '@apsis/astro/visibility/mask.ts'
import { flatMask, maskFromDegrees } from '@apsis/astro/visibility/mask.ts'
import { InputError, type Terminal, UsageError } from '../terminal/command.ts'
import { requireNumber } from '../terminal/options.ts'
import { openSource, readWhole } from './source.ts'

/** An observing site, with the limits that its file gives. */
export interface Site {
  readonly name: string
  readonly latDeg: number
  readonly lonDeg: number
  readonly altM: number
  readonly station: Station
  readonly mask: ElevationMask | null
  readonly limitingMag: number | null
  readonly sunMaxElDeg: number | null
  readonly moonMinSepDeg: number | null
}

const NO_LIMITS = { mask: null, limitingMag: null, sunMaxElDeg: null, moonMinSepDeg: null }

/** Returns the sites of --site: LAT,LON,ALT in degrees and metres, or a JSON file of sensors. */
export async function readSites(terminal: Terminal, text: string | undefined): Promise<readonly Site[]> {
  if (text === undefined) throw new UsageError('--site is missing: LAT,LON,ALT or a JSON file of sensors')
  if (/^[-+\d.,\s]+$/.test(text)) return [parseSite(text)]
  const json = (await readWhole(await openSource(terminal, text))).join('')
  try {
    const sites = sitesOf(JSON.parse(json))
    if (sites.length === 0) throw new InputError(`${text} has no sensors`)
    return sites
  } catch (error) {
    if (error instanceof SyntaxError) throw new InputError(`${text}: ${error.message}`)
    if (error instanceof RangeError) throw new InputError(`${text}: ${error.message}`)
    throw error
  }
}

/** Reads LAT,LON,ALT: degrees north and east, metres above the ellipsoid; the height may be omitted. */
export function parseSite(text: string): Site {
  const parts = text.split(',')
  if (parts.length < 2 || parts.length > 3) throw new UsageError(`--site is LAT,LON,ALT, not ${JSON.stringify(text)}`)
  const [latDeg = 0, lonDeg = 0, altM = 0] = parts.map((part) => requireNumber(part, '--site'))
  try {
    return makeSite({ name: text, latDeg, lonDeg, altM, ...NO_LIMITS })
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--site: ${error.message}`)
    throw error
  }
}

function makeSite(site: Omit<Site, 'station'>): Site {
  const { latDeg, lonDeg, altM } = site
  if (!(Math.abs(latDeg) <= 90)) throw new RangeError(`latitude ${latDeg} is not in -90 to 90 degrees`)
  if (!(Math.abs(lonDeg) <= 360)) throw new RangeError(`longitude ${lonDeg} is not in -360 to 360 degrees`)
  if (!Number.isFinite(altM)) throw new RangeError(`height ${altM} is no number of metres`)
  return { ...site, station: makeStation({ latRad: degToRad(latDeg), lonRad: degToRad(lonDeg), heightM: altM }) }
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the sites of an array of sensors, an object with `sensors` or `content`, or GeoJSON points. */
function sitesOf(value: unknown): Site[] {
  if (Array.isArray(value)) return value.map((one, index) => siteOf(one, `sensor ${index + 1}`))
  if (!isFields(value)) throw new RangeError('there is an array of sensors wanted')
  const list = [value.features, value.sensors, value.content].find(Array.isArray)
  if (list !== undefined) return sitesOf(list)
  return [siteOf(value, 'sensor 1')]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function siteOf(value: unknown, place: string): Site {
  if (!isFields(value)) throw new RangeError(`${place} is no object`)
  const { geometry } = value
  if (isFields(geometry)) {
    const properties = isFields(value.properties) ? value.properties : {}
    const [lon, lat, altM = 0] = Array.isArray(geometry.coordinates) ? geometry.coordinates : []
    return siteOf({ ...properties, lat, lon, altM }, place)
  }
  const number = (names: readonly string[], otherwise?: number): number => {
    const found = names.map((name) => value[name]).find((one) => one !== undefined && one !== null)
    if (typeof found === 'number' && Number.isFinite(found)) return found
    if (found === undefined && otherwise !== undefined) return otherwise
    throw new RangeError(`${place}: ${names[0]} is ${found === undefined ? 'missing' : 'no number'}`)
  }
  const optional = (name: string) => (typeof value[name] === 'number' ? number([name]) : null)
  const text = ['sensorCode', 'code', 'name', 'groundSensorName'].map((name) => value[name])
  return makeSite({
    name: text.find((one) => typeof one === 'string') ?? place,
    latDeg: number(['lat', 'latDeg', 'latitude']),
    lonDeg: number(['lon', 'lonDeg', 'longitude']),
    altM: number(['altM', 'alt', 'altitude'], 0),
    mask: maskOf(value, place),
    limitingMag: optional('limitingMag'),
    sunMaxElDeg: optional('sunMaxElDeg'),
    moonMinSepDeg: optional('moonMinSepDeg'),
  })
}

/** Reads `mask`, which consists of pairs of azimuth and elevation in degrees; otherwise `minElDeg`, one elevation for all azimuths. */
function maskOf({ mask, minElDeg, el_min_deg: minimum }: Fields, place: string): ElevationMask | null {
  if (Array.isArray(mask)) {
    const points = mask.map((point): [number, number] => {
      const [azimuth, elevation] = Array.isArray(point) ? point : []
      if (typeof azimuth === 'number' && typeof elevation === 'number') return [azimuth, elevation]
      throw new RangeError(`${place}: mask has pairs of azimuth and elevation in degrees`)
    })
    return maskFromDegrees(points)
  }
  const elevation = minElDeg ?? minimum
  return typeof elevation === 'number' ? flatMask(degToRad(elevation)) : null
}
