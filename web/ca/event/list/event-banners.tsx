import { MESSAGE_OLD_MS, MESSAGE_VERY_OLD_MS } from '@apsis/contract/ca/event/message-age.ts'
import { codeInWords, problemInWords } from '../../../api/problem-in-words.ts'
import { formatAge } from '../../../clock/format.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { uiWords } from '../../../ui/words.data.ts'
import type { EventRow } from '../event-row.ts'
import type { useEvents } from '../queries.ts'
import { conjunctionsWords } from '../words.data.ts'

function newestOf(rows: readonly EventRow[]): number {
  return rows.reduce((newest, row) => Math.max(newest, row.newestMs), 0)
}

/** True if even the newest message is older than it should be. */
export function isOld(rows: readonly EventRow[], nowMs: number, limitMs: number): boolean {
  return rows.length > 0 && nowMs - newestOf(rows) > limitMs
}

type Props = {
  readonly events: ReturnType<typeof useEvents>
  readonly rows: readonly EventRow[]
  readonly nowMs: number
}

/** Shows warnings about the events: they could not be read again, the fleet is unknown, or the messages are old. */
export function EventBanners({ events: { query, fleet }, rows, nowMs }: Props) {
  const t = useWords(conjunctionsWords)
  const say = useWords(uiWords)
  const again = (refetch: () => void) => (
    <Button look="quiet" onClick={refetch}>
      {say('tryAgain')}
    </Button>
  )
  return (
    <>
      {query.error ? (
        <Banner level="caution" action={again(() => void query.refetch())}>
          {t('failed')} ({codeInWords(query.error)}): {problemInWords(query.error).message}{' '}
          <span className="mono">{query.error.requestId}</span>
        </Banner>
      ) : null}
      {fleet.error ? (
        <Banner level="caution" action={again(() => void fleet.refetch())}>
          {t('noFleet')} <span className="mono">{fleet.error.requestId}</span>
        </Banner>
      ) : null}
      {isOld(rows, nowMs, MESSAGE_OLD_MS) && rows.some(({ tcaMs }) => tcaMs >= nowMs) ? (
        <Banner level={isOld(rows, nowMs, MESSAGE_VERY_OLD_MS) ? 'serious' : 'caution'}>
          {t('old', { age: formatAge(nowMs - newestOf(rows)) })}
        </Banner>
      ) : null}
    </>
  )
}
