import { type SpaceWeather, WEATHER_INDICES, type WeatherIndex } from '@apsis/contract/ca/space-weather.ts'
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
  dstNt: 0,
}

/** The indices day by day, the newest first; a letter says where a value is not final, and a day of storm says so. */
export function IndicesTable({ weather: { days, storms } }: Props) {
  const t = useWords(spaceWeatherWords)
  const stormy = new Set(storms.map(({ date }) => date))
  return (
    <>
      <table className={styles.table} aria-label={t('indices')}>
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
      <p className={styles.how}>{t('kinds')}</p>
    </>
  )
}

export function indicesFile({ days }: SpaceWeather): PlotTable {
  return {
    columns: ['date', ...WEATHER_INDICES.flatMap((index) => [index, `${index}_kind`])],
    rows: days.map((day) => [day.date, ...WEATHER_INDICES.flatMap((index) => [day[index]?.value, day[index]?.kind])]),
  }
}
