import { useMutation, useQuery } from '@tanstack/react-query'
import type { Search } from '../../encounter/queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import { isSame, questionOf, saveWatch, WATCH_KEY, watchesQuery, watchOf } from './watch-query.ts'
import { findWords } from './words.data.ts'

/** Has the question on the screen asked again and again. */
export function SaveWatch({ search }: { readonly search: Search }) {
  const t = useWords(findWords)
  const watches = useQuery(watchesQuery())
  const save = useMutation({ mutationFn: saveWatch, meta: { writes: [WATCH_KEY] } })
  const watched = watchOf(search)
  if ('reason' in watched) return <Button disabledReason={t(watched.reason)}>{t('saveWatch')}</Button>
  const { question } = watched
  if (watches.data?.some((one) => isSame(questionOf(one), question)))
    return <Button disabledReason={t('watchedHow')}>{t('watched')}</Button>
  return (
    <Button disabled={save.isPending} onClick={() => save.mutate(question)}>
      {t(save.isPending ? 'savingWatch' : 'saveWatch')}
    </Button>
  )
}
