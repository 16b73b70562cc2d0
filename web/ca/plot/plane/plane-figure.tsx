import type { Cdm } from '@apsis/contract/ca/cdm.ts'
import { PowerOfTen } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import { partsOfProbability } from '../../../ui/format/probability.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { methodName } from '../method.ts'
import { plotWords } from '../words.data.ts'

/** The one large figure of the pane: the probability, by what method, and how far the miss is in sigma. */
export function PlaneFigure({ cdm: { assessment } }: { readonly cdm: Cdm }) {
  const { probability, method, mahalanobis } = assessment
  const parts = partsOfProbability(probability ?? undefined)
  const m = mahalanobis === null ? undefined : formatQuantity('mahalanobisDistance', mahalanobis).number
  return (
    <g>
      <text x={0} y={26} className={`${chart.end} ${chart.large}`}>
        {parts.kind === 'missing' ? '–' : `${parts.kind === 'below' ? '< ' : ''}${parts.mantissa} × `}
        {parts.kind === 'missing' ? null : <PowerOfTen exponent={parts.power} />}
      </text>
      <text x={0} y={44} className={chart.end}>
        {method === null ? methodName(method) : plotWords('recomputed', { method: methodName(method) })}
      </text>
      {m ? (
        <text x={0} y={60} className={chart.end}>
          {plotWords('mahalanobis', { value: m })}
        </text>
      ) : null}
    </g>
  )
}
