import { env } from 'node:process'
import { matrixAt, stateAt } from '@apsis/astro/ephemeris/columns.ts'
import { watchFlatCovariance } from '@apsis/astro/ephemeris/flat-covariance.ts'
import { type ElementSet, toPublished } from '@apsis/astro/sgp4/element-set.ts'
import { elementSetAt } from '@apsis/astro/sgp4/element-set-at.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { findHardBodyRadius } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import { formatEphemerisName, parseEphemerisName, startOfName } from '@apsis/ccsds/meme/ephemeris-name.ts'
import { readMeme, readMemeTable } from '@apsis/ccsds/meme/meme.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { type AnswerOfBrahe, askBrahe, type TextOfBrahe } from '../readers/second-reader.ts'
import { circleAsGiven } from './pc.ts'
import {
  type Json,
  nameOf,
  readBytes,
  readJson,
  readLines,
  readMessage,
  readTable,
  readText,
} from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import { type Check, resultOf, type Tally } from './run/tally.ts'

/** The Python interpreter with brahe, the second reader. */
const PYTHON = env.APSIS_PYTHON ?? 'python3'
const NO_BRAHE = `${PYTHON} has no brahe: pip install brahe==1.8.0, and name another Python in APSIS_PYTHON`
/** A decimal number in kilometres that is multiplied in floating point, or converted to radians and back, is off by a few roundings. */
const ROUNDINGS = 1e-15
/** The first digit that a TLE does not print, for its epoch (s), its eccentricity and its B*. */
const TLE_EPOCH_S = 0.000_432
const TLE_ECCENTRICITY = 1e-7
const TLE_BSTAR = 1e-8
/** The tolerance of the probabilities in tracss-ivv. */
const PROBABILITY = 1e-5
/**
 * Half of the last digit of a radius, m: each of the two radii in a message is rounded, and is half of a radius that was already rounded. The
 * probability grows with the square of their sum.
 */
const RADIUS_DIGIT_M = 5e-5
const GPS_EPOCH = parseTime('1980-01-06T00:00:00', 'GPS')
const HOUR_S = 3600

const fileIn = ({ files }: Source, name: string): string => {
  const found = files.find((file) => nameOf(file) === name)
  if (found === undefined) throw new RangeError(`there is no ${name}`)
  return found
}

/** Notes the files of a folder that no comparison reads. */
function noteOthers(tally: Tally, { files }: Source, read: readonly string[], reason: string): void {
  const others = files.map(nameOf).filter((name) => !read.includes(name))
  tally.note(`${others.length} of ${files.length} files are not compared: ${reason}`)
}

function ask(tally: Tally, question: Parameters<typeof askBrahe>[1]): AnswerOfBrahe | null {
  const answer = askBrahe(PYTHON, question)
  if (answer === null) tally.skip('what brahe reads', NO_BRAHE)
  else tally.note(`compared with ${answer.version}, too`)
  return answer
}

/** The names about which brahe differs from the handbook, by their numbers, and why. */
const BRAHE_DIFFERS: Readonly<Record<string, string>> = {
  10: 'brahe reads no name of an object without a number',
  21: 'brahe takes any data type',
  31: 'brahe takes any extension',
}

function compareNames(tally: Tally, rows: readonly Json[]): void {
  for (const row of rows) {
    const text = row.text('name')
    tally.run(text, (check) => {
      const reading = parseEphemerisName(text)
      check.same(reading.ok, row.text('verdict') === 'valid', 'valid')
      if (!reading.ok) return
      const { dataType, frame, catalogue, objectName, dayOfYear, hour, minute, kind, metadata } = reading.name
      const found = [dataType, frame, catalogue, objectName, dayOfYear, hour, minute, kind, metadata]
      const columns = ['data_type', 'frame', 'catalogue', 'common_name', 'day', 'hour', 'minute', 'kind', 'metadata']
      for (const [index, column] of columns.entries()) check.same(String(found[index]), row.text(column), column)
      check.same(reading.name.classification, row.text('classification'), 'classification')
      const again = parseEphemerisName(formatEphemerisName(reading.name))
      check.same(JSON.stringify(again), JSON.stringify(reading), 'the name that is written')
    })
  }
  const answer = ask(tally, { names: rows.map((row) => row.text('name')), texts: [] })
  for (const [index, said] of answer?.names.entries() ?? []) {
    const different = BRAHE_DIFFERS[rows[index]?.text('n') ?? '']
    if (different !== undefined) tally.note(`${said.name}: ${different}`)
    else tally.run(`${said.name}, by brahe`, (check) => compareName(check, said))
  }
}

function compareName(check: Check, { name, refused, written, ...wanted }: AnswerOfBrahe['names'][number]): void {
  const reading = parseEphemerisName(name)
  check.same(reading.ok, refused === undefined, 'valid')
  if (!reading.ok) return
  for (const [field, value] of Object.entries(wanted)) check.same(Reflect.get(reading.name, field), value, field)
  check.same(formatEphemerisName(reading.name).toUpperCase(), written?.toUpperCase(), 'the name that is written')
}

/** Returns the element sets of a file in any notation. */
function setsOf(file: string): ElementSet[] {
  if (/\.(?:tle|3le)$/.test(file))
    return [...readTles(readText(file).split(/\r?\n/))].map((entry) => {
      if (!entry.ok) throw new Error(entry.message)
      return entry.elements
    })
  return readMessages(readMessage(file), { strict: false }).messages.map(({ reading }) => {
    const any = resultOf(reading).message
    if (any.kind !== 'OMM') throw new Error(`a ${any.kind}`)
    return toElementSet(any.message)
  })
}

const ELEMENTS = [
  ['meanMotionRevPerDay', 'MEAN_MOTION'],
  ['eccentricity', 'ECCENTRICITY'],
  ['inclinationDeg', 'INCLINATION'],
  ['raanDeg', 'RA_OF_ASC_NODE'],
  ['argPeriapsisDeg', 'ARG_OF_PERICENTER'],
  ['meanAnomalyDeg', 'MEAN_ANOMALY'],
  ['bstar', 'BSTAR'],
  ['noradId', 'NORAD_CAT_ID'],
  ['elementSetNumber', 'ELEMENT_SET_NO'],
  ['revolutionAtEpoch', 'REV_AT_EPOCH'],
  ['meanMotionDotRevPerDay2', 'MEAN_MOTION_DOT'],
  ['meanMotionDdotRevPerDay3', 'MEAN_MOTION_DDOT'],
] as const

/** Compares a set, read from one of the formats, with the numbers of the JSON answer, which any JSON parser can read. */
function compareElements(check: Check, set: ElementSet | undefined, row: Json, file: string): void {
  if (set === undefined) throw new RangeError('there is no such element set')
  const isTle = /\.(?:tle|3le)$/.test(file)
  const published = toPublished(set)
  check.same(set.objectName, row.text('OBJECT_NAME'), 'name')
  for (const [field, keyword] of ELEMENTS) {
    const [found, wanted] = [published[field], row.number(keyword)]
    if (isTle && field === 'eccentricity') check.near('eccentricity of a TLE', found, wanted, TLE_ECCENTRICITY)
    else if (isTle && field === 'bstar') check.near('B* of a TLE', found, wanted, TLE_BSTAR)
    else if (isTle && field === 'elementSetNumber') check.same(found, 999, field)
    else check.relative('elements', found, wanted, ROUNDINGS)
  }
  check.time(isTle ? 'epoch of a TLE' : 'epoch', set.epoch, parseTime(row.text('EPOCH')), isTle ? TLE_EPOCH_S : 0)
}

function compareSets(tally: Tally, source: Source, json: string, others: readonly string[]): void {
  const rows = readJson(fileIn(source, json)).rows()
  for (const name of [json, ...others])
    for (const [index, row] of rows.entries())
      tally.run(`${name}, ${row.text('OBJECT_NAME')}`, (check) => {
        const file = fileIn(source, name)
        compareElements(check, setsOf(file)[index], row, name)
      })
}

function compareSpaceTrack(tally: Tally, source: Source): void {
  compareNames(tally, readTable(fileIn(source, 'ephemeris-names.csv')))
  compareSets(tally, source, 'gp.json', ['gp.csv', 'gp.3le'])
  const rows = readTable('tracss-ivv/ivv_sfsh.csv')
  for (const { reading } of readMessages(readMessage(fileIn(source, 'cdm.kvn')), { strict: false }).messages) {
    const any = resultOf(reading).message
    if (any.kind !== 'CDM') throw new Error(`a ${any.kind}`)
    const [first, second] = any.message.objects.map(({ metadata }) => metadata.objectDesignator)
    tally.run(`cdm.kvn, ${first} and ${second}`, (check) => {
      const row = rows.find((one) => one.text('obj1') === first && one.text('obj2') === second)
      if (row === undefined) throw new RangeError('the key has no such row')
      const { tca, missDistanceM, collisionProbability } = any.message.relative
      check.time('TCA', tca, parseTime(row.text('epoch').replace(' ', 'T')), 0)
      check.near('miss distance', missDistanceM, row.number('min_range') * 1000, 2e-3, 'm')
      check.relative('probability as printed', collisionProbability, row.number('prob'), 1e-7)
      const radius = findHardBodyRadius(any.message)?.radiusM ?? Number.NaN
      const limit = PROBABILITY + (2 * 3 * RADIUS_DIGIT_M) / radius
      check.relative('probability', circleAsGiven(encounterOfCdm(any.message), radius), row.number('prob'), limit)
    })
  }
  const read = ['ephemeris-names.csv', 'gp.json', 'gp.csv', 'gp.3le', 'cdm.kvn']
  noteOthers(tally, source, read, 'they are answers of a service, which the tests of its client use')
}

function compareMeme(check: Check, expected: Json, file: string): void {
  const table = resultOf(readMemeTable([readBytes(file)], { strict: false })).message
  const text = resultOf(readMeme(readMessage(file), { strict: false })).message
  const reading = parseEphemerisName(nameOf(file))
  if (!reading.ok) throw new RangeError(reading.reason)
  const { created, start, stop, stepS } = table.header
  check.time('created', created ?? undefined, parseTime(expected.text('created_utc')), 0)
  check.time('start', start ?? undefined, parseTime(expected.text('start_utc')), 0)
  check.same(stepS, expected.number('step_s'), 'step')
  check.same(reading.name.frame, expected.text('frame_of_states'), 'frame of the states')
  check.same(table.header.covarianceFrame, expected.text('frame_of_covariance').replace('UVW', 'RTN'), 'its frame')
  check.same(reading.name.noradId, expected.number('catalogue'), 'number')
  const inName = addSeconds(GPS_EPOCH, expected.number('stop_gps_seconds_in_name'))
  check.time('end in the name', reading.name.stop ?? undefined, inName, 0)
  check.time('end in the name', stop ?? undefined, inName, 0)
  // The name has no seconds.
  const begin = parseTime(expected.text('start_utc'))
  check.near('start in the name', secondsBetween(startOfName(reading.name, begin), begin), 30, 30, 's')
  const records = expected.rows('records')
  check.same(table.count, records.length, 'records')
  for (const [index, record] of records.entries()) {
    const [state, matrix] = [stateAt(table, index), matrixAt(table.covariances, index)]
    check.time('epoch', state.epoch, parseTime(record.text('utc')), 0)
    for (const [place, value] of [...state.r, ...state.v].entries())
      check.relative('states', value, record.number('state_km', place) * 1000, ROUNDINGS)
    const lower = matrix.flatMap((row, i) => row.slice(0, i + 1))
    for (const [place, value] of lower.entries())
      check.relative('covariances', value, record.number('covariance_lower_rows', place) * 1e6, ROUNDINGS)
    const isSame = JSON.stringify([text.states[index], text.covariances[index]?.matrix])
    check.same(isSame, JSON.stringify([state, matrix]), 'the same from text')
  }
}

/** Compares our reading of a text with brahe's reading. */
function compareText(check: Check, { text, refused, states = [], covariances = [] }: TextOfBrahe): void {
  check.same(refused, undefined, 'refused by brahe')
  const { message } = resultOf(readMeme(text, { strict: false }))
  check.same(message.states.length, states.length, 'states')
  for (const [index, [time, ...numbers]] of states.entries()) {
    const { epoch, r = [], v = [] } = message.states[index] ?? {}
    check.same(epoch && JSON.stringify(epoch), JSON.stringify(parseTime(time)), 'epoch')
    for (const [place, value] of [...r, ...v].entries())
      check.relative('states of brahe', value, numbers[place], ROUNDINGS)
    for (const [i, row] of message.covariances[index]?.matrix.entries() ?? [])
      for (const [j, value] of row.entries())
        check.relative('covariances of brahe', value, covariances[index]?.[i]?.[j], ROUNDINGS)
  }
}

function compareSigmas(tally: Tally, source: Source): void {
  const rows = readTable(fileIn(source, 'sigma-by-age.csv'))
  for (const [of, own] of Map.groupBy(rows, (row) => row.text('source'))) {
    const file = source.files.find((one) => nameOf(one).startsWith(of))
    tally.run(`${of}: sigma by age`, (check) => {
      const watch = watchFlatCovariance()
      for (const [index, row] of own.entries()) {
        const sigmas = row.pick('sigma_u_m', 'sigma_v_m', 'sigma_w_m')
        const [uu = 0, vv = 0, ww = 0] = sigmas.map((sigma) => sigma ** 2)
        watch.take(addSeconds(GPS_EPOCH, row.number('hours_after_start') * HOUR_S), [uu, 0, vv, 0, 0, ww])
        if (file === undefined) continue
        const matrix = resultOf(readMeme(readMessage(file), { strict: false })).message.covariances[index]?.matrix
        for (const [axis, sigma] of sigmas.entries())
          check.near('sigma', Math.sqrt(matrix?.[axis]?.[axis] ?? Number.NaN), sigma, 5.1e-7, 'm')
      }
      const hours = watch.from && secondsBetween(GPS_EPOCH, watch.from) / HOUR_S
      // The published figures are the same from 12 h on; an excerpt of ten minutes has no envelope.
      check.same(hours, file === undefined ? 12 : null, 'hours at which the envelope begins')
    })
  }
}

function compareStarlink(tally: Tally, source: Source): void {
  const excerpts = readJson(fileIn(source, 'meme-expected.json')).rows()
  for (const expected of excerpts)
    tally.run(expected.text('file'), (check) => compareMeme(check, expected, fileIn(source, expected.text('file'))))
  for (const name of readLines(fileIn(source, 'MANIFEST.txt')))
    tally.run(`MANIFEST.txt: ${name}`, (check) => {
      const reading = parseEphemerisName(name)
      const [, number, objectName] = name.split('_')
      check.same(reading.ok && reading.name.noradId, Number(number), 'number')
      check.same(reading.ok && reading.name.objectName, objectName, 'name')
    })
  compareSigmas(tally, source)
  for (const row of readTable(fileIn(source, 'gps-nanoseconds.csv')))
    tally.run(`GPS nanoseconds of ${row.text('utc')}`, (check) => {
      const { taiS, taiFs } = parseTime(row.text('utc'))
      const nanoseconds = BigInt(taiS - GPS_EPOCH.taiS) * 1_000_000_000n + BigInt(Math.round(taiFs / 1e6))
      check.same(String(nanoseconds), row.text('gps_nanoseconds'), 'nanoseconds')
    })
  const files = excerpts.map((expected) => fileIn(source, expected.text('file')))
  const answer = ask(tally, { names: readLines(fileIn(source, 'MANIFEST.txt')), texts: files.map(readText) })
  for (const said of answer?.names ?? []) tally.run(`${said.name}, by brahe`, (check) => compareName(check, said))
  for (const [index, said] of answer?.texts.entries() ?? [])
    tally.run(`${nameOf(files[index] ?? '')}, by brahe`, (check) => compareText(check, said))
  const read = ['MANIFEST.txt', 'meme-expected.json', 'sigma-by-age.csv', 'gps-nanoseconds.csv', ...files.map(nameOf)]
  noteOthers(tally, source, read, 'coordination with Starlink has an issue of its own')
}

function compareCelestrak(tally: Tally, source: Source): void {
  compareSets(tally, source, 'gp-100000.json', ['gp-100000.csv', 'gp-100000.kvn'])
  compareSets(tally, source, 'gp-25544.json', ['gp-25544.csv', 'gp-25544.kvn', 'gp-25544.tle'])
  compareSets(tally, source, 'gp.json', ['gp.csv'])
  compareSets(tally, source, 'supgp.json', [])
  const sets = setsOf(fileIn(source, 'supgp.json'))
  for (const row of readTable(fileIn(source, 'supgp-choice.csv')))
    tally.run(`${row.text('catalogue')} at ${row.text('instant_utc')}`, (check) => {
      const own = sets.filter(({ noradId }) => noradId === row.number('catalogue'))
      const chosen = elementSetAt(own, parseTime(row.text('instant_utc')))
      check.same(chosen === null ? '' : formatTime(chosen.epoch, { digits: 6 }), row.text('expected_epoch'), 'epoch')
    })
  const read = source.files
    .map(nameOf)
    .filter((name) => /^(?:gp[-.]|supgp[-.])/.test(name) && !/404|not-updated/.test(name))
  noteOthers(tally, source, read, 'they say that there are no data, or list the answers')
}

export const EXCHANGE_SETS: readonly ReferenceSet[] = [
  { name: 'exchange/space-track/*', compare: compareSpaceTrack },
  { name: 'exchange/starlink/*', compare: compareStarlink },
  { name: 'exchange/celestrak/*', compare: compareCelestrak },
  { name: 'exchange/tracss/*', notCovered: 'messages and answers of TraCSS, whose reader has an issue of its own' },
]
