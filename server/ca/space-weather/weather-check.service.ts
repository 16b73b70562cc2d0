import type { Check } from '@apsis/contract/status/status.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { getSpaceWeather, type WeatherPlatform } from './weather.service.ts'

/** Sources change every three hours, so a source without data for a day has failed eight times. */
const LATE_S = 24 * 3_600
/** The days of events that a storm may concern. */
const STORM_DAYS = 14
const NAME = 'space-weather'

/** Makes the check of the weather: a storm that messages of future events do not include, and the age of the indices. */
export async function checkWeather(platform: WeatherPlatform, caller: Pick<Caller, 'tenantId'>): Promise<Check> {
  const { isSample, sources, storms, overtaken } = await getSpaceWeather(platform, caller, { days: STORM_DAYS })
  if (isSample)
    return {
      name: NAME,
      level: 'inactive',
      message: 'No source of space weather is set: no storm is ruled out.',
      finding: { code: 'weather-none', values: {} },
    }
  const received = sources.flatMap(({ receivedAt }) => (receivedAt === null ? [] : [Date.parse(receivedAt)]))
  const ageS = received.length === 0 ? null : Math.max(0, Math.round((platform.now() - Math.max(...received)) / 1_000))
  const trouble = sources.find(({ outcome }) => outcome !== null && !['new', 'unchanged', 'asked'].includes(outcome))
  const values = {
    ...(ageS === null ? {} : { ageS }),
    ...(trouble?.outcome ? { trouble: trouble.outcome } : {}),
  }
  const age = ageS === null ? {} : { value: ageS, unit: 's' }
  if (overtaken.length > 0) {
    const day = storms.map(({ date }) => date).join(', ')
    return {
      name: NAME,
      level: 'serious',
      ...age,
      message: `A geomagnetic storm (${day}) came after the newest message of ${overtaken.length} events to come: they are to be screened again.`,
      finding: { code: 'weather-storm', values: { ...values, count: overtaken.length, day } },
    }
  }
  if (ageS === null || ageS > LATE_S)
    return {
      name: NAME,
      level: 'caution',
      ...age,
      message: 'The indices of space weather are older than a day: a storm may have come unseen.',
      finding: { code: 'weather-late', values },
    }
  return {
    name: NAME,
    level: trouble === undefined ? 'ok' : 'caution',
    ...age,
    message: 'No storm has overtaken the messages of events to come.',
    finding: { code: 'weather-quiet', values },
  }
}
