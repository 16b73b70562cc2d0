import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { LegendItem } from '../../chart/plot-legend.tsx'
import styles from '../../space/map/map.module.css'
import type { MapStation } from '../../space/map/marks.tsx'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { sensorMapWords } from './map-words.data.ts'

/**
 * Returns the level whose shape shows if a sensor works: a dot, or a diamond if it is down; a sensor that takes no requests is small and
 * grey.
 */
export const levelOfSensor = ({ status, sensorType }: Pick<Sensor, 'status' | 'sensorType'>): Level =>
  status === 'DOWN' ? 'serious' : sensorType === 'OPTICAL_PASSIVE' || sensorType === 'RADAR_ACTIVE' ? 'ok' : 'inactive'

/** Returns sensors as the stations of a map; the chosen one comes last, so that it lies above the others. */
export const stationsOf = (sensors: readonly Sensor[], chosen: Sensor | undefined): readonly MapStation[] =>
  sensors
    .toSorted((a, b) => Number(a === chosen) - Number(b === chosen))
    .map((sensor) => ({
      id: sensor.sensorCode,
      name: sensor.sensorCode,
      latitude: sensor.latitude,
      longitude: sensor.longitude,
      minimumElevation: sensor.minimumElevation,
      level: levelOfSensor(sensor),
      isChosen: sensor === chosen,
    }))

const symbol = (level: Level) => (
  <g transform="translate(2 0)">
    <StatusSymbol level={level} />
  </g>
)
const swatch = (className: string | undefined) => <rect x="0.5" y="0.5" width="15" height="11" className={className} />

type Has = { readonly levels: ReadonlySet<Level>; readonly hasTrack: boolean }

/** Returns the legend of a map of sensors, with the marks that are drawn on it. */
export function sensorLegend({ levels, hasTrack }: Has): readonly LegendItem[] {
  const t = sensorMapWords
  const sites = [
    { level: 'ok', text: t('works') },
    { level: 'serious', text: t('down') },
    { level: 'inactive', text: t('idle') },
  ] as const
  return [
    ...sites.filter(({ level }) => levels.has(level)).map(({ level, text }) => ({ mark: symbol(level), text })),
    { mark: swatch(`fill-none stroke-soft ${styles.mask}`), text: t('reach') },
    ...(hasTrack
      ? [
          {
            mark: <path d="M0 9L13 4M8 2L15 3L11 9Z" className="fill-series-2 stroke-series-2 stroke-w-1-5" />,
            text: t('track'),
          },
        ]
      : []),
    { mark: swatch(`stroke-muted ${styles.night}`), text: t('night') },
  ]
}
