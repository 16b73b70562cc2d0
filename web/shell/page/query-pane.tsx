import type { UseQueryResult } from '@tanstack/react-query'
import { freshnessOf } from '../../api/freshness.ts'
import { codeInWords, failureInWords, problemInWords } from '../../api/problem-in-words.ts'
import { apiWords } from '../../api/words.data.ts'
import { formatTime } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import type { PaneExports } from '../../ui/page/pane-menu.tsx'
import { Banner, Failure, Skeleton } from '../../ui/page/pane-states.tsx'
import { Freshness } from '../../ui/status/freshness.tsx'
import { useWords } from '../../ui/text/language.ts'
import { uiWords } from '../../ui/words.data.ts'
import { ReadBy } from './read-by.tsx'

type Props<T> = {
  readonly title: string
  readonly heading?: React.ReactNode
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => React.ReactNode
  readonly skeletonRows: number
  /** The name of the data that failed to load, as a sentence without the error code. */
  readonly failed: string
  readonly note?: React.ReactNode
  readonly actions?: React.ReactNode
  /** The elements that are shown above the data in every state, such as its filters. */
  readonly above?: React.ReactNode
  readonly exports?: PaneExports
  readonly id?: string
  readonly className?: string | undefined
}

/** Shows one query in a pane in every state: loading, failed, loaded, being read again, and too old. */
export function QueryPane<T>({
  title,
  query,
  children,
  skeletonRows,
  failed,
  note,
  actions,
  above,
  ...rest
}: Props<T>) {
  const say = useWords(uiWords)
  const t = useWords(apiWords)
  const { data, error, isFetching, dataUpdatedAt } = query
  const again = () => void query.refetch()
  const asOf = `${formatTime(dataUpdatedAt)} Z`
  return (
    <ReadBy answers={[query]}>
      <Pane
        {...rest}
        title={title}
        note={
          <>
            {note}
            {note !== undefined && data !== undefined ? ' · ' : null}
            {data === undefined ? null : <Freshness state={freshnessOf(query)} asOf={asOf} />}
          </>
        }
        actions={actions}
        busy={isFetching && data !== undefined}
      >
        {above}
        {error && data !== undefined ? (
          <Banner
            level="caution"
            action={
              <Button look="quiet" onClick={again}>
                {say('tryAgain')}
              </Button>
            }
          >
            {failed} ({codeInWords(error)}): {problemInWords(error).message}
          </Banner>
        ) : null}
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <Failure what={failed} problem={failureInWords(error)} still={t('restHolds')} onRetry={again} />
        ) : (
          <Skeleton rows={skeletonRows} />
        )}
      </Pane>
    </ReadBy>
  )
}
