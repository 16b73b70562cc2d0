import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { PERSON_CHANNELS, type PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { channelsQuery } from '../delivery/delivery-query.ts'
import { isProven, standingOfChannel } from '../delivery/standing.ts'
import { type Cell, cellOf, ROWS, type Row } from './matrix.ts'
import styles from './rules-matrix.module.css'
import { rulesWords } from './words.data.ts'

/** Shows the effect of the rules: the notices that each channel of this user gets. */
export function RulesMatrix({ rules }: { readonly rules: NoticeRules }) {
  const t = useWords(rulesWords)
  const { data = [], error, refetch } = useQuery(channelsQuery(false))
  const columns = PERSON_CHANNELS.filter((name) => data.some(({ channel }) => channel === name))
  if (error && columns.length === 0)
    return (
      <Banner level="caution" action={<Button onClick={() => void refetch()}>{t('matrixAgain')}</Button>}>
        {t('matrixFailed')} {problemInWords(error).message}
      </Banner>
    )
  if (columns.length === 0) return null
  const works = (name: PersonChannel) => data.some((one) => one.channel === name && isSentTo(one))
  const proven = (name: PersonChannel) =>
    data.some((one) => one.channel === name && (name === 'phone' ? isSentTo(one) : isProven(standingOfChannel(one))))
  const proofOf = (name: PersonChannel): Proof => (!works(name) ? 'refused' : proven(name) ? 'proven' : 'unproven')
  const reachableBy = columns.filter((name) => name !== 'phone' && works(name))
  const ways = columns.map(
    (name): PlainColumn<Row> => ({
      id: name,
      title: t(`${name}Short`),
      head: (
        <>
          {t(`${name}Short`)}
          {proofOf(name) === 'unproven' ? (
            <span className="block nowrap">
              <StatusSymbol level="serious" /> {t('unprovenColumn')}
            </span>
          ) : null}
        </>
      ),
      className: `center nowrap ${styles.cell}`,
      cell: (row) => <CellText cell={cellOf(row, name, rules, reachableBy)} proof={proofOf(name)} />,
    }),
  )
  return (
    <>
      <PlainTable
        caption={t('matrix')}
        rows={ROWS}
        columns={[
          { id: 'what', title: t('matrixWhat'), isRowHead: true, cell: (row) => <RowName row={row} /> },
          ...ways,
        ]}
        idOf={({ type, level }) => `${type} ${level}`}
        isSmall
        className={styles.matrix}
      />
      <p className={`muted fs-12 ${styles.note}`}>{t('matrixQuiet')}</p>
    </>
  )
}

/** The state of a kind of channel: messages arrive, it is unknown whether they do, or nothing is sent there. */
type Proof = 'proven' | 'unproven' | 'refused'

const isSentTo = ({ isConfirmed, suspendedAt }: Channel) => isConfirmed && suspendedAt === null

function RowName({ row: { type, level } }: { readonly row: Row }) {
  const t = useWords(rulesWords)
  if (level === undefined) return t(type)
  return (
    <>
      <StatusSymbol level={level} /> {t('riskAt', { level: LEVEL_WORDS[level] })}
    </>
  )
}

/** Shows the notices of a cell: struck out if the channel is suspended or not confirmed, and grey if it is not proven. */
function CellText({ cell, proof }: { readonly cell: Cell; readonly proof: Proof }) {
  const t = useWords(rulesWords)
  if (cell.kind === 'not') return <span className="muted">–</span>
  const text =
    cell.kind === 'from'
      ? t('cellFrom', { level: LEVEL_WORDS[cell.level] })
      : cell.kind === 'digest'
        ? cell.at
        : t(cell.kind === 'now' ? 'cellNow' : 'cellChain')
  if (proof === 'proven') return <span className={cell.kind === 'digest' ? 'soft tabular' : 'medium'}>{text}</span>
  const Struck = proof === 'refused' ? 's' : 'span'
  return (
    <>
      <Struck className="muted">{text}</Struck>
      <span className="visually-hidden"> {t(proof === 'refused' ? 'cellRefused' : 'cellUnproven')}</span>
    </>
  )
}
