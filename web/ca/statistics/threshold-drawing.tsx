import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { area, line } from 'd3-shape'
import { PowerOfTen } from '../../chart/axes.tsx'
import { type Box, freePlaces, type Place } from '../../chart/label-places.ts'
import chart from '../../chart/plot.module.css'
import { formatBriefly, formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import styles from './annual.module.css'
import { historyYears, isFew } from './history-rate.ts'
import { type Curves, type Engine, type IntervalPoint, limitPerYear, type Scene } from './threshold-scene.ts'
import { annualWords } from './words.data.ts'

type Props = {
  readonly found: AnnualStatistics
  readonly curves: Curves
  readonly scene: Scene
  readonly engine: Engine
}

/** Draws manoeuvres, residual risk and manoeuvres per avoided collision, over the accepted probability. */
export function ThresholdDrawing({ found, curves, scene, engine }: Props) {
  const [hasClosed, hasDrawn] = [engine !== 'bootstrap', engine !== 'closed']
  // A short history, or one with few events, is drawn only as a band: a line would claim more than is known.
  const isBand = found.isShort || isFew(found)
  return (
    <>
      <Grid scene={scene} />
      {hasDrawn ? (
        <>
          <Band of={curves.drawn} panel={scene.rates} scene={scene} className="fill-series-2 fill-16" />
          <Band of={curves.drawnKept} panel={scene.kept} scene={scene} className="fill-series-2 fill-16" isLog />
          {isBand ? null : (
            <>
              <Curve of={curves.drawn} panel={scene.rates} scene={scene} className="stroke-series-2" />
              <Curve of={curves.drawnKept} panel={scene.kept} scene={scene} className="stroke-series-2" isLog />
            </>
          )}
        </>
      ) : null}
      {hasClosed ? (
        <>
          {isBand ? (
            <>
              <Band
                of={curves.closed}
                panel={scene.rates}
                scene={scene}
                className={`fill-series-1 ${styles.bandClosed}`}
              />
              <Band
                of={curves.closedKept}
                panel={scene.kept}
                scene={scene}
                className={`fill-series-1 ${styles.bandClosed}`}
                isLog
              />
            </>
          ) : (
            <>
              <Curve of={curves.closed} panel={scene.rates} scene={scene} className="stroke-series-1" />
              <Curve of={curves.closedKept} panel={scene.kept} scene={scene} className="stroke-series-1" isLog />
            </>
          )}
          {scene.perAvoided && !isBand ? (
            <Curve of={curves.perAvoided} panel={scene.perAvoided} scene={scene} className="stroke-series-1" isLog />
          ) : null}
        </>
      ) : null}
      <Levels found={found} scene={scene} />
      <Observed curves={curves} scene={scene} />
      <Setting found={found} scene={scene} />
      <Titles scene={scene} />
      <Names found={found} curves={curves} scene={scene} hasClosed={hasClosed} hasDrawn={hasDrawn} />
    </>
  )
}

type PanelOf = Scene['rates']
type ShapeProps = {
  readonly panel: PanelOf
  readonly scene: Scene
  readonly className?: string | undefined
  readonly isLog?: boolean
}

const LEAST_DRAWN_PER_YEAR = 1e-12
const heightOf = (panel: PanelOf, value: number, isLog = false) => {
  const y = panel.y(isLog ? Math.log10(Math.max(value, LEAST_DRAWN_PER_YEAR)) : value)
  return Math.max(panel.top, Math.min(panel.bottom, y))
}
const isInside =
  ({ x, left, right }: Scene) =>
  ({ threshold }: { readonly threshold: number }) =>
    x(threshold) >= left - 0.5 && x(threshold) <= right + 0.5

type CurvePoint = { readonly threshold: number; readonly value: number }
function Curve({ of, panel, scene, className, isLog }: ShapeProps & { readonly of: readonly CurvePoint[] }) {
  const path = line<CurvePoint>(
    ({ threshold }) => scene.x(threshold),
    ({ value }) => heightOf(panel, value, isLog),
  )(of.filter(isInside(scene)))
  return <path d={path ?? ''} className={`${chart.line} ${className}`} />
}

function Band({ of, panel, scene, className, isLog }: ShapeProps & { readonly of: readonly IntervalPoint[] }) {
  const path = area<IntervalPoint>(
    ({ threshold }) => scene.x(threshold),
    ({ low }) => heightOf(panel, low, isLog),
    ({ high }) => heightOf(panel, high, isLog),
  )(of.filter(isInside(scene)))
  return <path d={path ?? ''} className={className} />
}

function Grid({ scene }: { readonly scene: Scene }) {
  const { left, right, x, exponents, rates, kept, perAvoided } = scene
  const panels = [rates, kept, ...(perAvoided ? [perAvoided] : [])]
  return (
    <g>
      {panels.map(({ top, bottom }) => (
        <g key={top}>
          {exponents.map((exponent) => (
            <line
              key={exponent}
              x1={x(10 ** exponent)}
              x2={x(10 ** exponent)}
              y1={top}
              y2={bottom}
              className={chart.grid}
            />
          ))}
          <line x1={left} x2={right} y1={bottom} y2={bottom} className="stroke-line-3 crisp" />
        </g>
      ))}
      {rates.y.ticks(5).map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={rates.y(value)} y2={rates.y(value)} className={chart.grid} />
          <text x={left - 8} y={rates.y(value) + 4} className={chart.end}>
            {formatBriefly(value, 3)}
          </text>
        </g>
      ))}
      {[kept, ...(perAvoided ? [perAvoided] : [])].flatMap((panel) =>
        wholeOf(panel).map((exponent) => (
          <g key={`${panel.top} ${exponent}`}>
            <line x1={left} x2={right} y1={panel.y(exponent)} y2={panel.y(exponent)} className={chart.grid} />
            <text x={left - 8} y={panel.y(exponent) + 4} className={chart.end}>
              {exponent >= 0 && exponent <= 4 ? formatNumber(10 ** exponent) : <PowerOfTen exponent={exponent} />}
            </text>
          </g>
        )),
      )}
    </g>
  )
}

/** Returns the full decades of a panel whose labels fit. */
function wholeOf({ y, top, bottom }: PanelOf): readonly number[] {
  const [low = 0, high = 0] = y.domain()
  const all = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, place) => Math.ceil(low) + place)
  const every = Math.ceil((20 * all.length) / (bottom - top))
  return all.filter((exponent) => exponent % every === 0)
}

/** Draws the risk without manoeuvres, and the limit. */
function Levels({ found, scene }: Pick<Props, 'found' | 'scene'>) {
  const t = annualWords
  const { left, right, kept, isNarrow } = scene
  const risk = found.closed?.own.riskPerYear
  const limit = limitPerYear(found)
  const [yRisk, yLimit] = [risk === undefined ? undefined : heightOf(kept, risk, true), heightOf(kept, limit, true)]
  // The labels of lines close to each other would overlap, so the label of the higher line moves up and the other one down.
  const isNear = yRisk !== undefined && Math.abs(yRisk - yLimit) < 34
  const [riskShift, limitShift] = !isNear ? [0, 0] : yRisk <= yLimit ? [-12, 14] : [14, -12]
  return (
    <g>
      <line x1={left} x2={right} y1={yLimit} y2={yLimit} className="stroke-soft dash-2-2" />
      {isNarrow ? (
        <text x={left + 6} y={yLimit - kept.top < 30 ? yLimit + 13 : yLimit - 5} className={chart.title}>
          {t('limitLabel', { value: formatProbabilityLine(limit) })}
        </text>
      ) : (
        <>
          <text x={right + 12} y={yLimit + limitShift - 3} className={chart.title}>
            {t('limitOnly')}
          </text>
          <text x={right + 12} y={yLimit + limitShift + 12} className={chart.strong}>
            {formatProbabilityLine(limit)}
          </text>
        </>
      )}
      {yRisk === undefined ? null : (
        <>
          <line x1={left} x2={right} y1={yRisk} y2={yRisk} className="stroke-muted dash-5-3" />
          {isNarrow ? (
            <text x={right - 4} y={yRisk - 5} className={`${chart.end} ${chart.title}`}>
              {t('noneLabel', { value: formatProbabilityLine(risk) })}
            </text>
          ) : (
            <>
              <text x={right + 12} y={yRisk + riskShift - 3} className={chart.title}>
                {t('noneOnly')}
              </text>
              <text x={right + 12} y={yRisk + riskShift + 12} className={chart.strong}>
                {formatProbabilityLine(risk)}
              </text>
            </>
          )}
        </>
      )}
    </g>
  )
}

/** Draws the satellite's history: the observed events, with the interval that their number allows. */
function Observed({ curves, scene }: Pick<Props, 'curves' | 'scene'>) {
  const { rates } = scene
  return (
    <g>
      {curves.observed.filter(isInside(scene)).map(({ threshold, value, low, high, count }) => {
        const [x, lowY, highY] = [scene.x(threshold), heightOf(rates, low), heightOf(rates, high)]
        const isCut = rates.y(high) < rates.top
        return (
          <g key={threshold}>
            <line className="stroke-ink stroke-w-1-2" x1={x} x2={x} y1={lowY} y2={highY} />
            <line className="stroke-ink stroke-w-1-2" x1={x - 3} x2={x + 3} y1={lowY} y2={lowY} />
            {isCut ? null : <line className="stroke-ink stroke-w-1-2" x1={x - 3} x2={x + 3} y1={highY} y2={highY} />}
            {count > 0 ? <circle cx={x} cy={heightOf(rates, value)} r="3.2" className="fill-ink" /> : null}
          </g>
        )
      })}
    </g>
  )
}

/** Draws the satellite's threshold with its values, and the threshold that meets the limit. */
function Setting({ found, scene }: Pick<Props, 'found' | 'scene'>) {
  const t = annualWords
  const { x, rates, kept, perAvoided, left, right, exponents } = scene
  const { threshold } = found.assumptions
  const { closed } = found
  const bottom = (perAvoided ?? kept).bottom
  const own = x(threshold)
  const solved = closed?.solved.threshold ?? undefined
  const at = solved === undefined ? undefined : x(solved)
  const isLeft = own > right - 70
  const reads = closed
    ? [
        {
          y: heightOf(rates, closed.own.manoeuvresPerYear),
          text: formatBriefly(closed.own.manoeuvresPerYear, 2),
          dy: -6,
        },
        {
          y: heightOf(kept, closed.own.residualPerYear, true),
          text: formatProbabilityLine(closed.own.residualPerYear),
          dy: 16,
        },
        ...(perAvoided && closed.own.manoeuvresPerCollisionAvoided !== null
          ? [
              {
                y: heightOf(perAvoided, closed.own.manoeuvresPerCollisionAvoided, true),
                text: formatBriefly(closed.own.manoeuvresPerCollisionAvoided, 2),
                dy: -7,
              },
            ]
          : []),
      ]
    : []
  return (
    <g>
      {at === undefined || at < left || at > right ? null : (
        <>
          <line x1={at} x2={at} y1={rates.top} y2={bottom} className="stroke-soft dash-1-3" />
          {scene.isNarrow ? null : (
            <text
              x={at < (left + right) / 2 ? at + 6 : (own < at && at - own < 160 ? own : at) - 6}
              y={rates.top + 12}
              className={at < (left + right) / 2 ? chart.title : `${chart.end} ${chart.title}`}
            >
              {t('meets', { value: formatProbabilityLine(solved) })}
            </text>
          )}
        </>
      )}
      <line x1={own} x2={own} y1={rates.top} y2={bottom + 5} className="stroke-accent crisp" />
      {reads.map(({ y, text, dy }) => (
        <g key={dy}>
          <circle cx={own} cy={y} r="4" className="fill-panel stroke-accent stroke-w-2" />
          <text x={isLeft ? own - 9 : own + 9} y={y + dy} className={`${isLeft ? chart.end : ''} ${styles.read}`}>
            {text}
          </text>
        </g>
      ))}
      {exponents
        .filter((exponent) => Math.abs(x(10 ** exponent) - own) > 44)
        .map((exponent) => (
          <text key={exponent} x={x(10 ** exponent)} y={bottom + 18} className={chart.middle}>
            <PowerOfTen exponent={exponent} />
          </text>
        ))}
      <text
        x={Math.max(left + 30, Math.min(right - 20, own))}
        y={bottom + 18}
        className={`${chart.middle} ${chart.nowWord}`}
      >
        {t('ownAt', { value: formatProbabilityLine(threshold) })}
      </text>
      <text x={left} y={bottom + 36}>
        {t('cautious')}
      </text>
      <text x={right} y={bottom + 36} className={`${chart.end} ${chart.title}`}>
        {t(scene.isNarrow ? 'axisShort' : 'axis')}
      </text>
    </g>
  )
}

function Titles({ scene }: { readonly scene: Scene }) {
  const t = annualWords
  const { left, rates, kept, perAvoided } = scene
  const titles = [
    { panel: rates, strong: t('manoeuvres'), rest: t('perYear') },
    { panel: kept, strong: t('kept'), rest: t('perYear') },
    ...(perAvoided ? [{ panel: perAvoided, strong: t('manoeuvres'), rest: t('perAvoided') }] : []),
  ]
  return titles.map(({ panel, strong, rest }) => (
    <text key={panel.top} x={left + 6} y={panel.top + 12} className={chart.title}>
      <tspan className={styles.read}>{strong}</tspan> {rest}
    </text>
  ))
}

type NamesProps = Pick<Props, 'found' | 'curves' | 'scene'> & {
  readonly hasClosed: boolean
  readonly hasDrawn: boolean
}

/** Draws the names of curves and points, each in a free place. */
function Names({ found, curves, scene, hasClosed, hasDrawn }: NamesProps) {
  const t = annualWords
  const { x, rates, left, right } = scene
  const [closed, drawn, observed] = [curves.closed, curves.drawn, curves.observed].map((of) =>
    of.filter(isInside(scene)),
  )
  const placesOn = (of: readonly CurvePoint[] = [], shifts: readonly number[]): Place[] =>
    shifts.flatMap((dy) =>
      of.map(({ threshold, value }) => ({
        x: x(threshold) + 10,
        y: heightOf(rates, value) + dy,
        align: 'start' as const,
      })),
    )
  const labels = [
    ...(hasClosed && closed?.length
      ? [{ text: t('closedName'), wishes: placesOn(closed, [-18, -30, -44]), colour: chart.wordOne }]
      : []),
    ...(hasDrawn
      ? [
          {
            text: t(curves.isCounted ? 'countedName' : 'drawnName', { count: found.counts.decidable }),
            wishes: placesOn(drawn, [26, 40, 56, -60]),
            colour: chart.wordTwo,
          },
        ]
      : []),
    {
      text: t('observedName', { years: formatBriefly(historyYears(found), 2) }),
      wishes: placesOn(observed, [-36, 4, 20, 48]),
      colour: chart.wordInk,
    },
  ]
  const box = (px: number, py: number, r: number): Box => ({ left: px - r, right: px + r, top: py - r, bottom: py + r })
  const taken = [
    ...dense([...(closed ?? [])].map((one) => [x(one.threshold), heightOf(rates, one.value)] as const)).map(
      ([px, py]) => box(px, py, 3),
    ),
    ...dense((drawn ?? []).map((one) => [x(one.threshold), heightOf(rates, one.value)] as const)).map(([px, py]) =>
      box(px, py, 3),
    ),
    ...(observed ?? []).map(({ threshold, low, high }) => ({
      left: x(threshold) - 5,
      right: x(threshold) + 5,
      top: heightOf(rates, high),
      bottom: heightOf(rates, low),
    })),
    { left, right: left + 160, top: rates.top, bottom: rates.top + 16 },
    {
      left: x(found.assumptions.threshold) - 6,
      right: x(found.assumptions.threshold) + 44,
      top: rates.top,
      bottom: rates.bottom,
    },
    ...(scene.isNarrow ? [] : [{ left: left + 160, right, top: rates.top, bottom: rates.top + 16 }]),
  ]
  const inside = { left, right, top: rates.top, bottom: rates.bottom }
  return freePlaces(labels, { inside, taken }).map((place, at) =>
    place ? (
      <text key={labels[at]?.text} x={place.x} y={place.y} className={labels[at]?.colour}>
        {labels[at]?.text}
      </text>
    ) : null,
  )
}

/** Returns points between the points of a line, so that labels can avoid it. */
function dense(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  return points.flatMap(([px, py], place) => {
    const [nx, ny] = points[place + 1] ?? [px, py]
    return [0, 0.25, 0.5, 0.75].map((share) => [px + share * (nx - px), py + share * (ny - py)] as const)
  })
}
