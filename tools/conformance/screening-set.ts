import { type DescribedEncounter, describeEncounters } from '@apsis/astro/screening/describe-encounter.ts'
import { stateOf } from '@apsis/astro/screening/flight.ts'
import type { Screening, ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { screen } from '@apsis/engine/screen.ts'
import { cell, numberCell, readJson, readMessage, readTable, vectorAt } from './collection.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Check, KnownDeviation, Tally } from './tally.ts'

interface ScreeningCase {
  readonly catalogue: string
  readonly window_start_utc: string
  readonly duration_s: number
  readonly threshold_km: number
  readonly primaries: readonly number[]
  readonly objects_with_sgp4_error_in_window: readonly number[]
}

/** Events so near the ends of the window are not in the list. */
const EDGE_S = 30
/** A listed event and a found one this near in time are the same: minima of one pair are half a revolution apart. */
const SAME_S = 60

// Objects that pass each other no faster than somebody walks fast stay together: docked, or in formation.
const TOGETHER_MPS = 2
const TOGETHER: KnownDeviation = {
  upTo: 1,
  because:
    'objects that stay together have a minimum in every revolution, decimetres deep, of which a search on a grid of 30 s ' +
    'finds some: other minima of the same pair are in the list',
}

/** Whether two objects are further apart a while before and after. */
function isMinimum({ primary, secondary, seconds }: DescribedEncounter, { start }: Screening): boolean {
  const motions = [stateOf(primary.object, start), stateOf(secondary.object, start)] as const
  const distanceM = (at: number) => {
    const [one, other] = [motions[0](at), motions[1](at)]
    return one.ok && other.ok ? norm(subtract(other.r, one.r)) : Number.NaN
  }
  return distanceM(seconds - 100) > distanceM(seconds) && distanceM(seconds + 100) > distanceM(seconds)
}

/** The events through the engine, as apsis screen and the server have them, and what is said of each. */
async function compareScreening(tally: Tally, { files }: Source): Promise<void> {
  const named = (end: string) => files.find((file) => file.endsWith(end)) ?? ''
  const given = readJson<ScreeningCase>(named('.json'))
  const screening = readScreening(given)
  const result = await screen(screening)
  const primaries = new Set([...screening.objects.keys()].filter((place) => screening.objects[place]?.set === 1))
  const left = new Set(describeEncounters(screening, result.encounters, primaries))
  const rows = readTable(named('.csv'))
  const listed = new Set(rows.map((row) => [cell(row, 'primary'), cell(row, 'secondary')].sort().join()))
  for (const row of rows) {
    const [primary, secondary] = [cell(row, 'primary'), cell(row, 'secondary')]
    tally.run(`${primary} and ${secondary} at ${cell(row, 'tca_utc')}`, (check) => {
      const tca = parseTime(cell(row, 'tca_utc'))
      const awayS = (one: DescribedEncounter) => Math.abs(secondsBetween(tca, one.tca))
      const found = [...left].find(
        (one) => one.primary.object.id === primary && one.secondary.object.id === secondary && awayS(one) < SAME_S,
      )
      if (found === undefined) throw new Error('not found')
      left.delete(found)
      compareEvent(check, row, { found, awayS: awayS(found) })
    })
  }
  // Each event that is not in the list is a case of its own: what explains one explains no other.
  for (const one of [...left].filter(({ seconds }) => seconds > EDGE_S && seconds < given.duration_s - EDGE_S)) {
    const ids = [one.primary.object.id, one.secondary.object.id]
    const isTogether = one.relativeSpeedMps < TOGETHER_MPS && listed.has([...ids].sort().join())
    tally.run(`${ids.join(' and ')} at ${formatTime(one.tca)}`, (check) => {
      check.holds(isMinimum(one, screening), 'it is a minimum')
      check.within('not in the list', { error: 1, limit: 0, unit: '' }, isTogether ? TOGETHER : undefined)
    })
  }
  tally.run('objects without a state', (check) => {
    const found = result.notScreened.map(({ place }) => screening.objects[place]?.id).sort()
    const wanted = given.objects_with_sgp4_error_in_window.map(String).sort()
    check.holds(found.join() === wanted.join(), `${wanted.join(', ')}, not ${found.join(', ')}`)
  })
}

function readScreening({ catalogue, window_start_utc, duration_s, threshold_km, primaries }: ScreeningCase): Screening {
  const { messages } = readMessages(readMessage(`catalogue/${catalogue.slice(catalogue.lastIndexOf('/') + 1)}`))
  const objects = messages.map(({ reading }): ScreeningObject => {
    if (!reading.ok || reading.message.kind !== 'OMM') throw new Error('not read')
    const set = toElementSet(reading.message.message)
    return {
      id: String(set.noradId),
      flight: { kind: 'elements', model: initSgp4(set) },
      set: primaries.includes(set.noradId) ? 1 : 0,
    }
  })
  return {
    objects,
    start: parseTime(window_start_utc),
    durationS: duration_s,
    thresholdM: threshold_km * 1000,
    pairs: [
      [1, 0],
      [1, 1],
    ],
  }
}

function compareEvent(
  check: Check,
  row: Readonly<Record<string, string>>,
  { found, awayS }: { readonly found: DescribedEncounter; readonly awayS: number },
): void {
  const speedMps = numberCell(row, 'rel_speed_kms') * 1000
  const isSlow = speedMps < 50
  const kind = isSlow ? 'slow, ' : ''
  check.within(`${kind}TCA`, { error: awayS, limit: isSlow ? 1 : 1e-3, unit: 's' })
  // Printed to a hundredth of a metre.
  const limit = isSlow ? 10 : 1
  const apart = Math.abs(found.missM - numberCell(row, 'miss_km') * 1000)
  check.within(`${kind}miss`, { error: apart, limit, unit: 'm' })
  const wanted = ['rel_r_km', 'rel_t_km', 'rel_n_km'].map((name) => numberCell(row, name))
  const error = norm(subtract(found.missRtnM, vectorAt(wanted, 0, 1000)))
  // The time that is off moves a fast pair on by its speed.
  check.within(`${kind}miss in RTN`, { error, limit: limit + awayS * speedMps, unit: 'm' })
}

interface HistoricCase {
  readonly objects: readonly { readonly name: string; readonly tle: readonly [string, string] }[]
  readonly published: { readonly sgp4_tca_utc: string; readonly sgp4_miss_m: number }
  readonly derived: {
    readonly tca_utc: string
    readonly miss_m: number
    readonly relative_speed_km_s: number
  } & Readonly<Record<string, unknown>>
}

/** miss_RTN_of_<primary>_m. */
function missRtnOf(derived: Readonly<Record<string, unknown>>): number[] {
  const [, miss] = Object.entries(derived).find(([name]) => /^miss_RTN_of_.+_m$/.test(name)) ?? []
  if (!Array.isArray(miss)) throw new RangeError('there is no miss in RTN')
  return miss.map(Number)
}

async function compareHistoric(tally: Tally, { files: [file = ''] }: Source): Promise<void> {
  const { objects, published, derived } = readJson<HistoricCase>(file)
  const screening: Screening = {
    objects: objects.map(({ name, tle }) => ({
      id: name,
      flight: { kind: 'elements', model: initSgp4(parseTle(...tle)) },
    })),
    start: addSeconds(parseTime(derived.tca_utc), -3600),
    durationS: 7200,
    thresholdM: 5000,
  }
  const { encounters } = await screen(screening, { threads: 1 })
  const [found, ...more] = describeEncounters(screening, encounters)
  tally.run('derived', (check) => {
    if (found === undefined) throw new Error('no encounter')
    check.holds(more.length === 0, 'one encounter alone')
    const tca = Math.abs(secondsBetween(parseTime(derived.tca_utc), found.tca))
    check.within('TCA', { error: tca, limit: 1e-3, unit: 's' })
    check.within('miss', { error: Math.abs(found.missM - derived.miss_m), limit: 1, unit: 'm' })
    const error = norm(subtract(found.missRtnM, vectorAt(missRtnOf(derived))))
    check.within('miss in RTN', { error, limit: 1, unit: 'm' })
    const speed = found.relativeSpeedMps / 1000
    check.within('speed', { error: Math.abs(speed - derived.relative_speed_km_s), limit: 1e-4, unit: 'km/s' })
  })
  tally.run('published', (check) => {
    if (found === undefined) throw new Error('no encounter')
    const tca = Math.abs(secondsBetween(parseTime(published.sgp4_tca_utc), found.tca))
    check.within('published TCA', { error: tca, limit: 1e-2, unit: 's' })
    check.within('published miss', { error: Math.abs(found.missM - published.sgp4_miss_m), limit: 1, unit: 'm' })
  })
}

export const SCREENING_SETS: readonly ReferenceSet[] = [
  { name: 'screening/*_vs_catalogue_*', compare: compareScreening },
  { name: 'historic/*.json', compare: compareHistoric },
]
