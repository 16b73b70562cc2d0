import { Tooltip as Bubble, Button, TooltipTrigger } from 'react-aria-components'
import { RichText } from '../text/rich-text.tsx'
import button from './button.module.css'
import styles from './tooltip.module.css'

const SHOW_DELAY_MS = 400
/** Spec §9. */
const HIDE_DELAY_MS = 400

type Props = {
  /** What the button is called; the tooltip says more. */
  readonly label: string
  /** HTML; everything that could do harm is left out. */
  readonly html: string
  readonly children?: React.ReactNode
}

/** A small button whose help appears on hover and focus, stays while the pointer is on it, and goes with Escape. */
export function Help({ label, html, children = '?' }: Props) {
  return (
    <TooltipTrigger delay={SHOW_DELAY_MS} closeDelay={HIDE_DELAY_MS}>
      <Button aria-label={label} className={`${button.button} ${button.quiet}`}>
        {children}
      </Button>
      <Bubble className={styles.bubble ?? ''} offset={4}>
        <RichText html={html} />
      </Bubble>
    </TooltipTrigger>
  )
}
