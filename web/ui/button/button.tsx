import { useId } from 'react'
import styles from './button.module.css'

type Props = React.ComponentPropsWithRef<'button'> & {
  /** The look: one primary button per page; quiet buttons are inside rows. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'icon'
  /** The reason why the button cannot be pressed now; the button can still get the focus, so that the reason can be read. */
  readonly disabledReason?: string | undefined
}

/** Shows a button; an icon button needs an `aria-label`. */
export function Button({ look = 'plain', className = '', disabledReason, ...rest }: Props) {
  const reason = useId()
  // Toasts never lie over the main action of a screen.
  const primary = look === 'primary' || undefined
  const classes = `${styles.button} ${styles[look]} ${className}`
  if (!disabledReason) return <button type="button" className={classes} data-primary={primary} {...rest} />
  return (
    <span className="inline-row wrap gap-4-8 no-print">
      <button
        type="button"
        className={classes}
        data-primary={primary}
        {...rest}
        onClick={undefined}
        aria-disabled
        aria-describedby={reason}
      />
      <span id={reason} className="muted fs-12">
        {disabledReason}
      </span>
    </span>
  )
}
