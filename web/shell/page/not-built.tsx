import { useWords } from '../../ui/text/language.ts'
import { type PageName, usePlace } from '../place.ts'
import { shellWords } from '../words.data.ts'
import { Instead } from './instead.tsx'
import { PageHead } from './page-head.tsx'

const QUESTIONS = {
  screening: 'askScreening',
  ephemerides: 'askEphemerides',
  conjunctions: 'askConjunctions',
  findConjunctions: 'askFind',
  postManoeuvreScreening: 'askPostManoeuvreScreening',
  manoeuvre: 'askManoeuvre',
  cdm: 'askCdm',
  conjunction: 'askConjunction',
  satellite: 'askSatellite',
} as const satisfies Partial<Record<PageName, string>>

function isAsked(page: PageName | undefined): page is keyof typeof QUESTIONS {
  return page !== undefined && Object.hasOwn(QUESTIONS, page)
}

/** A screen that has its address and not yet its content: says so, and what it will answer. */
export function NotBuilt() {
  const t = useWords(shellWords)
  const { page } = usePlace()
  if (!isAsked(page)) return null
  return (
    <>
      <title>{`${t(page)} · Apsis`}</title>
      <PageHead />
      <Instead title={t(page)} verdict={t('notBuilt')}>
        <p>{t('willAnswer', { question: t(QUESTIONS[page]) })}</p>
        <p>{t('notWatched')}</p>
      </Instead>
    </>
  )
}
