import { formatCatalogueNumber, parseCatalogueNumber } from '@apsis/astro/sgp4/catalogue-number.ts'
import { toPublished } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4Minutes } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { Omm } from '@apsis/ccsds/omm/omm.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { nameOf, onlyFile, readJson, readLines, readText, stateAt } from './run/collection.ts'
import { ofFiles, type ReferenceSet, type Source } from './run/set.ts'
import { type Check, resultOf, type Tally } from './run/tally.ts'

interface Verification {
  readonly id: string
  readonly lines: readonly [string, string]
  /** Each row contains the minutes from the epoch, the position in km and the velocity in km/s. */
  readonly rows: readonly (readonly number[])[]
  /**
   * True if the file repeats the numbers of the previous object here, because the program that printed them computed none for this object.
   */
  readonly isRepeated: boolean
}

const isSameState = (a: readonly number[] = [], b: readonly number[] = []) => a.slice(1).join() === b.slice(1).join()

function readVerification(): Verification[] {
  const lines = readLines(onlyFile('sgp4/*VER*.TLE')).filter((line) => /^[12] /.test(line))
  const sequences = readText(onlyFile('sgp4/*ver*.out'))
    .split(/^(?=\d+ xx)/m)
    .filter((block) => block.trim() !== '')
  const found: Verification[] = []
  for (const [index, block] of sequences.entries()) {
    const [, ...texts] = block.trimEnd().split(/\r?\n/)
    const [first = '', second = ''] = lines.slice(2 * index, 2 * index + 2)
    const rows = texts.map((row) => row.trim().split(/\s+/).slice(0, 7).map(Number))
    const isRepeated = rows.length > 0 && isSameState(rows[0], found.at(-1)?.rows.at(-1))
    found.push({ id: first.slice(2, 7), lines: [first, second], rows, isRepeated })
  }
  return found
}

/** Returns false for sets that were changed by hand so that they fail: they keep the checksum of the original line. */
function hasChecksums({ lines }: Verification): boolean {
  try {
    parseTle(lines[0], lines[1].slice(0, 69))
    return true
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}

function modelOf(set: Verification) {
  const checksum = hasChecksums(set) ? 'verify' : 'ignore'
  return initSgp4(parseTle(set.lines[0], set.lines[1].slice(0, 69), { checksum }))
}

function compareElements(tally: Tally): void {
  for (const set of readVerification()) {
    tally.run(set.id, (check) => {
      const model = modelOf(set)
      // The element set is followed by start, stop and step, min. A sequence ends before its stop if there is no state.
      const [, stop = 0, step = 1] = set.lines[1].slice(69).trim().split(/\s+/).map(Number)
      const last = set.rows.at(-1)?.[0] ?? 0
      const isWhole = last >= stop && !set.isRepeated
      const state = propagateSgp4Minutes(model, isWhole || set.isRepeated ? last : last + step)
      check.holds(state.ok === isWhole, `states to ${last} of ${stop} min, and a reason why there are no more`)
    })
  }
  const handMade = readVerification().filter((set) => !hasChecksums(set))
  const names = handMade.map(({ id }) => id).join(', ')
  if (handMade.length > 0) tally.note(`${names} carry the checksum of another line and are read without verifying it`)
}

function compareStates(tally: Tally): void {
  for (const set of readVerification()) {
    const model = modelOf(set)
    for (const row of set.rows) {
      tally.run(`${set.id} at ${row[0]} min`, (check) => {
        const state = propagateSgp4Minutes(model, row[0] ?? 0)
        if (set.isRepeated) return check.holds(!state.ok, 'an error')
        const [found, printed] = [resultOf(state), stateAt(row, 1000, 1)]
        check.apart('position', found.r, printed.r, 1e-6, 'km')
        // The velocity is printed to 1e-9 km/s: half of that in each of three components is 0.9e-9.
        check.apart('velocity', found.v, printed.v, 1e-9, 'km/s')
      })
    }
  }
  for (const { id } of readVerification().filter(({ isRepeated }) => isRepeated)) {
    tally.note(`${id}: the file repeats the state of the object before; an error is expected`)
  }
}

function ommOf(path: string): Omm {
  const [found] = readMessages(readText(path), { strict: false }).messages
  if (found === undefined || !found.reading.ok || found.reading.message.kind !== 'OMM') throw new Error('no OMM')
  return found.reading.message.message
}

/** Returns the text of a keyword in the file, found without any reader of messages. */
function valueIn(form: string, text: string, keyword: string): string {
  if (form === 'xml') return new RegExp(`<${keyword}>([^<]*)<`).exec(text)?.[1] ?? ''
  if (form === 'json') return new RegExp(`"${keyword}": "?([^",\n]*)`).exec(text)?.[1] ?? ''
  const [names = '', values = ''] = text.split(/\r?\n/)
  return values.split(',')[names.split(',').indexOf(keyword)] ?? ''
}

function compareSampleOmm(check: Check, file: string): void {
  const wanted = (keyword: string) => valueIn(file.slice(file.lastIndexOf('.') + 1), readText(file), keyword)
  const set = toPublished(toElementSet(ommOf(file)))
  const numbers: Record<string, number> = {
    MEAN_MOTION: set.meanMotionRevPerDay,
    ECCENTRICITY: set.eccentricity,
    INCLINATION: set.inclinationDeg,
    RA_OF_ASC_NODE: set.raanDeg,
    ARG_OF_PERICENTER: set.argPeriapsisDeg,
    MEAN_ANOMALY: set.meanAnomalyDeg,
    BSTAR: set.bstar,
    NORAD_CAT_ID: set.noradId,
    MEAN_MOTION_DOT: set.meanMotionDotRevPerDay2,
    REV_AT_EPOCH: set.revolutionAtEpoch,
  }
  // Degrees and revolutions were converted to radians and back, so they differ by rounding.
  for (const [keyword, value] of Object.entries(numbers))
    check.relative('element, relative', value, Number(wanted(keyword)), 4.5e-16)
  check.holds(formatTime(set.epoch, { digits: 6 }) === wanted('EPOCH'), `EPOCH is ${wanted('EPOCH')}`)
  check.holds(set.internationalDesignator === wanted('OBJECT_ID'), `OBJECT_ID is ${wanted('OBJECT_ID')}`)
}

function compareTleCases(tally: Tally, { files: [file = ''] }: Source): void {
  const cases = readJson(file)
  const vanguard = cases.at('gravity_models')
  tally.run('WGS-72', (check) => {
    const model = initSgp4(parseTle(vanguard.text('line1'), vanguard.text('line2')))
    const state = resultOf(propagateSgp4Minutes(model, vanguard.number('tsince_min')))
    check.apart('position', state.r, vanguard.vector('WGS72', 1000), vanguard.number('abs_tol_km'), 'km')
  })
  for (const [satnum, text] of cases.rows('alpha5').map((row) => [row.number('satnum'), row.text('text')] as const))
    tally.run(`Alpha-5 ${text}`, (check) =>
      check.holds(parseCatalogueNumber(text) === satnum && formatCatalogueNumber(satnum) === text, `${satnum}`),
    )
  tally.run('catalogue numbers above 339999', (check) => check.refused(() => formatCatalogueNumber(340_000)))
  for (const row of cases.rows('accept')) {
    tally.run(row.text('why'), (check) => {
      const set = parseTle(row.text('line1'), row.text('line2'))
      const expected = row.at('expect')
      const compare = (key: string, found: string | number) =>
        check.same(found, expected.has(key) ? expected.at(key).value : found, key)
      compare('satnum', set.noradId)
      compare('intldesg', set.internationalDesignator.replace(/^\d\d(\d\d)-/, '$1'))
      check.same(set.classification, expected.text('classification') || 'U', 'classification')
    })
  }
  for (const row of cases.rows('reject')) {
    const line1 = row.has('line1') ? row.text('line1') : row.text('line')
    const line2 = row.has('line2') ? row.text('line2') : vanguard.text('line2')
    tally.run(row.text('why'), (check) => check.refused(() => parseTle(line1, line2)))
  }
  tally.note('WGS72OLD and WGS84: Apsis has WGS-72 only, as the elements do')
}

/** Words in the names of these files that announce a fault; all other files must be read completely. */
const FAULTY = /one-line|missing|unexpected|extra|wrong|bad|invalid/

function compareTleFile(check: Check, file: string): void {
  const entries = [...readTles(readText(file).split('\n'))]
  const faults = entries.filter(({ ok }) => !ok).length
  const isFaulty = FAULTY.test(nameOf(file))
  check.holds(faults > 0 === isFaulty, `${isFaulty ? 'faults' : 'no fault'}: ${faults} of ${entries.length} entries`)
  check.holds(entries.length > faults || isFaulty, 'there are element sets')
}

export const SGP4_SETS: readonly ReferenceSet[] = [
  { name: 'sgp4/*VER*.TLE', compare: compareElements },
  { name: 'sgp4/*ver*.out', compare: compareStates },
  ofFiles('sgp4/*_omm.*', compareSampleOmm),
  { name: 'sgp4/*parsing_cases*.json', compare: compareTleCases },
  ofFiles('sgp4/tle_format/*', compareTleFile),
]
