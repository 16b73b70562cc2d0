// Builds astro/sky/sky.reference.json: positions of Sun, Moon and planets from JPL Horizons, rise and set times of the USNO, and twilights.
import { readCollection, readCollectionText, writeReference } from './reference-file.ts'

const rows = (path: string, step: number) =>
  readCollectionText(`sunmoon/${path}`)
    .trim()
    .split('\n')
    .slice(1)
    .filter((_line, index) => index % step === 0)
    .map((line) => line.split(','))
const states = (path: string, step: number) =>
  rows(path, step).map((words) => words.filter((_w, i) => i !== 1).map(Number))
const sights = (path: string, step: number) =>
  rows(path, step).map(([ut = '', , ...numbers]) => ({ ut, numbers: numbers.map(Number) }))

writeReference(
  'astro/sky/sky.reference.json',
  {
    source: 'cosinekitty/astronomy: generate (JPL Horizons, USNO)',
    version: 'astronomy 865d3da7; DE441, DE431',
    licence: 'MIT; Horizons and USNO public',
    command: 'node tools/reference/sky.ts',
  },
  {
    fields:
      'states: Julian date TDB, position AU, velocity AU/d, ICRF, geometric; sights: UT, then ICRF right ascension and declination, apparent ones, azimuth, elevation, degrees; riseSet: body longitude latitude time r(ise) or s(et); twilight: latitude longitude, search start, then astronomical, nautical, civil dawn and civil, nautical, astronomical dusk',
    states: {
      moonFromEarth: states('horizons_state_barystate_GeoMoon.csv', 12),
      earthFromSun: states('horizons_state_heliostate_Earth.csv', 16),
      marsFromSun: states('horizons_state_heliostate_Mars.csv', 14),
      jupiterFromSun: states('horizons_state_heliostate_Jupiter.csv', 8),
    },
    files: readCollection('sunmoon/horizons_files.json'),
    sights: {
      Moon: sights('horizons_topo_airless_Moon.csv', 5),
      Sun: sights('horizons_topo_airless_Sun_equinox.csv', 5),
      Mars: sights('horizons_topo_Mars.csv', 5),
    },
    riseSet: readCollectionText('sunmoon/usno_riseset.txt')
      .trim()
      .split('\n')
      .filter((_line, index) => index % 20 === 7),
    twilight: readCollectionText('sunmoon/twilight.txt').trim().split('\n'),
  },
)
