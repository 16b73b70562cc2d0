import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../ui/text/language.ts'
import type { Event } from '../view/use-event.ts'
import { ChangesTable } from './changes-table.tsx'
import { contextQuery } from './context-query.ts'
import { contextWords } from './context-words.data.ts'
import { Figures } from './figures.tsx'
import { ObjectsTable } from './objects-table.tsx'

/** The context in the report: what was read when its tab was open, as a printer does not wait for an answer. */
export function ContextPaper({ event: { conjunction, newest } }: { readonly event: Event }) {
  const t = useWords(contextWords)
  const { data: found } = useQuery({ ...contextQuery(conjunction.conjunctionId), enabled: false })
  if (found === undefined) return null
  return (
    <>
      <section>
        <h2>{t('objects')}</h2>
        <ObjectsTable found={found} cdm={newest.cdm} />
        <p>{t('classHow', { count: found.classSample })}</p>
      </section>
      <section>
        <h2>{t('worth')}</h2>
        <Figures found={found} message={newest} />
      </section>
      <section>
        <h2>{t('changes')}</h2>
        <ChangesTable found={found} />
        <p>{t('changesHow')}</p>
      </section>
    </>
  )
}
