import chart from '../../chart/plot.module.css'
import { type Size, useSize } from '../../ui/page/size.ts'

type Props = {
  /** The content of the drawing, as a sentence for readers who cannot see the drawing. */
  readonly label: string
  readonly heightPx: number
  /** The width; if undefined, the drawing is as wide as its place. Drawings on paper are not measured. */
  readonly widthPx?: number
  readonly draw: (size: Size) => React.ReactNode
}

/** Shows a drawing without a frame, for previews and for paper. */
export function Still({ label, heightPx, widthPx, draw }: Props) {
  const [measure, measured] = useSize<HTMLDivElement>()
  const size = widthPx === undefined ? measured : { width: widthPx, height: heightPx }
  return (
    <div ref={measure} style={{ position: 'relative', height: heightPx, ...(widthPx ? { width: widthPx } : {}) }}>
      <svg
        role="img"
        aria-label={label}
        width={size.width}
        height={size.height}
        className={`block absolute inset-0 ${chart.svg}`}
      >
        {size.width > 0 ? draw(size) : null}
      </svg>
    </div>
  )
}
