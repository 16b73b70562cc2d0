import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatInstant, formatTime } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import type { EventRow } from '../event/event-row.ts'
import { type Changes, changesSince, isUnchanged, lookOf } from './changes.ts'
import { keepLook, useLook } from './last-look.ts'
import { EventLink } from './next-decision.tsx'
import styles from './overview.module.css'
import { Plain } from './plain.tsx'
import { overviewWords } from './words.data.ts'

type Props = { readonly rows: readonly EventRow[]; readonly subject: string }

/** Shows the changes since this user last marked all events as seen. */
export function SincePane({ rows, subject }: Props) {
  const t = useWords(overviewWords)
  const nowMs = useNow('minute')
  const look = useLook(subject)
  const changes = look && changesSince(look, rows, nowMs)
  const note =
    look && t('sinceAt', { time: `${formatInstant(look.atMs).slice(5, 16)} Z`, ago: formatAge(nowMs - look.atMs) })
  return (
    <Pane title={t('since')} note={note} id="since">
      <div className={`stack gap-10 pad-body ${styles.body}`}>
        {changes ? (
          <Told changes={changes} isEmpty={rows.length === 0} />
        ) : (
          <Plain level="inactive" title={t('neverLooked')}>
            {t('neverLookedText')}
          </Plain>
        )}
        <div className="flex wrap gap-8 mt-4 no-print">
          <Button onClick={() => keepLook(subject, lookOf(rows, nowMs))}>{t('mark')}</Button>
        </div>
      </div>
    </Pane>
  )
}

const MOST_CHANGES_OF_KIND = 5

/** Lists the changes by kind, or shows a sentence if there are none. */
export function Told({ changes, isEmpty }: { readonly changes: Changes; readonly isEmpty: boolean }) {
  const t = useWords(overviewWords)
  const { fresh, worse, better, ended } = changes
  // Without events, "nothing has changed" is not a good state.
  if (isUnchanged(changes)) return <Plain level={isEmpty ? 'inactive' : 'ok'} title={t('unchanged')} />
  const wasAt = (rank: number) => t('fromLevel', { level: meaningOf('risk', RISK_LEVELS[rank] ?? 'UNKNOWN').word })
  const parts = [
    { id: 'worse', lines: worse.map(({ row, from }) => ({ row, more: wasAt(from) })) },
    { id: 'fresh', lines: fresh.map((row) => ({ row, more: <Until at={row.tcaMs} /> })) },
    { id: 'better', lines: better.map(({ row, from }) => ({ row, more: wasAt(from) })) },
    { id: 'ended', lines: ended.map((row) => ({ row, more: `${formatTime(row.tcaMs).slice(0, 5)} Z` })) },
  ] as const
  return (
    <div className={`stack gap-2 fs-13 max-w-640 ${styles.list}`}>
      {parts
        .filter(({ lines }) => lines.length > 0)
        .map(({ id, lines }) => (
          <div key={id}>
            <h3 className="mt-4 muted fs-12 regular">
              {t(id)} {lines.length}
            </h3>
            {lines.slice(0, MOST_CHANGES_OF_KIND).map(({ row, more }) => (
              <EventLink key={row.id} row={row}>
                {more}
              </EventLink>
            ))}
            {lines.length > MOST_CHANGES_OF_KIND ? (
              <span className="muted fs-12">{t('more', { count: lines.length - MOST_CHANGES_OF_KIND })}</span>
            ) : null}
          </div>
        ))}
    </div>
  )
}
