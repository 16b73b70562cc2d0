import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { raise } from '../../../../notifications/notifications.ts'
import { useNaming } from '../../../../shell/status/people.ts'
import { paths } from '../../../../site/paths.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/button/icon.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { toCsv } from '../../../../ui/file/csv.ts'
import { fileName, saveFile, useFileMarks } from '../../../../ui/file/file.tsx'
import { Skeleton } from '../../../../ui/page/pane-states.tsx'
import { type Column, tableOf } from '../../../../ui/table/column.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { uiWords } from '../../../../ui/words.data.ts'
import { ConjunctionPlanePlot } from '../../../plot/plane/conjunction-plane-plot.tsx'
import { ProbabilityPlot } from '../../../plot/probability/probability-plot.tsx'
import { type EventRow, pairOf, rowOf } from '../../event-row.ts'
import { cdmsQuery, conjunctionQuery } from '../../queries.ts'
import { conjunctionsWords } from '../../words.data.ts'
import styles from './compare.module.css'
import type { Side } from './compared.ts'
import { comparedLines } from './compared-lines.tsx'

type Props = {
  readonly ids: readonly string[]
  /** The events that the screen has already read. */
  readonly rows: readonly EventRow[]
  readonly columns: readonly Column<EventRow>[]
  readonly nowMs: number
  readonly onIds: (ids: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows the dialog that compares two or three events side by side: it marks the differences and the worst values. */
export function CompareDialog({ ids, rows, columns, nowMs, onIds, onClose }: Props) {
  const t = useWords(conjunctionsWords)
  const { nameOf } = useNaming()
  const { sides, isReading } = useSides(ids, rows)
  return (
    <Dialog isOpen isWide title={t('compareTitle', { count: ids.length })} onClose={onClose}>
      {sides.length < ids.length ? <p role="status">{t(isReading ? 'reading' : 'comparedGone')}</p> : null}
      {sides.length > 0 ? (
        <>
          <Exports rows={sides.map(({ row }) => row)} columns={columns} />
          <div className={`scroll-x ${styles.scroll}`}>
            <table className={`soft fs-14 tabular ${styles.table}`}>
              <Head sides={sides} onRemove={(id) => onIds(ids.filter((one) => one !== id))} />
              <tbody>
                {comparedLines(sides, { t, nowMs, nameOf }).map(({ id, name, cells }) => (
                  <tr key={id}>
                    <th scope="row">{name}</th>
                    {cells.map(({ content, isWorst }, place) => (
                      <td key={sides[place]?.row.id} className={isWorst ? styles.worst : undefined}>
                        {content}
                      </td>
                    ))}
                  </tr>
                ))}
                <Drawings sides={sides} name={t('byMessage')} draw={ProbabilityPlot} />
                <Drawings sides={sides} name={t('plane')} draw={ConjunctionPlanePlot} />
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </Dialog>
  )
}

function useSides(ids: readonly string[], rows: readonly EventRow[]) {
  const known = ids.map((id) => rows.find((row) => row.id === id))
  // A past event, or one outside the window, is not among the rows and is read separately.
  const events = useQueries({
    queries: ids.map((id, place) => ({ ...conjunctionQuery(id), enabled: known[place] === undefined })),
  })
  const messages = useQueries({ queries: ids.map((id) => cdmsQuery(id)) })
  const sides = ids.flatMap((_, place): Side[] => {
    const event = events[place]?.data
    const row = known[place] ?? (event ? rowOf(event) : undefined)
    return row ? [{ row, cdms: messages[place]?.data, isFailed: messages[place]?.isError ?? false }] : []
  })
  return { sides, isReading: events.some(({ isFetching }) => isFetching) }
}

/** Shows the exports: a link to the same comparison, and the compared values as a file. */
function Exports({ rows, columns }: { readonly rows: readonly EventRow[]; readonly columns: Props['columns'] }) {
  const t = useWords(conjunctionsWords)
  const say = useWords(uiWords)
  const marks = useFileMarks()
  const copy = () =>
    void navigator.clipboard.writeText(location.href).then(
      () => raise({ title: t('compare'), message: say('linkCopied') }),
      () => raise({ code: 400, title: t('compare'), message: say('notCopied') }),
    )
  const save = () => {
    const text = toCsv(tableOf(columns, rows), marks)
    saveFile(fileName('conjunctions-compared', 'csv', marks), new Blob([text], { type: 'text/csv' }))
  }
  return (
    <p className={`flex gap-8 ${styles.exports}`}>
      <Button look="quiet" onClick={copy}>
        {t('copyLink')}
      </Button>
      <Button look="quiet" onClick={save}>
        {t('asCsv', { count: rows.length })}
      </Button>
    </p>
  )
}

type HeadProps = { readonly sides: readonly Side[]; readonly onRemove: (id: string) => void }

function Head({ sides, onRemove }: HeadProps) {
  const t = useWords(conjunctionsWords)
  return (
    <thead>
      <tr>
        <td />
        {sides.map(({ row }) => (
          <th key={row.id} scope="col">
            <span className={`row justify-between gap-8 bold ${styles.head}`}>
              <Link
                to={paths.conjunction}
                params={{ satellite_id: row.satelliteKey, conjunction_id: row.id }}
                className="ink"
              >
                {pairOf(row)}
              </Link>
              {sides.length > 2 ? (
                <Button look="icon" aria-label={t('takeOut', { what: pairOf(row) })} onClick={() => onRemove(row.id)}>
                  <Icon name="close" />
                </Button>
              ) : null}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

type PlotComponent = typeof ProbabilityPlot | typeof ConjunctionPlanePlot
type DrawingsProps = { readonly sides: readonly Side[]; readonly name: string; readonly draw: PlotComponent }

function Drawings({ sides, name, draw: Plot }: DrawingsProps) {
  const t = useWords(conjunctionsWords)
  return (
    <tr className={styles.drawings}>
      <th scope="row">{name}</th>
      {sides.map(({ row, cdms, isFailed }) => (
        <td key={row.id} data-name={pairOf(row)}>
          {cdms ? <Plot conjunction={row.event} cdms={cdms} size="thumbnail" /> : null}
          {cdms ? null : isFailed ? t('messagesFailed') : <Skeleton rows={6} />}
        </td>
      ))}
    </tr>
  )
}
