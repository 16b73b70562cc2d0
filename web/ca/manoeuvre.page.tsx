import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotThere } from '../api/problem.ts'
import { failureInWords } from '../api/problem-in-words.ts'
import { apiWords } from '../api/words.data.ts'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner, Empty, Failure, Skeleton } from '../ui/page/pane-states.tsx'
import { PHONE } from '../ui/page/size.ts'
import { useWords } from '../ui/text/language.ts'
import { contactWords } from './contact/contact-words.data.ts'
import { commandsQuery, contactsToPlan } from './contact/contacts-query.ts'
import { expectedAfter, inOrder, type NumberedMessage, selectedOf } from './event/messages.ts'
import { cdmsQuery, conjunctionQuery } from './event/queries.ts'
import { messageTextQuery } from './message/message.ts'
import { useCase } from './plan/designer/design-case.ts'
import { basisNote } from './plan/designer/design-in-words.ts'
import styles from './plan/designer/designer.module.css'
import { Designer } from './plan/designer/designer.tsx'
import { DesignHead } from './plan/designer/designer-head.tsx'
import { DragDesigner } from './plan/designer/drag-designer.tsx'
import { DragOfEvent } from './plan/designer/drag-of-event.tsx'
import { designWords } from './plan/designer/words.data.ts'
import { offerWords } from './plan/offer-words.data.ts'
import { satelliteQuery } from './satellite/satellite-query.ts'

type DesignerProps = Omit<React.ComponentProps<typeof Designer>, 'designCase'> & { readonly text: string }

/** Shows the designer of an avoidance manoeuvre: it finds the cheapest safe action that is still possible. */
export function ManoeuvrePage() {
  const t = useWords(designWords)
  const { conjunction_id, satellite_id } = useParams({ from: `/protected${paths.manoeuvre}` })
  const { conjunction, isOver, newest, message, next, text, own, contacts, failed, onHold, ...reads } = useReads()
  const { event, cdms, satellite } = reads
  if (isNotThere(event)) return <NotFound />
  const names = conjunction ? { satellite: conjunction.object1.name, conjunction: conjunction.object2.name } : {}
  const pair = conjunction ? `${t('title')}, ${conjunction.object1.name} × ${conjunction.object2.name}` : t('title')
  return (
    <FileMarking value={{ isSimulated: conjunction?.isSimulated ?? false, stamp: () => formatFileInstant(now()) }}>
      <title>{`${pair} · Apsis`}</title>
      <DesignHead
        names={names}
        main={conjunction ? <ToEvent satelliteId={satellite_id} id={conjunction_id} /> : null}
      />
      {failed ? (
        <QueryFailed query={failed} />
      ) : isOver ? (
        <Empty level="inactive" title={t('over')}>
          {t('overText')}
        </Empty>
      ) : cdms.data && message === undefined ? (
        <Empty level="inactive" title={t('noMessage')}>
          {t('noMessageText')}
        </Empty>
      ) : satellite.data === null ? (
        <Empty level="inactive" title={t('noSatellite')}>
          {t('noSatelliteText')}
        </Empty>
      ) : conjunction && message && own && text.data !== undefined && contacts ? (
        <>
          {newest && newest !== message ? (
            <Newer key={newest.cdm.cdmId} message={message} newest={newest} onTake={() => onHold(newest.cdm.cdmId)} />
          ) : null}
          <Open
            key={conjunction_id}
            conjunction={conjunction}
            satellite={own}
            message={message}
            text={text.data}
            nextMessage={next}
            {...contacts}
          />
        </>
      ) : (
        <Skeleton rows={16} />
      )}
    </FileMarking>
  )
}

/** Reads the data of the designer: the event, its messages and their text, the satellite, and its contacts. */
function useReads() {
  const { conjunction_id, satellite_id } = useParams({ from: `/protected${paths.manoeuvre}` })
  const event = useQuery(conjunctionQuery(conjunction_id))
  const cdms = useQuery(cdmsQuery(conjunction_id))
  const satellite = useQuery(satelliteQuery(satellite_id))
  const messages = inOrder(cdms.data ?? [])
  const newest = selectedOf(messages, undefined, event.data?.activeCdmId ?? null)
  const [heldId, onHold] = useState<string>()
  const message = messages.find(({ cdm }) => cdm.cdmId === heldId) ?? newest
  // The message that was opened stays the basis until another is chosen, so that the numbers do not change during work.
  if (heldId === undefined && newest !== undefined) onHold(newest.cdm.cdmId)
  const text = useQuery({ ...messageTextQuery(message?.cdm.cdmId ?? ''), enabled: message !== undefined })
  const [conjunction, own] = [event.data, satellite.data?.satellite]
  const tca = conjunction?.conjunctionData.tca
  const isOver = tca === undefined ? false : Date.parse(tca) < now()
  const isAsked = tca !== undefined && own !== undefined && !isOver
  // Without contacts a burn can still be designed, with a warning: contacts affect the time of the command, not the effect of the burn.
  const contacts = contactsToPlan(useQuery({ ...commandsQuery(satellite_id, tca ?? ''), enabled: isAsked }))
  const failed = [event, cdms, satellite, text].find(({ error }) => error !== null)
  const reads = { event, cdms, satellite, text, contacts, failed }
  const [nextMs] = tca === undefined ? [] : expectedAfter(messages, Date.parse(tca), now())
  const next = nextMs === undefined ? undefined : { number: messages.length + 1, atMs: nextMs }
  return { ...reads, conjunction, own, isOver, newest, message, next, onHold }
}

/** Shows the first read that failed, with a button to try it again. */
function QueryFailed({ query: { error, refetch } }: { readonly query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const t = useWords(designWords)
  const still = useWords(apiWords)('restHolds')
  if (error === null) return null
  return <Failure what={t('failed')} problem={failureInWords(error)} still={still} onRetry={() => void refetch()} />
}

function ToEvent({ satelliteId, id }: { readonly satelliteId: string; readonly id: string }) {
  const t = useWords(designWords)
  return (
    <span className="inline-row">
      <Link
        to={paths.conjunction}
        params={{ satellite_id: satelliteId, conjunction_id: id }}
        className={`${button.button}  plain-link`}
      >
        {t('toEvent')}
      </Link>
    </span>
  )
}

/** A window as narrow as a phone has no designer: it links to the plans, which can be reviewed there. */
function OnPhone({ conjunction: { satelliteId, conjunctionId } }: Pick<DesignerProps, 'conjunction'>) {
  const t = useWords(designWords)
  return (
    <div className={styles.onPhone}>
      <p>{t('phone')}</p>
      {satelliteId === null ? null : (
        <Link
          to={paths.conjunction}
          params={{ satellite_id: satelliteId, conjunction_id: conjunctionId }}
          search={{ tab: 'manoeuvre' }}
          className={`${button.button}  plain-link`}
        >
          {t('toPlans')}
        </Link>
      )}
    </div>
  )
}

function Open(props: DesignerProps) {
  const t = useWords(designWords)
  const { satellite, message, conjunction, contacts, isUnread } = props
  const designCase = useCase(props)
  const [isPhone] = useState(() => matchMedia(PHONE).matches)
  const { propulsion } = satellite.configuration
  // A phone is only for review and approval: the address of the designer shows the plans of the event there.
  if (isPhone && propulsion.type !== 'NONE' && propulsion.type !== 'UNKNOWN')
    return (
      <Navigate
        to={paths.conjunction}
        params={{ satellite_id: satellite.satelliteId, conjunction_id: conjunction.conjunctionId }}
        search={{ tab: 'manoeuvre' }}
        replace
      />
    )
  if (propulsion.type === 'DIFFERENTIAL_DRAG')
    return (
      <div className={`grow min-h-0 relative stack block-paper ${styles.page}`}>
        <Notes message={message} event={conjunction} contacts={contacts} isUnread={isUnread} />
        <OnPhone conjunction={conjunction} />
        <div className={`grow min-h-0 relative stack block-paper no-phone ${styles.page}`}>
          <DragDesigner {...props} vanes={propulsion} />
        </div>
      </div>
    )
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS')
    return (
      <>
        <Empty
          level="inactive"
          title={t(propulsion.type === 'UNKNOWN' ? 'propulsionUnknown' : 'noEngine')}
          actions={
            <Link to={paths.satellite} params={{ satellite_id: satellite.satelliteId }}>
              {t('setPropulsion', { name: satellite.name })}
            </Link>
          }
        >
          {t(`noEngine-${propulsion.type}`, { name: satellite.name })}
        </Empty>
        <DragOfEvent conjunctionId={conjunction.conjunctionId} satellite={satellite} message={message} />
      </>
    )
  if (designCase === undefined)
    return (
      <Empty level="inactive" title={t('noMessage')}>
        {t('noMessageText')}
      </Empty>
    )
  return (
    <div className={`grow min-h-0 relative stack block-paper ${styles.page}`}>
      <Warnings event={conjunction} contacts={contacts} isUnread={isUnread} />
      <OnPhone conjunction={conjunction} />
      <div className={`grow min-h-0 relative stack block-paper no-phone ${styles.page}`}>
        <Designer {...props} designCase={designCase} />
      </div>
    </div>
  )
}

/** Shows that only the lead time counts, because there are no contacts, and links to the page to enter them. */
function NoContacts({ satelliteId, isUnread }: { readonly satelliteId: string | null; readonly isUnread: boolean }) {
  const t = useWords(contactWords)
  return (
    <Banner
      level={isUnread ? 'caution' : 'inactive'}
      action={
        satelliteId === null || isUnread ? undefined : (
          <Link to={paths.satellite} params={{ satellite_id: satelliteId }} search={{ dialog: 'contacts' }}>
            {t('enter')}
          </Link>
        )
      }
    >
      {t(isUnread ? 'unreadCounts' : 'noneCounts')}
    </Banner>
  )
}

type NewerProps = { readonly message: NumberedMessage; readonly newest: NumberedMessage; readonly onTake: () => void }

/** Shows that there is a newer message, and offers to change to it or to keep the current one. */
function Newer({ message, newest, onTake }: NewerProps) {
  const t = useWords(offerWords)
  const [isKept, setKept] = useState(false)
  const numbers = { number: message.number, newest: newest.number }
  return (
    <Banner
      level="caution"
      action={
        <span className="flex wrap gap-8">
          <Button look="primary" onClick={onTake}>
            {t('recompute')}
          </Button>
          {isKept ? null : <Button onClick={() => setKept(true)}>{t('keep')}</Button>}
        </span>
      }
    >
      {t('designNewer', numbers)}
    </Banner>
  )
}

type NotesProps = Pick<DesignerProps, 'message' | 'contacts' | 'isUnread'> & {
  readonly event: DesignerProps['conjunction']
}

/** Shows the warnings about the whole design above it; the basis of a burn is shown with the burn. */
function Warnings({ contacts, isUnread, event: { needsData, isDiluted, satelliteId } }: Omit<NotesProps, 'message'>) {
  const t = useWords(designWords)
  return (
    <>
      {needsData ? <Banner level="caution">{t(isDiluted ? 'diluted' : 'dataNeeded')}</Banner> : null}
      {contacts.basis === 'NONE' && isUnread ? <NoContacts satelliteId={satelliteId} isUnread /> : null}
    </>
  )
}

function Notes({ message, contacts, isUnread, event: { isSimulated, needsData, isDiluted, satelliteId } }: NotesProps) {
  const t = useWords(designWords)
  return (
    <>
      {isSimulated ? <Banner level="inactive">{`${t('simulated')} ${basisNote(message)}.`}</Banner> : null}
      {isSimulated ? null : <Banner level="inactive">{basisNote(message)}.</Banner>}
      {needsData ? <Banner level="caution">{t(isDiluted ? 'diluted' : 'dataNeeded')}</Banner> : null}
      {contacts.basis === 'NONE' ? <NoContacts satelliteId={satelliteId} isUnread={isUnread} /> : null}
    </>
  )
}
