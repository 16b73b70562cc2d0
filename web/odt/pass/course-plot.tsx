import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { BottomAxis, LeftAxis, TITLE_GAP_PX } from '../../chart/axes.tsx'
import plot from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatTime } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { lightSpans, litParts } from './edges.ts'
import styles from './pass.module.css'
import type { TrackedPass } from './pass-query.ts'
import { limitLabelAt, SunCurve, sunLimitOf } from './sun-curve.tsx'
import { lightOf, msOf, placeText, type Span, trackTable, wholeNumber } from './track.ts'
import { passWords } from './words.data.ts'

type Props = {
  readonly code: string
  readonly pass: TrackedPass
  readonly provenance: string
  /** The sensor whose lowest elevation is drawn, if it is known. */
  readonly sensor?: Sensor | undefined
  readonly measured?: Span | undefined
}

const HEIGHT_PX = 400
const MARGIN = { left: 48, right: 56, top: 25, bottom: 26 }
/** The shares of the height for phase and brightness, and for the Sun, both below elevation and distance. */
const [LOWER_SHARE, SUN_SHARE] = [0.27, 0.23]
const GAP_PX = 22
/** The share of the height at which the largest distance is drawn. */
const RANGE_SHARE = 0.85
/** The height of the band of the shadow. */
const BAND_PX = 5

/**
 * Draws elevation and distance of a pass over time with the light at the sensor; below them the Sun, and the object's phase and brightness
 * (ux.md §6).
 */
export function CoursePlot({ code, pass, provenance, sensor, measured }: Props) {
  const t = useWords(passWords)
  const track = pass.track ?? []
  const suns = track.map(({ sunElevation }) => sunElevation)
  const magnitudes = track.flatMap(({ magnitude }) => magnitude ?? [])
  return (
    <PlotFrame
      title={t('profile')}
      note={t('profileNote')}
      caption={[
        t('profileCaption', {
          first: wholeNumber(suns[0] ?? 0),
          last: wholeNumber(suns.at(-1) ?? 0),
          light: t(lightOf(suns[Math.floor(suns.length / 2)] ?? 0)),
          moon: wholeNumber(Math.min(...track.map(({ moonSeparation }) => moonSeparation))),
        }),
        ...darkText(suns, sunLimitOf(sensor)),
        ...edgesText(track, pass.eclipses),
        t('profileShading'),
        magnitudes.length > 0
          ? t('brightest', { magnitude: formatNumber(Math.min(...magnitudes), { decimals: 1 }) })
          : t('noBrightness'),
      ].join(' ')}
      provenance={provenance}
      fileName={`course-${code}`}
      heightPx={HEIGHT_PX}
      table={trackTable(track)}
      plot={(size): Plot => {
        const scale = scaleOf(size, track)
        return {
          drawing: <Course {...{ track, scale, sensor, measured }} eclipses={pass.eclipses} />,
          points: track.map((place) => ({
            x: scale.x(msOf(place)),
            y: scale.elevation(place.elevation),
            text: placeText(place),
          })),
        }
      }}
    />
  )
}

/** Returns a sentence that states if the Sun is low enough for a telescope: during the complete pass, for a part, or never. */
function darkText(suns: readonly number[], limit: number | undefined): readonly string[] {
  if (limit === undefined) return []
  const dark = suns.filter((sun) => sun < limit).length
  const word = dark === suns.length ? 'darkAll' : dark === 0 ? 'darkNever' : 'darkPartly'
  return [passWords(word, { elevation: wholeNumber(limit) })]
}

/**
 * Returns the times at which light and shadow change in the pass, to the second; nothing if they do not change, or if they are not known.
 */
export function edgesText(track: readonly TrackPlace[], eclipses: TrackedPass['eclipses']): readonly string[] {
  const t = passWords
  const timeOf = (ms: number) => `${formatTime(1_000 * Math.round(ms / 1_000)).slice(0, 8)} Z`
  const lights = lightSpans(track)
    .slice(1)
    .map(({ kind, fromMs }) => ({ ms: fromMs, text: t('lightFrom', { time: timeOf(fromMs), light: t(kind) }) }))
  const shadows = (eclipses === undefined ? [] : litParts(track, eclipses).slice(1)).flatMap(({ isLit, places }) => {
    const ms = places[0] && msOf(places[0])
    return ms === undefined ? [] : [{ ms, text: t(isLit ? 'leavesShadow' : 'entersShadow', { time: timeOf(ms) }) }]
  })
  return [...lights, ...shadows].toSorted((a, b) => a.ms - b.ms).map(({ text }) => text)
}

/** Returns the scales of times, angles, distances and brightness in the drawing. */
export function scaleOf({ width, height }: Size, track: readonly TrackPlace[]) {
  const [first, last] = [Date.parse(track[0]?.time ?? ''), Date.parse(track.at(-1)?.time ?? '')]
  const [left, right, foot] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom]
  const split = foot - LOWER_SHARE * (foot - MARGIN.top)
  const sunTop = split - SUN_SHARE * (foot - MARGIN.top)
  const area = { left, right, top: MARGIN.top, bottom: sunTop - GAP_PX }
  const sun = { left, right, top: sunTop, bottom: split - GAP_PX }
  const lower = { left, right, top: split, bottom: foot }
  const mostKm = Math.max(...track.map(({ range }) => range)) / 1_000
  const magnitudes = track.flatMap(({ magnitude }) => magnitude ?? [])
  const [brightest, faintest] = [Math.min(...magnitudes), Math.max(...magnitudes)]
  const share = ({ top, bottom }: typeof area, part: number) => bottom - part * (bottom - top)
  return {
    area,
    sun,
    lower,
    first,
    last,
    mostKm,
    brightest,
    faintest,
    x: (ms: number) => left + ((ms - first) / Math.max(1, last - first)) * (right - left),
    elevation: (degrees: number) => share(area, Math.max(0, degrees) / 90),
    range: (m: number) => share(area, (RANGE_SHARE * m) / 1_000 / mostKm),
    phase: (degrees: number) => share(lower, degrees / 180),
    // A small magnitude is bright, and bright values are at the top.
    magnitude: (value: number) => share(lower, 0.9 - (0.8 * (value - brightest)) / Math.max(0.5, faintest - brightest)),
  }
}

type Scale = ReturnType<typeof scaleOf>
type DrawingProps = Pick<Props, 'sensor' | 'measured'> & {
  readonly track: readonly TrackPlace[]
  readonly eclipses: TrackedPass['eclipses']
  readonly scale: Scale
}

/** Draws the lines of one pass. */
export function Course({ track, eclipses, scale, sensor, measured }: DrawingProps) {
  const t = useWords(passWords)
  const { area, sun, lower, x, first, last, mostKm } = scale
  const line = (places: readonly TrackPlace[], y: (place: TrackPlace) => number) =>
    places.map((place) => `${x(msOf(place))},${y(place)}`).join(' ')
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => first + part * (last - first))
  const lowest = sensor === undefined ? undefined : scale.elevation(sensor.minimumElevation)
  const lights = lightsOf(track, x)
  const parts = litParts(track, eclipses)
  const bright = parts.flatMap(({ isLit, places }) => {
    const known = isLit ? places.filter(({ magnitude }) => magnitude !== null) : []
    return known.length > 1 ? [known] : []
  })
  return (
    <g>
      <Lights lights={lights} scale={scale} />
      <Shadow parts={parts} scale={scale} />
      {measured ? (
        <rect
          {...boxOf(x(Math.max(first, measured.fromMs)), x(Math.min(last, measured.toMs)), area)}
          className={`fill-accent ${styles.window}`}
        />
      ) : null}
      <LeftAxis
        // The title of the axis is above the band of the shadow.
        area={{ ...area, top: area.top - BAND_PX }}
        ticks={[0, 30, 60, 90].map((degrees) => ({ at: scale.elevation(degrees), label: degrees }))}
        title={t('elevation')}
      />
      <BottomAxis area={area} ticks={ticks.map((ms) => ({ at: x(ms), label: '' }))} />
      {lowest === undefined ? null : (
        <g>
          <line x1={area.left} x2={area.right} y1={lowest} y2={lowest} className="stroke-soft crisp dash-5-3" />
          <text x={area.right - 4} y={limitLabelAt(lowest, area, false)} className={plot.end}>
            {t('lowest', { elevation: wholeNumber(sensor?.minimumElevation ?? 0) })}
          </text>
        </g>
      )}
      {[0.5, 1].map((part) => (
        <text key={part} x={area.right + 6} y={scale.range(part * mostKm * 1_000) + 4} className={plot.wordTwo}>
          {wholeNumber(part * mostKm)}
        </text>
      ))}
      <text x={area.right} y={area.top - BAND_PX - TITLE_GAP_PX} className={`${plot.end} ${plot.wordTwo}`}>
        {t('range')}
      </text>
      <polyline points={line(track, ({ range }) => scale.range(range))} className={`stroke-series-2 ${plot.line}`} />
      {parts.map(({ isLit, places }) => (
        <polyline
          key={places[0]?.time}
          points={line(places, ({ elevation }) => scale.elevation(elevation))}
          className={
            isLit ? `fill-none stroke-series-1 ${styles.lit}` : `fill-none stroke-series-1 stroke-w-1-5 ${styles.dark}`
          }
        />
      ))}
      <BottomAxis area={sun} ticks={ticks.map((ms) => ({ at: x(ms), label: '' }))} />
      <SunCurve {...{ track, x, sensor, lights }} area={sun} />
      <LeftAxis
        area={lower}
        ticks={[0, 90, 180].map((degrees) => ({ at: scale.phase(degrees), label: degrees }))}
        title={t('phase')}
      />
      <BottomAxis area={lower} ticks={ticks.map((ms) => ({ at: x(ms), label: formatTime(ms).slice(0, 8) }))} />
      <polyline
        points={line(track, ({ phaseAngle }) => scale.phase(phaseAngle))}
        className={`stroke-series-1 ${plot.line}`}
      />
      <polyline
        points={line(track, ({ moonSeparation }) => scale.phase(moonSeparation))}
        className={`stroke-muted dash-1-3 ${plot.line}`}
      />
      {bright.length > 0 ? (
        <g>
          {bright.map((places) => (
            <polyline
              key={places[0]?.time}
              points={line(places, ({ magnitude }) => scale.magnitude(magnitude ?? 0))}
              className={`stroke-series-2 dash-2-3 ${plot.line}`}
            />
          ))}
          {[scale.brightest, scale.faintest].map((value, place) => (
            <text
              key={place === 0 ? 'brightest' : 'faintest'}
              x={lower.right + 6}
              y={scale.magnitude(value) + 4}
              className={plot.wordTwo}
            >
              {formatNumber(value, { decimals: 1 })}
            </text>
          ))}
          <text x={lower.right} y={lower.top - TITLE_GAP_PX} className={`${plot.end} ${plot.wordTwo}`}>
            {t('magnitudeAxis')}
          </text>
        </g>
      ) : null}
    </g>
  )
}

const boxOf = (from: number, to: number, { top, bottom }: Scale['area']) => ({
  x: from,
  width: Math.max(0, to - from),
  y: top,
  height: bottom - top,
})

type ShadowProps = { readonly parts: ReturnType<typeof litParts>; readonly scale: Scale }

/** Draws the time in the shadow of the Earth as a band above the lines. */
function Shadow({ parts, scale: { area, x } }: ShadowProps) {
  return (
    <g>
      {parts.map(({ isLit, places }) => {
        const [start, end] = [places[0], places.at(-1)]
        if (isLit || !start || !end) return null
        return (
          <rect
            key={start.time}
            {...boxOf(x(msOf(start)), x(msOf(end)), area)}
            y={area.top - BAND_PX}
            height={BAND_PX}
            className="fill-muted"
          />
        )
      })}
    </g>
  )
}

/** Returns the night and its three twilights with their edges in the drawing; each is named if it is wide enough. */
export function lightsOf(track: readonly TrackPlace[], x: Scale['x']) {
  return lightSpans(track).flatMap(({ kind, fromMs, toMs }) => {
    if (kind === 'day') return []
    const [left, right] = [x(fromMs), x(toMs)]
    return [{ kind, from: fromMs, left, right, isNamed: right - left > 90 }]
  })
}

type LightsProps = { readonly lights: ReturnType<typeof lightsOf>; readonly scale: Scale }

/** Draws the night and its three twilights behind the lines; nothing in daylight. */
function Lights({ lights, scale: { area, sun } }: LightsProps) {
  return (
    <g>
      {lights.map(({ kind, from, left, right }) => (
        <g key={from}>
          <rect {...boxOf(left, right, area)} className={styles[kind]} />
          <rect {...boxOf(left, right, sun)} className={styles[kind]} />
        </g>
      ))}
    </g>
  )
}
