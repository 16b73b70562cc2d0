// Builds server/odt/observation/published-tracks.reference.json: a radar pass and a day of positions that others published, so that the reports on
// such tracks are tested without the reference collection, too.
import { readCollection, readCollectionText, writeReference } from './reference-file.ts'

/** The part of the CPF that is kept, s of 2016-02-13: three hours with which the tests correct an orbit, and two before them. */
const [FROM_S, UNTIL_S] = [14 * 3_600, 19 * 3_600]

const geos3 = readCollection('tracking/radar_geos3_1995/case.json') as Record<string, unknown>
const lageos2 = readCollection('tracking/slr_lageos2_2016/case.json') as Record<string, unknown>
const ranges = readCollectionText('tracking/radar_geos3_1995/observations.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').slice(0, 2))
  .map(([utc = '', km = '']) => [utc.replace('Z', ''), Number(km)])
const positions = readCollectionText('tracking/slr_lageos2_2016/lageos2_cpf_160213_5441.sgf')
  .split('\n')
  .filter((line) => line.startsWith('10 '))
  .map((line) => line.trim().split(/\s+/).slice(2).map(Number))
  .map(([day, second = 0, , ...metres]) => [day, second, ...metres])
  .filter(([, second = 0]) => second >= FROM_S && second <= UNTIL_S)

writeReference(
  'server/odt/observation/published-tracks.reference.json',
  {
    source:
      'GEOS-3: Vallado, Fundamentals of Astrodynamics and Applications, example 10-4; LAGEOS-2: prediction of SGF Herstmonceux (CPF 5441 of 2016-02-13), orbit of JAXA',
    version: 'example 10-4 of the 4th edition; lageos2_cpf_160213_5441.sgf',
    licence: 'numbers are facts',
    command: 'node tools/reference/published-tracks.ts',
  },
  {
    geos3: {
      site: geos3.site,
      rangeBiasM: (geos3.known_bias_to_subtract as { range_m: number }).range_m,
      rangeSigmaM: (geos3.noise_sigma as { range_m: number }).range_m,
      expected: geos3.expected,
      columns: ['UTC', 'range, km'],
      ranges,
    },
    lageos2: {
      expected: lageos2.expected,
      columns: ['MJD', 'second of the day, UTC', 'x, m', 'y, m', 'z, m (frame of the Earth)'],
      positions,
    },
  },
)
