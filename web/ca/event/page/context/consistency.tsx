import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import type { Plot } from '../../../../chart/plot-frame.tsx'
import { PlotFrame } from '../../../../chart/plot-frame.tsx'
import { Pane } from '../../../../ui/page/pane.tsx'
import { NotComputed } from '../../../../ui/page/pane-states.tsx'
import type { Size } from '../../../../ui/page/size.ts'
import { fileTable } from '../../../../ui/table/column.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { type DrawnSample, drawChange, sampleText } from '../../../neighbour/change-plot.tsx'
import { metresOf } from '../../../neighbour/neighbours.ts'
import { neighbourWords } from '../../../neighbour/words.data.ts'
import { contextCall } from '../../../plot/drag/context-query.ts'
import { Still } from '../../../plot/still.tsx'
import { contextWords } from './context-words.data.ts'

type Statement = EventContext['consistency']['object1'][number]
type Props = { readonly found: EventContext; readonly className?: string | undefined }

const HEIGHT_PX = 320
/** The width between the margins of A4, and the height of a plot on paper, px. */
const PAPER = { widthPx: 680, heightPx: 280 }
/** The plot has no mark for the TCA, which is far to the right of the times at which the statements were made. */
const NO_MARKS = { tcaMs: Number.NaN, envelopeFrom: null }

/** Shows the consistency of each orbit: the position in each message and ephemeris, relative to the position in the newest message. */
export function Consistency({ found, className = '' }: Props) {
  const { conjunctionId, object1, object2, consistency } = found
  const call = contextCall(conjunctionId)
  return (
    <div className={`grid halves pane-gap stack-tablet ${className}`}>
      <ObjectPlot name={object1.name} statements={consistency.object1} fileName="consistency-1" call={call} />
      <ObjectPlot name={object2.name} statements={consistency.object2} fileName="consistency-2" call={call} />
    </div>
  )
}

type ObjectPlotProps = {
  readonly name: string
  readonly statements: readonly Statement[]
  readonly fileName: string
  readonly call: ReturnType<typeof contextCall>
}

function ObjectPlot({ name, statements, fileName, call }: ObjectPlotProps) {
  const t = useWords(contextWords)
  const n = useWords(neighbourWords)
  const title = t('consistency', { name })
  if (statements.length < 2)
    return (
      <Pane title={title} exports={false}>
        <NotComputed>{t('consistencyOne')}</NotComputed>
      </Pane>
    )
  return (
    <PlotFrame
      title={title}
      note={t('consistencyNote')}
      caption={captionOf(name, statements, t)}
      provenance={[...new Set(statements.map((one) => statedBy(one, t)))].join(', ')}
      table={consistencyTable(statements)}
      fileName={fileName}
      heightPx={HEIGHT_PX}
      call={call}
      plot={(size) => drawStatements(statements, size, { t, n })}
    />
  )
}

/** Shows the consistency of both orbits on paper. */
export function ConsistencyPaper({ found: { object1, object2, consistency } }: Pick<Props, 'found'>) {
  const t = useWords(contextWords)
  const n = useWords(neighbourWords)
  const objects = [
    { id: 1, name: object1.name, statements: consistency.object1 },
    { id: 2, name: object2.name, statements: consistency.object2 },
  ]
  return objects.map(({ id, name, statements }) =>
    statements.length < 2 ? null : (
      <section key={id}>
        <h2>{t('consistency', { name })}</h2>
        <figure className="my-6 whole">
          <Still
            label={t('consistency', { name })}
            {...PAPER}
            draw={(size) => drawStatements(statements, size, { t, n }).drawing}
          />
          <figcaption>{captionOf(name, statements, t)}</figcaption>
        </figure>
      </section>
    ),
  )
}

/** Returns the source of a stated position, with a mark if it is simulated. */
export function statedBy({ kind, name, isSimulated }: Statement, t: typeof contextWords): string {
  const said = t(`stated${kind}`, { name })
  return isSimulated ? `${said} (${t('simulated')})` : said
}

function sampleOf({ kind, madeAt, apart, sigma }: Statement): DrawnSample {
  return {
    at: madeAt,
    rtnM: [apart.r, apart.t, apart.n],
    sigmaM: sigma === null ? undefined : [sigma.r, sigma.t, sigma.n],
    isSquare: kind !== 'MESSAGE',
  }
}

type Say = { readonly t: typeof contextWords; readonly n: typeof neighbourWords }

function drawStatements(statements: readonly Statement[], size: Size, { t, n }: Say): Plot {
  const samples = statements.map(sampleOf)
  const { points, ...plot } = drawChange({ change: { samples }, ...NO_MARKS }, size, n)
  const texts = statements.map((one) => `${sampleText(sampleOf(one), n)}, ${statedBy(one, t)}`)
  return { ...plot, points: points.map((point, place) => ({ ...point, text: texts[place % texts.length] ?? '' })) }
}

export function captionOf(name: string, statements: readonly Statement[], t: typeof contextWords): string {
  const most = (axis: 'r' | 't' | 'n') => metresOf(Math.max(...statements.map(({ apart }) => Math.abs(apart[axis]))))
  return t('consistencyCaption', { name, count: statements.length, r: most('r'), t: most('t'), n: most('n') })
}

export const consistencyTable = (statements: readonly Statement[]) =>
  fileTable(statements, {
    made_utc: 'madeAt',
    kind: 'kind',
    name: 'name',
    r_m: ({ apart }) => apart.r,
    t_m: ({ apart }) => apart.t,
    n_m: ({ apart }) => apart.n,
    sigma_r_m: ({ sigma }) => sigma?.r,
    sigma_t_m: ({ sigma }) => sigma?.t,
    sigma_n_m: ({ sigma }) => sigma?.n,
    simulated: 'isSimulated',
  })
