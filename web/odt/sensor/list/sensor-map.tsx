import type { PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { useNow } from '../../../clock/clock.ts'
import { formatInstant, formatTime } from '../../../clock/format.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { FileMarking, useFileMarks } from '../../../ui/file/file.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { useWords } from '../../../ui/text/language.ts'
import { Ground, groundScale, levelOfSite, Reach, Site, TrackLine, useMapHeight } from '../../ground/ground.tsx'
import { groundTrack } from '../../ground/ground-track.ts'
import { groundLegend } from '../../ground/legend.tsx'
import { belowText, highestOf, placeOn } from '../../ground/pass-map.tsx'
import { useSatelliteChoices } from '../../pass/satellites-query.ts'
import { eastOf, latitudeText, longitudeText } from '../place-text.ts'
import { reachDegrees } from '../reach.ts'
import { sunElevation } from '../sun-place.ts'
import { type NextPass, SEARCH_DAYS, useNextPass } from './next-pass.ts'
import styles from './sensors.module.css'
import { sensorsWords } from './words.data.ts'

/** The heights of objects for which sensors are used most often, km. */
export const HEIGHTS = ['500', '800', '1500'] as const
export type Height = (typeof HEIGHTS)[number]

type Props = {
  readonly sensors: readonly Sensor[]
  readonly chosen: Sensor | undefined
  readonly height: Height
  readonly onHeight: (height: Height) => void
  /** The satellite whose next pass over the chosen sensor is drawn; empty if none is chosen. */
  readonly satellite: string
  readonly onSatellite: (satelliteId: string) => void
  readonly onChoose: (code: string) => void
}

/**
 * Shows a map with the places of the sensors, the area that each can see, the night, and the ground track of a satellite's next pass (ux.md
 * §6).
 */
export function SensorMap(props: Props) {
  const nowMs = useNow('minute')
  const next = useNextPass(props.chosen?.sensorCode, props.satellite, nowMs)
  const marks = useFileMarks()
  const isSimulated = next.pass?.isSimulated === true
  return (
    <FileMarking value={isSimulated ? { ...marks, isSimulated } : marks}>
      <DrawnMap {...props} {...{ next, nowMs }} />
    </FileMarking>
  )
}

type DrawnProps = Props & { readonly next: NextPass; readonly nowMs: number }

function DrawnMap({ sensors, chosen, height, onHeight, satellite, onSatellite, onChoose, next, nowMs }: DrawnProps) {
  const t = useWords(sensorsWords)
  const heightPx = useMapHeight()
  const { track, heightKm } = drawnOf(chosen, next, Number(height))
  const sorted = sensors.toSorted((a, b) => Number(a === chosen) - Number(b === chosen))
  return (
    <PlotFrame
      title={t('map')}
      note={next.pass?.isSimulated ? t('mapSimulated') : undefined}
      caption={[
        t('mapNote', { time: `${formatTime(nowMs).slice(0, 5)} Z` }),
        t('mapCaption', { count: sensors.length, km: formatNumber(heightKm, { decimals: 0 }) }),
        ...nextText(next, chosen, nowMs),
      ].join(' ')}
      provenance={t('mapSource')}
      fileName="sensor-map"
      heightPx={heightPx}
      className={`under-tablet ${styles.side}`}
      legend={groundLegend({ levels: new Set(sensors.map(levelOfSite)), hasTrack: track.length > 0 })}
      table={mapTable(sensors, heightKm, nowMs)}
      actions={
        track.length > 0 ? null : (
          <Segments
            label={t('height')}
            value={height}
            onChange={onHeight}
            options={HEIGHTS.map((value) => ({ value, label: t('km', { km: value }) }))}
          />
        )
      }
      strip={<Whose satellite={satellite} onSatellite={onSatellite} />}
      onPick={(id) => (sensors.some(({ sensorCode }) => sensorCode === id) ? onChoose(id) : undefined)}
      plot={(size): Plot => {
        const scale = groundScale(size)
        return {
          drawing: (
            <Ground scale={scale} nightMs={nowMs}>
              {sorted.map((one) => (
                <Reach key={one.sensorCode} sensor={one} heightKm={heightKm} isChosen={one === chosen} scale={scale} />
              ))}
              <TrackLine track={track} scale={scale} />
              {sorted.map((one) => (
                <Site key={one.sensorCode} sensor={one} isChosen={one === chosen} scale={scale} />
              ))}
            </Ground>
          ),
          points: [
            ...sensors.map((one) => ({ ...placeOn(scale, one), id: one.sensorCode, text: siteText(one, nowMs) })),
            ...track.map((place) => ({ ...placeOn(scale, place), text: belowText(place) })),
          ],
        }
      }}
    />
  )
}

/**
 * Returns the ground track to draw, and the height for which the areas of the sensors are drawn: the height of the pass at its highest
 * point.
 */
function drawnOf(chosen: Sensor | undefined, { pass }: NextPass, usualKm: number) {
  if (!chosen || !pass?.track) return { track: [], heightKm: usualKm }
  const track = groundTrack(chosen, pass.track)
  return { track, heightKm: highestOf(pass, track)?.heightKm ?? usualKm }
}

export function nextText({ state, pass }: NextPass, chosen: Sensor | undefined, nowMs: number): readonly string[] {
  const t = sensorsWords
  if (state === 'none' || !chosen) return []
  const code = chosen.sensorCode
  if (pass) return [passText(code, pass, nowMs)]
  if (state === 'known') return [t('nextNone', { code, days: SEARCH_DAYS })]
  return [t(state === 'reading' ? 'nextReading' : 'nextFailed', { code })]
}

function passText(code: string, { start, startsBefore, maximumElevation }: PredictedPass, nowMs: number): string {
  const startMs = Date.parse(start)
  return sensorsWords(startMs > nowMs ? 'nextPass' : startsBefore ? 'longUnderWay' : 'passUnderWay', {
    code,
    time: formatInstant(startMs),
    elevation: formatNumber(maximumElevation, { decimals: 0 }),
  })
}

/** Shows the choice of the satellite whose next pass is drawn. */
function Whose({ satellite, onSatellite }: Pick<Props, 'satellite' | 'onSatellite'>) {
  const t = useWords(sensorsWords)
  const satellites = useSatelliteChoices()
  if (satellites.length === 0) return null
  return (
    <div className={`no-print pad-end ${styles.whose}`}>
      <Select
        label={t('nextPassOf')}
        value={satellite}
        options={[
          { value: '', label: t('nobody') },
          ...satellites.map(({ satelliteId, name }) => ({ value: satelliteId, label: name })),
        ]}
        onChange={onSatellite}
      />
    </div>
  )
}

function siteText(sensor: Sensor, nowMs: number): string {
  const t = sensorsWords
  const elevation = sunElevation(sensor, nowMs)
  const light = t(elevation > 0 ? 'isDay' : 'isNight', { elevation: formatNumber(elevation, { decimals: 0 }) })
  return `${sensor.sensorCode}, ${sensor.groundSensorName}: ${latitudeText(sensor.latitude)}, ${longitudeText(sensor.longitude)}; ${light}`
}

const mapTable = (sensors: readonly Sensor[], heightKm: number, nowMs: number) => ({
  columns: ['code', 'latitude_deg', 'longitude_deg', 'reach_deg', 'sun_elevation_deg', 'status'],
  rows: sensors.map((sensor) => [
    sensor.sensorCode,
    sensor.latitude,
    eastOf(sensor.longitude),
    reachDegrees(heightKm, sensor.minimumElevation),
    sunElevation(sensor, nowMs),
    sensor.status,
  ]),
})
