import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useNow } from '../../../clock/clock.ts'
import { useSession } from '../../../session/session.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { unfold } from '../../../shell/page/folded.tsx'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Menu } from '../../../ui/button/menu.tsx'
import { type FileMarks, useFileMarks } from '../../../ui/file/file.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { useOwnMessage } from '../../message/own-message.ts'
import { conjunctionWords } from '../conjunction-words.data.ts'
import { operatorQuery } from '../queries.ts'
import styles from './actions.module.css'
import { ArchiveDialog } from './report/archive-dialog.tsx'
import { archiveWords } from './report/archive-words.data.ts'
import { copyKvn, saveHistory, saveMessage, saveReport } from './report/files.ts'
import { operatorMail } from './report/operator-mail.ts'
import { type Event, stepsOf } from './view/use-event.ts'

/** Shows the actions on the event besides the steps of its record. */
export function Actions({ event }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const marks = useFileMarks()
  const exporter = useRef<HTMLSpanElement>(null)
  const { previous, next } = stepsOf(event)
  const openExport = () => {
    unfold(exporter.current)
    exporter.current?.querySelector('button')?.click()
  }
  const shortcuts = [
    ...(previous ? [{ keys: '[', label: t('previousMessage'), run: previous }] : []),
    ...(next ? [{ keys: ']', label: t('nextMessageKey'), run: next }] : []),
    { keys: 'e', label: t('exportMenu'), run: openExport },
    { keys: 'c', label: t('copyKvn'), run: () => void copyKvn(event.selected) },
  ]
  return (
    <>
      <PageKeys shortcuts={shortcuts} />
      <span className={`inline-row gap-6 ${styles.optional}`}>
        <Button look="quiet" onClick={() => print()}>
          {t('print')}
        </Button>
        <span ref={exporter}>
          <Exports event={event} marks={marks} />
          <kbd>e</kbd>
        </span>
        <OperatorMail event={event} />
      </span>
      <Means event={event} />
    </>
  )
}

/** Shows the two ways to change the encounter; shows nothing after the closest approach. */
function Means({ event }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const nowMs = useNow('minute')
  const { satelliteId, conjunctionId, conjunctionData } = event.conjunction
  const navigate = useNavigate()
  if (nowMs >= Date.parse(conjunctionData.tca)) return null
  const plan =
    satelliteId === null
      ? undefined
      : ({ to: paths.manoeuvre, params: { satellite_id: satelliteId, conjunction_id: conjunctionId } } as const)
  return (
    <span className={`inline-row gap-6 ${styles.optional}`}>
      <PageKeys shortcuts={plan ? [{ keys: 'm', label: t('planManoeuvre'), run: () => void navigate(plan) }] : []} />
      <Button onClick={() => event.change({ tab: 'tracking' })}>{t('requestTracking')}</Button>
      {plan ? (
        <Link {...plan} className={`${button.button}  plain-link`}>
          {t('planManoeuvre')}
        </Link>
      ) : null}
    </span>
  )
}

function Exports({ event, marks }: { readonly event: Event; readonly marks: FileMarks }) {
  const t = useWords(conjunctionWords)
  const { cdm, number } = event.selected
  const own = useOwnMessage(cdm, marks)
  const a = useWords(archiveWords)
  const [isArchiving, setArchiving] = useState(false)
  const message = (['kvn', 'xml', 'json'] as const).map((format) => ({
    id: format,
    label: format.toUpperCase(),
    onAction: () => void saveMessage(cdm, format, marks),
  }))
  return (
    <>
      <Menu
        look="quiet"
        label={t('exportMenu')}
        trigger={t('exportMenu')}
        parts={[
          {
            title: t('exportMessage', { number }),
            entries: [
              ...message,
              { id: 'copy', label: t('copyKvn'), note: 'c', onAction: () => void copyKvn(event.selected) },
            ],
          },
          own,
          {
            title: t('exportHistory'),
            entries: [
              { id: 'csv', label: t('historyCsv'), onAction: () => saveHistory(event, marks) },
              { id: 'report', label: t('reportJson'), onAction: () => saveReport(event, marks) },
              { id: 'archive', label: a('open'), onAction: () => setArchiving(true) },
            ],
          },
        ]}
      />
      {isArchiving ? (
        <ArchiveDialog conjunctionId={event.conjunction.conjunctionId} onClose={() => setArchiving(false)} />
      ) : null}
    </>
  )
}

/** Shows the link that opens a mail to the operator of the other object; empty if no operator is known. */
function OperatorMail({ event }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const session = useSession()
  const number = Number(event.conjunction.object2.designator)
  const { data: operator } = useQuery({ ...operatorQuery(number), enabled: Number.isInteger(number) && number > 0 })
  const who = session.status === 'signed-in' ? session.who.name : ''
  const href = operatorMail(event, operator ?? undefined, who)
  if (href === undefined) return null
  return (
    <a
      className={`soft fs-13 medium plain-link inline-row min-h-24 pad-x-6 ${styles.mail}`}
      href={href}
      title={operator?.operatorName}
    >
      {t('messageOperator')}
    </a>
  )
}
