import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  type SpaceWeather,
  WEATHER_INDICES,
  type WeatherIndex,
  type WeatherSourceName,
} from '@apsis/contract/ca/space-weather.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { SpaceWeatherConfig } from '../../platform/config.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { SpaceWeatherNames } from '../../platform/setting-forms.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { orbitOf } from '../satellite/record/derive-satellite.ts'
import * as repository from './weather.repository.ts'
import type { DayValue } from './weather-format.ts'
import { WEATHER_SAMPLE } from './weather-sample.data.ts'

export type WeatherPlatform = Pick<CaPlatform, 'db' | 'now'> & {
  readonly sources: SpaceWeatherConfig
  /** The names of the sources in the settings. */
  readonly names: SpaceWeatherNames
}
type Storm = SpaceWeather['storms'][number]

/** Messages are made for a week ahead, so an older storm concerns no future event. */
const STORM_DAYS = 14
/** Above this perigee the air is too thin for a storm to move an object between two messages. */
const HIGHEST_PERIGEE_M = 1_000_000

/** Returns the stored indices, their storms, and the events that a storm concerns; if there is no source, the sample. */
export async function getSpaceWeather(
  { db, now, sources, names }: WeatherPlatform,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { days }: { readonly days: number },
): Promise<SpaceWeather> {
  const asOf = new Date(now())
  const from = dayAt(now() - days * DAY_MS)
  const stormsFrom = dayAt(now() - STORM_DAYS * DAY_MS)
  const known = await db.shared(async (tx) => ({
    sources: await repository.listSources(tx),
    values: await repository.listValues(tx, from < stormsFrom ? from : stormsFrom),
    storms: await repository.listStorms(tx, stormsFrom),
  }))
  const isSample = Object.values(sources).every((url) => url === undefined)
  const all = daysOf(isSample ? WEATHER_SAMPLE : known.values)
  const storms = isSample ? [] : known.storms.flatMap((storm) => stormOf(storm, all))
  return {
    asOf: asOf.toISOString(),
    isSample,
    storms,
    days: isSample ? all : all.filter(({ date }) => date >= from),
    sources: known.sources.map(({ name, version, receivedAt, nextAt, outcome }) => {
      const url = sources[name]
      if (url === undefined) return { name, host: null, version: 0, receivedAt: null, nextAt: null, outcome: null }
      const times = { receivedAt: receivedAt?.toISOString() ?? null, nextAt: nextAt.toISOString() }
      return { name, host: new URL(url).hostname, version, outcome, ...times }
    }),
    indices: indicesOf({ sources, names, known: isSample ? { ...known, values: [] } : known }),
    overtaken: await db.tenant(tenantId, (tx) => overtakenBy(tx, storms, asOf)),
  }
}

/** The source of each index. */
const SOURCE_OF: Readonly<Record<WeatherIndex, WeatherSourceName>> = {
  f107: 'indices',
  f107Average: 'indices',
  s10: 'solar',
  m10: 'solar',
  y10: 'solar',
  ap: 'indices',
  kp: 'indices',
  dstNt: 'dst',
}

type StoredWeather = { readonly sources: readonly repository.SourceRow[]; readonly values: readonly DayValue[] }

/** Returns, for each index, its source, the last measured day, and the end of its forecast. */
function indicesOf({
  sources,
  names,
  known,
}: Pick<WeatherPlatform, 'sources' | 'names'> & { readonly known: StoredWeather }): SpaceWeather['indices'] {
  return WEATHER_INDICES.map((index) => {
    const source = SOURCE_OF[index]
    const url = sources[source]
    const row = known.sources.find(({ name }) => name === source)
    const own = known.values.filter((one) => one.index === index)
    const lastOf = (isForecast: boolean) =>
      own.findLast(({ kind }) => (kind === 'forecast') === isForecast)?.day ?? null
    const [lastDay, forecast] = [lastOf(false), lastOf(true)]
    return {
      index,
      source,
      named: url === undefined ? null : (names[index] ?? new URL(url).hostname),
      receivedAt: url === undefined ? null : (row?.receivedAt?.toISOString() ?? null),
      lastDay,
      // A forecast for a day before the last measured day no longer counts.
      forecastUntil: forecast !== null && forecast > (lastDay ?? '') ? forecast : null,
    }
  })
}

async function overtakenBy(tx: TenantDb, storms: readonly Storm[], now: Date): Promise<string[]> {
  const told = storms.map(({ date, knownAt }) => ({ from: new Date(`${date}T00:00:00Z`), knownAt: new Date(knownAt) }))
  const events = await repository.listOvertaken(tx, { now, storms: told })
  const sets = await newestSets(tx, [...new Set(events.flatMap(({ noradId }) => noradId ?? []))])
  return events.flatMap(({ id, noradId }) => {
    const { perigeeAltitudeM } = orbitOf(sets.get(noradId ?? Number.NaN)?.set)
    // An unknown orbit may be a low one.
    return perigeeAltitudeM !== null && perigeeAltitudeM >= HIGHEST_PERIGEE_M ? [] : [id]
  })
}

function daysOf(values: readonly DayValue[]): SpaceWeather['days'] {
  return [...Map.groupBy(values, ({ day }) => day)].map(([date, ofDay]) => {
    const of = (index: DayValue['index']) => {
      const found = ofDay.find((one) => one.index === index)
      return found === undefined ? null : { value: found.value, kind: found.kind }
    }
    const flux = { f107: of('f107'), f107Average: of('f107Average') }
    return {
      date,
      ...flux,
      s10: of('s10'),
      m10: of('m10'),
      y10: of('y10'),
      ap: of('ap'),
      kp: of('kp'),
      dstNt: of('dstNt'),
    }
  })
}

function stormOf({ day, knownAt }: { day: string; knownAt: Date }, days: SpaceWeather['days']): Storm[] {
  const found = days.find(({ date }) => date === day)
  if (found === undefined) return []
  const { ap, dstNt } = found
  const isForecast = dstNt === null && ap?.kind === 'forecast'
  return [{ date: day, knownAt: knownAt.toISOString(), isForecast, ap: ap?.value ?? null, dstNt: dstNt?.value ?? null }]
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
