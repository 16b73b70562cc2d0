import type { PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { formatTime } from '../../clock/format.ts'
import type { TrackPlace } from '../../space/map/marks.tsx'
import { isInReach } from '../../space/map/reach.ts'
import { orbitOfLooks, trackOf, trackOfLooks } from '../../space/where/tracks.ts'
import { groundText, WherePane } from '../../space/where/where-pane.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { levelOfSensor, sensorLegend, stationsOf } from '../sensor/sensor-marks.tsx'
import { passWords } from './words.data.ts'

type Props = {
  readonly pass: PredictedPass & { readonly isSimulated: boolean }
  /** The sensor over which the pass is. */
  readonly sensor: Sensor
  readonly sensors: readonly Sensor[]
  readonly provenance: string
}

/** Shows where an object is in a pass: its ground track, the sensors that can see it, and the night. */
export function PassWhere({ pass, sensor, sensors, provenance }: Props) {
  const t = useWords(passWords)
  const track = trackOfLooks(sensor, pass.track ?? [])
  const highest = highestOf(pass, track)
  if (!highest || track.length < 2) return null
  const [first, last] = [track[0] ?? highest, track.at(-1) ?? highest]
  const orbit = orbitOfLooks(sensor, pass.track ?? [])
  const around = orbit && trackOf(orbit, first.atMs - orbit.periodS * 1_000, last.atMs + orbit.periodS * 1_000)
  const time = `${formatTime(highest.atMs).slice(0, 5)} Z`
  return (
    <WherePane
      content={{
        atMs: first.atMs,
        tracks: [
          ...(around
            ? [{ id: 'around', name: t('whereAround'), series: 2, look: 'path', places: around } as const]
            : []),
          { id: 'pass', name: t('whereObject'), series: 2, look: 'next', places: track },
        ],
        stations: stationsOf(sensors, sensor),
        maskHeightKm: highest.heightKm,
        objects: [{ ...highest, id: 'highest', name: time, series: 2 }],
        events: [],
        burns: [],
      }}
      focus={{ ...highest, kind: 'satellite' }}
      note={t('whereNote', { time: `${formatTime(first.atMs).slice(0, 5)} Z` })}
      caption={t('whereCaption', {
        code: sensor.sensorCode,
        from: groundText(first),
        to: groundText(last),
        km: formatNumber(highest.heightKm, { decimals: 0 }),
        count: sensors.filter((one) => isInReach(one, highest)).length,
        all: sensors.length,
      })}
      drawnFrom={[t('whereFrom', { pass: provenance }), orbit ? t('whereContinued') : ''].filter(Boolean).join('; ')}
      isSimulated={pass.isSimulated}
      isNarrow
      fileName={`map-${sensor.sensorCode}`}
      legend={sensorLegend({ levels: new Set(sensors.map(levelOfSensor)), hasTrack: true })}
    />
  )
}

/** Returns the place that is nearest in time to the highest point. */
export function highestOf({ culmination }: Pick<PredictedPass, 'culmination'>, track: readonly TrackPlace[]) {
  const away = ({ atMs }: TrackPlace) => Math.abs(atMs - Date.parse(culmination))
  return track.toSorted((a, b) => away(a) - away(b))[0]
}
