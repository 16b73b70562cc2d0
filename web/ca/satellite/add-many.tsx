import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { toCsv } from '../../ui/file/csv.ts'
import { saveFile } from '../../ui/file/file.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KEYS } from '../event/queries.ts'
import { type BulkRow, readBulk, TEMPLATE_COLUMNS } from './bulk.ts'
import { bulkWords } from './bulk-words.data.ts'
import styles from './satellite.module.css'
import { addSatellite } from './satellite-query.ts'

/** The result of a row: it was added, or the reason why it was not. */
type Outcome = { readonly isAdded: boolean; readonly why: string }
/** With these statuses the server would also refuse the following rows. */
const STOPS = [401, 403, 429, 501, 503]

/** Adds the satellites of a file: all rows are checked before any is sent, and each row shows its result. */
export function AddMany() {
  const t = useWords(bulkWords)
  const [text, setText] = useState('')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const { rows, ignored, faults } = readBulk(text)
  const isGiven = text.trim() !== ''
  const left = rows.filter(({ line, input }) => input !== undefined && outcomes.get(line)?.isAdded !== true)
  const wrong = rows.filter((row) => row.input === undefined).length
  const add = useMutation({
    meta: { silent: 'add-satellites', writes: [KEYS.satellites, KEYS.conjunctions] },
    mutationFn: async (sent: readonly BulkRow[]) => {
      for (const { line, input } of sent) {
        if (input === undefined) continue
        const outcome = await addSatellite(input).then(
          (): Outcome => ({ isAdded: true, why: '' }),
          (failure: unknown): Outcome => {
            if (!(failure instanceof ApiProblem) || STOPS.includes(failure.code)) throw failure
            return { isAdded: false, why: problemInWords(failure).message }
          },
        )
        setOutcomes((before) => new Map([...before, [line, outcome]]))
      }
    },
  })
  const take = (next: string) => {
    setText(next)
    setOutcomes(new Map())
    add.reset()
  }
  const saveTemplate = () => {
    const content = toCsv({ columns: TEMPLATE_COLUMNS, rows: [] }, { isSimulated: false })
    saveFile('satellites.csv', new Blob([content], { type: 'text/csv' }))
  }
  const done = [...outcomes.values()].filter(({ isAdded }) => isAdded).length
  return (
    <div className="stack gap-12 mt-8">
      <p>{t('what')}</p>
      <div className="row wrap justify-between gap-8">
        <label className="grid gap-4 soft fs-13">
          {t('choose')}{' '}
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              void file?.text().then(take)
              currentTarget.value = ''
            }}
          />
        </label>
        <Button look="quiet" onClick={saveTemplate}>
          {t('template')}
        </Button>
      </div>
      <TextArea label={t('paste')} isMono rows={5} value={text} onChange={take} />
      {isGiven ? (
        <>
          {faults.map((fault) => (
            <Banner key={fault} level="serious">
              {fault}
            </Banner>
          ))}
          {ignored.length > 0 ? (
            <p className={`muted fs-12 ${styles.note}`}>{t('ignored', { list: ignored.join(', ') })}</p>
          ) : null}
          {rows.length > 0 ? (
            <>
              <p role="status">
                {add.isPending
                  ? t('adding', { done: outcomes.size + 1, of: rows.length })
                  : `${left.length > 0 || done === 0 ? t('ready', { count: left.length }) : ''} ${wrong > 0 ? t('faulty', { count: wrong }) : ''}`}
              </p>
              {add.error ? (
                <Banner level="serious">
                  ({codeInWords(add.error)}) {problemInWords(add.error).message} {t('stopped')}
                </Banner>
              ) : null}
              <Rows rows={rows} outcomes={outcomes} />
            </>
          ) : null}
        </>
      ) : null}
      <p>
        <Button look="primary" disabled={left.length === 0 || add.isPending} onClick={() => add.mutate(left)}>
          {t('add', { count: left.length })}
        </Button>
      </p>
    </div>
  )
}

function Rows({
  rows,
  outcomes,
}: {
  readonly rows: readonly BulkRow[]
  readonly outcomes: ReadonlyMap<number, Outcome>
}) {
  const t = useWords(bulkWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer have to be able to scroll it.
    <ul className={`scroll fs-13 ${styles.rows}`} tabIndex={0} aria-label={t('rows')}>
      {rows.map(({ line, name, input, faults }) => {
        const outcome = outcomes.get(line)
        return (
          <li className="grid gap-4-8 pad-y-4 faint-bottom" key={line}>
            <span className="mono">{line}</span>
            <span>
              {name} {input ? <span className="mono">{input.noradId}</span> : null}
            </span>
            {outcome ? (
              <StatusWord level={outcome.isAdded ? 'ok' : 'serious'} word={t(outcome.isAdded ? 'added' : 'refused')} />
            ) : input ? null : (
              <span className={`grid items-baseline break-anywhere gap-8 auto-wide ${styles.why}`}>
                <StatusSymbol level="serious" />
                <span>{faults.join(' ')}</span>
              </span>
            )}
            {outcome?.why ? <span className={`muted fs-12 ${styles.note}`}>{outcome.why}</span> : null}
          </li>
        )
      })}
    </ul>
  )
}
