import { createEventReport, type EventReport } from '@apsis/contract/ca/report/event-report.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../../api/call.ts'
import { codeInWords } from '../../../../api/problem-in-words.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { EntryForm } from '../../../../form/entry-form.tsx'
import { useForm } from '../../../../form/use-form.ts'
import { raise } from '../../../../notifications/notifications.ts'
import { useNaming } from '../../../../shell/status/people.ts'
import { paths } from '../../../../site/paths.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { TextArea } from '../../../../ui/field/text-area.tsx'
import { formatNumber } from '../../../../ui/format/number.ts'
import { Banner, Skeleton } from '../../../../ui/page/pane-states.tsx'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { chosenLanguage, useWords } from '../../../../ui/text/language.ts'
import { REPORTS_KEY, reportsQuery, saveReport } from '../../../report/reports.ts'
import styles from './archive.module.css'
import { archiveWords } from './archive-words.data.ts'

const BYTES_PER_KB = 1_000

type Props = { readonly conjunctionId: string; readonly onClose: () => void }

/** Shows the dialog that archives the event in its current state, and lists its earlier reports. */
export function ArchiveDialog({ conjunctionId, onClose }: Props) {
  const t = useWords(archiveWords)
  const { data, error, isPending, refetch } = useQuery(reportsQuery(conjunctionId))
  const form = useForm({
    initial: { note: '' },
    rules: {
      schema: createEventReport.body,
      body: ({ note }) => ({ 'conjunction-id': conjunctionId, note, language: chosenLanguage() }),
    },
    save: async (body) => {
      const { number } = await call(createEventReport, { body })
      raise({ title: t('archived'), message: t('archivedText', { number }) })
    },
    writes: [REPORTS_KEY],
    after: () => ({ note: '' }),
  })
  return (
    <Dialog isOpen title={t('title')} onClose={onClose} close={t('close')}>
      <div className="grid gap-10">
        <p>{t('text')}</p>
        <EntryForm form={form} label={t('archive')} confirm={t('archive')}>
          <TextArea label={t('note')} rows={2} maxLength={2_000} {...form.field('note')} />
        </EntryForm>
        {isPending ? <Skeleton rows={3} /> : null}
        {error ? (
          <Banner level="caution" isUrgent action={<Button onClick={() => void refetch()}>{t('tryAgain')}</Button>}>
            {t('unreadable')} ({codeInWords(error)})
          </Banner>
        ) : null}
        {data?.length === 0 ? <p>{t('none')}</p> : null}
        <p>
          <Link to={paths.eventReports}>{t('all')}</Link>
        </p>
        {data && data.length > 0 ? (
          <ul className={`grid gap-10 ${styles.list}`}>
            {data.map((one) => (
              <Archived key={one.reportId} report={one} />
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  )
}

function Archived({ report }: { readonly report: EventReport }) {
  const t = useWords(archiveWords)
  const { signed } = useNaming()
  const { number, at, by, riskLevel, messages, bytes, productVersion: version, note, sha256 } = report
  const level = meaningOf('risk', riskLevel).word
  const size = formatNumber(bytes / BYTES_PER_KB, { decimals: 0 })
  return (
    <li className="grid gap-2 fs-12">
      <span className="row gap-8">
        <b>{t('number', { number })}</b>
        <Button look="quiet" aria-label={t('pageOf', { number })} onClick={() => void saveReport(report, 'page')}>
          {t('page')}
        </Button>
        <Button look="quiet" aria-label={t('zipOf', { number })} onClick={() => void saveReport(report, 'zip')}>
          {t('zip')}
        </Button>
      </span>
      <span>
        {t('facts', { at: formatInstant(Date.parse(at)), by: signed(by), level, count: messages, size, version })}
      </span>
      {note === '' ? null : <q>{note}</q>}
      <span className="muted break-anywhere">
        {t('hash')} <code>{sha256}</code>
      </span>
    </li>
  )
}
