import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { PassLight } from '@apsis/contract/odt/pass/passprediction.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { BottomAxis, LeftAxis } from '../../chart/axes.tsx'
import plot from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { now } from '../../clock/clock.ts'
import { formatInstant, formatTime } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { formatElapsed } from '../../ui/format/duration.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { lightLegend, UnknownPattern } from './light-legend.tsx'
import { lightWords } from './light-words.data.ts'
import { originText } from './orbit-origin.ts'
import styles from './pass.module.css'
import { lightCall, lightQuery, type PassQuestion } from './pass-query.ts'
import { type Span, ticksOf } from './pass-view.ts'
import { passWords } from './words.data.ts'

const HEIGHT_PX = 158
const MARGIN = { left: 64, right: 68, top: 12, bottom: 24 }
const BAND_PX = 22
const GAP_PX = 22
/** The width of the text that the light is not known. */
const UNKNOWN_PX = 90
/** An angle is written to a tenth of a degree, a share of the time to a full percent. */
const BETA_DECIMALS = 1

type Props = {
  readonly question: PassQuestion
  /** The part of the time that is drawn, the same as for the passes above. */
  readonly drawn: Span
  readonly code: string
}

/** Draws sunlight, penumbra and umbra over the days of a query, and the angle of the Sun to the orbit (ux.md §6). */
export function LightStrip({ question, drawn, code }: Props) {
  const t = useWords(lightWords)
  const query = useQuery(lightQuery(question, code))
  const found = query.data
  if (!found?.light || query.error)
    return (
      <QueryPane title={t('light')} query={query} skeletonRows={3} failed={t('lightFailed')}>
        {() => <Empty title={t('noLight')}>{t('noLightWhy')}</Empty>}
      </QueryPane>
    )
  const { light, orbit, computedAt } = found
  const shown = eclipsesIn(light, drawn)
  const whole = knownSpan(light)
  const holes = orbit.notSearched
    .filter(({ reason }) => reason === 'ORBIT_GAP')
    .map(({ start, end }) => ({ fromMs: msOf(start), toMs: msOf(end) }))
    // A gap that extends beyond the query is at its end, where the light is not known anyway.
    .filter(({ fromMs, toMs }) => fromMs >= whole.fromMs && toMs <= whole.toMs)
  const provenance = t('source', {
    simulated: orbit.isSimulated ? t('simulated') : '',
    source: originText(orbit),
    time: formatInstant(Date.parse(computedAt)),
  })
  return (
    <PlotFrame
      title={t('light')}
      note={t('lightNote')}
      caption={captionOfLight(light, drawn, question, holes)}
      provenance={provenance}
      fileName="light"
      legend={lightLegend(shown, gapsAround(whole, drawn).length + holes.length > 0)}
      heightPx={HEIGHT_PX}
      table={lightTable(light)}
      call={lightCall(question, code)}
      plot={(size): Plot => {
        const scale = scaleOf(size, drawn, light)
        return {
          drawing: <Strip light={shown} scale={scale} span={drawn} holes={holes} />,
          points: shown.eclipses.map((eclipse) => ({
            x: scale.x((msOf(eclipse.start) + msOf(eclipse.end)) / 2),
            y: scale.band.top + BAND_PX / 2,
            text: eclipseText(eclipse),
          })),
        }
      }}
    />
  )
}

type Eclipse = PassLight['eclipses'][number]
type SpanMs = Span
const msOf = (instant: string): number => Date.parse(instant)
const lastsMs = ({ start, end }: { readonly start: string; readonly end: string }) => msOf(end) - msOf(start)
const angleText = (degrees: number) => formatNumber(degrees, { decimals: BETA_DECIMALS })

/** Returns the light with only the eclipses that are drawn in part or completely. */
const eclipsesIn = (light: PassLight, { fromMs, toMs }: SpanMs): PassLight => ({
  ...light,
  eclipses: light.eclipses.filter(({ start, end }) => msOf(end) > fromMs && msOf(start) < toMs),
})

/** Returns the time for which the orbit is known: an ephemeris may end before the query does, and there are angles at both of its ends. */
function knownSpan({ beta }: Pick<PassLight, 'beta'>): SpanMs {
  const times = beta.map(({ time }) => msOf(time))
  return { fromMs: Math.min(...times), toMs: Math.max(...times) }
}

/** Returns the parts of a query in which the light is not known: before and after the known orbit. */
export function gapsAround(known: SpanMs, asked: SpanMs): readonly SpanMs[] {
  const gaps = [
    { fromMs: asked.fromMs, toMs: known.fromMs },
    { fromMs: known.toMs, toMs: asked.toMs },
  ]
  return gaps.filter(({ fromMs, toMs }) => toMs - fromMs >= MINUTE_MS)
}

/** Returns the parts of a time outside its gaps. */
export function knownParts(known: SpanMs, holes: readonly SpanMs[]): readonly SpanMs[] {
  return holes.reduce<readonly SpanMs[]>(
    (parts, hole) =>
      parts.flatMap(({ fromMs, toMs }) =>
        [
          { fromMs, toMs: Math.min(toMs, hole.fromMs) },
          { fromMs: Math.max(fromMs, hole.toMs), toMs },
        ].filter((part) => part.toMs > part.fromMs),
      ),
    [known],
  )
}

/** Returns the known light in the drawn time: eclipses are cut at its beginning and end. */
function partOf(light: PassLight, drawn: SpanMs): PassLight {
  const cut = (instant: string) => new Date(Math.min(drawn.toMs, Math.max(drawn.fromMs, msOf(instant)))).toISOString()
  return {
    eclipses: eclipsesIn(light, drawn).eclipses.map((one) => ({ ...one, start: cut(one.start), end: cut(one.end) })),
    beta: betaIn(light, drawn).map(({ ms, angle }) => ({ time: new Date(ms).toISOString(), angle })),
  }
}

/**
 * Returns the caption for the drawn time: how much of it is without sunlight, the longest eclipse, and the change of the angle of the Sun.
 */
export function captionOfLight(light: PassLight, drawn: SpanMs, asked: SpanMs, holes: readonly SpanMs[] = []): string {
  const isPart = drawn.fromMs !== asked.fromMs || drawn.toMs !== asked.toMs
  const times = { from: formatInstant(drawn.fromMs), to: formatInstant(drawn.toMs) }
  const said = saidOf(light, drawn, holes)
  return isPart ? `${passWords('drawnPart', times)} ${said}` : said
}

function saidOf(light: PassLight, drawn: SpanMs, holes: readonly SpanMs[]): string {
  const t = lightWords
  const { eclipses, beta } = partOf(light, drawn)
  if (beta.length === 0) return t('unknownIn')
  const known = knownSpan({ beta })
  const parts = knownParts(known, holes)
  // The complete drawn time may be inside a gap of the orbit.
  if (parts.length === 0) return t('unknownIn')
  const isAll = gapsAround(known, drawn).length === 0 && parts.length === 1
  const knownMs = parts.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const spans = parts.map(({ fromMs, toMs }) => t('span', { from: formatInstant(fromMs), to: formatInstant(toMs) }))
  const span = { times: spans.join(t('andSpan')) }
  // The angle at the edge of the drawing is unknown if that edge is in a gap.
  const isKnown = (ms: number) => parts.some(({ fromMs, toMs }) => ms >= fromMs && ms <= toMs)
  const angles = beta.filter(({ time }) => isKnown(msOf(time))).map(({ angle }) => angle)
  const between = t('betaBetween', { least: angleText(Math.min(...angles)), most: angleText(Math.max(...angles)) })
  // An eclipse is given with its full length, also if only a part of it is drawn.
  const [longest] = eclipsesIn(light, drawn).eclipses.toSorted((a, b) => lastsMs(b) - lastsMs(a))
  if (longest === undefined) return `${isAll ? t('noEclipse') : t('noEclipseIn', span)} ${between}`
  const dark = eclipses.reduce((sum, one) => sum + lastsMs(one), 0)
  const values = {
    count: eclipses.length,
    share: formatNumber((100 * dark) / knownMs, { decimals: 0 }),
    longest: formatElapsed(lastsMs(longest)),
  }
  return `${isAll ? '' : `${t('knownIn', span)} `}${t('eclipses', values)} ${between}`
}

/** Returns a sentence on an eclipse. */
function eclipseText(eclipse: Eclipse): string {
  const t = lightWords
  return t('eclipse', {
    start: formatInstant(msOf(eclipse.start)),
    end: formatTime(msOf(eclipse.end)).slice(0, 8),
    lasts: formatElapsed(lastsMs(eclipse)),
    umbra: eclipse.umbra === null ? t('noUmbra') : t('umbraFor', { lasts: formatElapsed(lastsMs(eclipse.umbra)) }),
  })
}

/** Returns eclipses and angles in the format of files. */
const lightTable = ({ eclipses, beta }: PassLight) => ({
  columns: ['what', 'start', 'end', 'umbra_start', 'umbra_end', 'beta_deg'],
  rows: [
    ...eclipses.map(({ start, end, umbra }) => ['eclipse', start, end, umbra?.start, umbra?.end, undefined]),
    ...beta.map(({ time, angle }) => ['beta', time, undefined, undefined, undefined, angle]),
  ],
})

function scaleOf({ width, height }: Size, { fromMs, toMs }: SpanMs, { beta }: PassLight) {
  const [left, right, foot] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom]
  const band = { left, right, top: MARGIN.top, bottom: MARGIN.top + BAND_PX }
  const area = { left, right, top: band.bottom + GAP_PX, bottom: foot }
  const angles = beta.map(({ angle }) => angle)
  const lowest = Math.floor((Math.min(...angles) - 1) / 10) * 10
  const highest = Math.ceil((Math.max(...angles) + 1) / 10) * 10
  return {
    band,
    area,
    lowest,
    highest,
    x: (ms: number) => left + Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs))) * (right - left),
    y: (degrees: number) => area.bottom - ((degrees - lowest) / (highest - lowest)) * (area.bottom - area.top),
  }
}

type StripProps = {
  readonly light: PassLight
  readonly scale: ReturnType<typeof scaleOf>
  readonly span: SpanMs
  /** Times without an orbit, over which nothing is drawn. */
  readonly holes: readonly SpanMs[]
}

function Strip({ light, scale, span, holes }: StripProps) {
  const t = useWords(lightWords)
  const { band, area, lowest, highest, x, y } = scale
  const nowMs = now()
  const known = knownSpan(light)
  const parts = knownParts(known, holes)
  const box = ({ start, end }: { readonly start: string; readonly end: string }) => ({
    x: x(msOf(start)),
    width: Math.max(0.5, x(msOf(end)) - x(msOf(start))),
    y: band.top,
    height: BAND_PX,
  })
  return (
    <g>
      <text x={band.left - 8} y={band.top + BAND_PX / 2 + 4} className={plot.end}>
        {t('sun')}
      </text>
      {parts.map(({ fromMs, toMs }) => (
        <rect
          key={fromMs}
          x={x(fromMs)}
          width={x(toMs) - x(fromMs)}
          y={band.top}
          height={BAND_PX}
          className={`stroke-line-2 ${styles.sunlit}`}
        />
      ))}
      <Unknown gaps={[...gapsAround(known, span), ...holes]} x={x} top={band.top} bottom={area.bottom} />
      {light.eclipses.map((eclipse) => (
        <g key={eclipse.start}>
          <rect {...box(eclipse)} className="fill-muted" />
          {eclipse.umbra ? <rect {...box(eclipse.umbra)} className={styles.umbra} /> : null}
        </g>
      ))}
      <LeftAxis
        area={area}
        ticks={[lowest, highest].map((degrees) => ({ at: y(degrees), label: `${formatNumber(degrees)}°` }))}
        title={t('beta')}
      />
      <BottomAxis
        area={{ ...area, top: band.top }}
        ticks={ticksOf(span, band.right - band.left).map(({ ms, text }) => ({ at: x(ms), label: text }))}
      />
      <Angle angles={betaIn(light, span)} parts={parts} scale={scale} />
      {nowMs > span.fromMs + MINUTE_MS && nowMs < span.toMs ? (
        <line x1={x(nowMs)} x2={x(nowMs)} y1={band.top - 4} y2={area.bottom} className="stroke-accent crisp" />
      ) : null}
    </g>
  )
}

type AngleProps = Pick<StripProps, 'scale'> & {
  readonly angles: ReturnType<typeof betaIn>
  /** The times with a known orbit. */
  readonly parts: readonly SpanMs[]
}

/** Draws the angle of the Sun to the orbit. */
function Angle({ angles, parts, scale: { x, y } }: AngleProps) {
  return (
    <g>
      {parts.map(({ fromMs, toMs }) => (
        <polyline
          key={fromMs}
          points={angles
            .filter(({ ms }) => ms >= fromMs && ms <= toMs)
            .map(({ ms, angle }) => `${x(ms)},${y(angle)}`)
            .join(' ')}
          className={`stroke-series-1 ${plot.line}`}
        />
      ))}
    </g>
  )
}

/**
 * Returns the angles in the drawn time, with the angles at its ends: they change so slowly that a straight line is accurate enough for
 * hours.
 */
export function betaIn({ beta }: Pick<PassLight, 'beta'>, { fromMs, toMs }: SpanMs) {
  const known = beta.map(({ time, angle }) => ({ ms: msOf(time), angle }))
  const ends = [fromMs, toMs].flatMap((ms) => {
    const at = known.findIndex((one, place) => one.ms < ms && ms < (known[place + 1]?.ms ?? 0))
    const [before, after] = [known[at], known[at + 1]]
    if (!before || !after) return []
    return [{ ms, angle: before.angle + ((ms - before.ms) / (after.ms - before.ms)) * (after.angle - before.angle) }]
  })
  return [...known.filter(({ ms }) => ms >= fromMs && ms <= toMs), ...ends].toSorted((a, b) => a.ms - b.ms)
}

type UnknownProps = {
  readonly gaps: readonly SpanMs[]
  readonly x: (ms: number) => number
  readonly top: number
  readonly bottom: number
}

/** Draws hatching over the time of unknown light, because it is neither light nor shadow. */
function Unknown({ gaps, x, top, bottom }: UnknownProps) {
  const t = useWords(lightWords)
  const hatchId = useId()
  return (
    <g>
      <UnknownPattern hatchId={hatchId} />
      {gaps.map(({ fromMs, toMs }) => (
        <g key={fromMs}>
          <rect x={x(fromMs)} width={x(toMs) - x(fromMs)} y={top} height={bottom - top} fill={`url(#${hatchId})`} />
          {x(toMs) - x(fromMs) > UNKNOWN_PX ? (
            <text x={(x(fromMs) + x(toMs)) / 2} y={(top + BAND_PX + bottom) / 2} className={plot.middle}>
              {t('unknown')}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  )
}
