import { HOUR_MS } from '@apsis/astro/constants.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { useState } from 'react'
import { EllipsePlot } from '../../chart/ellipse-plot.tsx'
import { LogSeriesPlot } from '../../chart/log-series-plot.tsx'
import { ShownLine } from '../../chart/shown-line.tsx'
import { HOME } from '../../chart/three/camera.ts'
import { MoveButtons } from '../../chart/three/surface.tsx'
import { TimeConductor } from '../../space/time/conductor.tsx'
import type { TimeMark } from '../../space/time/marks.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { Freshness } from '../../ui/status/freshness.tsx'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'
import { DEMO_NOW_MS } from './demo.ts'
import styles from './parts.module.css'
import { DEMO_PLANE, DEMO_SERIES, DEMO_THRESHOLDS, DEMO_TIMES } from './plots.data.ts'
import { sinkWords } from './words.data.ts'

const DEMO = 'DEMO DATA, simulated'
const CALL = { method: 'GET', path: '/api/v1/ca/conjunctions/demo' }
const SERIES_NAMES = ['seriesReported', 'seriesMaximum', 'seriesOwn'] as const
const SERIES = {
  ...DEMO_TIMES,
  nowMs: DEMO_NOW_MS,
  floor: PROBABILITY_FLOOR,
  provenance: DEMO,
}

/** Shows two plots in the common frame, one of them with old data. */
export function Plots() {
  const say = useWords(sinkWords)
  const series = DEMO_SERIES.map((one, place) => ({ ...one, name: say(SERIES_NAMES[place] ?? 'recomputed') }))
  const thresholds = DEMO_THRESHOLDS.map((one) => ({ ...one, owner: say('ownThreshold') }))
  const plane = {
    ...DEMO_PLANE,
    method: say('planeMethod'),
    uncertainties: DEMO_PLANE.uncertainties.map((one) => ({
      ...one,
      name: one.name === 'SAT-3' ? one.name : say(one.isHypothetical ? 'afterBurn' : 'combined'),
    })),
  }
  const plot = { ...SERIES, series, thresholds }
  return (
    <>
      <div className={`grid line-bottom halves one-column-phone ${styles.two}`}>
        <EllipsePlot
          title={say('plane')}
          note={say('planeNote')}
          plane={plane}
          provenance={DEMO}
          fileName="demo-conjunction-plane"
          heightPx={500}
          call={CALL}
        />
        <div>
          <LogSeriesPlot title={say('byMessage')} {...plot} fileName="demo-probability" heightPx={260} call={CALL} />
          <LogSeriesPlot
            title={say('stalePlot')}
            {...plot}
            fileName="demo-probability-stale"
            heightPx={130}
            note={<Freshness state="dirty" asOf="03:10:02 Z" />}
            strip={<Banner level="caution">{say('staleText')}</Banner>}
            isStale
          />
          <Moves />
        </div>
      </div>
      <ShownTimeDemo />
    </>
  )
}

const [HEIGHT_PX, WIDTH_PX] = [48, 640]
const SPAN = { fromMs: DEMO_NOW_MS - 2 * HOUR_MS, toMs: DEMO_NOW_MS + 6 * HOUR_MS }
const axis = (ms: number) => ((ms - SPAN.fromMs) / (SPAN.toMs - SPAN.fromMs)) * WIDTH_PX

/** Shows the controls that move the time of all plots, and the line of this time in a plot. */
function ShownTimeDemo() {
  const say = useWords(sinkWords)
  const deadline: TimeMark = { id: 'deadline', kind: 'deadline', atMs: SPAN.toMs - HOUR_MS, name: say('byMessage') }
  return (
    <>
      <TimeConductor isRow lanes={[{ title: say('byMessage'), marks: [deadline] }]} span={SPAN} />
      <svg viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`} aria-hidden="true">
        <ShownLine x={axis} left={0} right={WIDTH_PX} top={0} bottom={HEIGHT_PX} />
      </svg>
    </>
  )
}

/** Shows the buttons of a picture in space, and the place of its camera. */
function Moves() {
  const say = useWords(devWords)
  const [camera, look] = useState(HOME)
  return (
    <div className="row wrap gap-8">
      <MoveButtons camera={camera} look={look} say={say} />
      <output>{`${camera.azimuthDeg}°, ${camera.elevationDeg}°, ${Math.round(camera.distanceM / 1_000)} km`}</output>
    </div>
  )
}
