import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { PATH_CASES, type PathEncounter, type PathScreening } from '@apsis/contract/ca/plan/path-screening.ts'
import { formatInstant } from '../../clock/format.ts'
import { kindsInWords, meaningAmong } from '../../encounter/catalogue-in-words.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Scroll } from '../../ui/page/scroll.tsx'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { pathWords } from './path-words.data.ts'
import { tableOfPaths } from './plan-csv.ts'

const LEVELS: Readonly<Record<PathScreening['result'], Level>> = {
  WAITING: 'pending',
  CLEAR: 'ok',
  WARN: 'caution',
  FAIL: 'serious',
  NOT_SCREENED: 'inactive',
}

type Props = {
  readonly screening: PlanScreening
  /** The name of the plan, for the name of the file. */
  readonly name: string
  /** True for a change of area, for which the density of the air deviates instead of a burn. */
  readonly isByDrag: boolean
}

/** Shows the new path against the catalogue and the own fleet: with the burn as planned, 3σ off, and missed. */
export function PathScreenings({ screening: { paths }, name, isByDrag }: Props) {
  const t = useWords(pathWords)
  if (paths.length === 0) return null
  return (
    <Pane
      title={t('title')}
      id="paths"
      className="line-top"
      exports={{ csv: { name: `${name}-paths`, table: () => tableOfPaths({ paths }) } }}
    >
      <PathResults paths={paths} isByDrag={isByDrag} />
    </Pane>
  )
}

/** Shows each comparison in a line, with the objects that come near, also on paper. */
export function PathResults({ paths, isByDrag }: Pick<PlanScreening, 'paths'> & Pick<Props, 'isByDrag'>) {
  return paths.map((path) => (
    <section key={path.type} aria-label={path.type}>
      <PathLine path={path} />
      {path.encounters.length > 0 ? <PathTable path={path} isByDrag={isByDrag} /> : null}
    </section>
  ))
}

function PathLine({ path }: { readonly path: PathScreening }) {
  const t = useWords(pathWords)
  const { type, result, objects, encounterCount, encounters, at, catalogueEpoch, notScreened, runningId } = path
  const { catalogue } = path
  const count = (value: number) => formatNumber(value, { decimals: 0 })
  const parts = [
    result === 'NOT_SCREENED' && objects === 0 ? t('nothing') : t(result),
    ...(at !== null && objects > 0
      ? [t('against', { count: count(objects), time: formatInstant(Date.parse(at)) })]
      : []),
    ...(catalogueEpoch === null ? [] : [t('epoch', { time: formatInstant(Date.parse(catalogueEpoch)) })]),
    ...(catalogue == null ? [] : [kindsInWords(catalogue)]),
    ...(notScreened > 0 ? [t('lost', { count: count(notScreened) })] : []),
    ...(encounterCount > encounters.length
      ? [t('more', { shown: count(encounters.length), count: count(encounterCount) })]
      : []),
    ...(runningId !== null && result !== 'WAITING' ? [t('again')] : []),
  ]
  return (
    <p className="soft fs-13 pad-8">
      <StatusSymbol level={levelOf(path)} /> <strong>{type}</strong> {parts.join(' ')}
    </p>
  )
}

/** Returns the level of a result: if the catalogue lacks debris, or is old, a result without encounters is not positive. */
function levelOf({ result, catalogue, at }: PathScreening): Level {
  if (result !== 'CLEAR' || at === null) return LEVELS[result]
  return meaningAmong('CLEAR', catalogue, Date.parse(at)).level
}

/** The cases that have other names for a change of area than for a burn. */
const BY_DRAG = { hot: 'denser', cold: 'thinner' } as const

type TableProps = Pick<Props, 'isByDrag'> & { readonly path: PathScreening }

function PathTable({ path: { encounters, type }, isByDrag }: TableProps) {
  const t = useWords(pathWords)
  return (
    <Scroll>
      <PlainTable
        label={type}
        rows={encounters}
        columns={[
          {
            id: 'object',
            title: t('object'),
            cell: ({ object, objectId, isOfMessage }) => (
              <>
                {object || objectId}
                {isOfMessage ? <small>{t('ofMessage')}</small> : null}
              </>
            ),
          },
          {
            id: 'tca',
            title: t('tca'),
            priority: 2,
            isUnbroken: true,
            cell: (one) => (firstOf(one) ? formatInstant(Date.parse(firstOf(one)?.tca ?? '')) : '–'),
          },
          ...PATH_CASES.map(
            (which): PlainColumn<PathEncounter> => ({
              id: which,
              title: t(isByDrag && (which === 'hot' || which === 'cold') ? BY_DRAG[which] : which),
              align: 'end',
              priority: which === 'nominal' ? 1 : 2,
              cell: ({ [which]: found }) =>
                found === null ? (
                  t('far')
                ) : (
                  <Probability value={found.probability ?? undefined} approximate reason={found.reason} />
                ),
            }),
          ),
          {
            id: 'miss',
            title: t('miss'),
            align: 'end',
            cell: ({ nominal }) => (nominal === null ? '–' : formatMiss(nominal.missM)),
          },
        ]}
        idOf={(one) => `${one.objectId} ${firstOf(one)?.tca}`}
        isSmall
      />
    </Scroll>
  )
}

const firstOf = (one: PathEncounter) => PATH_CASES.map((which) => one[which]).find((approach) => approach !== null)
