import { type Box, overlap } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { formatNumber } from '../../../ui/format/number.ts'
import { plotWords } from '../words.data.ts'
import { NARROW_PX, type PlaneScales, type PlaneScene } from './plane-scene.ts'

export type Glass = {
  readonly cx: number
  readonly cy: number
  readonly radiusPx: number
  /** The number of pixels per metre inside the magnifier. */
  readonly pxPerM: number
  /** The box of the magnifier and its text. */
  readonly box: Box
  readonly hasWords: boolean
}

/** The hard body takes this share of the magnifier's diameter. */
const BODY_SHARE = 0.8
const WORDS_PX = 118
/** If there is no room at its side, the text begins below the magnifier. */
const LINE_PX = 20
/** If the sine of the angle of the line down to the body is larger than this, the line would cross the text of the magnifier. */
const LARGEST_SINE_BELOW = 0.8

/** Returns a magnifier for a hard body that is too small to be seen, in the corner that hides the least. */
export function magnifierOf({ view }: PlaneScene, { area, x, y, pxPerM }: PlaneScales): Glass | undefined {
  const { radiusM, missM, combined } = view
  if (radiusM === undefined) return undefined
  const isNarrow = area.right - area.left < NARROW_PX
  const radiusPx = isNarrow ? 36 : 50
  const wordsPx = isNarrow ? 0 : WORDS_PX
  const at = (cx: number, cy: number): Glass => ({
    cx,
    cy,
    radiusPx,
    pxPerM: (radiusPx * BODY_SHARE) / radiusM,
    box: {
      left: cx - radiusPx,
      right: cx + radiusPx + wordsPx,
      top: cy - radiusPx,
      bottom: cy + radiusPx + (isNarrow ? LINE_PX : 0),
    },
    hasWords: !isNarrow,
  })
  const corners = [
    at(area.left + radiusPx + 4, area.top + radiusPx + 10),
    at(area.left + radiusPx + 4, area.bottom - radiusPx - 34),
    at(area.right - radiusPx - wordsPx - 4, area.bottom - radiusPx - 34),
  ]
  const sigma = (value: number | undefined) => Math.sqrt(Math.max(0, value ?? 0)) * pxPerM
  const [mx, my] = missM ? [x(missM[0]), y(missM[1])] : [x(0), y(0)]
  const data: readonly Box[] = [
    {
      left: mx - sigma(combined?.xx),
      right: mx + sigma(combined?.xx),
      top: my - sigma(combined?.yy),
      bottom: my + sigma(combined?.yy),
    },
    { left: x(0) - 12, right: x(0) + 12, top: y(0) - 12, bottom: y(0) + 12 },
  ]
  return corners.find(({ box }) => !data.some((one) => overlap(one, box)))
}

type Props = { readonly glass: Glass; readonly scene: PlaneScene; readonly scales: PlaneScales }

/** Draws the hard body at its own scale, with its parts. */
export function Magnifier({ glass, scene: { view, body }, scales: { x, y, pxPerM } }: Props) {
  const { cx, cy, radiusPx } = glass
  const radiusM = view.radiusM ?? 0
  const [dx, dy] = [x(0) - cx, y(0) - cy]
  const length = Math.hypot(dx, dy)
  const [ux, uy] = [dx / length, dy / length]
  // The line begins below the text if the body is on that side.
  const isBeside = glass.hasWords && ux > LARGEST_SINE_BELOW && uy > 0
  const from: readonly [number, number] = isBeside
    ? [Math.sqrt(1 - LARGEST_SINE_BELOW ** 2), LARGEST_SINE_BELOW]
    : [ux, uy]
  const metres = (value: number) => formatNumber(value, { decimals: 1 })
  const lines = [
    plotWords('bodyOf', { radius: metres(radiusM) }),
    ...body.map((part) => plotWords('bodyPart', { radius: metres(part.radiusM), from: part.from })),
    plotWords('magnified', { factor: formatNumber(glass.pxPerM / pxPerM, { decimals: 0 }) }),
  ]
  return (
    <g>
      <line
        x1={cx + from[0] * radiusPx}
        y1={cy + from[1] * radiusPx}
        x2={x(0) - ux * 8}
        y2={y(0) - uy * 8}
        className="stroke-line-3"
      />
      <circle cx={cx} cy={cy} r={radiusPx} className="fill-inset stroke-line-3" />
      <circle cx={cx} cy={cy} r={radiusM * glass.pxPerM} className={chart.body} />
      <circle cx={cx} cy={cy} r="2.5" className="fill-series-1" />
      {glass.hasWords ? (
        lines.map((line, place) => (
          <text
            key={line}
            x={cx + radiusPx + 10}
            y={cy - 12 + place * 16}
            className={place === 0 ? chart.title : undefined}
          >
            {line}
          </text>
        ))
      ) : (
        <text x={cx} y={cy + radiusPx + 15} className={`${chart.middle} ${chart.title}`}>
          {lines[0]}
        </text>
      )}
    </g>
  )
}
