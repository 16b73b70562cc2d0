import { type FindResult, findConjunctions } from '@apsis/contract/ca/find.ts'
import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { saysNotFound } from '../../api/problem.ts'
import { failureInWords } from '../../api/problem-in-words.ts'
import { apiWords } from '../../api/words.data.ts'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { meaningAmong, warningInWords } from '../../encounter/catalogue-in-words.ts'
import { EncounterList } from '../../encounter/encounter-list.tsx'
import type { Search } from '../../encounter/queries.ts'
import { EncounterVerdict } from '../../encounter/verdict.tsx'
import { encounterWords } from '../../encounter/words.data.ts'
import { isAnswer } from '../../shell/status/up-to-date.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Banner, Empty, Failure, Skeleton } from '../../ui/page/pane-states.tsx'
import { partOf } from '../../ui/page/part.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './find.module.css'
import { sentenceOf } from './sentence.ts'
import { TooLong } from './too-long.tsx'
import { isSame, questionOf, saveWatch, WATCH_KEY, watchesQuery, watchOf } from './watch-query.ts'
import { findWords } from './words.data.ts'

const objectWhere = partOf(async () => (await import('../where/object-where.tsx')).ObjectWhere)

type Props = { readonly query: UseQueryResult<FindResult>; readonly search: Search }

/** Shows the result of the search: the sentence first, then the approaches found. */
export function Result({ query, search }: Props) {
  const t = useWords(findWords)
  const api = useWords(apiWords)
  const { data, error } = query
  if (saysNotFound(error)) return <Empty title={t('noOrbit')}>{t('noOrbitHow')}</Empty>
  if (isAnswer(error)) return <Empty title={t('refused')} />
  if (error?.kind === 'timeout') return <TooLong search={search} onRetry={() => void query.refetch()} />
  if (error)
    return (
      <Failure
        what={t('failed')}
        problem={failureInWords(error)}
        still={api('restHolds')}
        onRetry={() => void query.refetch()}
      />
    )
  return data === undefined ? <Skeleton rows={8} /> : <Found result={data} search={search} isBusy={query.isFetching} />
}

type FoundProps = { readonly result: FindResult; readonly search: Search; readonly isBusy: boolean }

function Found({ result, search, isBusy }: FoundProps) {
  const t = useWords(findWords)
  const say = useWords(encounterWords)
  const { encounters, from, maxKm, catalogue } = result
  const now = useNow('minute')
  const warning = warningInWords(catalogue, now)
  const newest = result.catalogueEpoch
  const epoch = newest === null ? [] : [t('epoch', { time: formatInstant(Date.parse(newest)) })]
  return (
    <>
      <EncounterVerdict
        result={result.result}
        meaning={meaningAmong(result.result, catalogue, now)}
        sentence={sentenceOf(result, say, now)}
        note={[t('took', { seconds: formatNumber(result.elapsedS, { decimals: 2 }) }), ...epoch].join(' · ')}
        isBusy={isBusy}
        actions={<SaveWatch search={search} />}
      />
      {warning === undefined ? null : (
        <Banner level="caution" action={<Link to={paths.catalogue}>{say('toCatalogue')}</Link>}>
          {warning}
        </Banner>
      )}
      {result.events.length > 0 ? <KnownEvents result={result} /> : null}
      {result.grade === 'TLE' ? <Banner level="caution">{say('tleGrade')}</Banner> : null}
      {encounters.length > 0 ? <Nearer key={`${from} ${maxKm}`} result={result} /> : null}
    </>
  )
}

/** Lists the events that the organisation knows, besides the result from the catalogue: each links to its page. */
function KnownEvents({ result: { events, maxKm } }: { readonly result: FindResult }) {
  const say = useWords(encounterWords)
  const worst = events.toSorted((a, b) => RISK_LEVELS.indexOf(b.riskLevel) - RISK_LEVELS.indexOf(a.riskLevel))[0]
  return (
    <Banner level={worst ? meaningOf('risk', worst.riskLevel).level : 'inactive'}>
      {say('knownEvents', { count: events.length, km: formatNumber(maxKm) })}{' '}
      {events.map(({ conjunctionId, name, objectId, missM, tca }, place) => (
        <span key={conjunctionId}>
          {place === 0 ? '' : '; '}
          <Link to={paths.conjunction} params={{ satellite_id: '-', conjunction_id: conjunctionId }}>
            {say('knownEvent', {
              name,
              number: objectId,
              miss: formatMiss(missM),
              tca: formatInstant(Date.parse(tca)),
            })}
          </Link>
        </span>
      ))}
    </Banner>
  )
}

/** Lists the approaches found, or those within a shorter distance. */
function Nearer({ result }: { readonly result: FindResult }) {
  const [share, setShare] = useState(100)
  const { encounters, primary, from, to, maxKm, isSimulated } = result
  const km = (maxKm * share) / 100
  const within = encounters.filter(({ missM }) => missM <= km * 1_000)
  const query = { 'norad-id': primary.objectId, from, to, 'max-km': km }
  return (
    <>
      <WhatIf share={share} onShare={setShare} km={km} within={within.length} all={encounters.length} />
      <EncounterList
        encounters={within}
        from={from}
        to={to}
        limitKm={km}
        isSimulated={isSimulated}
        fileName={`close-approaches-${primary.objectId}`}
        call={{ method: 'GET', path: findConjunctions.path, query }}
        hold={`${primary.objectId} ${from} ${km}`}
      />
    </>
  )
}

/** Shows the place of the nearest approach. */
export function WhereNearest({ encounters }: { readonly encounters: readonly Encounter[] }) {
  const [nearest] = encounters.toSorted((a, b) => a.missM - b.missM)
  if (nearest === undefined) return null
  const objectOf = ({ objectId, name, epoch }: Encounter['primary']) => ({ designator: objectId, name, epoch })
  return (
    <objectWhere.Show
      object={objectOf(nearest.primary)}
      satelliteId={null}
      approach={{
        other: objectOf(nearest.secondary),
        tca: nearest.tca,
        level: meaningOf('risk', nearest.riskLevel).level,
      }}
    />
  )
}

/** Shows the button that saves the current query as a search that is repeated. */
function SaveWatch({ search }: { readonly search: Search }) {
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

type WhatIfProps = {
  /** The shorter distance in per cent of the distance in the query. */
  readonly share: number
  readonly onShare: (share: number) => void
  readonly km: number
  readonly within: number
  readonly all: number
}

/** Shows the number of approaches within a shorter distance, from the answer on the screen, without another search. */
function WhatIf({ share, onShare, km, within, all }: WhatIfProps) {
  const t = useWords(findWords)
  const id = useId()
  const said = t('whatIfSaid', { km: kmText(km), within, all })
  return (
    <div className={`row wrap pad-8 soft gap-4-16 ${styles.whatIf}`}>
      <label htmlFor={id}>{t('whatIf')}</label>
      <input
        id={id}
        type="range"
        min={1}
        max={100}
        value={share}
        aria-valuetext={said}
        onChange={(event) => onShare(Number(event.target.value))}
      />
      <output className="tabular" htmlFor={id}>
        {said}
      </output>
    </div>
  )
}

const kmText = (km: number) => formatNumber(km, { significant: 3 })
