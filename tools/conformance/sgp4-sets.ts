import { GM_EARTH } from '@apsis/astro/constants.ts'
import { formatCatalogueNumber, parseCatalogueNumber } from '@apsis/astro/sgp4/catalogue-number.ts'
import { type ElementSet, toPublished } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4Minutes } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { Omm } from '@apsis/ccsds/omm/omm.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { onlyFile, readJson, readLines, readMessage, readText, vectorAt } from './collection.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Tally } from './tally.ts'

interface Verification {
  readonly id: string
  readonly lines: readonly [string, string]
  /** Minutes from epoch, km, km/s. */
  readonly rows: readonly (readonly number[])[]
  /** Whether its numbers are those of the object before it: the program that printed them had none of its own. */
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

/** Some are made by hand to fail, with the checksum of the line they come from. */
function hasChecksums({ lines }: Verification): boolean {
  return !isRefused(() => parseTle(lines[0], lines[1].slice(0, 69)))
}

function modelOf(set: Verification) {
  const checksum = hasChecksums(set) ? 'verify' : 'ignore'
  return initSgp4(parseTle(set.lines[0], set.lines[1].slice(0, 69), { checksum }))
}

function compareElements(tally: Tally): void {
  for (const set of readVerification()) {
    tally.run(set.id, (check) => {
      const model = modelOf(set)
      // Behind the element set: start, stop and step, min. A sequence ends before its stop where there is no state.
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
        if (set.isRepeated) {
          check.holds(!state.ok, 'an error')
          return
        }
        if (!state.ok) throw new Error(state.reason)
        const apart = norm(subtract(state.r, vectorAt(row, 1, 1000))) / 1000
        const faster = norm(subtract(state.v, vectorAt(row, 4, 1000))) / 1000
        check.within('position', { error: apart, limit: 1e-6, unit: 'km' })
        // Printed to 1e-9 km/s: half of that in each of three components is 0.9e-9.
        check.within('velocity', { error: faster, limit: 1e-9, unit: 'km/s' })
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

/** The text that the file has for a keyword, found without a reader of messages. */
function valueIn(form: string, text: string, keyword: string): string {
  if (form === 'xml') return new RegExp(`<${keyword}>([^<]*)<`).exec(text)?.[1] ?? ''
  if (form === 'json') return new RegExp(`"${keyword}": "?([^",\n]*)`).exec(text)?.[1] ?? ''
  const [names = '', values = ''] = text.split(/\r?\n/)
  return values.split(',')[names.split(',').indexOf(keyword)] ?? ''
}

function compareSampleOmm(tally: Tally, { files }: Source): void {
  for (const file of files) {
    const form = file.slice(file.lastIndexOf('.') + 1)
    const wanted = (keyword: string) => valueIn(form, readText(file), keyword)
    tally.run(form, (check) => {
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
      for (const [keyword, value] of Object.entries(numbers)) {
        const error = Math.abs(value / Number(wanted(keyword)) - 1)
        // Degrees and revolutions go to radians and back.
        check.within('element, relative', { error, limit: 4.5e-16, unit: '' })
      }
      check.holds(formatTime(set.epoch, { digits: 6 }) === wanted('EPOCH'), `EPOCH is ${wanted('EPOCH')}`)
      check.holds(set.internationalDesignator === wanted('OBJECT_ID'), `OBJECT_ID is ${wanted('OBJECT_ID')}`)
    })
  }
}

interface TleCases {
  readonly gravity_models: { line1: string; line2: string; tsince_min: number; abs_tol_km: number; WGS72: number[] }
  readonly alpha5: readonly { satnum: number; text: string }[]
  readonly accept: readonly {
    why: string
    line1: string
    line2: string
    expect?: { satnum?: number; intldesg?: string; classification?: string }
  }[]
  readonly reject: readonly { why: string; line?: string; line1?: string; line2?: string }[]
}

function compareTleCases(tally: Tally, { files: [file = ''] }: Source): void {
  const { gravity_models: vanguard, alpha5, accept, reject } = readJson<TleCases>(file)
  tally.run('WGS-72', (check) => {
    const state = propagateSgp4Minutes(initSgp4(parseTle(vanguard.line1, vanguard.line2)), vanguard.tsince_min)
    if (!state.ok) throw new Error(state.reason)
    const error = norm(subtract(state.r, vectorAt(vanguard.WGS72, 0, 1000))) / 1000
    check.within('position', { error, limit: vanguard.abs_tol_km, unit: 'km' })
  })
  for (const { satnum, text } of alpha5) {
    tally.run(`Alpha-5 ${text}`, (check) => {
      check.holds(parseCatalogueNumber(text) === satnum && formatCatalogueNumber(satnum) === text, `${satnum}`)
    })
  }
  tally.run('catalogue numbers above 339999', (check) => {
    check.holds(
      isRefused(() => formatCatalogueNumber(340_000)),
      'refused',
    )
  })
  for (const { why, line1, line2, expect } of accept) {
    tally.run(why, (check) => {
      const set = parseTle(line1, line2)
      const designator = set.internationalDesignator.replace(/^\d\d(\d\d)-/, '$1')
      check.holds((expect?.satnum ?? set.noradId) === set.noradId, `catalogue number ${expect?.satnum}`)
      check.holds((expect?.intldesg ?? designator) === designator, `designator ${expect?.intldesg}`)
      check.holds((expect?.classification ?? 'U') === set.classification, `classification ${expect?.classification}`)
    })
  }
  for (const { why, line, line1 = line ?? '', line2 = vanguard.line2 } of reject) {
    tally.run(why, (check) =>
      check.holds(
        isRefused(() => parseTle(line1, line2)),
        'refused',
      ),
    )
  }
  tally.note('WGS72OLD and WGS84: Apsis has WGS-72 only, as the elements do')
}

function isRefused(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return true
    throw error
  }
}

/** What the names of these files say of a fault; all others are to be read whole. */
const FAULTY = /one-line|missing|unexpected|extra|wrong|bad|invalid/

function compareTleFiles(tally: Tally, { files }: Source): void {
  for (const file of files) {
    tally.run(file, (check) => {
      const entries = [...readTles(readText(file).split('\n'))]
      const faults = entries.filter(({ ok }) => !ok).length
      const isFaulty = FAULTY.test(file.slice(file.lastIndexOf('/') + 1))
      check.holds(
        faults > 0 === isFaulty,
        `${isFaulty ? 'faults' : 'no fault'}: ${faults} of ${entries.length} entries`,
      )
      check.holds(entries.length > faults || isFaulty, 'there are element sets')
    })
  }
}

/** How many objects the index says there are: "26,834 objects"; all such numbers of the row, in order. */
export function countsIn(description: string): number[] {
  const [numbers] = /[\d,]+(?: \/ [\d,]+)* objects/.exec(description) ?? ['']
  return [...numbers.matchAll(/[\d,]+/g)].map(([text]) => Number(text.replaceAll(',', '')))
}

function compareCount(tally: Tally, { description }: Source, found: number): void {
  const [wanted] = countsIn(description)
  if (wanted === undefined) tally.note(`${found} objects; INDEX.md does not say how many there are`)
  else tally.run('all', (check) => check.holds(found === wanted, `${wanted} objects, not ${found}`))
}

// An orbit that reaches beyond the Moon's is none about the Earth alone, and SGP4 is no theory for it.
const BEYOND_THE_MOON_M = 5e8

/** Whether an element set says that its object leaves the Earth: no SGP4 has a state for that. */
function leavesTheEarth({ meanMotionRadPerS, eccentricity }: ElementSet): boolean {
  const semiMajorAxisM = Math.cbrt(GM_EARTH / meanMotionRadPerS ** 2)
  return semiMajorAxisM * (1 + eccentricity) > BEYOND_THE_MOON_M
}

function compareCatalogueCsv(tally: Tally, source: Source): void {
  const messages = source.files.flatMap((file) => readMessages(readMessage(file)).messages)
  for (const { reading } of messages) {
    tally.run('an object', (check) => {
      if (!reading.ok || reading.message.kind !== 'OMM') throw new Error('not read')
      const model = initSgp4(toElementSet(reading.message.message))
      check.holds(propagateSgp4Minutes(model, 0).ok, 'it has a state at its epoch')
    })
  }
  compareCount(tally, source, messages.length)
}

function compareCatalogueTles(tally: Tally, source: Source): void {
  const entries = source.files.flatMap((file) => [...readTles(readText(file).split('\n'))])
  const gone: string[] = []
  for (const entry of entries) {
    tally.run(`line ${entry.line}`, (check) => {
      if (!entry.ok) throw new Error(entry.message)
      const { ok } = propagateSgp4Minutes(initSgp4(entry.elements), 0)
      const isGone = leavesTheEarth(entry.elements)
      if (isGone && !ok) gone.push(entry.elements.objectName || String(entry.elements.noradId))
      check.holds(ok || isGone, 'it has a state at its epoch')
    })
  }
  if (gone.length > 0) tally.note(`${gone.join(', ')}: on the way from the Earth, where no SGP4 has a state`)
  compareCount(tally, source, entries.length)
}

export const SGP4_SETS: readonly ReferenceSet[] = [
  { name: 'sgp4/*VER*.TLE', compare: compareElements },
  { name: 'sgp4/*ver*.out', compare: compareStates },
  { name: 'sgp4/*_omm.*', compare: compareSampleOmm },
  { name: 'sgp4/*parsing_cases*.json', compare: compareTleCases },
  { name: 'sgp4/tle_format/*', compare: compareTleFiles },
  { name: 'catalogue/celestrak_gp_*.csv', compare: compareCatalogueCsv },
  { name: 'catalogue/spacetrack_3le_*.txt', compare: compareCatalogueTles },
]
