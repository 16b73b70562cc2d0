import { createScreening } from '@apsis/contract/ca/screening/screening.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import type { Search } from '../../encounter/queries.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { STANDARD } from './asked.ts'
import { findWords } from './words.data.ts'

const M_PER_KM = 1_000

/**
 * Returns the same query as a job; undefined if the object is not a satellite of the organisation, because a screening accepts no other.
 */
export function screeningOf(search: Search) {
  const satelliteId = search?.['satellite-id']
  if (search === undefined || satelliteId === undefined) return undefined
  return {
    'satellite-id': satelliteId,
    against: 'CAT' as const,
    hours: Number(search.hours ?? STANDARD.hours),
    thresholdM: Number(search['max-km'] ?? STANDARD.km) * M_PER_KM,
    ...(search.from === undefined ? {} : { from: search.from }),
  }
}

type Props = { readonly search: Search; readonly onRetry: () => void }

/** Shows that the search takes too long, and offers to start a screening instead or to try again. */
export function TooLong({ search, onRetry }: Props) {
  const t = useWords(findWords)
  const navigate = useNavigate()
  const body = screeningOf(search)
  const start = useMutation({
    meta: { writes: [['screening']], silent: 'start-screening' },
    mutationFn: (asked: NonNullable<typeof body>) => call(createScreening, { body: asked }),
    onSuccess: ({ screeningId }) => navigate({ to: paths.screening, search: { screening: screeningId } }),
  })
  return (
    <>
      {start.error ? (
        <Banner level="serious" isUrgent>
          {problemInWords(start.error).message}
        </Banner>
      ) : null}
      <Empty
        level="caution"
        title={t('tooLong')}
        actions={
          <>
            {body === undefined ? null : (
              <Button look="primary" disabled={start.isPending} onClick={() => start.mutate(body)}>
                {t('startScreening')}
              </Button>
            )}
            <Button onClick={onRetry}>{t('searchAgain')}</Button>
          </>
        }
      >
        {t(body === undefined ? 'tooLongOther' : 'tooLongOwn')}
      </Empty>
    </>
  )
}
