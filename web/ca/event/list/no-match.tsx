import { Button } from '../../../ui/button/button.tsx'
import { Empty } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { Lane } from '../lanes.ts'
import { activeFilters, withoutFilter } from '../question.ts'
import { conjunctionsWords } from '../words.data.ts'
import { filterText } from './filter/filter-bar.tsx'
import type { Asking } from './filter/use-question.ts'

type Props = { readonly asking: Asking; readonly lanes: readonly Lane[]; readonly all: number }

/** Shows that no event matches: the filters stay, and each can be removed. */
export function NoMatch({ asking: { question, ask }, lanes, all }: Props) {
  const t = useWords(conjunctionsWords)
  const names = new Map(lanes.map(({ key, name }) => [key, name]))
  const filters = activeFilters(question)
  const isNarrowed =
    filters.length > 0 || question.days !== 0 || question.from !== undefined || question.to !== undefined
  if (all === 0 || !isNarrowed)
    return (
      <Empty level={question.isPast ? 'inactive' : 'ok'} title={t(question.isPast ? 'nonePast' : 'noneAhead')}>
        {t(question.isPast ? 'nonePastText' : 'noneAheadText')}
      </Empty>
    )
  const withoutAll = filters.reduce(withoutFilter, question)
  return (
    <Empty
      title={t('noMatch', { count: 0, all })}
      actions={
        <>
          {filters.map((filter) => (
            <Button key={filter} onClick={() => ask(withoutFilter(question, filter))}>
              {t('clearFilter', { what: filterText(question, filter, { t, names }) })}
            </Button>
          ))}
          <Button look="quiet" onClick={() => ask({ ...withoutAll, days: 0, from: undefined, to: undefined })}>
            {t('clearAll')}
          </Button>
        </>
      }
    >
      {filters.map((filter) => filterText(question, filter, { t, names })).join(', ')}
    </Empty>
  )
}
