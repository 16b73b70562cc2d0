import { type ElementSetHistory, HISTORY_LIMITS } from '@apsis/contract/tle/history.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { Button } from '../ui/button/button.tsx'
import { Segments } from '../ui/button/segments.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Banner, Empty } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './element-sets/element-sets.module.css'
import { idOf } from './element-sets/elements.ts'
import { ElementsPlot } from './element-sets/elements-plot.tsx'
import { SetWhere, SPANS } from './element-sets/set-where.tsx'
import { elementSetWords } from './element-sets/words.data.ts'
import { OwnerPane } from './event/owner-pane.tsx'
import { satellitesQuery } from './event/queries.ts'
import { DAYS, historyQuery } from './where/history-query.ts'

const NUMBER = /^[1-9]\d{0,8}$/

/** Shows the page of the history of an object's element sets: all elements and B* on one screen, and the ground trace of a set. */
export function ElementSetsPage() {
  const { norad_id } = useParams({ from: `/protected${paths.elementSets}` })
  if (norad_id === undefined) return <Choice />
  return NUMBER.test(norad_id) ? <OfOne key={norad_id} noradId={Number(norad_id)} /> : <NotFound />
}

/** Asks for the object if the address names none. */
function Choice() {
  const t = useWords(elementSetWords)
  const query = useQuery(satellitesQuery())
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead />
      <Ask />
      <QueryPane title={t('chooseTitle')} query={query} skeletonRows={4} failed={t('failed')}>
        {(satellites) => (
          <>
            <p className="muted fs-13 pad-10">{t('chooseText')}</p>
            <ul className="flex wrap gap-8 pad-end">
              {satellites.map(({ satelliteId, name, noradId }) => (
                <li key={satelliteId}>
                  <Link to={paths.elementSets} params={{ norad_id: String(noradId) }} className={`${button.button}`}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryPane>
    </>
  )
}

/** Shows the field for the number of an object; Enter opens its history. */
function Ask({ noradId }: { readonly noradId?: number }) {
  const t = useWords(elementSetWords)
  const navigate = useNavigate()
  const [typed, setTyped] = useState(noradId === undefined ? '' : String(noradId))
  const [wasAsked, setWasAsked] = useState(false)
  const isNumber = NUMBER.test(typed.trim())
  return (
    <form
      className="flex wrap pad-10 line-bottom gap-8-16 no-print items-end"
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault()
        setWasAsked(true)
        if (isNumber)
          void navigate({
            to: paths.elementSets,
            params: { norad_id: typed.trim() },
            search: ({ days, trace }: { readonly days?: string | undefined; readonly trace?: string | undefined }) => ({
              days,
              trace,
            }),
          })
      }}
    >
      <TextField
        label={t('object')}
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
        error={wasAsked && !isNumber ? t('objectFault') : undefined}
      />
      <Button type="submit">{t('show')}</Button>
      <Link className="fs-13 ml-auto self-center" to={paths.catalogue}>
        {t('toCatalogue')}
      </Link>
    </form>
  )
}

function OfOne({ noradId }: { readonly noradId: number }) {
  const t = useWords(elementSetWords)
  const [search, ask] = useSearchState(`/protected${paths.elementSets}`)
  const days = DAYS.find((one) => one === search.days) ?? '30'
  const query = useQuery(historyQuery(noradId, days))
  const name = query.data?.name ?? String(noradId)
  const choice = (
    <Segments
      label={t('days')}
      value={days}
      onChange={(value) => ask({ days: value })}
      options={DAYS.map((value) => ({ value, label: t(`days_${value}`) }))}
    />
  )
  return (
    <FileMarking value={{ isSimulated: query.data?.isSimulated ?? false, stamp: () => formatFileInstant(now()) }}>
      <title>{`${t('titleOf', { name })} · Apsis`}</title>
      <PageHead number={String(noradId)} />
      <Ask noradId={noradId} />
      {query.data?.isSimulated ? <Banner level="inactive">{t('simulated')}</Banner> : null}
      {query.data?.isCut ? (
        <Banner level="caution">{t('cut', { count: formatNumber(HISTORY_LIMITS.sets) })}</Banner>
      ) : null}
      <div className={`grid items-start grow panes block-print one-column-tablet ${styles.page}`}>
        <div className={`grid min-w-0 pane-gap ${styles.main}`}>
          {query.data && !query.error && query.data.sets.length > 0 ? (
            <Sets history={query.data} days={Number(days)} actions={choice} />
          ) : (
            <QueryPane title={t('elements')} query={query} skeletonRows={12} failed={t('failed')} actions={choice}>
              {(history) =>
                history.sets.length === 0 ? (
                  <Empty title={t('none', { number: noradId })}>{t('noneText')}</Empty>
                ) : (
                  <Sets history={history} days={Number(days)} actions={null} />
                )
              }
            </QueryPane>
          )}
        </div>
        <OwnerPane noradId={noradId} name={name} />
      </div>
    </FileMarking>
  )
}

type SetsProps = { readonly history: ElementSetHistory; readonly days: number; readonly actions: React.ReactNode }

/** Shows the elements, and the ground trace of the chosen set, by default the newest. */
function Sets({ history, days, actions }: SetsProps) {
  const [search, ask] = useSearchState(`/protected${paths.elementSets}`)
  const chosen = history.sets.findLast(({ epoch }) => epoch === search.set) ?? history.sets.at(-1)
  const span = SPANS.find((one) => one === search.trace) ?? 'revolution'
  return (
    <>
      <ElementsPlot
        history={history}
        days={days}
        chosenId={chosen && idOf(chosen)}
        onChoose={(id) => ask({ set: history.sets.find((one) => idOf(one) === id)?.epoch })}
        actions={actions}
      />
      {chosen ? (
        <SetWhere
          noradId={history.noradId}
          name={history.name ?? String(history.noradId)}
          set={chosen}
          span={span}
          onSpan={(value) => ask({ trace: value })}
        />
      ) : null}
    </>
  )
}
