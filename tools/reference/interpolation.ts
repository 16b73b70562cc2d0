// Builds astro/ephemeris/interpolation.reference.json: ephemerides at two steps, NAIF's Hermite example, and a covariance
// between two others, from the collection of reference data.
import { readCollection, readCollectionText, writeReference } from './reference-file.ts'

const SPAN_S = 1200

function rowsOf(path: string): number[][] {
  const lines = readCollectionText(`ephemeris/${path}`).split(/\r?\n/)
  const rows = lines.filter((line) => /^\d{4}-/.test(line)).map((line) => line.trim().split(/\s+/))
  const start = Date.parse(`${rows[0]?.[0]?.slice(0, 23)}Z`)
  return rows
    .map(([time = '', ...numbers]) => [(Date.parse(`${time.slice(0, 23)}Z`) - start) / 1000, ...numbers.map(Number)])
    .filter(([seconds = 0]) => seconds <= SPAN_S)
}

const { hermite_scalar } = readCollection('ephemeris/interpolation_cases.json') as { hermite_scalar: unknown[] }
const cara = readCollection('ephemeris/cara_covariance_interpolation_1.json') as Record<string, unknown>
const { position_error_km_5pt_hermite, velocity_error_km_s_5pt_lagrange } = cara.expected as Record<string, unknown>

writeReference(
  'astro/ephemeris/interpolation.reference.json',
  {
    source:
      'bradsease/oem: tests/samples/real (first 20 min); NAIF SPICE HRMINT; NASA CARA: Utils/StateCovInterpolation example 1',
    version: 'bradsease/oem 126d02a2; CARA_Analysis_Tools a80d0163',
    licence: 'MIT; NAIF documentation; NOSA 1.3',
    command: 'node tools/reference/interpolation.ts',
  },
  {
    fields: 'pairs: seconds, position km, velocity km/s; cara: km, km/s',
    pairs: [
      { name: 'LEO', degree: 7, coarse: rowsOf('LEO_60s.oem'), fine: rowsOf('LEO_10s.oem') },
      { name: 'GEO', degree: 5, coarse: rowsOf('GEO_60s.oem'), fine: rowsOf('GEO_20s.oem') },
    ],
    hermite: hermite_scalar[0],
    cara: {
      t_s: cara.t_s,
      nodes_t_s: cara.nodes_t_s,
      nodes_state: cara.nodes_state,
      nodes_covariance: cara.nodes_covariance,
      truth_state: cara.truth_state,
      truth_covariance: cara.truth_covariance,
      position_error_km_5pt_hermite,
      velocity_error_km_s_5pt_lagrange,
    },
  },
)
