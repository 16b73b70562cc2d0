import type { PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { useNow } from '../../../clock/clock.ts'
import { formatInstant, formatTime } from '../../../clock/format.ts'
import { MapGround } from '../../../space/map/ground.tsx'
import { MapMarks, type TrackPlace } from '../../../space/map/marks.tsx'
import { eastOf, latitudeText, longitudeText } from '../../../space/map/place-text.ts'
import { reachDegrees } from '../../../space/map/reach.ts'
import { pointOf, worldScale } from '../../../space/map/scale.ts'
import { sunElevation } from '../../../space/map/sun-place.ts'
import { trackOfLooks } from '../../../space/where/tracks.ts'
import { overText } from '../../../space/where/where-pane.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { FileMarking, useFileMarks } from '../../../ui/file/file.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { type Size, useMedia } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { highestOf } from '../../pass/pass-where.tsx'
import { useSatelliteChoices } from '../../pass/satellites-query.ts'
import { levelOfSensor, sensorLegend, stationsOf } from '../sensor-marks.tsx'
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
      className={`line-left under-tablet ${styles.side}`}
      legend={sensorLegend({ levels: new Set(sensors.map(levelOfSensor)), hasTrack: track.length > 0 })}
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
        const scale = worldScale(roomOf(size))
        const [first] = track
        return {
          drawing: (
            <>
              <MapGround scale={scale} atMs={nowMs} />
              <MapMarks
                scale={scale}
                content={{
                  atMs: first?.atMs ?? nowMs,
                  tracks: track.length < 2 ? [] : [{ id: 'pass', name: '', series: 2, look: 'next', places: track }],
                  stations: stationsOf(sensors, chosen),
                  maskHeightKm: heightKm,
                  objects: [],
                  events: [],
                  burns: [],
                }}
              />
            </>
          ),
          points: [
            ...sensors.flatMap((one) => {
              const point = pointOf(scale, one)
              return point ? [{ ...point, id: one.sensorCode, text: siteText(one, nowMs) }] : []
            }),
            ...track.flatMap((place) => {
              const point = pointOf(scale, place)
              return point ? [{ ...point, text: `${formatTime(place.atMs)}: ${overText(place)}` }] : []
            }),
          ],
        }
      }}
    />
  )
}

/** Returns the box of the map inside the drawing, without the room for the degrees beside and below it. */
const roomOf = ({ width, height }: Size) => ({ left: 44, right: width - 8, top: 8, bottom: height - 22 })

/**
 * Returns the height of the map for the width of its place: it is larger on a large screen beside the list, on a phone, and across a tablet.
 */
function useMapHeight(): number {
  const [isAcross, isWall] = [useMedia(ACROSS), useMedia('(width >= 2800px)')]
  return isAcross ? 440 : isWall ? 350 : 212
}
const ACROSS = '(760px < width <= 1100px)'

type DrawnTrack = { readonly track: readonly TrackPlace[]; readonly heightKm: number }

/**
 * Returns the ground track to draw, and the height for which the areas of the sensors are drawn: the height of the pass at its highest
 * point.
 */
function drawnOf(chosen: Sensor | undefined, { pass }: NextPass, usualKm: number): DrawnTrack {
  if (!chosen || !pass?.track) return { track: [], heightKm: usualKm }
  const track = trackOfLooks(chosen, pass.track)
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
