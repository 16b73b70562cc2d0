import { combinedRadius } from '@apsis/astro/body/hard-body-radius.ts'
import { fromGeodetic, toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { makeStation } from '@apsis/astro/frames/topocentric.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { ASSOCIATION_SETS } from './association.ts'
import { AVOIDANCE_SETS } from './avoidance.ts'
import { BEYOND_SETS } from './beyond.ts'
import { CATALOGUE_SETS } from './catalogue.ts'
import { MESSAGE_SETS } from './ccsds.ts'
import { DETECTION_SETS } from './detection.ts'
import { EPHEMERIS_SETS } from './ephemeris.ts'
import { EVENT_SETS } from './events.ts'
import { EXCHANGE_SETS } from './exchange.ts'
import { FRAME_SETS } from './frames.ts'
import { SOFA_SETS } from './frames-sofa.ts'
import { MANOEUVRE_SETS } from './manoeuvre.ts'
import { STK_EPHEMERIS_SETS } from './manoeuvre-stk.ts'
import { ORBIT_ELEMENT_SETS } from './orbit-elements.ts'
import { PASS_SETS } from './passes.ts'
import { PC_SETS } from './pc.ts'
import { readJson, readTable } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'
import { SCREENING_SETS } from './screening.ts'
import { SGP4_SETS } from './sgp4.ts'
import { SUN_AND_MOON_SETS } from './sunmoon.ts'
import { TRACKING_SETS } from './tracking.ts'
import { DETERMINATION_SETS } from './tracking-determination.ts'
import { PASS_INFORMATION_SETS } from './tracking-passes.ts'
import { TRACSS_IVV_SETS } from './tracss-ivv.ts'

function compareRadii(tally: Tally, { files: [file = ''] }: Source): void {
  const rows = readTable(file).filter((row) => row.text('HBR') !== '')
  const objects = rows.map((row) => ({ radiusM: row.number('HBR'), sigmaM: row.number('HBRSigma') }))
  objects.slice(1).forEach((object, index) => {
    const other = objects[index] ?? object
    tally.run(`objects ${index + 1} and ${index + 2}`, (check) => {
      // The formula is in INDEX.md.
      const wanted = Math.sqrt((object.radiusM + other.radiusM) ** 2 + object.sigmaM ** 2 + other.sigmaM ** 2)
      check.relative('relative', combinedRadius(object, other), wanted, 1e-15)
    })
  })
}

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

/** All sets that are compared, each folder of the collection in the file of its name, and the sets that are not compared yet, with the reason. */
export const SETS: readonly ReferenceSet[] = [
  ...ASSOCIATION_SETS,
  ...AVOIDANCE_SETS,
  ...BEYOND_SETS,
  ...CATALOGUE_SETS,
  ...DETECTION_SETS,
  ...DETERMINATION_SETS,
  ...EPHEMERIS_SETS,
  ...EVENT_SETS,
  ...EXCHANGE_SETS,
  ...FRAME_SETS,
  ...MANOEUVRE_SETS,
  ...MESSAGE_SETS,
  ...ORBIT_ELEMENT_SETS,
  ...PASS_INFORMATION_SETS,
  ...PASS_SETS,
  ...PC_SETS,
  ...SCREENING_SETS,
  ...SGP4_SETS,
  ...SOFA_SETS,
  ...STK_EPHEMERIS_SETS,
  ...SUN_AND_MOON_SETS,
  ...TRACKING_SETS,
  ...TRACSS_IVV_SETS,
  { name: 'hbr/*.csv', compare: compareRadii },
  { name: 'sensors/*', compare: compareSensors },
]
