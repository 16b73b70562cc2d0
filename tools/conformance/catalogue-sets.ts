import { combinedRadius } from '@apsis/astro/body/hard-body-radius.ts'
import { CARA_TOLERANCE_S, cumulativeProbability, groupUpdates } from '@apsis/astro/conjunction/group-updates.ts'
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
import { cell, numberCell, readJson, readTable, readText, vectorAt } from './collection.ts'
import { relative } from './encounter-objects.ts'
import type { ReferenceSet } from './reference-set.ts'
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

function compareTracks(tally: Tally): void {
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
  tally.note(
    'the radar file of A1 has azimuth and elevation in axes of its satellite that are not described: not compared',
  )
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

function compareCatalogues(tally: Tally): void {
  for (const [file, objects] of Object.entries({
    'tle_20220524.txt': 4905,
    'tle_20220325.txt': 613,
    'tle_20220119.txt': 5207,
  })) {
    tally.run(file, (check) => {
      const found = [...readTles(readText(`association/${file}`).split('\n'))].filter(({ ok }) => ok).length
      check.holds(found === objects, `${objects} objects, not ${found}`)
    })
  }
}

interface EventCounts {
  readonly n_updates: number
  readonly n_events: number
  readonly counts: Readonly<Record<string, number>>
  readonly cumulative_pc_usable_last: number
}

const readUpdates = () =>
  readTable('events/cdm_history_43617.csv').map((row) => ({
    objects: ['43617', cell(row, 'secondary')] as const,
    tca: parseTime(cell(row, 'tca_utc')),
    row: cell(row, 'row'),
  }))

function compareHistory(tally: Tally): void {
  const { n_updates, n_events } = readJson<EventCounts>('events/expected.json')
  tally.run('updates and events', (check) => {
    const updates = readUpdates()
    check.holds(updates.length === n_updates, `${n_updates} updates`)
    check.holds(groupUpdates(updates, CARA_TOLERANCE_S).length === n_events, `${n_events} events`)
  })
}

function compareEvents(tally: Tally): void {
  const found = new Set(groupUpdates(readUpdates()).map((group) => group.map(({ row }) => row).join(' ')))
  for (const event of readTable('events/events_43617_expected.csv')) {
    tally.run(`event ${cell(event, 'event')}`, (check) =>
      check.holds(found.has(cell(event, 'rows')), 'the same updates'),
    )
  }
}

function compareStatistics(tally: Tally): void {
  const { counts, cumulative_pc_usable_last } = readJson<EventCounts>('events/expected.json')
  const usable = readTable('events/events_43617_expected.csv').filter((event) => event.usable_last_update === '1')
  const last = usable.map((event) => numberCell(event, 'pc_last_usable'))
  tally.run('counts', (check) => {
    check.holds(usable.length === counts.events_with_usable_last_update, 'usable events')
    for (const limit of ['1e-07', '1e-06', '1e-05', '0.0001']) {
      const found = last.filter((pc) => pc >= Number(limit)).length
      check.holds(found === counts[`usable_last_update_pc_ge_${limit}`], `events of ${limit} and more`)
    }
  })
  tally.run('cumulative probability', (check) => {
    const error = relative(cumulativeProbability(last), cumulative_pc_usable_last)
    check.within('relative', { error, limit: 1e-9, unit: '' })
  })
  tally.note("event rates of CARA's semi-empirical model are no output of Apsis")
}

function compareRadii(tally: Tally): void {
  const rows = readTable('hbr/HBR_Mass_Estimates_20260601.csv').filter(({ HBR }) => HBR !== '')
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
  { name: 'association/case_A*', compare: compareTracks },
  { name: ASSOCIATION, compare: compareAssociation },
  { name: 'association/tle_*.txt', compare: compareCatalogues },
  { name: 'events/cdm_history_43617.csv', compare: compareHistory },
  { name: 'events/events_43617_expected.csv', compare: compareEvents },
  { name: 'events/expected.json', compare: compareStatistics },
  { name: 'hbr/HBR_Mass_Estimates_20260601.csv', compare: compareRadii },
]
