import { type SpaceWeather, WEATHER_INDICES, type WeatherIndex } from '@apsis/contract/ca/space-weather.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge } from '../../clock/format.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
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

/** Lists the indices day by day, the newest first; a letter marks values that are not final, and a day of storm is marked. */
export function IndicesTable({ weather }: Props) {
  const t = useWords(spaceWeatherWords)
  const stormy = new Set(weather.storms.map(({ date }) => date))
  return (
    <>
      <PlainTable
        label={t('indices')}
        rows={weather.days.toReversed()}
        columns={columnsOf(weather, stormy, t)}
        idOf={({ date }) => date}
        rowClass={({ date }) => (stormy.has(date) ? styles.storm : undefined)}
        className={styles.table}
      />
      <p className="muted fs-13 pad-10">{t('kinds')}</p>
      <IndexSources indices={weather.indices} />
    </>
  )
}

type Day = SpaceWeather['days'][number]
/** On a phone the solar proxies and the mean are left out: they are in the file. */
const LEAVING: readonly WeatherIndex[] = ['f107Average', 's10', 'm10', 'y10']

const columnsOf = (
  { isSample }: Pick<SpaceWeather, 'isSample'>,
  stormy: ReadonlySet<string>,
  t: typeof spaceWeatherWords,
): readonly PlainColumn<Day>[] => [
  {
    id: 'date',
    title: t('day'),
    isRowHead: true,
    isUnbroken: true,
    value: 'date',
    cell: ({ date }) => (
      <>
        {date} {stormy.has(date) ? <small>{t('storm')}</small> : null}
        {isSample ? <small>{t('sampleDay')}</small> : null}
      </>
    ),
  },
  ...WEATHER_INDICES.flatMap((index): readonly PlainColumn<Day>[] => [
    {
      id: index,
      title: t(`index_${index}`),
      align: 'end',
      priority: LEAVING.includes(index) ? 2 : 1,
      value: (day) => day[index]?.value,
      cell: ({ [index]: found }) => (
        <>
          {found === null ? MISSING : formatNumber(found.value, { decimals: DECIMALS[index] })}
          {found === null || found.kind === 'issued' ? null : (
            <abbr title={t(found.kind)}>{t(`${found.kind}Short`)}</abbr>
          )}
        </>
      ),
    },
    { id: `${index}_kind`, value: (day) => day[index]?.kind },
  ]),
]

/** Lists the source of each index with its age, the end of its measured values, and whether it is forecast. */
function IndexSources({ indices }: Pick<SpaceWeather, 'indices'>) {
  const t = useWords(spaceWeatherWords)
  const nowMs = useNow('minute')
  const age = (at: string | null) => (at === null ? t('never') : t('ago', { age: formatAge(nowMs - Date.parse(at)) }))
  return (
    <PlainTable
      label={t('from')}
      rows={indices}
      columns={[
        { id: 'index', title: t('index'), isRowHead: true, cell: ({ index }) => t(`index_${index}`) },
        {
          id: 'from',
          title: t('from'),
          cell: ({ named, receivedAt }) => (named === null ? t('notSet') : `${named}, ${age(receivedAt)}`),
        },
        { id: 'until', title: t('measuredUntil'), cell: ({ lastDay }) => lastDay ?? MISSING },
        {
          id: 'forecast',
          title: t('forecastHead'),
          cell: ({ lastDay, forecastUntil: day }) =>
            day !== null ? t('forecastUntil', { day }) : lastDay === null ? MISSING : t('noForecast'),
        },
      ]}
      idOf={({ index }) => index}
    />
  )
}

export const indicesFile = (weather: SpaceWeather) =>
  fileOf(columnsOf(weather, new Set(), spaceWeatherWords), weather.days)
