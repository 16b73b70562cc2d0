import { type GroundStation, NewGroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { readNumber, typedNumber } from '../../ui/format/number.ts'

const NUMBERS = ['latitude', 'longitude', 'altitude', 'minimumElevation'] as const
export type StationField = 'name' | (typeof NUMBERS)[number] | 'horizon'

/** A station as it stands in the form: texts, also those that are no numbers yet. */
export type StationForm = Readonly<Record<StationField, string>> & {
  readonly canCommand: boolean
  readonly satelliteIds: readonly string[]
}

export const BLANK_STATION: StationForm = {
  name: '',
  latitude: '',
  longitude: '',
  altitude: '0',
  minimumElevation: '5',
  horizon: '',
  canCommand: true,
  satelliteIds: [],
}

export function formOfStation(station: GroundStation): StationForm {
  return {
    ...BLANK_STATION,
    latitude: typedNumber(station.latitude),
    longitude: typedNumber(station.longitude),
    altitude: typedNumber(station.altitude),
    minimumElevation: typedNumber(station.minimumElevation),
    name: station.name,
    canCommand: station.canCommand,
    satelliteIds: station.satelliteIds,
    horizon: station.horizon
      .map(({ azimuth, elevation }) => `${typedNumber(azimuth)}:${typedNumber(elevation)}`)
      .join(' '),
  }
}

type StationReading =
  | { readonly ok: true; readonly station: NewGroundStation }
  | { readonly ok: false; readonly faults: ReadonlySet<StationField> }

/** Reads the form by the rules of the contract; what breaks them is a fault of its field. */
export function readStationForm(form: StationForm): StationReading {
  const parsed = NewGroundStation.safeParse({
    name: form.name,
    canCommand: form.canCommand,
    satelliteIds: form.satelliteIds,
    // An empty number is a fault, where the contract would take its default.
    ...Object.fromEntries(NUMBERS.map((name) => [name, readNumber(form[name]) ?? Number.NaN])),
    horizon: form.horizon
      .split(/\s+/)
      .filter((corner) => corner !== '')
      .map((corner) => {
        const [azimuth = '', elevation = ''] = corner.split(':')
        return { azimuth: readNumber(azimuth) ?? Number.NaN, elevation: readNumber(elevation) ?? Number.NaN }
      }),
  })
  if (parsed.success) return { ok: true, station: parsed.data }
  return { ok: false, faults: new Set(parsed.error.issues.map(({ path }) => path[0] as StationField)) }
}
