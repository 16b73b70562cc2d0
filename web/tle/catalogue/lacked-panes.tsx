import { MINUTE_MS } from '@apsis/astro/constants.ts'
import {
  type CatalogueContent,
  type LeftObject,
  MOST_LACKED_OBJECTS,
  type ObjectWithoutSet,
} from '@apsis/contract/tle/catalogue.ts'
import { objectsIn } from '@apsis/contract/tle/object-kind.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatMinute } from '../../clock/format.ts'
import { formatSpan, formatUntil } from '../../ui/format/duration.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { catalogueCall } from './catalogue-query.ts'
import { hasAccount, isOwn } from './findings.ts'
import { ObjectList, useObjectColumns } from './object-list.tsx'
import { catalogueWords } from './words.data.ts'

type Props = { readonly content: CatalogueContent }

/** Lists the objects in orbit that have no set, the newest numbers first. */
export function WithoutSetPane({ content: { withoutSet, sources } }: Props) {
  const t = useWords(catalogueWords)
  const named = useObjectColumns<ObjectWithoutSet>()
  const columns: readonly PlainColumn<ObjectWithoutSet>[] = [
    ...named,
    { id: 'kind', title: t('kind'), value: 'kind', cell: ({ kind }) => t(kind) },
    {
      id: 'launched',
      title: t('launched'),
      isUnbroken: true,
      value: 'launchedOn',
      cell: ({ launchedOn }) => launchedOn ?? MISSING,
    },
  ]
  const rows = withoutSet?.objects ?? []
  const count = withoutSet === null ? 0 : objectsIn(withoutSet)
  return (
    <Pane
      id="without-set"
      title={t('withoutSet')}
      note={withoutSet === null ? undefined : t('withoutSetNote', { count, objects: formatNumber(count) })}
      exports={{
        call: catalogueCall,
        ...(withoutSet ? { csv: { name: 'catalogue-without-set', table: () => fileOf(columns, rows) } } : {}),
      }}
    >
      {withoutSet === null ? (
        <Empty title={isOwn(sources) ? t('notKnownSimulated') : t('notKnown')}>
          {isOwn(sources) ? undefined : t(hasAccount(sources) ? 'notKnownYetHelp' : 'notKnownHelp')}
        </Empty>
      ) : rows.length === 0 ? (
        <Empty level="ok" title={t('everySet')} />
      ) : (
        <ObjectList label={t('withoutSet')} rows={rows} columns={columns} />
      )}
      {count > MOST_LACKED_OBJECTS ? (
        <p className="muted fs-13 pad-end">{t('onlyFirst', { count: formatNumber(MOST_LACKED_OBJECTS) })}</p>
      ) : null}
    </Pane>
  )
}

/** Lists the objects that left the catalogue, the last first. */
export function LeftPane({ content: { left } }: Props) {
  const t = useWords(catalogueWords)
  const named = useObjectColumns<LeftObject>()
  const columns: readonly PlainColumn<LeftObject>[] = [
    ...named,
    { id: 'kind', title: t('kind'), priority: 2, value: 'kind', cell: ({ kind }) => t(kind) },
    {
      id: 'left_utc',
      title: t('when'),
      isUnbroken: true,
      value: 'leftAt',
      cell: ({ leftAt }) => formatMinute(Date.parse(leftAt)),
    },
    {
      id: 'has_come_down',
      title: t('why'),
      value: 'hasComeDown',
      cell: ({ hasComeDown }) =>
        hasComeDown ? (
          t('cameDown')
        ) : (
          <span>
            <StatusSymbol level="caution" /> {t('notListed')}
          </span>
        ),
    },
  ]
  return (
    <Pane
      id="left"
      title={t('left')}
      note={t('leftNote')}
      exports={{ call: catalogueCall, csv: { name: 'catalogue-left', table: () => fileOf(columns, left.objects) } }}
    >
      {left.count === 0 ? (
        <Empty level="ok" title={t('noneLeft')} />
      ) : (
        <ObjectList label={t('left')} rows={left.objects} columns={columns} />
      )}
      {left.count > left.objects.length ? (
        <p className="muted fs-13 pad-end">{t('onlyLast', { count: formatNumber(left.objects.length) })}</p>
      ) : null}
    </Pane>
  )
}

type Reentry = CatalogueContent['reentries'][number]

/** Lists the objects that are expected to come down, soonest first. */
export function ReentriesPane({ content: { reentries, sources } }: Props) {
  const t = useWords(catalogueWords)
  const nowMs = useNow('minute')
  const named = useObjectColumns<Reentry>()
  const columns: readonly PlainColumn<Reentry>[] = [
    ...named,
    {
      id: 'expected_utc',
      title: t('expected'),
      isUnbroken: true,
      value: 'expectedAt',
      cell: ({ expectedAt, windowMinutes }) => (
        <>
          {formatMinute(Date.parse(expectedAt))}
          <small>
            {formatUntil(Date.parse(expectedAt) - nowMs)}
            {windowMinutes === null ? '' : ` ${t('window', { window: formatSpan(windowMinutes * MINUTE_MS) })}`}
          </small>
        </>
      ),
    },
    { id: 'window_min', value: 'windowMinutes' },
    {
      id: 'forecast',
      title: t('says'),
      value: 'forecast',
      cell: ({ forecast, statedAt }) => (
        <>
          {t(forecast)}
          <small>{t('statedAgo', { age: formatAge(nowMs - Date.parse(statedAt)) })}</small>
        </>
      ),
    },
    { id: 'stated_utc', value: 'statedAt' },
  ]
  return (
    <Pane
      id="reentries"
      title={t('reentries')}
      exports={{ call: catalogueCall, csv: { name: 'reentries', table: () => fileOf(columns, reentries) } }}
    >
      {reentries.length === 0 ? (
        <Empty title={t('noReentries')}>{hasAccount(sources) ? undefined : t('noReentriesHelp')}</Empty>
      ) : (
        <ObjectList label={t('reentries')} rows={reentries} columns={columns} />
      )}
    </Pane>
  )
}
