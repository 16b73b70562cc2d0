import type { Encounter, Screening } from '@apsis/contract/ca/screening.ts'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../clock/format.ts'
import { type Comparison, compareEncounters, isSameVolume, withinVolume } from '../encounter/compare.ts'
import { encountersQuery } from '../encounter/queries.ts'
import { encounterWords } from '../encounter/words.data.ts'
import { formatProbabilityPlain } from '../ui/format/probability.ts'
import { formatQuantity } from '../ui/format/quantity.ts'
import { useWords } from '../ui/language.ts'
import { Pane } from '../ui/pane.tsx'
import { Select } from '../ui/select.tsx'
import styles from './changes.module.css'
import { screeningWords } from './words.data.ts'

type Props = {
  readonly screening: Screening
  /** Earlier ones that it can be held against, the newest first. */
  readonly earlier: readonly Screening[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** Finished screenings of the same satellite against the same before this one, the newest first. */
export function earlierOf(one: Screening, all: readonly Screening[]): readonly Screening[] {
  const againstOf = ({ type }: Screening) => type.split('_VS_')[1]
  return all
    .filter(({ satelliteId, createdAt }) => satelliteId === one.satelliteId && createdAt < one.createdAt)
    .filter((other) => other.state === 'done' && againstOf(other) === againstOf(one))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** What has changed since an earlier screening: in words, and close approach by close approach. */
export function Changes({ screening, earlier, chosen, onChoose }: Props) {
  const t = useWords(screeningWords)
  const previous = earlier.find(({ screeningId }) => screeningId === chosen) ?? earlier[0]
  const after = useQuery(encountersQuery(screening.screeningId))
  const before = useQuery({ ...encountersQuery(previous?.screeningId ?? ''), enabled: previous !== undefined })
  if (previous === undefined || after.data === undefined || before.data === undefined) return null
  // What only one of the two could have found is no change.
  const changes = compareEncounters(withinVolume(before.data, screening), withinVolume(after.data, previous))
  const rows = rowsOf(changes)
  const time = formatInstant(Date.parse(previous.createdAt))
  return (
    <Pane
      title={t('changes')}
      note={t('changesNote', { time })}
      id="changes"
      exits={{ csv: { name: `screening-changes-${screening.screeningId.slice(0, 8)}`, table: () => tableOf(rows) } }}
    >
      <div className={styles.said}>
        <p className={styles.sentence} role="status">
          {sentenceOf(changes, t)} {isSameVolume(screening, previous) ? null : t('otherVolume')}
        </p>
        {earlier.length > 1 ? (
          <div className={styles.chooser}>
            <Select
              label={t('comparedWith')}
              value={previous.screeningId}
              onChange={onChoose}
              options={earlier.map(({ screeningId, title, createdAt }) => ({
                value: screeningId,
                label: `${formatInstant(Date.parse(createdAt))}, ${title}`,
              }))}
            />
          </div>
        ) : null}
      </div>
      {rows.length > 0 ? <Table rows={rows} /> : null}
    </Pane>
  )
}

function sentenceOf({ fresh, gone, closer, farther }: Comparison, t: typeof screeningWords): string {
  const counts = { fresh: fresh.length, gone: gone.length, closer: closer.length, farther: farther.length }
  return Object.values(counts).every((count) => count === 0) ? t('unchanged') : t('compared', counts)
}

type Row = {
  readonly change: keyof Comparison
  readonly before: Encounter | undefined
  readonly after: Encounter | undefined
}

/** Each change, the new ones first; the sooner above the later. */
function rowsOf({ fresh, gone, closer, farther }: Comparison): readonly Row[] {
  const rows: readonly Row[] = [
    ...fresh.map((after): Row => ({ change: 'fresh', before: undefined, after })),
    ...closer.map((pair): Row => ({ change: 'closer', ...pair })),
    ...farther.map((pair): Row => ({ change: 'farther', ...pair })),
    ...gone.map((before): Row => ({ change: 'gone', before, after: undefined })),
  ]
  const order = ['fresh', 'closer', 'farther', 'gone']
  return rows.toSorted(
    (a, b) => order.indexOf(a.change) - order.indexOf(b.change) || (shown(a).tca < shown(b).tca ? -1 : 1),
  )
}

function shown({ before, after }: Row): Encounter {
  const one = after ?? before
  if (one === undefined) throw new TypeError('a change is of a close approach')
  return one
}

const metres = (one: Encounter | undefined) => (one ? formatQuantity('missDistance', one.missM).number : '–')
const probability = (one: Encounter | undefined) => formatProbabilityPlain(one?.probability ?? undefined) || '–'

function Table({ rows }: { readonly rows: readonly Row[] }) {
  const t = useWords(screeningWords)
  const say = useWords(encounterWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className={styles.scroller} tabIndex={0} aria-label={t('changes')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('change')}</th>
            <th scope="col">{t('pair')}</th>
            <th scope="col">{say('tca')}</th>
            <th scope="col" className={styles.number}>
              {t('missBefore')}
            </th>
            <th scope="col" className={styles.number}>
              {t('missAfter')}
            </th>
            <th scope="col" className={styles.number}>
              {t('pcBefore')}
            </th>
            <th scope="col" className={styles.number}>
              {t('pcAfter')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { primary, secondary, tca } = shown(row)
            return (
              <tr key={`${primary.objectId} ${secondary.objectId} ${tca}`}>
                <td>{t(`change_${row.change}`)}</td>
                <td>
                  {primary.name} × {secondary.name} <span className="mono dim">{secondary.objectId}</span>
                </td>
                <td className="mono">{formatInstant(Date.parse(tca))}</td>
                <td className={styles.number}>{metres(row.before)}</td>
                <td className={styles.number}>{metres(row.after)}</td>
                <td className={styles.number}>{probability(row.before)}</td>
                <td className={styles.number}>{probability(row.after)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function tableOf(rows: readonly Row[]) {
  return {
    columns: ['change', 'object 1', 'object 2', 'TCA, UTC', 'miss before, m', 'miss after, m', 'Pc before', 'Pc after'],
    rows: rows.map((row) => {
      const { primary, secondary, tca } = shown(row)
      const { before, after } = row
      return [
        ...[row.change, primary.objectId, secondary.objectId, tca, before?.missM, after?.missM],
        ...[before?.probability ?? undefined, after?.probability ?? undefined],
      ]
    }),
  }
}
