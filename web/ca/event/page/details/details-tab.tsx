import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { paths } from '../../../../site/paths.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import { ColumnChooser } from '../../../../ui/table/column-chooser.tsx'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import type { TableLayout } from '../../../../ui/table/layout.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useStoredLayout } from '../../../../ui/table/stored-layout.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { WholeWords } from '../../../../ui/text/whole-words.tsx'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { evidenceWords } from '../../evidence-words.data.ts'
import type { NumberedMessage } from '../../messages.ts'
import { Record } from '../decision/record.tsx'
import { historyTable } from '../report/files.ts'
import { eventCalls } from '../view/calls.ts'
import type { Event } from '../view/use-event.ts'
import { compare } from './comparison.ts'
import styles from './details-tab.module.css'
import { messageColumns, messageRows } from './message-columns.tsx'

/** Shows every message with its key numbers, a comparison of two messages, and the record. */
export function DetailsTab({ event }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const e = useWords(evidenceWords)
  const { conjunction, every: messages, selected, decision, view } = event
  // Without a choice the selected message is compared with the previous one.
  const other =
    messages.find(({ cdm }) => cdm.cdmId === view.compare) ??
    messages.find(({ number }) => number === selected.number - 1)
  const calls = eventCalls(conjunction.conjunctionId)
  const [layout, setLayout] = useStoredLayout('messages')
  const columns = useMemo(() => messageColumns(t, e), [t, e])
  return (
    <div className={`grid grow min-h-0 panes stack-phone ${styles.details}`}>
      <Pane
        title={e('allMessages')}
        note={e('allMessagesNote')}
        className={`min-h-0 ${styles.all}`}
        actions={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
        exports={{ call: calls.cdms, csv: { name: 'messages', table: () => historyTable(messages) } }}
      >
        <Table event={event} other={other} columns={columns} layout={layout} onLayout={setLayout} />
      </Pane>
      <div className="grid halves pane-gap stack-phone one-column-tablet">
        <Comparison selected={selected} other={other} />
        <Pane title={t('record')} note={t('recordNote')} exports={{ call: calls.decision }}>
          <Record decision={decision} messages={messages} />
        </Pane>
      </div>
    </div>
  )
}

type TableProps = {
  readonly event: Event
  readonly other: NumberedMessage | undefined
  readonly columns: ReturnType<typeof messageColumns>
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

function Table({ event, other, ...table }: TableProps) {
  const e = useWords(evidenceWords)
  const navigate = useNavigate()
  const { every: messages, selected, conjunction, change } = event
  const rows = useMemo(() => messageRows(messages), [messages])
  const marked = new Set([selected, ...(other ? [other] : [])].map(({ cdm }) => cdm.cdmId))
  const onSelect = (ids: ReadonlySet<string>) => {
    const [first, second] = [...ids].toSorted(
      (a, b) => Number(b === selected.cdm.cdmId) - Number(a === selected.cdm.cdmId),
    )
    if (first !== undefined) change({ message: first, compare: second })
  }
  return (
    <DataTable
      {...table}
      label={e('allMessages')}
      rows={rows}
      idOf={({ message }) => message.cdm.cdmId}
      selected={marked}
      onSelect={onSelect}
      onOpen={({ message }) =>
        void navigate({
          to: paths.cdm,
          params: {
            satellite_id: conjunction.satelliteId ?? '-',
            conjunction_id: conjunction.conjunctionId,
            message_id: message.cdm.cdmId,
          },
        })
      }
    />
  )
}

type ComparisonProps = { readonly selected: NumberedMessage; readonly other: NumberedMessage | undefined }

/** Compares two messages side by side; the newer one is compared with the older one. */
function Comparison({ selected, other }: ComparisonProps) {
  const e = useWords(evidenceWords)
  const isOther = other !== undefined && other !== selected
  const [one, two] = isOther && other.number > selected.number ? [selected, other] : [other ?? selected, selected]
  return (
    <Pane
      title={isOther ? e('compared', { one: two.number, two: one.number }) : e('compareWith')}
      note={isOther ? e('comparedNote') : undefined}
      exports={false}
    >
      {isOther ? (
        <PlainTable
          rows={compare(one.cdm, two.cdm)}
          columns={[
            { id: 'quantity', title: e('quantity'), isRowHead: true, cell: ({ name }) => name },
            { id: 'one', title: String(one.number), align: 'end', cell: (row) => <WholeWords text={row.one} /> },
            { id: 'two', title: String(two.number), align: 'end', cell: (row) => <WholeWords text={row.two} /> },
            { id: 'difference', title: e('difference'), align: 'end', cell: ({ difference }) => difference },
            { id: 'sigma', title: e('inSigma'), align: 'end', priority: 2, cell: ({ inSigma }) => inSigma },
          ]}
          idOf={({ id }) => id}
          className={styles.compared}
        />
      ) : (
        <p className="pad-end muted fs-13">{e('comparedNone')}</p>
      )}
    </Pane>
  )
}
