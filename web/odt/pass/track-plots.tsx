import type { PredictedPass, TrackPlace } from '@apsis/contract/odt/passprediction.ts'
import { BottomAxis, LeftAxis } from '../../chart/axes.tsx'
import plot from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatTime } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './pass.module.css'
import { passWords } from './words.data.ts'

type Props = { readonly code: string; readonly pass: PredictedPass; readonly provenance: string }

const whole = (value: number) => formatNumber(value, { decimals: 0 })
const RAD = Math.PI / 180

function placeText(place: TrackPlace): string {
  const t = passWords
  return t('trackText', {
    time: formatTime(Date.parse(place.time)),
    azimuth: whole(place.azimuth),
    elevation: formatNumber(place.elevation, { decimals: 1 }),
    range: whole(place.range / 1_000),
    sun: whole(place.sunElevation),
    phase: whole(place.phaseAngle),
    magnitude:
      place.magnitude === null
        ? ''
        : t('trackMagnitude', { magnitude: formatNumber(place.magnitude, { decimals: 1 }) }),
  })
}

/** The track as files have it. */
const tableOf = (track: readonly TrackPlace[]) => ({
  columns: [
    ...['time', 'azimuth_deg', 'elevation_deg', 'range_m', 'sun_elevation_deg', 'moon_separation_deg'],
    ...['phase_angle_deg', 'sunlit', 'magnitude'],
  ],
  rows: track.map((place) => [
    ...[place.time, place.azimuth, place.elevation, place.range, place.sunElevation, place.moonSeparation],
    ...[place.phaseAngle, place.isSunlit ? 'yes' : 'no', place.magnitude ?? undefined],
  ]),
})

/** The parts of a track that are lit, or not, one after the other; they share their ends so that the line has no gap. */
function partsOf(track: readonly TrackPlace[]) {
  const parts: { isLit: boolean; from: number; places: TrackPlace[] }[] = []
  for (const [at, place] of track.entries()) {
    const last = parts.at(-1)
    last?.places.push(place)
    if (!last || last.isLit !== place.isSunlit) parts.push({ isLit: place.isSunlit, from: at, places: [place] })
  }
  return parts
}

const RINGS = [0, 30, 60]
const SKY_PX = 260

/** The way of a pass over the sky of its sensor (ux.md §6). */
export function SkyPlot({ code, pass, provenance }: Props) {
  const t = useWords(passWords)
  const track = pass.track ?? []
  return (
    <PlotFrame
      title={t('sky')}
      note={t('skyNote')}
      caption={t('skyCaption', {
        code,
        rise: whole(pass.startAzimuth),
        set: whole(pass.endAzimuth),
        elevation: whole(pass.maximumElevation),
      })}
      provenance={provenance}
      fileName={`sky-${code}`}
      heightPx={SKY_PX}
      table={tableOf(track)}
      plot={(size): Plot => {
        const at = onSky(size)
        return {
          drawing: <Sky size={size} track={track} />,
          points: track.map((place) => ({ ...at(place), text: placeText(place) })),
        }
      }}
    />
  )
}

/** Zenith in the middle, north above, east at the right; equal steps of elevation. */
function onSky({ width, height }: Size) {
  const radius = Math.min(width, height) / 2 - 18
  return ({ azimuth, elevation }: { readonly azimuth: number; readonly elevation: number }) => {
    const out = (radius * (90 - elevation)) / 90
    return {
      x: width / 2 + out * Math.sin(azimuth * RAD),
      y: height / 2 - out * Math.cos(azimuth * RAD),
    }
  }
}

function Sky({ size, track }: { readonly size: Size; readonly track: readonly TrackPlace[] }) {
  const t = useWords(passWords)
  const at = onSky(size)
  const centre = at({ azimuth: 0, elevation: 90 })
  const line = (places: readonly TrackPlace[]) => places.map((place) => Object.values(at(place)).join(',')).join(' ')
  const highest = track.toSorted((a, b) => b.elevation - a.elevation)[0]
  const start = track[0]
  const compass = [
    [0, 'north'],
    [90, 'east'],
    [180, 'south'],
    [270, 'west'],
  ] as const
  return (
    <g>
      {RINGS.map((elevation) => {
        const { y } = at({ azimuth: 0, elevation })
        return (
          <g key={elevation}>
            <circle cx={centre.x} cy={centre.y} r={centre.y - y} className={styles.ring} />
            {elevation > 0 ? (
              <text x={centre.x + 3} y={y + 12}>
                {elevation}°
              </text>
            ) : null}
          </g>
        )
      })}
      {compass.map(([azimuth, word]) => {
        const { x, y } = at({ azimuth, elevation: -9 })
        return (
          <text key={word} x={x} y={y + 4} className={`${plot.middle} ${plot.strong}`}>
            {t(word)}
          </text>
        )
      })}
      {highest && highest.moonElevation > 0 ? (
        <g>
          <circle
            {...circleAt(at({ azimuth: highest.moonAzimuth, elevation: highest.moonElevation }))}
            r={6}
            className={styles.body}
          />
          <text {...at({ azimuth: highest.moonAzimuth, elevation: highest.moonElevation })} dx={9} dy={4}>
            {t('moon')}
          </text>
        </g>
      ) : null}
      {partsOf(track).map(({ isLit, from, places }) => (
        <polyline key={from} points={line(places)} className={isLit ? styles.lit : styles.dark} />
      ))}
      {start ? <circle {...circleAt(at(start))} r={4} className={styles.start} /> : null}
    </g>
  )
}

const circleAt = ({ x, y }: { readonly x: number; readonly y: number }) => ({ cx: x, cy: y })

const PROFILE_PX = 220
const MARGIN = { left: 44, right: 52, top: 12, bottom: 26 }
/** The Sun is below this at night as astronomers count it. */
const NIGHT_DEG = -18

/** Elevation and distance of a pass over time, with the night and the shadow (ux.md §6). */
export function ProfilePlot({ code, pass, provenance }: Props) {
  const t = useWords(passWords)
  const track = pass.track ?? []
  const suns = track.map(({ sunElevation }) => sunElevation)
  return (
    <PlotFrame
      title={t('profile')}
      note={t('profileNote')}
      caption={t('profileCaption', {
        first: whole(suns[0] ?? 0),
        last: whole(suns.at(-1) ?? 0),
        moon: whole(Math.min(...track.map(({ moonSeparation }) => moonSeparation))),
      })}
      provenance={provenance}
      fileName={`course-${code}`}
      heightPx={PROFILE_PX}
      table={tableOf(track)}
      plot={(size): Plot => {
        const scale = profileScale(size, track)
        return {
          drawing: <Profile track={track} scale={scale} />,
          points: track.map((place) => ({
            x: scale.x(Date.parse(place.time)),
            y: scale.elevation(place.elevation),
            text: placeText(place),
          })),
        }
      }}
    />
  )
}

function profileScale({ width, height }: Size, track: readonly TrackPlace[]) {
  const [first, last] = [Date.parse(track[0]?.time ?? ''), Date.parse(track.at(-1)?.time ?? '')]
  const area = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom }
  const mostKm = Math.max(...track.map(({ range }) => range)) / 1_000
  const share = (part: number) => area.bottom - part * (area.bottom - area.top)
  return {
    area,
    first,
    last,
    mostKm,
    x: (ms: number) => area.left + ((ms - first) / Math.max(1, last - first)) * (area.right - area.left),
    elevation: (degrees: number) => share(Math.max(0, degrees) / 90),
    range: (m: number) => share(m / 1_000 / mostKm),
  }
}

type Scale = ReturnType<typeof profileScale>

function Profile({ track, scale }: { readonly track: readonly TrackPlace[]; readonly scale: Scale }) {
  const t = useWords(passWords)
  const { area, x, first, last, mostKm } = scale
  const line = (places: readonly TrackPlace[], y: (place: TrackPlace) => number) =>
    places.map((place) => `${x(Date.parse(place.time))},${y(place)}`).join(' ')
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => first + part * (last - first))
  const nights = track.filter(({ sunElevation }) => sunElevation < NIGHT_DEG)
  const [from, to] = [nights[0], nights.at(-1)]
  return (
    <g>
      {from && to ? (
        <rect
          x={x(Date.parse(from.time))}
          width={x(Date.parse(to.time)) - x(Date.parse(from.time))}
          y={area.top}
          height={area.bottom - area.top}
          className={styles.night}
        />
      ) : null}
      <LeftAxis
        area={area}
        ticks={[0, 30, 60, 90].map((degrees) => ({ at: scale.elevation(degrees), label: degrees }))}
        title={t('elevation')}
      />
      <BottomAxis area={area} ticks={ticks.map((ms) => ({ at: x(ms), label: formatTime(ms).slice(0, 5) }))} />
      {[0.5, 1].map((part) => (
        <text key={part} x={area.right + 6} y={scale.range(part * mostKm * 1_000) + 4} className={plot.wordTwo}>
          {whole(part * mostKm)}
        </text>
      ))}
      <text x={area.right} y={area.top + 12} className={`${plot.end} ${plot.wordTwo}`}>
        {t('range')}
      </text>
      <polyline points={line(track, ({ range }) => scale.range(range))} className={`${plot.line} ${plot.two}`} />
      {partsOf(track).map(({ isLit, from: at, places }) => (
        <polyline
          key={at}
          points={line(places, ({ elevation }) => scale.elevation(elevation))}
          className={isLit ? styles.lit : styles.dark}
        />
      ))}
    </g>
  )
}
