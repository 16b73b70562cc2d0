import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { PredictedPass, TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { type Box, freePlaces, type Place } from '../../chart/label-places.ts'
import plot from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatTime } from '../../clock/format.ts'
import { sunDirection } from '../../space/map/sun-place.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { litParts } from './edges.ts'
import styles from './pass.module.css'
import type { TrackedPass } from './pass-query.ts'
import { msOf, placeAt, placeText, type Span, trackTable, wholeNumber } from './track.ts'
import { passWords } from './words.data.ts'

const RINGS = [0, 15, 30, 45, 60, 75]
const NAMED_RINGS = [30, 60]
const SKY_PX = 300
const VIEWS = ['map', 'sky'] as const
type View = (typeof VIEWS)[number]

/** The orientation of the sky in the address of its page: absent means like a map, `up` means as seen by an observer who looks up. */
export type SkySearch = { readonly sky?: string | undefined }
const UP = 'up'

type Props = {
  readonly code: string
  readonly pass: TrackedPass
  readonly provenance: string
  /** The sensor whose horizon is drawn, if it is known. */
  readonly sensor?: Sensor | undefined
  /** The part of the pass in which the sensor measured, if it is known. */
  readonly measured?: Span | undefined
  /** The text beside the title, instead of the orientation of the drawing. */
  readonly note?: string | undefined
  readonly search: SkySearch
  readonly onSearch: (part: SkySearch) => void
  readonly heightPx?: number | 'fill'
}

/** Draws the path of a pass over the sky of its sensor (ux.md §6). */
export function SkyPlot(props: Props) {
  const { code, pass, provenance, sensor, measured, note, search, onSearch, heightPx = SKY_PX } = props
  const t = useWords(passWords)
  const view: View = search.sky === UP ? 'sky' : 'map'
  const track = pass.track ?? []
  return (
    <PlotFrame
      title={t('sky')}
      note={note}
      actions={
        <Segments
          label={t('skyView')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(value === 'map' ? 'map' : 'sky') }))}
          onChange={(next) => onSearch({ sky: next === 'sky' ? UP : undefined })}
        />
      }
      caption={`${t(view === 'map' ? 'skyNote' : 'skyNoteLooking')} ${t('skyCaption', {
        code,
        rise: wholeNumber(pass.startAzimuth),
        set: wholeNumber(pass.endAzimuth),
        elevation: wholeNumber(pass.maximumElevation),
        sun: wholeNumber(pass.sunElevation),
        range: wholeNumber(pass.range / 1_000),
      })}`}
      provenance={provenance}
      fileName={`sky-${code}`}
      heightPx={heightPx}
      table={trackTable(track)}
      plot={(size): Plot => {
        const at = onSky(size, view)
        return {
          drawing: <Sky at={at} pass={pass} track={track} sensor={sensor} measured={measured} />,
          points: track.map((place) => ({ ...at(place), text: placeText(place) })),
        }
      }}
    />
  )
}

type Direction = { readonly azimuth: number; readonly elevation: number }
type At = (direction: Direction) => { readonly x: number; readonly y: number }

/**
 * Returns the projection of the sky: the zenith in the middle, north above; east at the right as on a map, or at the left as for an
 * observer who looks up.
 */
export function onSky({ width, height }: Size, view: View): At {
  // The drawing has no height before its layout.
  const radius = Math.max(0, Math.min(width, height) / 2 - 18)
  const east = view === 'map' ? 1 : -1
  return ({ azimuth, elevation }) => {
    const out = (radius * (90 - elevation)) / 90
    return {
      x: width / 2 + east * out * Math.sin(degToRad(azimuth)),
      y: height / 2 - out * Math.cos(degToRad(azimuth)),
    }
  }
}

type SkyProps = Pick<Props, 'pass' | 'sensor' | 'measured'> & {
  readonly at: At
  readonly track: readonly TrackPlace[]
}

const lineOf = (at: At, places: readonly Direction[]) =>
  places.map((place) => Object.values(at(place)).join(',')).join(' ')
const circleAt = ({ x, y }: ReturnType<At>) => ({ cx: x, cy: y })

function Sky({ at, pass, track, sensor, measured }: SkyProps) {
  return (
    <g>
      {sensor ? <Below at={at} sensor={sensor} /> : null}
      <Grid at={at} />
      <Moon at={at} track={track} />
      <Sun at={at} pass={pass} sensor={sensor} />
      {litParts(track, pass.eclipses).map(({ isLit, places }) => (
        <polyline
          key={places[0]?.time}
          points={lineOf(at, places)}
          className={
            isLit ? `fill-none stroke-series-1 ${styles.lit}` : `fill-none stroke-series-1 stroke-w-1-5 ${styles.dark}`
          }
        />
      ))}
      {measured ? <Measured at={at} track={track} measured={measured} /> : null}
      {ticksOf(track).map(({ ms, place }) => (
        <circle key={ms} {...circleAt(at(place))} r={2.4} className="fill-panel stroke-series-1" />
      ))}
      <Way at={at} pass={pass} track={track} />
      <Names at={at} pass={pass} track={track} sensor={sensor} />
    </g>
  )
}

const COMPASS = [
  [0, 'north'],
  [90, 'east'],
  [180, 'south'],
  [270, 'west'],
] as const

/** The distance of the names of the directions from the horizon, whatever its size; they stay inside the drawing. */
const COMPASS_PX = 10

/** Returns the places of the names of the directions, at the middle of each name. */
export const compassAt = (at: At) =>
  COMPASS.map(([azimuth, word]) => {
    const [centre, edge] = [at({ azimuth, elevation: 90 }), at({ azimuth, elevation: 0 })]
    const outward = (from: number, to: number) => to + COMPASS_PX * Math.sign(Math.round(to - from))
    return { word, x: outward(centre.x, edge.x), y: outward(centre.y, edge.y) + 4 }
  })

function Grid({ at }: { readonly at: At }) {
  const t = useWords(passWords)
  const centre = at({ azimuth: 0, elevation: 90 })
  return (
    <g>
      {RINGS.map((elevation) => (
        <circle
          key={elevation}
          cx={centre.x}
          cy={centre.y}
          r={centre.y - at({ azimuth: 0, elevation }).y}
          className="fill-none stroke-line-2"
        />
      ))}
      {compassAt(at).map(({ word, x, y }) => (
        <text key={word} x={x} y={y} className={`${plot.middle} ${plot.strong}`}>
          {t(word)}
        </text>
      ))}
    </g>
  )
}

type Name = { readonly text: string; readonly wishes: readonly Place[]; readonly isStrong?: boolean }

/**
 * Shows names for the highest elevation, the Moon, times along the track and elevations of rings, in this order of importance: no name
 * covers another.
 */
function Names({ at, pass, track, sensor }: PartProps & Pick<Props, 'pass' | 'sensor'>) {
  const t = useWords(passWords)
  const highest = at({ azimuth: pass.culminationAzimuth, elevation: pass.maximumElevation })
  const highestText = `${wholeNumber(pass.maximumElevation)}°, ${formatTime(Date.parse(pass.culmination)).slice(0, 8)}`
  const [moon, sun] = [moonOf(at, track), sunOf(at, pass, sensor)]
  const names: Name[] = [
    { text: highestText, wishes: besides(highest, ABOVE_FIRST), isStrong: true },
    ...(moon
      ? [
          {
            text: t('moonAway', { separation: wholeNumber(moon.separation) }),
            wishes: besides(moon.place, RIGHT_FIRST),
          },
        ]
      : []),
    ...(sun ? [{ text: t('sunUp'), wishes: besides(sun, RIGHT_FIRST) }] : []),
    ...ticksOf(track).map(({ ms, place }) => ({
      text: formatTime(ms).slice(0, 5),
      wishes: besides(at(place), RIGHT_FIRST),
    })),
    ...NAMED_RINGS.map((elevation) => ({
      text: `${elevation}°`,
      wishes: RING_NAME_AZIMUTHS_DEG.map((azimuth): Place => {
        const { x, y } = at({ azimuth, elevation })
        return { x, y: y + 4, align: 'middle' }
      }),
    })),
  ]
  // The marks of the track keep their places, and the names move away from them.
  const marks = [highest, ...ticksOf(track).map(({ place }) => at(place))].map(({ x, y }) => ({ x, y, halfPx: 4 }))
  const end = track.at(-1)
  const larger = [
    ...(end ? [{ ...at(end), halfPx: 9 }] : []),
    ...(moon ? [{ ...moon.place, halfPx: BODY_PX }] : []),
    ...(sun ? [{ ...sun, halfPx: BODY_PX }] : []),
  ]
  const taken = [...marks, ...larger].map(
    ({ x, y, halfPx }): Box => ({ left: x - halfPx, right: x + halfPx, top: y - halfPx, bottom: y + halfPx }),
  )
  const places = freePlaces(names, { inside: boxOfSky(at), taken, besidePx: BESIDE_PX })
  return (
    <g>
      {names.map(({ text, isStrong }, index) => {
        const place = places[index]
        if (!place) return null
        const align = { start: '', middle: plot.middle, end: plot.end }[place.align]
        return (
          <text key={text} x={place.x} y={place.y} className={`${align} ${isStrong ? plot.strong : ''}`}>
            {text}
          </text>
        )
      })}
    </g>
  )
}

/** The names of the rings are at the lower left, where few passes of a station in the north are; else in another quarter. */
const RING_NAME_AZIMUTHS_DEG = [225, 135, 45, 315]
const NAME_GAP_PX = 9
/** The distance between the name of the Moon and the number of a ring. */
const BESIDE_PX = 5
/** The radius of the Moon and the Sun. */
const BODY_PX = 6
type Side = 'above' | 'below' | 'right' | 'left'
const ABOVE_FIRST: readonly Side[] = ['above', 'below', 'right', 'left']
const RIGHT_FIRST: readonly Side[] = ['right', 'left', 'above', 'below']

/** Returns the places for a name beside a mark, the preferred one first. */
function besides({ x, y }: ReturnType<At>, sides: readonly Side[]): Place[] {
  const places: Readonly<Record<Side, Place>> = {
    above: { x, y: y - NAME_GAP_PX, align: 'middle' },
    below: { x, y: y + NAME_GAP_PX + 10, align: 'middle' },
    right: { x: x + NAME_GAP_PX, y: y + 4, align: 'start' },
    left: { x: x - NAME_GAP_PX, y: y + 4, align: 'end' },
  }
  return sides.map((side) => places[side])
}

/** Returns the square around the horizon. */
function boxOfSky(at: At): Box {
  const [north, south] = [at({ azimuth: 0, elevation: 0 }), at({ azimuth: 180, elevation: 0 })]
  const radius = (south.y - north.y) / 2
  return { left: north.x - radius, right: north.x + radius, top: north.y, bottom: south.y }
}

const WHOLE_TURN = Array.from({ length: 121 }, (_, place) => place * 3)

/** Draws the directions that the sensor cannot see: below its lowest elevation, and behind obstacles around it. */
function Below({ at, sensor }: { readonly at: At; readonly sensor: Sensor }) {
  const inner = WHOLE_TURN.map((azimuth) => ({ azimuth, elevation: horizonAt(sensor, azimuth) }))
  const outer = WHOLE_TURN.map((azimuth) => ({ azimuth, elevation: 0 }))
  const path = [outer, inner].map((ring) => `M${lineOf(at, ring).replaceAll(' ', 'L')}Z`).join('')
  return <path d={path} fillRule="evenodd" className={styles.below} />
}

/** Returns the lowest elevation that a sensor sees at an azimuth, degrees: the points of its horizon are joined by straight lines. */
export function horizonAt(
  { minimumElevation, horizon }: Pick<Sensor, 'minimumElevation' | 'horizon'>,
  azimuth: number,
) {
  const corners = horizon.toSorted((a, b) => a.azimuth - b.azimuth)
  const [first, last] = [corners[0], corners.at(-1)]
  if (!first || !last) return minimumElevation
  const after = corners.find((one) => one.azimuth >= azimuth) ?? { ...first, azimuth: first.azimuth + 360 }
  const before = corners.findLast((one) => one.azimuth <= azimuth) ?? { ...last, azimuth: last.azimuth - 360 }
  const width = after.azimuth - before.azimuth
  const share = width === 0 ? 0 : (azimuth - before.azimuth) / width
  return Math.max(minimumElevation, before.elevation + share * (after.elevation - before.elevation))
}

/** Returns the Moon at the time when the object is highest; undefined if the Moon is below the horizon then. */
function moonOf(at: At, track: readonly TrackPlace[]) {
  const highest = track.toSorted((a, b) => b.elevation - a.elevation)[0]
  if (!highest || highest.moonElevation <= 0) return undefined
  return {
    place: at({ azimuth: highest.moonAzimuth, elevation: highest.moonElevation }),
    separation: highest.moonSeparation,
  }
}

function Moon({ at, track }: PartProps) {
  const moon = moonOf(at, track)
  return moon ? <circle {...circleAt(moon.place)} r={BODY_PX} className="fill-muted" /> : null
}

/** Returns the Sun at the time when the object is highest; undefined if the Sun is below the horizon then, or the place is not known. */
function sunOf(at: At, pass: PredictedPass, sensor: Sensor | undefined) {
  const sun = sensor && sunDirection(sensor, Date.parse(pass.culmination))
  return sun && sun.elevation > 0 ? at(sun) : undefined
}

function Sun({ at, pass, sensor }: Pick<SkyProps, 'at' | 'pass' | 'sensor'>) {
  const sun = sunOf(at, pass, sensor)
  return sun ? <circle {...circleAt(sun)} r={BODY_PX} className="fill-panel stroke-ink stroke-w-2" /> : null
}

type PartProps = { readonly at: At; readonly track: readonly TrackPlace[] }

/** Draws the part in which the sensor measured, over the line of the pass. */
function Measured({ at, track, measured: { fromMs, toMs } }: PartProps & { readonly measured: Span }) {
  const inside = track.filter((place) => msOf(place) > fromMs && msOf(place) < toMs)
  const places = [placeAt(track, fromMs), ...inside, placeAt(track, toMs)].flatMap((place) => place ?? [])
  return <polyline points={lineOf(at, places)} className={`fill-none stroke-accent ${styles.measured}`} />
}

/** The maximum number of ticks; the step in minutes is chosen so that their names do not overlap. */
const MOST_TICKS = 6

/** Returns the marked times along the track. */
function ticksOf(track: readonly TrackPlace[]): { readonly ms: number; readonly place: TrackPlace }[] {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last) return []
  const [fromMs, toMs] = [msOf(first), msOf(last)]
  const stepMs = MINUTE_MS * Math.max(1, Math.ceil((toMs - fromMs) / MINUTE_MS / MOST_TICKS))
  // The ticks of a satellite that is above the horizon for days would all have the same text.
  if (stepMs > DAY_MS / 24) return []
  const ticks: { ms: number; place: TrackPlace }[] = []
  for (let ms = Math.ceil(fromMs / stepMs) * stepMs; ms < toMs; ms += stepMs) {
    const place = placeAt(track, ms)
    if (place) ticks.push({ ms, place })
  }
  return ticks
}

/** Draws the beginning, the highest point and the direction of the pass. */
function Way({ at, pass, track }: PartProps & { readonly pass: PredictedPass }) {
  const [start, beforeEnd, end] = [track[0], track.at(-2), track.at(-1)]
  if (!start || !beforeEnd || !end) return null
  const culmination = at({ azimuth: pass.culminationAzimuth, elevation: pass.maximumElevation })
  const [from, to] = [at(beforeEnd), at(end)]
  const turn = radToDeg(Math.atan2(to.y - from.y, to.x - from.x))
  return (
    <g>
      <circle {...circleAt(at(start))} r={4} className="fill-series-1" />
      <circle {...circleAt(culmination)} r={4} className="fill-panel stroke-w-1-4 stroke-series-1" />
      <path d="M-9 -5L0 0L-9 5Z" transform={`translate(${to.x} ${to.y}) rotate(${turn})`} className="fill-series-1" />
    </g>
  )
}
