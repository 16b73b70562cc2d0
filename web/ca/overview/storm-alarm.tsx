import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { spaceWeatherQuery } from '../event/space-weather-query.ts'
import { overviewWords } from './words.data.ts'

/** Shows a geomagnetic storm that the messages of future events do not take into account. */
export function StormAlarm() {
  const t = useWords(overviewWords)
  const { data } = useQuery(spaceWeatherQuery())
  if (data === undefined || data.overtaken.length === 0) return null
  return (
    <Banner level="serious" action={<Link to={paths.spaceWeather}>{t('toSpaceWeather')}</Link>}>
      {t('stormAlarm', { count: data.overtaken.length })}
    </Banner>
  )
}
