import type { PassLight } from '@apsis/contract/odt/pass/passprediction.ts'
import { useId } from 'react'
import type { LegendItem } from '../../chart/plot-legend.tsx'
import { lightWords } from './light-words.data.ts'
import styles from './pass.module.css'

const SWATCH = { x: 0.5, y: 0.5, width: 15, height: 11 }

/** Returns the legend of the strip, with the shades that are drawn. */
export function lightLegend({ eclipses }: Pick<PassLight, 'eclipses'>, hasGaps: boolean): readonly LegendItem[] {
  const t = lightWords
  return [
    { mark: <rect {...SWATCH} className={`stroke-line-2 ${styles.sunlit}`} />, text: t('legendSunlit') },
    ...(eclipses.length > 0 ? [{ mark: <rect {...SWATCH} className="fill-muted" />, text: t('legendPenumbra') }] : []),
    ...(eclipses.some(({ umbra }) => umbra !== null)
      ? [{ mark: <rect {...SWATCH} className={styles.umbra} />, text: t('legendUmbra') }]
      : []),
    ...(hasGaps ? [{ mark: <UnknownMark />, text: t('unknown') }] : []),
  ]
}

function UnknownMark() {
  const hatchId = useId()
  return (
    <g>
      <UnknownPattern hatchId={hatchId} />
      <rect {...SWATCH} fill={`url(#${hatchId})`} />
    </g>
  )
}

/** Defines the hatching of a time in which the light is not known, once per drawing. */
export function UnknownPattern({ hatchId }: { readonly hatchId: string }) {
  return (
    <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line x1="0" y1="0" x2="0" y2="6" className="stroke-control" />
    </pattern>
  )
}
