import styles from './button.module.css'

type Props = React.ComponentPropsWithRef<'button'> & {
  /** One primary button a page; quiet ones stand inside rows. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'icon'
}

/** A button; an icon button needs an `aria-label`. */
export function Button({ look = 'plain', className = '', ...rest }: Props) {
  return <button type="button" className={`${styles.button} ${styles[look]} ${className}`} {...rest} />
}
