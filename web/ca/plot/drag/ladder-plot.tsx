import { PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import type { PlainColumn } from '../../../ui/table/column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Probability } from '../../../ui/value/quantity.tsx'
import styles from './drag.module.css'
import { type Ladder, ladderCaption, ladderTable } from './ladder.ts'
import { drawLadder } from './ladder-drawing.tsx'
import { dragWords } from './words.data.ts'

type Props = {
  readonly ladder: Ladder
  readonly accepted: number | undefined
  readonly provenance: string
  readonly call: ApiCall
  readonly className?: string | undefined
}

const HEIGHT_PX = 300

/** Draws the probability of an event over the density of the air that both objects meet (yardstick E22 to E24). */
export function LadderPlot({ ladder, accepted, provenance, call, className }: Props) {
  const t = useWords(dragWords)
  return (
    <PlotFrame
      title={t('title')}
      note={t('note')}
      caption={ladderCaption(ladder, accepted)}
      provenance={provenance}
      fileName="ladder-of-drag"
      table={ladderTable(ladder)}
      call={call}
      heightPx={HEIGHT_PX}
      className={className}
      plot={(size) => drawLadder({ ladder, accepted }, size)}
    />
  )
}

type RungsProps = Pick<Props, 'ladder' | 'accepted'> & { readonly names: readonly [string, string] }

/** Lists the probabilities as numbers, with the effect of denser air on each object. */
export function Rungs({ ladder, accepted, names }: RungsProps) {
  const t = useWords(dragWords)
  const isReached = (value: number) => accepted !== undefined && value >= accepted
  return (
    <>
      <PlainTable
        label={t('rungs')}
        rows={ladder.rungs}
        columns={[
          {
            id: 'factor',
            title: t('factor'),
            unit: t('times'),
            isRowHead: true,
            cell: ({ factor }) => (
              <>
                {formatNumber(factor)} {factor === 1 ? <small>{t('forecast')}</small> : null}
              </>
            ),
          },
          ...(['both', 'first', 'second'] as const).map(
            (name): PlainColumn<Ladder['rungs'][number]> => ({
              id: name,
              title: t(name),
              align: 'end',
              classOf: (rung) => (isReached(rung[name]) ? 'bold' : undefined),
              cell: (rung) => (
                <>
                  <Probability value={rung[name]} reason={t('none')} />
                  {isReached(rung[name]) ? <span className="visually-hidden"> {t('isAccepted')}</span> : null}
                </>
              ),
            }),
          ),
        ]}
        idOf={({ factor }) => String(factor)}
        rowClass={({ factor }) => (factor === 1 ? styles.now : undefined)}
        className={styles.table}
      />
      <p className={`muted fs-13 ${styles.how}`}>
        {accepted === undefined ? null : t('bold')} {movedText(ladder.object1, names[0])}{' '}
        {movedText(ladder.object2, names[1])} {t('how')}
      </p>
    </>
  )
}

function movedText(moved: Ladder['object1'], name: string): string {
  const t = dragWords
  if (moved === null) return t('notMoved', { name })
  return t('moved', {
    name,
    metres: formatNumber(Math.abs(moved.alongTrackM), { decimals: 0 }),
    where: t(moved.alongTrackM < 0 ? 'behind' : 'ahead'),
    source: t(moved.from),
  })
}
