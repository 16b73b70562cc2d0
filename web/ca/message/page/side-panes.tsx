import type { Matrix } from '@apsis/ccsds/block/covariance.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { Menu } from '../../../ui/button/menu.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { formatNumber, formatScientific } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { NotComputed, Skeleton } from '../../../ui/page/pane-states.tsx'
import { Scroll } from '../../../ui/page/scroll.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { checksOf } from '../checks.ts'
import { AXES, correlations, MATRIX_FORMATS, matrixText, SIGMA_UNITS } from '../covariance-text.ts'
import type { OpenMessage } from '../message.ts'
import { cdmWords } from '../words.data.ts'
import fields from './cdm.module.css'
import styles from './side-panes.module.css'

type ChecksProps = { readonly open: OpenMessage | undefined; readonly cdm: Cdm | undefined }

/** Lists the checks of the message, each with its value. */
export function ChecksPane({ open, cdm }: ChecksProps) {
  const t = useWords(cdmWords)
  return (
    <Pane title={t('checks')} id="checks">
      <ul className={`pad-end ${styles.checks}`}>
        {checksOf(open, cdm).map(({ id, level, name, value }) => (
          <li className="grid items-baseline gap-10 pad-y-4" key={id}>
            <StatusSymbol level={level} label={LEVEL_WORDS[level]} />
            <span>{name}</span>
            <span className="soft fs-13 right">{value}</span>
          </li>
        ))}
      </ul>
    </Pane>
  )
}

export const MATRIX_VIEWS = ['sigma', 'values'] as const
export type MatrixView = (typeof MATRIX_VIEWS)[number]

type CovarianceProps = {
  readonly number: 1 | 2
  readonly name: string
  /** The covariance; undefined if it cannot be read. */
  readonly matrix: Matrix | undefined
  /** True while the message is being read, so that nothing is reported about it yet. */
  readonly isPending: boolean
  readonly view: MatrixView
  readonly onView: (view: MatrixView) => void
}

/** Shows the covariance of an object as a matrix: with standard deviations and correlations, or with its entries. */
export function CovariancePane({ number, name, matrix, isPending, view, onView }: CovarianceProps) {
  const t = useWords(cdmWords)
  const copies = (whole: Matrix) =>
    MATRIX_FORMATS.map((format) => ({
      id: format,
      label: format,
      onAction: () => void navigator.clipboard.writeText(matrixText(whole, format)),
    }))
  return (
    <Pane
      title={t('covarianceOf', { number })}
      note={t('covarianceNote', { name })}
      id={`covariance-${number}`}
      actions={
        matrix ? (
          <Menu
            label={t('copyMatrix', { number })}
            look="quiet"
            trigger={t('copy')}
            parts={[{ title: t('copy'), entries: copies(matrix) }]}
          />
        ) : null
      }
    >
      {matrix ? (
        <div className={`pad-end ${styles.matrixPane}`}>
          <Segments
            label={t('shown')}
            value={view}
            onChange={onView}
            options={MATRIX_VIEWS.map((value) => ({ value, label: t(value) }))}
          />
          <MatrixTable matrix={matrix} view={view} />
        </div>
      ) : isPending ? (
        <Skeleton rows={7} />
      ) : (
        <NotComputed>{t('noCovariance')}</NotComputed>
      )}
    </Pane>
  )
}

function MatrixTable({ matrix, view }: { readonly matrix: Matrix; readonly view: MatrixView }) {
  const t = useWords(cdmWords)
  const used = matrix.flatMap((row, i) => (i < 6 || row.some((value) => value !== 0) ? [i] : []))
  const empty = matrix.flatMap((_, i) => (used.includes(i) ? [] : [AXES[i] ?? '']))
  const shown = view === 'sigma' ? correlations(matrix) : matrix.map((row, i) => row.slice(0, i + 1))
  const unitOf = (i: number) => (view === 'sigma' ? SIGMA_UNITS[i] : '')
  return (
    <>
      <Scroll className="scroll-x">
        <table className={`mt-8 fs-13 ${styles.matrix}`}>
          <thead>
            <tr>
              <td className="soft" />
              {used.map((i) => (
                <th className="muted fs-12" key={i} scope="col">
                  {AXES[i]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {used.map((i) => (
              <tr key={i}>
                <th scope="row">
                  {AXES[i]} <span className={`muted fs-12 nowrap ${fields.unit}`}>{unitOf(i)}</span>
                </th>
                {used.map((j) => (
                  <td key={j} className={`${i === j ? styles.diagonal : undefined} soft`}>
                    {j > i ? '' : entryText(shown[i]?.[j], i === j, view)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className={`muted fs-12 ${fields.foot}`}>
        {t(view === 'sigma' ? 'matrixFoot' : 'matrixFootValues')}
        {empty.length > 0 ? ` ${t('rowsEmpty', { axes: empty.join(', ') })}` : ''}
      </p>
    </>
  )
}

function entryText(value: number | undefined, isDiagonal: boolean, view: MatrixView): string {
  if (value === undefined) return '–'
  if (view === 'values') return formatScientific(value)
  if (!isDiagonal) return formatNumber(value, { decimals: 2 })
  const size = Math.abs(value)
  if (value !== 0 && size < 1e-3) return formatScientific(value, { decimals: 1 })
  return formatNumber(value, size >= 100 ? { decimals: 0 } : { significant: 3 })
}
