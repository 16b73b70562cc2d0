import {
  type Encounter,
  getEncounterMessages,
  listEncounters,
  removeScreening,
  resumeScreening,
  type Screening,
} from '@apsis/contract/ca/screening/screening.ts'
import { objectsIn } from '@apsis/contract/tle/object-kind.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, callFile } from '../api/call.ts'
import { useNow } from '../clock/clock.ts'
import beside from '../encounter/beside.module.css'
import { amongOf, warningInWords } from '../encounter/catalogue-in-words.ts'
import { EncounterList, type MessageKind } from '../encounter/encounter-list.tsx'
import { NotScreenedList } from '../encounter/not-screened-list.tsx'
import { encountersQuery, notScreenedQuery, screeningQuery } from '../encounter/queries.ts'
import { EncounterVerdict } from '../encounter/verdict.tsx'
import { encounterWords } from '../encounter/words.data.ts'
import { raise } from '../notifications/notifications.ts'
import { raisedBy } from '../notifications/raised-by.ts'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { Progress } from '../ui/dialog/progress.tsx'
import { saveFile } from '../ui/file/file.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Banner } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { Changes, earlierOf } from './changes.tsx'
import { isInPart, limitWords, resultOf, screenedAtMs, spanWords, typeWords } from './columns.tsx'
import styles from './screening.module.css'
import { screeningWords } from './words.data.ts'

type Props = {
  readonly id: string
  readonly all: readonly Screening[]
  /** The earlier screening with which the screening is compared. */
  readonly than: string | undefined
  readonly onThan: (id: string) => void
  readonly onAgain: () => void
  readonly onGone: () => void
}
const WRITES = { writes: [['screening']] }

/** Shows one screening: its progress, its result, the encounters found, and the objects that could not be screened. */
export function ScreeningDetail({ id, all, than, onThan, onAgain, onGone }: Props) {
  const t = useWords(screeningWords)
  const query = useQuery(screeningQuery(id))
  return (
    <QueryPane
      title={query.data?.title ?? t('title')}
      note={query.data ? typeWords(query.data.type, t) : undefined}
      query={query}
      skeletonRows={6}
      failed={t('oneFailed')}
      className={`stack ${styles.detail}`}
      actions={query.data ? <Actions screening={query.data} onAgain={onAgain} onGone={onGone} /> : null}
      exports={{ call: { method: 'GET', path: `/api/v1/ca/screenings/${id}` } }}
    >
      {(one) => (
        <>
          <Outcome screening={one} />
          <div className={`${beside.columns} ${styles.columns}`}>
            {one.state === 'done' ? (
              <Changes screening={one} earlier={earlierOf(one, all)} chosen={than} onChoose={onThan} />
            ) : null}
            <Found screening={one} />
          </div>
        </>
      )}
    </QueryPane>
  )
}

type ActionsProps = { readonly screening: Screening } & Pick<Props, 'onAgain' | 'onGone'>

function Actions({ screening, onAgain, onGone }: ActionsProps) {
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
      <Button look="quiet" onClick={onAgain}>
        {t('again')}
      </Button>
      <Button look="quiet" onClick={() => remove.mutate()}>
        {t('remove')}
      </Button>
    </>
  )
}

function Outcome({ screening }: { readonly screening: Screening }) {
  const t = useWords(screeningWords)
  const say = useWords(encounterWords)
  const { state, error, result, objects, encounters, catalogue } = screening
  const atMs = screenedAtMs(screening)
  const warning = warningInWords(catalogue, atMs)
  const limit = limitWords(screening, t)
  const sentence = {
    NOT_SCREENED: () => t(isInPart(screening) ? nothingOf(screening) : 'notYet', { limit }),
    CLEAR: () => t('clear', { limit, among: amongOf(screening, atMs) }),
    CONJUNCTIONS: () => t('found', { count: encounters, limit }),
  }[result]()
  return (
    <>
      {state === 'queued' || state === 'running' ? <Running screening={screening} /> : null}
      {state === 'failed' ? <Banner level="serious">{t('failedBecause', { error: error ?? '' })}</Banner> : null}
      <EncounterVerdict
        result={result}
        meaning={resultOf(screening)}
        sentence={sentence}
        note={`${spanWords(screening, t)} · ${t('objects', { count: formatNumber(objects, { decimals: 0 }) })}`}
        actions={
          screening.oemFileId === null ? null : (
            <Link to={paths.ephemerides} search={{ file: screening.oemFileId }}>
              {t('inputFile')}
            </Link>
          )
        }
      />
      {warning === undefined ? null : (
        <Banner level="caution" action={<Link to={paths.catalogue}>{say('toCatalogue')}</Link>}>
          {warning}
        </Banner>
      )}
    </>
  )
}

/** Returns the key of the reason why a finished screening that found nothing does not count as clear. */
const nothingOf = ({ catalogue }: Screening) =>
  catalogue !== null && objectsIn(catalogue) === 0 ? 'catalogueEmpty' : 'nothingInPart'

function Running({ screening }: { readonly screening: Screening }) {
  const t = useWords(screeningWords)
  const now = useNow('second')
  const cancel = useMutation({
    meta: WRITES,
    mutationFn: () => call(removeScreening, { params: { 'screening-id': screening.screeningId } }),
  })
  const { stage, parts, timeLeftS, startedAt, createdAt } = screening
  return (
    <div className="pad-12 line-bottom">
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

function Found({ screening }: { readonly screening: Screening }) {
  const t = useWords(screeningWords)
  const say = useWords(encounterWords)
  const { screeningId, encounters, notScreened, from, to, thresholdM, isSimulated } = screening
  const found = useQuery({ ...encountersQuery(screeningId), enabled: encounters > 0 })
  const missing = useQuery({ ...notScreenedQuery(screeningId), enabled: notScreened > 0 })
  const path = listEncounters.path.replace('{screening-id}', screeningId)
  return (
    <>
      <div className={beside.found}>
        {screening.type.includes('OPS') ? null : <Banner level="caution">{say('tleGrade')}</Banner>}
        {found.error ? <Banner level="caution">{t('encountersFailed')}</Banner> : null}
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
            onMessages={
              screening.state === 'done' ? (kind, one) => void saveMessages(screeningId, kind, one) : undefined
            }
          />
        ) : null}
      </div>
      {missing.data && missing.data.length > 0 ? <NotScreenedList rows={missing.data} /> : null}
    </>
  )
}

/** Saves the encounters of a screening as messages: all of them, or one. */
async function saveMessages(
  screeningId: string,
  { message, format }: MessageKind,
  one: Encounter | undefined,
): Promise<void> {
  const about =
    one === undefined ? {} : { 'object-id': one.secondary.objectId, 'tca-after': one.tca, 'tca-before': one.tca }
  try {
    const { blob, name } = await callFile(getEncounterMessages, {
      params: { 'screening-id': screeningId },
      query: { message, format, ...about },
    })
    saveFile(name ?? `screening-${screeningId.slice(0, 8)}.${format === 'xml' ? 'xml' : message}`, blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}
