import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { Id } from '@apsis/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotThere } from '../api/problem.ts'
import { answerOf } from '../api/queries.ts'
import { now } from '../clock/clock.ts'
import { formatFileInstant, formatInstant } from '../clock/format.ts'
import { PageKeys, type PageShortcut } from '../shell/key/page-keys.tsx'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { shellWords } from '../shell/words.data.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner } from '../ui/page/pane-states.tsx'
import { usePrinting } from '../ui/page/printing.ts'
import { useWords } from '../ui/text/language.ts'
import { PaperAuthor, PaperFoot } from './event/paper.tsx'
import { cdmsQuery } from './event/queries.ts'
import { messageTextQuery, type Position, positionOf } from './message/message.ts'
import styles from './message/page/cdm.module.css'
import { DownloadMenu } from './message/page/download-menu.tsx'
import { MessageBody } from './message/page/message-body.tsx'
import { MessageSummary } from './message/page/message-summary.tsx'
import { cdmWords } from './message/words.data.ts'

/** The duration for which the note that something was copied is shown, ms. */
const NOTE_SHOWN_MS = 4_000

/** Shows the page of one conjunction data message: its exact content, and the changes since the previous message (ux.md S18). */
export function CdmPage() {
  const t = useWords(cdmWords)
  const shell = useWords(shellWords)
  const { conjunction_id, satellite_id, message_id } = useParams({ from: `/protected${paths.cdm}` })
  const isId = Id.safeParse(conjunction_id).success
  const query = useQuery({ ...cdmsQuery(conjunction_id), enabled: isId })
  const position = query.data ? positionOf(query.data, message_id) : undefined
  if (position && query.data) return <Message position={position} cdms={query.data} />
  if (!isId || query.data || isNotThere(query))
    return (
      <>
        <PageHead />
        <NotFound>
          <Elsewhere cdms={query.data ?? []} satelliteId={satellite_id} conjunctionId={conjunction_id} />
        </NotFound>
      </>
    )
  return (
    <>
      <title>{`${shell('cdm')} · Apsis`}</title>
      <PageHead />
      <QueryPane title={t('message')} query={query} skeletonRows={12} failed={t('listFailed')}>
        {() => null}
      </QueryPane>
    </>
  )
}

type ElsewhereProps = {
  readonly cdms: readonly Cdm[]
  readonly satelliteId: string
  readonly conjunctionId: string
}

/** Offers other pages if the address names no message of the event. */
function Elsewhere({ cdms, satelliteId, conjunctionId }: ElsewhereProps) {
  const t = useWords(cdmWords)
  const params = { satellite_id: satelliteId, conjunction_id: conjunctionId }
  const [newest] = cdms
  if (!newest)
    return (
      <>
        <p>{t('noMessagesText')}</p>
        <Link to={paths.conjunctions}>{t('allConjunctions')}</Link>
      </>
    )
  return (
    <>
      <p>{t('unknownMessageText', { count: cdms.length })}</p>
      <Link to={paths.cdm} params={{ ...params, message_id: newest.cdmId }}>
        {t('openNewest')}
      </Link>
      <Link to={paths.conjunction} params={params}>
        {t('openEvent')}
      </Link>
    </>
  )
}

/** Shows the head on paper: both objects in full, the number of the message, and the person who printed it. */
function PaperHead({ position: { cdm, number }, count }: { readonly position: Position; readonly count: number }) {
  const t = useWords(cdmWords)
  const { object1, object2 } = cdm
  return (
    <header data-paper-head className="pad-end fs-13" data-paper>
      <h1>{t('titleOf', { first: object1.name, second: object2.name, number, count })}</h1>
      <p>
        {object1.designator} × {object2.designator}, {cdm.messageId}
      </p>
      <PaperAuthor isSimulated={cdm.isSimulated} />
    </header>
  )
}

type MessageProps = { readonly position: Position; readonly cdms: readonly Cdm[] }

function Message({ position, cdms }: MessageProps) {
  const t = useWords(cdmWords)
  const isPaper = usePrinting()
  const go = useGo()
  const { text, copyKvn } = useCopyKvn(position)
  const { cdm, older, newer } = position
  const shortcuts: readonly PageShortcut[] = [
    { keys: 'c', label: t('copyKvn'), run: copyKvn },
    { keys: '[', label: t('older'), run: () => go(older) },
    { keys: ']', label: t('newer'), run: () => go(newer) },
  ]
  return (
    <FileMarking value={{ isSimulated: cdm.isSimulated, stamp: () => formatFileInstant(now()) }}>
      <title>{`${t('titleOf', namesOf(position, cdms))} · Apsis`}</title>
      <PageKeys shortcuts={shortcuts} />
      {isPaper ? (
        <PaperHead position={position} count={cdms.length} />
      ) : (
        <Head position={position} cdms={cdms}>
          <span role="status" className={`muted fs-12 nowrap ${styles.place}`}>
            {text}
          </span>
          <Button aria-label={t('older')} title={t('older')} disabled={!older} onClick={() => go(older)}>
            [
          </Button>
          <Button aria-label={t('newer')} title={t('newer')} disabled={!newer} onClick={() => go(newer)}>
            ]
          </Button>
          <Button onClick={copyKvn}>{t('copyKvn')}</Button>
          <DownloadMenu cdm={cdm} />
        </Head>
      )}
      <div className={`stack grow min-h-0 scroll ${styles.scroller}`}>
        <MessageSummary cdm={cdm} />
        <Superseded position={position} cdms={cdms} onOpen={go} />
        <MessageBody position={position} cdms={cdms} />
        {isPaper ? <PaperFoot cdm={cdm} link={location.href} /> : null}
      </div>
    </FileMarking>
  )
}

/** Returns a function that opens another message of the event in the same view. */
function useGo() {
  const from = `/protected${paths.cdm}` as const
  const params = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate()
  return (to: Cdm | undefined) => {
    if (!to) return
    // A line number belongs to one text and is not kept; a keyword and the compared message are kept.
    const next = { ...search, at: /^\d+$/.test(search.at ?? '') ? undefined : search.at }
    void navigate({ to: paths.cdm, params: { ...params, message_id: to.cdmId }, search: next, resetScroll: false })
  }
}

/** Copies the message as KVN, and shows a short note that it was copied. */
function useCopyKvn({ cdm }: Position) {
  const t = useWords(cdmWords)
  const [text, setText] = useState('')
  const copyKvn = () =>
    void answerOf(messageTextQuery(cdm.cdmId, cdm.format === 'kvn' ? undefined : 'kvn'))
      .then((kvn) => navigator.clipboard.writeText(kvn))
      .then(() => setText(t('copiedKvn')))
      .then(() => setTimeout(() => setText(''), NOTE_SHOWN_MS))
  return { text, copyKvn }
}

const namesOf = ({ cdm, number }: Position, cdms: readonly Cdm[]) => ({
  first: cdm.object1.name,
  second: cdm.object2.name,
  number,
  count: cdms.length,
})

function Head({ position, cdms, children }: React.PropsWithChildren<MessageProps>) {
  const t = useWords(cdmWords)
  const names = namesOf(position, cdms)
  return (
    <PageHead
      names={{ satellite: names.first, conjunction: names.second, cdm: t('title', names) }}
      number={position.cdm.messageId}
      main={
        <span className={`row gap-8 ${styles.steps}`} data-at-foot="page">
          {children}
        </span>
      }
    />
  )
}

type SupersededProps = MessageProps & { readonly onOpen: (cdm: Cdm) => void }

/** Shows that a track in the message was withdrawn, or that there is a newer message, and links to the newest valid one. */
function Superseded({ position: { cdm, number }, cdms, onOpen }: SupersededProps) {
  const t = useWords(cdmWords)
  const place = cdms.findIndex(({ withdrawnAt }) => withdrawnAt === null)
  const newest = cdms[place]
  if (!newest || newest === cdm) return null
  const action = <Button onClick={() => onOpen(newest)}>{t('openNewest')}</Button>
  if (cdm.withdrawnAt !== null)
    return (
      <Banner level="serious" action={action}>
        {t('withdrawn', { number, time: formatInstant(Date.parse(cdm.withdrawnAt)) })}
      </Banner>
    )
  if (cdms.indexOf(cdm) < place) return null
  const created = formatInstant(Date.parse(newest.creationDate))
  return (
    <Banner level="inactive" action={action}>
      {t('superseded', { newest: cdms.length - place, created, number })}
    </Banner>
  )
}
