import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { ObservationReport } from '@apsis/contract/odt/observation.ts'
import type { PredictedPass } from '@apsis/contract/odt/passprediction.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../api/problem.ts'
import { formatInstant } from '../../clock/format.ts'
import { paths } from '../../paths.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { CoursePlot } from '../pass/course-plot.tsx'
import { trackIn } from '../pass/pass-query.ts'
import { SkyPlot } from '../pass/sky-plot.tsx'
import { sensorsQuery } from '../sensor/sensor-query.ts'
import styles from './observation.module.css'
import { observationWords } from './words.data.ts'

/** Longer than a pass of a low orbit; one of a high orbit is drawn as far as this around the measurements. */
const AROUND_MS = 20 * MINUTE_MS

/** The pass in which a file was measured, from the orbit that is known of the object; null where there is none. */
export function usePassOf(report: ObservationReport, asked: number | null) {
  const catalogueId = report.catalogueIdBestAssociation ?? asked
  const [startMs, endMs] = [Date.parse(report.start), Date.parse(report.end)]
  return useQuery({
    ...trackIn(
      { orbit: { kind: 'catalogue', catalogueId: catalogueId ?? 0 }, code: report.sensorCode },
      {
        name: `file ${report.fileId} ${catalogueId}`,
        fromMs: startMs - AROUND_MS,
        toMs: endMs + AROUND_MS,
        duringMs: (startMs + endMs) / 2,
      },
    ),
    enabled: catalogueId !== null,
  })
}

type Props = { readonly report: ObservationReport; readonly query: ReturnType<typeof usePassOf> }

/** Where in the sky of its sensor was measured. */
export function FileSky({ report, query }: Props) {
  const t = useWords(observationWords)
  const sensors = useQuery(sensorsQuery(true))
  const [{ sky }, change] = useSearchState(`/protected${paths.observation}`)
  const { sensorCode: code, start, end } = report
  const sensor = sensors.data?.find((one) => one.sensorCode === code)
  const pass: PredictedPass | null | undefined = query.data
  if (query.isPending && query.fetchStatus === 'idle') return <NoSky />
  // No element set, and no event ahead any more: that is an answer, and no fault.
  if (query.error instanceof ApiProblem && query.error.status === 404) return <NoSky />
  if (pass === undefined || query.error)
    return (
      <QueryPane title={t('sky')} query={query} skeletonRows={6} failed={t('skyFailed')}>
        {() => null}
      </QueryPane>
    )
  if (pass === null || !pass.track) return <NoSky />
  const measured = { fromMs: Date.parse(start), toMs: Date.parse(end) }
  const provenance = t('skyProvenance', { code, time: formatInstant(measured.fromMs) })
  return <SkyPlot {...{ code, pass, provenance, sensor, measured }} search={{ sky }} onSearch={change} />
}

/** How high and how far the object was, where its pass is known: the sky says why it is not. */
export function FileCourse({ report, query }: Props) {
  const t = useWords(observationWords)
  const sensors = useQuery(sensorsQuery(true))
  const { sensorCode: code, start, end } = report
  const pass = query.data
  if (!pass?.track || query.error) return null
  const measured = { fromMs: Date.parse(start), toMs: Date.parse(end) }
  const provenance = t('skyProvenance', { code, time: formatInstant(measured.fromMs) })
  const sensor = sensors.data?.find((one) => one.sensorCode === code)
  return <CoursePlot {...{ code, pass, provenance, sensor, measured }} />
}

function NoSky() {
  const t = useWords(observationWords)
  return (
    <Pane id="sky" title={t('sky')}>
      <p className={styles.note}>{t('noSky')}</p>
    </Pane>
  )
}
