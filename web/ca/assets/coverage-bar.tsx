import type { Asset } from './asset.ts'
import styles from './assets.module.css'

const WIDTH_PX = 96
const HEIGHT_PX = 12
const SPAN_MS = 7 * 86_400_000

type Props = Pick<Asset, 'coveredUntilMs' | 'tcas'> & { readonly nowMs: number; readonly label: string }

/** How far the ephemeris reaches over the next seven days, and the approaches that lie within it or beyond. */
export function CoverageBar({ coveredUntilMs, tcas, nowMs, label }: Props) {
  const x = (ms: number) => Math.min(WIDTH_PX, Math.max(0, ((ms - nowMs) / SPAN_MS) * WIDTH_PX))
  const until = coveredUntilMs === undefined ? 0 : x(coveredUntilMs)
  return (
    <svg width={WIDTH_PX} height={HEIGHT_PX} role="img" aria-label={label} className={styles.coverage}>
      <line x1="0" x2={WIDTH_PX} y1={HEIGHT_PX / 2} y2={HEIGHT_PX / 2} className={styles.open} />
      <rect x="0" y="3" width={until} height={HEIGHT_PX - 6} className={styles.covered} />
      {tcas
        .filter((ms) => ms < nowMs + SPAN_MS)
        .map((ms) => (
          <line
            key={ms}
            x1={x(ms)}
            x2={x(ms)}
            y1="0"
            y2={HEIGHT_PX}
            className={ms <= (coveredUntilMs ?? 0) ? styles.inside : styles.beyond}
          />
        ))}
    </svg>
  )
}
