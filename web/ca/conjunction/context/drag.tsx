import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { formatMinute } from '../../../clock/format.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatNumber, MISSING } from '../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { NotComputed } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Probability } from '../../../ui/value/quantity.tsx'
import { contextCall } from '../../plot/drag/context-query.ts'
import { ladderTable } from '../../plot/drag/ladder.ts'
import { LadderPlot, Rungs } from '../../plot/drag/ladder-plot.tsx'
import { dragWords } from '../../plot/drag/words.data.ts'
import type { Event } from '../view/use-event.ts'
import styles from './context-tab.module.css'

type Props = { readonly found: EventContext; readonly event: Event }

/** What denser air would make of the event: the ladder, its rungs, and the history without the error that both share. */
export function DragPanes({ found, event: { newest, satellite, conjunction } }: Props) {
  const t = useWords(dragWords)
  const call = contextCall(conjunction.conjunctionId)
  const { drag } = found
  const accepted = satellite?.configuration.thresholds.acceptedCollisionProbability
  if (drag === null || drag.rungs.length === 0)
    return (
      <Pane title={t('title')} exits={{ call }} className={styles.changes}>
        <NotComputed>{t('none')}</NotComputed>
      </Pane>
    )
  return (
    <div className={styles.drag}>
      <LadderPlot
        ladder={drag}
        accepted={accepted}
        provenance={`${newest.cdm.originator}, ${newest.cdm.messageId}, Apsis ${newest.cdm.assessment.version}`}
        call={call}
        className="min-w-0"
      />
      <Pane
        title={t('rungs')}
        exits={{ call, csv: { name: 'ladder-of-drag', table: () => ladderTable(drag) } }}
        className="min-w-0"
      >
        <Rungs ladder={drag} accepted={accepted} names={[found.object1.name, found.object2.name]} />
      </Pane>
      {found.messages.some(({ decorrelated }) => decorrelated !== null) ? (
        <Pane
          title={t('history')}
          note={t('historyNote')}
          exits={{ call, csv: { name: 'pc-decorrelated', table: () => historyFile(found) } }}
          className={styles.changes}
        >
          <DensityHistory found={found} />
        </Pane>
      ) : null}
    </div>
  )
}

/** The history of the probability, as stated and without the error of the density that both objects share (yardstick B7). */
export function DensityHistory({ found: { messages } }: Pick<Props, 'found'>) {
  const t = useWords(dragWords)
  return (
    <>
      <table className={`fs-14 ${styles.table} ${styles.numbers}`} aria-label={t('history')}>
        <thead>
          <tr>
            <th scope="col">{t('message')}</th>
            <th scope="col" className="no-phone">
              {t('created')}
            </th>
            <th scope="col">{t('stated')}</th>
            <th scope="col">{t('decorrelated')}</th>
            <th scope="col">{t('ratio')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map(({ cdmId, createdAt, stated, decorrelated }, place) => (
            <tr key={cdmId}>
              <th scope="row">{place + 1}</th>
              <td className="no-phone">{formatMinute(Date.parse(createdAt))}</td>
              <td>
                <Probability value={stated ?? undefined} reason={t('none')} />
              </td>
              <td>
                <Probability value={decorrelated ?? undefined} reason={t('notSaid')} />
              </td>
              <td>
                {stated === null || decorrelated === null || stated === 0
                  ? MISSING
                  : formatNumber(decorrelated / stated, { significant: 3 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted fs-13 pad-10">{t('historyHow')}</p>
    </>
  )
}

function historyFile({ messages }: EventContext): PlotTable {
  const plain = (value: number | null) => formatProbabilityPlain(value ?? undefined) || undefined
  return {
    columns: ['message', 'created_utc', 'pc_stated', 'pc_without_shared_density_error'],
    rows: messages.map(({ cdmId, createdAt, stated, decorrelated }) => [
      cdmId,
      createdAt,
      plain(stated),
      plain(decorrelated),
    ]),
  }
}
