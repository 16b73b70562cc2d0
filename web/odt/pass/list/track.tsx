import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../../clock/format.ts'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { CoursePlot } from '../course-plot.tsx'
import { type PassOf, type PassQuestion, trackQuery } from '../pass-query.ts'
import { PassWhere } from '../pass-where.tsx'
import { SkyPlot, type SkySearch } from '../sky-plot.tsx'
import { passWords } from '../words.data.ts'
import styles from './passes.module.css'
import { passesWords } from './words.data.ts'

type Props = {
  readonly question: PassQuestion
  readonly pass: PassOf
  /** The sensors that were searched. */
  readonly sensors: readonly Sensor[]
  readonly sky: string | undefined
  readonly onSearch: (part: SkySearch) => void
}

/** Shows the sky, the course and the map of one pass. */
export function Track({ question, pass, sensors, sky, onSearch }: Props) {
  const t = useWords(passesWords)
  const say = useWords(passWords)
  const query = useQuery(trackQuery(question, pass))
  const title = t('chosenPass', { code: pass.code, time: formatInstant(pass.startMs) })
  const sensor = sensors.find(({ sensorCode }) => sensorCode === pass.code)
  const found = query.data
  if (found?.track && !query.error)
    return (
      <div className={`stack line-left under-tablet ${styles.side}`}>
        <SkyPlot
          code={pass.code}
          pass={found}
          provenance={title}
          sensor={sensor}
          search={{ sky }}
          onSearch={onSearch}
        />
        <CoursePlot code={pass.code} pass={found} provenance={title} sensor={sensor} />
        {sensor ? <PassWhere pass={found} sensor={sensor} sensors={sensors} provenance={title} /> : null}
      </div>
    )
  return (
    <div className={`stack line-left under-tablet ${styles.side}`}>
      <QueryPane title={title} query={query} skeletonRows={6} failed={say('noTrack')}>
        {() => <p className="pad-10 soft fs-13">{say('noTrack')}</p>}
      </QueryPane>
    </div>
  )
}
