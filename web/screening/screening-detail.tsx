import { listEncounters, removeScreening, resumeScreening, type Screening } from '@apsis/contract/ca/screening.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useNow } from '../clock/clock.ts'
import { formatInstant } from '../clock/format.ts'
import { compareEncounters } from '../encounter/compare.ts'
import { EncounterList } from '../encounter/encounter-list.tsx'
import { NotScreenedList } from '../encounter/not-screened-list.tsx'
import { encountersQuery, notScreenedQuery, screeningQuery } from '../encounter/queries.ts'
import { encounterWords } from '../encounter/words.data.ts'
import { QueryPane } from '../shell/query-pane.tsx'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { useWords } from '../ui/language.ts'
import { Strip } from '../ui/pane-states.tsx'
import { Progress } from '../ui/progress.tsx'
import { meaningOf } from '../ui/status-meaning.ts'
import { StatusWord } from '../ui/status-word.tsx'
import { limitWords, spanWords, typeWords } from './columns.tsx'
import styles from './screening.module.css'
import { screeningWords } from './words.data.ts'

type Props = { readonly id: string; readonly all: readonly Screening[]; readonly onGone: () => void }
const WRITES = { writes: [['screening']] }

/** One screening: how far it is, what it says, what it found, and what it could not say anything of. */
export function ScreeningDetail({ id, all, onGone }: Props) {
  const t = useWords(screeningWords)
  const query = useQuery(screeningQuery(id))
  return (
    <QueryPane
      title={query.data?.title ?? t('title')}
      note={query.data ? typeWords(query.data.type, t) : undefined}
      query={query}
      skeletonRows={6}
      failed={t('oneFailed')}
      className={styles.detail}
      actions={query.data ? <Actions screening={query.data} onGone={onGone} /> : null}
      exits={{ call: { method: 'GET', path: `/api/v1/ca/screenings/${id}` } }}
    >
      {(one) => (
        <>
          <Verdict screening={one} previous={previousOf(one, all)} />
          <Found screening={one} />
        </>
      )}
    </QueryPane>
  )
}

/** The finished screening of the same satellite or file before this one. */
function previousOf(one: Screening, all: readonly Screening[]): Screening | undefined {
  return all
    .filter(
      (other) =>
        other.screeningId !== one.screeningId &&
        other.state === 'done' &&
        other.title === one.title &&
        other.type === one.type &&
        other.createdAt < one.createdAt,
    )
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]
}

function Actions({ screening, onGone }: { readonly screening: Screening; readonly onGone: () => void }) {
  const t = useWords(screeningWords)
  const params = { 'screening-id': screening.screeningId }
  const remove = useMutation({ meta: WRITES, mutationFn: () => call(removeScreening, { params }), onSuccess: onGone })
  const resume = useMutation({ meta: WRITES, mutationFn: () => call(resumeScreening, { params }) })
  const { state } = screening
  if (state === 'queued' || state === 'running') return null
  return (
    <>
      {state === 'done' ? null : (
        <Button look="quiet" onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      )}
      <Button look="quiet" onClick={() => remove.mutate()}>
        {t('remove')}
      </Button>
    </>
  )
}

type VerdictProps = { readonly screening: Screening; readonly previous: Screening | undefined }

function Verdict({ screening, previous }: VerdictProps) {
  const t = useWords(screeningWords)
  const { state, error, result, objects, encounters } = screening
  const limit = limitWords(screening, t)
  const sentence = {
    NOT_SCREENED: () => t('notYet'),
    CLEAR: () => t('clear', { limit }),
    CONJUNCTIONS: () => t('found', { count: encounters, limit }),
  }[result]()
  return (
    <>
      {state === 'queued' || state === 'running' ? <Running screening={screening} /> : null}
      {state === 'failed' ? <Strip level="serious">{t('failedBecause', { error: error ?? '' })}</Strip> : null}
      <div className={styles.verdict}>
        <StatusWord {...meaningOf('screening', result)} />
        <p className={styles.sentence}>{sentence}</p>
        <span className={styles.note}>
          {spanWords(screening, t)} · {t('objects', { count: formatNumber(objects, { decimals: 0 }) })}
        </span>
      </div>
      {previous && state === 'done' ? <Compared screening={screening} previous={previous} /> : null}
    </>
  )
}

function Running({ screening }: { readonly screening: Screening }) {
  const t = useWords(screeningWords)
  const now = useNow('second')
  const cancel = useMutation({
    meta: WRITES,
    mutationFn: () => call(removeScreening, { params: { 'screening-id': screening.screeningId } }),
  })
  const { stage, parts, timeLeftS, startedAt, createdAt } = screening
  return (
    <div className={styles.running}>
      <Progress
        label={t('progress')}
        stage={t(`stage_${stage}`)}
        done={parts.done}
        of={parts.total}
        noun={t('parts')}
        elapsedMs={Math.max(0, now - Date.parse(startedAt ?? createdAt))}
        leftMs={timeLeftS === null ? undefined : timeLeftS * 1_000}
        onCancel={cancel.isPending ? undefined : () => cancel.mutate()}
      />
    </div>
  )
}

function Compared({ screening, previous }: { readonly screening: Screening; readonly previous: Screening }) {
  const t = useWords(screeningWords)
  const after = useQuery(encountersQuery(screening.screeningId))
  const before = useQuery(encountersQuery(previous.screeningId))
  if (after.data === undefined || before.data === undefined) return null
  const { fresh, gone, closer, farther } = compareEncounters(before.data, after.data)
  const counts = { fresh: fresh.length, gone: gone.length, closer: closer.length, farther: farther.length }
  return (
    <p className={styles.compared}>
      {t('compared', { time: formatInstant(Date.parse(previous.createdAt)), ...counts })}
    </p>
  )
}

function Found({ screening }: { readonly screening: Screening }) {
  const t = useWords(screeningWords)
  const say = useWords(encounterWords)
  const { screeningId, encounters, notScreened, from, to, thresholdM, isSimulated } = screening
  const found = useQuery({ ...encountersQuery(screeningId), enabled: encounters > 0 })
  const missing = useQuery({ ...notScreenedQuery(screeningId), enabled: notScreened > 0 })
  const path = listEncounters.path.replace('{screening-id}', screeningId)
  return (
    <>
      {screening.type.includes('OPS') ? null : <Strip level="caution">{say('tleGrade')}</Strip>}
      {found.error ? <Strip level="caution">{t('encountersFailed')}</Strip> : null}
      {found.data && found.data.length > 0 ? (
        <EncounterList
          encounters={found.data}
          from={from}
          to={to}
          limitKm={thresholdM === null ? undefined : thresholdM / 1_000}
          isSimulated={isSimulated}
          fileName={`screening-${screeningId.slice(0, 8)}`}
          call={{ method: 'GET', path }}
          hold={screeningId}
        />
      ) : null}
      {missing.data && missing.data.length > 0 ? <NotScreenedList rows={missing.data} /> : null}
    </>
  )
}
