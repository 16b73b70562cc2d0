type Props = React.PropsWithChildren<{ readonly className?: string | undefined }>

/** A part without anything to press, which scrolls where it is larger than its place: it is reached by keys. */
export function Scroll({ className = '', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <div className={`scroll ${className}`} tabIndex={0}>
      {children}
    </div>
  )
}
