import type { UseQueryResult } from '@tanstack/react-query'
import { formatTime } from '../clock/format.ts'
import { Button } from '../ui/button.tsx'
import { Pane } from '../ui/pane.tsx'
import { Failure, Skeleton, Strip } from '../ui/pane-states.tsx'

type Props<T> = {
  readonly title: string
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => React.ReactNode
  readonly skeletonRows: number
  /** What failed, as a sentence without its code. */
  readonly failed: string
  readonly note?: string | undefined
  readonly actions?: React.ReactNode
  readonly id?: string
  readonly className?: string | undefined
}

/** A pane that shows one query in every state: loading, failed, there, being read again, and older than it should be. */
export function QueryPane<T>({ title, query, children, skeletonRows, failed, note, actions, ...rest }: Props<T>) {
  const { data, error, isFetching } = query
  const again = () => void query.refetch()
  const asOf = query.dataUpdatedAt > 0 ? `${formatTime(query.dataUpdatedAt)} Z` : undefined
  return (
    <Pane
      {...rest}
      title={title}
      note={[note, asOf && `as of ${asOf}`].filter(Boolean).join(' · ')}
      actions={actions}
      busy={isFetching && data !== undefined}
    >
      {error && data !== undefined ? (
        <Strip
          level="caution"
          action={
            <Button look="quiet" onClick={again}>
              Try again
            </Button>
          }
        >
          {failed} ({error.code}); {asOf} is shown
        </Strip>
      ) : null}
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Failure what={failed} problem={error} still="The rest of the page still holds." onRetry={again} />
      ) : (
        <Skeleton rows={skeletonRows} />
      )}
    </Pane>
  )
}
