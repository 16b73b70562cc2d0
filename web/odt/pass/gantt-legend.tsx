import { useId } from 'react'
import type { LegendItem } from '../../chart/plot-legend.tsx'
import styles from './pass.module.css'
import { passWords } from './words.data.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type HatchProps = Box & { readonly hatchId: string }

/** Defines the hatching of the shadow, once per drawing. */
export function HatchPattern({ hatchId }: Pick<HatchProps, 'hatchId'>) {
  return (
    <pattern id={hatchId} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line x1="0" y1="0" x2="0" y2="4" className="stroke-ink stroke-w-1-5" />
    </pattern>
  )
}

/** Draws the shadow of the Earth as hatching in the colour of the page, so that it is visible on every bar, filled or not. */
export function Hatch({ hatchId, ...box }: HatchProps) {
  return (
    <g>
      <rect {...box} className={`fill-panel stroke-ink ${styles.shadow}`} />
      <rect {...box} fill={`url(#${hatchId})`} />
    </g>
  )
}

function ShadowMark() {
  const hatchId = useId()
  return (
    <g>
      <HatchPattern hatchId={hatchId} />
      <Hatch hatchId={hatchId} x={0.5} y={3.5} width={15} height={5} />
    </g>
  )
}

const bar = { x: 0.5, y: 1.5, width: 15, height: 9 }
const swatch = { x: 0.5, y: 0.5, width: 15, height: 11 }

type LegendOf = {
  readonly hasShadow: boolean
  /** False if all sensors are radars: they need no night, so no night is drawn. */
  readonly hasSky: boolean
  readonly hasUnsearched: boolean
}

/** Returns the legend of passes, with the marks that are drawn. */
export function ganttLegend({ hasShadow, hasSky, hasUnsearched }: LegendOf): readonly LegendItem[] {
  const t = passWords
  return [
    { mark: <rect {...bar} className="fill-ink" />, text: t('legendAble') },
    { mark: <rect {...bar} className="fill-none stroke-control" />, text: t('legendUnable') },
    ...(hasShadow ? [{ mark: <ShadowMark />, text: t('legendShadow') }] : []),
    ...(hasUnsearched
      ? [
          {
            mark: <rect {...swatch} className={`fill-muted stroke-soft ${styles.unsearched}`} />,
            text: t('legendUnsearched'),
          },
        ]
      : []),
    ...(hasSky
      ? [
          {
            mark: (
              <>
                <rect {...swatch} className={styles.day} />
                <rect {...swatch} className={`stroke-control ${styles.twilight}`} />
              </>
            ),
            text: t('legendTwilight'),
          },
          {
            mark: (
              <>
                <rect {...swatch} className={styles.day} />
                <rect {...swatch} className={styles.twilight} />
                <rect {...swatch} className={`stroke-control ${styles.night}`} />
              </>
            ),
            text: t('legendNight'),
          },
        ]
      : []),
  ]
}
