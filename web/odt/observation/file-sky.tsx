import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { Sensor, SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../api/problem.ts'
import { formatInstant } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { CoursePlot } from '../pass/course-plot.tsx'
import { trackIn } from '../pass/pass-query.ts'
import { SkyPlot } from '../pass/sky-plot.tsx'
import { sensorsQuery } from '../sensor/sensor-query.ts'
import { observationWords } from './words.data.ts'

/** The time that is drawn around the measurements: longer than a pass of a low orbit, and only a part of a pass of a high orbit. */
const AROUND_MS = 20 * MINUTE_MS

/** Returns the pass in which a file was measured, from the known orbit of the object; null if there is none. */
export function usePassOf({ report, asked, place }: MeasuredFile) {
  const sensors = useQuery(sensorsQuery(true))
  const isMoved = hasMoved(place, sensorOf(report, sensors.data))
  const catalogueId = report.catalogueIdBestAssociation ?? asked
  const [startMs, endMs] = [Date.parse(report.start), Date.parse(report.end)]
  const query = useQuery({
    ...trackIn(
      { orbit: { kind: 'catalogue', catalogueId: catalogueId ?? 0 }, code: report.sensorCode },
      {
        name: `file ${report['file-id']} ${catalogueId}`,
        fromMs: startMs - AROUND_MS,
        toMs: endMs + AROUND_MS,
        duringMs: (startMs + endMs) / 2,
      },
    ),
    // Passes are computed from the current places of sensors, but the file was measured from another place.
    enabled: catalogueId !== null && !sensors.isPending && !isMoved,
  })
  return { query, isMoved, isReading: sensors.isPending || query.isLoading }
}

const sensorOf = ({ sensorCode }: ObservationReport, sensors: readonly Sensor[] | undefined) =>
  sensors?.find((one) => one.sensorCode === sensorCode)

/** About 1 m: a place that was written again with other digits counts as the same. */
const SAME_PLACE_DEG = 1e-5
const SAME_ALTITUDE_M = 1

/** True if a sensor has been moved away from a place; false if the sensor was removed, or its place is not known. */
export function hasMoved(place: SensorPlace | null, sensor: SensorPlace | undefined): boolean {
  if (place === null || sensor === undefined) return false
  const turned = Math.abs(((place.longitude - sensor.longitude + 540) % 360) - 180)
  return (
    Math.abs(place.latitude - sensor.latitude) > SAME_PLACE_DEG ||
    turned > SAME_PLACE_DEG ||
    Math.abs(place.altitude - sensor.altitude) > SAME_ALTITUDE_M
  )
}

/** A file, the requested object, and the place of its sensor at that time. */
export type MeasuredFile = {
  readonly report: ObservationReport
  readonly asked: number | null
  readonly place: SensorPlace | null
}
type Props = { readonly report: ObservationReport; readonly pass: ReturnType<typeof usePassOf> }

/** Draws the measured directions in the sky of the sensor. */
export function FileSky({ report, pass: { query, isMoved, isReading } }: Props) {
  const t = useWords(observationWords)
  const sensors = useQuery(sensorsQuery(true))
  const [{ sky }, change] = useSearchState(`/protected${paths.observation}`)
  const { sensorCode: code, start, end } = report
  const sensor = sensorOf(report, sensors.data)
  const pass = query.data
  if (isMoved) return <NoSky why="sensorMoved" />
  if (query.isPending && query.fetchStatus === 'idle' && !isReading) return <NoSky />
  // There is no element set and no future event: that is an answer, and not an error.
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

/** Draws the elevation and distance of the object if its pass is known; otherwise the sky plot gives the reason. */
export function FileCourse({ report, pass: { query } }: Props) {
  const t = useWords(observationWords)
  const sensors = useQuery(sensorsQuery(true))
  const { sensorCode: code, start, end } = report
  const pass = query.data
  if (!pass?.track || query.error) return null
  const measured = { fromMs: Date.parse(start), toMs: Date.parse(end) }
  const provenance = t('skyProvenance', { code, time: formatInstant(measured.fromMs) })
  const sensor = sensorOf(report, sensors.data)
  return <CoursePlot {...{ code, pass, provenance, sensor, measured }} />
}

function NoSky({ why = 'noSky' }: { readonly why?: 'noSky' | 'sensorMoved' }) {
  const t = useWords(observationWords)
  return (
    <Pane id="sky" title={t('sky')}>
      <p className="pad-6 muted fs-13">{t(why)}</p>
    </Pane>
  )
}
