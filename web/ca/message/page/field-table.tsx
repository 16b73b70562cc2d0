import { Button } from '../../../ui/button/button.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { type Comment, type Field, type Row, rowsOf, type WrittenMessage } from '../message-fields.ts'
import { cdmWords } from '../words.data.ts'
import styles from './cdm.module.css'

type Props = {
  readonly written: WrittenMessage
  /** The keyword in the address. */
  readonly at: string | undefined
  readonly onAt: (at: string | undefined) => void
}

/** Shows the message as a table: keyword, object 1, object 2, in the order of the standard and with the values as written. */
export function FieldTable({ written, at, onAt }: Props) {
  const t = useWords(cdmWords)
  const marked = at?.split('.')[0]?.toUpperCase()
  return (
    <table className={`ink fs-14 ${styles.fields} ${styles.said}`}>
      <thead>
        <tr>
          <th className="sticky z-1 panel muted fs-12 nowrap" scope="col">
            {t('keyword')}
          </th>
          <th className="sticky z-1 panel muted fs-12 nowrap" scope="col">
            {t('object1')}
          </th>
          <th className="sticky z-1 panel muted fs-12 nowrap" scope="col">
            {t('object2')}
          </th>
          <th className="sticky z-1 panel muted fs-12 nowrap" scope="col">
            {t('unit')}
          </th>
        </tr>
      </thead>
      {rowsOf(written.fields).map(({ name, rows }) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={4} className={`inset soft fs-12 ${styles.block}`}>
              {t(name)}
            </th>
          </tr>
          {rows.map((row) => (
            <FieldRow key={row.keyword} row={row} isMarked={row.keyword === marked} onAt={onAt} />
          ))}
        </tbody>
      ))}
      <Comments comments={written.comments} />
    </table>
  )
}

type RowProps = { readonly row: Row; readonly isMarked: boolean; readonly onAt: Props['onAt'] }

function FieldRow({ row, isMarked, onAt }: RowProps) {
  const t = useWords(cdmWords)
  const { keyword, unit, both, first, second } = row
  const copy = () => {
    const values = [both, first, second].flatMap((field) => (field ? [field.value] : []))
    void navigator.clipboard.writeText([keyword, ...values, unit ?? ''].join('\t').trimEnd())
  }
  return (
    <tr
      ref={isMarked ? intoSight : undefined}
      className={`${both ? styles.once : ''} ${isMarked ? `picked ${styles.marked}` : ''}`}
    >
      <th scope="row">
        <button
          type="button"
          className={`mono soft left bare min-h-24 ${styles.keyword}`}
          title={t('pointAt', { keyword })}
          aria-pressed={isMarked}
          onClick={() => onAt(isMarked ? undefined : keyword)}
        >
          {keyword}
        </button>
        {isMarked ? (
          <Button look="quiet" onClick={copy}>
            {t('copyRow')}
          </Button>
        ) : null}
      </th>
      {both ? (
        <Value field={both} span={2} />
      ) : (
        <>
          <Value field={first} />
          <Value field={second} />
        </>
      )}
      <td className={`muted fs-12 nowrap ${styles.unit}`}>
        {unit?.replace(/\*\*(\d)/g, (_, power: string) => POWERS[power] ?? power)}
      </td>
    </tr>
  )
}

/** React calls this once for the row that the address names. */
function intoSight(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

const POWERS: Readonly<Record<string, string>> = { 2: '²', 3: '³', 4: '⁴' }
const NUMERIC = /^[+-]?[\d.]+(?:[eE][+-]?\d+)?$|^\d{4}-\d{2}-\d{2}T/

function Value({ field, span = 1 }: { readonly field: Field | undefined; readonly span?: number }) {
  const isNumber = field !== undefined && NUMERIC.test(field.value)
  return (
    <td colSpan={span} className={isNumber ? styles.number : `break-anywhere ${styles.words}`} translate="no">
      {field ? <Written value={field.value} /> : <span className="muted">–</span>}
    </td>
  )
}

/**
 * Shows a value as written, with a typographic minus sign; if there is little room a time may break before its T, and a date never breaks.
 */
function Written({ value }: { readonly value: string }) {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(T.*)$/.exec(value) ?? []
  if (date === undefined) return value.replace(/^-(?=[\d.])/, '−')
  return (
    <>
      <span className="nowrap">{date}</span>
      <wbr />
      {time}
    </>
  )
}

function Comments({ comments }: { readonly comments: readonly Comment[] }) {
  const t = useWords(cdmWords)
  if (comments.length === 0) return null
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className={`inset soft fs-12 ${styles.block}`}>
          {t('comments')}
        </th>
      </tr>
      {comments.map(({ segment, line, text }) => (
        <tr key={line + text}>
          <th scope="row" className={`muted fs-12 nowrap ${styles.place}`}>
            {segment === 0 ? t('ofMessage') : t('ofObject', { number: segment })}, {t('line', { line })}
          </th>
          <td colSpan={3} className={`break-anywhere ${styles.comment}`} translate="no">
            {text}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
