import { CLOCK_DAYS, type Sensor, shownType } from '@apsis/contract/odt/sensor/sensor.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../clock/clock.ts'
import { formatAge, formatDate, formatMinute } from '../../../clock/format.ts'
import { paths } from '../../../site/paths.ts'
import { latitudeText, longitudeText } from '../../../space/map/place-text.ts'
import { sunElevation } from '../../../space/map/sun-place.ts'
import buttons from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { formatBriefly, formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { KeyValues } from '../../../ui/value/key-values.tsx'
import { clearSourceText, isClimate } from '../clear-source.ts'
import { sensorWords } from '../words.data.ts'
import { noClearOf } from './columns.tsx'
import { delayWord } from './sensor-form.ts'
import styles from './sensors.module.css'
import { sensorsWords } from './words.data.ts'

type Props = {
  readonly sensor: Sensor | undefined
  readonly isSpecialMode: boolean
  readonly mayWrite: boolean
  readonly onDialog: (dialog: 'edit' | 'retire' | 'remove') => void
}

/** Shows all facts about one sensor, with their units. */
export function SensorDetail({ sensor, isSpecialMode, mayWrite, onDialog }: Props) {
  const t = useWords(sensorsWords)
  const say = useWords(sensorWords)
  const nowMs = useNow('minute')
  if (!sensor)
    return (
      <Pane
        title={t('detail')}
        className={`line-left under-tablet min-h-0 scroll line-bottom ${styles.side} ${styles.detail}`}
      >
        <p className="soft fs-13 pad-end">{t('choose')}</p>
      </Pane>
    )
  const { sensorCode, status, isSimulated } = sensor
  return (
    <Pane
      id="sensor"
      title={sensorCode}
      className={`line-left under-tablet min-h-0 scroll line-bottom ${styles.side} ${styles.detail}`}
    >
      <p className="fs-14 medium pad-6">{sensor.groundSensorName}</p>
      {isSimulated ? <p className="soft fs-13 pad-end">{t('simulatedText')}</p> : null}
      <div className="flex wrap gap-8 pad-end no-print">
        <Link to={paths.passes} search={{ sensors: sensorCode }} className={`${buttons.button}  plain-link`}>
          {t('passesOver')}
        </Link>
        {mayWrite && !isSimulated ? (
          <>
            <Button onClick={() => onDialog('edit')}>{t('edit')}</Button>
            {sensor.sensorType === 'RETIRED' ? null : <Button onClick={() => onDialog('retire')}>{t('retire')}</Button>}
            <Button onClick={() => onDialog('remove')}>{t('remove')}</Button>
          </>
        ) : null}
      </div>
      <KeyValues
        rows={[
          [t('type'), say(shownType(sensor.sensorType, isSpecialMode))],
          [t('status'), <StatusWord key="status" level={status === 'DOWN' ? 'serious' : 'ok'} word={say(status)} />],
          [t('position'), `${latitudeText(sensor.latitude)}, ${longitudeText(sensor.longitude)}`],
          [t('altitude'), withUnit(sensor.altitude, 'm')],
          ...placeRows(sensor, t),
          [t('sunNow'), withUnit(Math.round(sunElevation(sensor, nowMs)), '°')],
          [t('lowest'), withUnit(sensor.minimumElevation, '°')],
          [t('horizon'), sensor.horizon.length === 0 ? t('free') : t('corners', { count: sensor.horizon.length })],
          ...(sensor.sensorType === 'RADAR_ACTIVE' ? radarRows(sensor, t) : opticalRows(sensor, t)),
          [t('noiseDirection'), withUnit(sensor.sigmaArcsec, '″')],
          [t('noiseTime'), withUnit(sensor.sigmaTimeMs, 'ms')],
          [t('clock'), <Clock key="clock" sensor={sensor} />],
          [t('slew'), withUnit(sensor.slewRate, '°/s')],
          [t('clear'), <ClearSky key="clear" sensor={sensor} nowMs={nowMs} />],
          [t('provider'), sensor.providerId ?? t('noProvider')],
          [t('version'), String(sensor.version)],
        ]}
      />
    </Pane>
  )
}

const MOST_DIGITS = 6

/** Returns a value with its unit: the sign of an angle follows without a space, other units follow after a space. */
function withUnit(value: number | null, unit: string): string | undefined {
  if (value === null) return undefined
  return `${formatBriefly(value, MOST_DIGITS)}${/^[°″]$/.test(unit) ? '' : '\u00a0'}${unit}`
}

type Rows = readonly (readonly [string, React.ReactNode])[]

/** Returns the date since which the sensor is at its place, and its former places: these are used for tracks of those times. */
function placeRows({ standsSince = null, formerPlaces = [] }: Sensor, t: typeof sensorsWords): Rows {
  if (standsSince === null) return []
  return [
    [t('standsSince'), formatMinute(Date.parse(standsSince))],
    ...formerPlaces.toReversed().map(({ latitude, longitude, until }): Rows[number] => {
      const place = `${latitudeText(latitude)}, ${longitudeText(longitude)}`
      return [t('stoodUntil', { time: formatMinute(Date.parse(until)) }), place]
    }),
  ]
}

function radarRows({ maximumRange, sigmaRange, isRangeCorrected }: Sensor, t: typeof sensorsWords): Rows {
  return [
    [t('range'), withUnit(maximumRange === null ? null : maximumRange / 1_000, 'km')],
    [t('noiseRange'), withUnit(sigmaRange, 'm')],
    [t('delay'), t(delayWord(isRangeCorrected))],
  ]
}

function opticalRows(sensor: Sensor, t: typeof sensorsWords): Rows {
  return [
    [t('sunMost'), withUnit(sensor.maximumSunElevation, '°')],
    [t('moonLeast'), withUnit(sensor.minimumMoonSeparation, '°')],
    [t('magnitude'), withUnit(sensor.limitingMagnitude, 'mag')],
    [t('noiseMagnitude'), withUnit(sensor.sigmaMagnitude, 'mag')],
    [t('aperture'), withUnit(sensor.aperture, 'm')],
    [t('field'), withUnit(sensor.fieldOfView, '°')],
  ]
}

/** Shows the share of clear nights, always with its source, its date, and its age. */
function ClearSky({ sensor: { clearSky, sensorType }, nowMs }: { readonly sensor: Sensor; readonly nowMs: number }) {
  const t = useWords(sensorsWords)
  if (!clearSky) return <>{t(noClearOf(sensorType))}</>
  const atMs = Date.parse(clearSky.asOf)
  return (
    <>
      {formatNumber(clearSky.fraction * 100, { decimals: 0 })} %
      <span className="block muted fs-12">
        {isClimate(clearSky.source)
          ? clearSourceText(clearSky.source)
          : t('clearSource', {
              source: clearSourceText(clearSky.source),
              time: formatDate(atMs),
              age: formatAge(nowMs - atMs),
            })}
      </span>
    </>
  )
}

/** Shows the clock error on which several objects agree: in a single track a late object and a fast clock look the same. */
function Clock({ sensor: { clock } }: { readonly sensor: Sensor }) {
  const t = useWords(sensorsWords)
  if (!clock) return <>{t('clockUnsaid')}</>
  const ms = (seconds: number) => formatNumber(Math.abs(seconds) * 1_000, { decimals: 1 })
  return (
    <>
      {t(clock.offset > 0 ? 'clockAhead' : 'clockBehind', { offset: ms(clock.offset), sigma: ms(clock.sigma) })}
      <span className="block muted fs-12">{t('clockSource', { count: clock.objects, days: CLOCK_DAYS })}</span>
    </>
  )
}
