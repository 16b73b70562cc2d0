import { combinedRadius } from '@apsis/astro/body/hard-body-radius.ts'
import { CARA_TOLERANCE_S, groupUpdates } from '@apsis/astro/conjunction/group-updates.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import type { AngleMeasurement } from '@apsis/astro/measurement/angles.ts'
import { associate, type Candidate } from '@apsis/astro/measurement/associate.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { cell, numberCell, onlyFile, readJson, readTable, readText, vectorAt } from './collection.ts'
import { relative } from './encounter-objects.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import { countsIn } from './sgp4-sets.ts'
import type { Tally } from './tally.ts'

interface TrackCase {
  readonly case: string
  readonly track: string
  readonly catalogue: string
  readonly n_obs: number
  readonly start: string
  readonly end: string
  readonly expected_norad_id: number
  readonly derived_median_angular_distance_arcsec: number
  readonly derived_range_residual_km?: { readonly mean: number; readonly std: number }
}

const ASSOCIATION = 'association/expected.json'
const ARCSECOND = degToRad(1 / 3600)

function readTrack(file: string): { readonly origin: Epoch; readonly track: readonly AngleMeasurement[] } {
  const rows = readTable(`association/${file}`)
  const origin = parseTime(cell(rows[0] ?? {}, 'utc'))
  const track = rows.map((row): AngleMeasurement => {
    const site = ['x', 'y', 'z'].map((axis) => numberCell(row, `site_${axis}_gcrf_km`))
    return {
      seconds: secondsBetween(origin, parseTime(cell(row, 'utc'))),
      raRad: degToRad(numberCell(row, 'ra_deg')),
      decRad: degToRad(numberCell(row, 'dec_deg')),
      observer: { r: vectorAt(site, 0, 1000), v: [0, 0, 0] },
      sigmaRad: 10 * ARCSECOND,
      // The makers of the set computed where the object is, not where it is seen.
      reduction: 'geometric',
    }
  })
  return { origin, track }
}

function readCandidates(file: string, origin: Epoch): Candidate[] {
  return [...readTles(readText(`association/${file}`).split('\n'))].map((entry) => {
    if (!entry.ok) throw new Error(`${file}, line ${entry.line}: ${entry.message}`)
    const model = initSgp4(entry.elements)
    return {
      id: String(entry.elements.noradId),
      at: (seconds) => {
        const epoch = addSeconds(origin, seconds)
        const state = propagateSgp4(model, epoch)
        if (!state.ok) return null
        return rotateState(rotationBetween('TEME', 'EME2000', earthAt(epoch)), state)
      },
    }
  })
}

const OPTIONS = { metric: 'ANGULAR_DISTANCE', largestTimeBiasS: 0 } as const

function compareTracks(tally: Tally, { files }: Source): void {
  for (const row of readJson<{ cases: TrackCase[] }>(ASSOCIATION).cases) {
    const { origin, track } = readTrack(row.track)
    tally.run(`${row.case}: measurements`, (check) => {
      check.holds(track.length === row.n_obs, `${row.n_obs} measurements, not ${track.length}`)
      const last = addSeconds(origin, track.at(-1)?.seconds ?? Number.NaN)
      check.holds(`${formatTime(origin, { digits: 0 })}Z` === row.start, `from ${row.start}`)
      check.holds(`${formatTime(last, { digits: 0 })}Z` === row.end, `to ${row.end}`)
    })
    const residual = row.derived_range_residual_km
    if (residual === undefined) continue
    tally.run(`${row.case}: ranges`, (check) => {
      const object = readCandidates(row.catalogue, origin).find(({ id }) => id === String(row.expected_norad_id))
      const errors = readTable(`association/${row.track}`).map((line, index) => {
        const { seconds = 0, observer } = track[index] ?? {}
        const state = object?.at(seconds)
        if (!state || observer === undefined) throw new Error('no state')
        // Computed less measured, as the makers have it.
        return norm(subtract(state.r, observer.r)) / 1000 - numberCell(line, 'range_km')
      })
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
      // The noise of a range is 9 m; the mean of 18 has a fifth of it. The makers round to 0.1 m.
      check.within('mean of the ranges', { error: Math.abs(mean - residual.mean), limit: 1e-4, unit: 'km' })
    })
  }
  for (const file of files.filter((name) => name.endsWith('.dat'))) {
    tally.skip(file, 'it has azimuth and elevation in axes of its satellite that are not described')
  }
}

function compareAssociation(tally: Tally): void {
  for (const row of readJson<{ cases: TrackCase[] }>(ASSOCIATION).cases) {
    const { origin, track } = readTrack(row.track)
    const candidates = readCandidates(row.catalogue, origin)
    const id = String(row.expected_norad_id)
    tally.run(`${row.case}: ${id} of ${candidates.length}`, (check) => {
      const { best, isAmbiguous } = associate(track, candidates, OPTIONS)
      check.holds(best?.id === id && !isAmbiguous, `${id}, not ${best?.id}`)
      const arcsec = radToDeg(best?.median ?? Number.NaN) * 3600
      const error = Math.abs(arcsec - row.derived_median_angular_distance_arcsec)
      check.within('median', { error, limit: 3, unit: '″' })
    })
    tally.run(`${row.case} without ${id}`, (check) => {
      const others = candidates.filter((candidate) => candidate.id !== id)
      check.holds(associate(track, others, OPTIONS).best === null, 'not associated')
    })
  }
}

function compareCatalogues(tally: Tally, { files, description }: Source): void {
  const left = countsIn(description)
  for (const file of files) {
    tally.run(file, (check) => {
      const entries = [...readTles(readText(file).split('\n'))]
      const found = entries.filter(({ ok }) => ok).length
      check.holds(found === entries.length && found > 0, `${entries.length} objects, not ${found}`)
      // INDEX.md says how many each of them has, in an order of its own.
      const place = left.indexOf(found)
      check.holds(place >= 0, `INDEX.md names a catalogue of ${found} objects`)
      if (place >= 0) left.splice(place, 1)
    })
  }
}

interface EventCounts {
  readonly primary: number
  readonly n_updates: number
  readonly n_events: number
}

const HISTORY = 'events/cdm_history_*.csv'
const EVENTS = 'events/events_*expected.csv'
const EVENT_COUNTS = 'events/expected*.json'

const readUpdates = () => {
  const { primary } = readJson<EventCounts>(onlyFile(EVENT_COUNTS))
  return readTable(onlyFile(HISTORY)).map((row) => ({
    objects: [String(primary), cell(row, 'secondary')] as const,
    tca: parseTime(cell(row, 'tca_utc')),
    row: cell(row, 'row'),
  }))
}

function compareHistory(tally: Tally): void {
  const { n_updates, n_events } = readJson<EventCounts>(onlyFile(EVENT_COUNTS))
  tally.run('updates and events', (check) => {
    const updates = readUpdates()
    check.holds(updates.length === n_updates, `${n_updates} updates`)
    check.holds(groupUpdates(updates, CARA_TOLERANCE_S).length === n_events, `${n_events} events`)
  })
}

function compareEvents(tally: Tally): void {
  const found = new Set(groupUpdates(readUpdates()).map((group) => group.map(({ row }) => row).join(' ')))
  for (const event of readTable(onlyFile(EVENTS))) {
    tally.run(`event ${cell(event, 'event')}`, (check) =>
      check.holds(found.has(cell(event, 'rows')), 'the same updates'),
    )
  }
}

function compareRadii(tally: Tally, { files: [file = ''] }: Source): void {
  const rows = readTable(file).filter(({ HBR }) => HBR !== '')
  const objects = rows.map((row) => ({ radiusM: numberCell(row, 'HBR'), sigmaM: numberCell(row, 'HBRSigma') }))
  objects.slice(1).forEach((object, index) => {
    const other = objects[index] ?? object
    tally.run(`objects ${index + 1} and ${index + 2}`, (check) => {
      // The formula of INDEX.md.
      const wanted = Math.sqrt((object.radiusM + other.radiusM) ** 2 + object.sigmaM ** 2 + other.sigmaM ** 2)
      const error = relative(combinedRadius(object, other), wanted)
      check.within('relative', { error, limit: 1e-15, unit: '' })
    })
  })
}

export const CATALOGUE_SETS: readonly ReferenceSet[] = [
  { name: 'association/case_*', compare: compareTracks },
  { name: ASSOCIATION, compare: compareAssociation },
  { name: 'association/tle_*.txt', compare: compareCatalogues },
  { name: HISTORY, compare: compareHistory },
  { name: EVENTS, compare: compareEvents },
  { name: 'hbr/*.csv', compare: compareRadii },
]
