import { PowerOfTen } from '../../../chart/axes.tsx'
import { type Box, boxOfText, freePlace, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { formatNumber, formatPowerOfTen, partsOfScientific } from '../../../ui/format/number.ts'
import styles from '../plot.module.css'
import { wordsEndAt } from '../time-ground.tsx'
import { plotWords } from '../words.data.ts'
import { originatorsOf, type Placed } from './probability-scene.ts'

type Label = {
  readonly id: string
  /** As long as what is shown. */
  readonly text: string
  readonly content: React.ReactNode
  readonly className: string
  readonly wishes: readonly Place[]
}

const WORDS = [chart.wordInk, chart.wordOne, chart.wordTwo, styles.wordThree, styles.wordFour]
const ANCHORS = { start: undefined, middle: chart.middle, end: chart.end }
const POINT_PX = 5
/** Reported values this far from ours are seen as marks of their own. */
const APART_PX = 10

/** The names of the lines, each where it lies on no point and on no other name. */
export function ProbabilityLabels(placed: Placed) {
  const { area } = placed.frame
  const taken: Box[] = pointsOf(placed)
  const inside = { left: area.left, right: area.right, top: area.top - 4, bottom: area.bottom - 2 }
  return (
    <g>
      {labelsOf(placed).map(({ id, text, content, className, wishes }) => {
        const at = freePlace(text, wishes, { inside, taken })
        if (!at) return null
        taken.push(boxOfText(text, at))
        return (
          <text key={id} x={at.x} y={at.y} className={`${ANCHORS[at.align]} ${className}`}>
            {content}
          </text>
        )
      })}
    </g>
  )
}

function pointsOf({ scene: { points }, place }: Placed): Box[] {
  const values = points.flatMap(({ atMs, probability, reported }) =>
    [probability, reported].filter((value) => value !== undefined).map((value) => place(atMs, value)),
  )
  return values.map(([x, y]) => ({ left: x - POINT_PX, right: x + POINT_PX, top: y - POINT_PX, bottom: y + POINT_PX }))
}

function labelsOf(placed: Placed): readonly Label[] {
  return [...thresholdLabel(placed), ...originatorLabels(placed), ...maximumLabel(placed), ...restOf(placed)]
}

function thresholdLabel({ scene: { threshold }, frame, y }: Placed): readonly Label[] {
  if (threshold === undefined) return []
  const at = y(Math.log10(threshold))
  const right = wordsEndAt(frame)
  const side = (dy: number): readonly Place[] => [
    { x: right, y: at + dy, align: 'end' },
    { x: frame.area.right - 6, y: at + dy, align: 'end' },
    { x: frame.area.left + 4, y: at + dy, align: 'start' },
    { x: (frame.area.left + frame.area.right) / 2, y: at + dy, align: 'middle' },
  ]
  const { mantissa, exponent } = partsOfScientific(threshold, 1)
  const factor = mantissa === formatNumber(1, { decimals: 1 }) ? '' : `${mantissa} × `
  const content = (
    <>
      {plotWords('ownThreshold')} {factor}
      <PowerOfTen exponent={exponent} />
    </>
  )
  const text = `${plotWords('ownThreshold')} ${factor}${formatPowerOfTen(exponent)}`
  return [{ id: 'threshold', text, content, className: chart.title ?? '', wishes: [...side(15), ...side(-6)] }]
}

function originatorLabels({ scene: { points }, place }: Placed): readonly Label[] {
  return originatorsOf(points).flatMap((originator, order) => {
    const own = points.filter((point) => point.originator === originator && point.probability !== undefined)
    const [first, second] = own.map(({ atMs, probability }) => place(atMs, probability))
    if (!first) return []
    const [x, y] = first
    const below: Place = { x: x + 6, y: y + 16, align: 'start' }
    const above: Place = { x: x + 6, y: y - 8, align: 'start' }
    // On the side that the line leaves free.
    const wishes = second && second[1] > y ? [above, below] : [below, above]
    const beside: Place = { x: x + 12, y: y + 4, align: 'start' }
    const className = WORDS[order % WORDS.length] ?? ''
    return [{ id: originator, text: originator, content: originator, className, wishes: [...wishes, beside] }]
  })
}

function maximumLabel({ scene: { points }, place }: Placed): readonly Label[] {
  const known = points.filter(({ maximum }) => maximum !== undefined)
  const text = plotWords('maximum')
  const wishes = known.slice(0, 4).flatMap(({ atMs, maximum }): readonly Place[] => {
    const [x, y] = place(atMs, maximum)
    return [
      { x: x - 2, y: y - 6, align: 'start' },
      { x: x - 2, y: y + 15, align: 'start' },
    ]
  })
  return known.length > 0 ? [{ id: 'maximum', text, content: text, className: '', wishes }] : []
}

function restOf({ scene: { points }, frame, place }: Placed): readonly Label[] {
  const decide = plotWords('decide')
  const right = wordsEndAt(frame)
  const top = frame.area.top + 11
  const reported = plotWords('reported')
  const wishes = points.flatMap(({ atMs, probability, reported: value }): readonly Place[] => {
    if (value === undefined) return []
    const [x, y] = place(atMs, value)
    const [, own] = place(atMs, probability)
    return Math.abs(y - own) > APART_PX
      ? [
          { x: x + 7, y: y + 4, align: 'start' },
          { x: x - 7, y: y + 4, align: 'end' },
        ]
      : []
  })
  return [
    {
      id: 'decide',
      text: decide,
      content: decide,
      className: chart.title ?? '',
      wishes: [{ x: right, y: top, align: 'end' }],
    },
    ...(wishes.length > 0 ? [{ id: 'reported', text: reported, content: reported, className: '', wishes }] : []),
  ]
}
