import { INLAND_SEAS, LANDS } from './land.data.ts'

export type GroundPlace = { readonly latitude: number; readonly longitude: number }
type Outline = { readonly name: string; readonly places: readonly GroundPlace[] }

const outlinesOf = (written: Readonly<Record<string, readonly string[]>>): readonly Outline[] =>
  Object.entries(written).map(([name, lines]) => ({
    name,
    places: lines.flatMap((line) =>
      line.split(', ').map((corner) => {
        const [longitude = Number.NaN, latitude = Number.NaN] = corner.split(' ').map(Number)
        return { latitude, longitude }
      }),
    ),
  }))

export const lands = outlinesOf(LANDS)
export const inlandSeas = outlinesOf(INLAND_SEAS)
