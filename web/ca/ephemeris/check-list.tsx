import { LEVEL_WORDS, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type CheckLine, checklistOf, type Finding } from './checklist.ts'
import styles from './oems.module.css'
import { oemWords } from './words.data.ts'

const NAMES = {
  kind: 'checkKind',
  syntax: 'checkSyntax',
  version: 'checkVersion',
  object: 'checkObject',
  timeSystem: 'checkTimeSystem',
  frame: 'checkFrame',
  epochs: 'checkEpochs',
  density: 'checkDensity',
  span: 'checkSpan',
  physics: 'checkPhysics',
  covariance: 'checkCovariance',
} as const
const FIXES = {
  kind: 'fixKind',
  syntax: 'fixSyntax',
  version: 'fixVersion',
  object: 'fixObject',
  timeSystem: 'fixTimeSystem',
  frame: 'fixFrame',
  epochs: 'fixEpochs',
  density: 'fixDensity',
  span: 'fixSpan',
  physics: 'fixPhysics',
  covariance: 'fixCovariance',
} as const
const FAULTS_SHOWN = 8

type Props = {
  readonly found: {
    readonly errors: readonly Finding[]
    readonly warnings: readonly Finding[]
    readonly hasCovariance?: boolean | undefined
    readonly isOver?: boolean | undefined
  }
  /** Opens a line of the text. */
  readonly onLine?: ((line: number) => void) | undefined
  /** True if the file or the user names the satellite. */
  readonly isObjectAsked?: boolean
}

/** Lists all checks of a file, and each finding: code, line, sentence, and advice. */
export function CheckList({ found, onLine, isObjectAsked = true }: Props) {
  return (
    <ul className="pad-end ink fs-14">
      {checklistOf(found, isObjectAsked).map((checked) => (
        <Item key={checked.name} checked={checked} onLine={onLine} />
      ))}
    </ul>
  )
}

function outcomeOf({ level, isAbsent, isOver }: Pick<CheckLine, 'level' | 'isAbsent' | 'isOver'>) {
  if (isAbsent) return 'absent'
  if (isOver) return 'ended'
  return level === 'inactive' ? 'notLooked' : 'passed'
}

function Item({
  checked: { name, level, faults, isAbsent, isOver },
  onLine,
}: { readonly checked: CheckLine } & Pick<Props, 'onLine'>) {
  const t = useWords(oemWords)
  return (
    <li>
      <p className={`grid items-baseline gap-10 pad-y-4 ${styles.check}`}>
        <StatusSymbol level={level} label={LEVEL_WORDS[level]} />
        <span>{t(NAMES[name])}</span>
        <span className="muted fs-13">
          {faults.length > 0 ? faults.length : t(outcomeOf({ level, isAbsent, isOver }))}
        </span>
      </p>
      {faults.length > 0 ? (
        <ol className={`soft fs-13 ${styles.faults}`}>
          {faults.slice(0, FAULTS_SHOWN).map(({ code, message, line, keyword, expected }) => (
            <li className="pad-y-4" key={`${line} ${code} ${message}`}>
              <p>
                {line === undefined ? null : onLine ? (
                  <button type="button" className="link-button min-h-24" onClick={() => onLine(line)}>
                    {t('lineLink', { line })}
                  </button>
                ) : (
                  <span>{t('lineLink', { line })}</span>
                )}{' '}
                {keyword && !message.includes(keyword) ? <span className="mono">{keyword} </span> : null}
                <span lang="en">{message}</span> <span className="mono muted fs-12">{code}</span>
              </p>
              {expected && expected.length > 0 ? (
                <p className="muted fs-12">
                  {t('expected', { expected: typeof expected === 'string' ? expected : expected.join(', ') })}
                </p>
              ) : null}
            </li>
          ))}
          <li className="muted fs-12 pad-y-4">{t('fix', { fix: t(FIXES[name]) })}</li>
        </ol>
      ) : null}
    </li>
  )
}
