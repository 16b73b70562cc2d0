import { type FindResult, findConjunctions } from '@apsis/contract/ca/find.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { problemInWords } from '../../api/problem-in-words.ts'
import { apiWords } from '../../api/words.data.ts'
import { formatInstant } from '../../clock/format.ts'
import { EncounterList } from '../../encounter/encounter-list.tsx'
import { NotScreenedList } from '../../encounter/not-screened-list.tsx'
import { encounterWords } from '../../encounter/words.data.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/language.ts'
import { Failure, Skeleton, Strip } from '../../ui/pane-states.tsx'
import { meaningOf } from '../../ui/status-meaning.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import styles from './find.module.css'
import { findWords } from './words.data.ts'

/** What the search says: the sentence first, then what was found; nothing found is not the same as nothing searched. */
export function Result({ query }: { readonly query: UseQueryResult<FindResult> }) {
  const t = useWords(findWords)
  const api = useWords(apiWords)
  const { data, error } = query
  if (error)
    return (
      <Failure
        what={t('failed')}
        problem={{ code: error.code, requestId: error.requestId, message: problemInWords(error).message }}
        still={api('restHolds')}
        onRetry={() => void query.refetch()}
      />
    )
  return data === undefined ? <Skeleton rows={8} /> : <Found result={data} isBusy={query.isFetching} />
}

function Found({ result, isBusy }: { readonly result: FindResult; readonly isBusy: boolean }) {
  const t = useWords(findWords)
  const say = useWords(encounterWords)
  const { encounters, primary, from, to, notScreened, maxKm } = result
  const { path } = findConjunctions
  const query = { 'norad-id': primary.objectId, from, to, 'max-km': maxKm }
  return (
    <>
      <div className={styles.verdict} aria-busy={isBusy} role="status">
        <StatusWord {...meaningOf('screening', result.result)} />
        <p className={styles.sentence}>{sentenceOf(result, say)}</p>
        <span className={styles.note}>
          {t('took', { seconds: formatNumber(result.elapsedS, { decimals: 2 }) })}
          {result.catalogueEpoch === null
            ? null
            : ` · ${t('epoch', { time: formatInstant(Date.parse(result.catalogueEpoch)) })}`}
        </span>
      </div>
      {result.grade === 'TLE' ? <Strip level="caution">{say('tleGrade')}</Strip> : null}
      {encounters.length > 0 ? (
        <EncounterList
          encounters={encounters}
          from={from}
          to={to}
          limitKm={maxKm}
          isSimulated={result.isSimulated}
          fileName={`close-approaches-${primary.objectId}`}
          call={{ method: 'GET', path, query }}
          hold={`${primary.objectId} ${from}`}
        />
      ) : null}
      {notScreened.length > 0 ? <NotScreenedList rows={notScreened} /> : null}
    </>
  )
}

function sentenceOf(result: FindResult, say: typeof encounterWords): string {
  const name = `${result.primary.name} (${result.primary.objectId})`
  const km = formatNumber(result.maxKm)
  const searched = formatNumber(result.searched, { decimals: 0 })
  if (result.result === 'NOT_SCREENED') return say('searchedNot', { name })
  if (result.result === 'CONJUNCTIONS')
    return say('searchedFound', { count: result.encounters.length, name, km, searched })
  const [from, to] = [result.from, result.to].map((time) => formatInstant(Date.parse(time)))
  return say('searchedClear', { name, km, count: searched, from: from ?? '', to: to ?? '' })
}
