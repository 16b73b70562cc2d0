import { Button } from '../button/button.tsx'
import { formatElapsed } from '../format/duration.ts'
import { formatNumber } from '../format/number.ts'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './progress.module.css'

type Props = {
  readonly label: string
  readonly stage: string
  readonly done?: number | undefined
  /** If undefined, the length is not known, and the bar only shows that the work continues. */
  readonly of?: number | undefined
  readonly noun?: string
  readonly elapsedMs: number
  readonly leftMs?: number | undefined
  readonly onCancel?: (() => void) | undefined
  readonly children?: React.ReactNode
}

/** Shows long work: its stage, its progress, the time it took and will still take, and the button that stops it (ux.md R15). */
export function Progress({ label, stage, done, of, noun = '', elapsedMs, leftMs, onCancel, children }: Props) {
  const say = useWords(uiWords)
  const isKnown = done !== undefined && of !== undefined && of > 0
  const whole = (value: number) => formatNumber(value, { decimals: 0 })
  const count = isKnown ? say('doneOf', { done: whole(done), of: whole(of), noun }) : ''
  const time = formatElapsed(elapsedMs)
  return (
    <div className={`stack gap-6 fs-13 ${styles.progress}`}>
      <p className="soft">
        <b className="ink">{stage}</b>
        {count ? `, ${count}` : ''}
      </p>
      <progress
        className={`w-full no-frame ${styles.bar}`}
        aria-label={label}
        aria-valuetext={count ? `${stage}, ${count}` : stage}
        {...(isKnown ? { value: Math.min(done, of), max: of } : {})}
      />
      <p className="muted fs-12">
        {leftMs === undefined ? say('elapsed', { time }) : say('elapsedLeft', { time, left: formatElapsed(leftMs) })}
      </p>
      <div className="row gap-8 mt-4">
        {onCancel ? <Button onClick={onCancel}>{say('cancel')}</Button> : null}
        {children}
      </div>
    </div>
  )
}
