import type { LegendItem } from '../../chart/plot-legend.tsx'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import styles from './ground.module.css'
import { groundWords } from './words.data.ts'

const symbol = (level: Level) => (
  <g transform="translate(2 0)">
    <StatusSymbol level={level} />
  </g>
)
const swatch = (className: string | undefined) => <rect x="0.5" y="0.5" width="15" height="11" className={className} />

type Has = { readonly levels: ReadonlySet<Level>; readonly hasTrack: boolean }

/** Returns the legend of a map, with the marks that are drawn on it. */
export function groundLegend({ levels, hasTrack }: Has): readonly LegendItem[] {
  const t = groundWords
  const sites = [
    { level: 'ok', text: t('works') },
    { level: 'serious', text: t('down') },
    { level: 'inactive', text: t('idle') },
  ] as const
  return [
    ...sites.filter(({ level }) => levels.has(level)).map(({ level, text }) => ({ mark: symbol(level), text })),
    { mark: swatch(styles.chosenReach), text: t('reach') },
    ...(hasTrack
      ? [
          {
            mark: <path d="M0 9L13 4M8 2L15 3L11 9Z" className={`${styles.track} ${styles.legendTrack}`} />,
            text: t('track'),
          },
        ]
      : []),
    { mark: swatch(`${styles.night} ${styles.nightMark}`), text: t('night') },
  ]
}
