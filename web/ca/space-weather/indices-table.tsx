import { type SpaceWeather, WEATHER_INDICES, type WeatherIndex } from '@apsis/contract/ca/space-weather.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge } from '../../clock/format.ts'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './space-weather.module.css'
import { spaceWeatherWords } from './words.data.ts'

type Props = { readonly weather: SpaceWeather }

const DECIMALS: Readonly<Record<WeatherIndex, number>> = {
  f107: 1,
  f107Average: 1,
  s10: 1,
  m10: 1,
  y10: 1,
  ap: 0,
  kp: 1,
  dstNt: 0,
}

/** The indices day by day, the newest first; a letter says where a value is not final, and a day of storm says so. */
export function IndicesTable({ weather: { days, storms, indices, isSample } }: Props) {
  const t = useWords(spaceWeatherWords)
  const stormy = new Set(storms.map(({ date }) => date))
  return (
    <>
      <table className={`fs-14 ${styles.table}`} aria-label={t('indices')}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {WEATHER_INDICES.map((index) => (
              <th key={index} scope="col">
                {t(`index_${index}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date} className={stormy.has(day.date) ? styles.storm : undefined}>
              <th scope="row">
                {day.date} {stormy.has(day.date) ? <small>{t('storm')}</small> : null}
                {isSample ? <small>{t('sampleDay')}</small> : null}
              </th>
              {WEATHER_INDICES.map((index) => {
                const found = day[index]
                return (
                  <td key={index}>
                    {found === null ? MISSING : formatNumber(found.value, { decimals: DECIMALS[index] })}
                    {found === null || found.kind === 'issued' ? null : (
                      <abbr title={t(found.kind)}>{t(`${found.kind}Short`)}</abbr>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted fs-13 pad-10">{t('kinds')}</p>
      <IndexSources indices={indices} />
    </>
  )
}

/** Where each index is from and how old that is, how far it is measured, and whether it is forecast. */
function IndexSources({ indices }: Pick<SpaceWeather, 'indices'>) {
  const t = useWords(spaceWeatherWords)
  const nowMs = useNow('minute')
  const age = (at: string | null) => (at === null ? t('never') : t('ago', { age: formatAge(nowMs - Date.parse(at)) }))
  return (
    <table className={`fs-14 ${styles.table} ${styles.from}`} aria-label={t('from')}>
      <thead>
        <tr>
          <th scope="col">{t('index')}</th>
          <th scope="col">{t('from')}</th>
          <th scope="col">{t('measuredUntil')}</th>
          <th scope="col">{t('forecastHead')}</th>
        </tr>
      </thead>
      <tbody>
        {indices.map(({ index, named, receivedAt, lastDay, forecastUntil }) => (
          <tr key={index}>
            <th scope="row">{t(`index_${index}`)}</th>
            <td>{named === null ? t('notSet') : `${named}, ${age(receivedAt)}`}</td>
            <td>{lastDay ?? MISSING}</td>
            <td>
              {forecastUntil !== null
                ? t('forecastUntil', { day: forecastUntil })
                : lastDay === null
                  ? MISSING
                  : t('noForecast')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function indicesFile({ days }: SpaceWeather): PlotTable {
  return {
    columns: ['date', ...WEATHER_INDICES.flatMap((index) => [index, `${index}_kind`])],
    rows: days.map((day) => [day.date, ...WEATHER_INDICES.flatMap((index) => [day[index]?.value, day[index]?.kind])]),
  }
}
