import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { formatMinute } from '../../../../clock/format.ts'
import { formatNumber, MISSING } from '../../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../../ui/format/probability.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import { NotComputed } from '../../../../ui/page/pane-states.tsx'
import { fileOf, type PlainColumn } from '../../../../ui/table/column.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { Probability } from '../../../../ui/value/quantity.tsx'
import { contextCall } from '../../../plot/drag/context-query.ts'
import { ladderTable } from '../../../plot/drag/ladder.ts'
import { LadderPlot, Rungs } from '../../../plot/drag/ladder-plot.tsx'
import { dragWords } from '../../../plot/drag/words.data.ts'
import type { Event } from '../view/use-event.ts'
import styles from './context-tab.module.css'

type Props = { readonly found: EventContext; readonly event: Event }

/** Shows the effect of denser air on the event: the ladder, its steps, and the history without the error that both objects share. */
export function DragPanes({ found, event: { newest, satellite, conjunction } }: Props) {
  const t = useWords(dragWords)
  const call = contextCall(conjunction.conjunctionId)
  const { drag } = found
  const accepted = satellite?.configuration.thresholds.acceptedCollisionProbability
  if (drag === null || drag.rungs.length === 0)
    return (
      <Pane title={t('title')} exports={{ call }} className={styles.changes}>
        <NotComputed>{t('none')}</NotComputed>
      </Pane>
    )
  return (
    <div className={`grid halves panes stack-tablet ${styles.drag}`}>
      <LadderPlot
        ladder={drag}
        accepted={accepted}
        provenance={`${newest.cdm.originator}, ${newest.cdm.messageId}, Apsis ${newest.cdm.assessment.version}`}
        call={call}
        className="min-w-0"
      />
      <Pane
        title={t('rungs')}
        exports={{ call, csv: { name: 'ladder-of-drag', table: () => ladderTable(drag) } }}
        className="min-w-0"
      >
        <Rungs ladder={drag} accepted={accepted} names={[found.object1.name, found.object2.name]} />
      </Pane>
      {found.messages.some(({ decorrelated }) => decorrelated !== null) ? (
        <Pane
          title={t('history')}
          note={t('historyNote')}
          exports={{ call, csv: { name: 'pc-decorrelated', table: () => fileOf(columnsOf(t), found.messages) } }}
          className={styles.changes}
        >
          <DensityHistory found={found} />
        </Pane>
      ) : null}
    </div>
  )
}

/**
 * Shows the history of the probability, as stated and without the error of the density that both objects share
 * (yardstick B7).
 */
export function DensityHistory({ found: { messages } }: Pick<Props, 'found'>) {
  const t = useWords(dragWords)
  return (
    <>
      <PlainTable label={t('history')} rows={messages} columns={columnsOf(t)} idOf={({ cdmId }) => cdmId} />
      <p className="muted fs-13 pad-10">{t('historyHow')}</p>
    </>
  )
}

type Message = EventContext['messages'][number]

function columnsOf(t: typeof dragWords): readonly PlainColumn<Message>[] {
  const probability = (id: string, name: 'stated' | 'decorrelated', reason: string): PlainColumn<Message> => ({
    id,
    title: t(name),
    align: 'end',
    value: (message) => formatProbabilityPlain(message[name] ?? undefined) || undefined,
    cell: (message) => <Probability value={message[name] ?? undefined} reason={reason} />,
  })
  return [
    { id: 'number', title: t('message'), isRowHead: true, cell: (_, place) => place + 1 },
    { id: 'message', value: 'cdmId' },
    {
      id: 'created_utc',
      title: t('created'),
      priority: 2,
      value: 'createdAt',
      cell: ({ createdAt }) => formatMinute(Date.parse(createdAt)),
    },
    probability('pc_stated', 'stated', t('none')),
    probability('pc_without_shared_density_error', 'decorrelated', t('notSaid')),
    {
      id: 'ratio',
      title: t('ratio'),
      align: 'end',
      cell: ({ stated, decorrelated }) =>
        stated === null || decorrelated === null || stated === 0
          ? MISSING
          : formatNumber(decorrelated / stated, { significant: 3 }),
    },
  ]
}
