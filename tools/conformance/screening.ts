import { type DescribedEncounter, describeEncounters } from '@apsis/astro/screening/describe-encounter.ts'
import { motionAt } from '@apsis/astro/screening/flight.ts'
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
import { type Json, nameOf, readJson, readMessage, readTable } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Check, KnownDeviation, Tally } from './run/tally.ts'

/** Events nearer than this to the ends of the window are not in the list. */
const EDGE_S = 30
/** A listed event and a found one within this time, s, are the same: minima of one pair are half a revolution apart. */
const SAME_S = 60

// Objects that pass each other no faster than a brisk walk stay together: they are docked or fly in formation.
const TOGETHER_MPS = 2
const TOGETHER: KnownDeviation = {
  upTo: 1,
  because:
    'objects that stay together have a minimum in every revolution, decimetres deep, of which a search on a grid of 30 s ' +
    'finds some: other minima of the same pair are in the list',
}

/** True if two objects are further apart a short time before and after. */
function isMinimum({ primary, secondary, seconds }: DescribedEncounter, { start }: Screening): boolean {
  const motions = [motionAt(primary.object, start), motionAt(secondary.object, start)] as const
  const distanceM = (at: number) => {
    const [one, other] = [motions[0](at), motions[1](at)]
    return one.ok && other.ok ? norm(subtract(other.r, one.r)) : Number.NaN
  }
  return distanceM(seconds - 100) > distanceM(seconds) && distanceM(seconds + 100) > distanceM(seconds)
}

/** Screens the events by the engine, as apsis screen and the server do, and reports the findings on each. */
async function compareScreening(tally: Tally, { files }: Source): Promise<void> {
  const named = (end: string) => files.find((file) => file.endsWith(end)) ?? ''
  const given = readJson(named('.json'))
  const screening = readScreening(given)
  const result = await screen(screening)
  const primaries = new Set([...screening.objects.keys()].filter((place) => screening.objects[place]?.set === 1))
  const left = new Set(describeEncounters(screening, result.encounters, primaries))
  const rows = readTable(named('.csv'))
  const listed = new Set(rows.map((row) => [row.text('primary'), row.text('secondary')].sort().join()))
  for (const row of rows) {
    const [primary, secondary, time] = [row.text('primary'), row.text('secondary'), row.text('tca_utc')]
    tally.run(`${primary} and ${secondary} at ${time}`, (check) => {
      const tca = parseTime(time)
      const awayS = (one: DescribedEncounter) => Math.abs(secondsBetween(tca, one.tca))
      const found = [...left].find(
        (one) => one.primary.object.id === primary && one.secondary.object.id === secondary && awayS(one) < SAME_S,
      )
      if (found === undefined) throw new Error('not found')
      left.delete(found)
      compareEvent(check, row, found, awayS(found))
    })
  }
  // Each event that is not in the list is its own case, so that the explanation of one does not cover another.
  const lastS = given.number('duration_s') - EDGE_S
  for (const one of [...left].filter(({ seconds }) => seconds > EDGE_S && seconds < lastS)) {
    const ids = [one.primary.object.id, one.secondary.object.id]
    const isTogether = one.relativeSpeedMps < TOGETHER_MPS && listed.has([...ids].sort().join())
    tally.run(`${ids.join(' and ')} at ${formatTime(one.tca)}`, (check) => {
      check.holds(isMinimum(one, screening), 'it is a minimum')
      check.within('not in the list', { error: 1, limit: 0, unit: '' }, isTogether ? TOGETHER : undefined)
    })
  }
  tally.run('objects without a state', (check) => {
    const found = result.notScreened.map(({ place }) => screening.objects[place]?.id).sort()
    check.same(found.join(), given.numbers('objects_with_sgp4_error_in_window').map(String).sort().join())
  })
}

function readScreening(given: Json): Screening {
  const { messages } = readMessages(readMessage(`catalogue/${nameOf(given.text('catalogue'))}`))
  const primaries = given.numbers('primaries')
  const objects = messages.map(({ reading }): ScreeningObject => {
    if (!reading.ok || reading.message.kind !== 'OMM') throw new Error('not read')
    const set = toElementSet(reading.message.message)
    const flight = { kind: 'elements', model: initSgp4(set) } as const
    return { id: String(set.noradId), flight, set: primaries.includes(set.noradId) ? 1 : 0 }
  })
  return {
    objects,
    start: parseTime(given.text('window_start_utc')),
    durationS: given.number('duration_s'),
    thresholdM: given.number('threshold_km') * 1000,
    pairs: [
      [1, 0],
      [1, 1],
    ],
  }
}

function compareEvent(check: Check, row: Json, found: DescribedEncounter, awayS: number): void {
  const speedMps = row.number('rel_speed_kms') * 1000
  const isSlow = speedMps < 50
  const kind = isSlow ? 'slow, ' : ''
  check.near(`${kind}TCA`, awayS, 0, isSlow ? 1 : 1e-3, 's')
  // The list is printed to a hundredth of a metre.
  const limit = isSlow ? 10 : 1
  check.near(`${kind}miss`, found.missM, row.number('miss_km') * 1000, limit, 'm')
  const wanted = row.vector(['rel_r_km', 'rel_t_km', 'rel_n_km'], 1000)
  // If the times differ, the objects of a fast pair have moved by their speed times the difference.
  check.apart(`${kind}miss in RTN`, found.missRtnM, wanted, limit + awayS * speedMps, 'm')
}

async function compareHistoric(tally: Tally, { files: [file = ''] }: Source): Promise<void> {
  const set = readJson(file)
  const [derived, published] = [set.at('derived'), set.at('published')]
  const tca = parseTime(derived.text('tca_utc'))
  const screening: Screening = {
    objects: set.rows('objects').map((object) => ({
      id: object.text('name'),
      flight: { kind: 'elements', model: initSgp4(parseTle(object.text('tle', 0), object.text('tle', 1))) },
    })),
    start: addSeconds(tca, -3600),
    durationS: 7200,
    thresholdM: 5000,
  }
  const { encounters } = await screen(screening, { threads: 1 })
  const [found, ...more] = describeEncounters(screening, encounters)
  tally.run('derived', (check) => {
    if (found === undefined) throw new Error('no encounter')
    check.holds(more.length === 0, 'one encounter alone')
    check.time('TCA', found.tca, tca, 1e-3)
    check.near('miss', found.missM, derived.number('miss_m'), 1, 'm')
    const [inRtn] = derived.entries().find(([name]) => /^miss_RTN_of_.+_m$/.test(name)) ?? ['miss in RTN']
    check.apart('miss in RTN', found.missRtnM, derived.vector(inRtn), 1, 'm')
    check.near('speed', found.relativeSpeedMps / 1000, derived.number('relative_speed_km_s'), 1e-4, 'km/s')
  })
  tally.run('published', (check) => {
    if (found === undefined) throw new Error('no encounter')
    check.time('published TCA', found.tca, parseTime(published.text('sgp4_tca_utc')), 1e-2)
    check.near('published miss', found.missM, published.number('sgp4_miss_m'), 1, 'm')
  })
}

export const SCREENING_SETS: readonly ReferenceSet[] = [
  { name: 'screening/*_vs_catalogue_*', compare: compareScreening },
  { name: 'historic/*.json', compare: compareHistoric },
]
