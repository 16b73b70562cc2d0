import chart from '../../chart/plot.module.css'
import { type Size, useSize } from '../../ui/page/size.ts'

type Props = {
  /** What the drawing shows, as a sentence: it is all that those get who do not see it. */
  readonly label: string
  readonly heightPx: number
  /** As wide as its place without it; paper is not measured. */
  readonly widthPx?: number
  readonly draw: (size: Size) => React.ReactNode
}

/** A drawing without a frame, for previews and for paper. */
export function Still({ label, heightPx, widthPx, draw }: Props) {
  const [measure, measured] = useSize<HTMLDivElement>()
  const size = widthPx === undefined ? measured : { width: widthPx, height: heightPx }
  return (
    <div ref={measure} style={{ position: 'relative', height: heightPx, ...(widthPx ? { width: widthPx } : {}) }}>
      <svg role="img" aria-label={label} width={size.width} height={size.height} className={chart.svg}>
        {size.width > 0 ? draw(size) : null}
      </svg>
    </div>
  )
}
