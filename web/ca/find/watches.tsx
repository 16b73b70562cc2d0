import { listWatches, type Watch } from '@apsis/contract/ca/find.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatInstant } from '../../clock/format.ts'
import { amongInWords, meaningAmong } from '../../encounter/catalogue-in-words.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import type { FindSearch } from './asked.ts'
import { dropWatch, pauseWatch, questionOf, saveWatch, WATCH_KEY, watchesQuery } from './watch-query.ts'
import styles from './watches.module.css'
import { findWords } from './words.data.ts'

const META = { writes: [WATCH_KEY] }
const timeOf = (time: string) => formatInstant(Date.parse(time)).slice(0, 16)

/** Lists the repeated searches: the last result of each, and its next run. */
export function Watches() {
  const t = useWords(findWords)
  const query = useQuery(watchesQuery())
  const [removed, setRemoved] = useState<Watch>()
  const save = useMutation({ mutationFn: saveWatch, meta: META })
  const undo = () => {
    if (removed) save.mutate(questionOf(removed))
    setRemoved(undefined)
  }
  return (
    <QueryPane
      title={t('watches')}
      note={query.data && String(query.data.length)}
      query={query}
      skeletonRows={2}
      failed={t('watchesFailed')}
      id="watches"
      className="flex-none"
      exports={{
        csv: { name: 'watches', table: () => tableOf(query.data ?? []) },
        call: { method: 'GET', path: listWatches.path },
      }}
    >
      {(all) => (
        <>
          {removed ? (
            <Banner level="inactive" action={<Button onClick={undo}>{t('undo')}</Button>}>
              {t('watchRemoved', { name: removed.name })}
            </Banner>
          ) : null}
          {all.length === 0 ? (
            <p className="soft pad-12">{t('noWatches')}</p>
          ) : (
            <ul className={`scroll ${styles.list}`}>
              {all.map((watch) => (
                <Item key={watch.watchId} watch={watch} onRemoved={() => setRemoved(watch)} />
              ))}
            </ul>
          )}
        </>
      )}
    </QueryPane>
  )
}

function Item({ watch, onRemoved }: { readonly watch: Watch; readonly onRemoved: () => void }) {
  const t = useWords(findWords)
  const pause = useMutation({ mutationFn: pauseWatch, meta: META })
  const drop = useMutation({ mutationFn: dropWatch, meta: META, onSuccess: onRemoved })
  const { name, noradId, satelliteId, result, catalogue, hits, nearest, error, lastRunAt, nextRunAt, isPaused } = watch
  const ran = t('lastRun', { time: timeOf(lastRunAt) })
  const next = nextRunAt === null ? t('isPaused') : t('nextRun', { time: timeOf(nextRunAt) })
  return (
    <li className="flex wrap items-baseline pad-6 faint-bottom gap-4-16" aria-label={name}>
      <StatusWord {...meaningAmong(result, catalogue, Date.parse(lastRunAt))} />
      <p className={styles.question}>
        <Link to={paths.find} params={{ satellite_id: satelliteId ?? undefined }} search={searchOf(watch)}>
          {name}
        </Link>{' '}
        {noradId === null ? null : <span className="mono dim">{noradId}</span>} <span>{questionWords(watch, t)}</span>
      </p>
      <p className={`soft ${styles.answer}`}>
        {error ? (
          <span lang="en">{error}</span>
        ) : (
          <span>{hits === 0 ? nothingWords(watch, t) : t('hits', { count: hits })}</span>
        )}
        {nearest
          ? ` ${t('nearest', {
              name: `${nearest.name} ${nearest.objectId}`,
              miss: formatMiss(nearest.missM),
              time: timeOf(nearest.tca),
            })}`
          : null}
      </p>
      <p className="muted fs-12">
        {ran} · {next}
      </p>
      <span className="flex gap-4">
        <Button look="quiet" disabled={pause.isPending} onClick={() => pause.mutate(watch)}>
          {t(isPaused ? 'resumeWatch' : 'pauseWatch')}
        </Button>
        <Button look="quiet" disabled={drop.isPending} onClick={() => drop.mutate(watch)}>
          {t('removeWatch')}
        </Button>
      </span>
    </li>
  )
}

/** Returns the text for a result without approaches: it is good only if objects were compared, and only for these objects. */
function nothingWords({ result, catalogue, lastRunAt }: Watch, t: typeof findWords): string {
  if (result === 'NOT_SCREENED') return t('notFollowed')
  return t('noHits', { among: amongInWords(catalogue, Date.parse(lastRunAt)) })
}

function questionWords({ with: others, hours, maxKm }: Watch, t: typeof findWords): string {
  const span = { km: formatNumber(maxKm), hours: formatNumber(hours) }
  return others === 'all' ? t('questionAll', span) : t('questionSome', { ...span, count: others.split(',').length })
}

/** Returns the query as search parameters. */
function searchOf({ satelliteId, noradId, with: others, hours, maxKm }: Watch): FindSearch {
  const object = satelliteId === null ? { object: String(noradId) } : {}
  return { ...object, with: others, hours: String(hours), km: String(maxKm) }
}

const tableOf = (all: readonly Watch[]) =>
  fileTable(all, {
    object: 'name',
    against: 'with',
    hours: 'hours',
    'within, km': 'maxKm',
    result: 'result',
    hits: 'hits',
    'last run, UTC': 'lastRunAt',
    'next run, UTC': 'nextRunAt',
    paused: ({ isPaused }) => (isPaused ? 'yes' : 'no'),
  })
