import type { PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatTime } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { eastOf, latitudeText, longitudeText } from '../sensor/place-text.ts'
import { isInReach } from '../sensor/reach.ts'
import { Ground, groundScale, levelOfSite, Reach, Site, TrackLine, useMapHeight } from './ground.tsx'
import { type Below, groundTrack } from './ground-track.ts'
import { groundLegend } from './legend.tsx'
import type { GroundPlace } from './outline.ts'
import { groundWords } from './words.data.ts'

type SimulationMark = { readonly isSimulated: boolean }
type Props = {
  readonly pass: PredictedPass & SimulationMark
  /** The sensor over which the pass is. */
  readonly sensor: Sensor
  readonly sensors: readonly Sensor[]
  readonly provenance: string
}

/** Draws the ground track of an object in a pass, the sensors that can see the object, and the night (ux.md §6). */
export function PassMap({ pass, sensor, sensors, provenance }: Props) {
  const t = useWords(groundWords)
  const heightPx = useMapHeight()
  const track = groundTrack(sensor, pass.track ?? [])
  const highest = highestOf(pass, track)
  if (!highest) return null
  const sorted = sensors.toSorted((a, b) => Number(a === sensor) - Number(b === sensor))
  const nightMs = Date.parse(pass.culmination)
  return (
    <PlotFrame
      title={t('map')}
      note={noteOf(pass, t('passNote', { time: `${formatTime(nightMs).slice(0, 5)} Z` }))}
      caption={captionOf({ sensor, sensors, track, highest })}
      provenance={`${provenance}. ${t('source')}`}
      fileName={`map-${sensor.sensorCode}`}
      heightPx={heightPx}
      legend={groundLegend({ levels: new Set(sensors.map(levelOfSite)), hasTrack: true })}
      table={groundTable(track)}
      plot={(size): Plot => {
        const scale = groundScale(size)
        return {
          drawing: (
            <Ground scale={scale} nightMs={nightMs}>
              {sorted.map((one) => (
                <Reach
                  key={one.sensorCode}
                  sensor={one}
                  heightKm={highest.heightKm}
                  isChosen={one === sensor}
                  scale={scale}
                />
              ))}
              <TrackLine track={track} scale={scale} />
              {sorted.map((one) => (
                <Site key={one.sensorCode} sensor={one} isChosen={one === sensor} scale={scale} />
              ))}
            </Ground>
          ),
          points: [
            ...track.map((place) => ({ ...placeOn(scale, place), text: belowText(place) })),
            ...sensors.map((one) => ({ ...placeOn(scale, one), text: siteText(one) })),
          ],
        }
      }}
    />
  )
}

/** Returns the text that names the time for which the night of a map is drawn, and says if the content is simulated. */
export const noteOf = (pass: SimulationMark | undefined, night: string): string =>
  `${pass?.isSimulated ? groundWords('simulated') : ''}${night}`

const whole = (value: number) => formatNumber(value, { decimals: 0 })
export const placeOn = ({ x, y }: ReturnType<typeof groundScale>, { latitude, longitude }: GroundPlace) => ({
  x: x(eastOf(longitude)),
  y: y(latitude),
})
const placeText = ({ latitude, longitude }: GroundPlace) =>
  groundWords('at', { latitude: latitudeText(latitude, 1), longitude: longitudeText(longitude, 1) })

/** Returns the place that is nearest in time to the highest point. */
export function highestOf({ culmination }: Pick<PredictedPass, 'culmination'>, track: readonly Below[]) {
  const away = ({ time }: Below) => Math.abs(Date.parse(time) - Date.parse(culmination))
  return track.toSorted((a, b) => away(a) - away(b))[0]
}

type MapCaption = Pick<Props, 'sensor' | 'sensors'> & { readonly track: readonly Below[]; readonly highest: Below }

function captionOf({ sensor, sensors, track, highest }: MapCaption): string {
  const [first, last] = [track[0] ?? highest, track.at(-1) ?? highest]
  return groundWords('passCaption', {
    code: sensor.sensorCode,
    from: placeText(first),
    to: placeText(last),
    km: whole(highest.heightKm),
    count: sensors.filter((one) => isInReach(one, highest)).length,
    all: sensors.length,
  })
}

/** Returns a sentence on the place on the ground below the object at one moment. */
export const belowText = (place: Below): string =>
  groundWords('below', {
    time: formatTime(Date.parse(place.time)),
    place: placeText(place),
    km: whole(place.heightKm),
  })

const STATUS = { ok: 'works', serious: 'down' } as const
const siteText = (sensor: Sensor): string => {
  const level = levelOfSite(sensor)
  return groundWords('site', {
    code: sensor.sensorCode,
    name: sensor.groundSensorName,
    place: placeText(sensor),
    status: groundWords(level === 'ok' || level === 'serious' ? STATUS[level] : 'idle'),
  })
}

/** Returns the ground track in the format of files. */
export const groundTable = (track: readonly Below[]) => ({
  columns: ['time', 'latitude_deg', 'longitude_deg', 'height_km'],
  rows: track.map(({ time, latitude, longitude, heightKm }) => [time, latitude, eastOf(longitude), heightKm]),
})
