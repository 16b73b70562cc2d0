import type { Handover } from '@apsis/contract/ca/report/handover.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { freshnessOf } from '../../api/freshness.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatInstant, formatTime } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { ReadBy } from '../../shell/page/read-by.tsx'
import { type Naming, useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { Freshness } from '../../ui/status/freshness.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { uiWords } from '../../ui/words.data.ts'
import { decidedText, reopeningText } from '../event/watched.ts'
import { watchingWords } from '../event/watching-words.data.ts'
import styles from './handover.module.css'
import { handoverCall, handoversQuery, MOST_NOTES, useReadHandover } from './handover-query.ts'
import { overviewWords } from './words.data.ts'

/** Shows the newest note of the previous shift, above everything else; nothing if there is none. */
export function HandoverPane() {
  const t = useWords(overviewWords)
  const { nameOf } = useNaming()
  const query = useQuery(handoversQuery())
  const nowMs = useNow('fiveSeconds')
  const { data: notes, error } = query
  if (error && !notes) return <NotesFailed error={error} onRetry={() => void query.refetch()} />
  const [newest] = notes ?? []
  if (!notes || !newest) return null
  const age = formatAge(nowMs - Date.parse(newest.at))
  return (
    <ReadBy answers={[query]}>
      <Pane
        title={t('handover')}
        id="handover"
        className={`flex-none line-bottom ${styles.pane}`}
        busy={query.isFetching}
        note={
          <>
            {t('noteBy', { name: nameOf(newest.by), time: formatInstant(Date.parse(newest.at)), ago: age })} ·{' '}
            <Freshness state={freshnessOf(query)} asOf={`${formatTime(query.dataUpdatedAt)} Z`} />
          </>
        }
        exports={{ csv: { name: 'handover-notes', table: () => tableOf(notes, nameOf) }, call: handoverCall }}
      >
        <Newest note={newest} notes={notes} />
      </Pane>
    </ReadBy>
  )
}

type FailedProps = {
  readonly error: Parameters<typeof codeInWords>[0]
  readonly onRetry: () => void
}

function NotesFailed({ error, onRetry }: FailedProps) {
  const t = useWords(overviewWords)
  const say = useWords(uiWords)
  return (
    <Banner
      level="caution"
      action={
        <Button look="quiet" onClick={onRetry}>
          {say('tryAgain')}
        </Button>
      }
    >
      {t('notesFailed')} ({codeInWords(error)}): {problemInWords(error).message}
    </Banner>
  )
}

type NewestProps = { readonly note: Handover; readonly notes: readonly Handover[] }

/** Shows the newest note, shortened after it was read, its readers, and a button for all notes. */
function Newest({ note, notes }: NewestProps) {
  const t = useWords(overviewWords)
  const read = useReadHandover()
  const [isWhole, setWhole] = useState(false)
  const [isListed, setListed] = useState(false)
  const isShort = note.isRead && !isWhole
  return (
    <>
      <p className={`${styles.text} fs-13 ${isShort ? `mb-6 ${styles.short}` : ''}`}>{note.text}</p>
      <Watching note={note} />
      <p className={`row wrap gap-4-8 pad-end ${styles.foot}`}>
        {note.isRead ? (
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? 'showLess' : 'showWhole')}
          </Button>
        ) : (
          <Button disabled={read.isPending} onClick={() => read.mutate(note.handoverId)}>
            {t('markRead')}
          </Button>
        )}
        <Button look="quiet" onClick={() => setListed(true)}>
          {t('allNotes', { count: notes.length })}
        </Button>
        <Readings note={note} />
      </p>
      {isListed ? <NotesDialog notes={notes} onClose={() => setListed(false)} /> : null}
    </>
  )
}

/** Lists the decided events that were still in the future when the note was written, as stored on the server. */
function Watching({ note: { watching } }: { readonly note: Handover }) {
  useWords(watchingWords)
  const { nameOf } = useNaming()
  if (watching.length === 0) return null
  return (
    <section className="pad-end fs-13" aria-label={watchingWords('watching')}>
      <h3 className="muted fs-12 regular">{watchingWords('watching')}</h3>
      <ul>
        {watching.map((one) => (
          <li className="pad-y-4" key={one.conjunctionId}>
            <StatusWord {...meaningOf('risk', one.riskLevel)} /> <b>{one.pair}</b>, TCA{' '}
            {formatInstant(Date.parse(one.tca))}, Pc {formatProbabilityLine(one.probability ?? undefined)}:{' '}
            {decidedText(one.decision, nameOf)}. {one.reopens ? reopeningText(one.reopens) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Readings({ note: { readings } }: { readonly note: Handover }) {
  const t = useWords(overviewWords)
  const { nameOf } = useNaming()
  if (readings.length === 0) return null
  const who = readings.map(({ by, at }) => `${nameOf(by)} ${formatInstant(Date.parse(at)).slice(5, 16)} Z`).join(', ')
  return <span className="muted fs-12">{t('readBy', { who })}</span>
}

/** Lists every note, newest first; notes are never changed. */
function NotesDialog({ notes, onClose }: { readonly notes: readonly Handover[]; readonly onClose: () => void }) {
  const t = useWords(overviewWords)
  const { nameOf } = useNaming()
  return (
    <Dialog isOpen title={t('handovers')} onClose={onClose}>
      <ol className={styles.notes}>
        {notes.map((note) => (
          <li key={note.handoverId}>
            <p>
              <b>{nameOf(note.by)}</b>, <Instant at={Date.parse(note.at)} />
            </p>
            <p className={`fs-13 ${styles.text}`}>{note.text}</p>
            <Watching note={note} />
            <Readings note={note} />
          </li>
        ))}
      </ol>
      {notes.length === MOST_NOTES ? <p className="muted fs-12">{t('notesCut', { count: MOST_NOTES })}</p> : null}
    </Dialog>
  )
}

const tableOf = (notes: readonly Handover[], nameOf: Naming['nameOf']) =>
  fileTable(notes, {
    'time, UTC': 'at',
    by: ({ by }) => nameOf(by),
    text: 'text',
    'decided, watching': ({ watching }) =>
      watching.map((one) => `${one.pair} (${one.riskLevel}): ${decidedText(one.decision, nameOf)}`).join('; '),
    'read by': ({ readings }) => readings.map((one) => `${nameOf(one.by)} ${one.at}`).join('; '),
  })
