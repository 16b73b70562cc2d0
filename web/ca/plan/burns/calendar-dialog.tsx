import {
  createManoeuvreCalendar,
  getManoeuvreCalendar,
  removeManoeuvreCalendar,
} from '@apsis/contract/ca/report/calendar.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { formatInstant } from '../../../clock/format.ts'
import { useForm } from '../../../form/use-form.ts'
import { raise } from '../../../notifications/notifications.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { burnWords } from './words.data.ts'

const KEY = ['manoeuvre', 'calendar'] as const
const calendarQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(getManoeuvreCalendar, {}, signal),
})

/** The dialog for the address from which a calendar reads the burns: it is created, shown once, and revoked. */
export function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(burnWords)
  const { nameOf } = useNaming()
  const { data, error } = useQuery(calendarQuery)
  const make = useForm({ initial: {}, save: () => call(createManoeuvreCalendar, {}), writes: [KEY] })
  const revoke = useForm({
    initial: {},
    save: async () => {
      await call(removeManoeuvreCalendar, {})
      raise({ title: t('revoked'), message: t('revokedText') })
    },
    writes: [KEY],
    onSaved: make.discard,
  })
  const problem = error ?? make.problem ?? revoke.problem
  const address = make.answer === undefined ? undefined : `${location.origin}${make.answer.address}`
  return (
    <Dialog isOpen title={t('calendarTitle')} onClose={onClose} close={t('close')}>
      <div className="grid gap-12">
        <p>{t('calendarText')}</p>
        {problem ? (
          <Banner level="caution" isUrgent>
            {problemInWords(problem).message}
          </Banner>
        ) : null}
        {address === undefined ? (
          data === undefined ? null : (
            <p>
              {data.isOpen && data.since !== null
                ? `${t('calendarSince', { name: data.by === null ? '' : nameOf(data.by), time: formatInstant(Date.parse(data.since)) })} ${t(data.hasPasses ? 'calendarPasses' : 'calendarNoPasses')}`
                : t('calendarNone')}
            </p>
          )
        ) : (
          <>
            <p>
              <b>{t('shown')}</b>
            </p>
            <p className="row gap-8">
              <code className="min-w-0 break-anywhere">{address}</code>{' '}
              <CopyButton what={t('address')} text={() => address} />
            </p>
          </>
        )}
        {data?.isOpen ? <p>{t('makeNewNote')}</p> : null}
        <p className="flex wrap gap-8">
          <Button disabled={make.isSaving || data === undefined} onClick={make.submit}>
            {t(data?.isOpen ? 'makeNew' : 'make')}
          </Button>
          {data?.isOpen ? (
            <Button disabled={revoke.isSaving} onClick={revoke.submit}>
              {t('revoke')}
            </Button>
          ) : null}
        </p>
      </div>
    </Dialog>
  )
}
