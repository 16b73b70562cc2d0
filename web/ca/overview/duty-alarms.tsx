import { Link } from '@tanstack/react-router'
import { formatMinute } from '../../clock/format.ts'
import { paths } from '../../paths.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Health } from './health.ts'
import { overviewWords } from './words.data.ts'

/** What would leave an alarm unheard: critical notices that reached nobody, and a chain that nobody has. */
export function DutyAlarms({ health }: { readonly health: readonly Health[] }) {
  const t = useWords(overviewWords)
  const notices = health.find(({ of }) => of === 'notices')
  const lost = notices === undefined ? 0 : notices.all - notices.count
  const onCall = health.find(({ of }) => of === 'duty')?.onCall
  const toSettings = (
    <Link to={paths.account} params={{ page: 'notifications' }}>
      {t('toSettings')}
    </Link>
  )
  return (
    <>
      {lost > 0 ? (
        <Strip level="critical" isUrgent action={toSettings}>
          {t('lostAlarm', { count: lost })}
        </Strip>
      ) : null}
      {onCall?.kind === 'nobody' ? (
        <Strip level="serious" isUrgent action={toSettings}>
          {onCall.untilMs === undefined
            ? t('nobodyAlarm')
            : t('nobodyUntilAlarm', { time: formatMinute(onCall.untilMs) })}
        </Strip>
      ) : null}
    </>
  )
}
