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
import { countsIn, readJson, readTable, readText } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

const EXPECTED = 'association/expected.json'
const SITE = ['x', 'y', 'z'].map((axis) => `site_${axis}_gcrf_km`)

function readTrack(file: string): { readonly origin: Epoch; readonly track: readonly AngleMeasurement[] } {
  const rows = readTable(`association/${file}`)
  const timeOf = (index: number) => parseTime(rows[index]?.text('utc') ?? '')
  const origin = timeOf(0)
  const track = rows.map((row, index): AngleMeasurement => {
    return {
      seconds: secondsBetween(origin, timeOf(index)),
      raRad: degToRad(row.number('ra_deg')),
      decRad: degToRad(row.number('dec_deg')),
      observer: { r: row.vector(SITE, 1000), v: [0, 0, 0] },
      sigmaRad: degToRad(10 / 3600),
      // The makers of the set computed the true place of the object, and not its apparent place.
      reduction: 'geometric',
    }
  })
  return { origin, track }
}

function readCandidates(file: string, origin: Epoch): Candidate[] {
  return [...readTles(readText(`association/${file}`).split('\n'))].map((each) => {
    if (!each.ok) throw new Error(`${file}, line ${each.line}: ${each.message}`)
    const model = initSgp4(each.elements)
    return {
      id: String(each.elements.noradId),
      at: (seconds) => {
        const epoch = addSeconds(origin, seconds)
        const state = propagateSgp4(model, epoch)
        return state.ok ? rotateState(rotationBetween('TEME', 'EME2000', earthAt(epoch)), state) : null
      },
    }
  })
}

function compareTracks(tally: Tally, { files }: Source): void {
  for (const row of readJson(EXPECTED).rows('cases')) {
    const { origin, track } = readTrack(row.text('track'))
    tally.run(`${row.text('case')}: measurements`, (check) => {
      const last = addSeconds(origin, track.at(-1)?.seconds ?? Number.NaN)
      check.same(track.length, row.number('n_obs'), 'measurements')
      check.same(`${formatTime(origin, { digits: 0 })}Z`, row.text('start'), 'from')
      check.same(`${formatTime(last, { digits: 0 })}Z`, row.text('end'), 'to')
    })
    if (!row.has('derived_range_residual_km')) continue
    tally.run(`${row.text('case')}: ranges`, (check) => {
      const candidates = readCandidates(row.text('catalogue'), origin)
      const object = candidates.find(({ id }) => id === row.text('expected_norad_id'))
      const errors = readTable(`association/${row.text('track')}`).map((line, index) => {
        const { seconds = 0, observer } = track[index] ?? {}
        const state = object?.at(seconds)
        if (!state || observer === undefined) throw new Error('no state')
        // The residual is computed minus measured, as the makers of the set define it.
        return norm(subtract(state.r, observer.r)) / 1000 - line.number('range_km')
      })
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
      // The noise of a range is 9 m; the mean of 18 ranges has about a quarter of it. The makers round to 0.1 m.
      check.near('mean of the ranges', mean, row.number('derived_range_residual_km', 'mean'), 1e-4, 'km')
    })
  }
  for (const file of files.filter((name) => name.endsWith('.dat')))
    tally.skip(file, 'it has azimuth and elevation in axes of its satellite that are not described')
}

const OPTIONS = { metric: 'ANGULAR_DISTANCE', largestTimeBiasS: 0 } as const

function compareAssociation(tally: Tally): void {
  for (const row of readJson(EXPECTED).rows('cases')) {
    const { origin, track } = readTrack(row.text('track'))
    const candidates = readCandidates(row.text('catalogue'), origin)
    const id = row.text('expected_norad_id')
    tally.run(`${row.text('case')}: ${id} of ${candidates.length}`, (check) => {
      const { best, isAmbiguous } = associate(track, candidates, OPTIONS)
      check.holds(best?.id === id && !isAmbiguous, `${id}, not ${best?.id}`)
      const arcsec = radToDeg(best?.median ?? Number.NaN) * 3600
      check.near('median', arcsec, row.number('derived_median_angular_distance_arcsec'), 3, '″')
    })
    tally.run(`${row.text('case')} without ${id}`, (check) => {
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
      // INDEX.md states how many objects each catalogue has, in another order.
      const place = left.indexOf(found)
      check.holds(place >= 0, `INDEX.md names a catalogue of ${found} objects`)
      if (place >= 0) left.splice(place, 1)
    })
  }
}

export const ASSOCIATION_SETS: readonly ReferenceSet[] = [
  { name: 'association/case_*', compare: compareTracks },
  { name: EXPECTED, compare: compareAssociation },
  { name: 'association/tle_*.txt', compare: compareCatalogues },
]
