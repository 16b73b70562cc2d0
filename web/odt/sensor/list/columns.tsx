import { type Sensor, shownType } from '@apsis/contract/odt/sensor/sensor.ts'
import { formatAge, formatDate } from '../../../clock/format.ts'
import { eastOf, latitudeText, longitudeText } from '../../../space/map/place-text.ts'
import { formatNumber, MISSING } from '../../../ui/format/number.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { LongName } from '../../../ui/value/long-name.tsx'
import { Missing } from '../../../ui/value/quantity.tsx'
import { clearSourceText, isClimate } from '../clear-source.ts'
import type { sensorWords } from '../words.data.ts'
import styles from './sensors.module.css'
import type { sensorsWords } from './words.data.ts'

type Say = {
  readonly t: typeof sensorsWords
  readonly sensor: typeof sensorWords
  readonly isSpecialMode: boolean
  /** The current time, from which ages are computed. */
  readonly nowMs: number
  /** The sources of the shares of clear nights, in the order of the line above the table. */
  readonly clearSources: readonly string[]
}
type Col = Column<Sensor>

/** Returns the columns of sensors, in the language chosen now. */
export function sensorColumns(say: Say): readonly Col[] {
  return [...identity(say), ...place(say), ...limits(say), clear(say)]
}

/** Returns the columns that only files have: the source and the date of the share of clear nights. */
export function clearColumns({ t }: Pick<Say, 't'>): readonly Col[] {
  const common = { cell: () => null, widthPx: 0, priority: 9 }
  return [
    { id: 'clearSource', title: t('clearFrom'), value: ({ clearSky }) => clearSky?.source, ...common },
    { id: 'clearAsOf', title: t('clearAsOf'), value: ({ clearSky }) => clearSky?.asOf, ...common },
  ]
}

function identity({ t, sensor, isSpecialMode }: Say): readonly Col[] {
  const typeOf = ({ sensorType }: Sensor) => sensor(shownType(sensorType, isSpecialMode))
  return [
    {
      id: 'code',
      title: t('code'),
      value: ({ sensorCode }) => sensorCode,
      cell: ({ sensorCode, groundSensorName }) => (
        <>
          <span className="mono medium">{sensorCode}</span>
          <span className={`ml-8 regular ${styles.besideCode}`}>{groundSensorName}</span>
        </>
      ),
      widthPx: 90,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'name',
      title: t('name'),
      value: ({ groundSensorName }) => groundSensorName,
      cell: ({ groundSensorName }) => <LongName text={groundSensorName} />,
      widthPx: 170,
      priority: 3,
    },
    { id: 'type', title: t('type'), value: typeOf, cell: typeOf, widthPx: 120, priority: 2, narrow: 'main' },
    {
      id: 'state',
      title: t('status'),
      value: ({ status }) => sensor(status),
      plain: ({ status }) => status,
      cell: ({ status }) => <StatusWord level={status === 'DOWN' ? 'serious' : 'ok'} word={sensor(status)} />,
      widthPx: 130,
      priority: 2,
      narrow: 'status',
    },
    {
      id: 'origin',
      title: t('origin'),
      value: ({ isSimulated }) => sensor(isSimulated ? 'simulated' : 'own'),
      plain: ({ isSimulated }) => (isSimulated ? 'SIMULATED' : 'OWN'),
      cell: ({ isSimulated }) => (
        <span className="muted fs-13 nowrap">{sensor(isSimulated ? 'simulated' : 'own')}</span>
      ),
      widthPx: 92,
      priority: 5,
    },
  ]
}

function place({ t }: Say): readonly Col[] {
  return [
    {
      id: 'latitude',
      title: t('latitude'),
      value: ({ latitude }) => latitude,
      cell: ({ latitude }) => latitudeText(latitude),
      align: 'end',
      widthPx: 96,
      priority: 7,
    },
    {
      id: 'longitude',
      title: t('longitude'),
      value: ({ longitude }) => eastOf(longitude),
      plain: ({ longitude }) => longitude,
      cell: ({ longitude }) => longitudeText(longitude),
      align: 'end',
      widthPx: 104,
      priority: 7,
    },
    {
      id: 'altitude',
      title: t('altitude'),
      unit: 'm',
      value: ({ altitude }) => altitude,
      cell: ({ altitude }) => formatNumber(altitude, { decimals: 0 }),
      align: 'end',
      widthPx: 84,
      priority: 8,
    },
  ]
}

function limits({ t }: Say): readonly Col[] {
  return [
    {
      id: 'lowest',
      title: t('lowest'),
      unit: '°',
      value: ({ minimumElevation }) => minimumElevation,
      cell: ({ minimumElevation }) => formatNumber(minimumElevation, { decimals: 0 }),
      align: 'end',
      widthPx: 130,
      priority: 6,
    },
    {
      id: 'limit',
      title: t('limit'),
      value: (sensor) => limitText(sensor, t),
      cell: (sensor) => limitText(sensor, t),
      align: 'end',
      widthPx: 110,
      priority: 6,
    },
  ]
}

/** Returns the sources of the shares of clear nights, each once. */
export const clearSourcesOf = (sensors: readonly Sensor[]): readonly string[] => [
  ...new Set(sensors.flatMap(({ clearSky }) => (clearSky === null ? [] : [clearSourceText(clearSky.source)]))),
]

/**
 * Returns the column of the share of clear nights: it always has its age, except a share from a climate model, and its source is above the
 * table under its number.
 */
function clear({ t, nowMs, clearSources }: Say): Col {
  return {
    id: 'clear',
    title: t('clear'),
    unit: '%',
    value: ({ clearSky }) => clearSky?.fraction,
    plain: ({ clearSky }) => (clearSky ? clearSky.fraction * 100 : undefined),
    cell: ({ clearSky, sensorType }) => {
      if (clearSky === null) return <Missing reason={t(noClearOf(sensorType))} />
      const { fraction, asOf } = clearSky
      const source = clearSourceText(clearSky.source)
      const isOfClimate = isClimate(clearSky.source)
      const age = isOfClimate ? t('climate') : formatAge(nowMs - Date.parse(asOf))
      const title = isOfClimate ? source : t('clearSource', { source, time: formatDate(Date.parse(asOf)), age })
      return (
        <span className={`flex items-baseline gap-8 ${styles.clear}`} title={title}>
          <span className={`flex-none right ${styles.share}`}>{formatNumber(fraction * 100, { decimals: 0 })}</span>
          {clearSources.length > 1 ? (
            <sup className="flex-none muted fs-12">{clearSources.indexOf(source) + 1}</sup>
          ) : null}
          <span className={`flex-none muted fs-12 right ${styles.age}`}>{age}</span>
        </span>
      )
    },
    align: 'end',
    widthPx: 136,
    priority: 4,
    narrow: 'time',
  }
}

/** Returns the reason why a sensor has no share of clear nights. */
export const noClearOf = (type: Sensor['sensorType']) => (type === 'RADAR_ACTIVE' ? 'noClearRadar' : 'noClear')

/** Returns the limit of magnitude or range of an object for a sensor. */
function limitText({ sensorType, limitingMagnitude, maximumRange }: Sensor, t: typeof sensorsWords): string {
  if (sensorType === 'RADAR_ACTIVE')
    return maximumRange === null
      ? MISSING
      : t('limitRadar', { km: formatNumber(maximumRange / 1_000, { decimals: 0 }) })
  if (limitingMagnitude === null) return MISSING
  return t('limitOptical', { magnitude: formatNumber(limitingMagnitude, { decimals: 1 }) })
}
