import { Link } from '@tanstack/react-router'
import { formatMinute } from '../../clock/format.ts'
import { paths } from '../../site/paths.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Health } from './health.ts'
import { overviewWords } from './words.data.ts'

type Alarm = { readonly level: 'critical' | 'serious'; readonly text: string }

/** Returns alarms about notifications that nobody would receive: critical notices that reached nobody, and a missing on-call chain. */
export function dutyAlarmsOf(health: readonly Health[], t: typeof overviewWords): readonly Alarm[] {
  const notices = health.find(({ of }) => of === 'notices')
  const lost = notices === undefined ? 0 : notices.all - notices.count
  const onCall = health.find(({ of }) => of === 'duty')?.onCall
  const nobody = onCall?.kind === 'nobody' ? onCall : undefined
  return [
    ...(lost > 0 ? [{ level: 'critical', text: t('lostAlarm', { count: lost }) } as const] : []),
    ...(nobody === undefined
      ? []
      : [
          {
            level: 'serious',
            text:
              nobody.untilMs === undefined
                ? t('nobodyAlarm')
                : t('nobodyUntilAlarm', { time: formatMinute(nobody.untilMs) }),
          } as const,
        ]),
  ]
}

export function DutyAlarms({ health }: { readonly health: readonly Health[] }) {
  const t = useWords(overviewWords)
  return dutyAlarmsOf(health, t).map(({ level, text }) => (
    <Banner
      key={level}
      level={level}
      isUrgent
      action={
        <Link to={paths.account} params={{ page: 'notifications' }}>
          {t('toSettings')}
        </Link>
      }
    >
      {text}
    </Banner>
  ))
}
