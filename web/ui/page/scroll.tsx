type Props = React.PropsWithChildren<{ readonly className?: string | undefined }>

/** Shows a part without controls that scrolls if it is larger than its place; keys can focus and scroll it. */
export function Scroll({ className = '', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <div className={`scroll ${className}`} tabIndex={0}>
      {children}
    </div>
  )
}
