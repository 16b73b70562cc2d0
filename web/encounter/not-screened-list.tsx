import { formatInstant } from '../clock/format.ts'
import { Pane } from '../ui/page/pane.tsx'
import { fileOf, type PlainColumn } from '../ui/table/column.ts'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './not-screened-list.module.css'
import { reasonWords } from './reason.ts'
import { encounterWords } from './words.data.ts'

type NotScreened = { readonly objectId: string; readonly reason: string; readonly until: string | null }

/** Lists the objects that were not screened, or not to the end: there is no result for them, and the list says so. */
export function NotScreenedList({ rows }: { readonly rows: readonly NotScreened[] }) {
  const say = useWords(encounterWords)
  const columns: readonly PlainColumn<NotScreened>[] = [
    { id: 'object', title: say('object'), className: 'mono', value: 'objectId' },
    { id: 'reason', title: say('reason'), value: 'reason', cell: ({ reason }) => reasonWords(reason) },
    {
      id: 'screened until, UTC',
      title: say('until'),
      className: 'mono',
      value: 'until',
      cell: ({ until }) => (until === null ? say('never') : formatInstant(Date.parse(until))),
    },
  ]
  return (
    <Pane
      title={say('notScreened')}
      note={String(rows.length)}
      exports={{ csv: { name: 'not-screened', table: () => fileOf(columns, rows) } }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <section className={`scroll line-bottom ${styles.scroller}`} tabIndex={0}>
        <PlainTable rows={rows} columns={columns} idOf={({ objectId }) => objectId} />
      </section>
    </Pane>
  )
}
