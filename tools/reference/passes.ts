// Builds astro/visibility/passes.reference.json: passes, accesses, eclipses and look angles of STK and PREDICT.
import { readCollection, readCollectionText, writeReference } from './reference-file.ts'

const PREDICT = ['ERS-1', 'GPS_BIIA-10', 'ISS', 'MOLNIYA_1-29', 'SIRIUS-1']

const predict = PREDICT.map((name) => {
  const text = readCollectionText(`passes/predict/sat_${name}_201509261800.test`)
  const tle = text.split('\n').filter((line) => /^[12] \d{5}/.test(line))
  const rows = text.split('\n').filter((line) => /^\d{10},/.test(line))
  return { name, tle, rows: rows.filter((_row, index) => index % 9 === 0).map((row) => row.split(',').map(Number)) }
})
const sky = (file: string) => {
  const rows = readCollectionText(`passes/predict/${file}.test`)
    .split('\n')
    .filter((line) => /^\d{10},/.test(line))
  return rows.filter((_row, index) => index % 9 === 0).map((row) => row.split(',').map(Number))
}

writeReference(
  'astro/visibility/passes.reference.json',
  {
    source:
      'satellogic/orbit-predictor (STK); open-space-toolkit-astrodynamics and -physics (STK); la1k/libpredict: tests (PREDICT)',
    version: 'orbit-predictor 04a3fa00; OSTk 230ffdf7, fd8a0ec4; libpredict 47569d4e',
    licence: 'MIT; Apache-2.0; numbers are facts',
    command: 'node tools/reference/passes.ts',
  },
  {
    fields:
      'predict rows: Unix time, latitude, longitude, altitude km, azimuth, elevation, Doppler, squint, phase, revolution, footprint km, range km, speed km/s, sunlit, eclipse depth; bodies: Unix time, azimuth, elevation, declination, Greenwich hour angle, right ascension; degrees; at 63.9 N 10.9 E',
    bugsat: readCollection('passes/stk_bugsat1_passes.json'),
    kepler: readCollection('passes/stk_kepler_accesses.json'),
    mask: readCollection('passes/stk_aermask_accesses.json'),
    eclipses: readCollection('passes/stk_eclipse_intervals.json'),
    predict,
    sun: sky('sun_201509210600'),
    moon: sky('moon_201509201000'),
  },
)
