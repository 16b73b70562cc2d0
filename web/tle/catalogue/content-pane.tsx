import type { CatalogueContent } from '@apsis/contract/tle/catalogue.ts'
import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { LEVEL_WORDS, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { catalogueWords } from './words.data.ts'

type Part = CatalogueContent['parts'][number]
/** The objects of one kind from one source. `source` is null if no source provides this kind; `kind` is undefined for the sum of all. */
type Line = Omit<Part, 'kind' | 'source'> & {
  readonly kind: Part['kind'] | undefined
  readonly source: string | null
  readonly isLacked: boolean
}
const AGES = ['belowDay', 'belowThreeDays', 'belowWeek', 'older'] as const
const NONE = { objects: 0, belowDay: 0, belowThreeDays: 0, belowWeek: 0, older: 0 } as const

/** Returns a line for each kind and source, and a line for each kind that no source provides. */
function linesOf({ catalogue, parts }: Pick<CatalogueContent, 'catalogue' | 'parts'>): Line[] {
  const lacked = catalogue?.lacks ?? []
  return OBJECT_KINDS.flatMap((kind): Line[] => {
    const isLacked =
      (kind === 'debris' && lacked.includes('DEBRIS')) || (kind === 'rocketBodies' && lacked.includes('ROCKET_BODIES'))
    const own = parts.filter((part) => part.kind === kind)
    return own.length === 0 ? [{ ...NONE, kind, source: null, isLacked }] : own.map((part) => ({ ...part, isLacked }))
  })
}

const sumOf = (lines: readonly Line[]): Line => {
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0)
  return {
    kind: undefined,
    source: null,
    isLacked: false,
    objects: sum(({ objects }) => objects),
    belowDay: sum(({ belowDay }) => belowDay),
    belowThreeDays: sum(({ belowThreeDays }) => belowThreeDays),
    belowWeek: sum(({ belowWeek }) => belowWeek),
    older: sum(({ older }) => older),
  }
}

/** Counts the objects by kind, source and age of their sets. */
export function ContentTable({ content }: { readonly content: CatalogueContent }) {
  const t = useWords(catalogueWords)
  const lines = linesOf(content)
  return (
    <PlainTable
      label={t('content')}
      rows={lines}
      foot={[sumOf(lines)]}
      columns={columnsOf(t)}
      idOf={({ kind = 'all', source }) => `${kind} ${source}`}
      phone="pairs"
    />
  )
}

const HEADS = { belowDay: 'below1d', belowThreeDays: 'below3d', belowWeek: 'below7d', older: 'from7d' } as const
const IN_FILE = {
  belowDay: 'set_below_1_d',
  belowThreeDays: 'set_1_to_3_d',
  belowWeek: 'set_3_to_7_d',
  older: 'set_from_7_d',
} as const

const columnsOf = (t: typeof catalogueWords): readonly PlainColumn<Line>[] => [
  {
    id: 'kind',
    title: t('kind'),
    isRowHead: true,
    isUnbroken: true,
    value: ({ kind }) => kind,
    cell: ({ kind, isLacked }) => (
      <span>
        {isLacked ? <StatusSymbol level="caution" label={LEVEL_WORDS.caution} /> : null} {t(kind ?? 'all')}
      </span>
    ),
  },
  {
    id: 'source',
    title: t('source'),
    value: 'source',
    className: 'break-anywhere',
    cell: ({ kind, source }) =>
      source ?? (kind === undefined ? MISSING : <span className="muted">{t('noSource')}</span>),
  },
  { id: 'objects', title: t('objects'), align: 'end', value: 'objects', cell: ({ objects }) => formatNumber(objects) },
  ...AGES.map(
    (age): PlainColumn<Line> => ({
      id: IN_FILE[age],
      title: t(HEADS[age]),
      align: 'end',
      value: age,
      cell: ({ objects, [age]: count }) => (objects === 0 ? MISSING : formatNumber(count)),
    }),
  ),
]

export const contentFile = (content: CatalogueContent) => fileOf(columnsOf(catalogueWords), linesOf(content))
