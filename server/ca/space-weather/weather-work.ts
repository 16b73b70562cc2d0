import { DAY_MS } from '@apsis/astro/constants.ts'
import { WEATHER_SOURCES, type WeatherSourceName } from '@apsis/contract/ca/space-weather.ts'
import type { SpaceWeatherConfig } from '../../platform/config.ts'
import { downloadText } from '../../platform/http/download.ts'
import { DownloadError } from '../../platform/http/download-error.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import type { OutboundProxy } from '../../platform/outbound-settings.ts'
import { VERSION } from '../../platform/process/version.ts'
import { STORM } from './storm.data.ts'
import * as repository from './weather.repository.ts'
import { readWeather } from './weather-format.ts'

/** The weather belongs to no organisation; this name is used instead in the list of recurring work. */
const NOBODY = 'weather'
const EVERY_S = 300
/** CelesTrak merges its sources every three hours; the others change less often, or are not needed sooner. */
const PAUSE_S = 3 * 3_600
/** The random delay prevents all installations from sending requests in the same second. */
const JITTER_S = 600
/** Five years of days are some 400 kB. */
const MOST_BYTES = 8 * 1024 * 1024
const [KEPT_DAYS, AHEAD_DAYS] = [400, 60]

/** Downloads from each configured source, within its budget; without a source there is nothing to do. */
export function weatherWork(sources: SpaceWeatherConfig, proxy: OutboundProxy | undefined): RecurringWork {
  const set = WEATHER_SOURCES.flatMap((name) => {
    const url = sources[name]
    return url === undefined ? [] : [{ name, url }]
  })
  return {
    name: 'ca.weather',
    everyS: EVERY_S,
    tenants: set.length === 0 ? [] : [NOBODY],
    turn: async (platform) => {
      for (const { name, url } of set) await askSource(platform, { name, url, proxy })
    },
  }
}

async function askSource(platform: WorkPlatform, source: Source): Promise<void> {
  const { name, url } = source
  const { db, now, log } = platform
  const asked = new Date(now())
  const nextAt = new Date(now() + (PAUSE_S + JITTER_S * Math.random()) * 1_000)
  if (!(await db.shared((tx) => repository.claimTurn(tx, name, { now: asked, nextAt })))) return
  try {
    await download(platform, { ...source, asked })
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
    log.warn({ err: error, name }, 'the space weather was not refreshed; what there is stays')
    const notBefore = new Date(asked.getTime() + error.retryAfterS * 1_000)
    const outcome = { outcome: error.message, host: new URL(url).hostname, notBefore }
    await db.shared((tx) => repository.updateSource(tx, name, outcome))
  }
}

type Source = {
  readonly name: WeatherSourceName
  readonly url: string
  readonly proxy: OutboundProxy | undefined
}
type SourceToRead = Source & { readonly asked: Date }

async function download({ db, signal }: WorkPlatform, { name, url, proxy, asked }: SourceToRead): Promise<void> {
  const host = new URL(url).hostname
  const known = (await db.shared(repository.listSources)).find((one) => one.name === name)
  // The entity tags of the earlier address do not apply to a new address.
  const tags = known?.host === host ? known : { etag: null, lastModified: null }
  const answer = await downloadText(url, tags, { signal, version: VERSION, proxy, mostBytes: MOST_BYTES })
  if (answer.kind === 'unchanged') {
    await db.shared((tx) => repository.updateSource(tx, name, { outcome: 'unchanged', host, receivedAt: asked }))
    return
  }
  const [from, to] = [dayAt(asked.getTime() - KEPT_DAYS * DAY_MS), dayAt(asked.getTime() + AHEAD_DAYS * DAY_MS)]
  const values = readWeather(name, answer.text).filter(({ day }) => day >= from && day <= to)
  if (values.length === 0) throw new DownloadError('The answer holds no days of the last year.')
  const { etag, lastModified } = answer
  await db.shared(async (tx) => {
    await repository.upsertValues(tx, values)
    await repository.deleteBefore(tx, from)
    await repository.updateStorms(tx, asked, STORM)
    const outcome = { outcome: 'new', host, receivedAt: asked, isNew: true, etag, lastModified }
    await repository.updateSource(tx, name, outcome)
  })
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
