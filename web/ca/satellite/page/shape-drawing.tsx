import type { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import chart from '../../../chart/plot.module.css'
import { formatNumber } from '../../../ui/format/number.ts'
import { Banner } from '../../../ui/page/pane-states.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { Still } from '../../plot/still.tsx'
import { type Drawing, drawingOf, radiusOfShape, scaleBarM } from '../body.ts'
import styles from '../satellite.module.css'
import { satelliteWords } from '../words.data.ts'

const HEIGHT_PX = 176
const MARGIN_PX = 22
/** Radii are given to this precision: a smaller difference is ignored. */
const MILLIMETRE_M = 0.001
/** The drawn thickness of a wing's edge, which would otherwise be invisible. */
const EDGE_PX = 2

/** Draws the satellite to scale, from the front and from the side, with the circle that is used as its hard body. */
export function ShapeDrawing({ sizes }: { readonly sizes: SatelliteInput['configuration'] }) {
  const t = useWords(satelliteWords)
  const drawing = drawingOf(sizes)
  if (!drawing) return <p className={`muted fs-12 pad-8 ${styles.note}`}>{t('drawingNone')}</p>
  const metres = (value: number) => formatNumber(value, { decimals: 1 })
  const { hardBodyM, reachM } = drawing
  const label = t('drawingOf', { shape: t(sizes.shape), radius: metres(hardBodyM ?? 0), reach: metres(reachM) })
  const needed = radiusOfShape(sizes)
  const isLoose = needed !== undefined && hardBodyM !== undefined && hardBodyM < needed - MILLIMETRE_M
  return (
    <>
      <Still label={label} heightPx={HEIGHT_PX} draw={(size) => <Views drawing={drawing} size={size} />} />
      {isLoose ? (
        <Banner level="caution">
          {t('drawingLoose', { needed: formatNumber(needed, { decimals: 2 }), given: formatNumber(hardBodyM, {}) })}
        </Banner>
      ) : null}
    </>
  )
}

function Views({ drawing, size }: { readonly drawing: Drawing; readonly size: Size }) {
  const { views, hardBodyM, sphereM, reachM } = drawing
  const wide = size.width / views.length
  const pxPerM = Math.min(wide / 2 - MARGIN_PX, size.height / 2 - MARGIN_PX) / reachM
  const barM = scaleBarM(Math.min(reachM, (wide * 0.3) / pxPerM))
  const words = [satelliteWords('frontView'), satelliteWords('sideView')]
  return (
    <>
      {views.map(({ axes, rects }, place) => {
        const [cx, cy] = [wide * (place + 0.5), size.height / 2]
        return (
          <g key={axes.join('')}>
            {sphereM === undefined ? null : (
              <circle cx={cx} cy={cy} r={sphereM * pxPerM} className={`fill-series-1 stroke-series-1 ${styles.body}`} />
            )}
            {rects.map(({ x, y, width, height }, part) => (
              <rect
                key={`${x} ${width}`}
                x={cx + x * pxPerM - Math.max(width * pxPerM, EDGE_PX) / 2}
                y={cy - y * pxPerM - (height * pxPerM) / 2}
                width={Math.max(width * pxPerM, EDGE_PX)}
                height={Math.max(height * pxPerM, EDGE_PX)}
                className={
                  part === 0
                    ? `fill-series-1 stroke-series-1 ${styles.body}`
                    : `fill-series-1 stroke-series-1 ${styles.wing}`
                }
              />
            ))}
            {hardBodyM === undefined ? null : (
              <circle cx={cx} cy={cy} r={hardBodyM * pxPerM} className={`stroke-series-1 ${chart.line}`} />
            )}
            {views.length > 1 ? (
              <text x={wide * place + 16} y={14}>
                {words[place]} {axes.join(' ')}
              </text>
            ) : null}
          </g>
        )
      })}
      {hardBodyM === undefined ? null : (
        <text x={size.width - 16} y={size.height - 4} className={`${chart.end} ${chart.wordOne}`}>
          {satelliteWords('bodyWord', { radius: formatNumber(hardBodyM, { decimals: 2 }) })}
        </text>
      )}
      <line x1={16} x2={16 + barM * pxPerM} y1={size.height - 8} y2={size.height - 8} className="stroke-soft crisp" />
      <text x={22 + barM * pxPerM} y={size.height - 4}>
        {formatNumber(barM, {})} m
      </text>
    </>
  )
}
