import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Asset } from './asset.ts'
import type { Span } from './coverage.ts'
import styles from './coverage-bar.module.css'

const WIDTH_PX = 96
const HEIGHT_PX = 14
const SPAN_MS = 7 * DAY_MS

type Props = Pick<Asset, 'spans' | 'tcas'> & { readonly nowMs: number; readonly label: string }

/** Draws the coverage by ephemerides in the next seven days, and the approaches inside and outside of it (ux.md P22). */
export function CoverageBar({ spans, tcas, nowMs, label }: Props) {
  const x = (ms: number) => Math.min(WIDTH_PX, Math.max(0, ((ms - nowMs) / SPAN_MS) * WIDTH_PX))
  const middle = HEIGHT_PX / 2
  return (
    <svg width={WIDTH_PX} height={HEIGHT_PX} role="img" aria-label={label} className={`flex-none ${styles.coverage}`}>
      <line x1="0" x2={WIDTH_PX} y1={middle} y2={middle} className="stroke-control dash-2-2 crisp" />
      {spans.map(({ fromMs, toMs }: Span) => (
        <rect key={fromMs} x={x(fromMs)} y="4" width={x(toMs) - x(fromMs)} height="6" className={styles.covered} />
      ))}
      {tcas
        .filter(({ atMs }) => atMs < nowMs + SPAN_MS)
        .map(({ atMs, isCovered }) => (
          <line
            key={atMs}
            x1={x(atMs)}
            x2={x(atMs)}
            y1={isCovered ? 4 : 0}
            y2={isCovered ? 10 : HEIGHT_PX}
            className={isCovered ? 'crisp stroke-soft' : 'crisp stroke-ink'}
          />
        ))}
    </svg>
  )
}
