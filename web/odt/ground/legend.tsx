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
    { mark: swatch(`fill-series-1 stroke-series-1 stroke-w-2 ${styles.chosenReach}`), text: t('reach') },
    ...(hasTrack
      ? [
          {
            mark: (
              <path
                d="M0 9L13 4M8 2L15 3L11 9Z"
                className={`stroke-series-2 fill-series-2 stroke-w-1-5 ${styles.track}`}
              />
            ),
            text: t('track'),
          },
        ]
      : []),
    { mark: swatch(`stroke-muted ${styles.night}`), text: t('night') },
  ]
}
