import { fromGeodetic, toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { makeStation } from '@apsis/astro/frames/topocentric.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { readJson } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

function compareSensors(tally: Tally, { files }: Source): void {
  for (const file of files)
    for (const feature of readJson(file).rows('features'))
      tally.run(`${file}: ${feature.text('properties', 'name')}`, (check) => {
        const [lon = 0, lat = 0, heightM = 0] = feature.numbers('geometry', 'coordinates')
        const station = makeStation({ latRad: degToRad(lat), lonRad: degToRad(lon), heightM })
        check.apart('there and back', fromGeodetic(toGeodetic(station.r)), station.r, 1e-8, 'm')
      })
  tally.note('places only: limits and noise of the sensors are inputs, not results')
}

export const SENSOR_SETS: readonly ReferenceSet[] = [{ name: 'sensors/*', compare: compareSensors }]
