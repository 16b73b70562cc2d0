import { formatInstant } from '../clock/format.ts'
import { Pane } from '../ui/page/pane.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './not-screened-list.module.css'
import { reasonWords } from './reason.ts'
import { encounterWords } from './words.data.ts'

type NotScreened = { readonly objectId: string; readonly reason: string; readonly until: string | null }

/** What could not be screened, or not to the end: nothing is said of it, and that is said. */
export function NotScreenedList({ rows }: { readonly rows: readonly NotScreened[] }) {
  const say = useWords(encounterWords)
  const table = {
    columns: ['object', 'reason', 'screened until, UTC'],
    rows: rows.map(({ objectId, reason, until }) => [objectId, reason, until ?? undefined]),
  }
  return (
    <Pane
      title={say('notScreened')}
      note={String(rows.length)}
      exits={{ csv: { name: 'not-screened', table: () => table } }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <section className={`scroll line-bottom ${styles.scroller}`} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('object')}</th>
              <th scope="col">{say('reason')}</th>
              <th scope="col">{say('until')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ objectId, reason, until }) => (
              <tr key={objectId}>
                <td className="mono">{objectId}</td>
                <td>{reasonWords(reason)}</td>
                <td className="mono">{until === null ? say('never') : formatInstant(Date.parse(until))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Pane>
  )
}
