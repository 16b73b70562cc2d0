import { Component } from 'react'
import { Button } from '../button/button.tsx'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './pane-states.module.css'

type Props = React.PropsWithChildren<{
  /** Returns the replacement for a part that could not be drawn; if undefined, a standard text is shown. */
  readonly fallback?: (again: () => void) => React.ReactNode
}>
type State = { readonly hasFailed: boolean }

/** Keeps the rest of the page if a part cannot be drawn. */
export class Boundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override componentDidCatch(failure: unknown): void {
    console.error('A part of the page could not be drawn.', failure)
  }

  override render(): React.ReactNode {
    const { children, fallback } = this.props
    if (!this.state.hasFailed) return children
    const again = () => this.setState({ hasFailed: false })
    return fallback ? fallback(again) : <NotDrawn onAgain={again} />
  }
}

function NotDrawn({ onAgain }: { readonly onAgain: () => void }) {
  const say = useWords(uiWords)
  return (
    <div className={`stack items-start gap-8 soft fs-13 ${styles.state}`} role="alert">
      <b>{say('notDrawn')}</b>
      <p>{say('notDrawnText')}</p>
      <div className="row gap-8">
        <Button onClick={onAgain}>{say('tryAgain')}</Button>
      </div>
    </div>
  )
}
