import { isLevelSimulated } from '@apsis/contract/ca/event/level-by.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useId } from 'react'
import { now } from '../../../../clock/clock.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { useNaming } from '../../../../shell/status/people.ts'
import { formatMiss, formatSeparation } from '../../../../ui/format/quantity.ts'
import { usePrinting } from '../../../../ui/page/printing.ts'
import type { Size } from '../../../../ui/page/size.ts'
import type { PlainColumn } from '../../../../ui/table/column.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { Probability } from '../../../../ui/value/quantity.tsx'
import { NeighbourPaper } from '../../../neighbour/neighbour-of-event.tsx'
import { PlansOnPaper } from '../../../plan/plans-on-paper.tsx'
import { planeOf, scalesOf } from '../../../plot/plane/conjunction-plane-plot.tsx'
import { PlaneDrawing } from '../../../plot/plane/plane-drawing.tsx'
import { ProbabilityDrawing } from '../../../plot/probability/probability-drawing.tsx'
import { probabilityCaption, probabilityPoints } from '../../../plot/probability/probability-series.ts'
import { separationCaption, separationPoints } from '../../../plot/separation/separation.ts'
import { SeparationDrawing } from '../../../plot/separation/separation-drawing.tsx'
import { Still } from '../../../plot/still.tsx'
import { timeFrameOf } from '../../../plot/time-ground.tsx'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { evidenceWords } from '../../evidence-words.data.ts'
import type { NumberedMessage } from '../../messages.ts'
import { PaperAuthor, PaperFoot } from '../../paper.tsx'
import { decidedText, reopeningText } from '../../watched.ts'
import { ContextPaper } from '../context/context-paper.tsx'
import { deadlinesOf } from '../decision/deadlines.ts'
import { Record } from '../decision/record.tsx'
import { SourcesPaper } from '../sources/sources-pane.tsx'
import { HowSure, Risk, Separation, Times } from '../summary/verdict.tsx'
import type { Event } from '../view/use-event.ts'
import styles from './report.module.css'

const WIDTH_PX = 680

/** Shows the complete event on paper: verdict, plots, messages and record, with its provenance (ux.md R12). */
export function Report({ event }: { readonly event: Event }) {
  const isPrinting = usePrinting()
  const { conjunctionId } = event.conjunction
  const plans = <PlansOnPaper conjunctionId={conjunctionId} messages={event.every} />
  if (!isPrinting) return plans
  return <Paper event={event} plans={plans} />
}

type PaperProps = { readonly event: Event; readonly plans: React.ReactNode }

function Paper({ event, plans }: PaperProps) {
  const t = useWords(conjunctionWords)
  const { nameOf } = useNaming()
  const { conjunction, selected, every, decision } = event
  const { cdm } = selected
  return (
    <article data-report data-theme="light" className={`ink fs-13 ${styles.report}`}>
      <Head event={event} />
      <div className="grid gap-16 halves">
        <div>
          <Risk event={event} />
          <Times event={event} />
        </div>
        <div>
          <Separation cdm={cdm} />
          <HowSure event={event} />
        </div>
      </div>
      <SourcesPaper conjunction={conjunction} cdms={event.cdms} />
      <Plots event={event} />
      <section>
        <h2>{t('before')}</h2>
        <ul>
          {deadlinesOf(event, now()).map(({ id, atMs, what, why }) => (
            <li key={id}>
              {atMs === undefined ? '' : `${formatInstant(atMs)}: `}
              <b>{what}</b> {why}
            </li>
          ))}
          {conjunction.reopens ? (
            <li>
              <b>{decidedText(conjunction.decision, nameOf)}.</b> {reopeningText(conjunction.reopens)}
            </li>
          ) : null}
        </ul>
      </section>
      {plans}
      <Messages event={event} />
      <ContextPaper event={event} />
      <NeighbourPaper conjunction={conjunction} />
      <section>
        <h2>{t('record')}</h2>
        <Record decision={decision} messages={every} />
      </section>
      <PaperFoot cdm={cdm} link={linkTo(conjunction.conjunctionId, cdm.cdmId)} />
    </article>
  )
}

function Head({ event: { conjunction, selected } }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const e = useWords(evidenceWords)
  const { object1, object2, conjunctionData } = conjunction
  return (
    <header className={`pb-8 ${styles.head}`}>
      <h1>
        {e('reportTitle')}: {object1.name} × {object2.name}
      </h1>
      <p>
        {object1.designator} × {object2.designator}, TCA {formatInstant(Date.parse(conjunctionData.tca))},{' '}
        {t('asOfMessage', { number: selected.number })}
      </p>
      <PaperAuthor isSimulated={isLevelSimulated(conjunction)} />
    </header>
  )
}

function Plots({ event }: { readonly event: Event }) {
  const clipId = useId()
  const { conjunction, messages, selected, satellite, view } = event
  const threshold = satellite?.configuration.thresholds.acceptedCollisionProbability
  const selectedId = selected.cdm.cdmId
  const plane = planeOf({ conjunction, messages, selected })
  const frame = (size: Size) => timeFrameOf({ conjunction, messages, nowMs: now(), size })
  const drawPlane = (size: Size) => {
    const scales = scalesOf(plane.scene, view.zoom, size)
    const figure = <g transform={`translate(${scales.area.right} 0)`}>{plane.scene.figure}</g>
    return <PlaneDrawing scene={{ ...plane.scene, figure }} scales={scales} clipId={clipId} />
  }
  const probability = {
    points: probabilityPoints(messages),
    threshold,
    selectedId,
    hoveredId: undefined,
    isPreview: false,
  }
  const separation = {
    points: separationPoints(messages),
    unit: view.unit,
    radiusM: selected.cdm.assessment.hardBodyRadius ?? undefined,
    selectedId,
    hoveredId: undefined,
  }
  return (
    <>
      <Plot caption={plane.caption} heightPx={380} draw={drawPlane} />
      <Plot
        caption={probabilityCaption(messages, threshold)}
        heightPx={200}
        draw={(size) => <ProbabilityDrawing scene={probability} frame={frame(size)} />}
      />
      <Plot
        caption={separationCaption(messages)}
        heightPx={270}
        draw={(size) => <SeparationDrawing scene={separation} frame={frame(size)} clipId={`${clipId}s`} />}
      />
    </>
  )
}

type PlotProps = {
  readonly caption: string
  readonly heightPx: number
  readonly draw: (size: Size) => React.ReactNode
}

function Plot({ caption, heightPx, draw }: PlotProps) {
  return (
    <figure className="my-6 whole">
      <Still label={caption} heightPx={heightPx} widthPx={WIDTH_PX} draw={draw} />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

function Messages({ event: { every } }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const e = useWords(evidenceWords)
  const pc = (
    id: 'pc' | 'reported' | 'max',
    of: (found: Cdm['assessment']) => number | null | undefined,
  ): PlainColumn<NumberedMessage> => ({
    id,
    title: e(id),
    align: 'end',
    cell: ({ cdm }) => <Probability value={of(cdm.assessment) ?? undefined} reason={t('notComputed')} />,
  })
  const metres = (
    id: 'miss' | 'r' | 't' | 'n',
    of: (data: Cdm['conjunctionData']) => string,
  ): PlainColumn<NumberedMessage> => ({
    id,
    title: e(id),
    align: 'end',
    cell: ({ cdm }) => `${of(cdm.conjunctionData)} m`,
  })
  return (
    <section>
      <h2>{e('allMessages')}</h2>
      <PlainTable
        rows={every}
        columns={[
          { id: 'number', title: e('number'), cell: ({ number }) => number },
          { id: 'created', title: e('created'), isUnbroken: true, cell: ({ atMs }) => formatInstant(atMs) },
          {
            id: 'originator',
            title: e('originator'),
            cell: ({ cdm }) => `${cdm.originator}${cdm.withdrawnAt === null ? '' : ` (${t('withdrawn')})`}`,
          },
          pc('pc', ({ probability }) => probability),
          pc('reported', ({ reported }) => reported?.probability),
          pc('max', ({ maximumProbability }) => maximumProbability),
          metres('miss', ({ totalMissDistance }) => formatMiss(totalMissDistance)),
          ...(['r', 't', 'n'] as const).map((axis) =>
            metres(axis, ({ relativePosition }) => formatSeparation(relativePosition[axis])),
          ),
        ]}
        idOf={({ cdm }) => cdm.cdmId}
      />
    </section>
  )
}

/** Returns the address of the printed event and message. */
function linkTo(conjunctionId: string, cdmId: string): string {
  const { origin, pathname } = location
  return pathname.endsWith(conjunctionId) ? `${origin}${pathname}?message=${cdmId}` : origin
}
