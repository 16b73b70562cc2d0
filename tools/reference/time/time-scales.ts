// Builds astro/time/{scales,parse-time}.reference.json from the test values of the IAU SOFA library and of NASA CARA.
import { readCollection, writeReference } from '../reference-file.ts'

const ROUTINES = ['dat', 'utctai', 'taiutc', 'taitt', 'tttai', 'dtf2d', 'd2dtf', 'cal2jd', 'jd2cal']

interface Sofa {
  readonly source: string
  readonly licence: string
  readonly functions: Record<string, unknown>
}

interface TimeCases {
  readonly source: string
  readonly licence: string
}

const sofa = readCollection('frames/iau_sofa_values.json') as Sofa
writeReference(
  'astro/time/scales.reference.json',
  {
    source: sofa.source,
    version: 'liberfa/erfa 1d9738be',
    licence: sofa.licence,
    command: 'node tools/reference/time/time-scales.ts',
  },
  { functions: Object.fromEntries(ROUTINES.map((name) => [name, sofa.functions[name]])) },
)

const { source, licence, ...cases } = readCollection('ccsds/lexical/cara_time_cases.json') as TimeCases
writeReference(
  'astro/time/parse-time.reference.json',
  { source, version: 'CARA_Analysis_Tools a80d0163', licence, command: 'node tools/reference/time/time-scales.ts' },
  cases,
)
