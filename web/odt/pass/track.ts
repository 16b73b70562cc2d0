import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { formatTime } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { fileTable } from '../../ui/table/column.ts'
import { passWords } from './words.data.ts'

export const wholeNumber = (value: number) => formatNumber(value, { decimals: 0 })

/** A window of time that is highlighted in the drawings of a pass, for example the time of the measurements. */
export type Span = { readonly fromMs: number; readonly toMs: number }

export const msOf = ({ time }: TrackPlace): number => Date.parse(time)

/** Returns a sentence on the place of the object at one moment. */
export function placeText(place: TrackPlace): string {
  const t = passWords
  return t('trackText', {
    time: formatTime(msOf(place)),
    azimuth: wholeNumber(place.azimuth),
    elevation: formatNumber(place.elevation, { decimals: 1 }),
    range: wholeNumber(place.range / 1_000),
    sun: wholeNumber(place.sunElevation),
    phase: wholeNumber(place.phaseAngle),
    moon: wholeNumber(place.moonSeparation),
    magnitude:
      place.magnitude === null
        ? ''
        : t('trackMagnitude', { magnitude: formatNumber(place.magnitude, { decimals: 1 }) }),
  })
}

/** Returns the track in the format of files. */
export const trackTable = (track: readonly TrackPlace[]) =>
  fileTable(track, {
    time: 'time',
    azimuth_deg: 'azimuth',
    elevation_deg: 'elevation',
    range_m: 'range',
    sun_elevation_deg: 'sunElevation',
    moon_separation_deg: 'moonSeparation',
    phase_angle_deg: 'phaseAngle',
    sunlit: ({ isSunlit }) => (isSunlit ? 'yes' : 'no'),
    magnitude: 'magnitude',
  })

/** Returns the consecutive parts of a track with the same kind; adjacent parts share a place so that a line has no gap. */
export function partsOf<T>(track: readonly TrackPlace[], kindOf: (place: TrackPlace) => T) {
  const parts: { kind: T; from: number; places: TrackPlace[] }[] = []
  for (const [at, place] of track.entries()) {
    const last = parts.at(-1)
    const kind = kindOf(place)
    last?.places.push(place)
    if (!last || last.kind !== kind) parts.push({ kind, from: at, places: [place] })
  }
  return parts
}

/** Returns the place at a moment, by linear interpolation between its neighbours: a minute of a pass is a few degrees. */
export function placeAt(track: readonly TrackPlace[], ms: number): TrackPlace | undefined {
  const after = track.findIndex((place) => msOf(place) >= ms)
  const [a, b] = [track[after - 1], track[after]]
  if (!b || (!a && msOf(b) > ms)) return undefined
  if (!a) return b
  const share = (ms - msOf(a)) / (msOf(b) - msOf(a))
  const between = (of: (place: TrackPlace) => number) => of(a) + share * (of(b) - of(a))
  // Across north the shorter way is taken.
  const azimuthBetween = (of: (place: TrackPlace) => number) =>
    (of(a) + share * (((of(b) - of(a) + 540) % 360) - 180) + 360) % 360
  return {
    ...b,
    time: new Date(ms).toISOString(),
    azimuth: azimuthBetween(({ azimuth }) => azimuth),
    elevation: between(({ elevation }) => elevation),
    range: between(({ range }) => range),
    sunElevation: between(({ sunElevation }) => sunElevation),
    moonAzimuth: azimuthBetween(({ moonAzimuth }) => moonAzimuth),
    moonElevation: between(({ moonElevation }) => moonElevation),
    moonSeparation: between(({ moonSeparation }) => moonSeparation),
    phaseAngle: between(({ phaseAngle }) => phaseAngle),
    magnitude: a.magnitude === null || b.magnitude === null ? null : between(({ magnitude }) => magnitude ?? 0),
  }
}

export type Light = 'day' | 'civil' | 'nautical' | 'astronomical' | 'night'
/** The elevations of the horizon and of the ends of the three twilights, degrees (Explanatory Supplement 2013, §12.1). */
export const LIGHT_EDGES_DEG = [0, -6, -12, -18]

/** Returns the light at a sensor for an elevation of the Sun, degrees (LIGHT_EDGES_DEG). */
export function lightOf(sunElevation: number): Light {
  if (sunElevation >= 0) return 'day'
  if (sunElevation >= -6) return 'civil'
  if (sunElevation >= -12) return 'nautical'
  return sunElevation >= -18 ? 'astronomical' : 'night'
}
