import { formatCatalogueNumber, parseCatalogueNumber } from '@apsis/astro/sgp4/catalogue-number.ts'
import { toPublished } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4Minutes } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import type { Omm } from '@apsis/ccsds/omm.ts'
import { toElementSet } from '@apsis/ccsds/omm-elements.ts'
import { readMessages } from '@apsis/ccsds/read-messages.ts'
import { listFiles, readJson, readLines, readMessage, readText, vectorAt } from './collection.ts'
import type { ReferenceSet } from './reference-set.ts'
import type { Tally } from './tally.ts'

interface Verification {
  readonly id: string
  readonly lines: readonly [string, string]
  /** Minutes from epoch, km, km/s. */
  readonly rows: readonly (readonly number[])[]
}

/** Made by hand to fail, with the checksum of the line they come from. */
const HAND_MADE = ['33333', '33334', '33335']
/** Fails at once in every SGP4: what the file has there are numbers of the object before. */
const FAILS_AT_EPOCH = '33334'

function readVerification(): Verification[] {
  const lines = readLines('sgp4/SGP4-VER.TLE').filter((line) => /^[12] /.test(line))
  const sequences = readText('sgp4/tcppver.out')
    .split(/^(?=\d+ xx)/m)
    .filter((block) => block.trim() !== '')
  return sequences.map((block, index) => {
    const [, ...rows] = block.trimEnd().split(/\r?\n/)
    const [first = '', second = ''] = lines.slice(2 * index, 2 * index + 2)
    return {
      id: first.slice(2, 7),
      lines: [first, second],
      rows: rows.map((row) => row.trim().split(/\s+/).slice(0, 7).map(Number)),
    }
  })
}

function modelOf({ id, lines }: Verification) {
  const checksum = HAND_MADE.includes(id) ? 'ignore' : 'verify'
  return initSgp4(parseTle(lines[0], lines[1].slice(0, 69), { checksum }))
}

function compareElements(tally: Tally): void {
  for (const set of readVerification()) {
    tally.run(set.id, (check) => {
      const model = modelOf(set)
      // Behind the element set: start, stop and step, min. A sequence ends before its stop where there is no state.
      const [, stop = 0, step = 1] = set.lines[1].slice(69).trim().split(/\s+/).map(Number)
      const last = set.rows.at(-1)?.[0] ?? 0
      const isWhole = last >= stop && set.id !== FAILS_AT_EPOCH
      const state = propagateSgp4Minutes(model, isWhole || set.id === FAILS_AT_EPOCH ? last : last + step)
      check.holds(state.ok === isWhole, `states to ${last} of ${stop} min, and a reason why there are no more`)
    })
  }
  tally.note(`${HAND_MADE.join(', ')} carry the checksum of another line and are read without verifying it`)
}

function compareStates(tally: Tally): void {
  for (const set of readVerification()) {
    const model = modelOf(set)
    for (const row of set.rows) {
      tally.run(`${set.id} at ${row[0]} min`, (check) => {
        const state = propagateSgp4Minutes(model, row[0] ?? 0)
        if (set.id === FAILS_AT_EPOCH) {
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
  tally.note(`${FAILS_AT_EPOCH}: the file repeats the state of the object before; an error is expected`)
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

function compareSampleOmm(tally: Tally): void {
  for (const form of ['csv', 'json', 'xml']) {
    const wanted = (keyword: string) => valueIn(form, readText(`sgp4/sample_omm.${form}`), keyword)
    tally.run(form, (check) => {
      const set = toPublished(toElementSet(ommOf(`sgp4/sample_omm.${form}`)))
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

function compareTleCases(tally: Tally): void {
  const { gravity_models: vanguard, alpha5, accept, reject } = readJson<TleCases>('sgp4/tle_parsing_cases.json')
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
    // The file says of one case what stands in it, but has the character replaced.
    const first = why.startsWith('non-ASCII') ? line1.replace('U', 'Ü') : line1
    tally.run(why, (check) =>
      check.holds(
        isRefused(() => parseTle(first, line2)),
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

function compareTleFiles(tally: Tally): void {
  for (const name of listFiles('sgp4/tle_format')) {
    tally.run(name, (check) => {
      const entries = [...readTles(readText(`sgp4/tle_format/${name}`).split('\n'))]
      const faults = entries.filter(({ ok }) => !ok).length
      const wanted = name === 'spot-5.tle' ? 0 : 1
      check.holds(faults === wanted, `${wanted} faults, found ${faults} of ${entries.length} entries`)
    })
  }
}

function compareCatalogueCsv(tally: Tally): void {
  const path = 'catalogue/celestrak_gp_2024-11-01.csv'
  for (const { reading } of readMessages(readMessage(path)).messages) {
    tally.run('an object', (check) => {
      if (!reading.ok || reading.message.kind !== 'OMM') throw new Error('not read')
      const model = initSgp4(toElementSet(reading.message.message))
      check.holds(propagateSgp4Minutes(model, 0).ok, 'it has a state at its epoch')
    })
  }
  tally.run('all', (check) => check.holds(tally.outcome.cases === 26_835, `26,834 objects`))
}

function compareCatalogueTles(tally: Tally): void {
  for (const entry of readTles(readText('catalogue/spacetrack_3le_2022-01-22.txt').split('\n'))) {
    tally.run(`line ${entry.line}`, (check) => {
      if (!entry.ok) throw new Error(entry.message)
      const { ok } = propagateSgp4Minutes(initSgp4(entry.elements), 0)
      check.holds(ok !== (entry.elements.objectName === 'JWST'), 'it has a state at its epoch')
    })
  }
  tally.note('JWST is on its way from the Earth with e = 0.99: SGP4 has no state, error 3, as in other implementations')
  tally.run('all', (check) => check.holds(tally.outcome.cases === 23_940, `23,939 objects`))
}

export const SGP4_SETS: readonly ReferenceSet[] = [
  { name: 'sgp4/SGP4-VER.TLE', compare: compareElements },
  { name: 'sgp4/tcppver.out', compare: compareStates },
  { name: 'sgp4/sample_omm.*', compare: compareSampleOmm },
  { name: 'sgp4/tle_parsing_cases.json', compare: compareTleCases },
  { name: 'sgp4/tle_format/*', compare: compareTleFiles },
  { name: 'catalogue/celestrak_gp_2024-11-01.csv', compare: compareCatalogueCsv },
  { name: 'catalogue/spacetrack_3le_2022-01-22.txt', compare: compareCatalogueTles },
]
