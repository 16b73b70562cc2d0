import { EllipsePlot } from '../../chart/ellipse-plot.tsx'
import { LogSeriesPlot } from '../../chart/log-series-plot.tsx'
import { PROBABILITY_FLOOR } from '../../ui/format/probability.ts'
import { DEMO_NOW_MS } from './demo.ts'
import styles from './parts.module.css'
import { DEMO_PLANE, DEMO_SERIES, DEMO_THRESHOLDS, DEMO_TIMES } from './plots.data.ts'

const DEMO = 'DEMO DATA, simulated'

/** Two plots on the one frame. */
export function Plots() {
  return (
    <div className={styles.two}>
      <EllipsePlot
        title="Conjunction plane"
        note="at TCA, seen along the relative velocity"
        plane={DEMO_PLANE}
        provenance={DEMO}
        fileName="demo-conjunction-plane"
      />
      <LogSeriesPlot
        title="Probability by message"
        series={DEMO_SERIES}
        thresholds={DEMO_THRESHOLDS}
        {...DEMO_TIMES}
        nowMs={DEMO_NOW_MS}
        floor={PROBABILITY_FLOOR}
        provenance={DEMO}
        fileName="demo-probability"
        heightPx={420}
      />
    </div>
  )
}
