import { MOST_REPORTS_A_DAY, type NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { channelsQuery, useSendReport } from '../delivery/delivery-query.ts'
import styles from '../form/form.module.css'
import { isTimeOfDay } from '../form/time-fields.tsx'
import { formWords } from '../form/words.data.ts'
import { reportReceivers } from './report-receivers.ts'
import { rulesWords } from './words.data.ts'

/** The times of the first report. */
const USUAL_TIMES = ['06:00']
/** A further time is offered this number of hours after the last. */
const HOURS_LATER = 8

type Props = {
  readonly times: NoticeRules['situationReportAt']
  readonly zone: string
  readonly onChange: (times: string[]) => void
  /** Returns the error of a time, by its place; undefined if there is none, or nothing was checked yet. */
  readonly faultOf: (place: number) => string | undefined
}

/** Sets the times at which all open events are mailed to a user, and sends one mail at once. */
export function SituationReport({ times, zone, onChange, faultOf }: Props) {
  const t = useWords(rulesWords)
  const common = useWords(formWords)
  return (
    <>
      <h3 className={`fs-13 medium ${styles.title}`}>{t('reportTitle')}</h3>
      <p className={`muted fs-12 ${styles.note}`}>{t('reportHelp')}</p>
      <div className={`grid items-start ${styles.fields}`}>
        <CheckboxGroup
          label={t('reportLabel')}
          options={[{ value: 'on', label: t('reportOn') }]}
          value={times.length === 0 ? [] : ['on']}
          onChange={(chosen) => onChange(chosen.length === 0 ? [] : USUAL_TIMES)}
        />
        {times.map((time, place) => (
          // The key is the place, because two times may be equal while they are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={place} className={`flex items-start gap-4 ${styles.timed}`}>
            <TextField
              label={t('reportAt', { place: place + 1 })}
              value={time}
              onChange={(at) => onChange(times.map((one, other) => (other === place ? at : one)))}
              maxLength={5}
              error={faultOf(place)}
            />
            <Button
              look="quiet"
              aria-label={common('removeOf', { name: t('reportAt', { place: place + 1 }) })}
              onClick={() => onChange(times.filter((_, other) => other !== place))}
            >
              {common('remove')}
            </Button>
          </div>
        ))}
      </div>
      <div className="row wrap gap-8">
        {times.length === 0 ? null : (
          <Button
            disabledReason={
              times.length >= MOST_REPORTS_A_DAY ? t('mostReports', { count: MOST_REPORTS_A_DAY }) : undefined
            }
            onClick={() => onChange([...times, nextTime(times)])}
          >
            {t('reportAdd')}
          </Button>
        )}
        <SendNow isAwaited={times.length > 0} />
      </div>
      {times.length === 0 ? null : (
        <p className={`muted fs-12 ${styles.note}`}>{t('reportSaid', { times: times.toSorted().join(', '), zone })}</p>
      )}
    </>
  )
}

/** Returns a time that is not in the list yet, some hours after the last. */
export function nextTime(times: readonly string[]): string {
  const last = times.filter(isTimeOfDay).at(-1) ?? '22:00'
  for (let hours = HOURS_LATER; ; hours += 1) {
    const hour = (Number(last.slice(0, 2)) + hours) % 24
    const time = `${String(hour).padStart(2, '0')}${last.slice(2)}`
    if (!times.includes(time)) return time
  }
}

/** Sends one report at once, and explains if none arrives. */
function SendNow({ isAwaited }: { readonly isAwaited: boolean }) {
  const t = useWords(rulesWords)
  const { data: channels } = useQuery(channelsQuery(false))
  const sending = useSendReport()
  const reached = channels && reportReceivers(channels)
  const isNobody = reached?.length === 0
  const sent = sending.data?.length ?? 0
  return (
    <>
      <Button
        disabledReason={isNobody ? t('reportNeeds') : undefined}
        disabled={sending.isPending || reached === undefined}
        onClick={() => sending.mutate()}
      >
        {t(sending.isPending ? 'reportSending' : 'reportNow')}
      </Button>
      <span className={`soft fs-13 inline-row ${styles.said}`} role="status">
        {sending.isSuccess ? (
          <>
            <StatusSymbol level="pending" /> {t('reportSent', { count: sent })}
          </>
        ) : null}
        {sending.error === null ? null : (
          <>
            <StatusSymbol level="caution" /> {problemInWords(sending.error).message}
          </>
        )}
        {isAwaited && isNobody ? (
          <>
            <StatusSymbol level="serious" /> {t('reportNowhere')}
          </>
        ) : null}
      </span>
    </>
  )
}
